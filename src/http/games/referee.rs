//! What became of the match that answers a step.

use super::sitting::Sitting;
use crate::game::{Fate, Match, Seat, SeatNumber};
use crate::http::problem::{Code, Problem};
use crate::http::state::State;
use crate::step::{MatchResult, TaskIdentity};

/// A match, as far as it matters to the step that it may have been made for.
pub(in crate::http) struct MatchOfStep {
    /// The task that it was made for, if it was made for one.
    pub(in crate::http) task: Option<TaskIdentity>,
    /// How it stands for the learner.
    pub(in crate::http) result: MatchResult,
}

/// The match with this id; none if there is no such match.
pub(in crate::http) async fn match_of_step(
    state: &State,
    id: &str,
) -> Result<Option<MatchOfStep>, Problem> {
    let Ok(id) = id.parse() else { return Ok(None) };
    match Sitting::read(state, id).await {
        Ok(Sitting { game, task, .. }) => Ok(Some(MatchOfStep { task, result: result(&game) })),
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
