//! What every worker shares.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use actix_web::{HttpRequest, web};
use moka::sync::Cache;

use super::base_url::Addresses;
use super::games::{Rooms, Thinkers};
use crate::step::{Catalog, JudgeError, Keyring, PosedTask, Puzzle, TaskIdentity};
use crate::store::{KeyHash, Learner, Store};

/// How many tasks and learners are kept ready. What falls out is made or looked up again.
const KEPT: u64 = 4096;

/// The server's knowledge: its steps, its keys, its memory, and the matches that are played.
pub struct State {
    /// The steps.
    pub catalog: Arc<Catalog>,
    /// The keys that make seeds and sign tokens.
    pub keyring: Keyring,
    /// Learners and attempts.
    pub store: Arc<dyn Store>,
    /// The addresses of callers, and our own.
    pub addresses: Addresses,
    /// How long a learner sees the same board, in seconds.
    pub window: u64,
    /// Where matches are played.
    pub(super) rooms: Rooms,
    /// Where computers think.
    pub(super) thinkers: Thinkers,
    tasks: Cache<TaskIdentity, Arc<dyn PosedTask>>,
    learners: Cache<KeyHash, Learner>,
}

impl State {
    /// A server's state with empty caches.
    #[must_use]
    pub fn new(
        catalog: Catalog,
        keyring: Keyring,
        store: Arc<dyn Store>,
        addresses: Addresses,
        window: u64,
    ) -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            catalog: Arc::new(catalog),
            keyring,
            store,
            addresses,
            window,
            rooms: Rooms::default(),
            thinkers: Thinkers::new(cores),
            tasks: Cache::new(KEPT),
            learners: Cache::new(KEPT),
        }
    }

    /// The state of the server that received a request.
    #[expect(clippy::expect_used, reason = "the server is run with its state, in one place")]
    pub(super) fn of(request: &HttpRequest) -> &web::Data<Self> {
        request.app_data().expect("the application has its state")
    }

    /// The steps as they are now. Whoever answers a request takes them once.
    pub(super) fn catalog(&self) -> Arc<Catalog> {
        Arc::clone(&self.catalog)
    }

    /// The task with this identity, made now or kept from before.
    pub(super) fn task(
        &self,
        puzzle: &dyn Puzzle,
        identity: TaskIdentity,
    ) -> Result<Arc<dyn PosedTask>, JudgeError> {
        if let Some(task) = self.tasks.get(&identity) {
            return Ok(task);
        }
        let task: Arc<dyn PosedTask> = puzzle.pose(&self.keyring.seed(&identity))?.into();
        self.tasks.insert(identity, Arc::clone(&task));
        Ok(task)
    }

    /// The learner whose key has this hash. A learner's name and key never change, so one look-up is enough.
    pub(super) async fn learner(
        &self,
        key: KeyHash,
    ) -> Result<Option<Learner>, crate::store::StoreError> {
        if let Some(learner) = self.learners.get(&key) {
            return Ok(Some(learner));
        }
        let learner = self.store.learner_by_key(key).await?;
        if let Some(learner) = &learner {
            self.learners.insert(key, learner.clone());
        }
        Ok(learner)
    }
}
