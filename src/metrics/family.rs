//! The same figure once for each value of some labels.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use arc_swap::ArcSwap;
use foldhash::fast::RandomState;

/// The figures for the values of some labels. A figure exists from the first time on that it is needed.
///
/// Looking one up takes no lock and allocates nothing. A new one copies the map, so the labels must have few values: those that the program
/// and its files name, never what a request says.
pub struct Family<L, M> {
    // By a fast hash: labels come from nobody who would choose them to have the same one.
    members: ArcSwap<HashMap<L, Arc<M>, RandomState>>,
    make: fn() -> M,
}

impl<L: Clone + Eq + Hash, M> Family<L, M> {
    /// A family without members.
    #[must_use]
    pub fn new(make: fn() -> M) -> Self {
        Self::of(make, [])
    }

    /// A family whose members for these labels are there from the beginning. What begins with 0 shows its first change.
    pub fn of(make: fn() -> M, labels: impl IntoIterator<Item = L>) -> Self {
        let members = labels.into_iter().map(|labels| (labels, Arc::new(make())));
        Self { members: ArcSwap::from_pointee(members.collect()), make }
    }

    /// Gives the member of these labels to `measure`.
    pub fn with<Q>(&self, labels: &Q, measure: impl FnOnce(&M))
    where
        L: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = L> + ?Sized,
    {
        if let Some(member) = self.members.load().get(labels) {
            return measure(member);
        }
        measure(&self.add(&labels.to_owned()));
    }

    /// The member of these labels, which was not there a moment ago.
    fn add(&self, labels: &L) -> Arc<M> {
        let new = Arc::new((self.make)());
        self.members.rcu(|members| {
            let mut members = (**members).clone();
            members.entry(labels.clone()).or_insert_with(|| Arc::clone(&new));
            members
        });
        // Another thread may have been faster.
        self.members.load().get(labels).map_or(new, Arc::clone)
    }

    /// All members, in the order of their labels.
    #[must_use]
    pub fn sorted(&self) -> Vec<(L, Arc<M>)>
    where
        L: Ord,
    {
        let members = self.members.load();
        let mut members: Vec<_> =
            members.iter().map(|(labels, member)| (labels.clone(), Arc::clone(member))).collect();
        members.sort_by(|(one, _), (other, _)| one.cmp(other));
        members
    }
}

impl<L: fmt::Debug, M: fmt::Debug> fmt::Debug for Family<L, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.members.load().iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::metrics::Counter;

    #[test]
    fn of_threads_that_need_a_new_member_at_once_none_counts_in_vain() {
        for _ in 0..100 {
            let family = Family::<String, Counter>::new(Counter::default);
            thread::scope(|scope| {
                for _ in 0..8 {
                    scope.spawn(|| family.with("a", Counter::increment));
                }
            });
            let members = family.sorted();
            let counts: Vec<_> =
                members.iter().map(|(labels, count)| (labels.as_str(), count.get())).collect();
            assert_eq!(counts, [("a", 8)]);
        }
    }

    #[test]
    fn members_are_in_the_order_of_their_labels() {
        let family = Family::of(Counter::default, [3]);
        family.with(&2, Counter::increment);
        family.with(&10, Counter::increment);
        let labels: Vec<_> = family.sorted().into_iter().map(|(label, _)| label).collect();
        assert_eq!(labels, [2, 3, 10]);
    }
}
