//! How a match is shown: the query of its page and of its picture.

use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use super::{MoveCount, at};
use crate::app::matches::LoadedMatch;
use crate::drawing::Look;
use crate::game::{Match, SeatNumber};
use crate::pages::picture::Showing;
use crate::texts;
use crate::wire::extract::{QueryFields, read_field};
use crate::wire::problem::{Code, Problem};

/// How a match is shown.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LookQuery {
    /// After how many moves: 0 to the number made. Without it, as the match is now.
    #[schema(value_type = Option<usize>)]
    at: Option<MoveCount>,
    /// The player whose complete lines are shown, one after another.
    #[schema(value_type = Option<u8>)]
    player: Option<PlayerNumber>,
    /// The viewer's own icons for the players, with commas between them, where the game has icons.
    #[schema(value_type = Option<String>)]
    icons: Option<Icons>,
    /// Whether the numbers of moves are shown; they are unless it is 0.
    #[serde(default)]
    #[schema(value_type = Option<u8>)]
    numbers: Numbers,
}

impl QueryFields for LookQuery {
    fn code_of(field: &str) -> Code {
        match field {
            "at" => Code::HistoryAt,
            "player" => Code::LinesPlayer,
            _ => Code::QueryInvalid,
        }
    }
}

impl LookQuery {
    /// The position that is shown, and how.
    pub(crate) fn read(self, loaded: &LoadedMatch) -> Result<(Match, Showing), Problem> {
        let Self { at: count, player, icons, numbers } = self;
        let lines_of = player.map(|player| seat_of(&player, loaded)).transpose()?;
        let look = Look {
            is_numbered: matches!(numbers, Numbers::Shown),
            icons: icons.map_or_else(Vec::new, |Icons(icons)| icons),
        };
        Ok((at(loaded, count.as_ref())?, Showing { look, lines_of }))
    }

    /// After how many moves, of those who want nothing but the position.
    pub(crate) fn position(self) -> Result<Option<MoveCount>, Problem> {
        match self {
            Self { at, player: None, icons: None, numbers: Numbers::Shown } => Ok(at),
            _ => Err(Problem::new(Code::QueryInvalid, texts::query::look_of_page())),
        }
    }
}

struct Icons(Vec<String>);

impl<'de> Deserialize<'de> for Icons {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| Look::read_icons(text).map(Self);
        read_field(deserializer, read, "up to 8 icons of 1 to 8 visible characters")
    }
}

/// Whether the numbers of moves are shown.
#[derive(Clone, Copy, Default)]
enum Numbers {
    #[default]
    Shown,
    Hidden,
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| match text {
            "1" => Some(Self::Shown),
            "0" => Some(Self::Hidden),
            _ => None,
        };
        read_field(deserializer, read, "0 or 1")
    }
}

pub(crate) struct PlayerNumber(SeatNumber);

impl<'de> Deserialize<'de> for PlayerNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| text.parse().ok().and_then(SeatNumber::new).map(Self);
        read_field(deserializer, read, "a number from 1 to 8")
    }
}

/// The seat of a player of the match.
pub(crate) fn seat_of(
    &PlayerNumber(player): &PlayerNumber,
    loaded: &LoadedMatch,
) -> Result<SeatNumber, Problem> {
    let seats = loaded.state().setup().seats().len();
    if player.index() < seats {
        return Ok(player);
    }
    let detail = texts::player::unknown(player, seats);
    Err(Problem::new(Code::LinesPlayer, detail))
}
