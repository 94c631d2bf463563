//! What other processes change: it is read again, and sent to those who follow matches or the standings here.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt;
use tokio::sync::broadcast::Receiver;
use tokio::time::MissedTickBehavior;

use super::state::State;
use crate::store::News;

/// How often the version of the class is read: a change by another process is known within a second.
const PERIOD: Duration = Duration::from_millis(500);

/// Of how many reads in a row that fail one is logged: at most one a minute.
const LOGGED_FAILURE: u32 = 120;

/// The pause before matches that could not be read are read again.
const PAUSE: Duration = Duration::from_secs(1);

/// Tells the followers of matches what other replicas change, for as long as the server runs.
pub(crate) async fn follow_matches(state: Arc<State>, mut news: Receiver<News>) {
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
pub(crate) async fn follow_standings(state: Arc<State>, mut news: Receiver<News>) {
    while let Some(next) = News::next(&mut news).await {
        match next {
            News::Scoreboard | News::Anything => state.scoreboard.has_changed(),
            News::Match(_) | News::Class => {}
        }
    }
}

/// Learns of the changes by other processes, for as long as the server runs: at once where the store has news, and else by asking.
pub(crate) async fn follow_class(state: Arc<State>, mut news: Receiver<News>) {
    let mut period = rt::time::interval(PERIOD);
    // After a read that took long, what was missed is not made up for.
    period.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut failures = 0_u32;
    loop {
        tokio::select! {
            _ = period.tick() => {}
            () = change_of_class(&mut news) => {}
        }
        match state.class.follow().await {
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
