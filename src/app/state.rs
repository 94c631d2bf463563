//! The state that all workers share.

use std::net::IpAddr;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use actix_web::web::Data;
use actix_web::{HttpRequest, rt};
use arc_swap::{ArcSwap, Guard};
use tokio::sync::Mutex;

use super::activity::Activity;
use super::ambient::now;
use super::class::Curriculum;
use super::class_cache::ClassCache;
use super::compute::{ComputePool, PoolError};
use super::foreign_answers::ForeignAnswers;
use super::limits::Limits;
use super::matches::{MatchHub, MatchService};
use super::metrics::Metrics;
use super::places::Places;
use super::rates::Rates;
use super::refusals::ExpectedRefusals;
use super::scoreboard::Scoreboard;
use super::tasks::Tasks;
use super::untrusted_proxies::UntrustedProxies;
use crate::course::{KeyHash, Learner, LearnerName};
use crate::metrics::stopwatch;
use crate::step::{Keyring, Timestamp};
use crate::store::{Instructor, Store, StoreError};
use crate::wire::base_url::{Addresses, app_data};
use crate::wire::problem::{Code, Problem};
use crate::wire::received::Bodies;

/// The state as handlers take it. Each worker has a reference counter of its own, so that they do not all write to one.
pub(crate) type SharedState = Data<Arc<State>>;

/// The server's state: steps, course, keys, store and matches.
pub struct State {
    curriculum: ArcSwap<Curriculum>,
    /// The keys that make seeds and sign tokens.
    pub keyring: Keyring,
    /// Learners and attempts.
    pub store: Arc<dyn Store>,
    /// How the addresses of callers and of the server are found.
    pub addresses: Data<Addresses>,
    /// How long a learner sees the same board, in seconds.
    pub window: u64,
    /// Limits on time, queues, rates, and what is stored.
    pub limits: Limits,
    /// The service that hosts matches.
    pub(crate) matches: MatchService,
    /// Makes tasks and judges answers of heavy kinds. Explanations and computers' moves have pools of their own, which take turns with
    /// this one on the same threads: none of these waits for all of the others.
    pub(crate) pool: ComputePool,
    /// Explains wrong answers.
    pub(crate) explanations: ComputePool,
    /// What is measured.
    pub(crate) metrics: Metrics,
    /// The connections that are open.
    pub(crate) connections: Places<IpAddr>,
    /// The bodies that are being received.
    pub(crate) bodies: Bodies,
    /// Counts what callers do.
    pub(crate) rates: Arc<Rates>,
    pub(crate) readiness: Readiness,
    pub(crate) scoreboard: Scoreboard,
    pub(crate) untrusted_proxies: UntrustedProxies,
    /// Counts what learners do at steps.
    pub(crate) activity: Arc<Activity>,
    /// Compares wrong answers with the boards of others.
    pub(crate) foreign_answers: Arc<ForeignAnswers>,
    pub(crate) tasks: Arc<Tasks>,
    /// Who has which key, and the extensions.
    pub(crate) class: ClassCache,
    /// Which answers the store is expected to refuse.
    pub(crate) refusals: ExpectedRefusals,
    pub(crate) rejudging: Rejudging,
}

/// How long an explanation may wait for a thread. A verdict waits for its explanation, and is told without it rather than late.
const EXPLANATION_WAIT: Duration = Duration::from_millis(200);

/// How long a computation in the background may wait: nobody waits for it.
const BACKGROUND_WAIT: Duration = Duration::from_mins(10);

/// How many computations run at a time. One core is left to the requests: those that need no computation are served at once, whatever
/// is computed.
fn compute_threads() -> u32 {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    u32::try_from(cores).unwrap_or(u32::MAX).saturating_sub(1).max(1)
}

impl State {
    /// A server's state with empty caches. `instructors` are named with their keys in the server's environment, beside those in the database.
    pub fn new(
        curriculum: Curriculum,
        keyring: Keyring,
        store: Arc<dyn Store>,
        addresses: Addresses,
        window: u64,
        limits: Limits,
        instructors: Vec<(LearnerName, KeyHash)>,
    ) -> Self {
        let added_at = now();
        let instructor = |name| Instructor { id: None, name, added_at };
        let instructors = instructors.into_iter().map(|(name, key)| (key, instructor(name)));
        let wait = limits.compute_wait;
        let waits = [wait, wait.min(EXPLANATION_WAIT), wait];
        let [pool, explanations, moves] =
            ComputePool::sharing(compute_threads(), waits, stopwatch());
        // What nobody waits for: prepares explanations, and compares wrong answers with the boards of others. It has a thread of its own, so
        // that no board waits for a turn behind it: a preparation may take a second.
        let [background] = ComputePool::sharing(1, [BACKGROUND_WAIT], stopwatch());
        let metrics = Metrics::new(vec![
            ("tasks", pool.clone()),
            ("explanations", explanations.clone()),
            ("background", background.clone()),
            ("moves", moves.clone()),
        ]);
        let rates = Arc::new(Rates::new(&limits));
        let tasks = Arc::new(Tasks::new(
            keyring.clone(),
            Arc::clone(&rates),
            Arc::clone(&metrics.answers),
            pool.clone(),
            background.clone(),
        ));
        let activity = Arc::new(Activity::new(Arc::clone(&store)));
        let foreign_answers = Arc::new(ForeignAnswers::new(
            Arc::clone(&store),
            Arc::clone(&activity),
            keyring.clone(),
            Arc::clone(&tasks),
            background,
        ));
        let matches = MatchService::new(
            Arc::clone(&store),
            keyring.clone(),
            Arc::new(MatchHub::default()),
            moves,
        );
        Self {
            curriculum: ArcSwap::from_pointee(curriculum),
            keyring,
            addresses: Data::new(addresses),
            window,
            limits,
            matches,
            pool,
            explanations,
            metrics,
            bodies: Bodies::new(limits.body_timeout),
            connections: Places::new(limits.connections, limits.connections_per_address),
            rates,
            readiness: Readiness::default(),
            scoreboard: Scoreboard::default(),
            untrusted_proxies: UntrustedProxies::default(),
            activity,
            foreign_answers,
            tasks,
            class: ClassCache::new(Arc::clone(&store), instructors.collect()),
            refusals: ExpectedRefusals::default(),
            rejudging: Rejudging::default(),
            store,
        }
    }

