//! The table of the statement, and the sets of its patterns that people leave out.

use std::sync::LazyLock;

use gradus_board::gomoku::Scoring;

/// How many rows the table has.
pub(super) const ROWS: usize = 8;

/// A row of the table.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    pub value: u32,
    pub patterns: Patterns,
}

/// A set of patterns, a bit for each in the order of the table.
pub(super) type Patterns = u64;

/// The table of the statement.
pub(super) static TABLE: LazyLock<[Row; ROWS]> = LazyLock::new(|| {
    let mut table = [Row::default(); ROWS];
    let mut rows = table.iter_mut();
    let mut row = rows.next();
    for (number, (_, value)) in Scoring::patterns().enumerate() {
        let value = u32::from(value);
        if row.as_ref().is_some_and(|row| row.patterns != 0 && row.value != value) {
            row = rows.next();
        }
        if let Some(row) = &mut row {
            row.value = value;
            row.patterns |= 1 << number;
        }
    }
    table
});

/// The patterns of the table that are such.
pub(super) fn patterns(is_such: impl Fn(&str) -> bool) -> Patterns {
    let such = Scoring::patterns().enumerate().filter(|(_, (text, _))| is_such(text));
    such.map(|(number, _)| 1 << number).sum()
}

/// Whether the mirror image of a pattern stands before it in the table.
pub(super) fn is_listed_second(text: &str) -> bool {
    let image = mirrored(text);
    let mut pair = Scoring::patterns().filter(|&(other, _)| other == text || other == image);
    pair.next().is_some_and(|(first, _)| first != text)
}

/// Whether the mirror image of a pattern comes before it in the order of characters: in the image the point comes earlier.
pub(super) fn is_sorted_second(text: &str) -> bool {
    mirrored(text).as_str() < text
}

/// Whether its mirror image comes after it in that order.
pub(super) fn is_sorted_first(text: &str) -> bool {
    mirrored(text).as_str() > text
}

fn mirrored(text: &str) -> String {
    text.chars().rev().collect()
}

/// Whether a stone is on either side of the point.
pub(super) fn is_inner(text: &str) -> bool {
    text.split_once('C').is_some_and(|(before, after)| {
        before.ends_with(['M', 'O'])
            && after.starts_with(['M', 'O'])
            && before.chars().last() == after.chars().next()
    })
}

/// Whether a pattern has stones of the opponent only, all of them before the point.
pub(super) fn is_o_before(text: &str) -> bool {
    !text.contains('M') && text.ends_with("OC")
}

/// The same after the point.
pub(super) fn is_o_after(text: &str) -> bool {
    !text.contains('M') && text.starts_with("CO")
}

/// The values to which a zero too many is typed, or one too few, and what they become. The other values decide anyway, or the row is as
/// good as left out.
pub(super) const MISTYPED: [(u32, u32); 6] =
    [(2000, 20_000), (400, 4000), (200, 2000), (50, 500), (2500, 250), (6000, 600)];

/// Patterns of a row that are alike, so that they are left out together, with a name for each such set.
pub(super) const ALIKE: [(&str, &[&str]); 4] = [
    ("2500-mirrored", &[".OOOC", ".OCOO."]),
    ("400-m", &[".MMC.", ".MCM.", ".CMM."]),
    ("400-o", &[".OOC", "COO."]),
    ("200-o", &["MOOC", "COOM"]),
];

/// Rows whose value is exchanged with that of the next one, by their numbers.
pub(super) const EXCHANGED: [usize; 1] = [0];
