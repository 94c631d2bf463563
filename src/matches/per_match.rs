//! One shared value for each match in use. It exists as long as something holds it.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::game::MatchId;

/// The values of all matches.
pub(super) struct PerMatch<T>(Arc<Entries<T>>);

/// The value of one match.
pub(super) struct Entry<T> {
    id: MatchId,
    value: T,
    entries: Arc<Entries<T>>,
}

struct Entries<T>(Mutex<HashMap<MatchId, Weak<Entry<T>>>>);

impl<T> Entries<T> {
    fn lock(&self) -> MutexGuard<'_, HashMap<MatchId, Weak<Entry<T>>>> {
        // Nothing panics while the lock is held, so a poisoned map is still consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for PerMatch<T> {
    fn default() -> Self {
        Self(Arc::new(Entries(Mutex::default())))
    }
}

impl<T> PerMatch<T> {
    /// The value of a match; it is made if it does not exist.
    pub(super) fn get(&self, id: MatchId, make: impl FnOnce() -> T) -> Arc<Entry<T>> {
        let value = make();
        let mut entries = self.0.lock();
        if let Some(entry) = entries.get(&id).and_then(Weak::upgrade) {
            return entry;
        }
        let entry = Arc::new(Entry { id, value, entries: Arc::clone(&self.0) });
        entries.insert(id, Arc::downgrade(&entry));
        entry
    }

    /// The value of a match if it exists.
    pub(super) fn existing(&self, id: MatchId) -> Option<Arc<Entry<T>>> {
        self.0.lock().get(&id).and_then(Weak::upgrade)
    }
}

impl<T> Deref for Entry<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// The last holder removes the entry, unless a new one has been made in the meantime.
impl<T> Drop for Entry<T> {
    fn drop(&mut self) {
        let mut entries = self.entries.lock();
        if entries.get(&self.id).is_some_and(|entry| entry.strong_count() == 0) {
            entries.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_shared_and_removed_with_its_last_holder() {
        let (values, id) = (PerMatch::default(), MatchId::from_bytes([7; 10]));
        let one = values.get(id, || 1);
        let other = values.get(id, || 2);
        assert_eq!((one.value, other.value), (1, 1));
        drop(one);
        assert!(values.existing(id).is_some());
        drop(other);
        assert!(values.existing(id).is_none() && values.0.lock().is_empty());
    }
}
