//! `/games`: the requests and replies of matches. [`crate::matches`] hosts them.
//!
//! | file | what |
//! |---|---|
//! | `changes` | `POST /games`, `POST /games/{id}/moves`, `/undo`, `/advance` |
//! | `views` | `GET /games/{id}`, `/lines`, `/record` |
//! | `picture` | `GET /games/{id}/picture.svg` |
//! | `events` | `GET /games/{id}/events` |

pub(super) mod changes;
pub(super) mod events;
pub(super) mod picture;
pub(super) mod views;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header::HeaderValue;

use super::SEAT_KEY;
use super::extract::{Extract, path_part};
use super::messages::{Message, message};
use super::problem::{Code, Problem};
use super::state::State;
use crate::game::MatchId;
use crate::matches::{AuthorizedSeat, LoadedMatch};

/// The match that an address names.
pub(super) struct RequestedMatch(pub(super) LoadedMatch);

impl Extract for RequestedMatch {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        Ok(Self(State::of(request).matches.load(match_id(request)?).await?))
    }
}

/// The seat of the match in the address whose key was sent.
pub(super) struct RequestedSeat(pub(super) AuthorizedSeat);

impl Extract for RequestedSeat {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let mut keys = request.headers().get_all(SEAT_KEY).map(HeaderValue::as_bytes);
        let key = keys.next();
        if keys.next().is_some() {
            let detail = message(Message::SeatTwice).with(&[("header", &SEAT_KEY)]);
            return Err(Problem::new(Code::SeatKey, detail));
        }
        let seat = State::of(request).matches.authorize(match_id(request)?, key).await?;
        Ok(Self(seat))
    }
}

/// The id in the address; the match may not exist.
fn match_id(request: &HttpRequest) -> Result<MatchId, Problem> {
    let text = path_part(request, "id");
    text.parse().map_err(|_| Problem::unknown_match(text))
}
