//! What is said of fields that cannot be read.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use gradus_step::{Translated, read_texts};

pub(super) static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| read_texts(include_str!("messages.toml")));

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Texts {
    pub(super) unknown: Translated,
    pub(super) unknown_list: Translated,
    pub(super) none_expected: Translated,
    pub(super) whole_task: Translated,
    pub(super) missing: Translated,
    pub(super) repeated: Translated,
    pub(super) value: Translated,
    pub(super) element: Translated,
    pub(super) unreadable: Translated,
    pub(super) one_of: Translated,
    pub(super) list: Translated,
    pub(super) object: Translated,
    pub(super) json_ends_early: Translated,
    pub(super) json_open_text: Translated,
    pub(super) json_escape: Translated,
    pub(super) json_single_quotes: Translated,
    pub(super) json_too_deep: Translated,
    pub(super) json_number_too_large: Translated,
    pub(super) json_control_character: Translated,
    pub(super) json_word: Translated,
    pub(super) json_syntax: Translated,
    said: BTreeMap<String, Translated>,
}

/// The text for what a type says, in English, while serde reads it. A type that says something else needs a line in the catalogue:
/// every test that meets it fails.
pub(super) fn said(english: &str) -> Translated {
    let known = TEXTS.said.get(english);
    debug_assert!(known.is_some(), "the catalogue of fields has no text for {english:?}");
    known.cloned().unwrap_or_else(|| Translated::untranslated(english))
}
