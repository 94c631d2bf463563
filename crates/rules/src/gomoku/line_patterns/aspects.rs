//! What can be misread: an aspect for each clause of the rule.

use super::super::plain::{self, Border, LINES, Letters, NAMES};
use super::reading::{
    Centre, Directions, OffBoard, Order, Played, Reading, Slices, Turns, Walk, Window,
};
use gradus_board::gomoku::Stone;
use gradus_step::Aspects;

/// Adds what can be misread, an aspect for each clause of the rule.
#[expect(clippy::too_many_lines, reason = "a list")]
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("off-board-as-empty", |reading| reading.off_board = OffBoard::Written('.'))
        .or("off-board-as-white", |reading| reading.off_board = OffBoard::Written('o'))
        .or("off-board-as-black", |reading| reading.off_board = OffBoard::Written('x'));
    aspects
        .add()
        .or("wrapped-to-the-next-row", |reading| reading.border = Border::NextRow)
        .or("index-below-zero", |reading| reading.border = Border::FromTheEnd)
        .or("wrapped-to-the-opposite-side", |reading| reading.border = Border::OppositeSide)
        .or("first-row-and-column-left-out", |reading| {
            reading.border = Border::Within(1, 14);
        })
        .or("last-row-and-column-left-out", |reading| reading.border = Border::Within(0, 13))
        .or("outermost-points-left-out", |reading| reading.border = Border::Within(1, 13))
        .or_each("left-out-but-for-itself", narrow_borders(), |reading, border| {
            (reading.border, reading.always_itself) = (border, true);
        });
    aspects
        .add()
        .or("window-of-five", |reading| (reading.cells.before, reading.cells.after) = (5, 5))
        .or("window-of-three", |reading| (reading.cells.before, reading.cells.after) = (3, 3))
        .or("three-after", |reading| reading.cells.after = 3)
        .or("three-before", |reading| reading.cells.before = 3)
        .or("only-after", |reading| reading.cells.before = 0)
        .or("only-before", |reading| reading.cells.after = 0);
    aspects
        .add()
        .or("rows-and-columns-swapped", |reading| reading.question = Letters::ColumnFirst)
        .or("letters-counted-from-one", |reading| reading.question = Letters::Shifted(1, 1))
        .or("game-counted-from-one", |reading| reading.question = Letters::Shifted(-1, -1));
    aspects
        .add()
        .or("colours-swapped", |reading| reading.turns = Turns::WhiteFirst)
        .or("all-black", |reading| reading.turns = Turns::All(Stone::Black))
        .or("colours-from-the-text", |reading| reading.turns = Turns::FirstInTheText);
    aspects.add().or("last-move-missing", |reading| reading.played = Played::WithoutTheLast);
    aspects
        .add()
        .or("anti-diagonal-down-right", |reading| reading.lines = Directions([0, 1, 2, 1]))
        .or("diagonal-down-left", |reading| reading.lines = Directions([0, 3, 2, 3]))
        .or("row-twice", |reading| reading.lines = Directions([0, 1, 0, 3]))
        .or("column-twice", |reading| reading.lines = Directions([2, 1, 2, 3]));
    aspects.add().or("the-point-left-out", |reading| reading.cells.centre = Centre::LeftOut);
    aspects.add().or("cells-before-not-turned", |reading| {
        reading.cells.order = Order::BeforeNotTurned;
    });
    aspects
        .add()
        .or("moved-on", |reading| reading.window = Window::MovedOn)
        .or("moved-inwards", |reading| reading.window = Window::MovedInwards)
        .or("rows-and-columns-moved-inwards", |reading| {
            reading.window = Window::RowsAndColumnsMovedInwards;
        })
        .or("moved-back", |reading| reading.window = Window::MovedBack)
        .or("cut-alike", |reading| reading.window = Window::CutAlike)
        .or("one-test-for-all-lines", |reading| reading.window = Window::OneTestForAllLines)
        .or("left-at-the-border", |reading| reading.window = Window::LeftAtTheBorder)
        .or("left-before-the-point", |reading| reading.window = Window::LeftBeforeThePoint)
        .alone();
    aspects
        .add()
        .or("ends-at-an-empty-cell", |reading| reading.walk = Walk::ToAnEmptyCell)
        .or("ends-at-a-stone", |reading| reading.walk = Walk::ToAStone)
        .or("ends-before-an-empty-cell", |reading| reading.walk = Walk::BeforeAnEmptyCell)
        .alone();
    let (whole, without_first, without_last) = ((0, 14), (1, 14), (0, 13));
    aspects
        .add()
        .or("row-below-zero", |reading| reading.border = Border::RowsFromTheEnd)
        .or("column-below-zero", |reading| reading.border = Border::ColumnsFromTheEnd)
        .or("clamped", |reading| reading.border = Border::Clamped)
        .or("column-from-index-zero", |reading| reading.slices = Slices::Column)
        .or("lines-from-index-zero", |reading| reading.slices = Slices::AllButTheRow)
        .or("signs-dropped", |reading| reading.border = Border::WithoutSigns)
        .or("first-row-left-out", move |reading| {
            reading.border = Border::Sides(without_first, whole);
        })
        .or("first-column-left-out", move |reading| {
            reading.border = Border::Sides(whole, without_first);
        })
        .or("last-row-left-out", move |reading| {
            reading.border = Border::Sides(without_last, whole);
        })
        .or("last-column-left-out", move |reading| {
            reading.border = Border::Sides(whole, without_last);
        })
        .alone();
    aspects
        .add()
        .or("the-point-as-empty", |reading| reading.cells.centre = Centre::Written('.'))
        .or("the-point-twice", |reading| reading.cells.centre = Centre::Twice)
        .alone();
    aspects
        .add()
        .or("cells-after-turned", |reading| reading.cells.order = Order::AfterTurned)
        .or("both-sides-turned", |reading| reading.cells.order = Order::BothTurned)
        .or("after-then-before", |reading| reading.cells.order = Order::AfterThenBefore)
        .or("cells-after-first", |reading| reading.cells.order = Order::AfterFirst)
        .or("before-then-after", |reading| reading.cells.order = Order::BeforeThenAfter)
        .or("cells-before-twice", |reading| reading.cells.order = Order::BeforeTwice)
        .or("cells-after-twice", |reading| reading.cells.order = Order::AfterTwice)
        .alone();
    let windows = [(4, 5), (5, 4), (1, 1), (6, 6), (7, 7), (0, 8), (8, 0), (14, 14)];
    let windows = windows.map(|(before, after): (i16, i16)| {
        (format!("{before}-{after}"), format!("−{before}…+{after}"), (before, after))
    });
    aspects
        .add()
        .or_each("window", windows, |reading, (before, after)| {
            (reading.cells.before, reading.cells.after) = (before, after);
        })
        .alone();
    aspects
        .add()
        .or_each("lines-taken", wrong_lines(), |reading, lines| reading.lines = lines)
        .alone();
    plain::misread_letters(aspects.add(), |reading| &mut reading.question)
        .or("rows-from-the-bottom", |reading| reading.question = Letters::FromTheBottom)
        .or("columns-from-the-right", |reading| reading.question = Letters::FromTheRight)
        .alone();
    aspects
        .add()
        .or("all-white", |reading| reading.turns = Turns::All(Stone::White))
        .or("black-then-white", |reading| reading.turns = Turns::BlackThenWhite)
        .or("two-moves-at-a-time", |reading| reading.turns = Turns::TwoAtATime)
        .or("first-two-black", |reading| reading.turns = Turns::FirstTwice)
        .alone();
    aspects
        .add()
        .or("first-move-missing", |reading| reading.played = Played::WithoutTheFirst)
        .or("only-blacks-moves", |reading| reading.played = Played::OnlyOf(Stone::Black))
        .or("only-whites-moves", |reading| reading.played = Played::OnlyOf(Stone::White))
        .or("game-first-letter-twice", |reading| reading.played = Played::FirstLetterTwice)
        .or("game-second-letter-twice", |reading| reading.played = Played::SecondLetterTwice)
        .or("one-list-for-all-rows", |reading| reading.played = Played::InAllRows)
        .alone();
}

