//! `GET /games/{id}/picture.svg`: the board of a match, drawn. It needs no key.

use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use super::views::{PlayerNumber, seat_of};
use super::{MoveCount, RequestedMatch, at};
use crate::drawing::Look;
use crate::http::extract::{ApiQuery, QueryFields, read_field};
use crate::http::messages::ReplyLanguage;
use crate::http::problem::{Code, Problem};
use crate::http::reply::{ContentType, TextReply};
use crate::web::picture::{Showing, of_match};

/// The query of a match's picture.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct MatchPictureQuery {
    /// After how many moves.
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

impl QueryFields for MatchPictureQuery {
    fn code_of(field: &str) -> Code {
        match field {
            "at" => Code::HistoryAt,
            "player" => Code::LinesPlayer,
            _ => Code::QueryInvalid,
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

/// `GET /games/{id}/picture.svg?at=&player=&icons=&numbers=`: a picture of the board.
pub(in crate::http) async fn get(
    RequestedMatch(loaded): RequestedMatch,
    ApiQuery(query): ApiQuery<MatchPictureQuery>,
    ReplyLanguage(language): ReplyLanguage,
) -> Result<TextReply, Problem> {
    let MatchPictureQuery { at: count, player, icons, numbers } = query;
    let shown = at(&loaded, count.as_ref())?;
    let lines_of = player.map(|player| seat_of(&player, &loaded)).transpose()?;
    let look = Look {
        is_numbered: matches!(numbers, Numbers::Shown),
        icons: icons.map_or_else(Vec::new, |Icons(icons)| icons),
    };
    let svg = of_match(&shown, &Showing { look, lines_of }, language);
    Ok(TextReply::ok(ContentType::Svg, svg))
}
