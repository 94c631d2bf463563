//! The story of a store, the same for every database; and what is particular to SQLite.

mod games;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gradus::step::{Fingerprint, Nonce, StepNumber, Timestamp};
use gradus::store::sqlite::{Fault, OpenError};
use gradus::store::{
    Attempt, Learner, LearnerId, LearnerKey, LearnerName, Outcome, Progress, Recorded, SqliteStore,
    Store, StoreError,
};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinSet, spawn_blocking};

fn noon() -> Timestamp {
    Timestamp::from_seconds(1_800_000_000)
}

fn name(text: &str) -> LearnerName {
    text.parse().unwrap()
}

fn key(seed: u8) -> LearnerKey {
    LearnerKey::from_bytes([seed; 24])
}

fn step(number: u8) -> StepNumber {
    StepNumber::new(number).unwrap()
}

/// A wrong answer to step 07; the numbers tell the tasks apart.
fn attempt(learner: LearnerId, nonce: u64) -> Attempt {
    Attempt {
        learner,
        step: step(7),
        fingerprint: Fingerprint::from_bits(1),
        nonce: Nonce::from_bits(nonce),
        raw: "5a, 5B".to_owned(),
        canonical: "5A,5B".to_owned(),
        outcome: Outcome::Wrong { misconception: Some("rows-and-columns-swapped".to_owned()) },
        at: noon(),
    }
}

/// What a store has to remember when the story is over.
struct Epilogue {
    ada: Learner,
    progress: Progress,
}

/// Two learners register, and one of them solves a step.
async fn the_story(store: &dyn Store) -> Epilogue {
    store.ready().await.unwrap();

    let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap();
    assert_eq!(ada.name, name("Ada"));
    let again = store.register_learner(&name("aDA"), key(2).hash(), noon()).await;
    assert!(matches!(again, Err(StoreError::NameTaken)));
    let kobayashi = store.register_learner(&name("小林"), key(3).hash(), noon()).await.unwrap();

    assert_eq!(store.learner_by_key(key(1).hash()).await.unwrap(), Some(ada.clone()));
    assert_eq!(store.learner_by_key(key(2).hash()).await.unwrap(), None);
    assert_eq!(store.progress(ada.id).await.unwrap(), Progress::default());

    let wrong = attempt(ada.id, u64::MAX);
    let differently_written = Attempt { raw: "5A,5B".to_owned(), ..wrong.clone() };
    let longer = Attempt { canonical: "5A,5B,".repeat(1200), ..wrong.clone() };
    let of_another_task = Attempt { nonce: Nonce::from_bits(0), ..wrong.clone() };
    let of_other_boards =
        Attempt { fingerprint: Fingerprint::from_bits(u32::MAX), ..wrong.clone() };
    let of_another_learner = Attempt { learner: kobayashi.id, ..wrong.clone() };
    let right =
        Attempt { canonical: "5A,5C".to_owned(), outcome: Outcome::Accepted, ..wrong.clone() };
    let unexplained = Attempt {
        step: step(99),
        outcome: Outcome::Wrong { misconception: None },
        ..wrong.clone()
    };
    for (attempt, recorded) in [
        (wrong, Recorded::New),
        (differently_written, Recorded::Repeated),
        (longer.clone(), Recorded::New),
        (longer, Recorded::Repeated),
        (of_another_task, Recorded::New),
        (of_other_boards, Recorded::New),
        (of_another_learner, Recorded::New),
        (right.clone(), Recorded::New),
        (right, Recorded::Repeated),
        (unexplained, Recorded::New),
    ] {
        assert_eq!(store.record_attempt(attempt).await.unwrap(), recorded);
    }

    one_failure_spoils_nothing_else(store, ada.id).await;
    a_mended_judge_is_believed(store, ada.id).await;

    let progress = Progress { solved: BTreeSet::from([step(7), step(12)]), attempts: 9 };
    assert_eq!(store.progress(ada.id).await.unwrap(), progress);
    assert_eq!(store.progress(kobayashi.id).await.unwrap().attempts, 1);
    Epilogue { ada, progress }
}

/// An answer that was wrong is judged right later, and wrong once more: it stays right. It records one attempt.
async fn a_mended_judge_is_believed(store: &dyn Store, learner: LearnerId) {
    let wrong = Attempt { step: step(12), ..attempt(learner, 5) };
    let right = Attempt { outcome: Outcome::Accepted, ..wrong.clone() };
    for attempt in [wrong.clone(), right, wrong] {
        store.record_attempt(attempt).await.unwrap();
    }
}

