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
mod state_reply;

use actix_web::HttpRequest;
use actix_web::http::header::HeaderValue;

use super::problem::{Code, Problem};
use super::state::State;
use crate::compute::PoolError;
use crate::game::{MatchId, MoveError, NoComputersTurn};
use crate::matches::{LoadedMatch, MatchError};

/// The header that carries a seat's key.
const SEAT_KEY: &str = "X-Seat-Key";

/// The match with this id, as it is now.
pub(super) async fn read(state: &State, id: &str) -> Result<LoadedMatch, Problem> {
    let id = id.trim().parse().map_err(|_| unknown(id))?;
    Ok(state.matches.load(id).await?)
}

/// The id in a request's address.
fn id_of(request: &HttpRequest) -> Result<MatchId, Problem> {
    // The routes of a match have an id.
    let text = request.match_info().query("id");
    text.parse().map_err(|_| unknown(text))
}

/// The seat's key that a request has.
fn seat_key(request: &HttpRequest) -> Option<&[u8]> {
    request.headers().get(SEAT_KEY).map(HeaderValue::as_bytes)
}

fn unknown(id: &str) -> Problem {
    let shown: String = id.chars().take(20).collect();
    Problem::new(Code::GameUnknown, format!("there is no match {shown:?}; POST /games makes one"))
}

impl From<MatchError> for Problem {
    fn from(error: MatchError) -> Self {
        let text = error.to_string();
        match error {
            MatchError::Unknown(id) => unknown(id.as_str()),
            MatchError::Changed => {
                Self::new(Code::GameChanged, format!("{text}: fetch the match again"))
            }
            MatchError::SeatMissing => Self::new(
                Code::SeatMissing,
                format!("send the seat's key in the header `{SEAT_KEY}`; POST /games gave it"),
            ),
            MatchError::SeatKey => {
                Self::new(Code::SeatKey, format!("{text}; expected one that POST /games gave"))
            }
            MatchError::Turn { .. } => Self::new(Code::MoveTurn, text),
            MatchError::Move(MoveError::Form(_)) => Self::new(Code::MoveForm, text),
            MatchError::Move(MoveError::Illegal(_)) => Self::new(Code::MoveIllegal, text),
            MatchError::Move(MoveError::Over) | MatchError::Advance(NoComputersTurn::Over) => {
                Self::new(Code::MoveOver, text)
            }
            MatchError::Undo(_) => Self::new(Code::UndoNothing, text),
            MatchError::UndoInStep(_) => {
                Self::new(Code::UndoStep, format!("{text}: make another one with its token"))
            }
            MatchError::Advance(NoComputersTurn::Human(_)) => Self::new(Code::AdvanceHuman, text),
            MatchError::Task(_) | MatchError::Broken { .. } => Self::new(Code::ServerError, text),
            MatchError::Pool(error) => error.into(),
            MatchError::Store(error) => error.into(),
        }
    }
}

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Self {
        let code = match error {
            PoolError::Busy(_) => Code::LimitBusy,
            PoolError::Failed(_) => Code::ServerError,
        };
        Self::new(code, error.to_string())
    }
}
