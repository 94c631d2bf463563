//! What can be misread: an aspect for each clause of the rule.

use super::lines::{
    BROKEN_MAJOR, BROKEN_MINOR, COLUMNS, Line, MAJOR, MINOR, OVER_THE_BORDER, ROWS,
};
use super::reading::{Asked, Centre, Complete, Counted, Order, Reading, Running};
use super::spaces::{Border, Halved, Instead, Pair, Subtracted};
use gradus_board::lattice::plane::Player;
use gradus_step::Aspects;

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    add_centre(aspects);
    add_lines(aspects);
    add_players(aspects);
    add_formula(aspects);
    add_single_mistakes(aspects);
}

fn add_centre(aspects: &mut Aspects<Reading>) {
    let centre = |centre| move |reading: &mut Reading| reading.centre = centre;
    aspects
        .add()
        .or("centre-always-counted", centre(Centre::Always))
        .or("centre-never-counted", centre(Centre::Never))
        .or("centre-the-other-way-round", centre(Centre::TheOtherWayRound))
        .or("ends-around-the-centre", centre(Centre::EndsAreEnough))
        .or("only-diagonals-left-out", centre(Centre::WithoutDiagonals))
        .or("only-middle-row-and-column-left-out", centre(Centre::DiagonalsOnly));
    aspects
        .add()
        .or("only-lines-through-the-centre", centre(Centre::NoOthers))
        .or("no-lines-without-the-centre", centre(Centre::NoneWithoutIt))
        .or("place-five-for-the-centre", centre(Centre::AnotherPlace(5)))
        .alone();
}

fn add_lines(aspects: &mut Aspects<Reading>) {
    let only = |kept: &'static [Line]| {
        move |reading: &mut Reading| reading.lines.retain(|line| kept.contains(line))
    };
    let without = |left_out: &'static [Line]| {
        move |reading: &mut Reading| reading.lines.retain(|line| !left_out.contains(line))
    };
    let and = |added: &'static [Line]| move |reading: &mut Reading| reading.lines.extend(added);
    aspects
        .add()
        .or("diagonals-forgotten", without(&[MAJOR, MINOR]))
        .or("falling-line-missed", without(&[MINOR]))
        .or("rows-only", only(&ROWS))
        .or("columns-only", only(&COLUMNS))
        .or("columns-forgotten", without(&COLUMNS))
        .or("rows-forgotten", without(&ROWS))
        .or("major-diagonal-missed", without(&[MAJOR]))
        .or("rows-twice", and(&ROWS))
        .or("columns-twice", and(&COLUMNS))
        .or("minor-diagonal-twice", and(&[MINOR]))
        .or("rows-over-the-border", and(&OVER_THE_BORDER))
        .or("negative-indices", and(&BROKEN_MINOR));
    let labelled = |name: &str, lines: [Line; 3]| {
        let name = name.to_owned();
        (1..).zip(lines).map(move |(number, line)| {
            (format!("{name}-{number}"), places_of(line).join(", "), line)
        })
    };
    let each = labelled("row", ROWS).chain(labelled("column", COLUMNS));
    let minors = [Line::of([2, 5, 8]), Line::of([3, 5, 7]), MAJOR];
    let minors = minors.map(|line| (places_of(line).join("-"), places_of(line).join(", "), line));
    let around =
        [("once", 1), ("three-times", 3)].map(|(id, times)| (id.to_owned(), String::new(), times));
    aspects
        .add()
        .or_each("line-left-out", each, |reading, left_out: Line| {
            reading.lines.retain(|&line| line != left_out);
        })
        .or_each("another-minor-diagonal", minors, |reading, instead: Line| {
            reading.lines.retain(|&line| line != MINOR);
            reading.lines.push(instead);
        })
        .or_each("around-the-border", around, |reading, times| {
            reading.lines.extend(BROKEN_MINOR.iter().chain(&BROKEN_MAJOR));
            reading.counted = Counted::Times(times);
        })
        .or("diagonals-only", only(&[MAJOR, MINOR]))
        .or("last-row-and-column-missed", without(&[ROWS[2], COLUMNS[2]]))
        .or("first-row-and-column-missed", without(&[ROWS[0], COLUMNS[0]]))
        .or("middle-row-and-column-missed", without(&[ROWS[1], COLUMNS[1]]))
        .alone();
}

fn places_of(line: Line) -> Vec<String> {
    line.places().map(|place| place.to_string()).collect()
}

fn add_players(aspects: &mut Aspects<Reading>) {
    let complete = |complete| move |reading: &mut Reading| reading.complete = complete;
    let counted = |counted| move |reading: &mut Reading| reading.counted = counted;
    let asked = |asked| move |reading: &mut Reading| reading.asked = asked;
    aspects
        .add()
        .or("digits-are-text", complete(Complete::None))
        .or("two-and-a-free-tile", complete(Complete::TwoOwnAndFree))
        .or("two-are-enough", complete(Complete::TwoOwn))
        .or("lines-of-either-player", complete(Complete::OfEither))
        .or("tiles-that-are-alike", complete(Complete::Alike))
        .or("free-tiles-for-player-two", complete(Complete::NotOfTheFirst))
        .or("digits-added-up", complete(Complete::Sum))
        .or("none-of-the-other", complete(Complete::NoneOfTheOther));
    aspects
        .add()
        .or("counted-from-both-ends", counted(Counted::Times(2)))
        .or("any-line", counted(Counted::Any))
        .or("three-for-each-line", counted(Counted::Times(3)))
        .or("tiles-on-lines", counted(Counted::TilesOnLines))
        .or("zero-vector-kept", counted(Counted::AndEachTile));
    aspects
        .add()
        .or("player-two-first", asked(Asked::SecondFirst))
        .or("player-one-twice", asked(Asked::Only(Player::First)))
        .or("player-two-twice", asked(Asked::Only(Player::Second)));
}

