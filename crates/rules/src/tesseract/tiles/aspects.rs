//! What can be misread: where the centre is skipped, the factors and coordinates of the formulas, and the rests.

use super::super::two_lists::Order;
use super::conversion::{
    Backwards, CENTRE, Change, Copied, Divided, NO_MODULUS, ROW_MAJOR, Reading, Skip, ToId, ToTile,
    Weights,
};
use gradus_step::Aspects;

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("centre-not-skipped", |reading| {
            reading.to_id.skip = Skip::None;
            reading.to_tile.skip = Skip::None;
        })
        .or("centre-not-skipped-on-the-way-back", on_the_way_back(|back| back.skip = Skip::None))
        .or(
            "centre-not-skipped-on-the-way-there",
            on_the_way_there(|there| there.skip = Skip::None),
        )
        .or(
            "skipped-too-late-on-the-way-back",
            on_the_way_back(|back| back.skip = Skip::From(CENTRE + 1)),
        )
        .or(
            "skipped-too-late-on-the-way-there",
            on_the_way_there(|there| there.skip = Skip::From(CENTRE + 2)),
        )
        .or(
            "skipped-too-early-on-the-way-back",
            on_the_way_back(|back| back.skip = Skip::From(CENTRE - 1)),
        )
        .or(
            "skipped-too-early-on-the-way-there",
            on_the_way_there(|there| there.skip = Skip::From(CENTRE - 1)),
        )
        .or(
            "after-the-centre-in-every-coordinate",
            on_the_way_there(|there| there.skip = Skip::InEveryCoordinate),
        )
        .or("skipped-where-i-is-three", on_the_way_there(|there| there.skip = Skip::From(54)))
        .or("skipped-where-i-is-two", on_the_way_there(|there| there.skip = Skip::From(27)))
        .or("added-for-the-centre", on_the_way_there(|there| there.change = Change::Turned))
        .or("subtracted-for-the-centre", on_the_way_back(|back| back.change = Change::Turned));
    aspects
        .add()
        .or("first-coordinate-fastest", |reading| reading.set_weights(FIRST_FASTEST))
        .or("written-from-l-to-i", on_the_way_back(|back| back.weights = FIRST_FASTEST))
        .or(
            "first-coordinate-fastest-on-the-way-there",
            on_the_way_there(|there| there.weights = FIRST_FASTEST),
        )
        .or("small-squares-slowest", |reading| reading.set_weights([3, 1, 27, 9]))
        .or_each("coordinates-swapped", swaps().take(3), Reading::set_weights)
        .or_each("coordinates-swapped-on-the-way-there", swaps().take(3), |reading, weights| {
            reading.to_id.weights = weights;
        })
        .or_each("coordinates-swapped-on-the-way-back", swaps().take(3), |reading, weights| {
            reading.to_tile.weights = weights;
        });
    aspects
        .add()
        .or("ids-from-zero", |reading| {
            reading.to_id.first_id = 0;
            reading.to_tile.first_id = 0;
        })
        .or("ids-from-zero-on-the-way-there", on_the_way_there(|there| there.first_id = 0))
        .or("one-not-subtracted-from-the-id", on_the_way_back(|back| back.first_id = 0));
    aspects
        .add()
        .or("coordinates-from-zero", on_the_way_back(|back| back.first_coordinates = [0; 4]))
        .or(
            "one-not-subtracted-from-coordinates",
            on_the_way_there(|there| there.first_coordinates = [0; 4]),
        );
    aspects.add().or_each(
        "coordinate-copied-on-the-way-back",
        copies(&NEIGHBOURS),
        |reading, copied| reading.to_tile.copied = Some(copied),
    );
    add_rare_skips(aspects);
    add_rare_formulas(aspects);
    add_rests(aspects);
    let order = |order| move |reading: &mut Reading| reading.order = order;
    aspects
        .add()
        .or("tiles-come-first", order(Order::SecondList))
        .or("ids-and-tiles-by-turns", order(Order::ByTurns))
        .or("both-lists-reversed", order(Order::BothReversed))
        .or("ids-reversed", order(Order::FirstReversed))
        .or("tiles-reversed", order(Order::SecondReversed))
        .alone();
}

