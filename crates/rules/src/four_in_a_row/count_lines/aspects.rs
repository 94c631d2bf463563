//! What can be misread: an aspect for each clause of the rule.

use super::super::direction_readings::{
    DirectionReading, add_directions_left_out, add_lines_within,
};
use super::super::line_sets::{LineSet, add_line_sets};
use super::reading::{Complete, Counted, Order, Reading, Running};
use gradus_board::lattice::four_in_a_row::{ByColor, Stone};
use gradus_step::Aspects;

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    const LIKELY_SETS: [LineSet; 8] = [
        LineSet::BothSenses,
        LineSet::NothingFalls,
        LineSet::PositiveSum,
        LineSet::OverTheBorder,
        LineSet::XNotNegative,
        LineSet::XRises,
        LineSet::WRises,
        LineSet::ConstantBelowThree,
    ];
    const LIKELY_PARTS: [LineSet; 4] =
        [LineSet::AlongAxes, LineSet::AtMostTwo, LineSet::AtMostThree, LineSet::OneCube];
    aspects.add().or("white-before-black", |reading| reading.order = Order::WhiteFirst);
    add_line_sets(aspects, &LIKELY_SETS, |reading| &mut reading.lines);
    let take = |reading: &mut Reading, directions| reading.directions = directions;
    let of_axes = DirectionReading::of_directions(1, DirectionReading::Missing);
    add_lines_within(aspects.add(), &LIKELY_PARTS, |reading| &mut reading.directions).or_each(
        "direction-left-out",
        of_axes,
        take,
    );
    aspects
        .add()
        .or("stones-used-once", |reading| {
            reading.counted = Counted::LinesWithoutCommonStones;
        })
        .or("stones-counted", |reading| reading.counted = Counted::Stones)
        .or("any-line", |reading| reading.counted = Counted::Any)
        .or("directions-counted", |reading| reading.counted = Counted::Directions)
        .or("one-line-for-each-start", |reading| reading.counted = Counted::Starts);
    aspects
        .add()
        .or("empty-lines-for-white", |reading| {
            reading.complete = Complete::FourOrEmptyFor(Stone::White);
        })
        .or("three-are-enough", |reading| reading.complete = Complete::ThreeOrFour)
        .or("three-and-an-empty-cell", |reading| reading.complete = Complete::ThreeAndEmpty)
        .or("both-sides-together", |reading| reading.complete = Complete::OfEitherSide)
        .or("not-black-is-white", |reading| {
            reading.complete = Complete::WithoutOthersFor(Stone::White);
        })
        .or("gaps-in-white-lines", |reading| {
            reading.complete = Complete::SomeWithoutOthersFor(Stone::White);
        });
    aspects
        .add()
        .or("white-goes-on-from-black", |reading| reading.running = Running::WhiteFromBlack)
        .or("counters-run-on", |reading| reading.running = Running::Both);
    aspects.add().or("rows-over-the-border", |reading| reading.rows_run_over = true);
    aspects.add().or_each(
        "falling-missed-among",
        DirectionReading::of_falling(3..=3),
        |reading, falling| {
            reading.falling = falling;
        },
    );
    aspects.add().alone().or_each(
        "falling-missed-among",
        [2, 4].into_iter().flat_map(|count| DirectionReading::of_falling(count..=count)),
        |reading, falling| {
            reading.falling = falling;
        },
    );
    add_single_mistakes(aspects);
}

/// What is not combined with other mistakes.
fn add_single_mistakes(aspects: &mut Aspects<Reading>) {
    const OTHER_SETS: [LineSet; 14] = [
        LineSet::BelowZero,
        LineSet::AboveThree,
        LineSet::StartsBelowThree,
        LineSet::ConstantAboveZero,
        LineSet::WNotNegative,
        LineSet::SumNotNegative,
        LineSet::SomeRises,
        LineSet::RoundTheBorder,
        LineSet::XUnchecked,
        LineSet::YUnchecked,
        LineSet::ZUnchecked,
        LineSet::FallingFromZero,
        LineSet::FallingFromZeroBackwards,
        LineSet::NoDirectionToo,
    ];
    const OTHER_PARTS: [LineSet; 3] =
        [LineSet::Diagonals, LineSet::WithoutTwo, LineSet::WithoutThree];
    let take: fn(&mut Reading, DirectionReading) =
        |reading, directions| reading.directions = directions;
    add_line_sets(aspects, &OTHER_SETS, |reading| &mut reading.lines).alone();
    aspects
        .add()
        .or("four-for-each-line", |reading| reading.counted = Counted::FourEach)
        .or("lines-in-one-text", |reading| reading.counted = Counted::InOneText)
        .or("empty-lines-for-black", |reading| {
            reading.complete = Complete::FourOrEmptyFor(Stone::Black);
        })
        .or("not-white-is-black", |reading| {
            reading.complete = Complete::WithoutOthersFor(Stone::Black);
        })
        .or("gaps-in-black-lines", |reading| {
            reading.complete = Complete::SomeWithoutOthersFor(Stone::Black);
        })
        .or("black-twice", |reading| reading.complete = Complete::Of(Stone::Black))
        .or("white-twice", |reading| reading.complete = Complete::Of(Stone::White))
        .or("lines-met-before-left-out", |reading| reading.running = Running::Lines)
        .or("one-counter-runs-on", |reading| reading.running = Running::Common)
        .or_each("cell-not-checked", unchecked(), |reading, complete| {
            reading.complete = complete;
        })
        .alone();
    let falls = |&(.., reading): &(String, String, DirectionReading)| matches!(reading, DirectionReading::WithoutMinus(vector) if vector.contains(&-1));
    let [doubled, typed] = [DirectionReading::Doubled, DirectionReading::WithoutMinus]
        .map(|change| DirectionReading::of_directions(2, change));
    let axes_doubled = DirectionReading::of_directions(1, DirectionReading::Doubled);
    let parts = add_lines_within(aspects.add(), &OTHER_PARTS, |reading| &mut reading.directions);
    add_directions_left_out(parts, &[2, 3, 4], take)
        .or_each("direction-doubled", doubled.chain(axes_doubled), take)
        .or_each("direction-without-minus", typed.filter(falls), take)
        .alone();
}

/// For which sides, and of which cell, a program does not check whether there is a stone.
fn unchecked() -> impl Iterator<Item = (String, String, Complete)> {
    let sides = [("x", true, false), ("o", false, true), ("x, o", true, true)];
    sides.into_iter().flat_map(|(label, black, white)| {
        (0..4).map(move |place| {
            let id = format!("{}-{}", label.replace(", ", ""), place + 1);
            (id, label.to_owned(), Complete::Unchecked(ByColor { black, white }, place))
        })
    })
}
