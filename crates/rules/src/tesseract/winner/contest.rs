//! The games that are asked about, and how they stand.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::super::games::{History, RecordError, players_of};
use crate::item::NumberList;
use gradus_board::lattice::tesseract::{Game, Outcome, Player};

/// A game with the number of lines that wins it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "ContestRecord", into = "ContestRecord")]
pub(super) struct Contest {
    pub(super) game: Game,
    pub(super) threshold: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ContestRecord {
    pub(super) players: u8,
    pub(super) threshold: usize,
    pub(super) history: History,
}

impl TryFrom<ContestRecord> for Contest {
    type Error = RecordError;

    fn try_from(
        ContestRecord { players, threshold, history }: ContestRecord,
    ) -> Result<Self, RecordError> {
        let History(tiles) = history;
        let players = players_of(players)?;
        if threshold == 0 {
            return Err(RecordError::Threshold);
        }
        Ok(Self { game: Game::from_history(players, tiles)?, threshold })
    }
}

impl From<Contest> for ContestRecord {
    fn from(Contest { game, threshold }: Contest) -> Self {
        let history = History(game.history().to_vec());
        Self { players: game.players().count(), threshold, history }
    }
}

/// `open`, or the numbers of the winners, ascending.
#[derive(Clone, PartialEq, Eq)]
pub enum Standing {
    Open,
    Won(NumberList),
}

impl Standing {
    pub(super) fn won_by(players: impl IntoIterator<Item = Player>) -> Self {
        Self::Won(players.into_iter().map(Player::number).collect())
    }
}

impl From<Outcome> for Standing {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Open => Self::Open,
            Outcome::Won(player) => Self::won_by([player]),
            Outcome::Shared(players) => Self::won_by(players),
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.write_str("open"),
            Self::Won(players) => players.fmt(f),
        }
    }
}
