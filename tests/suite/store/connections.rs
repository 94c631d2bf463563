//! Connections to PostgreSQL that end, and such that fall silent.

use futures_util::future::join_all;
use gradus::store::StoreError;
use tokio::join;
use tokio::time::timeout;

use super::accepted;
use super::postgres::{is_recorded, open_with_ada};
use crate::server::{Cluster, PATIENCE};

#[tokio::test]
async fn an_answer_survives_the_end_of_its_session() {
    const END_SESSIONS: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'gradus'";
    /// No more than the store has connections.
    const READS: u32 = 20;
    let Some(cluster) = Cluster::shared() else { return };
    let database = cluster.database();
    let (store, ada) = open_with_ada(&database).await;
    for number in 0..5 {
        assert!(is_recorded(&*store, accepted(ada, number)).await);
        database.run_sql(END_SESSIONS).await;
    }
    assert!(is_recorded(&*store, accepted(ada, 5)).await);
    // A read fails at most once for each connection that was lost.
    let mut attempts = None;
    for _ in 0..READS {
        match store.progress(ada).await {
            Ok(progress) => attempts = Some(progress.attempts),
            Err(_) => continue,
        }
        break;
    }
    assert_eq!(attempts, Some(6));
}

#[tokio::test]
async fn a_server_that_falls_silent_is_given_up_and_found_again() {
    /// More than the store has connections.
    const CALLERS: usize = 20;
    let Some(cluster) = Cluster::shared() else { return };
    let (database, proxy) = cluster.database().behind_proxy();
    let database = database.with_options("options[statement_timeout]=2s");
    let (store, ada) = open_with_ada(&database).await;
    let read = || join_all((0..CALLERS).map(|_| store.progress(ada)));
    assert!(read().await.iter().all(Result::is_ok));

    proxy.fall_silent();
    let asked = async { join!(read(), store.set_nickname(ada, None)) };
    let (all, written) = timeout(PATIENCE, asked).await.expect("every request ends");
    assert!(all.iter().all(|read| matches!(read, Err(StoreError::Database(_)))));
    assert!(matches!(written, Err(StoreError::Database(_))), "{written:?}");

    // None of these connections says anything any more.
    proxy.resume();
    let found = async { while store.progress(ada).await.is_err() {} };
    timeout(PATIENCE, found).await.expect("there are new connections");
    assert!(read().await.iter().all(Result::is_ok));
}
