//! What learners do at steps besides their attempts: the first request for a step, malformed answers, and answers of `gradus-client solve-all`.
//!
//! It is counted in memory and added to the store now and then, so that a request writes nothing, and a flood of malformed answers neither. A crash
//! loses what was counted since the last time.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::HttpMessage as _;
use actix_web::dev::ServiceResponse;
use actix_web::http::{Method, header};
use actix_web::rt;
use quick_cache::sync::Cache;

use super::ambient::now;
use super::caller::LoggedPerson;
use crate::course::LearnerId;
use crate::step::{StepNumber, Timestamp};
use crate::store::{StepActivity, Store, StoreError};
use crate::wire::problem::Code;
use crate::wire::routes::route_of;

/// For how many learners and steps something is counted at a time. What exceeds it is not counted: a class of 400 learners would have to send
/// something to each of forty steps between two writes.
const COUNTED: usize = 16 * 1024;

/// How many learners and steps are known to be seen.
const KNOWN: usize = 64 * 1024;

/// How often the counts are added to the store.
const PERIOD: Duration = Duration::from_secs(5);

/// How the name of the client ends when it runs `solve-all`: `gradus-client/1.0.0 solve-all`.
const SOLVE_ALL: (&str, &str) = ("gradus-client/", " solve-all");

type Key = (LearnerId, StepNumber);

/// Counts what learners do.
pub(crate) struct Activity {
    store: Arc<dyn Store>,
    /// Whose first request for which step is counted or stored.
    seen: Cache<Key, ()>,
    counted: Mutex<HashMap<Key, StepActivity>>,
    /// One caller at a time adds to the store, so that the next one sees what it has added.
    turn: tokio::sync::Mutex<()>,
}

impl Activity {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        let (counted, turn) = (Mutex::default(), tokio::sync::Mutex::default());
        Self { store, seen: Cache::new(KNOWN), counted, turn }
    }

    /// Counts a request that is answered, perhaps with a problem, if it is a learner's request for a step that exists for them.
    pub(crate) fn observe<B>(&self, response: &ServiceResponse<B>, problem: Option<Code>) {
        let request = response.request();
        let Some(route) = route_of(request).filter(|route| route.starts_with("/step_")) else {
            return;
        };
        let Some(LoggedPerson::Learner(learner)) = request.extensions().get().copied() else {
            return;
        };
        let number = request.match_info().get("number").and_then(|number| number.parse().ok());
        let Some(step) = number.filter(|_| problem != Some(Code::StepUnknown)) else { return };
        if self.seen.get(&(learner, step)).is_none() && self.count(learner, step, |_, _| ()) {
            self.seen.insert((learner, step), ());
        }
        match problem.map(|code| code.entry().code) {
            Some(code) if is_of_malformed_answer(code) => {
                self.count(learner, step, |activity, at| {
                    activity.malformed = activity.malformed.saturating_add(1);
                    activity.last_malformed = Some((code.to_owned(), at));
                });
            }
            None if route == "/step_{number}" && request.method() == Method::POST => {
                let agent = request.headers().get(header::USER_AGENT);
                if agent.and_then(|agent| agent.to_str().ok()).is_some_and(is_solve_all) {
                    self.count(learner, step, |activity, at| {
                        activity.solve_all = activity.solve_all.saturating_add(1);
                        activity.solve_all_at = Some(at);
                    });
                }
            }
            _ => {}
        }
    }

    /// Counts a wrong answer that is not compared with the boards of others.
    pub(crate) fn not_compared(&self, learner: LearnerId, step: StepNumber) {
        self.count(learner, step, |activity, _| {
            activity.uncompared = activity.uncompared.saturating_add(1);
        });
    }

    /// Counts something, and returns whether there was room for it.
    fn count(
        &self,
        learner: LearnerId,
        step: StepNumber,
        add: impl FnOnce(&mut StepActivity, Timestamp),
    ) -> bool {
        let at = now();
        let mut counted = self.counted();
        let has_room = counted.len() < COUNTED || counted.contains_key(&(learner, step));
        if has_room {
            let nothing = || StepActivity {
                seen_at: at,
                malformed: 0,
                last_malformed: None,
                solve_all: 0,
                solve_all_at: None,
                uncompared: 0,
            };
            add(counted.entry((learner, step)).or_insert_with(nothing), at);
        }
        has_room
    }

    /// Adds the counts to the store. If that fails, they are counted on.
    pub(crate) async fn save(&self) -> Result<(), StoreError> {
        let _turn = self.turn.lock().await;
        let counted = mem::take(&mut *self.counted());
        let rows = counted.iter().map(|(&(learner, step), known)| (learner, step, known.clone()));
        let saved = self.store.add_step_activity(rows.collect()).await;
        if saved.is_err() {
            let mut now = self.counted();
            for (key, earlier) in counted {
                // Something may have come meanwhile.
                let later = now.insert(key, earlier);
                if let (Some(later), Some(sum)) = (later, now.get_mut(&key)) {
                    sum.malformed = sum.malformed.saturating_add(later.malformed);
                    sum.solve_all = sum.solve_all.saturating_add(later.solve_all);
                    sum.uncompared = sum.uncompared.saturating_add(later.uncompared);
                    sum.last_malformed = later.last_malformed.or(sum.last_malformed.take());
                    sum.solve_all_at = later.solve_all_at.or(sum.solve_all_at);
                }
            }
        }
        saved
    }

    /// Adds the counts to the store again and again.
    pub(crate) async fn save_periodically(self: Arc<Self>) {
        let mut period = rt::time::interval(PERIOD);
        loop {
            period.tick().await;
            if let Err(error) = self.save().await {
                tracing::warn!(%error, "what learners do is not stored yet");
            }
        }
    }

    fn counted(&self) -> MutexGuard<'_, HashMap<Key, StepActivity>> {
        // Numbers and times are whole at every moment.
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a problem with this code says that an answer cannot be read.
fn is_of_malformed_answer(code: &str) -> bool {
    code.starts_with("answer.") || ["body.json", "body.fields", "body.type"].contains(&code)
}

/// Whether a client with this name runs `solve-all`.
fn is_solve_all(agent: &str) -> bool {
    let (name, command) = SOLVE_ALL;
    agent.starts_with(name) && agent.ends_with(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_solve_all_is_taken_for_it() {
        assert!(is_solve_all("gradus-client/1.2.3 solve-all"));
        for other in ["gradus-client/1.2.3", "gradus-client/1.2.3 solve", "curl/8 solve-all", ""] {
            assert!(!is_solve_all(other), "{other}");
        }
    }
}