/// These ask at the same time, so that a store may write them together. It records two attempts.
async fn one_failure_spoils_nothing_else(store: &dyn Store, learner: LearnerId) {
    let stranger = LearnerId(i64::MAX);
    let (grace, key_hash) = (name("Grace"), key(1).hash());
    let (first, of_nobody, taken_key, last) = tokio::join!(
        store.record_attempt(attempt(learner, 1)),
        store.record_attempt(attempt(stranger, 1)),
        store.register_learner(&grace, key_hash, noon()),
        store.record_attempt(attempt(learner, 2)),
    );
    assert!(matches!(first, Ok(Recorded::New)));
    assert!(matches!(of_nobody, Err(StoreError::Database(_))));
    assert!(matches!(taken_key, Err(StoreError::Database(_))));
    assert!(matches!(last, Ok(Recorded::New)));
}

async fn the_story_is_remembered(store: &dyn Store, epilogue: &Epilogue) {
    let Epilogue { ada, progress } = epilogue;
    assert_eq!(store.learner_by_key(key(1).hash()).await.unwrap().as_ref(), Some(ada));
    assert_eq!(store.progress(ada.id).await.unwrap(), *progress);
    assert_eq!(store.record_attempt(attempt(ada.id, u64::MAX)).await.unwrap(), Recorded::Repeated);
}

/// Each of these tasks gets an answer, all at the same time.
async fn answer_all(store: &Arc<SqliteStore>, learner: LearnerId, tasks: std::ops::Range<u64>) {
    let mut answers = JoinSet::new();
    for task in tasks {
        let store = Arc::clone(store);
        answers.spawn(async move { store.record_attempt(attempt(learner, task)).await });
    }
    for recorded in answers.join_all().await {
        assert_eq!(recorded.unwrap(), Recorded::New);
    }
}

/// A folder of its own for a test, and the database file in it.
fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gradus.db");
    (folder, file)
}

