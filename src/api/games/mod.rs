//! `/games`: the requests and replies of matches. [`crate::app::matches`] hosts them.
//!
//! | file | what |
//! |---|---|
//! | `changes` | `POST /games`, `POST /games/{id}/moves`, `/undo`, `/advance` |
//! | `views` | `GET /games/{id}`, `/lines`, `/record`, `/picture.svg`, `/why` |
//! | `look` | the query of a match's page and picture |
//! | `page` | the page of a match, as browsers ask for it |
//! | `catalog` | `GET /games`: what can be played |
//! | `events` | `GET /games/{id}/events` |
//!
//! [`allowed`] says which matches a course allows that belong to no step.

pub(crate) mod catalog;
pub(crate) mod changes;
pub(crate) mod events;
pub(crate) mod look;
mod page;
pub(super) mod routes;
pub(crate) mod views;

use std::ops::RangeInclusive;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header::HeaderValue;
use serde::Deserialize;

use crate::app::ambient::now;
use crate::app::caller::Caller;
use crate::app::matches::{AuthorizedSeat, LoadedMatch};
use crate::app::state::State;
use crate::course::FreeMatches;
use crate::game::record::{self, Format, WrongFormat};
use crate::game::{Match, MatchId, Seat};
use crate::step::{StepNumber, Text, quoted};
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

/// A number of moves in a query. Whether the match has as many is known when the match is loaded.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct MoveCount(String);

impl MoveCount {
    /// The number, if it is in this range.
    fn within(&self, range: RangeInclusive<usize>) -> Result<usize, Problem> {
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
fn at(loaded: &LoadedMatch, count: Option<&MoveCount>) -> Result<Match, Problem> {
    let state = loaded.state();
    let Some(count) = count else { return Ok(state.clone()) };
    Ok(state.until(count.within(0..=state.game().move_count())?))
}

/// The id in the address; the match may not exist.
fn match_id(request: &HttpRequest) -> Result<MatchId, Problem> {
    let text = path_part(request, "id");
    text.parse().map_err(|_| Problem::unknown_match(text))
}

/// The record of a match, which may belong to a step. That of a step's match has no seed: the seed would give the computer's moves away.
pub(crate) fn write_record(
    recorded: &Match,
    step: Option<StepNumber>,
    format: Format,
) -> Result<String, WrongFormat> {
    match step {
        Some(_) => record::write_without_seed(recorded, format),
        None => record::write(recorded, format),
    }
}

/// Which matches a caller may create that belong to no step: a computer's moves and the scores of a loaded record can do a learner's work.
/// Instructors may do everything.
pub(crate) fn allowed(state: &State, is_instructor: bool) -> FreeMatches {
    if is_instructor { FreeMatches::All } else { state.curriculum().course.free_matches }
}

/// Where a new match comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It begins with the first move.
    Beginning,
    /// It continues a record.
    Record,
}

/// Refuses a new match that the course does not allow.
pub(crate) fn check_new(
    state: &State,
    caller: &Caller,
    start: &Match,
    origin: Origin,
) -> Result<(), Problem> {
    match allowed(state, caller.instructor.is_some()) {
        FreeMatches::People if origin == Origin::Record => Err(refused(texts::game::free_people())),
        free => check(free, start),
    }
}

/// Refuses to let computers move in a match that the course does not allow: it may be from before the rule.
pub(crate) fn check_loaded(
    state: &State,
    is_instructor: bool,
    loaded: &LoadedMatch,
) -> Result<(), Problem> {
    match loaded.step() {
        Some(_) => Ok(()),
        None => check(allowed(state, is_instructor), loaded.state()),
    }
}

fn check(free: FreeMatches, state: &Match) -> Result<(), Problem> {
    let is_of_people = || state.setup().seats().iter().all(|&seat| seat == Seat::Human);
    match free {
        FreeMatches::All => Ok(()),
        FreeMatches::People if is_of_people() => Ok(()),
        FreeMatches::People => Err(refused(texts::game::free_people())),
        FreeMatches::None => Err(refused(texts::game::free_none())),
    }
}

fn refused(detail: Text) -> Problem {
    Problem::new(Code::GameFree, detail)
}
