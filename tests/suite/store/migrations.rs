//! Databases of earlier versions, and servers that start at once.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Barrier};
use std::{io, thread};

use flate2::read::GzDecoder;
use gradus::course::{Audience, Credit, Details, ExtendedSteps, KeyHash, LearnerId};
use gradus::game::{MatchId, MatchStatus};
use gradus::step::{Fingerprint, Marks, Nonce, SubjectId};
use gradus::store::sqlite::{OpenErrorKind, SqliteStore};
use gradus::store::{AttemptId, AttemptPage, NewAttempt, Store, StoreError, StoredVerdict};
use tokio::runtime::Builder;

use super::{
    KIND, Kept, PER_DAY, accepted, attempt, column, connection, earned, key, name, noon, open,
    place, run_sql, step, submit, whole,
};
use crate::places::REPOSITORY;

const FIRST: &str =
    include_str!("../../../src/store/sqlite/migrations/0001_learners_and_attempts.sql");
const SECOND: &str =
    include_str!("../../../src/store/sqlite/migrations/0002_games_and_records.sql");

/// A database of format 1 as the version that knew no other made it: it kept no list of migrations.
fn make_format_1(file: &Path) {
    run_sql(file, FIRST);
    run_sql(
        file,
        "INSERT INTO learners VALUES (7, 'Ada', 'ada', zeroblob(32), 1800000000);
         INSERT INTO attempts VALUES
            (1, 7, 7, 1, -1, '5a, 5B', '5A,5B', x'00000000000000000000000000000000',
             'wrong', 'rows-and-columns-swapped', 1800000000),
            (2, 7, 12, 3, 5, '1', '1', x'00000000000000000000000000000001',
             'accepted', NULL, 1800000000);
         PRAGMA application_id = 1198678372; PRAGMA user_version = 1; PRAGMA journal_mode = WAL",
    );
    // The keys and the answers are as that version hashed them.
    let connection = connection(file);
    connection.execute("UPDATE learners SET key_hash = ?1", [key(1).hash().as_bytes()]).unwrap();
    let hash = blake3::hash(b"5A,5B");
    let sql = "UPDATE attempts SET canonical_hash = ?1 WHERE id = 1";
    connection.execute(sql, [&hash.as_bytes()[..16]]).unwrap();
}

/// The same of format 2.
fn make_format_2(file: &Path) {
    make_format_1(file);
    run_sql(file, SECOND);
    run_sql(
        file,
        r#"INSERT INTO games VALUES
              ('40g2081040g20810', '{"game":"tesseract","seats":["human","rules"],"seed":77,"threshold":5}',
               39, 3, x'a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5', -1, '40 39', 2, 1800000000, 1800000000);
           INSERT INTO records VALUES (7, 'second', 'gomoku', 2, '{"game":"gomoku"}', 1800000000);
           PRAGMA user_version = 2"#,
    );
}

/// Ada's attempts of [`make_format_1`] are all there, and new ones are recorded.
async fn the_attempts_are_there(store: &dyn Store) {
    let ada = store.learner_by_key(key(1).hash()).await.unwrap().unwrap();
    assert_eq!((ada.id, ada.name.as_str()), (LearnerId(7), "Ada"));
    let progress = store.progress(ada.id).await.unwrap();
    assert_eq!(progress.attempts, 2);
    // The kind of the step was not stored, and counts for any.
    assert!(progress.has_solved(step(12), KIND) && progress.has_solved(step(12), "any"));
    assert!(progress.has_tried(step(7), KIND) && !progress.has_solved(step(7), KIND));
    // What the answer was worth was not stored either: it earns the points of today.
    assert_eq!(earned(&progress, 12, KIND, 30), Credit::of_points(30));
    assert_eq!(earned(&progress, 7, KIND, 30), Credit::NONE);

    // What the reply told is not known of old attempts, but what was judged is.
    let diagnosis = Some(whole("rows-and-columns-swapped"));
    let stored = StoredVerdict::Wrong { marks: None, diagnosis };
    let again = attempt(ada.id, u64::MAX);
    assert_eq!(submit(store, again).await, Kept::Repeated(stored));
    let new = attempt(ada.id, 0);
    let recorded = Kept::Recorded(new.verdict.clone());
    assert_eq!(submit(store, new).await, recorded);
}

