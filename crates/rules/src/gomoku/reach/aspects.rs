//! What can be misread: an aspect for each clause of the rule.

use super::super::plain::{LINES, NAMES, Place, SIDE};
use super::reading::{
    Board, Border, Centre, Ending, Itself, Reading, Shape, Steps, Total, Weights,
};
use gradus_step::Aspects;

/// Adds what can be misread, an aspect for each clause of the rule.
#[expect(clippy::too_many_lines, reason = "a list")]
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("itself-on-every-line", |reading| reading.itself = Itself(4))
        .or("itself-left-out", |reading| reading.itself = Itself(0));
    aspects
        .add()
        .or("no-border", |reading| {
            (reading.rows, reading.columns) = (Border(-FAR, FAR), Border(-FAR, FAR));
        })
        .or("only-the-index-checked", |reading| {
            reading.board = Board::Index(0, SIDE * SIDE - 1);
        })
        .or("first-row-and-column-left-out", |reading| {
            (reading.rows.0, reading.columns.0) = (1, 1);
        })
        .or("last-row-and-column-left-out", |reading| {
            (reading.rows.1, reading.columns.1) = (13, 13);
        })
        .or_each("left-out-but-for-itself", narrow_borders(), |reading, (rows, columns)| {
            (reading.rows, reading.columns, reading.always_itself) = (rows, columns, true);
        })
        .or("border-one-too-far", |reading| (reading.rows.1, reading.columns.1) = (15, 15))
        .or("only-the-rows-checked", |reading| reading.columns = Border(-FAR, FAR))
        .or("only-the-columns-checked", |reading| reading.rows = Border(-FAR, FAR))
        .or("no-upper-and-left-border", |reading| {
            (reading.rows.0, reading.columns.0) = (-FAR, -FAR);
        })
        .or("no-lower-and-right-border", |reading| {
            (reading.rows.1, reading.columns.1) = (FAR, FAR);
        });
    let without = NAMES.into_iter().enumerate().map(|(line, (id, symbol))| {
        let mut weights = Weights::default();
        (0..2).for_each(|side| weights.set(line, side, 0));
        (id.to_owned(), symbol.to_owned(), weights)
    });
    aspects
        .add()
        .or("no-diagonals", |reading| {
            reading.weights = Weights([[1; 2], [0; 2], [1; 2], [0; 2]]);
        })
        .or_each("line-left-out", without, |reading, weights| reading.weights = weights);
    aspects
        .add()
        .or("five-away", |reading| reading.steps = Steps { before: 5, after: 5 })
        .or("three-after", |reading| reading.steps.after = 3)
        .or("three-before", |reading| reading.steps.before = 3)
        .or("three-away", |reading| reading.steps = Steps { before: 3, after: 3 })
        .or("only-after", |reading| reading.steps.before = 0)
        .or("only-before", |reading| reading.steps.after = 0)
        .or("up-to-the-border", |reading| {
            reading.steps = Steps { before: UNLIMITED, after: UNLIMITED };
        });
    aspects.add().or("the-whole-square", |reading| reading.shape = Shape::Square);
    aspects.add().or("letters-counted-from-one", |reading| reading.centre = Centre::Shifted(1, 1));
    aspects
        .add()
        .or("outermost-points-left-out", |reading| {
            (reading.rows, reading.columns) = (Border(1, 13), Border(1, 13));
        })
        .or("border-one-too-early-and-too-far", |reading| {
            (reading.rows, reading.columns) = (Border(1, 15), Border(1, 15));
        })
        .or("border-one-too-early", |reading| {
            (reading.rows, reading.columns) = (Border(-1, 14), Border(-1, 14));
        })
        .or("index-0-left-out", |reading| reading.board = Board::Without(0))
        .or("index-224-left-out", |reading| reading.board = Board::Without(SIDE * SIDE - 1))
        .or("row-or-column-on-the-board", |reading| reading.board = Board::Either)
        .or("diagonals-by-rows", |reading| reading.board = Board::DiagonalsByRows)
        .or("diagonals-by-columns", |reading| reading.board = Board::DiagonalsByColumns)
        .or("diagonals-by-either", |reading| reading.board = Board::DiagonalsByEither)
        .or("no-upper-border", |reading| reading.rows.0 = -FAR)
        .or("no-lower-border", |reading| reading.rows.1 = FAR)
        .or("no-left-border", |reading| reading.columns.0 = -FAR)
        .or("no-right-border", |reading| reading.columns.1 = FAR)
        .or("first-row-left-out", |reading| reading.rows.0 = 1)
        .or("last-row-left-out", |reading| reading.rows.1 = 13)
        .or("first-column-left-out", |reading| reading.columns.0 = 1)
        .or("last-column-left-out", |reading| reading.columns.1 = 13)
        .or("one-row-too-many", |reading| reading.rows.1 = 15)
        .or("one-column-too-many", |reading| reading.columns.1 = 15)
        .alone();
    aspects
        .add()
        .or("left-at-the-border", |reading| reading.ending = Ending::LeavesTheLine)
        .or("left-before-the-point", |reading| reading.ending = Ending::LeavesThePoint)
        .or("all-lines-left-at-once", |reading| reading.ending = Ending::LeavesAllLines)
        .or_each("other-directions-left", orders(), |reading, order| {
            reading.ending = Ending::LeavesTheDirections(order);
        })
        .or("short-lines-left-out", |reading| reading.ending = Ending::NoLineShorterThan(5))
        .or("cut-lines-left-out", |reading| reading.ending = Ending::NoLineShorterThan(9))
        .or("same-on-both-sides", |reading| reading.ending = Ending::SameOnBothSides)
        .alone();
    aspects
        .add()
        .or("only-diagonals", |reading| {
            reading.weights = Weights([[0; 2], [1; 2], [0; 2], [1; 2]]);
        })
        .or_each("direction-left-out", without_a_half(), |reading, weights| {
            reading.weights = weights;
        })
        .or_each("direction-twice", one_half_twice(), |reading, weights| {
            reading.weights = weights;
        })
        .or_each("direction-for-another", one_half_for_another(), |reading, weights| {
            reading.weights = weights;
        })
        .or_each("line-twice", one_line_twice(), |reading, weights| reading.weights = weights)
        .or_each("line-more", a_line_more(), |reading, weights| reading.weights = weights)
        .alone();
    aspects
        .add()
        .or("five-after", |reading| reading.steps.after = 5)
        .or("five-before", |reading| reading.steps.before = 5)
        .or("two-away", |reading| reading.steps = Steps { before: 2, after: 2 })
        .or("neighbours-only", |reading| reading.steps = Steps { before: 1, after: 1 })
        .or("eight-after", |reading| reading.steps = Steps { before: 0, after: 8 })
        .alone();
    aspects
        .add()
        .or("itself-twice", |reading| reading.itself = Itself(2))
        .or("itself-five-times", |reading| reading.itself = Itself(5))
        .or("itself-eight-times", |reading| reading.itself = Itself(8))
        .alone();
    aspects
        .add()
        .or("the-diamond", |reading| reading.shape = Shape::Diamond)
        .or("only-the-last-line", |reading| reading.shape = Shape::LastLine)
        .or("only-the-longest-line", |reading| reading.shape = Shape::LongestLine)
        .or("diagonals-like-the-shorter", |reading| {
            reading.shape = Shape::DiagonalsLikeTheShorter;
        })
        .or("diagonals-like-the-longer", |reading| {
            reading.shape = Shape::DiagonalsLikeTheLonger;
        })
        .or("moved-to-the-border", |reading| reading.shape = Shape::MovedToTheBorder)
        .alone();
    aspects
        .add()
        .or("rows-counted-from-one", |reading| reading.centre = Centre::Shifted(1, 0))
        .or("columns-counted-from-one", |reading| reading.centre = Centre::Shifted(0, 1))
        .or("first-letter-twice", |reading| reading.centre = Centre::FirstLetterTwice)
        .or("second-letter-twice", |reading| reading.centre = Centre::SecondLetterTwice)
        .alone();
    aspects
        .add()
        .or("points-not-cleared", |reading| reading.total = Total::DifferentPoints)
        .or("items-added-up", |reading| reading.total = Total::Sum)
        .or("points-sorted", |reading| reading.total = Total::Sorted)
        .alone();
}

