//! The operations on matches.

use std::sync::Arc;

use constant_time_eq::constant_time_eq;
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::MatchError;
use super::events::{MatchEvent, MatchEvents};
use super::follow::Follower;
use super::loaded::LoadedMatch;
use super::per_match::{Entry, PerMatch};
use crate::compute::{ComputePool, PoolError};
use crate::game::{
    BySeat, GameName, GameSeed, Match, MatchId, Options, Seat, SeatNumber, SeatResult, Setup,
};
use crate::step::{Keyring, MatchResult, MatchTerms, TaskIdentity, Timestamp};
use crate::store::Store;

/// The task and the result of a match, as evidence for a match step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMatch {
    /// The task that the match was created for, if any.
    pub task: Option<TaskIdentity>,
    /// The result for the human player.
    pub result: MatchResult,
}

/// The service that hosts matches.
pub struct MatchService {
    store: Arc<dyn Store>,
    keyring: Keyring,
    events: Arc<dyn MatchEvents>,
    pool: ComputePool,
    locks: PerMatch<Arc<Mutex<()>>>,
}

/// The lock for changing a match. Within a process one request holds it and the others wait, so concurrent moves are handled one
/// after the other; between processes the version decides.
struct MatchLock {
    _guard: OwnedMutexGuard<()>,
    _entry: Arc<Entry<Arc<Mutex<()>>>>,
}