    /// The state of the server that received a request.
    pub(crate) fn of(request: &HttpRequest) -> &SharedState {
        app_data(request)
    }

    /// The current steps and rules. A request keeps what it has loaded, even if it is replaced in the meantime.
    pub fn curriculum(&self) -> Guard<Arc<Curriculum>> {
        self.curriculum.load()
    }

    /// Prepares the steps whose first task takes long to make, in the background.
    pub fn warm_up(&self) {
        self.tasks.warm_up(self.curriculum.load_full());
    }

    /// Replaces the steps that are served, and the rules.
    pub fn replace_curriculum(&self, curriculum: Curriculum) {
        self.curriculum.store(Arc::new(curriculum));
        self.scoreboard.has_changed();
    }

    /// To be called after every change of the class by this process: the next request already knows it.
    pub(crate) async fn class_changed(&self) {
        self.class.changed().await;
        self.scoreboard.has_changed();
    }

    /// What the store said of something that a learner wants to store. A learner whom it does not know any more is forgotten here too.
    pub(crate) fn of_learner<T>(
        &self,
        learner: &Learner,
        said: Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if let Err(StoreError::LearnerUnknown) = said {
            self.class.people.forget(learner.id);
        }
        said
    }
}

/// For how many seconds the result is known.
const VALIDITY: u64 = 1;

/// Whether the server is ready, for whoever asks often: what was found out last, and when. To find out, something is written to the disk. However
/// many ask, it is found out once at a time, and known for about a second.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<(Timestamp, Result<(), Problem>)>>);

impl Readiness {
    /// What is known, or what `probe` finds out now. Callers who come meanwhile wait for it.
    pub(crate) async fn get(
        &self,
        now: impl Fn() -> Timestamp,
        probe: impl Future<Output = Result<(), Problem>>,
    ) -> Result<(), Problem> {
        let mut last = self.0.lock().await;
        match &*last {
            // A clock that was set back makes no result valid for longer.
            Some((found, result)) if (*found..=found.plus(VALIDITY)).contains(&now()) => {
                result.clone()
            }
            _ => {
                let result = probe.await;
                *last = Some((now(), result.clone()));
                result
            }
        }
    }
}

/// After which time it may be tried again while another request judges or grades again.
const REJUDGING_WAIT: Duration = Duration::from_secs(10);

/// Judges or grades stored attempts again, for one request at a time.
#[derive(Default)]
pub(crate) struct Rejudging(Mutex<()>);

impl Rejudging {
    /// Judges or grades again. `work` goes on if the client leaves: proxies wait for a minute only, and a class should not be left half done.
    /// `applies` says whether it changes the class.
    pub(crate) async fn run<T: 'static>(
        state: Arc<State>,
        applies: bool,
        work: impl AsyncFnOnce(&State) -> Result<T, StoreError> + 'static,
    ) -> Result<T, Problem> {
        let task = rt::spawn(async move {
            let Ok(_turn) = state.rejudging.0.try_lock() else {
                return Err(PoolError::Busy(REJUDGING_WAIT).into());
            };
            let result = work(&state).await;
            // Also after a failure: what was stored before it stays.
            if applies {
                state.class_changed().await;
            }
            result.map_err(Problem::from)
        });
        task.await.map_err(|error| Problem::internal(Code::ServerError, error.to_string()))?
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures_util::future::join_all;
    use tokio::task::yield_now;

    use super::*;

    #[tokio::test]
    async fn however_many_ask_one_finds_out() {
        let (readiness, probes) = (Readiness::default(), Cell::new(0));
        let ask = |time| {
            let probe = async {
                yield_now().await;
                probes.set(probes.get() + 1);
                Err(Problem::internal(Code::StoreFailed, probes.get().to_string()))
            };
            readiness.get(move || Timestamp::from_seconds(time), probe)
        };
        let message = |result: Result<(), Problem>| result.unwrap_err().detail().into_owned();
        for result in join_all((0..100).map(|_| ask(1000))).await {
            assert_eq!(message(result), "1");
        }
        assert_eq!(message(ask(1001).await), "1");
        assert_eq!(message(ask(1002).await), "2");
        assert_eq!(message(ask(1001).await), "3");
    }
}
