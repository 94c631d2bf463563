//! What a store has to do, the same for every database; what is particular to one; and moving from one to the other.

mod agreement;
mod attempts;
mod class;
mod connections;
mod contention;
mod decisions;
mod foreign;
mod grades;
mod guessing;
mod matches;
mod migrate;
mod migrations;
mod news;
mod postgres;
mod roster;
mod sqlite;
mod statements;
mod story;

use std::any::Any;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gradus::course::{
    Audience, Credit, Decisions, ExtendedSteps, Extension, ExtensionId, LearnerId, LearnerKey,
    LearnerName, RuleChanges,
};
use gradus::step::{Fingerprint, Fit, Marks, Nonce, StepNumber, Timestamp};
use gradus::store::{
    DatabaseUrl, NewAttempt, Progress, RawAnswer, Store, StoredDiagnosis, StoredExercise,
    StoredVerdict, Submitted, VerdictBasis,
};
use rusqlite::Connection;
use rusqlite::types::FromSql;
use tempfile::TempDir;

use crate::server::Cluster;

/// An empty database for one test, removed when the test has ended.
struct Database {
    url: DatabaseUrl,
    /// What is removed with it.
    _place: Box<dyn Any>,
}

/// A new database of each kind: every story is told on all of them. Without PostgreSQL the case counts as ignored.
fn databases() -> impl Iterator<Item = Database> {
    [Some(new_sqlite()), Cluster::shared_if_available().map(new_of)].into_iter().flatten()
}

fn new_sqlite() -> Database {
    let (folder, file) = place();
    let url = format!("sqlite:{}", file.display()).parse().unwrap();
    Database { url, _place: Box::new(folder) }
}

fn new_postgres() -> Database {
    new_of(Cluster::shared())
}

fn new_of(cluster: &Cluster) -> Database {
    let database = cluster.database();
    let url = database.url().parse().unwrap();
    Database { url, _place: Box::new(database) }
}

/// A folder of its own for a test, and the path of an SQLite database in it.
fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gradus.db");
    (folder, file)
}

/// Opens an SQLite file.
async fn open(file: &Path) -> Arc<dyn Store> {
    let url: DatabaseUrl = file.to_str().unwrap().parse().unwrap();
    gradus::store::open(&url).await.unwrap()
}

async fn open_with_ada(file: &Path) -> (Arc<dyn Store>, LearnerId) {
    let store = open(file).await;
    let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap();
    (store, ada.id)
}

/// A connection to an SQLite file that knows nothing of Gradus.
fn connection(file: &Path) -> Connection {
    Connection::open(file).unwrap()
}

/// Runs SQL on a file without Gradus.
fn run_sql(file: &Path, sql: &str) {
    connection(file).execute_batch(sql).unwrap();
}

/// The values of one column, as an SQLite file without Gradus has them.
fn column<T: FromSql>(file: &Path, sql: &str) -> Vec<T> {
    let connection = connection(file);
    let mut statement = connection.prepare(sql).unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// How many files are in a folder.
fn count_files(folder: &TempDir) -> usize {
    fs::read_dir(folder.path()).unwrap().count()
}

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

/// An extension of step 07 that moves `due`.
fn extension(audience: Audience) -> Extension {
    Extension {
        id: ExtensionId::NEW,
        steps: ExtendedSteps::One(step(7)),
        audience,
        changes: RuleChanges { due: Some(noon().plus(60)), ..RuleChanges::default() },
        reason: "ill".to_owned(),
        by: name("Grace"),
        at: noon(),
        zone: "Europe/Berlin".to_owned(),
    }
}

/// The diagnosis that one misconception gives the whole answer.
fn whole(misconception: &str) -> StoredDiagnosis {
    StoredDiagnosis { fit: Fit::Whole, causes: vec![misconception.to_owned()] }
}

/// The verdict on a wrong answer of 36 items.
fn wrong(right: usize, misconception: Option<&str>) -> StoredVerdict {
    StoredVerdict::Wrong {
        marks: Some(Marks { right, total: 36, first_wrong: Some(right + 1) }),
        diagnosis: misconception.map(whole),
    }
}

/// The kind of every step, unless a test says otherwise.
const KIND: &str = "gomoku/line-patterns";

/// So many attempts a day are more than a test makes.
const PER_DAY: u32 = 1000;

/// What is stored now, without how the learner stands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kept {
    Recorded(StoredVerdict),
    Repeated(StoredVerdict),
}

/// Submits an attempt that is not refused.
async fn submit(store: &dyn Store, attempt: NewAttempt) -> Kept {
    match store.submit_attempt(attempt, PER_DAY).await.unwrap() {
        Submitted { verdict, is_repeated: false, .. } => Kept::Recorded(verdict),
        Submitted { verdict, is_repeated: true, .. } => Kept::Repeated(verdict),
    }
}

/// An exercise of a kind.
fn exercise(kind: &str) -> StoredExercise {
    StoredExercise { kind: kind.to_owned(), version: 1, params: r#"{"questions":9}"#.to_owned() }
}

/// An accepted answer to step 07: as [`attempt`], but no pause follows.
fn accepted(learner: LearnerId, nonce: u64) -> NewAttempt {
    NewAttempt { verdict: StoredVerdict::Accepted, ..attempt(learner, nonce) }
}

/// What a learner has earned at a step of a kind, where nothing is decided.
fn earned(progress: &Progress, number: u8, kind: &str, points: u32) -> Credit {
    let grades = progress.of(step(number), kind);
    let learner = (LearnerId(0), None);
    Decisions::default().result(learner, (step(number), kind, points), grades).credit()
}

/// A wrong answer to step 07; the numbers tell the tasks apart.
fn attempt(learner: LearnerId, nonce: u64) -> NewAttempt {
    NewAttempt {
        learner,
        step: step(7),
        exercise: exercise(KIND),
        fingerprint: Fingerprint::from_bits(1),
        nonce: Nonce::from_bits(nonce),
        raw: RawAnswer::new("5a, 5B", "5A,5B"),
        canonical: "5A,5B".to_owned(),
        verdict: wrong(34, Some("rows-and-columns-swapped")),
        basis: VerdictBasis::Answer,
        worth: Credit::of_points(20),
        late: false,
        task: format!(r#"{{"board":{nonce}}}"#),
        at: noon(),
    }
}
