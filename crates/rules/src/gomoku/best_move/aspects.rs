//! What can be misread: an aspect for each clause of the rule.

use super::super::plain::{self, Border, LineSet};
use super::lines::Dots;
use super::position::{OffBoard, Played, Reach, Scored, ScoredBefore};
use super::reading::{Compared, Fitting, Kept, Mine, Reading, Total, Written};
use super::table::{
    ALIKE, EXCHANGED, MISTYPED, Patterns, ROWS, Row, TABLE, is_inner, is_listed_second, is_o_after,
    is_o_before, is_sorted_first, is_sorted_second, patterns,
};
use gradus_board::gomoku::{Point, Scoring, Stone};
use gradus_step::Aspects;

/// Adds what can be misread, an aspect for each clause of the rule.
#[expect(clippy::too_many_lines, reason = "a list")]
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("last-row-that-fits", |reading| reading.fitting = Fitting::LastRow)
        .or("all-rows-added", |reading| reading.fitting = Fitting::AllRows)
        .or("all-patterns-added", |reading| reading.fitting = Fitting::AllPatterns);
    aspects.add().or("best-line-only", |reading| reading.total = Total::BestLine);
    aspects
        .add()
        .or("the-opponents-turn", |reading| reading.mine = Mine::OfTheOpponent)
        .or("black-is-always-mine", |reading| reading.mine = Mine::Of(Stone::Black));
    aspects.add().or("no-value-without-pattern", |reading| reading.plain = 0);
    aspects
        .add()
        .or("off-board-as-empty", |reading| reading.view.off_board = OffBoard::Empty)
        .or("off-board-as-opponent", |reading| reading.view.off_board = OffBoard::Opponent)
        .or("cut-lines-left-out", |reading| reading.view.off_board = OffBoard::NoLine);
    let rows = || (0..ROWS).zip(*TABLE);
    let left_out =
        rows().map(|(row, Row { value, .. })| (value.to_string(), value.to_string(), row));
    aspects
        .add()
        .or("no-blocks", |reading| reading.without(patterns(|text| text.contains("OO"))))
        .or("patterns-with-o-left-out", |reading| {
            reading.without(patterns(|text| text.contains('O')));
        })
        .or_each("row-left-out", left_out, |reading, row| {
            reading.without(TABLE.get(row).map_or(0, |row| row.patterns));
        });
    plain::forgotten_lines(aspects.add(), |reading| &mut reading.lines);
    aspects
        .add()
        .or("window-of-three", |reading| reading.view.reach = Reach { before: 3, after: 3 })
        .or("three-after", |reading| reading.view.reach.after = 3)
        .or("three-before", |reading| reading.view.reach.before = 3);
    aspects.add().or("dots-fit-anything", |reading| reading.view.dots = Dots::AnyCell);
    aspects.add().or("column-before-row", |reading| reading.written = Written::ColumnFirst);
    aspects.add().or("occupied-points-scored", |reading| reading.view.scored = Scored::All);

    // The rest is not combined: it is too much.
    aspects
        .add()
        .or("best-not-set-back", |reading| reading.kept = Kept::Best)
        .or("turn-not-set-back", |reading| reading.kept = Kept::Turn)
        .or("board-not-emptied", |reading| reading.kept = Kept::Board)
        .alone();
    aspects
        .add()
        .or("last-move-left-out", |reading| reading.played = Played::AllButTheLast)
        .or("one-move-behind", |reading| {
            reading.played = Played::AllButTheLast;
            reading.mine = Mine::OfTheOpponent;
        })
        .or("white-is-always-mine", |reading| reading.mine = Mine::Of(Stone::White))
        .or("both-sides-added", |reading| reading.mine = Mine::OfBoth)
        .alone();
    aspects.add().or("compared-as-text", |reading| reading.compared = Compared::AsText).alone();
    let twice = [("row", "—", [0, 1, 0, 3]), ("falling", "╲", [0, 1, 2, 1])];
    let twice =
        twice.into_iter().chain([("column", "│", [2, 1, 2, 3]), ("rising", "╱", [0, 3, 2, 3])]);
    let twice = twice.map(|(id, symbol, taken)| (id.to_owned(), symbol.to_owned(), taken));
    aspects
        .add()
        .or("first-line-only", |reading| reading.lines = LineSet::only(0))
        .or_each("line-twice", twice, |reading, taken| reading.taken = taken)
        .alone();
    aspects
        .add()
        .or("only-after", |reading| reading.view.reach.before = 0)
        .or("only-before", |reading| reading.view.reach.after = 0)
        .or("scored-points-not-emptied", |reading| {
            reading.view.scored_before = ScoredBefore::Marked;
        })
        .alone();
    aspects
        .add()
        .or("wrapped-to-the-next-row", |reading| reading.view.border = Border::NextRow)
        .or("index-below-zero", |reading| reading.view.border = Border::FromTheEnd)
        .or("last-row-and-column-left-out", |reading| {
            reading.view.scored = Scored::Within(0, Point::SIDE - 2);
        })
        .or("first-row-and-column-left-out", |reading| {
            reading.view.scored = Scored::Within(1, Point::SIDE - 1);
        })
        .alone();
    let halves: [(&str, IsSuch); 5] = [
        ("listed", is_listed_second),
        ("with-later-point", is_sorted_second),
        ("with-earlier-point", is_sorted_first),
        ("with-o-before", is_o_before),
        ("with-o-after", is_o_after),
    ];
    let halves = halves.map(|(id, half)| (id.to_owned(), id.to_owned(), half));
    aspects
        .add()
        .or_each("mirror-images-left-out", halves, |reading, half| {
            reading.without(patterns(half));
        })
        .or("inner-points-left-out", |reading| reading.without(patterns(is_inner)))
        .alone();
    aspects
        .add()
        .or("first-pattern-only", |reading| {
            reading.table.iter_mut().for_each(|row| row.patterns = first_of(row.patterns));
        })
        .or("last-pattern-only", |reading| {
            reading.table.iter_mut().for_each(|row| row.patterns = last_of(row.patterns));
        })
        .alone();
    let mistyped = MISTYPED
        .map(|(right, wrong)| (format!("{right}-as-{wrong}"), right.to_string(), (right, wrong)));
    aspects
        .add()
        .or_each("value-mistyped", mistyped, |reading, (right, wrong)| {
            let rows = reading.table.iter_mut().filter(|row| row.value == right);
            rows.for_each(|row| row.value = wrong);
        })
        .alone();
    let alike =
        ALIKE.map(|(id, texts)| (id.to_owned(), format!("`{}`", texts.join("`, `")), texts));
    aspects
        .add()
        .or_each("patterns-left-out", alike, |reading, texts| {
            reading.without(patterns(|text| texts.contains(&text)));
        })
        .alone();
    // A task has no room for all of them: it has eight best points with at most four lines each.
    aspects.add().or_each("pattern-left-out", each_pattern(), Reading::without).seldom();
    let exchanged = EXCHANGED.into_iter().filter_map(|row| {
        let [one, other] = [row, row + 1].map(|row| TABLE.get(row).map(|row| row.value));
        Some((format!("{}-and-{}", one?, other?), format!("{}, {}", one?, other?), row))
    });
    aspects
        .add()
        .or_each("values-exchanged", exchanged, |reading, row| {
            if let Some([one, other]) = reading.table.get_mut(row..row + 2) {
                std::mem::swap(&mut one.value, &mut other.value);
            }
        })
        .alone();
}

/// Each pattern of the table, with its labels.
fn each_pattern() -> impl Iterator<Item = (String, String, Patterns)> {
    let id = |text: &str| text.replace('.', "e").to_lowercase();
    let numbered = Scoring::patterns().enumerate();
    numbered.map(move |(number, (text, _))| (id(text), format!("`{text}`"), 1 << number))
}

/// The first of these patterns in the order of the table.
fn first_of(patterns: Patterns) -> Patterns {
    patterns & patterns.wrapping_neg()
}

/// The last of them.
fn last_of(patterns: Patterns) -> Patterns {
    patterns.checked_ilog2().map_or(0, |place| 1 << place)
}

/// Which patterns of the table are such.
type IsSuch = fn(&str) -> bool;
