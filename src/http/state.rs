//! The state that all workers share.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use actix_web::{HttpRequest, rt, web};
use arc_swap::{ArcSwap, Guard};
use quick_cache::sync::Cache;
use tokio::sync::Mutex;

use super::ambient::{now, stopwatch, uptime};
use super::base_url::Addresses;
use super::caller::{Caller, Person};
use super::class_cache::ClassCache;
use super::foreign_answers::ForeignAnswers;
use super::free_looks::FreeLooks;
use super::metrics::Metrics;
use super::places::Places;
use super::problem::Problem;
use super::rates::{RateLimits, Rates};
use super::readiness::Readiness;
use super::recent::RecentBoards;
use super::refusals::ExpectedRefusals;
use super::scoreboard::Scoreboard;
use super::untrusted_proxies::UntrustedProxies;
use crate::class::Curriculum;
use crate::compute::{CallerKey, ComputePool};
use crate::course::{Extensions, KeyHash, Learner, LearnerId, LearnerName};
use crate::matches::{MatchHub, MatchService};
use crate::metrics::timed;
use crate::step::{Keyring, Step, TaskIdentity, TaskInstance, Timestamp, Workload};
use crate::store::{Instructor, Store, StoreError};

/// How many tasks are cached. The others are generated again.
const CACHE_SIZE: usize = 4096;

/// A board that the caller has had, other than the one that is answered.
pub(super) struct OtherBoard {
    /// When it was served first.
    pub(super) served: Timestamp,
    pub(super) task: Arc<dyn TaskInstance>,
}

/// Limits on time, queues, rates, and what is stored.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many connections there may be.
    pub connections: usize,
    /// How many connections there may be from one address, other than that of a trusted proxy.
    pub connections_per_address: usize,
    /// How long a client may read nothing of what waits for it.
    pub send_timeout: Duration,
    /// How long the body of a request may take to arrive.
    pub body_timeout: Duration,
    /// How long a computation may be expected to wait for a thread; further ones are refused.
    pub compute_wait: Duration,
    /// How long running requests may take after a stop signal.
    pub shutdown_timeout: Duration,
    /// How often callers may do what costs something.
    pub rates: RateLimits,
    /// How many attempts a learner may make on a day.
    pub attempts_per_day: u32,
    /// How many records a learner may have.
    pub records: u32,
    /// For how long a match of nobody is kept after its last move.
    pub idle_matches: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 20_000,
            connections_per_address: 2048,
            send_timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(20),
            compute_wait: Duration::from_secs(5),
            shutdown_timeout: Duration::from_secs(5),
            rates: RateLimits::default(),
            attempts_per_day: 20_000,
            records: 1000,
            idle_matches: Duration::from_hours(28 * 24),
        }
    }
}

/// The state as handlers take it. Each worker has a reference counter of its own, so that they do not all write to one.
pub(super) type SharedState = web::Data<Arc<State>>;

