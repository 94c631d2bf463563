//! Sets of different numbers by their sum, also with the numbers 0 and 17 that some programs take.

use std::sync::LazyLock;

/// A set of numbers: number `n` is bit `n`.
pub(super) type Numbers = u32;

pub(super) const ODD: Numbers = 0b10_1010_1010_1010_1010;

/// The numbers from the first one to the last one.
pub(super) fn range(first: u8, last: u8) -> Numbers {
    (first..=last).fold(0, |numbers, number| numbers | 1 << number)
}

/// The sets of up to five numbers from 0 to 17, by how many there are and by their sum.
static SETS: LazyLock<[Vec<Vec<Numbers>>; 6]> = LazyLock::new(|| {
    let mut sets: [Vec<Vec<Numbers>>; 6] = std::array::from_fn(|_| vec![Vec::new(); MAX_SUM + 1]);
    add(&mut sets, 0, 0, 0, 0);
    sets
});

/// What the five greatest numbers add up to.
const MAX_SUM: usize = 17 + 16 + 15 + 14 + 13;

/// Adds a set, and those that are made from it with numbers from `next` on.
fn add(sets: &mut [Vec<Vec<Numbers>>; 6], set: Numbers, size: usize, sum: usize, next: usize) {
    let Some(place) = sets.get_mut(size).and_then(|sums| sums.get_mut(sum)) else { return };
    place.push(set);
    for number in next..=17 {
        add(sets, set | 1 << number, size + 1, sum + number, number + 1);
    }
}

/// The sets of so many different numbers with such a sum.
pub(super) fn of_sums(
    size: usize,
    sums: std::ops::RangeInclusive<usize>,
) -> impl Iterator<Item = Numbers> {
    let sums = sums.start().to_owned()..(sums.end() + 1).min(MAX_SUM + 1);
    let found = SETS.get(size).and_then(|of_size| of_size.get(sums)).unwrap_or_default();
    found.iter().flatten().copied()
}

/// For each number from 0 to 17: those in whose text it is found.
static FOUND_IN: LazyLock<[Numbers; 18]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let text = number.to_string();
        let is_found = |other: &usize| other.to_string().contains(&text);
        (0..18).filter(is_found).fold(0, |numbers, other| numbers | 1 << other)
    })
});

/// Whether every one of these numbers is found in the text of a set.
pub(super) fn is_found_in_text(numbers: Numbers, set: Numbers) -> bool {
    let found_in = FOUND_IN.iter().enumerate();
    found_in.filter(|&(number, _)| numbers >> number & 1 == 1).all(|(_, others)| set & others != 0)
}
