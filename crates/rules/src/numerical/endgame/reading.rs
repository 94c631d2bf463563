//! How the rule of endgames can be misread.

use super::super::readings::Turn;
use gradus_step::Aspects;

/// What goes wrong in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchMistake {
    /// Results are remembered by the empty cells, with or without the numbers on the others.
    RememberedByCells,
    /// A move that wins is not taken back.
    WinNotTakenBack,
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    pub(super) missed: MissedLines,
    pub(super) complete: Complete,
    pub(super) turn: Turn,
    pub(super) moves: Moves,
    /// How many plies are searched; what is still open then is a draw.
    pub(super) plies: Plies,
    pub(super) goal: Goal,
    pub(super) full: Full,
    pub(super) name: Name,
    pub(super) first: First,
    pub(super) form: Form,
    pub(super) mistake: Option<SearchMistake>,
}

/// Which of the ten lines are not looked at: line `n` is bit `n`, the rows first, then the columns, the major and the minor diagonal.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct MissedLines(pub(super) u16);

pub(super) const ALL_COLUMNS: u16 = 0b00_1111_0000;

pub(super) const LAST_ROW: u16 = 1 << 3;

pub(super) const LAST_COLUMN: u16 = 1 << 7;

pub(super) const MAJOR: u16 = 1 << 8;

pub(super) const MINOR: u16 = 1 << 9;

/// Which lines win.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Complete {
    #[default]
    FourWith34,
    AnyWith34,
    /// All four numbers are of the player who completes it.
    OwnNumbers,
    /// Four numbers with the sum 34 or more.
    FourWithAtLeast34,
}

/// Which moves there are.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Moves {
    /// A number that is never placed.
    pub(super) left_out: Option<u8>,
    pub(super) owner: Owner,
    pub(super) only: Only,
    /// The player who is to move at the start makes all moves.
    pub(super) is_turn_kept: bool,
}

/// Whose numbers a player places.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Owner {
    #[default]
    ToMove,
    Anyone,
    Opponent,
}

/// The only ones of the moves that are tried.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Only {
    #[default]
    All,
    FirstCell,
    SmallestNumber,
    LargestNumber,
    /// Of the opponent's moves the first or the last one.
    FirstOfOpponent,
    LastOfOpponent,
    /// Of the opponent's moves one that wins, otherwise the first one.
    WinOrFirstOfOpponent,
}

/// How far is searched.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Plies {
    #[default]
    All,
    Only(u8),
}

/// What the players want.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Goal {
    #[default]
    Best,
    /// The opponent plays for the player who is to move at the start.
    OpponentHelps,
    BothForOdd,
    BothForEven,
    /// Each takes what is best for the other one.
    SidesSwapped,
    /// A win of the even player counts like a draw.
    EvenWinIsDraw,
    /// Moves are made until the board is full; who moved last has won if there is a line, whoever completed it.
    PlayedOn,
    /// Who completes a line has lost.
    NextPlayerWins,
    /// What nobody wins is won by odd, or by even.
    NoDrawsForOdd,
    NoDrawsForEven,
    /// Without a win, the first move is as good as any.
    DrawLikeLoss,
    /// The first move that does not lose is taken, though a later one may win.
    FirstNotLosing,
}

/// What a full board is.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Full {
    #[default]
    WonByLine,
    Draw,
}

/// Whose name the result has.
#[derive(Clone, Copy, Default)]
pub(super) enum Name {
    #[default]
    Winner,
    Loser,
    /// `odd` if the player to move wins, `even` if that player loses.
    Mover,
}

/// Which move is given.
#[derive(Clone, Copy, Default)]
pub(super) enum First {
    #[default]
    Keeping,
    /// The first or the last legal move.
    Any,
    /// The same, with the result that it leads to.
    AnyWithItsResult,
    /// The one with the best evaluation of step 14.
    BestEvaluation,
    /// The best one for the odd or the even player, with its result, whoever is to move.
    BestForOdd,
    BestForEven,
    /// The worst one, with its result.
    Worst,
    /// One that wins at once if there is one, otherwise the first or the last one.
    WinningAtOnce,
    /// The first that does not lose.
    NotLosing,
    /// The one that a search keeps in the same place for every position, so that what it finds last is left there.
    LastStored,
}

