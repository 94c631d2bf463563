//! What can be misread: an aspect for each clause of the rule.

use super::super::two_lists::Order;
use super::conversion::{
    Arithmetic, CAPITALS_FIRST, CAPITALS_FIRST_DIGITS_LAST, Conversion, DIGITS_LAST, Digit, Left,
    Letters, Stop, Zeros,
};
use super::reading::Reading;
use gradus_step::{Aspect, Aspects};

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    let alphabets = aspects
        .add()
        .or("capital-letters-first", both(|way| way.alphabet = CAPITALS_FIRST))
        .or("digits-after-letters", both(|way| way.alphabet = DIGITS_LAST))
        .or("capitals-from-thirty-five", |reading| {
            reading.read.letters = Letters::From(10, 35);
        });
    add_one_way(alphabets, "capital-letters-first", |way| way.alphabet = CAPITALS_FIRST);
    let bases = aspects.add().or("base-eighty", both(|way| way.history_base = 80)).or(
        "base-eighty-from-zero",
        both(|way| {
            way.history_base = 80;
            way.digit = Digit::LessOne;
        }),
    );
    add_one_way(bases, "base-eighty", |way| way.history_base = 80);
    bases.or("base-eighty-two", both(|way| way.history_base = 82));
    aspects
        .add()
        .or("base-sixty-four", both(|way| way.code_base = 64))
        .or("base-sixty-one", both(|way| way.code_base = 61));
    let digits = aspects
        .add()
        .or("ids-from-zero", both(|way| way.digit = Digit::LessOne))
        .or("places-for-ids", both(|way| way.digit = Digit::Place));
    add_one_way(digits, "ids-from-zero", |way| way.digit = Digit::LessOne);
    aspects
        .add()
        .or("order-of-the-divisions", |reading| {
            reading.write.is_code_backwards = true;
            reading.read.is_history_backwards = true;
        })
        .or("last-digit-first", both(|way| way.is_code_backwards = true))
        .or("first-move-least-significant", both(|way| way.is_history_backwards = true))
        .or("written-code-backwards", |reading| reading.write.is_code_backwards = true)
        .or("read-history-backwards", |reading| reading.read.is_history_backwards = true)
        .or("read-code-backwards", |reading| reading.read.is_code_backwards = true)
        .or("written-history-backwards", |reading| reading.write.is_history_backwards = true);
    aspects
        .add()
        .or("floating-point", both(|way| way.arithmetic = Arithmetic::Floating))
        .or("sixty-four-bits", both(|way| way.arithmetic = Arithmetic::Wrapping))
        .or("one-by-one", both(|way| way.arithmetic = Arithmetic::OneByOne));
    aspects
        .add()
        .or("first-digit-lost", both(|way| way.stop = Stop::BeforeTheLastDigit))
        .or("stops-at-one", both(|way| way.stop = Stop::AtOne));
    aspects.add().or("last-move-left-out", both(|way| way.moves = Left::AllButTheLast));
    aspects.add().or("capitals-read-as-small", |reading| reading.read.letters = Letters::AsSmall);
    let one_way = aspects.add().alone();
    for (hint, change) in ONE_WAY {
        add_one_way(one_way, hint, change);
    }
    add_rare_mistakes(aspects);
    let order = |order| move |reading: &mut Reading| reading.order = order;
    aspects
        .add()
        .or("codes-come-first", order(Order::SecondList))
        .or("both-lists-reversed", order(Order::BothReversed))
        .or("histories-reversed", order(Order::FirstReversed))
        .or("codes-reversed", order(Order::SecondReversed))
        .or("histories-and-codes-by-turns", order(Order::ByTurns))
        .alone();
}

