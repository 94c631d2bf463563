//! How the evaluation of a position can be misread.

use super::sets::Condition;
use super::{Empty, Evaluation, OTHER_PAIRS, ROWS, Side, Total, WRONG_VALUES};
use gradus_step::{Aspect, Aspects};

/// Adds the conditions for a line to count that people often take instead of the right one.
pub(in super::super) fn add_conditions<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) -> &mut Aspect<R> {
    let conditions = [
        ("every-line-counts", Condition::None),
        ("sum-at-most-34", Condition::SumAtMost34),
        ("only-full-lines-asked", Condition::OnlyFullLinesAsked),
        ("numbers-repeated", Condition::InSetWithRepetition),
        ("numbers-elsewhere", Condition::InFreeSet),
    ];
    let aspect = aspects.add();
    for (id, condition) in conditions {
        aspect.or(id, move |reading| evaluation(reading).condition = condition);
    }
    aspect
}

/// Adds conditions that are rarer, or matter on few positions, but for those that are left out.
pub(in super::super) fn add_rare_conditions<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
    left_out: &[&str],
) {
    let conditions = [
        ("sum-below-34", Condition::SumBelow34),
        ("zero-in-sets", Condition::InSetWithZero),
        ("sixteen-left-out", Condition::InSetWithoutSixteen),
        ("only-won-lines", Condition::OnlyWonLines),
        ("one-left-out", Condition::InSetWithoutOne),
        ("fourth-without-limits", Condition::FourthNotOnLine),
        ("fourth-above-16", Condition::SumOfThreeBelow34),
        ("only-lost-lines", Condition::NotInWinningSet),
    ];
    let aspect = aspects.add().alone();
    for (id, condition) in conditions.into_iter().filter(|(id, _)| !left_out.contains(id)) {
        aspect.or(id, move |reading| evaluation(reading).condition = condition);
    }
}

/// Adds how a line is completed greedily, with the largest number first, or with the smallest.
pub(in super::super) fn add_greedy<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) {
    aspects
        .add()
        .or("completed-greedily", move |reading| evaluation(reading).condition = Condition::Greedy)
        .alone();
}

/// Adds how pairs are counted and looked up.
pub(in super::super) fn add_pairs<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) -> &mut Aspect<R> {
    aspects
        .add()
        .or("empty-is-even", move |reading| evaluation(reading).empty = Empty::EvenNumber)
        .or("odd-and-even-swapped", move |reading| evaluation(reading).transpose())
        .or("values-4-and-8-exchanged", move |reading| {
            evaluation(reading).exchange((0, 1), (1, 0));
        })
        .or("values-16-and-1-exchanged", move |reading| {
            evaluation(reading).exchange((1, 2), (2, 1));
        })
}

/// Adds how the signs of four numbers of one kind are taken.
pub(in super::super) fn add_fours<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) {
    aspects.add().or("four-even-like-four-odd", move |reading| evaluation(reading).set(0, 4, 32));
    aspects
        .add()
        .or("fours-exchanged", move |reading| evaluation(reading).exchange((0, 4), (4, 0)))
        .alone();
}

/// Adds from whose side the value is seen.
pub(in super::super) fn add_sides<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) -> &mut Aspect<R> {
    aspects
        .add()
        .or("for-the-player-to-move", move |reading| evaluation(reading).side = Side::PlayerToMove)
        .or("for-the-even-player", move |reading| evaluation(reading).side = Side::Even)
        .or("pairs-of-the-player-to-move", move |reading| {
            evaluation(reading).side = Side::PairsOfPlayerToMove;
        })
}

/// Adds wrong ways from the lines to the value.
pub(in super::super) fn add_totals<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) {
    let totals = [
        ("ends-at-dead-line", Total::UntilDeadLine),
        ("last-value-kept", Total::LastValueKept),
        ("counts-not-set-back", Total::CountsKept),
        ("last-line-only", Total::LastLine),
        ("largest-line-only", Total::LargestLine),
        ("total-not-set-back", Total::NotSetBack),
        ("same-numbers-once", Total::SameNumbersOnce),
        ("same-value-once", Total::SameValueOnce),
    ];
    let aspect = aspects.add().alone();
    for (id, total) in totals {
        aspect.or(id, move |reading| evaluation(reading).total = total);
    }
    let lines = super::super::readings::Lines::default().list().into_iter().enumerate().take(8);
    let lines = lines.filter(|(line, _)| ![3, 7].contains(line));
    let lines = lines.map(|(line, cells)| {
        (line.to_string(), cells.map(|cell| cell.to_string()).join(", "), line)
    });
    aspect.or_each("line-left-out", lines, move |reading, line| {
        evaluation(reading).total = Total::LineLeftOut(line);
    });
}