/// The server's state: steps, course, keys, store and matches.
pub struct State {
    curriculum: ArcSwap<Curriculum>,
    /// The keys that make seeds and sign tokens.
    pub keyring: Keyring,
    /// Learners and attempts.
    pub store: Arc<dyn Store>,
    /// How the addresses of callers and of the server are found.
    pub addresses: Addresses,
    /// How long a learner sees the same board, in seconds.
    pub window: u64,
    /// Limits on time, queues, rates, and what is stored.
    pub limits: Limits,
    /// The service that hosts matches.
    pub(super) matches: MatchService,
    /// Makes tasks and judges answers of heavy kinds. Explanations and computers' moves have pools of their own, which take turns with
    /// this one on the same threads: none of these waits for all of the others.
    pub(super) pool: ComputePool,
    /// Explains wrong answers.
    pub(super) explanations: ComputePool,
    /// What nobody waits for: prepares explanations, and compares wrong answers with the boards of others. It has a thread of its own, so
    /// that no board waits for a turn behind it: a preparation may take a second.
    pub(super) background: ComputePool,
    /// What is measured.
    pub(super) metrics: Metrics,
    /// The connections that are open.
    pub(super) connections: Places,
    pub(super) free_looks: FreeLooks,
    /// Counts what callers do.
    pub(super) rates: Rates,
    pub(super) readiness: Readiness,
    pub(super) scoreboard: Scoreboard,
    pub(super) untrusted_proxies: UntrustedProxies,
    /// Compares wrong answers with the boards of others.
    pub(super) foreign_answers: ForeignAnswers,
    tasks: Cache<TaskIdentity, Arc<dyn TaskInstance>>,
    recent: RecentBoards,
    /// Who has which key, and the extensions.
    pub(super) class: ClassCache,
    /// What answers need not be explained.
    pub(super) refusals: ExpectedRefusals,
    /// Held while stored attempts are judged or graded again: one request at a time.
    pub(super) judging_again: Mutex<()>,
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

/// What a task is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To be shown to the caller, who is later told of it as one of the caller's boards.
    Show,
    /// To judge an answer or to host a match, perhaps of a board that the caller has never had.
    Work,
}

impl State {
    /// A server's state with empty caches.
    #[must_use]
    pub fn new(
        curriculum: Curriculum,
        keyring: Keyring,
        store: Arc<dyn Store>,
        addresses: Addresses,
        window: u64,
        limits: Limits,
    ) -> Self {
        let wait = limits.compute_wait;
        let waits = [wait, wait.min(EXPLANATION_WAIT), wait];
        let [pool, explanations, moves] =
            ComputePool::sharing(compute_threads(), waits, stopwatch());
        let [background] = ComputePool::sharing(1, [BACKGROUND_WAIT], stopwatch());
        let metrics = Metrics::new(vec![
            ("tasks", pool.clone()),
            ("explanations", explanations.clone()),
            ("background", background.clone()),
            ("moves", moves.clone()),
        ]);
        let matches = MatchService::new(
            Arc::clone(&store),
            keyring.clone(),
            Arc::new(MatchHub::default()),
            moves,
        );
        Self {
            curriculum: ArcSwap::from_pointee(curriculum),
            keyring,
            store,
            addresses,
            window,
            limits,
            matches,
            pool,
            explanations,
            background,
            metrics,
            connections: Places::new(limits.connections, limits.connections_per_address),
            free_looks: FreeLooks::default(),
            rates: Rates::new(&limits.rates),
            readiness: Readiness::default(),
            scoreboard: Scoreboard::default(),
            untrusted_proxies: UntrustedProxies::default(),
            foreign_answers: ForeignAnswers::default(),
            tasks: Cache::new(CACHE_SIZE),
            recent: RecentBoards::default(),
            class: ClassCache::new(HashMap::new()),
            refusals: ExpectedRefusals::default(),
            judging_again: Mutex::default(),
        }
    }

    /// The same with instructors who are named with their keys in the server's environment, beside those in the database.
    #[must_use]
    pub fn with_instructors(self, named: Vec<(LearnerName, KeyHash)>) -> Self {
        let added_at = now();
        let instructor = |name| Instructor { id: None, name, added_at };
        let named = named.into_iter().map(|(name, key)| (key, instructor(name)));
        Self { class: ClassCache::new(named.collect()), ..self }
    }

