//! What is particular to PostgreSQL: several processes at once, what waits for whom, and the databases that it refuses.

use std::sync::Arc;

use futures_util::future::{Either, join_all, select};
use gradus::course::LearnerId;
use gradus::metrics::{self, Registry};
use gradus::step::Fingerprint;
use gradus::store::postgres::{OpenError, OpenErrorKind, PostgresStore};
use gradus::store::{AttemptPage, Forgetting, NewAttempt, RawAnswer, Store, StoreError, Submitted};
use sqlx::{Connection as _, PgConnection};
use tokio::join;

use super::{PER_DAY, accepted, attempt, exercise, key, name, noon, step};
use crate::server::{Cluster, Database};

/// The store of a process.
pub(super) async fn open(database: &Database) -> Arc<dyn Store> {
    open_at(database.url()).await
}

async fn open_at(url: &str) -> Arc<dyn Store> {
    Arc::new(PostgresStore::open(url).await.unwrap())
}

pub(super) async fn open_with_ada(database: &Database) -> (Arc<dyn Store>, LearnerId) {
    open_with_ada_at(database.url()).await
}

/// The same for a URL.
pub(super) async fn open_with_ada_at(url: &str) -> (Arc<dyn Store>, LearnerId) {
    let store = open_at(url).await;
    let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap();
    (store, ada.id)
}

/// An answer with this text.
pub(super) fn with_text(text: &str, attempt: NewAttempt) -> NewAttempt {
    NewAttempt { raw: RawAnswer::new(text, text), canonical: text.to_owned(), ..attempt }
}

pub(super) async fn is_recorded(store: &dyn Store, attempt: NewAttempt) -> bool {
    let submitted = store.submit_attempt(attempt, PER_DAY).await;
    matches!(submitted, Ok(Submitted { is_repeated: false, .. }))
}

/// Opens what must not open; what it says is one line with the address, and without the password.
async fn refusal(url: &str) -> OpenErrorKind {
    let error = PostgresStore::open(url).await.err().expect("it must not open");
    let text = error.to_string();
    assert!(text.contains("postgres://127.0.0.1:") && text.contains("expected"), "{text}");
    assert!(!text.contains("hunter2") && text.lines().count() == 1, "{text}");
    let OpenError { kind, .. } = error;
    kind
}

/// The URL of a database for another user.
pub(super) fn for_user(user: &str, database: &Database) -> String {
    let (_, address) = database.url().rsplit_once('@').unwrap();
    format!("postgres://{user}:hunter2@{address}")
}

/// The names of all tables.
async fn tables(database: &Database) -> Vec<String> {
    let tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1";
    sqlx::query_scalar(tables).fetch_all(&mut database.connect().await).await.unwrap()
}

#[case]
async fn answers_of_several_processes_for_the_same_learners_are_all_recorded() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let (first, ada) = open_with_ada(&database).await;
    let alan = first.register_learner(&name("Alan"), key(2).hash(), noon()).await.unwrap().id;
    let processes = [first, open(&database).await, open(&database).await];
    // Each process has them in another order.
    let answers = (0..300_u64).flat_map(|number| {
        let store = &processes[usize::try_from(number % 3).unwrap()];
        let learners = if number % 2 == 0 { [ada, alan] } else { [alan, ada] };
        learners.map(|learner| is_recorded(&**store, accepted(learner, number)))
    });
    assert!(join_all(answers).await.into_iter().all(|is_recorded| is_recorded));
    for learner in [ada, alan] {
        assert_eq!(processes[0].progress(learner).await.unwrap().attempts, 300);
    }
}

#[case]
async fn equal_answers_that_come_at_once_are_noticed() {
    const ROUNDS: u32 = 40;
    let cluster = Cluster::shared();
    let database = cluster.database();
    let (here, ada) = open_with_ada(&database).await;
    let alan = here.register_learner(&name("Alan"), key(2).hash(), noon()).await.unwrap().id;
    let there = open(&database).await;
    for round in 0..ROUNDS {
        let number = u64::from(round);
        let at = noon().plus(100 * number);
        let text = format!("{round}");
        let wrong = with_text(&text, NewAttempt { at, ..attempt(ada, number) });
        let right = with_text(&text, NewAttempt { at, ..accepted(alan, number) });
        let recorded = join!(is_recorded(&*here, wrong), is_recorded(&*there, right));
        assert_eq!(recorded, (true, true));
    }
    let found = here.foreign_answers(2 * ROUNDS).await.unwrap();
    assert_eq!(found.len(), ROUNDS as usize);
    assert!(found.iter().all(|foreign| (foreign.learner.id, foreign.other.id) == (ada, alan)));
}

