//! The operations on matches.

use std::collections::HashSet;
use std::sync::Arc;

use constant_time_eq::constant_time_eq;
use prometheus_client::metrics::gauge::ConstGauge;
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::MatchError;
use super::events::{Follower, MatchHub};
use super::loaded::{LoadedMatch, NewMatch};
use super::metrics::MatchMetrics;
use crate::app::compute::{CallerKey, ComputePool, PoolError};
use crate::app::per_key::PerKey;
use crate::game::{BySeat, GameName, GameSeed, Match, MatchId, Options, Seat, SeatNumber, Setup};
use crate::metrics::Registry;
use crate::step::{Keyring, MatchResult, MatchTerms, TaskIdentity, Timestamp};
use crate::store::{Store, StoreError};

/// The task and the result of a match, as evidence for a match step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMatch {
    /// The task that the match was created for, if any.
    pub task: Option<TaskIdentity>,
    /// The result for the human player.
    pub result: MatchResult,
}

/// A seat of a match whose key was sent. [`MatchService::authorize`] makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuthorizedSeat {
    id: MatchId,
    seat: SeatNumber,
}

impl AuthorizedSeat {
    /// The match.
    pub const fn id(&self) -> MatchId {
        self.id
    }
}

/// What is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// Everything from the last move of the seat on, so that it is the seat's turn again.
    Turn,
    /// This many moves, whoever made them.
    Moves(usize),
}

/// The service that hosts matches.
pub struct MatchService {
    store: Arc<dyn Store>,
    keyring: Keyring,
    hub: Arc<MatchHub>,
    pool: ComputePool,
    /// The locks for changing a match. Within a process one request holds it and the others wait, so concurrent moves are handled one
    /// after the other; between processes the version decides.
    locks: PerKey<MatchId, Mutex<()>>,
    metrics: Arc<MatchMetrics>,
}

impl MatchService {
    /// A service whose computer players run on the threads of a pool.
    pub fn new(
        store: Arc<dyn Store>,
        keyring: Keyring,
        hub: Arc<MatchHub>,
        pool: ComputePool,
    ) -> Self {
        let (locks, metrics) = (PerKey::default(), Arc::default());
        Self { store, keyring, hub, pool, locks, metrics }
    }

    /// Creates a match. It may start with moves. If it is a computer's turn, computers move first, as computations of the caller.
    pub async fn create(
        &self,
        new: NewMatch,
        start: Match,
        caller: CallerKey,
    ) -> Result<LoadedMatch, MatchError> {
        self.start(new, start, None, caller).await
    }

    /// Creates a match for a step's task. A task may have many matches, so a learner who loses can try again.
    pub async fn create_for_task(
        &self,
        new: NewMatch,
        task: TaskIdentity,
        terms: &MatchTerms,
        seed: GameSeed,
        caller: CallerKey,
    ) -> Result<LoadedMatch, MatchError> {
        let game = terms.game.parse::<GameName>();
        let game = game.map_err(|error| MatchError::Task(error.to_string()))?;
        let opponent = terms.opponent.parse::<Seat>();
        let opponent = opponent.map_err(|error| MatchError::Task(error.to_string()))?;
        let seats = SeatNumber::first(2)
            .map(|seat| if seat.get() == terms.seat { Seat::Human } else { opponent });
        let setup = Setup::new(game, seats.collect(), &Options::default(), seed);
        let setup = setup.map_err(|error| MatchError::Task(error.to_string()))?;
        self.start(new, Match::new(setup), Some(task), caller).await
    }

    async fn start(
        &self,
        new: NewMatch,
        start: Match,
        task: Option<TaskIdentity>,
        caller: CallerKey,
    ) -> Result<LoadedMatch, MatchError> {
        let start = self.with_computer_moves(start, caller).await?;
        let started = LoadedMatch::start(&*self.store, new, start, task).await?;
        self.metrics.started(started.state());
        Ok(started)
    }

    /// The match with this id.
    pub async fn load(&self, id: MatchId) -> Result<LoadedMatch, MatchError> {
        LoadedMatch::load(&*self.store, id).await
    }

    /// The keys of the humans' seats of a match; none for computers.
    pub fn seat_keys(&self, id: MatchId, seats: &BySeat<Seat>) -> BySeat<Option<String>> {
        seats.map(|number, seat| (*seat == Seat::Human).then(|| self.seat_key(id, number)))
    }

    /// The seat of a match whose key was sent. A key is made from the id and the seat, so this needs neither the match nor its lock;
    /// the match is loaded only to say why there is no such seat. After the secret was replaced, the earlier keys are accepted as long as the
    /// tokens are.
    pub async fn authorize(
        &self,
        id: MatchId,
        key: Option<&[u8]>,
        now: Timestamp,
    ) -> Result<AuthorizedSeat, MatchError> {
        let is_sent =
            |expected: &str| key.is_some_and(|key| constant_time_eq(key, expected.as_bytes()));
        let is_key_of = |seat: &SeatNumber| {
            let previous = || self.keyring.previous_seat_key(id.as_str(), seat.get(), now);
            is_sent(&self.seat_key(id, *seat)) || previous().is_some_and(|key| is_sent(&key))
        };
        if let Some(seat) = SeatNumber::first(SeatNumber::MAX.into()).find(is_key_of) {
            return Ok(AuthorizedSeat { id, seat });
        }
        self.load(id).await?;
        Err(if key.is_some() { MatchError::SeatKey } else { MatchError::SeatMissing })
    }