    /// The state of the server that received a request.
    #[expect(
        clippy::expect_used,
        reason = "`Server::run` is the only place that builds the application"
    )]
    pub(super) fn of(request: &HttpRequest) -> &SharedState {
        request.app_data().expect("`Server::run` adds the state to the application")
    }

    /// The current steps and rules. A request keeps what it has loaded, even if it is replaced in the meantime.
    #[must_use]
    pub fn curriculum(&self) -> Guard<Arc<Curriculum>> {
        self.curriculum.load()
    }

    /// Replaces the steps that are served, and the rules.
    pub fn replace_curriculum(&self, curriculum: Curriculum) {
        self.curriculum.store(Arc::new(curriculum));
        self.scoreboard.has_changed();
    }

    /// The extensions in force.
    pub(super) fn extensions(&self) -> Guard<Arc<Extensions>> {
        self.class.extensions()
    }

    /// The task of a step with this identity, from the cache or generated now, which is counted for the network that asks. Requests for
    /// one task that come while it is generated wait for it. A problem is not cached: the next of those that wait tries again.
    pub(super) async fn task(
        &self,
        step: &Arc<Step>,
        identity: TaskIdentity,
        purpose: Purpose,
        caller: &Caller,
    ) -> Result<Arc<dyn TaskInstance>, Problem> {
        // Also of a cached one: an answer without a token may have made it, and it may have left the list.
        if purpose == Purpose::Show {
            let learner = caller.learner.as_ref().map(|learner| learner.id);
            self.recent.add(identity, learner, now);
        }
        if let Some(task) = self.tasks.get(&identity) {
            return Ok(task);
        }
        // Boxed, so that requests for cached tasks need no room for it.
        let generate = self.generate(step, identity, caller);
        Box::pin(self.tasks.get_or_insert_async(&identity, generate)).await
    }

    /// The caller's other boards of a step that this server has served lately and still knows, with the time of each.
    pub(super) fn other_boards(&self, identity: TaskIdentity) -> Vec<OtherBoard> {
        let mut boards = Vec::new();
        for (served, other) in self.recent.of(&identity) {
            if other != identity
                && let Some(task) = self.tasks.get(&other)
            {
                boards.push(OtherBoard { served, task });
            }
        }
        boards
    }

    /// The boards of other learners at the same step that this server has served lately, the latest first; at most this many.
    pub(super) fn boards_of_others(
        &self,
        identity: &TaskIdentity,
        limit: usize,
    ) -> Vec<(LearnerId, TaskIdentity)> {
        self.recent.of_other_learners(identity, limit)
    }

    /// A task, if it is cached.
    pub(super) fn cached_task(&self, identity: &TaskIdentity) -> Option<Arc<dyn TaskInstance>> {
        self.tasks.get(identity)
    }

    /// Whether this server has served the task lately.
    pub(super) fn remembers(&self, identity: &TaskIdentity) -> bool {
        self.recent.of(identity).iter().any(|(_, known)| known == identity)
    }

    async fn generate(
        &self,
        step: &Arc<Step>,
        identity: TaskIdentity,
        caller: &Caller,
    ) -> Result<Arc<dyn TaskInstance>, Problem> {
        let workload = step.exercise().workloads().generate;
        self.rates.new_task(caller.network, identity.nonce, workload, uptime())?;
        if step.claims_preparation() {
            self.prepare_explanations(step);
        }
        let seed = self.keyring.seed(&identity);
        let (task, time) = match workload {
            Workload::Light => timed(|| step.exercise().instantiate(&seed)),
            Workload::Heavy => {
                let step = Arc::clone(step);
                let work = move || timed(|| step.exercise().instantiate(&seed));
                self.pool.run(caller.key, work).await?
            }
        };
        self.metrics.answers.generated(step.exercise().kind(), time);
        Ok(task?.into())
    }

    /// Prepares the explanations of a step while its first task is looked at. The first wrong answer would wait for it.
    fn prepare_explanations(&self, step: &Arc<Step>) {
        let (step, pool) = (Arc::clone(step), self.background.clone());
        rt::spawn(async move {
            let prepare = move || step.exercise().prepare();
            if let Err(error) = pool.run(CallerKey::SERVER, prepare).await {
                tracing::warn!(%error, "the explanations of a step are not prepared");
            }
        });
    }

    /// Who has this key: a learner or an instructor.
    pub(super) async fn person(&self, key: &str) -> Result<Option<Person>, StoreError> {
        self.class.people.find(key, &*self.store, now()).await
    }

    /// What the store said of something that a learner wants to store. A learner whom it does not know any more is forgotten here too.
    pub(super) fn of_learner<T>(
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