/// Adds pairs that are asked for by "at least", or by analogy.
pub(in super::super) fn add_ranges<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) {
    type Values = &'static [(usize, usize, i32)];
    let ranges: [(&'static str, Values); 7] = [
        ("at-least-one-of-each", &[(1, 2, 2), (2, 1, 2), (2, 2, 2), (1, 3, 2), (3, 1, 2)]),
        (
            "at-least-one-number",
            &[(1, 1, 8), (2, 1, 8), (0, 2, 8), (0, 3, 8), (2, 0, 4), (3, 0, 4)],
        ),
        ("two-or-more-like-one", &[(0, 2, 8), (0, 3, 8), (2, 0, 4), (3, 0, 4)]),
        ("each-number-counts", &[(0, 2, 16), (0, 3, 24), (2, 0, 8), (3, 0, 12)]),
        ("three-like-four", &[(0, 3, -32), (3, 0, 32)]),
        ("full-lines-left-out", &[(2, 2, 0), (4, 0, 0), (0, 4, 0)]),
        ("even-numbers-negative", &[(0, 1, -8), (1, 2, -16)]),
    ];
    let aspect = aspects.add().alone();
    for (id, values) in ranges {
        aspect.or(id, move |reading| {
            for &(odd, even, value) in values {
                evaluation(reading).set(odd, even, value);
            }
        });
    }
}

/// Adds each row of the table left out whose pair of odd and even numbers is asked for.
pub(in super::super) fn add_missing_rows<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
    is_asked: impl Fn(usize, usize) -> bool,
) -> &mut Aspect<R> {
    let rows = ROWS
        .into_iter()
        .filter(|&(odd, even, _)| is_asked(odd, even))
        .map(|(odd, even, _)| (format!("{odd}-{even}"), format!("{odd}, {even}"), (odd, even)));
    aspects.add().or_each("row-left-out", rows, move |reading, (odd, even)| {
        evaluation(reading).set(odd, even, 0);
    })
}

/// Adds each two rows with exchanged values, among those of at most three numbers and of two of each.
pub(in super::super) fn add_exchanged_rows<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) {
    // These two have names of their own.
    let has_name = |one, other| [((0, 1), (1, 0)), ((2, 1), (1, 2))].contains(&(one, other));
    let rows = ROWS.into_iter().filter(|&(odd, even, _)| odd.max(even) <= 2).enumerate();
    let exchanged = rows.clone().flat_map(|(place, (odd, even, _))| {
        let later = rows.clone().skip(place + 1);
        later.filter_map(move |(_, (other_odd, other_even, _))| {
            let (one, other) = ((odd, even), (other_odd, other_even));
            let id = format!("{odd}-{even}-and-{other_odd}-{other_even}");
            let label = format!("{odd}, {even} / {other_odd}, {other_even}");
            (!has_name(one, other)).then_some((id, label, (one, other)))
        })
    });
    let exchange = move |reading: &mut R, (one, other)| evaluation(reading).exchange(one, other);
    aspects.add().or_each("rows-exchanged", exchanged, exchange).alone();
}

/// Adds other values for each pair.
pub(in super::super) fn add_wrong_values<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) {
    let labelled = |odd, even, value: i32| {
        let sign = if value < 0 { "minus-" } else { "" };
        let id = format!("{odd}-{even}-as-{sign}{}", value.abs());
        (id, format!("{odd}, {even}"), (odd, even, value))
    };
    let set = move |reading: &mut R, (odd, even, value)| evaluation(reading).set(odd, even, value);
    // What four even numbers have without the sign has its own name.
    let is_other = |right, value: i32, pair| value != right && !(pair == (0, 4) && value == 32);
    let wrong = ROWS.into_iter().flat_map(|(odd, even, right)| {
        let values =
            WRONG_VALUES.into_iter().filter(move |&value| is_other(right, value, (odd, even)));
        values.map(move |value| labelled(odd, even, value))
    });
    aspects.add().or_each("other-value", wrong, set).alone();
    let unlisted = OTHER_PAIRS.into_iter().flat_map(|(odd, even)| {
        WRONG_VALUES.into_iter().map(move |value| labelled(odd, even, value))
    });
    aspects.add().or_each("unlisted-pair", unlisted, set).alone();
}
