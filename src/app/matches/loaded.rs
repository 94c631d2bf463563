//! A match that was read from the store, with its version.

use super::MatchError;
use crate::course::LearnerId;
use crate::game::record::{self, Format, WrongFormat};
use crate::game::{Match, MatchId};
use crate::step::{StepNumber, TaskIdentity, Timestamp};
use crate::store::{MatchChange, Store, StoredMatch};

/// What is decided of a match when it is created, besides its state.
#[derive(Clone, Copy, Debug)]
pub struct NewMatch {
    /// The id; no match has it yet.
    pub id: MatchId,
    /// The learner who creates it; none for an anonymous client.
    pub owner: Option<LearnerId>,
    /// When it is created.
    pub at: Timestamp,
}

/// A match as it was when it was read or saved.
#[derive(Clone, Debug)]
pub struct LoadedMatch {
    id: MatchId,
    state: Match,
    task: Option<TaskIdentity>,
    owner: Option<LearnerId>,
    version: u32,
}

impl LoadedMatch {
    /// Reads a match.
    pub(super) async fn load(store: &dyn Store, id: MatchId) -> Result<Self, MatchError> {
        let stored = store.load_match(id).await?;
        let StoredMatch { setup, task, owner, history, version, .. } =
            stored.ok_or(MatchError::Unknown(id))?;
        // The moves were legal when they were stored: this fails only if the rules have changed.
        let state = Match::resume(setup, history.split_ascii_whitespace())
            .map_err(|error| MatchError::Broken { id, reason: error.to_string() })?;
        Ok(Self { id, state, task, owner, version })
    }

    #[cfg(test)]
    pub(super) const fn of_parts(
        id: MatchId,
        state: Match,
        task: Option<TaskIdentity>,
        version: u32,
    ) -> Self {
        Self { id, state, task, owner: None, version }
    }

    /// Stores a new match.
    pub(super) async fn start(
        store: &dyn Store,
        NewMatch { id, owner, at }: NewMatch,
        state: Match,
        task: Option<TaskIdentity>,
    ) -> Result<Self, MatchError> {
        let (setup, history, status) = (state.setup().clone(), history(&state), state.status());
        let stored = StoredMatch { id, setup, task, owner, history, status, version: 0 };
        store.create_match(stored, at).await?;
        Ok(Self { id, state, task, owner, version: 0 })
    }

    /// Stores the next state of the match, unless the stored match has changed since it was read.
    pub async fn save(
        self,
        store: &dyn Store,
        next: Match,
        at: Timestamp,
    ) -> Result<Self, MatchError> {
        let Self { id, version, .. } = self;
        let (history, status) = (history(&next), next.status());
        store.save_match(MatchChange { id, version, history, status, at }).await?;
        Ok(Self { state: next, version: version + 1, ..self })
    }

    /// The id of the match.
    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// The state of the match.
    pub const fn state(&self) -> &Match {
        &self.state
    }

    /// The task that the match was created for, if it is a step's match.
    pub const fn task(&self) -> Option<TaskIdentity> {
        self.task
    }

    /// The learner who created the match; none if that was nobody with a learner's key.
    pub const fn owner(&self) -> Option<LearnerId> {
        self.owner
    }

    /// The step that the match belongs to, if any.
    pub fn step(&self) -> Option<StepNumber> {
        self.task.map(|task| task.step)
    }

    /// A position of the match as a record. That of a step's match has no seed: the seed would give the computer's moves away.
    pub(crate) fn write_record(
        &self,
        position: &Match,
        format: Format,
    ) -> Result<String, WrongFormat> {
        match self.task {
            Some(_) => record::write_without_seed(position, format),
            None => record::write(position, format),
        }
    }

    /// The version: how often the match has changed.
    pub const fn version(&self) -> u32 {
        self.version
    }
}

/// The moves in the form in which they are stored.
fn history(state: &Match) -> String {
    state.game().history().join(" ")
}
