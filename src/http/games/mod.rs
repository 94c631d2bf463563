//! `/games`: matches between people and computers. What a match is, [`crate::matches`] knows; here are its requests and replies.
//!
//! | file | what |
//! |---|---|
//! | `collection` | `POST /games`: a new match, one that goes on from a record, or one of a match step |
//! | `moves` | `POST /games/{id}/moves`, `/undo`, `/advance` |
//! | `showing` | `GET /games/{id}`, `/lines`, `/record`, `/picture.svg` |
//! | `events` | `GET /games/{id}/events` |
//! | `state_reply` | a match as it is shown |

pub(super) mod collection;
pub(super) mod events;
pub(super) mod moves;
pub(super) mod showing;
pub(super) mod state_reply;

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use super::problem::Problem;
use super::query::path_part;
use crate::game::MatchId;

/// The match that an address names; whether there is one is not known yet.
#[derive(Clone, Copy)]
pub(super) struct RequestedMatch(pub(super) MatchId);

impl FromRequest for RequestedMatch {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let text = path_part(request, "id");
        ready(text.parse().map(Self).map_err(|_| Problem::unknown_match(text)))
    }
}
