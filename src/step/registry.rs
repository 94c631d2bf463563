//! Which kinds there are, by name. The list itself is handed in: see `kinds::registry`.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::DeTable;

use super::exercise::{Exercise, KindPuzzle, Puzzle};
use super::kind::Kind;
use super::matches::{MatchExercise, MatchKind};
use super::settings::Settings;

type MakePuzzle = for<'a> fn(&mut Settings<'a>, Spanned<DeTable<'a>>) -> Box<dyn Puzzle>;

/// What a kind makes of its `[params]`.
#[derive(Clone, Copy)]
pub(super) enum Configure {
    Puzzle(MakePuzzle),
    Match(MatchKind),
}

impl Configure {
    pub(super) fn exercise<'a>(
        self,
        settings: &mut Settings<'a>,
        params: Spanned<DeTable<'a>>,
    ) -> Exercise {
        match self {
            Self::Puzzle(make) => Exercise::Puzzle(make(settings, params)),
            Self::Match(kind) => Exercise::Match(MatchExercise::new(kind, settings.read(params))),
        }
    }
}

/// The kinds that a `step.toml` may name.
#[derive(Default)]
pub struct Registry {
    kinds: BTreeMap<&'static str, Configure>,
}

impl Registry {
    /// The registry with one more kind.
    #[must_use]
    pub fn with<K: Kind>(mut self) -> Self {
        let make: MakePuzzle =
            |settings, params| Box::new(KindPuzzle::<K> { params: settings.read(params) });
        self.kinds.insert(K::NAME, Configure::Puzzle(make));
        self
    }

    /// The registry with one more kind of match.
    #[must_use]
    pub fn with_match(mut self, kind: MatchKind) -> Self {
        self.kinds.insert(kind.name, Configure::Match(kind));
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