async fn open_with_ada(path: &Path) -> (Arc<SqliteStore>, LearnerId) {
    let store = SqliteStore::open(path).await.unwrap();
    let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap();
    (Arc::new(store), ada.id)
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

#[tokio::test]
async fn sqlite_tells_the_story_and_remembers_it() {
    let (_folder, file) = place();
    let store = SqliteStore::open(&file).await.unwrap();
    let epilogue = the_story(&store).await;
    the_story_is_remembered(&store, &epilogue).await;
    store.close().await;

    let reopened = SqliteStore::open(&file).await.unwrap();
    the_story_is_remembered(&reopened, &epilogue).await;
}

#[tokio::test]
async fn answers_from_two_runtimes_are_all_recorded() {
    let (_folder, file) = place();
    let (store, ada) = open_with_ada(&file).await;

    let shared = Arc::clone(&store);
    let elsewhere = spawn_blocking(move || {
        runtime().block_on(async {
            answer_all(&shared, ada, 100..200).await;
            shared.progress(ada).await.unwrap()
        })
    });
    answer_all(&store, ada, 0..100).await;
    assert!(elsewhere.await.unwrap().attempts >= 100);
    assert_eq!(store.progress(ada).await.unwrap().attempts, 200);
}

#[tokio::test]
async fn answers_that_come_together_share_a_commit() {
    let (_folder, file) = place();
    let (store, ada) = open_with_ada(&file).await;
    let before = commits(&file);
    answer_all(&store, ada, 0..100).await;
    let commits = commits(&file) - before;
    assert!((1..100).contains(&commits), "{commits} commits");
}

/// How many transactions the write-ahead log holds: a frame has a header of 24 bytes and a page, and the last frame of a
/// transaction says in its header how many pages the database has then (<https://www.sqlite.org/fileformat.html#walformat>).
fn commits(database: &Path) -> usize {
    let log = fs::read(database.with_extension("db-wal")).unwrap();
    let number_at = |at: usize| u32::from_be_bytes(log[at..at + 4].try_into().unwrap());
    let page = usize::try_from(number_at(8)).unwrap();
    (32..log.len()).step_by(24 + page).filter(|&frame| number_at(frame + 4) > 0).count()
}

#[tokio::test]
async fn a_write_is_made_though_its_caller_goes_away() {
    let (_folder, file) = place();
    let (store, ada) = open_with_ada(&file).await;
    for task in 0..50 {
        tokio::select! {
            biased;
            _ = store.record_attempt(attempt(ada, task)) => panic!("the writer had no chance yet"),
            () = std::future::ready(()) => {}
        }
    }
    store.close().await;

    let reopened = SqliteStore::open(&file).await.unwrap();
    assert_eq!(reopened.progress(ada).await.unwrap().attempts, 50);
}

#[tokio::test]
async fn a_closed_store_refuses_and_leaves_one_file() {
    let (folder, file) = place();
    let (store, ada) = open_with_ada(&file).await;
    store.close().await;
    store.close().await;
    assert!(matches!(store.record_attempt(attempt(ada, 1)).await, Err(StoreError::Database(_))));
    assert!(matches!(store.progress(ada).await, Err(StoreError::Database(_))));
    assert!(matches!(store.ready().await, Err(StoreError::Database(_))));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_store_whose_writer_is_gone_refuses_writes_and_still_reads() {
    let (_folder, file) = place();
    let first = runtime();
    let (store, ada) = first.block_on(open_with_ada(&file));
    drop(first);
    runtime().block_on(async {
        let refused = store.record_attempt(attempt(ada, 1)).await;
        assert!(matches!(refused, Err(StoreError::Database(_))));
        assert!(matches!(store.ready().await, Err(StoreError::Database(_))));
        assert_eq!(store.progress(ada).await.unwrap().attempts, 0);
    });
}

/// Opens what must not open; what it says is one line with the file's name.
async fn refusal(path: &Path) -> OpenError {
    let error = SqliteStore::open(path).await.err().expect("it must not open");
    let text = error.to_string();
    assert!(text.contains(path.to_str().unwrap()), "{text}");
    assert!(text.contains("found") && text.contains("expected"), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    error
}

/// A database made without Gradus.
async fn database(path: &Path, sql: &'static str) {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut connection: SqliteConnection = options.connect().await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_as_it_is() {
    for junk in ["x", "Dear diary,\n", "SQLite format 3", &"0123456789abcde\n".repeat(4096)] {
        let (folder, file) = place();
        fs::write(&file, junk).unwrap();
        assert!(matches!(refusal(&file).await.fault, Fault::NotADatabase));
        assert_eq!(fs::read_to_string(&file).unwrap(), junk);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

#[tokio::test]
async fn a_database_of_another_program_is_refused_and_left_as_it_is() {
    for sql in ["CREATE TABLE notes (text)", "PRAGMA application_id = 7", "PRAGMA user_version = 7"]
    {
        let (folder, file) = place();
        database(&file, sql).await;
        let before = fs::read(&file).unwrap();
        assert!(matches!(refusal(&file).await.fault, Fault::Foreign(_)));
        assert_eq!(fs::read(&file).unwrap(), before);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

#[tokio::test]
async fn a_database_of_a_newer_gradus_is_refused() {
    let (_folder, file) = place();
    SqliteStore::open(&file).await.unwrap().close().await;
    database(&file, "PRAGMA user_version = 1000").await;
    assert!(matches!(refusal(&file).await.fault, Fault::Newer(1000)));
}

#[tokio::test]
async fn an_empty_file_becomes_a_database() {
    let (_folder, file) = place();
    fs::write(&file, "").unwrap();
    SqliteStore::open(&file).await.unwrap();
}

#[tokio::test]
async fn a_directory_is_refused() {
    let (folder, _) = place();
    assert!(matches!(refusal(folder.path()).await.fault, Fault::NotAFile));
}

#[tokio::test]
async fn a_missing_folder_is_refused_and_not_made() {
    let (folder, _) = place();
    let missing = folder.path().join("missing");
    let error = refusal(&missing.join("gradus.db")).await;
    assert!(matches!(error.fault, Fault::NoFolder(folder) if folder == missing));
    assert!(!missing.exists());
}

#[tokio::test]
async fn a_path_that_leads_nowhere_is_refused() {
    let (folder, _) = place();
    let overlong = folder.path().join("x".repeat(300));
    assert!(matches!(refusal(&overlong).await.fault, Fault::Unreachable(_)));
}

/// A directory where the journal should be stops even a superuser, whom file modes do not stop.
#[tokio::test]
async fn a_database_that_may_not_be_written_is_refused() {
    let (folder, file) = place();
    fs::create_dir(folder.path().join("gradus.db-journal")).unwrap();
    assert!(matches!(refusal(&file).await.fault, Fault::NoPermission(_)));
}

#[tokio::test]
async fn a_damaged_database_is_refused() {
    let (_folder, file) = place();
    SqliteStore::open(&file).await.unwrap().close().await;
    let mut bytes = fs::read(&file).unwrap();
    bytes[100..4096].fill(0xff);
    fs::write(&file, bytes).unwrap();
    assert!(matches!(refusal(&file).await.fault, Fault::Sqlite(_)));
}