#[case]
async fn nothing_is_left_of_who_is_forgotten_while_they_answer() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let (here, there) = (open(&database).await, open(&database).await);
    for number in 0..30 {
        let name = name(&format!("Ada{number}"));
        let ada = here.register_learner(&name, key(number).hash(), noon()).await.unwrap().id;
        let forgetting = there.forget_learner(ada, Forgetting::RemoveAttempts);
        let (submitted, forgotten) =
            join!(here.submit_attempt(accepted(ada, 1), PER_DAY), forgetting);
        forgotten.unwrap();
        let was_known = !matches!(submitted, Err(StoreError::LearnerUnknown));
        assert!(
            !was_known || matches!(submitted, Ok(Submitted { is_repeated: false, .. })),
            "{submitted:?}"
        );
    }
    let all = AttemptPage { limit: 100, ..AttemptPage::default() };
    assert_eq!(here.recorded_attempts(all).await.unwrap(), []);
    assert_eq!(here.grades().await.unwrap(), []);
}

#[case]
async fn a_text_that_the_database_cannot_store_harms_nobody_else() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let (store, ada) = open_with_ada(&database).await;
    let odd = with_text("5A\0,5B", accepted(ada, 1));
    assert!(is_recorded(&*store, odd.clone()).await);
    let again = store.submit_attempt(odd, PER_DAY).await.unwrap();
    assert!(matches!(again, Submitted { is_repeated: true, .. }), "{again:?}");
    let stored = store.attempts(ada, step(7), 1).await.unwrap();
    assert_eq!(stored[0].raw, "5A\u{FFFD},5B");

    // No kind has such a name. It is refused, and with it nothing that was sent together with it.
    let fingerprint = Fingerprint::from_bits(100);
    let exercise = exercise("a\0b");
    let impossible = NewAttempt { exercise, fingerprint, ..accepted(ada, 100) };
    let answers = (2..60).map(|number| is_recorded(&*store, accepted(ada, number)));
    let (refused, recorded) = join!(store.submit_attempt(impossible, PER_DAY), join_all(answers));
    assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
    assert!(recorded.into_iter().all(|is_recorded| is_recorded));
}

/// Locks a learner in a transaction.
async fn lock(learner: LearnerId, transaction: &mut PgConnection) {
    let lock = sqlx::query("SELECT 1 FROM learners WHERE id = $1 FOR UPDATE").bind(learner.0);
    lock.execute(transaction).await.unwrap();
}

#[case]
async fn a_learner_who_is_locked_harms_nobody_else() {
    let cluster = Cluster::shared();
    let database = cluster.database().with_options("options[lock_timeout]=500ms");
    let (store, ada) = open_with_ada(&database).await;
    let alan = store.register_learner(&name("Alan"), key(2).hash(), noon()).await.unwrap().id;
    let mut holder = database.connect().await;
    let mut transaction = holder.begin().await.unwrap();
    lock(ada, &mut transaction).await;

    let answers = (1..60).map(|number| is_recorded(&*store, accepted(alan, number)));
    let (waited, recorded) =
        join!(store.submit_attempt(accepted(ada, 1), PER_DAY), join_all(answers));
    assert!(matches!(waited, Err(StoreError::Database(_))), "{waited:?}");
    assert!(recorded.into_iter().all(|is_recorded| is_recorded));
    transaction.rollback().await.unwrap();
    assert!(is_recorded(&*store, accepted(ada, 1)).await);
}