/// The weights if the first coordinate counts fastest.
const FIRST_FASTEST: Weights = [1, 3, 9, 27];

/// What changes on the way back only.
fn on_the_way_back(change: fn(&mut ToTile)) -> impl Fn(&mut Reading) {
    move |reading| change(&mut reading.to_tile)
}

/// What changes on the way there only.
fn on_the_way_there(change: fn(&mut ToId)) -> impl Fn(&mut Reading) {
    move |reading| change(&mut reading.to_id)
}

/// Further ways in which the centre is skipped. They are not combined with other mistakes, like all that follow: so many pairs are more
/// than can be tried.
fn add_rare_skips(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("skipped-too-late", |reading| {
            reading.to_id.skip = Skip::From(CENTRE + 2);
            reading.to_tile.skip = Skip::From(CENTRE + 1);
        })
        .or("skipped-too-early", |reading| {
            reading.to_id.skip = Skip::From(CENTRE - 1);
            reading.to_tile.skip = Skip::From(CENTRE - 1);
        })
        .or(
            "skipped-where-i-is-three-on-the-way-back",
            on_the_way_back(|back| back.skip = Skip::From(53)),
        )
        .or(
            "skipped-where-i-is-two-on-the-way-back",
            on_the_way_back(|back| back.skip = Skip::From(27)),
        )
        .or(
            "after-the-centre-in-any-coordinate",
            on_the_way_there(|there| there.skip = Skip::InAnyCoordinate),
        )
        .or(
            "skipped-next-to-the-centre-only",
            on_the_way_there(|there| there.skip = Skip::Between(CENTRE + 1, CENTRE + 2)),
        )
        .or(
            "skipped-next-to-the-centre-only-on-the-way-back",
            on_the_way_back(|back| back.skip = Skip::Between(CENTRE, CENTRE + 1)),
        )
        .or(
            "not-skipped-where-i-is-three",
            on_the_way_there(|there| there.skip = Skip::Between(CENTRE + 1, 54)),
        )
        .or(
            "not-skipped-where-i-is-three-on-the-way-back",
            on_the_way_back(|back| back.skip = Skip::Between(CENTRE, 53)),
        )
        .or("changed-before-the-centre", |reading| {
            reading.to_id.skip = Skip::Before;
            reading.to_tile.skip = Skip::Before;
        })
        .or(
            "changed-before-the-centre-on-the-way-there",
            on_the_way_there(|there| there.skip = Skip::Before),
        )
        .or(
            "changed-before-the-centre-on-the-way-back",
            on_the_way_back(|back| back.skip = Skip::Before),
        )
        .or("every-small-square-without-its-middle", |reading| {
            reading.to_id.skip = Skip::EverySmallSquare;
            reading.to_tile.skip = Skip::EverySmallSquare;
        })
        .or("two-for-the-centre", |reading| {
            reading.to_id.change = Change::ByTwo;
            reading.to_tile.change = Change::ByTwo;
        })
        .or(
            "two-for-the-centre-on-the-way-there",
            on_the_way_there(|there| there.change = Change::ByTwo),
        )
        .or(
            "two-for-the-centre-on-the-way-back",
            on_the_way_back(|back| back.change = Change::ByTwo),
        )
        .alone();
}

