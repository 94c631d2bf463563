//! The tasks that are served: generated once, then cached.

use std::sync::Arc;
use std::time::Duration;

use actix_web::rt;
use quick_cache::sync::Cache;

use super::ambient::{now, uptime};
use super::caller::Caller;
use super::class::Curriculum;
use super::compute::{CallerKey, ComputePool};
use super::metrics::AnswerMetrics;
use super::rates::Rates;
use super::recent::RecentBoards;
use crate::metrics::timed;
use crate::step::{Keyring, Step, TaskIdentity, TaskInstance, Timestamp, Workload, trial_seed};
use crate::wire::problem::Problem;

/// How many tasks are cached. The others are generated again.
const CACHE_SIZE: usize = 4096;

/// How long after the start the first tasks are made. The first requests do not compete with that for the processor.
const WARM_UP_DELAY: Duration = Duration::from_secs(10);

/// A board that the caller fetched, other than the one that is answered.
pub(crate) struct OtherBoard {
    /// When it was served first.
    pub(crate) served: Timestamp,
    pub(crate) task: Arc<dyn TaskInstance>,
}

/// What a task is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To show it to the caller. Later it is one of the caller's boards.
    Show,
    /// To judge an answer or to host a match, perhaps of a board that the caller has never had.
    Work,
}

/// Generates tasks and remembers which boards callers fetched lately.
pub(crate) struct Tasks {
    pub(super) cache: Cache<TaskIdentity, Arc<dyn TaskInstance>>,
    /// The boards that callers fetched lately.
    pub(super) recent: RecentBoards,
    keyring: Keyring,
    rates: Arc<Rates>,
    metrics: Arc<AnswerMetrics>,
    /// Makes the tasks of heavy kinds.
    pool: ComputePool,
    /// Prepares explanations.
    background: ComputePool,
}

impl Tasks {
    /// No task is cached yet.
    pub(crate) fn new(
        keyring: Keyring,
        rates: Arc<Rates>,
        metrics: Arc<AnswerMetrics>,
        pool: ComputePool,
        background: ComputePool,
    ) -> Self {
        let (cache, recent) = (Cache::new(CACHE_SIZE), RecentBoards::default());
        Self { cache, recent, keyring, rates, metrics, pool, background }
    }

    /// The task of a step with this identity, from the cache or generated now, which is counted for the caller. Requests for
    /// one task that come while it is generated wait for it. A problem is not cached: the next of those that wait tries again.
    pub(crate) async fn get(
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
        if let Some(task) = self.cache.get(&identity) {
            return Ok(task);
        }
        // Boxed, so that requests for cached tasks need no room for it.
        let generate = self.generate(step, identity, caller);
        Box::pin(self.cache.get_or_insert_async(&identity, generate)).await
    }

    /// The caller's other boards of a step that this server has served lately and still knows, with the time of each.
    pub(crate) fn other_boards(&self, identity: TaskIdentity) -> Vec<OtherBoard> {
        let mut boards = Vec::new();
        for (served, other) in self.recent.of(&identity) {
            if other != identity
                && let Some(task) = self.cache.get(&other)
            {
                boards.push(OtherBoard { served, task });
            }
        }
        boards
    }

    /// Whether this server has served the task lately.
    pub(crate) fn remembers(&self, identity: &TaskIdentity) -> bool {
        self.recent.of(identity).iter().any(|(_, known)| known == identity)
    }

    async fn generate(
        &self,
        step: &Arc<Step>,
        identity: TaskIdentity,
        caller: &Caller,
    ) -> Result<Arc<dyn TaskInstance>, Problem> {
        let workload = step.exercise().workloads().generate;
        self.rates.new_task(caller.key, identity.nonce, workload, uptime())?;
        if step.begin_preparation() {
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
        self.metrics.generated(step.exercise().kind(), time);
        Ok(task?.into())
    }

    /// Makes a first task of each step whose tasks take long to make, some time after the start: what a kind makes once would otherwise be
    /// made while a learner waits.
    pub(crate) fn warm_up(&self, curriculum: Arc<Curriculum>) {
        let pool = self.background.clone();
        rt::spawn(async move {
            rt::time::sleep(WARM_UP_DELAY).await;
            let is_heavy = |step: &&Step| step.exercise().workloads().generate == Workload::Heavy;
            let heavy = curriculum.steps.iter().filter(is_heavy).map(|step| step.number);
            for step in heavy.filter_map(|number| curriculum.steps.get(number).cloned()) {
                let make = move || drop(step.exercise().instantiate(&trial_seed(0)));
                if let Err(error) = pool.run(CallerKey::SERVER, make).await {
                    tracing::warn!(%error, "a step is not prepared");
                }
            }
        });
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
}
