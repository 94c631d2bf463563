//! What the server keeps of the class in memory: who has which key, and the extensions. Another process may change the class at any
//! time, such as a command or another replica; the database's version of the class tells it, and between replicas also the news.

use std::collections::HashMap;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt;
use arc_swap::{ArcSwap, Guard};
use tokio::sync::Mutex;
use tokio::sync::broadcast::Receiver;
use tokio::time::MissedTickBehavior;

use super::ambient::now;
use super::known_people::KnownPeople;
use super::state::State;
use crate::course::{Extensions, KeyHash};
use crate::store::{Instructor, News, Store, StoreError};

/// How often the version of the class is read: a change by another process is known within a second.
const PERIOD: Duration = Duration::from_millis(500);

/// Of how many reads in a row that fail one is logged: at most one a minute.
const LOGGED_FAILURE: u32 = 120;

/// The class as it was read last.
pub(super) struct ClassCache {
    pub(super) people: KnownPeople,
    extensions: ArcSwap<Extensions>,
    /// The version that was read; none before the first time.
    version: Mutex<Option<u64>>,
}

impl ClassCache {
    /// Knows nothing yet but the instructors who are named in the environment.
    pub(super) fn new(named: HashMap<KeyHash, Instructor>) -> Self {
        Self {
            people: KnownPeople::new(named),
            extensions: ArcSwap::default(),
            version: Mutex::default(),
        }
    }

    /// The extensions in force.
    pub(super) fn extensions(&self) -> Guard<Arc<Extensions>> {
        self.extensions.load()
    }

    /// Reads the class again if its version is another one, and returns whether it was. If that fails, the extensions stay as they are.
    async fn follow(&self, store: &dyn Store) -> Result<bool, StoreError> {
        let mut known = self.version.lock().await;
        let asked_at = now();
        // Before the extensions: what changes meanwhile is found the next time.
        let version = store.class_version().await?;
        if *known == Some(version) {
            self.people.keep_all(asked_at);
            return Ok(false);
        }
        self.people.forget_all();
        let extensions = store.extensions().await?;
        self.extensions.store(Arc::new(Extensions::new(extensions)));
        *known = Some(version);
        Ok(true)
    }
}

impl State {
    /// To be called after every change of the class by this process: the next request already knows it.
    pub(super) async fn class_changed(&self) {
        self.class.people.forget_all();
        if let Err(error) = self.class.follow(&*self.store).await {
            tracing::warn!(%error, "a change of the class is not read; it is tried again");
        }
        self.scoreboard.has_changed();
    }
}

/// Learns of the changes by other processes, for as long as the server runs: at once where the store has news, and else by asking.
pub(super) async fn follow_class(state: Arc<State>, mut news: Receiver<News>) {
    let mut period = rt::time::interval(PERIOD);
    // After a read that took long, what was missed is not made up for.
    period.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut failures = 0_u32;
    loop {
        tokio::select! {
            _ = period.tick() => {}
            () = change_of_class(&mut news) => {}
        }
        match state.class.follow(&*state.store).await {
            Ok(has_changed) => {
                failures = 0;
                if has_changed {
                    state.scoreboard.has_changed();
                }
            }
            Err(error) => {
                if failures.is_multiple_of(LOGGED_FAILURE) {
                    tracing::warn!(%error, "changes of the class are not read");
                }
                failures = failures.wrapping_add(1);
            }
        }
    }
}

/// Waits for the news that the class may have changed.
async fn change_of_class(news: &mut Receiver<News>) {
    loop {
        match News::next(news).await {
            Some(News::Class | News::Anything) => return,
            Some(News::Match(_) | News::Scoreboard) => {}
            None => pending().await,
        }
    }
}