#[case]
async fn a_database_of_format_1_is_taken_over() {
    let (_folder, file) = place();
    make_format_1(&file);
    let store = open(&file).await;
    the_attempts_are_there(&*store).await;
    assert_eq!(store.count_records(LearnerId(7)).await.unwrap(), 0);
    store.close().await;
    assert_eq!(migrations(&file), all());
}

#[case]
async fn a_database_of_format_2_is_taken_over() {
    let (_folder, file) = place();
    make_format_2(&file);
    let store = open(&file).await;
    the_attempts_are_there(&*store).await;

    let id: MatchId = "40g2081040g20810".parse().unwrap();
    let kept = store.load_match(id).await.unwrap().unwrap();
    let task = kept.task.unwrap();
    assert_eq!((kept.history.as_str(), kept.version), ("40 39", 2));
    assert_eq!((kept.owner, kept.status), (None, MatchStatus::Open));
    assert_eq!((task.step, task.fingerprint), (step(39), Fingerprint::from_bits(3)));
    assert_eq!(task.subject, SubjectId::from_bytes([0xA5; 16]));
    assert_eq!(task.nonce, Nonce::from_bits(u64::MAX));

    let record = store.record(LearnerId(7), &"second".parse().unwrap()).await.unwrap().unwrap();
    assert_eq!((record.game.as_str(), record.moves, record.at), ("gomoku", 2, noon()));
    store.close().await;
    assert_eq!(migrations(&file), all());

    // It is the same database after the second start.
    let store = open(&file).await;
    assert_eq!(store.progress(LearnerId(7)).await.unwrap().attempts, 3);
    store.close().await;
    assert_eq!(migrations(&file), all());
}

/// Makes a database by the migrations before one, with the list of migrations that `sqlx` kept.
fn migrate_before(migration: &str, file: &Path) {
    let is_before = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap() < migration;
    let mut earlier: Vec<PathBuf> = migration_files().filter(is_before).collect();
    earlier.sort();
    run_sql(
        file,
        "CREATE TABLE _sqlx_migrations (
             version BIGINT PRIMARY KEY, description TEXT NOT NULL, installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
             success BOOLEAN NOT NULL, checksum BLOB NOT NULL, execution_time BIGINT NOT NULL)",
    );
    for ((path, version), checksum) in earlier.into_iter().zip(1..).zip(CHECKSUMS) {
        run_sql(file, &fs::read_to_string(path).unwrap());
        let list = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)";
        run_sql(file, &format!("{list} VALUES ({version}, '', TRUE, x'{checksum}', 0)"));
    }
}

/// A database of format 5 with two learners whose names look alike, their attempts, a match and a record.
fn make_format_5(file: &Path) {
    migrate_before("0006", file);
    run_sql(
        file,
        r#"INSERT INTO learners VALUES
              (7, 'admin', 'admin', zeroblob(32), 1700000000),
              (9, 'аdmin', 'аdmin', randomblob(32), 1700000000);
           WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 6)
           INSERT INTO attempts (id, learner, step, fingerprint, nonce, raw, canonical, canonical_hash, verdict, at)
           SELECT n, 7, 7, 1, -1, ' ' || n, n, CAST(zeroblob(15) || char(n) AS BLOB), iif(n = 2, 'accepted', 'wrong'), 1799999900 + n
           FROM numbers;
           INSERT INTO attempts (id, learner, step, fingerprint, nonce, raw, canonical, canonical_hash, verdict, at,
                                 items_right, items_total, first_wrong, fit, causes)
           VALUES (20, 9, 12, 1, 5, '5A,5B', '5A,5B', zeroblob(16), 'wrong', 1700000000, 1, 2, 2, 'whole', 'one');
           INSERT INTO attempts (id, learner, step, fingerprint, nonce, raw, canonical, canonical_hash, verdict, at)
           VALUES (21, 9, 7, 1, 6, '2', '2', CAST(zeroblob(15) || char(2) AS BLOB), 'wrong', 1700000000);
           INSERT INTO games (id, setup, history, started_at, changed_at, owner)
           VALUES ('40g2081040g20810', '{"game":"tesseract","seats":["human","rules"],"seed":77,"threshold":5}',
                   '40 39', 1800000000, 1800000000, 9);
           INSERT INTO records VALUES (9, 'second', 'gomoku', 2, '{"game":"gomoku"}', 1800000000);
           PRAGMA application_id = 1198678372; PRAGMA user_version = 5; PRAGMA journal_mode = WAL"#,
    );
}

