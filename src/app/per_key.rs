//! One shared value for each key in use. It exists as long as something holds it.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The values of all keys.
pub(crate) struct PerKey<K: Copy + Eq + Hash, T>(Arc<Entries<K, T>>);

/// The value of one key.
pub(crate) struct Entry<K: Copy + Eq + Hash, T> {
    key: K,
    value: T,
    entries: Arc<Entries<K, T>>,
}

struct Entries<K: Copy + Eq + Hash, T>(Mutex<HashMap<K, Weak<Entry<K, T>>>>);

impl<K: Copy + Eq + Hash, T> Entries<K, T> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, Weak<Entry<K, T>>>> {
        // Nothing panics while the lock is held, so a poisoned map is still consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Copy + Eq + Hash, T> Default for PerKey<K, T> {
    fn default() -> Self {
        Self(Arc::new(Entries(Mutex::default())))
    }
}

impl<K: Copy + Eq + Hash, T> PerKey<K, T> {
    /// The value of a key; it is made if it does not exist.
    pub(crate) fn get(&self, key: K, make: impl FnOnce() -> T) -> Arc<Entry<K, T>> {
        let value = make();
        let mut entries = self.0.lock();
        if let Some(entry) = entries.get(&key).and_then(Weak::upgrade) {
            return entry;
        }
        let entry = Arc::new(Entry { key, value, entries: Arc::clone(&self.0) });
        entries.insert(key, Arc::downgrade(&entry));
        entry
    }

    /// The keys whose values exist.
    pub(crate) fn keys(&self) -> Vec<K> {
        let entries = self.0.lock();
        let existing = entries.iter().filter(|(_, entry)| entry.strong_count() > 0);
        existing.map(|(key, _)| *key).collect()
    }

    /// The values of all keys in use.
    pub(crate) fn all(&self) -> Vec<Arc<Entry<K, T>>> {
        self.0.lock().values().filter_map(Weak::upgrade).collect()
    }

    /// The value of a key if it exists.
    pub(crate) fn existing(&self, key: K) -> Option<Arc<Entry<K, T>>> {
        self.0.lock().get(&key).and_then(Weak::upgrade)
    }
}

impl<K: Copy + Eq + Hash, T> Deref for Entry<K, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// The last holder removes the entry, unless a new one has been made in the meantime.
impl<K: Copy + Eq + Hash, T> Drop for Entry<K, T> {
    fn drop(&mut self) {
        let mut entries = self.entries.lock();
        if entries.get(&self.key).is_some_and(|entry| entry.strong_count() == 0) {
            entries.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_shared_and_removed_with_its_last_holder() {
        let (values, key) = (PerKey::default(), 7);
        let one = values.get(key, || 1);
        let other = values.get(key, || 2);
        assert_eq!((one.value, other.value), (1, 1));
        assert_eq!(values.all().len(), 1);
        drop(one);
        assert!(values.existing(key).is_some());
        assert_eq!(values.keys(), [key]);
        drop(other);
        assert!(values.existing(key).is_none() && values.keys().is_empty());
        assert!(values.0.lock().is_empty());
    }
}