#[case]
async fn several_answers_of_a_locked_learner_fail_together_and_harm_nobody_else() {
    let cluster = Cluster::shared();
    let database = cluster.database().with_options("options[lock_timeout]=500ms");
    let (store, ada) = open_with_ada(&database).await;
    let grace = store.register_learner(&name("Grace"), key(2).hash(), noon()).await.unwrap().id;
    let mut holder = database.connect().await;
    let mut transaction = holder.begin().await.unwrap();
    lock(ada, &mut transaction).await;

    // The three are queued before any is submitted.
    let (first, second, recorded) = join!(
        store.submit_attempt(accepted(ada, 1), PER_DAY),
        store.submit_attempt(accepted(ada, 2), PER_DAY),
        is_recorded(&*store, accepted(grace, 1)),
    );
    assert!(recorded);
    for waited in [first, second] {
        assert!(matches!(waited, Err(StoreError::Database(_))), "{waited:?}");
    }
    // All together, and the first alone.
    is_measured(&*store, "commit_failures_total", 2);
}

#[case]
async fn an_answer_is_told_while_others_still_wait() {
    let cluster = Cluster::shared();
    let database = cluster.database().with_options("options[lock_timeout]=500ms");
    let (store, ada) = open_with_ada(&database).await;
    let grace = store.register_learner(&name("Grace"), key(2).hash(), noon()).await.unwrap().id;
    let mut holder = database.connect().await;
    let mut transaction = holder.begin().await.unwrap();
    lock(ada, &mut transaction).await;

    let [told, waiting] = [grace, ada].map(|learner| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.submit_attempt(accepted(learner, 1), PER_DAY).await })
    });
    // If both were told at once, the first of the two here would be seen first.
    match select(waiting, told).await {
        Either::Right((told, _)) => {
            assert!(matches!(told.unwrap(), Ok(Submitted { is_repeated: false, .. })));
        }
        Either::Left((waited, _)) => panic!("the other one still waits: {waited:?}"),
    }
}

#[case]
async fn a_stored_verdict_that_cannot_be_read_harms_nobody_else() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let (store, ada) = open_with_ada(&database).await;
    let alan = store.register_learner(&name("Alan"), key(2).hash(), noon()).await.unwrap().id;
    assert!(is_recorded(&*store, attempt(ada, 1)).await);
    assert_eq!(database.run_sql("UPDATE attempts SET fit = 'unheard-of'").await, 1);

    let answers = (1..60).map(|number| is_recorded(&*store, accepted(alan, number)));
    let (repeated, recorded) =
        join!(store.submit_attempt(attempt(ada, 1), PER_DAY), join_all(answers));
    assert!(matches!(repeated, Err(StoreError::Database(_))), "{repeated:?}");
    assert!(recorded.into_iter().all(|is_recorded| is_recorded));
}

/// Checks what a store has measured.
fn is_measured(store: &dyn Store, figure: &str, value: u32) {
    let mut out = Registry::default();
    store.metrics().expose(&mut out);
    let text = metrics::text(&out);
    let name = format!("gradus_store_{figure} ");
    let found = text.lines().find_map(|line| line.strip_prefix(&name)?.parse::<f64>().ok());
    assert_eq!(found, Some(value.into()), "{name}: {text}");
}

#[case]
async fn every_write_is_measured() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let (store, ada) = open_with_ada(&database).await;
    let measured = |commits: u32, failures: u32| {
        is_measured(&*store, "batch_changes_sum", commits);
        is_measured(&*store, "commit_duration_seconds_count", commits);
        is_measured(&*store, "commit_failures_total", failures);
        is_measured(&*store, "waiting_changes", 0);
    };
    measured(1, 0);
    assert!(is_recorded(&*store, accepted(ada, 1)).await);
    store.set_nickname(ada, Some("Countess".parse().unwrap())).await.unwrap();
    measured(3, 0);
    // Nothing is written.
    store.progress(ada).await.unwrap();
    let refused = store.register_learner(&name("Ada"), key(2).hash(), noon()).await;
    assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
    measured(3, 0);
    store.close().await;
    store.set_nickname(ada, None).await.unwrap_err();
    measured(3, 1);
}

#[case]
async fn a_closed_store_refuses_everything() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let (store, ada) = open_with_ada(&database).await;
    let answers = (0..100).map(|number| is_recorded(&*store, accepted(ada, number)));
    assert!(join_all(answers).await.into_iter().all(|is_recorded| is_recorded));
    store.close().await;
    let refused = store.submit_attempt(accepted(ada, 100), PER_DAY).await;
    assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
    assert!(matches!(store.ready().await, Err(StoreError::Database(_))));
    let reopened = open(&database).await;
    assert_eq!(reopened.progress(ada).await.unwrap().attempts, 100);
}

