//! One shared value for each key in use. The value exists as long as something holds it. The crate `weak-table` would only replace the five lines
//! that remove unused keys.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The values of all keys.
pub(crate) struct PerKey<K, T>(Mutex<HashMap<K, Weak<T>>>);

impl<K, T> Default for PerKey<K, T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Copy + Eq + Hash, T> PerKey<K, T> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, Weak<T>>> {
        // Nothing panics while the lock is held, so a poisoned map is still consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of a key; it is made if it does not exist.
    pub(crate) fn get(&self, key: K, make: impl FnOnce() -> T) -> Arc<T> {
        let value = Arc::new(make());
        let mut values = self.lock();
        if let Some(value) = values.get(&key).and_then(Weak::upgrade) {
            return value;
        }
        // Keys that are not in use any more are removed before the map would grow. It then has room for as many keys again, so that a key costs
        // a constant time on average.
        if values.len() == values.capacity() {
            values.retain(|_, value| value.strong_count() > 0);
            let in_use = values.len();
            values.reserve(in_use + 1);
        }
        values.insert(key, Arc::downgrade(&value));
        value
    }

    /// The keys in use.
    pub(crate) fn keys(&self) -> Vec<K> {
        let values = self.lock();
        let in_use = values.iter().filter(|(_, value)| value.strong_count() > 0);
        in_use.map(|(key, _)| *key).collect()
    }

    /// The values of all keys in use.
    pub(crate) fn all(&self) -> Vec<Arc<T>> {
        self.lock().values().filter_map(Weak::upgrade).collect()
    }

    /// The value of a key in use.
    pub(crate) fn existing(&self, key: K) -> Option<Arc<T>> {
        self.lock().get(&key).and_then(Weak::upgrade)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_shared_and_dropped_with_its_last_holder() {
        let (values, key) = (PerKey::default(), 7);
        let one = values.get(key, || 1);
        let other = values.get(key, || 2);
        assert_eq!((*one, *other), (1, 1));
        assert_eq!(values.all().len(), 1);
        drop(one);
        assert!(values.existing(key).is_some());
        assert_eq!(values.keys(), [key]);
        drop(other);
        assert!(values.existing(key).is_none() && values.keys().is_empty());
        assert_eq!(*values.get(key, || 3), 3);
    }

    #[test]
    fn keys_that_were_in_use_take_no_more_room_than_those_that_are() {
        let values = PerKey::default();
        let held: Vec<_> = (0..100).map(|key| values.get(key, || key)).collect();
        (100..100_000).for_each(|key| drop(values.get(key, || key)));
        assert!(values.lock().len() < 1000);
        assert_eq!(values.keys().len(), held.len());
    }
}
