//! Which kinds there are, by name. The list itself is handed in: see the crate `gradus-rules`.

use std::collections::BTreeMap;

use super::exercise::Exercise;
use super::kind::Kind;
use super::kind_exercise::KindExercise;
use super::toml_reader::ParamsReader;

/// Makes an exercise of a step's `[params]`.
type Factory = Box<dyn Fn(ParamsReader<'_, '_>) -> Box<dyn Exercise> + Send + Sync>;

/// The kinds that a `step.toml` may name.
#[derive(Default)]
pub struct Registry {
    kinds: BTreeMap<String, Factory>,
}

impl Registry {
    /// The registry with one more kind that is written in Rust.
    #[must_use]
    pub fn with<K: Kind>(self) -> Self {
        self.with_exercise(K::NAME, |params| KindExercise::<K>::new(params.read()))
    }

    /// The registry with one more kind of any sort: a name, and what makes an exercise of a step's parameters.
    ///
    /// # Panics
    ///
    /// If there is a kind of this name already, or the name is not made of `a-z`, `0-9`, `-` and `/`: it is written into JSON as it is.
    #[must_use]
    pub fn with_exercise<E: Exercise + 'static>(
        mut self,
        name: impl Into<String>,
        configure: impl Fn(ParamsReader<'_, '_>) -> E + Send + Sync + 'static,
    ) -> Self {
        let factory: Factory = Box::new(move |params| Box::new(configure(params)));
        let name = name.into();
        let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'/');
        assert!(name.bytes().all(is_plain), "{name:?} is not the name of a kind");
        assert!(!self.kinds.contains_key(&name), "two kinds are named {name}");
        self.kinds.insert(name, factory);
        self
    }

    /// The names of all kinds, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.kinds.keys().map(String::as_str)
    }

    /// The exercise of a kind; none if there is no such kind.
    pub(super) fn configure(
        &self,
        kind: &str,
        params: ParamsReader<'_, '_>,
    ) -> Option<Box<dyn Exercise>> {
        Some(self.kinds.get(kind)?(params))
    }
}