/// The boards without points of the border that are most often taken for the board.
fn narrow_borders() -> [(String, String, Border); 2] {
    let borders = [
        ("first", "`aa`…`ao`, `aa`…`oa`", Border::Within(1, 14)),
        ("last", "`oa`…`oo`, `ao`…`oo`", Border::Within(0, 13)),
    ];
    borders.map(|(id, points, border)| (id.to_owned(), points.to_owned(), border))
}

/// Four lines with one of them twice, or one of them only, with their labels for ids and for people.
fn wrong_lines() -> Vec<(String, String, Directions)> {
    const WRONG: [[usize; LINES.len()]; 14] = [
        [0, 0, 2, 3],
        [0, 1, 2, 0],
        [1, 1, 2, 3],
        [0, 1, 1, 3],
        [0, 2, 2, 3],
        [0, 1, 2, 2],
        [3, 1, 2, 3],
        [0, 1, 3, 3],
        [0, 2, 0, 2],
        [1, 3, 1, 3],
        [0, 0, 0, 0],
        [1, 1, 1, 1],
        [2, 2, 2, 2],
        [3, 3, 3, 3],
    ];
    let named = WRONG.map(|lines| {
        let id: String = lines.iter().map(|line| (line + 1).to_string()).collect();
        let symbols = lines.iter().filter_map(|&line| NAMES.get(line).map(|&(_, symbol)| symbol));
        (id, symbols.collect::<Vec<_>>().join(" "), Directions(lines))
    });
    named.into()
}
