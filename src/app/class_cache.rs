//! What the server keeps of the class in memory: who has which key, the extensions, and the decisions. Another process may change the class at any
//! time, such as a command or another replica; the database's version of the class tells it, and between replicas also the news.

use std::collections::HashMap;
use std::sync::Arc;

use arc_swap::{ArcSwap, Guard};
use tokio::sync::Mutex;

use super::ambient::now;
use super::caller::Person;
use super::class::decisions;
use super::known_people::KnownPeople;
use crate::course::{Decisions, Extensions, KeyHash};
use crate::store::{Instructor, Store, StoreError};

/// The class as it was read last.
pub(crate) struct ClassCache {
    store: Arc<dyn Store>,
    pub(crate) people: KnownPeople,
    extensions: ArcSwap<Extensions>,
    decisions: ArcSwap<Decisions>,
    /// The version that was read; none before the first time.
    version: Mutex<Option<u64>>,
}

impl ClassCache {
    /// Knows nothing yet but the instructors who are named in the environment.
    pub(crate) fn new(store: Arc<dyn Store>, named: HashMap<KeyHash, Instructor>) -> Self {
        Self {
            store,
            people: KnownPeople::new(named),
            extensions: ArcSwap::default(),
            decisions: ArcSwap::default(),
            version: Mutex::default(),
        }
    }

    /// The extensions in force.
    pub(crate) fn extensions(&self) -> Guard<Arc<Extensions>> {
        self.extensions.load()
    }

    /// The decisions in force.
    pub(crate) fn decisions(&self) -> Guard<Arc<Decisions>> {
        self.decisions.load()
    }

    /// Who has this key: a learner or an instructor.
    pub(crate) async fn person(&self, key: &str) -> Result<Option<Person>, StoreError> {
        self.people.find(key, &*self.store, now()).await
    }

    /// Reads the class again after a change by this process.
    pub(crate) async fn changed(&self) {
        self.people.forget_all();
        if let Err(error) = self.follow().await {
            tracing::warn!(%error, "a change of the class is not read; it is tried again");
        }
    }

    /// Reads the class again if its version is another one, and returns whether it was. If that fails, extensions and decisions stay
    /// as they are.
    pub(crate) async fn follow(&self) -> Result<bool, StoreError> {
        let mut known = self.version.lock().await;
        let asked_at = now();
        // Before the others: what changes meanwhile is found the next time.
        let version = self.store.class_version().await?;
        if *known == Some(version) {
            self.people.keep_all(asked_at);
            return Ok(false);
        }
        self.people.forget_all();
        let extensions = self.store.extensions().await?;
        let decisions = decisions(&*self.store).await?;
        self.extensions.store(Arc::new(Extensions::new(extensions)));
        self.decisions.store(Arc::new(decisions));
        *known = Some(version);
        Ok(true)
    }
}
