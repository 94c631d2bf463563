//! `/games`: the requests and replies of matches. [`crate::matches`] hosts them.
//!
//! | file | what |
//! |---|---|
//! | `collection` | `POST /games`: a new match, one that continues a record, or one of a match step |
//! | `moves` | `POST /games/{id}/moves`, `/undo`, `/advance` |
//! | `views` | `GET /games/{id}`, `/lines`, `/record`, `/picture.svg` |
//! | `events` | `GET /games/{id}/events` |

pub(super) mod collection;
pub(super) mod events;
pub(super) mod moves;
pub(super) mod views;

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use super::problem::Problem;
use super::query::path_part;
use crate::game::MatchId;

/// The id of a match in the address; the match may not exist.
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
