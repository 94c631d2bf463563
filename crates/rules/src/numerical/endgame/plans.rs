//! The endgames of a task, and their results and moves as a reading gives them.

use std::fmt;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::super::evaluation::Evaluation;
use super::super::readings::{Cells, Lines};
use super::ordered_search::{Order, OrderedSearch};
use super::reading::{First, Form, Goal, Name, Reading, SearchMistake};
use super::search::{Placed, Search};
use gradus_board::numerical::{Board, IllegalBoard, Outcome, Player};

/// An open position with few empty cells.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "[u8; 16]", into = "[u8; 16]")]
pub(super) struct Ending {
    pub(super) board: Board,
    /// What the first moves lead to: several readings give other moves, but search rightly.
    pub(super) right: OnceLock<FirstMoves>,
}

/// Why 16 integers are not an endgame.
#[derive(Debug, thiserror::Error)]
pub(super) enum EndingError {
    #[error(transparent)]
    Board(#[from] IllegalBoard),
    #[error("the game is over; expected an open position")]
    Over,
    #[error("{0} empty cells; expected {MIN_EMPTY} to {MAX_EMPTY}")]
    Empty(usize),
}

pub(super) const MIN_EMPTY: u8 = 4;

pub(super) const MAX_EMPTY: u8 = 7;

impl TryFrom<[u8; 16]> for Ending {
    type Error = EndingError;

    fn try_from(cells: [u8; 16]) -> Result<Self, EndingError> {
        let board = Board::from_cells(cells)?;
        if board.outcome() != Outcome::Open {
            return Err(EndingError::Over);
        }
        let empty = board.empty_cells().count();
        if !(usize::from(MIN_EMPTY)..=MAX_EMPTY.into()).contains(&empty) {
            return Err(EndingError::Empty(empty));
        }
        Ok(Self::new(board))
    }
}

impl From<Ending> for [u8; 16] {
    fn from(ending: Ending) -> Self {
        ending.board.cells()
    }
}

impl Ending {
    pub(super) fn new(board: Board) -> Self {
        Self { board, right: OnceLock::new() }
    }

    /// All plans that a reading takes for right.
    pub(super) fn plans(&self, reading: &Reading) -> Vec<Plan> {
        let cells = self.board.cells();
        if reading.is_wrong_about_results() {
            return plans(reading, cells);
        }
        let right = self.right.get_or_init(|| FirstMoves::exact(&Reading::default(), &cells));
        right.plans(reading, &cells)
    }
}

/// A result and a move: `odd 5:9`. The result is never [`Outcome::Open`]; a wrong reading may have a cell or a number that does not
/// exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub(super) result: Outcome,
    /// The two numbers of the move as it is written.
    pub(super) first: (u8, u8),
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cell, number) = self.first;
        write!(f, "{} {cell}:{number}", self.result)
    }
}

/// All plans that a reading takes for right.
pub(super) fn plans(reading: &Reading, cells: Cells) -> Vec<Plan> {
    if let Some(mistake) = reading.mistake {
        return mistake
            .orders()
            .iter()
            .filter_map(|&order| searched_in_order(mistake, order, cells))
            .collect();
    }
    FirstMoves::of(reading, &cells).plans(reading, &cells)
}

/// The plan of a search in which the order of the moves matters.
fn searched_in_order(mistake: SearchMistake, order: Order, cells: Cells) -> Option<Plan> {
    let (result, first) = OrderedSearch::new(mistake, order, cells).best();
    let result = Name::Winner.of(result, true);
    Some(Plan { result, first: Form::CellAndNumber.write(first?, &cells) })
}

/// The moves at the start, and what each of them leads to.
#[derive(Clone)]
pub(super) struct FirstMoves {
    is_odd_to_move: bool,
    /// Whether the player to move takes the worst result.
    is_helping: bool,
    moves: Vec<Placed>,
    /// The results for the player to move.
    results: Vec<i8>,
    /// Whether each move completes a line.
    wins: Vec<bool>,
}

impl FirstMoves {
    /// The results as far as this reading asks for them.
    fn of(reading: &Reading, cells: &Cells) -> Self {
        let search = Search::new(reading, cells);
        let is_greatest_enough = matches!(reading.first, First::Keeping | First::Any)
            && !matches!(reading.goal, Goal::DrawLikeLoss | Goal::FirstNotLosing)
            && !search.is_helping(&search.start);
        if is_greatest_enough {
            Self::with(&search, |moves| search.best_results(moves))
        } else {
            Self::with(&search, |moves| search.results(moves))
        }
    }

    /// All results.
    pub(super) fn exact(reading: &Reading, cells: &Cells) -> Self {
        let search = Search::new(reading, cells);
        Self::with(&search, |moves| search.results(moves))
    }

    fn with(search: &Search, results: impl Fn(&[Placed]) -> Vec<i8>) -> Self {
        let moves = search.first_moves();
        Self {
            is_odd_to_move: search.start.is_odd_to_move,
            is_helping: search.is_helping(&search.start),
            results: results(&moves),
            wins: moves.iter().map(|&placed| search.wins_at_start(placed)).collect(),
            moves,
        }
    }

    /// All plans that a reading takes for right that finds these results.
    pub(super) fn plans(&self, reading: &Reading, cells: &Cells) -> Vec<Plan> {
        let (result, given) = self.chosen(reading, cells);
        let result = reading.name.of(result, self.is_odd_to_move);
        let plan = |placed| Plan { result, first: reading.form.write(placed, cells) };
        given.into_iter().map(plan).collect()
    }

