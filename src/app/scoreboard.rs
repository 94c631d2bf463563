//! The standings in memory.
//!
//! However many look, the standings are computed at most once a second, and only when something has changed or a while has passed: another
//! replica's answers are seen then.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actix_web::rt;
use tokio::sync::watch;

use crate::course::{Course, ScoreboardNames, Standings};
use crate::store::StoreError;
use crate::texts;
use crate::wire::problem::{Code, Problem};

/// The standings are not computed again within this time, whatever has changed.
const PAUSE: Duration = Duration::from_secs(1);

/// After this time they are computed again, although nothing is known to have changed.
pub(crate) const LIFETIME: Duration = Duration::from_secs(5);

/// Requires that the course has a scoreboard.
pub(crate) fn require_scoreboard(course: &Course) -> Result<(), Problem> {
    match course.scoreboard {
        ScoreboardNames::Off => Err(Problem::new(Code::ScoreboardOff, texts::class::scoreboard())),
        ScoreboardNames::Anonymous | ScoreboardNames::Nicknames => Ok(()),
    }
}

/// The standings as they were computed last, for all who look.
pub(crate) struct Scoreboard {
    latest: tokio::sync::Mutex<Option<Computed>>,
    /// How often something has changed that may change the standings.
    changes: watch::Sender<u64>,
    is_closed: watch::Sender<bool>,
}

struct Computed {
    published: Arc<Published>,
    /// Before it was read what they are computed from.
    changes: u64,
    at: Duration,
}

/// Standings, and the events that were made of them.
pub(crate) struct Published {
    pub(crate) standings: Standings,
    /// The events for those who are not in the standings: of all, and of each section that somebody follows.
    pub(crate) events: Mutex<HashMap<Option<String>, Arc<Event>>>,
}

/// Standings as an event.
pub(crate) struct Event {
    /// It changes with the data.
    pub(crate) id: String,
    pub(crate) data: String,
}

impl Default for Scoreboard {
    fn default() -> Self {
        Self {
            latest: tokio::sync::Mutex::default(),
            changes: watch::Sender::new(0),
            is_closed: watch::Sender::new(false),
        }
    }
}

impl Scoreboard {
    /// An answer was accepted, or the class or the steps have changed.
    pub(crate) fn has_changed(&self) {
        self.changes.send_modify(|changes| *changes = changes.wrapping_add(1));
    }

    /// Wakes those who follow the standings.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Whether all streams of events have to end.
    pub(crate) fn is_closed(&self) -> watch::Receiver<bool> {
        self.is_closed.subscribe()
    }

    /// Ends all streams of events, present and future.
    pub(crate) fn close(&self) {
        self.is_closed.send_replace(true);
    }

    /// The standings with all changes of this server before the call. Callers who come while they are computed wait for it; what changes
    /// while they wait is not waited for.
    pub(crate) async fn get(
        &self,
        now: impl Fn() -> Duration,
        compute: impl Future<Output = Result<Standings, StoreError>>,
    ) -> Result<Arc<Published>, StoreError> {
        // Before waiting: all who wait are served by the first computation that begins after they came.
        let wanted = *self.changes.borrow();
        let mut latest = self.latest.lock().await;
        if let Some(Computed { published, changes, at }) = &*latest {
            let age = now().saturating_sub(*at);
            if *changes >= wanted {
                if age < LIFETIME {
                    return Ok(Arc::clone(published));
                }
            } else if let Some(rest) = PAUSE.checked_sub(age) {
                rt::time::sleep(rest).await;
            }
        }
        let changes = *self.changes.borrow();
        let published = Arc::new(Published { standings: compute.await?, events: Mutex::default() });
        *latest = Some(Computed { published: Arc::clone(&published), changes, at: now() });
        Ok(published)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures_util::future::join_all;
    use tokio::task::yield_now;

    use super::*;

    #[tokio::test]
    async fn however_many_look_the_standings_are_computed_once() {
        let (scoreboard, computed) = (Scoreboard::default(), Cell::new(0));
        let look = |seconds| {
            let compute = async {
                yield_now().await;
                computed.set(computed.get() + 1);
                Ok(Standings::default())
            };
            scoreboard.get(move || Duration::from_secs(seconds), compute)
        };
        for result in join_all((0..100).map(|_| look(10))).await {
            result.unwrap();
        }
        look(14).await.unwrap();
        assert_eq!(computed.get(), 1);
        look(15).await.unwrap();
        assert_eq!(computed.get(), 2);
        // Within a second after it they would wait.
        scoreboard.has_changed();
        look(16).await.unwrap();
        look(20).await.unwrap();
        assert_eq!(computed.get(), 3);
    }

    #[tokio::test]
    async fn all_who_wait_are_served_by_one_computation_whatever_changes_meanwhile() {
        let (scoreboard, computed) = (Scoreboard::default(), Cell::new(0));
        let look = async |seconds| {
            scoreboard.has_changed();
            let compute = async {
                yield_now().await;
                computed.set(computed.get() + 1);
                Ok(Standings::default())
            };
            scoreboard.get(move || Duration::from_secs(seconds), compute).await
        };
        // The others come while the standings are computed for the first one.
        for result in join_all([10].into_iter().chain([20; 20]).map(&look)).await {
            result.unwrap();
        }
        assert_eq!(computed.get(), 2);
    }

    #[tokio::test]
    async fn standings_that_cannot_be_computed_are_tried_again() {
        let scoreboard = Scoreboard::default();
        let failing = async { Err(StoreError::Database("no disk".to_owned())) };
        assert!(scoreboard.get(|| Duration::ZERO, failing).await.is_err());
        let working = async { Ok(Standings::default()) };
        assert!(scoreboard.get(|| Duration::ZERO, working).await.is_ok());
    }
}
