//! How the rule of step 28 can be misread.

use super::super::line_sets::{LineSet, add_line_sets};
use super::super::numbering::{Numbering, add_numberings};
use gradus_step::Aspects;

/// How the rule is read.
#[derive(Clone, Copy, Default)]
pub struct Reading {
    pub(super) whose: Whose,
    pub(super) lines: LineSet,
    pub(super) answers: Answers,
    pub(super) replies: Replies,
    pub(super) last: Last,
    pub(super) others: Others,
    pub(super) written: Written,
    pub(super) search: Search,
    pub(super) numbering: Numbering,
}

/// Which wins are found. Where there is none of them, some single cell is answered.
#[derive(Clone, Copy, Default)]
pub(super) enum Search {
    #[default]
    All,
    /// Those of at most so many moves.
    UpTo(usize),
    /// Those in which no answer gives the opponent a three.
    WithoutThrees,
}

/// Who makes the threats.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Whose {
    #[default]
    Sides,
    Opponents,
}

/// Whether the opponent takes the completing cell.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Answers {
    #[default]
    Played,
    Forgotten,
}

/// After which moves the opponent may have no completing cell.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Replies {
    #[default]
    AfterEach,
    AfterNone,
}

/// How many completing cells the last move leaves.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Last {
    #[default]
    TwoOrMore,
    OneOrMore,
    /// A program that stops at a single threat finds one at once on every board, where no move makes two.
    One,
}

impl Last {
    pub(super) const fn least(self) -> u8 {
        match self {
            Self::TwoOrMore => 2,
            Self::OneOrMore | Self::One => 1,
        }
    }

    pub(super) const fn allows(self, threats: usize) -> bool {
        match self {
            Self::TwoOrMore => threats >= 2,
            Self::OneOrMore => threats >= 1,
            Self::One => threats == 1,
        }
    }
}

/// How many completing cells a move before the last leaves.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Others {
    #[default]
    ExactlyOne,
    AtMostOne,
}

/// How a sequence is written.
#[derive(Clone, Copy, Default)]
pub(super) enum Written {
    #[default]
    Moves,
    /// With the opponent's answers between the moves.
    WithAnswers,
    /// With one move or more after the last one.
    WithMoreMoves,
    /// Ascending.
    Sorted,
    /// As they are played without a search: the first cell that makes two threats, or else the first that makes one.
    FirstThreats,
}

/// The wrong sets of lines. One that lacks more lines finds no win at all on most boards.
pub(super) const LINE_SETS: [LineSet; 2] = [LineSet::NothingFalls, LineSet::OverTheBorder];

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    // Two alternatives at once accept many a sequence: they would name causes that are none.
    let mut or = |id: &'static str, change: fn(&mut Reading)| {
        aspects.add().or(id, change).alone();
    };
    or("counter-threats-ignored", |reading| reading.replies = Replies::AfterNone);
    or("answers-not-played", |reading| reading.answers = Answers::Forgotten);
    or("one-threat-is-enough", |reading| reading.last = Last::One);
    or("answers-written-too", |reading| reading.written = Written::WithAnswers);
    or("goes-on-after-the-win", |reading| reading.written = Written::WithMoreMoves);
    or("moves-sorted", |reading| reading.written = Written::Sorted);
    or("sides-swapped", |reading| {
        reading.whose = Whose::Opponents;
        // A program that finds no win has to answer all the same.
        reading.last = Last::OneOrMore;
    });
    or("answers-written-and-counter-threats-ignored", |reading| {
        reading.replies = Replies::AfterNone;
        reading.written = Written::WithAnswers;
    });
    or("first-threats-played", |reading| reading.written = Written::FirstThreats);
    or("answers-with-threes-rejected", |reading| reading.search = Search::WithoutThrees);
    or("quiet-moves-too", |reading| reading.others = Others::AtMostOne);
    aspects
        .add()
        .or("no-win-found", |reading| reading.search = Search::UpTo(1))
        .or("longer-wins-not-found", |reading| reading.search = Search::UpTo(2))
        .alone();
    add_line_sets(aspects, &LINE_SETS, |reading| &mut reading.lines).alone();
    add_numberings(aspects, |reading| &mut reading.numbering).alone();
}
