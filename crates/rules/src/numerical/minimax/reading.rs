//! How a minimax search can be misread.

use std::sync::OnceLock;

use super::super::evaluation;
use super::super::evaluation::{CLASSES, Classes, Evaluation};
use super::super::readings::{
    COLUMNS, Diagonals, Line, Lines, MAJOR, MINOR, Parallels, ROWS, Turn,
};
use gradus_step::Aspects;

/// What a search by a reading looks up on every board.
pub(super) struct Tables {
    pub(super) lines: Vec<Line>,
    /// How many lines go through each cell, and which, by their places in the list.
    pub(super) through: [(usize, [usize; MAX_THROUGH]); 16],
    /// What a line of each class is worth while the odd player is to move, and while the even player is.
    pub(super) values: [[i32; CLASSES]; 2],
    pub(super) classes: &'static Classes,
}

pub(super) const MAX_THROUGH: usize = 4;

#[expect(clippy::indexing_slicing, reason = "cells of the board")]
impl Tables {
    pub(super) fn new(reading: &Reading) -> Self {
        let lines = reading.lines.list();
        let mut through = [(0, [0; MAX_THROUGH]); 16];
        for (place, line) in lines.iter().enumerate() {
            for &cell in line {
                let (count, places) = &mut through[cell];
                places[*count] = place;
                *count += 1;
            }
        }
        let values = reading.evaluation.of_classes();
        Self { lines, through, values, classes: Classes::all() }
    }
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    pub(super) evaluation: Evaluation,
    /// The lines that are evaluated, and that finish a game.
    pub(super) lines: Lines,
    pub(super) finish: Finish,
    /// The lines that do not finish a game, by their places in the list: place `n` is bit `n`.
    pub(super) unseen_ends: u16,
    pub(super) choice: Choice,
    pub(super) start: Start,
    pub(super) sign: Sign,
    pub(super) plies: Plies,
    pub(super) turn: Turn,
    pub(super) moves: Moves,
    pub(super) order: Order,
    pub(super) tables: OnceLock<Tables>,
}

impl Reading {
    /// Whether it is right on many positions, so that some must be looked for on which it is not.
    pub(super) fn is_often_right(&self) -> bool {
        matches!(self.finish, Finish::Full)
            || matches!(self.plies, Plies::OneLess)
            || matches!(self.choice, Choice::LastPlayer)
            || self.lines.is_one_missed()
            || matches!(self.moves.owner, Owner::Anyone)
            || matches!(self.moves.only, Only::SmallestNumber | Only::LargestNumber | Only::Wins)
            || self.evaluation.is_often_right()
    }
}

/// When a game is finished, and what it is worth then.
#[derive(Clone, Copy, Default)]
pub(super) enum Finish {
    #[default]
    WonOrFull,
    /// Moves are made until the board is full.
    Full,
    /// A board of the task is not asked whether it is finished, only those that moves lead to.
    NotAskedAtStart,
    /// A win has this score instead of the evaluation.
    Score(i32),
    /// The same, and the sign is that of the player who has lost.
    ScoreOfLoser(i32),
    /// The same whoever has won.
    ScoreForOdd(i32),
    /// This score is added to the evaluation for the winner.
    Bonus(i32),
}

/// Who takes the greatest value.
#[derive(Clone, Copy, Default)]
pub(super) enum Choice {
    #[default]
    Odd,
    Even,
    Both,
    /// The player who is to move at the start.
    First,
    /// Whoever makes the last move, the next but one, and so on.
    LastPlayer,
}

/// What the best value is before the first move is looked at.
#[derive(Clone, Copy, Default)]
pub(super) enum Start {
    #[default]
    Infinite,
    Zero,
    /// Only where the smallest value is taken.
    ZeroForSmallest,
}

/// From whose side the value is given.
#[derive(Clone, Copy, Default)]
pub(super) enum Sign {
    #[default]
    Odd,
    Even,
    /// Of the player who is to move at the start.
    First,
    /// As in a negamax search whose evaluation has no sign: it is turned with every move.
    EveryMove,
}

/// How many plies are searched.
#[derive(Clone, Copy, Default)]
pub(super) enum Plies {
    #[default]
    Depth,
    OneLess,
    None,
}