/// The tables that are made anew keep what is in them, what refers to them, and their indexes.
#[case]
async fn a_database_of_format_5_is_taken_over() {
    let (_folder, file) = place();
    make_format_5(&file);
    let store = open(&file).await;
    let (first, second) = (LearnerId(7), LearnerId(9));

    // What is counted from now on was counted over the attempts.
    let progress = store.progress(first).await.unwrap();
    assert_eq!((progress.has_solved(step(7), KIND), progress.attempts), (true, 6));
    let progress = store.progress(second).await.unwrap();
    assert_eq!((progress.has_solved(step(12), KIND), progress.attempts), (false, 2));
    assert!(progress.has_tried(step(12), KIND));
    let statistics = store.step_statistics(step(7), KIND).await.unwrap();
    assert_eq!((statistics.tried, statistics.attempts, statistics.accepted), (2, 7, 1));
    assert_eq!(statistics.seconds_to_solve, [1]);
    // An answer of the second learner was right for the board of the first.
    let foreign = store.foreign_answers(5).await.unwrap();
    let found = foreign.iter().map(|foreign| {
        let solved = foreign.solved.map(|(attempt, _)| attempt);
        (foreign.learner.id, foreign.attempt, foreign.other.id, solved, foreign.fits)
    });
    let expected = [(second, AttemptId(21), first, Some(AttemptId(2)), 1)];
    assert_eq!(found.collect::<Vec<_>>(), expected);
    assert_eq!(store.attempted_task(AttemptId(21)).await.unwrap(), None);
    let old = store.recorded_attempt(AttemptId(20)).await.unwrap().unwrap();
    assert_eq!((old.kind.as_str(), old.is_ungraded, old.worth), ("", true, Credit::NONE));
    let known = store.roster_entry(second).await.unwrap().unwrap();
    assert!(
        !known.learner.is_on_roster
            && known.details == Details::default()
            && known.learner.section.is_none()
    );
    let latest = store.attempts(first, step(7), 2).await.unwrap();
    assert_eq!(latest.iter().map(|attempt| attempt.raw.as_str()).collect::<Vec<_>>(), [" 6", " 5"]);
    assert_eq!(store.attempts(second, step(12), 2).await.unwrap()[0].raw, "5A,5B");
    // Four answers were wrong after the accepted one, and five to the task.
    let next = NewAttempt { at: noon(), ..attempt(first, u64::MAX) };
    let submitted = store.submit_attempt(next, PER_DAY).await.unwrap();
    assert!(!submitted.is_repeated);
    assert_eq!(submitted.standing.tries_left, Some(4));
    assert_eq!(submitted.standing.paused_until, Some(noon().plus(40)));

    // Names that look alike stay; no further one is registered.
    let third = store.register_learner(&name("αdmin"), key(3).hash(), noon()).await;
    assert!(matches!(third, Err(StoreError::NameTaken)), "{third:?}");
    assert_eq!(store.matches_of(second, 5).await.unwrap().len(), 1);
    assert_eq!(store.count_records(second).await.unwrap(), 1);
    store.close().await;

    let broken: Vec<String> = column(&file, "PRAGMA foreign_key_check");
    assert!(broken.is_empty());
    let references: Vec<String> = column(
        &file,
        r#"SELECT tables.name || ' ' || keys."table" FROM pragma_table_list AS tables, pragma_foreign_key_list(tables.name) AS keys
           ORDER BY tables.name"#,
    );
    let expected = [
        "attempts decisions",
        "attempts learners",
        "decisions learners",
        "extensions learners",
        "foreign_answers learners",
        "foreign_answers attempts",
        "games learners",
        "records learners",
        "rejudgments attempts",
        "step_activity learners",
        "step_progress learners",
        "tasks learners",
        "tasks attempts",
        "voided_attempts attempts",
        "voided_attempts decisions",
    ];
    assert_eq!(references, expected);
    let indexes: Vec<String> = column(
        &file,
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name",
    );
    let expected = [
        "attempts_by_answer",
        "attempts_voided",
        "foreign_answers_by_learner",
        "games_by_owner",
        "games_of_nobody",
        "games_won",
        "learners_by_email",
        "learners_by_folded_nickname",
        "learners_by_folded_skeleton",
        "learners_by_name",
        "learners_by_nickname",
        "learners_by_skeleton",
        "learners_by_student_id",
        "rejudgments_by_attempt",
        "tasks_by_step",
        "voided_attempts_by_attempt",
    ];
    assert_eq!(indexes, expected);
}