/// Orders in which people list the directions, with their labels for ids and for people.
fn orders() -> [(String, String, &'static [Place]); 5] {
    let orders: [(_, _, &[Place]); 5] = [
        ("lines", "— ╲ │ ╱", &LINES),
        ("straight-first", "— │ ╲ ╱", &[(0, 1), (1, 0), (1, 1), (1, -1)]),
        ("by-rows", "↖ ↑ ↗ ← → ↙ ↓ ↘", &BY_ROWS),
        ("by-lines", "→ ← ↘ ↖ ↓ ↑ ↙ ↗", &BY_LINES),
        ("clockwise", "↑ ↗ → ↘ ↓ ↙ ← ↖", &CLOCKWISE),
    ];
    orders.map(|(id, label, order)| (id.to_owned(), label.to_owned(), order))
}

const BY_ROWS: [Place; 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
const BY_LINES: [Place; 8] = [(0, 1), (0, -1), (1, 1), (-1, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];
const CLOCKWISE: [Place; 8] =
    [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// Any number of steps.
const UNLIMITED: i16 = SIDE;

/// Further than any point is away.
const FAR: i16 = 2 * SIDE;

/// The halves of the lines, as people draw them: before the point and after it.
const HALVES: [[(&str, &str); 2]; LINES.len()] = [
    [("left", "←"), ("right", "→")],
    [("up-left", "↖"), ("down-right", "↘")],
    [("up", "↑"), ("down", "↓")],
    [("up-right", "↗"), ("down-left", "↙")],
];

/// A board on which some points are missing, with its labels for ids and for people.
type Narrow = (String, String, (Border, Border));

/// The boards without points of the border that are most often taken for the board.
fn narrow_borders() -> Vec<Narrow> {
    let (whole, without_first, without_last) = (Border(0, 14), Border(1, 14), Border(0, 13));
    let (first_row, first_column) = ("`aa`…`ao`", "`aa`…`oa`");
    let (last_row, last_column) = ("`oa`…`oo`", "`ao`…`oo`");
    let narrow = [
        ("first", [first_row, first_column], (without_first, without_first)),
        ("last", [last_row, last_column], (without_last, without_last)),
        ("first-row", [first_row, ""], (without_first, whole)),
        ("first-column", [first_column, ""], (whole, without_first)),
        ("last-row", [last_row, ""], (without_last, whole)),
        ("last-column", [last_column, ""], (whole, without_last)),
    ];
    let named = narrow.map(|(id, points, borders)| {
        let points: Vec<&str> = points.into_iter().filter(|points| !points.is_empty()).collect();
        (id.to_owned(), points.join(", "), borders)
    });
    named.into()
}

/// A change of the weights, with its labels for ids and for people.
type Weighted = (String, String, Weights);

/// Each half of a line left out.
fn without_a_half() -> Vec<Weighted> {
    let mut found = Vec::new();
    for (line, halves) in HALVES.iter().enumerate() {
        for (side, (id, arrow)) in halves.iter().enumerate() {
            let mut weights = Weights::default();
            weights.set(line, side, 0);
            found.push(((*id).to_owned(), (*arrow).to_owned(), weights));
        }
    }
    found
}

/// One half of a line counted twice, in place of the opposite one.
fn one_half_twice() -> Vec<Weighted> {
    let mut found = Vec::new();
    for (line, halves) in HALVES.iter().enumerate() {
        for (side, (id, arrow)) in halves.iter().enumerate() {
            let mut weights = Weights::default();
            weights.set(line, side, 2);
            weights.set(line, 1 - side, 0);
            found.push(((*id).to_owned(), format!("{arrow}{arrow}"), weights));
        }
    }
    found
}

/// One half of a line counted twice, in place of one beside it: of a diagonal for one of a diagonal, of a row for one of a column.
fn one_half_for_another() -> Vec<Weighted> {
    let mut found = Vec::new();
    for (line, halves) in HALVES.iter().enumerate() {
        let other_line = (line + 2) % LINES.len();
        for (side, (id, arrow)) in halves.iter().enumerate() {
            let others = HALVES.get(other_line).into_iter().flatten().enumerate();
            for (other_side, (other_id, other_arrow)) in others {
                let mut weights = Weights::default();
                weights.set(line, side, 2);
                weights.set(other_line, other_side, 0);
                let label = format!("{arrow}{arrow}, {other_arrow} × 0");
                found.push((format!("{id}-no-{other_id}"), label, weights));
            }
        }
    }
    found
}

/// One line counted twice, in place of another one.
fn one_line_twice() -> Vec<Weighted> {
    let mut found = Vec::new();
    for (line, (id, symbol)) in NAMES.iter().enumerate() {
        for (other, (other_id, other_symbol)) in NAMES.iter().enumerate() {
            if line != other {
                let mut weights = Weights::default();
                for side in 0..2 {
                    weights.set(line, side, 2);
                    weights.set(other, side, 0);
                }
                let label = format!("{symbol} {symbol}, {other_symbol} × 0");
                found.push((format!("{id}-no-{other_id}"), label, weights));
            }
        }
    }
    found
}

/// One line counted twice beside all others.
fn a_line_more() -> Vec<Weighted> {
    let mut found = Vec::new();
    for (line, (id, symbol)) in NAMES.iter().enumerate() {
        let mut weights = Weights::default();
        (0..2).for_each(|side| weights.set(line, side, 2));
        found.push(((*id).to_owned(), (*symbol).to_owned(), weights));
    }
    found
}
