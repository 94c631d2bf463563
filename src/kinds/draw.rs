//! Drawing from lists, the same on every machine.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

/// One of the items, each as likely as the others; none of an empty list.
///
/// The index is drawn as `u32`: the width of `usize` differs between machines, and so would the board.
pub(super) fn pick<T: Copy>(rng: &mut ChaCha8Rng, items: &[T]) -> Option<T> {
    let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
    if count == 0 {
        return None;
    }
    items.get(rng.random_range(0..count) as usize).copied()
}

/// So many items that differ from each other. There must be as many: it draws until it has them.
pub(super) fn different<T: PartialEq>(
    rng: &mut ChaCha8Rng,
    count: u32,
    mut draw: impl FnMut(&mut ChaCha8Rng) -> T,
) -> Vec<T> {
    let mut items = Vec::new();
    while items.len() < count as usize {
        let item = draw(rng);
        if !items.contains(&item) {
            items.push(item);
        }
    }
    items
}