/// How the move is written.
#[derive(Clone, Copy, Default)]
pub(super) enum Form {
    #[default]
    CellAndNumber,
    NumberAndCell,
    CellFromOne,
    ColumnByColumn,
    /// The place of the cell among the empty ones, from 0 or from 1.
    PlaceAmongEmpty(u8),
    /// The place of the number among those that the player has left.
    PlaceOfNumber,
    /// Cells are counted from the last one.
    CellFromTheEnd,
}

impl Reading {
    /// Whether it may find other results than the right ones.
    pub(super) fn is_wrong_about_results(&self) -> bool {
        let is_right = self.has_all_lines()
            && matches!(self.turn, Turn::ByCount)
            && self.moves == Moves::default()
            && self.plies == Plies::All
            && self.goal == Goal::Best
            && self.full == Full::WonByLine
            && self.mistake.is_none();
        !is_right
    }

    fn has_all_lines(&self) -> bool {
        self.missed == MissedLines::default() && self.complete == Complete::FourWith34
    }

    /// Whether it is right on many positions, so that some must be looked for on which it is not.
    pub(super) fn is_often_right(&self) -> bool {
        let is_about_wins = matches!(
            self.goal,
            Goal::Best
                | Goal::EvenWinIsDraw
                | Goal::NoDrawsForOdd
                | Goal::NoDrawsForEven
                | Goal::DrawLikeLoss
                | Goal::FirstNotLosing
        );
        let is_played_by_the_rule = matches!(self.turn, Turn::ByCount)
            && matches!(self.moves, Moves { only: Only::All, owner: Owner::ToMove, .. });
        let is_rare = self.plies == Plies::Only(1)
            || matches!(self.complete, Complete::OwnNumbers | Complete::FourWithAtLeast34);
        // Where the results are the right ones, it takes little to ask.
        !self.is_wrong_about_results() || is_about_wins && is_played_by_the_rule && !is_rare
    }
}

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("any-move", |reading| reading.first = First::Any)
        .or("number-before-cell", |reading| reading.form = Form::NumberAndCell);
    add_lines(aspects);
    aspects
        .add()
        .or("two-moves-ahead", |reading| reading.plies = Plies::Only(2))
        .or("three-moves-ahead", |reading| reading.plies = Plies::Only(3))
        .or("full-is-a-draw", |reading| reading.full = Full::Draw);
    aspects
        .add()
        .or("result-of-the-mover", |reading| reading.name = Name::Mover)
        .or("winner-swapped", |reading| reading.name = Name::Loser);
    aspects
        .add()
        .or("fewer-than-four", |reading| reading.complete = Complete::AnyWith34)
        .or("own-numbers-only", |reading| reading.complete = Complete::OwnNumbers)
        .or("more-than-34", |reading| reading.complete = Complete::FourWithAtLeast34);
    aspects.add().or("sixteen-left-out", |reading| reading.moves.left_out = Some(16));
    aspects.add().or("opponent-helps", |reading| reading.goal = Goal::OpponentHelps);
    add_choices(aspects);
    add_goals(aspects);
    add_moves(aspects);
    add_memories(aspects);
    add_forms(aspects);
    aspects.add().or("one-move-ahead", |reading| reading.plies = Plies::Only(1)).alone();
    aspects
        .add()
        .or("other-player", |reading| reading.turn = Turn::ByCountReversed)
        .or("always-odd", |reading| reading.turn = Turn::AlwaysOdd)
        .or("always-even", |reading| reading.turn = Turn::AlwaysEven)
        .alone();
}

