//! What every worker shares.

use std::sync::Arc;

use moka::sync::Cache;

use super::origin::Origins;
use crate::step::{Catalog, JudgeError, Keyring, PosedTask, Step, TaskIdentity};
use crate::store::{KeyHash, Learner, Store};

/// How many tasks and learners are kept ready. What falls out is made or looked up again.
const KEPT: u64 = 4096;

/// The server's knowledge: its steps, its keys, its memory.
pub struct State {
    /// The steps.
    pub catalog: Catalog,
    /// The keys that make seeds and sign tokens.
    pub keyring: Keyring,
    /// Learners and attempts.
    pub store: Arc<dyn Store>,
    /// The addresses of callers, and our own.
    pub origins: Origins,
    /// How long a learner sees the same board, in seconds.
    pub window: u64,
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
        origins: Origins,
        window: u64,
    ) -> Self {
        let (tasks, learners) = (Cache::new(KEPT), Cache::new(KEPT));
        Self { catalog, keyring, store, origins, window, tasks, learners }
    }

    /// The task with this identity, made now or kept from before.
    pub(super) fn task(
        &self,
        step: &Step,
        identity: TaskIdentity,
    ) -> Result<Arc<dyn PosedTask>, JudgeError> {
        if let Some(task) = self.tasks.get(&identity) {
            return Ok(task);
        }
        let task: Arc<dyn PosedTask> = step.exercise().pose(&self.keyring.seed(&identity))?.into();
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