#[case]
async fn of_several_processes_that_start_at_once_one_migrates() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let stores = join_all((0..8).map(|_| open(&database))).await;
    for store in &stores {
        store.ready().await.unwrap();
    }
    let applied = "SELECT count(*), count(DISTINCT version) FROM _sqlx_migrations";
    let (applied, different): (i64, i64) =
        sqlx::query_as(applied).fetch_one(&mut database.connect().await).await.unwrap();
    assert_eq!(applied, different);
    assert!(applied > 0);
}

#[case]
async fn a_database_of_another_program_is_refused_and_left_as_it_is() {
    let cluster = Cluster::shared();
    for sql in [
        "CREATE TABLE notes (text text)",
        "CREATE VIEW notes AS SELECT 1",
        // It is written with the same library.
        "CREATE TABLE notes (text text);
         CREATE TABLE _sqlx_migrations (
             version bigint PRIMARY KEY, description text NOT NULL, installed_on timestamptz NOT NULL DEFAULT now(),
             success boolean NOT NULL, checksum bytea NOT NULL, execution_time bigint NOT NULL);
         INSERT INTO _sqlx_migrations VALUES (1, 'notes', now(), TRUE, '', 0)",
    ] {
        let database = cluster.database();
        database.run_sql(sql).await;
        let before = tables(&database).await;
        let found = refusal(database.url()).await;
        assert!(matches!(&found, OpenErrorKind::Foreign(name) if name == "notes"), "{found:?}");
        assert_eq!(tables(&database).await, before);
    }
}

#[case]
async fn what_extensions_of_the_server_have_made_is_nobodys_database() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    database.run_sql("CREATE EXTENSION pg_stat_statements").await;
    open(&database).await.ready().await.unwrap();
}

#[case]
async fn a_database_of_another_gradus_is_refused() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    open(&database).await.close().await;
    database.run_sql("UPDATE _sqlx_migrations SET checksum = 'x'").await;
    assert!(matches!(refusal(database.url()).await, OpenErrorKind::Migrations(_)));
    database
        .run_sql("INSERT INTO _sqlx_migrations VALUES (1000, 'later', now(), TRUE, '', 0)")
        .await;
    assert!(matches!(refusal(database.url()).await, OpenErrorKind::Newer { found: 1000, .. }));
}

#[case]
async fn who_may_not_enter_or_write_is_told() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let found = refusal(&for_user("nobody_of_this_name", &database)).await;
    assert!(matches!(found, OpenErrorKind::Login(_)), "{found:?}");
    let missing = format!("{}_missing", for_user("gradus", &database));
    let found = refusal(&missing).await;
    assert!(matches!(found, OpenErrorKind::NoDatabase(_)), "{found:?}");

    database.run_sql("REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE ROLE reader LOGIN").await;
    let found = refusal(&for_user("reader", &database)).await;
    database.run_sql("DROP ROLE reader").await;
    assert!(matches!(found, OpenErrorKind::NoPermission(_)), "{found:?}");
}

#[case]
async fn an_address_without_a_server_is_told() {
    // Nobody listens on this port.
    let found = refusal("postgres://gradus:hunter2@127.0.0.1:1/gradus").await;
    assert!(matches!(found, OpenErrorKind::Unreachable(_)), "{found:?}");
    let found = refusal("postgres://gradus@127.0.0.1:1/gradus?passwrod=hunter2").await;
    assert!(matches!(found, OpenErrorKind::Url(_)), "{found:?}");
}

#[case]
async fn a_connection_without_encryption_is_refused_if_the_url_asks_for_it() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let found = refusal(&format!("{}?sslmode=require", database.url())).await;
    assert!(matches!(found, OpenErrorKind::Tls(_)), "{found:?}");
}

#[case]
async fn a_database_that_cannot_store_every_name_is_refused() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    database
        .run_sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0")
        .await;
    let (server, _) = database.url().rsplit_once('/').unwrap();
    let found = refusal(&format!("{server}/latin")).await;
    database.run_sql("DROP DATABASE latin WITH (FORCE)").await;
    assert!(matches!(&found, OpenErrorKind::Encoding(name) if name == "LATIN1"), "{found:?}");
}