fn add_lines(aspects: &mut Aspects<Reading>) {
    let aspect = aspects.add();
    for (id, lines) in [
        ("diagonals-missed", MAJOR | MINOR),
        ("minor-diagonal-missed", MINOR),
        ("major-diagonal-missed", MAJOR),
    ] {
        aspect.or(id, move |reading| reading.missed.0 |= lines);
    }
    let aspect = aspects.add();
    for (id, lines) in [
        ("last-row-missed", LAST_ROW),
        ("last-column-missed", LAST_COLUMN),
        ("columns-missed", ALL_COLUMNS),
    ] {
        aspect.or(id, move |reading| reading.missed.0 |= lines);
    }
}

/// Adds which move is given, and with which result.
fn add_choices(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("best-for-odd", |reading| reading.first = First::BestForOdd)
        .or("best-for-even", |reading| reading.first = First::BestForEven)
        .or("wins-at-once-or-any-move", |reading| reading.first = First::WinningAtOnce)
        .or("best-evaluation", |reading| reading.first = First::BestEvaluation)
        .or("any-move-with-its-result", |reading| reading.first = First::AnyWithItsResult)
        .or("worst-move", |reading| reading.first = First::Worst)
        .or("move-that-does-not-lose", |reading| reading.first = First::NotLosing)
        .alone();
}

/// Adds what the players want.
fn add_goals(aspects: &mut Aspects<Reading>) {
    let aspect = aspects.add().alone();
    for (id, goal) in [
        ("even-win-is-a-draw", Goal::EvenWinIsDraw),
        ("played-on-after-a-win", Goal::PlayedOn),
        ("next-player-wins", Goal::NextPlayerWins),
        ("both-for-odd", Goal::BothForOdd),
        ("both-for-even", Goal::BothForEven),
        ("sides-swapped", Goal::SidesSwapped),
        ("no-draws", Goal::NoDrawsForEven),
        ("no-draws-for-odd", Goal::NoDrawsForOdd),
        ("draw-like-loss", Goal::DrawLikeLoss),
        ("first-that-does-not-lose", Goal::FirstNotLosing),
    ] {
        aspect.or(id, move |reading| reading.goal = goal);
    }
}

/// Adds which moves are tried.
fn add_moves(aspects: &mut Aspects<Reading>) {
    let aspect = aspects.add().alone();
    for (id, only) in [
        ("first-cell-only", Only::FirstCell),
        ("smallest-number-only", Only::SmallestNumber),
        ("largest-number-only", Only::LargestNumber),
        ("opponent-takes-the-first-move", Only::FirstOfOpponent),
        ("opponent-takes-the-last-move", Only::LastOfOpponent),
        ("opponent-wins-or-takes-the-first-move", Only::WinOrFirstOfOpponent),
    ] {
        aspect.or(id, move |reading| reading.moves.only = only);
    }
    aspect
        .or("numbers-of-both", |reading| reading.moves.owner = Owner::Anyone)
        .or("numbers-of-the-opponent", |reading| reading.moves.owner = Owner::Opponent)
        .or("turn-kept", |reading| reading.moves.is_turn_kept = true);
}

/// Adds searches that remember too much, or leave something behind.
fn add_memories(aspects: &mut Aspects<Reading>) {
    let aspect = aspects.add().alone();
    for (id, mistake) in [
        ("remembered-by-cells", SearchMistake::RememberedByCells),
        ("win-not-taken-back", SearchMistake::WinNotTakenBack),
    ] {
        aspect.or(id, move |reading| reading.mistake = Some(mistake));
    }
    aspect.or("move-of-a-later-player", |reading| reading.first = First::LastStored);
}

/// Adds how the move is written.
fn add_forms(aspects: &mut Aspects<Reading>) {
    let aspect = aspects.add().alone();
    for (id, form) in [
        ("cells-from-one", Form::CellFromOne),
        ("column-by-column", Form::ColumnByColumn),
        ("place-among-empty-cells", Form::PlaceAmongEmpty(0)),
        ("place-among-empty-cells-from-one", Form::PlaceAmongEmpty(1)),
        ("place-of-the-number", Form::PlaceOfNumber),
        ("cells-from-the-end", Form::CellFromTheEnd),
    ] {
        aspect.or(id, move |reading| reading.form = form);
    }
}