/// What is not combined with other mistakes: so many pairs are more than can be tried.
fn add_rare_mistakes(aspects: &mut Aspects<Reading>) {
    let labelled = |(small, capital): (u32, u32)| {
        (format!("{small}-{capital}"), format!("a = {small}, A = {capital}"), (small, capital))
    };
    let offsets = [(10, 37), (9, 36), (11, 36), (11, 37), (9, 35), (36, 10)].map(labelled);
    let written = [(10, 35), (10, 37), (9, 36), (11, 36), (11, 37), (9, 35)].map(labelled);
    let ends = [("z", b'z'), ("a", b'a'), ("9", b'9')];
    let ends = ends.map(|(id, letter)| (id.to_owned(), id.to_owned(), letter));
    aspects
        .add()
        .or("capitals-then-digits-last", both(|way| way.alphabet = CAPITALS_FIRST_DIGITS_LAST))
        .or("two-digits-swapped", both(|way| way.has_swapped_digits = true))
        .or_each("letters-count-from", offsets, |reading, (small, capital)| {
            reading.read.letters = Letters::From(small, capital);
        })
        .or_each("letters-written-from", written, |reading, (small, capital)| {
            reading.write.letters = Letters::From(small, capital);
        })
        .or_each("out-of-its-range", ends, |reading, letter| {
            reading.read.letters = Letters::NotInRange(letter);
        })
        .or("base-one-hundred", both(|way| way.history_base = 100))
        .or(
            "base-thirty-six",
            both(|way| {
                way.code_base = 36;
                way.letters = Letters::AsSmall;
            }),
        )
        .or("zero-in-front", |reading| reading.read.has_zero_in_front = true)
        .or("stops-at-a-rest-of-zero", |reading| reading.write.zeros = Zeros::End)
        .or("zeros-left-out", |reading| reading.write.zeros = Zeros::LeftOut)
        .or("first-move-left-out", both(|way| way.moves = Left::AllButTheFirst))
        .or("base-sixty-three", both(|way| way.code_base = 63))
        .or("base-two-hundred-and-fifty-six", both(|way| way.history_base = 256))
        .or("places-from-one", both(|way| way.digit = Digit::PlaceFromOne))
        .or("last-digit-left-out", both(|way| way.is_code_cut = true))
        .or("first-power-for-the-lowest", both(|way| way.begins_with_first_power = true))
        .or("number-begins-at-one", both(|way| way.has_one_in_front = true))
        .or("thirty-two-bits", both(|way| way.arithmetic = Arithmetic::WrappingShort))
        .or("results-run-on", both(|way| way.runs_on = true))
        .or("integer-runs-on", both(|way| way.integer_runs_on = true))
        .alone();
}

/// One of the two ways.
#[derive(Clone, Copy)]
enum Way {
    Reading,
    Writing,
}

impl Way {
    /// Both, with what stands for them in ids.
    const ALL: [(&str, Self); 2] = [("in-reading", Self::Reading), ("in-writing", Self::Writing)];
}

/// What goes wrong in a conversion.
type Change = fn(&mut Conversion);

/// What somebody may get wrong on one way and right on the other, with the names of the hints.
const ONE_WAY: [(&str, Change); 23] = [
    ("digits-after-letters", |way| way.alphabet = DIGITS_LAST),
    ("capitals-then-digits-last", |way| way.alphabet = CAPITALS_FIRST_DIGITS_LAST),
    ("base-eighty-from-zero", |way| {
        way.history_base = 80;
        way.digit = Digit::LessOne;
    }),
    ("base-eighty-two", |way| way.history_base = 82),
    ("base-one-hundred", |way| way.history_base = 100),
    ("base-sixty-one", |way| way.code_base = 61),
    ("base-sixty-three", |way| way.code_base = 63),
    ("base-sixty-four", |way| way.code_base = 64),
    ("places-for-ids", |way| way.digit = Digit::Place),
    ("places-from-one", |way| way.digit = Digit::PlaceFromOne),
    ("floating-point", |way| way.arithmetic = Arithmetic::Floating),
    ("sixty-four-bits", |way| way.arithmetic = Arithmetic::Wrapping),
    ("thirty-two-bits", |way| way.arithmetic = Arithmetic::WrappingShort),
    ("one-by-one", |way| way.arithmetic = Arithmetic::OneByOne),
    ("first-digit-lost", |way| way.stop = Stop::BeforeTheLastDigit),
    ("stops-at-one", |way| way.stop = Stop::AtOne),
    ("last-move-left-out", |way| way.moves = Left::AllButTheLast),
    ("first-move-left-out", |way| way.moves = Left::AllButTheFirst),
    ("first-power-for-the-lowest", |way| way.begins_with_first_power = true),
    ("number-begins-at-one", |way| way.has_one_in_front = true),
    ("last-digit-left-out", |way| way.is_code_cut = true),
    ("results-run-on", |way| way.runs_on = true),
    ("integer-runs-on", |way| way.integer_runs_on = true),
];

/// Adds a change of one way only, once for each way.
fn add_one_way(aspect: &mut Aspect<Reading>, hint: &'static str, change: Change) {
    let ways = Way::ALL.map(|(id, way)| (id.to_owned(), String::new(), way));
    aspect.or_each(hint, ways, move |reading, way| match way {
        Way::Reading => change(&mut reading.read),
        Way::Writing => change(&mut reading.write),
    });
}

/// Both ways at once.
fn both(change: Change) -> impl Fn(&mut Reading) {
    move |reading| {
        change(&mut reading.read);
        change(&mut reading.write);
    }
}
