//! What other replicas change is told to those who listen here: to the followers of matches, and of the standings. `class_cache` follows
//! the class.

use std::sync::Arc;
use std::time::Duration;

use actix_web::rt;
use tokio::sync::broadcast::Receiver;

use super::state::State;
use crate::store::News;

/// The pause before matches that could not be read are read again.
const PAUSE: Duration = Duration::from_secs(1);

/// Tells the followers of matches what other replicas change, for as long as the server runs.
pub(super) async fn follow_matches(state: Arc<State>, mut news: Receiver<News>) {
    while let Some(next) = News::next(&mut news).await {
        let mut read = match next {
            News::Match(id) => state.matches.refresh(id).await,
            News::Anything => state.matches.refresh_all().await,
            News::Scoreboard | News::Class => Ok(()),
        };
        if let Err(error) = &read {
            tracing::warn!(%error, "changes of matches are not read; it is tried again");
        }
        while read.is_err() {
            rt::time::sleep(PAUSE).await;
            read = state.matches.refresh_all().await;
        }
    }
}

/// Lets the standings be computed again when other replicas change them, for as long as the server runs.
pub(super) async fn follow_standings(state: Arc<State>, mut news: Receiver<News>) {
    while let Some(next) = News::next(&mut news).await {
        match next {
            News::Scoreboard | News::Anything => state.scoreboard.has_changed(),
            News::Match(_) | News::Class => {}
        }
    }
}