fn add_formula(aspects: &mut Aspects<Reading>) {
    let pair = |pair| move |reading: &mut Reading| reading.spaces.pair = pair;
    let shifted = |side, dimensions| pair(Pair::Shifted { side, dimensions });
    aspects
        .add()
        .or("pair-swapped", pair(Pair::Swapped))
        .or("border-inside", shifted(-2, 0))
        .or("one-dimension-less", shifted(0, -1))
        .or("one-dimension-more", shifted(0, 1))
        .or("side-one-less", shifted(-1, 0))
        .or("side-one-more", shifted(1, 0));
    let border = |border| move |reading: &mut Reading| reading.spaces.border = border;
    aspects
        .add()
        .or("border-on-one-side", border(Border::Wider(1)))
        .or("side-doubled", border(Border::TwiceAsWide))
        .or("border-of-three", border(Border::Wider(3)));
    let subtracted =
        |subtracted| move |reading: &mut Reading| reading.spaces.subtracted = subtracted;
    aspects
        .add()
        .or("nothing-subtracted", subtracted(Subtracted::Nothing))
        .or("one-subtracted", subtracted(Subtracted::One))
        .or("added-instead", subtracted(Subtracted::Added));
    let halved = |halved| move |reading: &mut Reading| reading.spaces.halved = halved;
    aspects
        .add()
        .or("not-halved", halved(Halved::Nothing))
        .or("second-power-halved", halved(Halved::Second))
        .or("first-power-halved", halved(Halved::First))
        .or("divided-by-n", halved(Halved::BySide));
    let instead = |instead| move |reading: &mut Reading| reading.spaces.instead = Some(instead);
    aspects
        .add()
        .or("axes-and-long-diagonals", instead(Instead::AxesAndLongDiagonals))
        .or("rows-columns-and-two-diagonals", instead(Instead::AxesAndTwoDiagonals))
        .or("always-on-a-plane", instead(Instead::OnAPlane))
        .or("axes-only", instead(Instead::Changing(|changing| changing == 1)))
        .or("nothing-falls", instead(Instead::Vectors(|_, falling| falling == 0)))
        .or("sum-of-zero-missed", instead(Instead::Vectors(|rising, falling| rising > falling)))
        .or("sum-of-zero-twice", instead(Instead::Vectors(|rising, falling| rising >= falling)))
        .or("first-component-zero-twice", instead(Instead::FirstNotNegative))
        .or("exclusive-or", instead(Instead::ExclusiveOr));
}

/// What is not combined with other mistakes.
fn add_single_mistakes(aspects: &mut Aspects<Reading>) {
    let complete = |complete| move |reading: &mut Reading| reading.complete = complete;
    let counted = |counted| move |reading: &mut Reading| reading.counted = counted;
    let instead = |instead| move |reading: &mut Reading| reading.spaces.instead = Some(instead);
    let running = |running| move |reading: &mut Reading| reading.running = running;
    let order = |order| move |reading: &mut Reading| reading.order = order;
    aspects
        .add()
        .or("ends-are-enough", complete(Complete::Ends))
        .or("taken-lines", complete(Complete::Taken))
        .or("tiles-instead-of-lines", counted(Counted::Tiles))
        .or("directions-counted", counted(Counted::Directions))
        .or("one-line-for-each-start", counted(Counted::Starts))
        .or("each-tile-once", counted(Counted::WithoutCommonTiles))
        .alone();
    aspects
        .add()
        .or("long-diagonals-only", instead(Instead::LongDiagonals))
        .or("at-most-two-change", instead(Instead::Changing(|changing| changing <= 2)))
        .or("at-most-three-change", instead(Instead::Changing(|changing| changing <= 3)))
        .or("axes-left-out", instead(Instead::Changing(|changing| changing > 1)))
        .or("long-diagonals-left-out", instead(Instead::WithoutLongDiagonals))
        .or("cells-counted", instead(Instead::Cells))
        .or("vectors-counted", instead(Instead::Directions))
        .or("as-many-in-each-direction", instead(Instead::SameInEachDirection))
        .or("sides-times-dimensions", instead(Instead::SidesTimesDimensions))
        .or("sides-times-dimensions-and-two", instead(Instead::SidesTimesDimensionsAndTwo))
        .or("three-in-a-row-everywhere", instead(Instead::Threes))
        .or("side-always-three", instead(Instead::OfSideThree))
        .or("always-four-dimensions", instead(Instead::OfFourDimensions))
        .or("centre-left-out-of-all-spaces", instead(Instead::WithoutCentre))
        .or("products-for-powers", instead(Instead::Products))
        .or("power-before-sum", instead(Instead::PowerFirst))
        .alone();
    aspects
        .add()
        .or("player-two-goes-on", running(Running::SecondFromFirst))
        .or("boards-run-on", running(Running::Boards))
        .or("one-counter-runs-on", running(Running::Common))
        .or("spaces-run-on", running(Running::Spaces))
        .alone();
    aspects
        .add()
        .or("spaces-first", order(Order::SpacesThenBoards))
        .or("one-player-after-the-other", order(Order::ByPlayer))
        .alone();
}
