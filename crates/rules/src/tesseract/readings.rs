//! How lines and turns can be misread: what the four rules about games share.
//!
//! A rule's own reading has a [`LineReading`] and a [`TurnReading`] in it, and [`add_line_aspects`] and [`add_turn_aspects`] list what
//! is wrong about them. The hints on these are in the section `tesseract.games` of the texts, once for all four.

mod lines;
mod turns;

use self::lines::{Directions, Middle, Numbering, Passing, Positive, Rounding, Search, vectors};
pub(super) use self::lines::{EVERYBODYS, LineReading, Row, direction_of};
pub(super) use self::turns::{Course, FirstMove, IDS, Moves, Taken, TurnReading};
use gradus_step::{Aspect, Aspects};

/// The aspects of what a line is.
pub(super) fn add_line_aspects<R: 'static>(
    aspects: &mut Aspects<R>,
    lines: fn(&mut R) -> &mut LineReading,
) {
    let directions =
        move |directions| move |reading: &mut R| lines(reading).rule.directions = directions;
    let search = move |search| move |reading: &mut R| lines(reading).rule.search = search;
    let numbering =
        move |numbering| move |reading: &mut R| lines(reading).rule.numbering = numbering;
    aspects
        .add()
        .or("lines-along-the-axes-only", directions(Directions::Axes))
        .or("falling-coordinates-missed", directions(Directions::Rising))
        .or("three-at-once-missed", directions(Directions::AllBut(3)))
        .or("sum-of-zero-missed", directions(Directions::SumNotZero([1; 4])))
        .or("first-coordinate-always-changes", directions(Directions::With(0)));
    aspects
        .add()
        .or("centre-not-skipped", numbering(Numbering::CentreCounted))
        .or("centre-is-a-tile", numbering(Numbering::CentreIsATile));
    aspects.add().or("lines-around-the-centre", move |reading| {
        lines(reading).rule.has_lines_around_the_centre = true;
    });
    // Less likely, and not together with others: so many pairs are more than can be tried.
    aspects
        .add()
        .or("around-the-border", search(Search::AroundTheBorder))
        .or("ids-from-zero", numbering(Numbering::FromZero))
        .or("axis-distances-between-ids", search(Search::AxisDistances))
        .or("uneven-distances-missed", search(Search::InsideAtEqualDistances))
        .or("steps-from-id-to-id", search(Search::InsideBySteps(Passing::Tiles)))
        .or("steps-from-id-to-id-over-the-centre", search(Search::InsideBySteps(Passing::Centre)))
        .or("two-at-once-missed", directions(Directions::AllBut(2)))
        .or("one-at-once-missed", directions(Directions::AllBut(1)))
        .or("small-squares-only", directions(Directions::InSmallSquares))
        .or("equal-distances-between-places", search(Search::EqualDistancesOfPlaces))
        .or("places-from-zero", numbering(Numbering::PlacesFromZero))
        .or("negative-indices", search(Search::BelowTheBorder(Positive::First)))
        .or("negative-indices-the-other-half", search(Search::BelowTheBorder(Positive::Last)))
        .alone();
    let axes = ["i", "j", "k", "l"].into_iter().zip(0..);
    let axes = axes.map(|(name, axis)| (name.to_owned(), name.to_owned(), axis));
    let values = [3, 1, 2].map(|value: i8| (value.to_string(), value.to_string(), value - 1));
    aspects
        .add()
        .or_each("coordinate-never-changes", axes.clone(), move |reading, axis| {
            lines(reading).rule.directions = Directions::Without(axis);
        })
        .or_each("coordinate-always-changes", axes.skip(1), move |reading, axis| {
            lines(reading).rule.directions = Directions::With(axis);
        })
        .or_each("coordinate-never-stays-at", values, move |reading, value| {
            lines(reading).rule.search = Search::InsideWithoutStaying(value);
        })
        .alone();
}

/// The aspect of ids at equal distances that are taken for lines.
pub(super) fn add_distances_aspect<R: 'static>(
    aspects: &mut Aspects<R>,
    lines: fn(&mut R) -> &mut LineReading,
) -> &mut Aspect<R> {
    let between_ids = move |reading: &mut R| lines(reading).rule.search = Search::EqualDistances;
    aspects.add().or("equal-distances-between-ids", between_ids)
}

/// The aspect of the middle of two tiles, if its coordinates are rounded.
pub(super) fn add_middle_aspect<R: 'static>(
    aspects: &mut Aspects<R>,
    lines: fn(&mut R) -> &mut LineReading,
) -> &mut Aspect<R> {
    aspects.add().or_each("middle-rounded", roundings(), rounded(Middle::Another, lines)).alone()
}

/// The same where two tiles may make a line, since one of them is in the middle then.
pub(super) fn add_middle_or_end_aspect<R: 'static>(
    aspects: &mut Aspects<R>,
    lines: fn(&mut R) -> &mut LineReading,
) {
    add_middle_aspect(aspects, lines).or_each(
        "middle-rounded-to-an-end",
        roundings(),
        rounded(Middle::Any, lines),
    );
}

fn roundings() -> impl Iterator<Item = (String, String, Rounding)> {
    let all = Rounding::ALL.into_iter();
    all.map(|(id, label, rounding)| (id.to_owned(), label.to_owned(), rounding))
}

