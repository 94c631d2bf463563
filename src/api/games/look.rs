//! How a match is shown: the query of its page and of its picture, and after how many moves.

use std::ops::RangeInclusive;

use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use crate::app::matches::LoadedMatch;
use crate::drawing::Look;
use crate::game::{Match, SeatNumber};
use crate::pages::picture::Showing;
use crate::step::quoted;
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
    #[serde(default, deserialize_with = "any_seat_number")]
    #[schema(value_type = Option<u8>)]
    player: Option<SeatNumber>,
    /// The viewer's own icons for the players, with commas between them, where the game has icons.
    #[serde(default, deserialize_with = "icons")]
    #[schema(value_type = Option<String>)]
    icons: Option<Vec<String>>,
    /// Whether the numbers of moves are shown; they are unless it is 0.
    #[serde(default, deserialize_with = "is_shown")]
    #[schema(value_type = Option<u8>)]
    numbers: Option<bool>,
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
        let lines_of = player.map(|player| seat_of(player, loaded)).transpose()?;
        let look = Look { is_numbered: numbers.unwrap_or(true), icons: icons.unwrap_or_default() };
        Ok((at(loaded, count.as_ref())?, Showing { look, lines_of }))
    }

    /// After how many moves, of those who want nothing but the position.
    pub(crate) fn position(self) -> Result<Option<MoveCount>, Problem> {
        match self {
            Self { at, player: None, icons: None, numbers: None | Some(true) } => Ok(at),
            _ => Err(Problem::new(Code::QueryInvalid, texts::query::look_of_page())),
        }
    }
}

fn icons<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<String>>, D::Error> {
    let expected = "up to 8 icons of 1 to 8 visible characters";
    read_field(deserializer, Look::read_icons, expected).map(Some)
}

fn is_shown<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    let read = |text: &str| match text {
        "1" => Some(true),
        "0" => Some(false),
        _ => None,
    };
    read_field(deserializer, read, "0 or 1").map(Some)
}

fn any_seat_number<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<SeatNumber>, D::Error> {
    seat_number(deserializer).map(Some)
}

pub(super) fn seat_number<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<SeatNumber, D::Error> {
    let read = |text: &str| text.parse().ok().and_then(SeatNumber::new);
    read_field(deserializer, read, "a number from 1 to 8")
}

/// The seat of a player of the match.
pub(super) fn seat_of(player: SeatNumber, loaded: &LoadedMatch) -> Result<SeatNumber, Problem> {
    let seats = loaded.state().setup().seats().len();
    if player.index() < seats {
        return Ok(player);
    }
    Err(Problem::new(Code::LinesPlayer, texts::player::unknown(player, seats)))
}

/// A number of moves in a query. Whether the match has as many is known when the match is loaded.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct MoveCount(pub(super) String);

impl MoveCount {
    /// The number, if it is in this range.
    pub(super) fn within(&self, range: RangeInclusive<usize>) -> Result<usize, Problem> {
        let Self(found) = self;
        if range.is_empty() {
            return Err(Problem::new(Code::HistoryAt, texts::history::empty()));
        }
        let number = found.trim().parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let detail = texts::history::at(quoted(found), range.start(), range.end());
            Problem::new(Code::HistoryAt, detail)
        })
    }
}

/// A match as it was after this many moves, or as it is.
pub(super) fn at(loaded: &LoadedMatch, count: Option<&MoveCount>) -> Result<Match, Problem> {
    let state = loaded.state();
    let Some(count) = count else { return Ok(state.clone()) };
    Ok(state.until(count.within(0..=state.game().move_count())?))
}