/// The coordinates in the formula of an id, and their factors.
fn add_rare_formulas(aspects: &mut Aspects<Reading>) {
    let axes = || AXES.into_iter().zip(0..).map(|(name, axis)| (name.into(), name.into(), axis));
    let without_one = |first: &mut [u32; 4], axis: usize| {
        if let Some(first) = first.get_mut(axis) {
            *first = 0;
        }
    };
    let backwards = [("of-each-square", Backwards::OfEachSquare), ("of-all", Backwards::OfAll)];
    let backwards = backwards.map(|(id, rows)| (id.to_owned(), String::new(), rows));
    aspects
        .add()
        .or_each("every-other-row-backwards", backwards, |reading, backwards| {
            reading.backwards = backwards;
        })
        .or("id-itself-divided", on_the_way_back(|back| back.divided = Divided::ButForL))
        .or(
            "quotients-too-high-on-the-way-back",
            on_the_way_back(|back| back.divided = Divided::QuotientsPlusOne),
        )
        .or("rest-zero-is-three", on_the_way_back(|back| back.divided = Divided::Quotients))
        .or("one-subtracted-twice-from-the-id", on_the_way_back(|back| back.first_id = 2))
        .or("one-added-twice-to-the-id", on_the_way_there(|there| there.first_id = 2))
        .or_each("coordinate-not-lessened", axes().take(3), move |reading, axis| {
            without_one(&mut reading.to_id.first_coordinates, axis);
        })
        .or_each("coordinate-without-one", axes(), move |reading, axis| {
            without_one(&mut reading.to_tile.first_coordinates, axis);
        })
        .or_each("coordinate-copied-on-the-way-back", copies(&OTHERS), |reading, copied| {
            reading.to_tile.copied = Some(copied);
        })
        .or_each("coordinate-copied-on-the-way-there", copies(&NEIGHBOURS), |reading, copied| {
            reading.to_id.copied = Some(copied);
        })
        .or_each("coordinate-copied-on-the-way-there", copies(&OTHERS), |reading, copied| {
            reading.to_id.copied = Some(copied);
        })
        .or_each("coordinates-swapped", swaps().skip(3), Reading::set_weights)
        .or_each("coordinates-swapped-on-the-way-there", swaps().skip(3), |reading, weights| {
            reading.to_id.weights = weights;
        })
        .or_each("coordinates-swapped-on-the-way-back", swaps().skip(3), |reading, weights| {
            reading.to_tile.weights = weights;
        })
        .or_each("order-of-the-coordinates", orders(), Reading::set_weights)
        .or_each("steps", wrong_weights(), Reading::set_weights)
        .or_each("steps-on-the-way-there", wrong_weights(), |reading, weights| {
            reading.to_id.weights = weights;
        })
        .or_each("coordinate-left-out", missing_terms(), |reading, weights| {
            reading.to_id.weights = weights;
        })
        .or_each("steps-on-the-way-back", wrong_weights(), |reading, weights| {
            reading.to_tile.weights = weights;
        })
        .alone();
}

/// The rests of the quotients on the way back.
fn add_rests(aspects: &mut Aspects<Reading>) {
    let quotients = AXES.into_iter().zip(0..).skip(1);
    let quotients = quotients.map(|(name, axis)| (name.to_owned(), name.to_owned(), axis));
    let numbers = |(name, axis): (&'static str, usize)| {
        [9, 2, 4].map(|by| (format!("{name}-{by}"), format!("{name}: {by}"), (axis, by)))
    };
    let all = [2, 4].map(|by| (format!("all-{by}"), format!("i, j, k, l: {by}"), by));
    let set = |moduli: &mut [u32; 4], axis: usize, by: u32| {
        if let Some(modulus) = moduli.get_mut(axis) {
            *modulus = by;
        }
    };
    aspects
        .add()
        .or_each("rest-not-taken", quotients, move |reading, axis| {
            set(&mut reading.to_tile.moduli, axis, NO_MODULUS);
        })
        .or_each(
            "rest-by-another-number",
            AXES.into_iter().zip(0..).skip(1).flat_map(numbers),
            move |reading, (axis, by)| set(&mut reading.to_tile.moduli, axis, by),
        )
        .or_each("rest-by-another-number", all, |reading, by| reading.to_tile.moduli = [by; 4])
        .alone();
}