/// Tasks had keys of their own, and are found by their attempts since.
#[case]
async fn a_database_of_format_9_keeps_its_tasks() {
    let (_folder, file) = place();
    migrate_before("0010", &file);
    // The first attempt at the second task is the last of all: its clock was set back. Tasks are `{}` and `[]`, not compressed.
    run_sql(
        &file,
        "INSERT INTO learners (id, name, name_folded, key_hash, registered_at)
         VALUES (7, 'Ada', 'ada', zeroblob(32), 1800000000), (8, 'Alan', 'alan', randomblob(32), 1800000000);
         INSERT INTO attempts (id, learner, step, fingerprint, nonce, canonical, canonical_hash, verdict, at)
         VALUES (3, 8, 7, 1, 1, '1', zeroblob(16), 'wrong', 1800000000),
                (4, 8, 7, 1, 2, '2', randomblob(16), 'wrong', 1800000000),
                (5, 8, 7, 1, 1, '3', randomblob(16), 'accepted', 1800000000),
                (9, 8, 7, 1, 3, '4', randomblob(16), 'wrong', 1700000000);
         INSERT INTO tasks (learner, step, fingerprint, nonce, json)
         VALUES (8, 7, 1, 1, x'010200fdff7b7d'), (8, 7, 1, 2, x'010200fdff5b5d');
         PRAGMA application_id = 1198678372; PRAGMA user_version = 9; PRAGMA journal_mode = WAL",
    );
    let store = open(&file).await;
    for (attempt, task) in [(3, Some("{}")), (4, Some("[]")), (5, Some("{}")), (9, None)] {
        let stored = store.attempted_task(AttemptId(attempt)).await.unwrap();
        assert_eq!(stored.as_deref(), task, "{attempt}");
    }
    let (ada, alan) = (LearnerId(7), LearnerId(8));
    let boards = store.answered_boards(step(7), Fingerprint::from_bits(1), ada, 9).await.unwrap();
    let boards: Vec<_> = boards.iter().map(|board| board.nonce).collect();
    assert_eq!(boards, [2, 1].map(Nonce::from_bits));
    // The task of an attempt from before tasks were stored comes with the next one at it.
    submit(&*store, attempt(alan, 3)).await;
    assert_eq!(store.attempted_task(AttemptId(9)).await.unwrap(), Some(attempt(alan, 3).task));
    // Equal answers are found in either order.
    let equal = |learner, nonce, verdict| NewAttempt {
        canonical: "equal".to_owned(),
        verdict,
        ..attempt(learner, nonce)
    };
    let wrong = || attempt(ada, 0).verdict;
    for (learner, nonce, verdict) in
        [(ada, 11, wrong()), (alan, 12, StoredVerdict::Accepted), (ada, 13, wrong())]
    {
        submit(&*store, equal(learner, nonce, verdict)).await;
    }
    let noted = store.foreign_answers(9).await.unwrap();
    assert_eq!(noted.iter().map(|noted| noted.learner.id).collect::<Vec<_>>(), [ada, ada]);
    store.close().await;
}

