//! What is agreed on before the first move, besides who plays: the game and its options.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::icons::{Icons, NotIcons};
use super::name::GameName;
use crate::board::lattice::four_in_a_row::End;
use crate::board::lattice::tesseract::{Players, lines};

/// A game with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Gomoku has no options.
    Gomoku,
    /// Numerical tic-tac-toe has none either.
    Numerical,
    /// Four in a row in four dimensions.
    FourInARow {
        /// When the game ends.
        end: End,
    },
    /// Tic-tac-toe on a tesseract.
    Tesseract {
        /// How many play.
        players: Players,
        /// How many lines win, 1 to 232.
        threshold: u8,
        /// What stands for the players.
        icons: Icons,
    },
}

/// The lines that win on a tesseract unless something else is agreed on, as in the essay "Naughts and crosses on a tesseract".
pub const USUAL_THRESHOLD: u8 = 9;

/// Options as JSON has them; each game has its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Four in a row: when the game ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<EndName>,
    /// Tesseract: how many lines win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<u32>,
    /// Tesseract: what stands for a free tile, and for each player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icons: Option<Vec<String>>,
}

/// When a game of four in a row ends, as JSON has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndName {
    /// [`End::FirstLine`].
    FirstLine,
    /// [`End::MostLines`].
    MostLines,
}

/// Why options are none of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoSuchRules {
    /// An option of another game.
    #[error("`{option}` is an option of {owner}, not of {game}")]
    Option {
        /// The option.
        option: &'static str,
        /// The game that has it.
        owner: GameName,
        /// The game that was asked for.
        game: GameName,
    },
    /// The number of players is not one that the game is for.
    #[error("{found} seats; {game} has {expected}")]
    Players {
        /// The game.
        game: GameName,
        /// How many seats there are.
        found: usize,
        /// How many there may be.
        expected: &'static str,
    },
    /// The threshold cannot be reached.
    #[error("`threshold` is {found}; expected 1 to {most}", most = lines().len())]
    Threshold {
        /// What it is.
        found: u32,
    },
    /// The icons cannot stand for anybody.
    #[error(transparent)]
    Icons(#[from] NotIcons),
}

impl Rules {
    /// The rules of a game of so many players, with these options.
    pub fn new(game: GameName, players: usize, options: Options) -> Result<Self, NoSuchRules> {
        let Options { end, threshold, icons } = options;
        let foreign = [
            ("end", end.is_some(), GameName::FourInARow),
            ("threshold", threshold.is_some(), GameName::Tesseract),
            ("icons", icons.is_some(), GameName::Tesseract),
        ];
        for (option, is_given, owner) in foreign {
            if is_given && owner != game {
                return Err(NoSuchRules::Option { option, owner, game });
            }
        }
        let unfit = |expected| NoSuchRules::Players { game, found: players, expected };
        if game == GameName::Tesseract {
            let seats = u8::try_from(players).ok().and_then(Players::new);
            let seats = seats.ok_or_else(|| unfit("two to four"))?;
            return Ok(Self::Tesseract {
                players: seats,
                threshold: reachable(threshold)?,
                icons: Icons::new(icons, seats)?,
            });
        }
        if players != 2 {
            return Err(unfit("two"));
        }
        Ok(match game {
            GameName::Gomoku => Self::Gomoku,
            GameName::Numerical => Self::Numerical,
            _ => Self::FourInARow { end: end.map_or(End::default(), End::from) },
        })
    }

    /// The game.
    #[must_use]
    pub const fn name(&self) -> GameName {
        match self {
            Self::Gomoku => GameName::Gomoku,
            Self::Numerical => GameName::Numerical,
            Self::FourInARow { .. } => GameName::FourInARow,
            Self::Tesseract { .. } => GameName::Tesseract,
        }
    }

    /// The options, each of which has a value.
    #[must_use]
    pub fn options(&self) -> Options {
        match self {
            Self::Gomoku | Self::Numerical => Options::default(),
            Self::FourInARow { end } => Options { end: Some((*end).into()), ..Options::default() },
            Self::Tesseract { threshold, icons, .. } => Options {
                threshold: Some((*threshold).into()),
                icons: Some(icons.all().to_vec()),
                ..Options::default()
            },
        }
    }
}

fn reachable(threshold: Option<u32>) -> Result<u8, NoSuchRules> {
    let Some(found) = threshold else { return Ok(USUAL_THRESHOLD) };
    let reachable = |threshold: &u8| (1..=lines().len()).contains(&usize::from(*threshold));
    u8::try_from(found).ok().filter(reachable).ok_or(NoSuchRules::Threshold { found })
}

impl From<EndName> for End {
    fn from(name: EndName) -> Self {
        match name {
            EndName::FirstLine => Self::FirstLine,
            EndName::MostLines => Self::MostLines,
        }
    }
}

impl From<End> for EndName {
    fn from(end: End) -> Self {
        match end {
            End::FirstLine => Self::FirstLine,
            End::MostLines => Self::MostLines,
        }
    }
}