/// The names of the coordinates.
const AXES: [&str; 4] = ["i", "j", "k", "l"];

/// How many places somebody might think that a step along i, j, k and l passes: three times as many for each, or powers of another
/// number, or a factor of another coordinate.
const WRONG_WEIGHTS: [Weights; 9] = [
    [27, 6, 3, 1],
    [9, 6, 3, 1],
    [18, 9, 3, 1],
    [27, 9, 9, 1],
    [27, 9, 3, 3],
    [27, 27, 3, 1],
    [9, 9, 3, 1],
    [64, 16, 4, 1],
    [8, 4, 2, 1],
];

/// The same with one number that is one more or less.
fn wrong_weights() -> impl Iterator<Item = (String, String, Weights)> {
    let [i, j, k, l] = ROW_MAJOR;
    let mistyped = [
        [i - 1, j, k, l],
        [i + 1, j, k, l],
        [i, j - 1, k, l],
        [i, j + 1, k, l],
        [i, j, k - 1, l],
        [i, j, k + 1, l],
        [i, j, k, l + 1],
    ];
    WRONG_WEIGHTS.into_iter().chain(mistyped).map(|weights| {
        let texts = weights.map(|weight| weight.to_string());
        (texts.join("-"), texts.join(", "), weights)
    })
}

/// The formula without one of the coordinates.
fn missing_terms() -> impl Iterator<Item = (String, String, Weights)> {
    AXES.into_iter().enumerate().map(|(axis, name)| {
        let mut weights = ROW_MAJOR;
        if let Some(weight) = weights.get_mut(axis) {
            *weight = 0;
        }
        (name.to_owned(), name.to_owned(), weights)
    })
}

/// The orders of the four coordinates, the slowest first, that are no exchange of two of them, not the reverse and not a pair for a pair.
const ORDERS: [&str; 15] = [
    "iklj", "iljk", "jilk", "jkil", "jkli", "jlik", "jlki", "kijl", "kilj", "kjli", "klji", "lijk",
    "likj", "ljik", "lkij",
];

/// How many places a step passes in these orders.
fn orders() -> impl Iterator<Item = (String, String, Weights)> {
    ORDERS.into_iter().map(|order| {
        let weight = |name: &str| order.find(name).and_then(|place| ROW_MAJOR.get(place));
        let label = order.split("").filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ");
        (order.to_owned(), label, AXES.map(|name| weight(name).copied().unwrap_or(1)))
    })
}

/// The names of a coordinate and of the one behind it in whose stead it is used.
const NEIGHBOURS: [&str; 3] = ["kl", "jk", "ij"];

const OTHERS: [&str; 9] = ["lk", "kj", "ji", "ik", "il", "jl", "ki", "li", "lj"];

/// Each of these coordinates used in another one's stead.
fn copies(names: &'static [&str]) -> impl Iterator<Item = (String, String, Copied)> {
    names.iter().map(|names| {
        let place = |name: &str| "ijkl".find(name).unwrap_or(0);
        let (from, to) = names.split_at(1);
        let copied = Copied { from: place(from), to: place(to) };
        (format!("{from}-{to}"), format!("{from} → {to}"), copied)
    })
}

/// The orders of the places with two coordinates in each other's stead.
fn swaps() -> impl Iterator<Item = (String, String, Weights)> {
    let pairs = [("j", "k", [27, 3, 9, 1]), ("k", "l", [27, 9, 1, 3]), ("i", "j", [9, 27, 3, 1])];
    let others = [("i", "k", [3, 9, 27, 1]), ("i", "l", [1, 9, 3, 27]), ("j", "l", [27, 1, 3, 9])];
    let all = pairs.into_iter().chain(others);
    all.map(|(one, other, weights)| (format!("{one}-{other}"), format!("{one}, {other}"), weights))
}