    /// The result for the player to move, and the moves that may be given.
    fn chosen(&self, reading: &Reading, cells: &Cells) -> (i8, Vec<Placed>) {
        let Self { moves, results, .. } = self;
        let is_worst = match reading.first {
            First::BestForOdd => !self.is_odd_to_move,
            First::BestForEven => self.is_odd_to_move,
            First::Worst => true,
            _ => self.is_helping,
        };
        let best = if is_worst { results.iter().min() } else { results.iter().max() };
        let Some(&best) = best else { return (0, Vec::new()) };
        let with = |wanted: i8| {
            let found = moves.iter().zip(results).filter(move |&(_, &result)| result == wanted);
            found.map(|(&placed, _)| placed)
        };
        let mut each = moves.iter().zip(results).map(|(&placed, &result)| (result, vec![placed]));
        let mut not_losing = each.clone().filter(|(result, _)| *result >= 0);
        // Where there is a best move, there is a first one.
        let mut first = || each.next().unwrap_or_default();
        match (reading.first, reading.goal) {
            (First::Keeping, Goal::DrawLikeLoss) if best < 1 => first(),
            (First::Keeping, Goal::FirstNotLosing) => {
                // If all lose, the loop ends with the last one.
                not_losing
                    .next()
                    .unwrap_or_else(|| (best, moves.last().copied().into_iter().collect()))
            }
            (First::Keeping, _) if best < 1 && reading.is_wrong_about_results() => {
                (best, ends(with(best)))
            }
            (First::Keeping | First::BestForOdd | First::BestForEven | First::Worst, _) => {
                (best, with(best).collect())
            }
            (First::Any, _) => (best, first_and_last(moves)),
            (First::AnyWithItsResult, _) => first(),
            (First::NotLosing, _) => (best, not_losing.next().unwrap_or_else(first).1),
            (First::WinningAtOnce, _) => {
                let wins = moves.iter().zip(&self.wins).filter(|&(_, &wins)| wins);
                let wins: Vec<_> = wins.map(|(&placed, _)| placed).collect();
                (best, if wins.is_empty() { first_and_last(moves) } else { wins })
            }
            (First::BestEvaluation, _) => (best, with_best_evaluation(cells, moves)),
            (First::LastStored, _) => {
                let stored = Search::new(&Reading::default(), cells).last_stored();
                (best, stored.into_iter().collect())
            }
        }
    }
}

fn first_and_last(moves: &[Placed]) -> Vec<Placed> {
    [moves.first(), moves.last()].into_iter().flatten().copied().collect()
}

/// The first and the last of some moves, by cell and by number: those that programs choose without a reason for another one.
fn ends(moves: impl Iterator<Item = Placed> + Clone) -> Vec<Placed> {
    let by_number = |&(cell, number): &Placed| (number, cell);
    let least = moves.clone().min_by_key(by_number);
    let greatest = moves.clone().max_by_key(by_number);
    let (first, last) = (moves.clone().next(), moves.last());
    [first, least, greatest, last].into_iter().flatten().collect()
}

/// The moves after which the evaluation is the best one for the player to move.
#[expect(clippy::indexing_slicing, reason = "cells of the board")]
fn with_best_evaluation(cells: &Cells, moves: &[Placed]) -> Vec<Placed> {
    let (evaluation, lines) = (Evaluation::default(), Lines::default().list());
    let value = |&(cell, number): &Placed| {
        let mut after = *cells;
        after[cell] = number;
        let value = evaluation.value(&after, &lines);
        if number % 2 == 1 { value } else { -value }
    };
    let values: Vec<i32> = moves.iter().map(value).collect();
    let greatest = values.iter().max();
    let best = moves.iter().zip(&values).filter(|&(_, value)| Some(value) == greatest);
    best.map(|(&placed, _)| placed).collect()
}

impl Name {
    /// What a result of the player to move is called.
    fn of(self, result: i8, is_odd_to_move: bool) -> Outcome {
        let is_odd = match self {
            Self::Winner => is_odd_to_move == (result > 0),
            Self::Loser => is_odd_to_move != (result > 0),
            Self::Mover => result > 0,
        };
        match result {
            0 => Outcome::Draw,
            _ if is_odd => Outcome::Won(Player::Odd),
            _ => Outcome::Won(Player::Even),
        }
    }
}

impl Form {
    #[expect(clippy::cast_possible_truncation, reason = "a cell of the board")]
    fn write(self, (cell, number): Placed, cells: &Cells) -> (u8, u8) {
        let empty_before = || cells.iter().take(cell).filter(|&&other| other == 0).count() as u8;
        let cell_index = cell as u8;
        match self {
            Self::CellAndNumber => (cell_index, number),
            Self::NumberAndCell => (number, cell_index),
            Self::CellFromOne => (cell_index + 1, number),
            Self::ColumnByColumn => (cell_index % 4 * 4 + cell_index / 4, number),
            Self::PlaceAmongEmpty(first) => (empty_before() + first, number),
            Self::PlaceOfNumber => {
                let smaller =
                    (1..number).filter(|other| other % 2 == number % 2 && !cells.contains(other));
                (cell_index, smaller.count() as u8)
            }
            Self::CellFromTheEnd => (15 - cell_index, number),
        }
    }
}