/// Which moves are tried.
#[derive(Clone, Copy, Default)]
pub(super) struct Moves {
    pub(super) owner: Owner,
    pub(super) only: Only,
}

/// Whose numbers are placed.
#[derive(Clone, Copy, Default)]
pub(super) enum Owner {
    #[default]
    ToMove,
    Opponent,
    Anyone,
}

/// The only ones of the moves that are tried.
#[derive(Clone, Copy, Default)]
pub(super) enum Only {
    #[default]
    All,
    LastMove,
    SmallestNumber,
    LargestNumber,
    FirstCell,
    LastCell,
    /// Each number on one cell only: the first on the first, the second on the second.
    InPairs,
    /// Those that win, or the first of these, where there are any.
    Wins,
}

/// What the order of the moves has to do with the value: nothing, or something by mistake.
#[derive(Clone, Copy, Default)]
pub(super) enum Order {
    #[default]
    DoesNotMatter,
    /// A number that was tried stays used.
    NumberNotTakenBack,
    /// A cell that was tried keeps the last number.
    CellNotTakenBack,
    /// Values are remembered by the numbers on the board, whatever their cells.
    RememberedByNumbers,
}

/// Scores that programs give for a win: most are more than any evaluation.
const WIN_SCORES: [i32; 9] = [1_000, 100, 10_000, 32, 0, 999, 9_999, 100_000, 1_000_000];

/// This one is frequent in a search.
const SIXTEEN_LEFT_OUT: &str = "sixteen-left-out";

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("both-take-the-greatest", |reading| reading.choice = Choice::Both)
        .or("mover-takes-the-greatest", |reading| reading.choice = Choice::First);
    aspects.add().or("one-move-short", |reading| reading.plies = Plies::OneLess);
    aspects
        .add()
        .or("searched-past-a-win", |reading| reading.finish = Finish::Full)
        .or("won-start-searched", |reading| reading.finish = Finish::NotAskedAtStart)
        .or_each("winning-is-worth-more", labelled(&WIN_SCORES[..1]), |reading, score| {
            reading.finish = Finish::Score(score);
        });
    aspects
        .add()
        .or("other-player", |reading| reading.turn = Turn::ByCountReversed)
        .or("always-odd", |reading| reading.turn = Turn::AlwaysOdd)
        .alone();
    evaluation::aspects::add_pairs(aspects, |reading| &mut reading.evaluation);
    evaluation::aspects::add_conditions(aspects, |reading| &mut reading.evaluation)
        .or(SIXTEEN_LEFT_OUT, |reading| reading.evaluation.leave_out_sixteen());
    add_lines(aspects);
    aspects.add().or("value-of-the-first-player", |reading| reading.sign = Sign::First).or(
        "negamax-without-sign",
        |reading| {
            reading.choice = Choice::First;
            reading.sign = Sign::EveryMove;
        },
    );
    aspects.add().or("for-the-player-to-move", |reading| {
        reading.evaluation.see_from_the_player_to_move();
    });
    aspects
        .add()
        .or("smallest-starts-at-zero", |reading| reading.start = Start::ZeroForSmallest)
        .or("starts-at-zero", |reading| reading.start = Start::Zero)
        .alone();
    let is_full = |odd: usize, even: usize| odd + even == 4;
    evaluation::aspects::add_missing_rows(
        aspects,
        |reading| &mut reading.evaluation,
        |odd, even| !is_full(odd, even),
    );
    evaluation::aspects::add_rare_conditions(
        aspects,
        |reading| &mut reading.evaluation,
        &[SIXTEEN_LEFT_OUT, "zero-in-sets", "one-left-out", "fourth-above-16"],
    );
    evaluation::aspects::add_ranges(aspects, |reading| &mut reading.evaluation);
    add_choices(aspects);
    add_moves(aspects);
    add_scores(aspects);
    // A task has one board that is won already, and the others are seldom won in so few plies.
    evaluation::aspects::add_missing_rows(aspects, |reading| &mut reading.evaluation, is_full)
        .seldom();
    add_ends(aspects);
}

