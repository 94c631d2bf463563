//! Which matches a course allows that belong to no step.

use crate::app::matches::LoadedMatch;
use crate::app::state::State;
use crate::course::FreeMatches;
use crate::game::{Match, Seat};
use crate::step::Text;
use crate::texts;
use crate::wire::problem::{Code, Problem};

/// Which matches a caller may create that belong to no step: all that a match shows can do a learner's work, so only `free = false` protects a course.
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

/// Refuses a new match that the course does not allow, before its record is read: what is wrong with a record tells where a game ends.
pub(crate) fn check_origin(free: FreeMatches, origin: Origin) -> Result<(), Problem> {
    match (free, origin) {
        (FreeMatches::None, _) => Err(refused(texts::game::free_none())),
        (FreeMatches::People, Origin::Record) => Err(refused(texts::game::free_people())),
        _ => Ok(()),
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

/// Refuses a match that the course does not allow.
pub(crate) fn check(free: FreeMatches, state: &Match) -> Result<(), Problem> {
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
