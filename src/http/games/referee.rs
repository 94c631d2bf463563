//! What became of the match that answers a step.

use super::sitting::Sitting;
use crate::game::{Fate, Match, Seat, SeatNumber};
use crate::http::problem::{Code, Problem};
use crate::http::state::State;
use crate::step::{MatchResult, Submission, Testimony};

/// What is known of the match whose id was sent, in canonical form; none if there is no such match.
pub(in crate::http) async fn testimony(
    state: &State,
    id: &Submission,
) -> Result<Option<Testimony>, Problem> {
    let Ok(id) = id.as_str().parse() else { return Ok(None) };
    match Sitting::read(state, id).await {
        Ok(Sitting { game, task, .. }) => Ok(Some(Testimony { task, result: result(&game) })),
        Err(problem) if problem.code() == Code::GameUnknown => Ok(None),
        Err(problem) => Err(problem),
    }
}

/// How a match stands for the human in it. A step's match has one.
fn result(game: &Match) -> MatchResult {
    let setup = game.setup();
    let learner = SeatNumber::first(setup.seats().len())
        .find(|&number| setup.seat(number) == Some(Seat::Human));
    match learner.map(|seat| game.fate(seat)) {
        Some(Fate::Won) => MatchResult::Won,
        Some(Fate::Lost) => MatchResult::Lost,
        Some(Fate::Drawn) => MatchResult::Drawn,
        Some(Fate::Open) | None => MatchResult::Open,
    }
}
