//! The last step of each track: a match against the computer, answered with the match's id.

use crate::game::{GameId, GameName};
use crate::step::{Expected, MatchKind};

/// One kind a game.
pub(super) const MATCHES: [MatchKind; 4] = [
    of("gomoku/match", GameName::Gomoku),
    of("numerical/match", GameName::Numerical),
    of("four-in-a-row/match", GameName::FourInARow),
    of("tesseract/match", GameName::Tesseract),
];

const fn of(name: &'static str, game: GameName) -> MatchKind {
    MatchKind { name, game: game.as_str(), read_id, sample_id: "4d7kq0v9w2hx8m3c" }
}

fn read_id(text: &str) -> Result<String, Expected> {
    let id = text.parse::<GameId>();
    id.map(|id| id.to_string())
        .map_err(|_| Expected("the id of a match: 16 digits and letters, as POST /games gave it"))
}
