//! Connections to PostgreSQL that end, such that fall silent, and such that it does not give.

use futures_util::future::join_all;
use gradus::store::StoreError;
use sqlx::{Connection as _, PgConnection};
use tokio::join;
use tokio::task::yield_now;
use tokio::time::timeout;

use super::accepted;
use super::postgres::{for_user, is_recorded, open_with_ada, open_with_ada_at};
use crate::server::{Cluster, PATIENCE};

#[case]
async fn an_answer_survives_the_end_of_its_session() {
    const END_SESSIONS: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'gradus'";
    /// No more than the store has connections.
    const READS: u32 = 20;
    let cluster = Cluster::shared();
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

#[case]
async fn a_server_that_falls_silent_is_given_up_and_found_again() {
    /// More than the store has connections.
    const CALLERS: usize = 20;
    let cluster = Cluster::shared();
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

#[case]
async fn answers_are_recorded_where_reads_have_taken_all_other_connections() {
    /// More than there are connections for.
    const READS: usize = 30;
    let cluster = Cluster::shared();
    let database = cluster.database();
    // A process takes more if it can: one is for attempts, and one listens.
    database
        .run_sql(
            "CREATE ROLE with_six LOGIN CONNECTION LIMIT 6;
             DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO with_six', current_database()); END $$",
        )
        .await;
    let (store, ada) = open_with_ada_at(&for_user("with_six", &database)).await;
    // Some wait for so long that they are refused.
    join_all((0..READS).map(|_| store.progress(ada))).await;
    // More sessions than one would like to submit these.
    let submitted =
        join_all((0..50).map(|number| is_recorded(&*store, accepted(ada, number)))).await;
    assert!(submitted.iter().all(|&is_recorded| is_recorded), "{submitted:?}");
    assert!(store.ready().await.is_ok());
    store.close().await;
}

#[case]
async fn a_process_without_a_connection_for_answers_is_not_ready() {
    const END_SUBMITTER: &str = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE '%submit_attempts%' AND pid <> pg_backend_pid()";
    let cluster = Cluster::shared();
    let database = cluster.database();
    database
        .run_sql(
            "CREATE ROLE with_three LOGIN CONNECTION LIMIT 3;
             DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO with_three', current_database()); END $$",
        )
        .await;
    let url = for_user("with_three", &database);
    let (store, ada) = open_with_ada_at(&url).await;
    assert!(is_recorded(&*store, accepted(ada, 0)).await);
    assert!(store.ready().await.is_ok());

    // Somebody else takes the connection that the submitter has lost.
    database.run_sql(END_SUBMITTER).await;
    let other = PgConnection::connect(&url).await.unwrap();
    assert!(!is_recorded(&*store, accepted(ada, 1)).await);
    assert!(store.ready().await.is_err());

    other.close().await.unwrap();
    let ready = async {
        while store.ready().await.is_err() {
            yield_now().await;
        }
    };
    timeout(PATIENCE, ready).await.expect("there is a connection for it again");
    assert!(is_recorded(&*store, accepted(ada, 1)).await);
    store.close().await;
}
