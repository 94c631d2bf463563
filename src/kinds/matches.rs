//! The last step of each track: a match against the computer, answered with the match's id.

use crate::game::MatchId;
use crate::step::{Expected, MatchKind};

/// One kind a game.
pub(super) const MATCHES: [MatchKind; 4] = [
    of("gomoku/match", "gomoku"),
    of("numerical/match", "numerical"),
    of("four-in-a-row/match", "four_in_a_row"),
    of("tesseract/match", "tesseract"),
];

const fn of(name: &'static str, game: &'static str) -> MatchKind {
    MatchKind { name, game, read_id, sample_id: "4d7kq0v9w2hx8m3c" }
}

fn read_id(text: &str) -> Result<String, Expected> {
    let id = text.parse::<MatchId>();
    id.map(|id| id.to_string())
        .map_err(|_| Expected("the id of a match: 16 digits and letters, as POST /games gave it"))
}
