//! Types with few values, numbered from 0, and tables that have an entry for each value.
//!
//! ```
//! use gradus_board::gomoku::Direction;
//! use gradus_board::{Finite, Table};
//!
//! let mut runs: Table<Direction, u32, 4> = Table::default();
//! runs[Direction::Column] += 1;
//! assert_eq!(runs.entries(), &[0, 0, 1, 0]);
//! assert_eq!(Direction::from_index(4), None);
//! ```

use std::array;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A type with at most 256 values, numbered from 0.
pub trait Finite: Copy {
    /// How many values there are.
    const COUNT: usize;

    /// The number of the value, below [`COUNT`](Finite::COUNT).
    fn index(self) -> u8;

    /// The value with this number; `None` from [`COUNT`](Finite::COUNT) on.
    fn from_index(index: u8) -> Option<Self>;
}

/// An entry of type `V` for each of the `N` values of `T`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Table<T, V, const N: usize> {
    entries: [V; N],
    keys: PhantomData<T>,
}

impl<T: Finite, V, const N: usize> Table<T, V, N> {
    /// The table with these entries, by the number of the value.
    #[must_use]
    pub const fn new(entries: [V; N]) -> Table<T, V, N> {
        const { assert!(N == T::COUNT, "a table has an entry for each value") };
        Table { entries, keys: PhantomData }
    }

    /// The table with the entry that `entry` gives for each value.
    #[must_use]
    #[expect(clippy::expect_used, reason = "N is COUNT, and there are at most 256 values")]
    pub fn from_fn(mut entry: impl FnMut(T) -> V) -> Table<T, V, N> {
        Table::new(array::from_fn(|index| {
            let key = u8::try_from(index).ok().and_then(T::from_index);
            entry(key.expect("there is a value for every number below COUNT"))
        }))
    }

    /// The entries, by the number of the value.
    #[must_use]
    pub const fn entries(&self) -> &[V; N] {
        &self.entries
    }

    /// The entries, by the number of the value.
    pub const fn entries_mut(&mut self) -> &mut [V; N] {
        &mut self.entries
    }
}

impl<T: Finite, V: Copy + Default, const N: usize> Default for Table<T, V, N> {
    fn default() -> Table<T, V, N> {
        Table::new([V::default(); N])
    }
}

impl<T: Finite, V, const N: usize> Index<T> for Table<T, V, N> {
    type Output = V;

    #[expect(clippy::indexing_slicing, reason = "a number of a value is below COUNT, which is N")]
    fn index(&self, key: T) -> &V {
        &self.entries[usize::from(key.index())]
    }
}

impl<T: Finite, V, const N: usize> IndexMut<T> for Table<T, V, N> {
    #[expect(clippy::indexing_slicing, reason = "a number of a value is below COUNT, which is N")]
    fn index_mut(&mut self, key: T) -> &mut V {
        &mut self.entries[usize::from(key.index())]
    }
}