impl MatchService {
    /// A service whose computer players run on the threads of a pool.
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        keyring: Keyring,
        events: Arc<dyn MatchEvents>,
        pool: ComputePool,
    ) -> Self {
        Self { store, keyring, events, pool, locks: PerMatch::default() }
    }

    /// Creates a match under a new id. It may start with moves. If it is a computer's turn, computers move first.
    pub async fn create(
        &self,
        id: MatchId,
        start: Match,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        self.start(id, start, None, now).await
    }

    /// Creates a match for a step's task under a new id. A task may have many matches, so a learner who loses can try again.
    pub async fn create_for_task(
        &self,
        id: MatchId,
        task: TaskIdentity,
        terms: &MatchTerms,
        seed: GameSeed,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        let game = terms.game.parse::<GameName>();
        let game = game.map_err(|error| MatchError::Task(error.to_string()))?;
        let opponent = terms.opponent.parse::<Seat>();
        let opponent = opponent.map_err(|error| MatchError::Task(error.to_string()))?;
        let seats = SeatNumber::first(2)
            .map(|seat| if seat.get() == terms.seat { Seat::Human } else { opponent });
        let setup = Setup::new(game, seats.collect(), &Options::default(), seed);
        let setup = setup.map_err(|error| MatchError::Task(error.to_string()))?;
        self.start(id, Match::new(setup), Some(task), now).await
    }

    async fn start(
        &self,
        id: MatchId,
        start: Match,
        task: Option<TaskIdentity>,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        let start = self.with_computer_moves(start).await?;
        LoadedMatch::start(&*self.store, id, start, task, now).await
    }

    /// The match with this id.
    pub async fn load(&self, id: MatchId) -> Result<LoadedMatch, MatchError> {
        LoadedMatch::load(&*self.store, id).await
    }

    /// The keys of the humans' seats; none for computers.
    #[must_use]
    pub fn seat_keys(&self, loaded: &LoadedMatch) -> BySeat<Option<String>> {
        self.keys(loaded.id(), loaded.state().setup())
    }

    fn keys(&self, id: MatchId, setup: &Setup) -> BySeat<Option<String>> {
        setup.seats().map(|number, seat| {
            (*seat == Seat::Human).then(|| self.keyring.seat_key(id.as_str(), number.get()))
        })
    }

    /// The seat whose key was sent.
    fn seat_of(&self, loaded: &LoadedMatch, key: Option<&[u8]>) -> Result<SeatNumber, MatchError> {
        let given = key.ok_or(MatchError::SeatMissing)?;
        let keys = self.seat_keys(loaded);
        let is_given = |key: &String| constant_time_eq(key.as_bytes(), given);
        let mut seats = keys.numbers().zip(&keys);
        let seat = seats.find(|(_, key)| key.as_ref().is_some_and(is_given));
        seat.map(|(seat, _)| seat).ok_or(MatchError::SeatKey)
    }

    /// Makes a move of the seat whose key was sent, then the moves of the computers that follow.
    pub async fn play(
        &self,
        id: MatchId,
        key: Option<&[u8]>,
        text: &str,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        let lock = self.lock(id).await;
        let loaded = self.load(id).await?;
        let seat = self.seat_of(&loaded, key)?;
        let mut next = loaded.state().clone();
        match next.to_move() {
            Some(turn) if turn != seat => return Err(MatchError::Turn { turn, seat }),
            _ => next.play(text)?,
        }
        let next = self.with_computer_moves(next).await?;
        self.save(lock, loaded, next, now).await
    }

    /// Takes moves back to the last turn of the seat whose key was sent.
    pub async fn undo(
        &self,
        id: MatchId,
        key: Option<&[u8]>,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        let lock = self.lock(id).await;
        let loaded = self.load(id).await?;
        let seat = self.seat_of(&loaded, key)?;
        if let Some(step) = loaded.step() {
            return Err(MatchError::UndoInStep(step));
        }
        let mut next = loaded.state().clone();
        next.undo(seat)?;
        self.save(lock, loaded, next, now).await
    }

    /// Makes one move of the computer whose turn it is. It needs no key: the caller does not choose the move.
    pub async fn advance(&self, id: MatchId, now: Timestamp) -> Result<LoadedMatch, MatchError> {
        let lock = self.lock(id).await;
        let loaded = self.load(id).await?;
        let mut next = loaded.state().clone();
        let next = self.pool.run(move || next.advance().map(|()| next)).await??;
        self.save(lock, loaded, next, now).await
    }

    /// Follows the changes of a match from now on.
    pub async fn subscribe(&self, id: MatchId) -> Result<Follower, MatchError> {
        // Subscribe before reading the match, so that no change between the two is missed.
        let subscription = self.events.subscribe(id).await;
        let seen = self.load(id).await?;
        Ok(Follower::new(Arc::clone(&self.store), subscription, seen))
    }

    /// The task and the result of a match that is the answer to a step; none if there is no such match.
    pub async fn played(&self, id: MatchId) -> Result<Option<PlayedMatch>, MatchError> {
        match self.load(id).await {
            Ok(loaded) => {
                Ok(Some(PlayedMatch { task: loaded.task(), result: result(loaded.state()) }))
            }
            Err(MatchError::Unknown(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Ends all subscriptions. The server calls it before it stops.
    pub fn close(&self) {
        self.events.close();
    }

    async fn lock(&self, id: MatchId) -> MatchLock {
        let entry = self.locks.get(id, Arc::default);
        let guard = Arc::clone(&**entry).lock_owned().await;
        MatchLock { _guard: guard, _entry: entry }
    }

    /// The match after the moves of the computers whose turn it is.
    async fn with_computer_moves(&self, mut state: Match) -> Result<Match, PoolError> {
        if !state.awaits_computer() {
            return Ok(state);
        }
        let moved = self.pool.run(move || {
            state.let_computers_move();
            state
        });
        moved.await
    }

    /// Saves and publishes, in a spawned task: if the client disconnects, a saved change is still published.
    async fn save(
        &self,
        lock: MatchLock,
        loaded: LoadedMatch,
        next: Match,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        let (store, events) = (Arc::clone(&self.store), Arc::clone(&self.events));
        let saving = tokio::spawn(async move {
            let saved = loaded.save(&*store, next, now).await;
            if let Ok(saved) = &saved {
                events.publish(MatchEvent { id: saved.id(), version: saved.version() }).await;
            }
            drop(lock);
            saved
        });
        saving.await.map_err(|error| PoolError::Failed(error.to_string()))?
    }
}

/// The result of a match for the human player. A step's match has exactly one.
fn result(state: &Match) -> MatchResult {
    let seats = state.setup().seats();
    let learner = seats.numbers().zip(seats).find(|(_, seat)| **seat == Seat::Human);
    match learner.map(|(seat, _)| state.result(seat)) {
        Some(SeatResult::Won) => MatchResult::Won,
        Some(SeatResult::Lost) => MatchResult::Lost,
        Some(SeatResult::Drawn) => MatchResult::Drawn,
        Some(SeatResult::Open) | None => MatchResult::Open,
    }
}
