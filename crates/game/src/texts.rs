//! What callers are told of moves, setups and records of any game, and what players are called.

use std::sync::LazyLock;

use serde::Deserialize;

use gradus_step::{Translated, read_texts};

/// An error of a board, which says nothing of languages, in every language.
pub(crate) trait ErrorText {
    /// What is wrong, and what is expected.
    fn error_text(self) -> Translated;
}

pub(super) static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| read_texts(include_str!("messages.toml")));

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Texts {
    pub(super) over: Translated,
    pub(super) history: Translated,
    pub(super) option: Translated,
    pub(super) seats: Translated,
    pub(super) range: Translated,
    pub(super) no_player: Translated,
    pub(super) computer: Translated,
    pub(super) format: Translated,
    pub(super) one_or_other: Translated,
    pub(super) unreadable: Translated,
    pub(super) record: Translated,
    pub(super) quoted_text: Translated,
    pub(super) json: Translated,
    pub(super) player: Translated,
    pub(super) black: Translated,
    pub(super) white: Translated,
}
