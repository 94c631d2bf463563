//! What requests name: a match, and a seat of it with its key.

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header::HeaderValue;

use crate::app::ambient::now;
use crate::app::authentication::ComputeCaller;
use crate::app::compute::CallerKey;
use crate::app::matches::{AuthorizedSeat, LoadedMatch};
use crate::app::state::State;
use crate::game::{MatchId, Seat};
use crate::texts;
use crate::wire::extract::{Extract, SEAT_KEY, path_part};
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};

/// The match that an address names.
pub(crate) struct RequestedMatch(pub(crate) LoadedMatch);

impl Extract for RequestedMatch {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        Ok(Self(State::of(request).matches.load(match_id(request)?).await?))
    }

    fn describe(operation: &mut Operation) {
        let description = "The id of the match.";
        operation.has_path_part("id", description, "^[0-9a-z]{16}$", "5t0c2mh8x4k1qz7w");
        operation.may_fail(&[Code::GameUnknown, Code::StoreFailed]);
    }
}

/// The seat of the match in the address whose key was sent.
pub(crate) struct RequestedSeat(pub(crate) AuthorizedSeat);

impl Extract for RequestedSeat {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let mut keys = request.headers().get_all(SEAT_KEY).map(HeaderValue::as_bytes);
        let key = keys.next();
        if keys.next().is_some() {
            let detail = texts::seat::twice(SEAT_KEY);
            return Err(Problem::new(Code::SeatKey, detail));
        }
        let matches = &State::of(request).matches;
        let seat = matches.authorize(match_id(request)?, key, now()).await?;
        Ok(Self(seat))
    }

    fn describe(operation: &mut Operation) {
        RequestedMatch::describe(operation);
        operation.needs_header(
            SEAT_KEY,
            "The key of a human's seat.",
            "gs_2JcZEQQWpUkUF6xYbGMSzO8NeABa2ObJ",
        );
        operation.may_fail(&[Code::SeatMissing, Code::SeatKey]);
    }
}

/// The match in the address, whose computers the caller may let move: a player, or in a match of computers alone its creator.
pub(crate) struct AdvancedMatch(pub(crate) LoadedMatch);

impl Extract for AdvancedMatch {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let RequestedMatch(loaded) = RequestedMatch::extract(request, payload).await?;
        if loaded.state().setup().seats().contains(&Seat::Human) {
            RequestedSeat::extract(request, payload).await?;
            return Ok(Self(loaded));
        }
        let caller = ComputeCaller::extract(request, payload).await?.key;
        match loaded.owner() {
            Some(owner) if caller != CallerKey::learner(owner) => {
                Err(Problem::new(Code::AdvanceOwner, texts::advance::owner()))
            }
            _ => Ok(Self(loaded)),
        }
    }

    fn describe(operation: &mut Operation) {
        RequestedMatch::describe(operation);
        operation.may_fail(&[Code::SeatMissing, Code::SeatKey]);
    }
}

/// The id in the address; the match may not exist.
pub(super) fn match_id(request: &HttpRequest) -> Result<MatchId, Problem> {
    let text = path_part(request, "id");
    text.parse().map_err(|_| Problem::unknown_match(text))
}