    fn seat_key(&self, id: MatchId, seat: SeatNumber) -> String {
        self.keyring.seat_key(id.as_str(), seat.get())
    }

    /// Makes a move of a seat, then the moves of the computers that follow.
    pub async fn play(
        &self,
        AuthorizedSeat { id, seat }: AuthorizedSeat,
        text: &str,
        now: Timestamp,
        caller: CallerKey,
    ) -> Result<LoadedMatch, MatchError> {
        let lock = self.lock(id).await;
        let loaded = self.load(id).await?;
        let mut next = loaded.state().clone();
        match next.to_move() {
            Some(turn) if turn != seat => return Err(MatchError::Turn { turn, seat }),
            _ => next.play(text)?,
        }
        let next = self.with_computer_moves(next, caller).await?;
        self.save(lock, loaded, next, now).await
    }

    /// Takes moves back on behalf of a seat. A computer that is to move afterwards waits for [`MatchService::advance`].
    pub async fn undo(
        &self,
        AuthorizedSeat { id, seat }: AuthorizedSeat,
        undo: Undo,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        let lock = self.lock(id).await;
        let loaded = self.load(id).await?;
        if let Some(step) = loaded.step() {
            return Err(MatchError::UndoInStep(step));
        }
        let mut next = loaded.state().clone();
        match undo {
            Undo::Turn => next.undo(seat)?,
            Undo::Moves(moves) => next.take_back(moves, seat)?,
        }
        self.save(lock, loaded, next, now).await
    }

    /// Makes one move of the computer whose turn it is.
    pub async fn advance(
        &self,
        id: MatchId,
        now: Timestamp,
        caller: CallerKey,
    ) -> Result<LoadedMatch, MatchError> {
        let lock = self.lock(id).await;
        let loaded = self.load(id).await?;
        let mut next = loaded.state().clone();
        let next = self.pool.run(caller, move || next.advance().map(|()| next)).await??;
        self.save(lock, loaded, next, now).await
    }

    /// Follows the changes of a match from now on.
    pub async fn subscribe(&self, id: MatchId) -> Result<Follower, MatchError> {
        // Subscribe before reading the match, so that no change between the two is missed.
        let subscription = self.hub.subscribe(id);
        let seen = self.load(id).await?;
        Ok(Follower::new(subscription, seen))
    }

    /// Delivers a match to those who follow it here, as it is stored now: another process may have changed it. Nothing is read of a match
    /// that nobody follows, and nobody receives what they have received before.
    pub async fn refresh(&self, id: MatchId) -> Result<(), StoreError> {
        if !self.hub.is_followed(id) {
            return Ok(());
        }
        match self.load(id).await {
            Ok(loaded) => self.hub.publish(Arc::new(loaded)),
            Err(MatchError::Store(error)) => return Err(error),
            // It was deleted, or it cannot be replayed, which whoever asks for it is told.
            Err(_) => {}
        }
        Ok(())
    }

    /// The same with every match that is followed here. If some cannot be read, the others are delivered all the same.
    pub async fn refresh_all(&self) -> Result<(), StoreError> {
        let mut outcome = Ok(());
        for id in self.hub.followed() {
            outcome = outcome.and(self.refresh(id).await);
        }
        outcome
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

    /// Registers what is counted of matches.
    pub fn expose(&self, out: &mut Registry) {
        self.metrics.expose(out);
        // A match that nobody changes or follows is in the database alone.
        let mut open: HashSet<_> = self.hub.followed().into_iter().collect();
        open.extend(self.locks.keys());
        let help = "Matches that somebody listens to or is changing";
        out.register("gradus_matches_open", help, ConstGauge::new(open.len()));
    }

    /// Ends all subscriptions. The server calls it before it stops.
    pub fn close(&self) {
        self.hub.close();
    }

    async fn lock(&self, id: MatchId) -> OwnedMutexGuard<()> {
        self.locks.get(id, Mutex::default).lock_owned().await
    }

    /// The match after the moves of the computers whose turn it is. They are one computation: between two moves of a human at most seven
    /// computers move, and where there may be more than two players, on the tesseract, a move takes a few milliseconds.
    async fn with_computer_moves(
        &self,
        mut state: Match,
        caller: CallerKey,
    ) -> Result<Match, PoolError> {
        if !state.awaits_computer() {
            return Ok(state);
        }
        let moved = self.pool.run(caller, move || {
            state.let_computers_move();
            state
        });
        moved.await
    }

    /// Saves and publishes, in a spawned task: if the client disconnects, a saved change is still published.
    async fn save(
        &self,
        lock: OwnedMutexGuard<()>,
        loaded: LoadedMatch,
        next: Match,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        let (store, hub) = (Arc::clone(&self.store), Arc::clone(&self.hub));
        let metrics = Arc::clone(&self.metrics);
        let saving = tokio::spawn(async move {
            let state = loaded.state();
            let before = (state.game().move_count(), state.to_move().is_some());
            let saved = loaded.save(&*store, next, now).await?;
            metrics.changed(before, saved.state());
            hub.publish(Arc::new(saved.clone()));
            drop(lock);
            Ok(saved)
        });
        saving.await.map_err(|error| MatchError::Unsaved(error.to_string()))?
    }
}

/// The result of a match for the human player. A step's match has exactly one.
fn result(state: &Match) -> MatchResult {
    let seats = state.setup().seats();
    let learner = seats.numbers().find(|&seat| *seats.of(seat) == Seat::Human);
    learner.map_or(MatchResult::Open, |seat| state.result(seat))
}
