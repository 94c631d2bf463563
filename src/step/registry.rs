//! Which kinds there are, by name. The list itself is handed in: see `kinds::registry`.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::DeTable;

use super::exercise::{Exercise, KindExercise};
use super::kind::Kind;
use super::settings::Settings;

type Configure = for<'a> fn(&mut Settings<'a>, Spanned<DeTable<'a>>) -> Box<dyn Exercise>;

/// The kinds that a `step.toml` may name.
#[derive(Default)]
pub struct Registry {
    kinds: BTreeMap<&'static str, Configure>,
}

impl Registry {
    /// The registry with one more kind.
    #[must_use]
    pub fn with<K: Kind>(mut self) -> Self {
        self.kinds.insert(K::NAME, |settings, params| {
            Box::new(KindExercise::<K> { params: settings.read(params) })
        });
        self
    }

    /// The names of all kinds, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.keys().copied()
    }

    pub(super) fn get(&self, name: &str) -> Option<Configure> {
        self.kinds.get(name).copied()
    }
}
