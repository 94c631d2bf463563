//! `/games`: matches between people and computers.
//!
//! | file | what |
//! |---|---|
//! | `collection` | `POST /games`: a new match, one that goes on from a record, or one of a match step |
//! | `moves` | `POST /games/{id}/moves`, `/undo`, `/advance` |
//! | `showing` | `GET /games/{id}`, `/lines`, `/record`, `/picture.svg` |
//! | `events` | `GET /games/{id}/events` |
//! | `sitting` | a match as it is read from the store, changed, and put back |
//! | `seating` | who has which seat |
//! | `rooms` | who waits for a turn, and who looks on |
//! | `thinkers` | the computers' threads |
//! | `referee` | what became of the match that answers a step |
//!
//! The store is the only memory of a match: each request reads it, changes it and puts it back, so that a restart is not noticed.

pub(super) mod collection;
pub(super) mod events;
pub(super) mod moves;
pub(super) mod referee;
mod rooms;
mod seating;
pub(super) mod showing;
mod sitting;
mod state_reply;
mod thinkers;

use sitting::Sitting;

pub(super) use rooms::Rooms;
pub(super) use thinkers::Thinkers;

use super::problem::Problem;
use super::state::State;

/// The match with this id, as it stands now.
pub(super) async fn read(state: &State, id: &str) -> Result<Sitting, Problem> {
    let id = id.trim().parse().map_err(|_| sitting::unknown(id))?;
    Sitting::read(state, id).await
}