/// A database of format 11 that the last version with `sqlx` for SQLite has made. Its server had two learners who registered themselves and two on
/// the roster. Ada answered step 07 wrongly and then rightly, Alan sent her answer for his board; she played two moves, saved them, and got an
/// extension by the instructor Grace Hopper.
#[case]
async fn a_database_of_format_11_keeps_its_contents_and_checksums() {
    let packed = include_bytes!("../../data/databases/format-11.db.gz");
    let (_folder, file) = place();
    io::copy(&mut GzDecoder::new(&packed[..]), &mut File::create(&file).unwrap()).unwrap();
    let before = checksums(&file);
    assert_eq!(before, CHECKSUMS[..11]);
    let list = "SELECT version || description || installed_on || success || execution_time FROM _sqlx_migrations WHERE version < 12";
    let applied: Vec<String> = column(&file, list);

    let store = open(&file).await;
    let key = KeyHash::of("gk_s_pHfS0d2Zc3PMTJeQc_p8hIrgeob7Dl");
    let ada = store.learner_by_key(key).await.unwrap().unwrap();
    assert_eq!((ada.id, ada.name.as_str()), (LearnerId(3), "Ada"));
    let roster = store.roster().await.unwrap();
    let names: Vec<&str> = roster.iter().map(|entry| entry.learner.name.as_str()).collect();
    assert_eq!(names, ["Kobayashi", "Emmy", "Ada", "Alan"]);
    let nickname = &roster[2].nickname;
    assert_eq!(nickname.as_ref().unwrap().as_str(), "Countess");
    assert_eq!(store.instructors().await.unwrap()[0].name.as_str(), "Grace Hopper");

    let page = AttemptPage { limit: 9, ..AttemptPage::default() };
    let attempts = store.recorded_attempts(page).await.unwrap();
    let verdicts: Vec<_> = attempts.iter().rev().map(|attempt| &attempt.verdict).collect();
    let [first, second, third] = verdicts[..] else { panic!("{attempts:#?}") };
    let wrong = |right, diagnosis| {
        let marks = Some(Marks { right, total: 36, first_wrong: Some(1) });
        StoredVerdict::Wrong { marks, diagnosis }
    };
    assert_eq!(*first, wrong(7, Some(whole("rows-and-columns-swapped"))));
    assert_eq!(*second, StoredVerdict::Accepted);
    assert_eq!(*third, wrong(3, None));
    let progress = store.progress(ada.id).await.unwrap();
    assert!(progress.has_solved(step(7), KIND));
    assert_eq!((progress.attempts, earned(&progress, 7, KIND, 1)), (2, Credit::of_points(20)));
    let task = store.attempted_task(AttemptId(1)).await.unwrap().unwrap();
    assert!(task.contains(r#""coord""#), "{task}");
    let foreign = store.foreign_answers(9).await.unwrap();
    assert_eq!((foreign[0].attempt, foreign[0].other.id), (AttemptId(3), ada.id));

    let matches = store.matches_of(ada.id, 9).await.unwrap();
    let game = store.load_match(matches[0].id).await.unwrap().unwrap();
    assert_eq!((game.history.as_str(), game.version), ("hh gh", 2));
    let record = store.record(ada.id, &"first".parse().unwrap()).await.unwrap().unwrap();
    assert_eq!((record.game.as_str(), record.moves), ("gomoku", 2));
    let extension = &store.extensions().await.unwrap()[0];
    assert_eq!((extension.reason.as_str(), extension.by.as_str()), ("ill", "Grace Hopper"));
    assert_eq!(extension.audience, Audience::Learner(ada.id));
    assert_eq!((extension.steps, &*extension.zone), (ExtendedSteps::One(step(7)), ""));
    // The exercise comes with the next attempt.
    let fingerprint = attempts[0].fingerprint;
    assert_eq!(store.attempted_exercise(fingerprint).await.unwrap(), None);
    submit(&*store, NewAttempt { fingerprint, ..accepted(ada.id, 1) }).await;
    assert!(store.attempted_exercise(fingerprint).await.unwrap().is_some());
    store.close().await;

    assert_eq!(checksums(&file)[..CHECKSUMS.len()], CHECKSUMS);
    assert_eq!(column::<String>(&file, list), applied);
}

#[case]
async fn ids_are_not_used_again() {
    let (_folder, file) = place();
    make_format_5(&file);
    for (number, expected) in [(4, 10), (5, 11)] {
        let store = open(&file).await;
        let name = name(&format!("Learner {number}"));
        let new = store.register_learner(&name, key(number).hash(), noon()).await.unwrap();
        assert_eq!(new.id, LearnerId(expected));
        store.close().await;
        run_sql(&file, "DELETE FROM learners WHERE id > 9");
    }
}

/// The checksums of its migrations that a database remembers.
fn checksums(file: &Path) -> Vec<String> {
    column(file, "SELECT lower(hex(checksum)) FROM _sqlx_migrations ORDER BY version")
}

/// The migrations that a database remembers.
fn migrations(file: &Path) -> Vec<i64> {
    column(file, "SELECT version FROM _sqlx_migrations ORDER BY version")
}

/// Opens a database from many threads at once, as many processes would.
fn open_at_once(file: &Path) {
    const SERVERS: usize = 8;
    let barrier = Arc::new(Barrier::new(SERVERS));
    let servers = (0..SERVERS).map(|_| {
        let (barrier, file) = (Arc::clone(&barrier), file.to_owned());
        thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().unwrap();
            barrier.wait();
            runtime.block_on(async {
                let store = SqliteStore::open(&file).await.unwrap();
                store.ready().await.unwrap();
                store.close().await;
            });
        })
    });
    for server in servers.collect::<Vec<_>>() {
        server.join().unwrap();
    }
}

