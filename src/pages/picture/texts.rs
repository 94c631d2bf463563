//! The texts of pictures, in every language.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::step::{Translated, read_texts};

pub(super) static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| read_texts(include_str!("messages.toml")));

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Texts {
    pub(super) title: Translated,
    pub(super) to_move: Translated,
    pub(super) won: Translated,
    pub(super) several_won: Translated,
    pub(super) draw: Translated,
    pub(super) no_moves: Translated,
    pub(super) one_move: Translated,
    pub(super) moves: Translated,
    pub(super) history: Translated,
    pub(super) human: Translated,
    pub(super) random: Translated,
    pub(super) rules: Translated,
    pub(super) search: Translated,
    pub(super) alphabeta: Translated,
    pub(super) one_line: Translated,
    pub(super) lines: Translated,
    pub(super) complete_lines: Translated,
    pub(super) sentence: Translated,
    pub(super) last_move: Translated,
    pub(super) complete_line: Translated,
    pub(super) move_number: Translated,
    pub(super) winner: Translated,
    pub(super) asked: Translated,
    pub(super) arrow: Translated,
    pub(super) first_wrong: Translated,
    pub(super) free: Translated,
    pub(super) black: Translated,
    pub(super) white: Translated,
    pub(super) number: Translated,
    pub(super) in_cell: Translated,
    pub(super) player: Translated,
    pub(super) centre: Translated,
    #[serde(rename = "move")]
    pub(super) made: Translated,
    pub(super) question: Translated,
    pub(super) comma: Translated,
    pub(super) board: Translated,
    pub(super) item: Translated,
    pub(super) items: Translated,
    pub(super) items_each: Translated,
    pub(super) lines_of: Translated,
    pub(super) vector_ends: Translated,
    pub(super) black_side: Translated,
    pub(super) white_side: Translated,
    pub(super) odd_side: Translated,
    pub(super) even_side: Translated,
    pub(super) colon: Translated,
    pub(super) holding: Translated,
    pub(super) empty: Translated,
    pub(super) questions: Translated,
}