/// Adds lines that are evaluated and do not finish a game.
fn add_ends(aspects: &mut Aspects<Reading>) {
    let lines = Lines::default().list();
    let places = |wanted: &[Line]| {
        let places = lines.iter().enumerate().filter(|(_, line)| wanted.contains(line));
        places.fold(0, |set, (place, _)| set | 1 << place)
    };
    let each = lines.iter().map(|line| {
        let cells = line.map(|cell| cell.to_string());
        (cells.join("-"), cells.join(", "), places(&[*line]))
    });
    let aspect = aspects.add().seldom();
    aspect.or_each("line-ends-no-game", each, |reading, unseen| reading.unseen_ends = unseen);
    let [rows, columns, diagonals] = [&ROWS[..], &COLUMNS, &[MAJOR, MINOR]].map(places);
    aspect
        .or("rows-end-no-game", move |reading| reading.unseen_ends = rows)
        .or("columns-end-no-game", move |reading| reading.unseen_ends = columns)
        .or("diagonals-end-no-game", move |reading| reading.unseen_ends = diagonals);
}

fn add_lines(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("minor-diagonal-missed", |reading| reading.lines.diagonals = Diagonals::MajorOnly)
        .or("diagonals-missed", |reading| reading.lines.diagonals = Diagonals::None)
        .or("last-column-missed", |reading| reading.lines.columns = Parallels::WithoutLast)
        .or("last-row-missed", |reading| reading.lines.rows = Parallels::WithoutLast);
    aspects
        .add()
        .or("last-row-and-column-missed", |reading| {
            reading.lines.rows = Parallels::WithoutLast;
            reading.lines.columns = Parallels::WithoutLast;
        })
        .or("columns-are-rows", |reading| reading.lines.columns = Parallels::OtherWay)
        .or("rows-only", |reading| {
            reading.lines.columns = Parallels::None;
            reading.lines.diagonals = Diagonals::None;
        })
        .alone();
}

/// Adds what is taken of the values of the moves, and how deep the search is.
fn add_choices(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("sides-swapped", |reading| reading.choice = Choice::Even)
        .or("last-player-takes-the-greatest", |reading| reading.choice = Choice::LastPlayer)
        .or("not-searched", |reading| reading.plies = Plies::None)
        .or("sign-turned", |reading| reading.sign = Sign::Even)
        .or("evaluation-of-even", |reading| reading.evaluation.see_from_even())
        .alone();
}

/// Adds which moves are tried, and what is left behind when they are.
fn add_moves(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("wins-are-taken", |reading| reading.moves.only = Only::Wins)
        .or("number-not-taken-back", |reading| reading.order = Order::NumberNotTakenBack)
        .or("cell-not-taken-back", |reading| reading.order = Order::CellNotTakenBack)
        .or("last-move-only", |reading| reading.moves.only = Only::LastMove)
        .or("smallest-number-only", |reading| reading.moves.only = Only::SmallestNumber)
        .or("largest-number-only", |reading| reading.moves.only = Only::LargestNumber)
        .or("first-cell-only", |reading| reading.moves.only = Only::FirstCell)
        .or("last-cell-only", |reading| reading.moves.only = Only::LastCell)
        .or("cells-and-numbers-in-pairs", |reading| reading.moves.only = Only::InPairs)
        .or("remembered-by-numbers", |reading| reading.order = Order::RememberedByNumbers)
        .or("numbers-of-both", |reading| reading.moves.owner = Owner::Anyone)
        .or("numbers-of-the-opponent", |reading| reading.moves.owner = Owner::Opponent)
        .alone();
}

/// Scores with their labels.
fn labelled(scores: &'static [i32]) -> impl Iterator<Item = (String, String, i32)> {
    scores.iter().map(|score| (score.to_string(), score.to_string(), *score))
}

/// Adds scores for a win.
fn add_scores(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or_each("winning-is-worth-more", labelled(&WIN_SCORES[1..]), |reading, score| {
            reading.finish = Finish::Score(score);
        })
        .or_each("losing-is-worth-more", labelled(&WIN_SCORES[..3]), |reading, score| {
            reading.finish = Finish::ScoreOfLoser(score);
        })
        .or_each("winning-is-worth-more-for-odd", labelled(&WIN_SCORES[..4]), |reading, score| {
            reading.finish = Finish::ScoreForOdd(score);
        })
        .or_each("bonus-for-winning", labelled(&WIN_SCORES[..3]), |reading, score| {
            reading.finish = Finish::Bonus(score);
        })
        .alone();
}