#[case]
async fn servers_that_start_at_once_migrate_once() {
    for _ in 0..10 {
        let (_folder, file) = place();
        open_at_once(&file);
        assert_eq!(migrations(&file), all());

        let (_folder, file) = place();
        make_format_2(&file);
        open_at_once(&file);
        assert_eq!(migrations(&file), all());
        the_attempts_are_there(&*open(&file).await).await;
    }
}

#[case]
async fn a_database_of_other_migrations_is_refused() {
    let (_folder, file) = place();
    open(&file).await.close().await;
    run_sql(&file, "UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 2");
    let error = SqliteStore::open(&file).await.err().unwrap();
    assert!(matches!(error.kind, OpenErrorKind::Migrations(_)), "{error}");
}

/// The migrations that a database has had when it is open: those of the folder.
fn all() -> Vec<i64> {
    let number = |path: PathBuf| {
        let (number, _) = path.file_name()?.to_str()?.split_once('_')?;
        number.parse().ok()
    };
    let mut all: Vec<i64> = migration_files().map(|path| number(path).unwrap()).collect();
    all.sort_unstable();
    all
}

fn migration_files() -> impl Iterator<Item = PathBuf> {
    let folder = Path::new(REPOSITORY).join("src/store/sqlite/migrations");
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path())
}

/// The SHA-384 of each released migration, as every database in use remembers it: a released migration never changes. A release adds those of its
/// own.
const CHECKSUMS: [&str; 12] = [
    "4c84fd7c21de2b3a7460d793104a7f0cee383c0917ff742653158ea0379f2f03b74fe65f534d6881442c2a56127026df",
    "032882611ddeaaaddd1392ec271105d43a948aa07a8d5c3306c67dbfb95dff3b9f2453efbd99d980a6c6f97bc8863dda",
    "c281072874e6166ceb05c843b0c2cb8539f3005633c531080cc12d85d11923f6a0f4105f7eab9aba2de57f1b17d3b783",
    "afefc8eff898af059907fb687c612f6bce3a4c1b70fdba02eb029962e083ec4018028cabe9f6823d87ddf2215985e4f0",
    "91da40e300dd4f35117ee59a9d73d1ab42f75d4aea010c1465f7afbba303499af4b67e52f72909ba37d780f0b6282e06",
    "a7bf6d63a89cbaee1181574152f12a38364668c380d5b26948d7d1fe0e09b441dccc9a85165c6db9374c7d8ca0f720a1",
    "82c6d02d733a76369ee7c7ec8a4fee7a3233a7d1be8709f884d797aa198659f14efe1549d31105d20deb3ce46c105a70",
    "3419d356f00bbeec517a80764c7cffd368a7cf9fedf5c60a32701034582a7a2832aaa40179a3b8930415a8d354a92cd7",
    "9ebf6f65d253d77c2f5b76e7ceb77bd051905d53f71ff866a8dc88b7bb2ddebdc163269934f7ff2773e93a62d0e99e0d",
    "5cdc383917bd533739277fd06f9908eb801e80f9ce670a6152fcccb2fe87e08c4f7aff59116bf5f843ea8f7ef60f5378",
    "beb010894d412760321233e0fc602471c57f2acd7d41336185274fe8adcfedaff42726e833db68baf34f884ccaedf511",
    "ce52e707481b5b25af45b647fac6ab32b65e19b32e40f819b43ab3ee4ac9bf193cced7f26f7b4850d142ef6cb36b242c",
];

#[case]
async fn the_released_migrations_are_as_they_were() {
    let (_folder, file) = place();
    open(&file).await.close().await;
    assert_eq!(checksums(&file)[..CHECKSUMS.len()], CHECKSUMS);
}