fn rounded<R: 'static>(
    middle: Middle,
    lines: fn(&mut R) -> &mut LineReading,
) -> impl Fn(&mut R, Rounding) + Clone {
    move |reading, rounding| {
        lines(reading).rule.search = Search::RoundedMiddle(rounding, middle);
    }
}

/// The aspect of a component that the sum which chooses between v and −v does not have.
pub(super) fn add_sum_aspect<R: 'static>(
    aspects: &mut Aspects<R>,
    axes: impl IntoIterator<Item = (&'static str, usize)>,
    lines: fn(&mut R) -> &mut LineReading,
) {
    let axes = axes.into_iter().map(|(name, axis)| (name.to_owned(), name.to_owned(), axis));
    let alone = move |reading: &mut R, axis| {
        lines(reading).rule.directions = Directions::AllButAlone(axis);
    };
    aspects.add().or_each("coordinate-never-alone", axes, alone).alone();
}

/// Classes of directions that programs leave out, as an aspect: the diagonals of a plane or a space, if they have so many lines, those
/// that rise or fall, if they have half as many, and each direction that changes one of these numbers of coordinates.
pub(super) fn add_directions_left_out<R: 'static>(
    aspects: &mut Aspects<R>,
    least: usize,
    changing: &[usize],
    lines: fn(&mut R) -> &mut LineReading,
) {
    let take = move |reading: &mut R, directions| lines(reading).rule.directions = directions;
    let missing = vectors(Positive::First)
        .filter(|vector| changing.contains(&vector.iter().filter(|&&along| along != 0).count()));
    let missing = missing.map(|vector| {
        let id = vector.map(|along| along.to_string().replace('-', "minus-")).join("-");
        let label = vector.map(|along| along.to_string()).join(", ");
        (id, format!("({label})"), Directions::Missing(vector))
    });
    let has_enough = |least: usize| {
        move |(.., directions): &(String, String, Directions)| {
            LineReading::lines_left_out(*directions) >= least
        }
    };
    let among = |change: fn(usize) -> Directions| {
        let counts = [2, 3].map(|count| (count.to_string(), count.to_string(), change(count)));
        counts.into_iter().filter(has_enough(least / 2))
    };
    let diagonals = [2, 3].into_iter().flat_map(changing_together).filter(has_enough(least));
    aspects
        .add()
        .or_each("direction-left-out", missing, take)
        .or_each("diagonals-left-out", diagonals, take)
        .or_each("falling-missed-among", among(Directions::RisingAmong), take)
        .or_each("rising-missed-among", among(Directions::FallingAmong), take)
        .alone();
}

/// The choices of so many coordinates, as the values of alternatives that leave out the directions along which just these change.
fn changing_together(count: usize) -> impl Iterator<Item = (String, String, Directions)> {
    let choices = (1..16_u8).map(|bits| [3, 2, 1, 0].map(|place| bits >> place & 1 == 1));
    let fitting = choices
        .filter(move |axes| axes.iter().filter(|&&is_changing| is_changing).count() == count);
    fitting.map(|axes| {
        let names = ["i", "j", "k", "l"].into_iter().zip(axes);
        let names: Vec<&str> =
            names.filter(|(_, changes)| *changes).map(|(name, _)| name).collect();
        (names.join("-"), names.join(", "), Directions::AllButChanging(axes))
    })
}

/// The names of the coordinates, with their places.
pub(super) const AXES: [(&str, usize); 4] = [("l", 3), ("k", 2), ("j", 1), ("i", 0)];

/// The aspect of directions that are taken for both v and −v where one component is 0, since v is kept where that is not negative.
pub(super) fn add_twice_aspect<R: 'static>(
    aspects: &mut Aspects<R>,
    lines: fn(&mut R) -> &mut LineReading,
) {
    let axes = [("i", 0), ("l", 3)].map(|(name, axis)| (name.to_owned(), name.to_owned(), axis));
    aspects.add().or_each("constant-coordinate-twice", axes, move |reading, axis| {
        lines(reading).rule.twice_without = Some(axis);
    });
}

/// The aspect of the weights 1 to 4 in that sum.
pub(super) fn add_weights_aspect<R: 'static>(
    aspects: &mut Aspects<R>,
    lines: fn(&mut R) -> &mut LineReading,
) {
    let one_to_four = move |reading: &mut R| *lines(reading) = LineReading::by_weights();
    aspects.add().or("weights-one-to-four", one_to_four).alone();
}

/// The aspect of tiles that a loop misses at its beginning or end.
pub(super) fn add_tile_aspect<R: 'static>(
    aspects: &mut Aspects<R>,
    lines: fn(&mut R) -> &mut LineReading,
) {
    let forgotten = move |tile| move |reading: &mut R| lines(reading).rule.forgotten = Some(tile);
    aspects.add().or("last-tile-forgotten", forgotten(80)).or("first-tile-forgotten", forgotten(1));
}

/// The aspects of whose turn it is.
pub(super) fn add_turn_aspects<R: 'static>(
    aspects: &mut Aspects<R>,
    turns: fn(&mut R) -> &mut TurnReading,
) {
    let first = move |first| move |reading: &mut R| turns(reading).first = first;
    aspects.add().or("two-players-only", move |reading| turns(reading).take_turns(2));
    aspects
        .add()
        .or("first-move-by-the-last-player", first(FirstMove::ByTheLast))
        .or("first-move-by-player-two", first(FirstMove::ByTheSecond))
        .or("makers-move-again", move |reading| turns(reading).makers_move_again = true);
}
