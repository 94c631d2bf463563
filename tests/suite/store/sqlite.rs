//! What is particular to SQLite: group commit, its one writer, and the files that it refuses.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use gradus::course::{KeyHash, Learner, LearnerId};
use gradus::store::sqlite::{OpenError, OpenErrorKind, SqliteStore};
use gradus::store::{
    AttemptPage, Forgetting, LearnerChange, NewAttempt, NewLearner, Store, StoreError, Submitted,
};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinSet, spawn_blocking};

use super::roster::details;
use super::{
    PER_DAY, accepted, attempt, count_files, key, name, noon, open, open_with_ada, place, run_sql,
};

/// Each of these tasks gets an answer, all at the same time.
async fn answer_all(store: &Arc<dyn Store>, learner: LearnerId, tasks: std::ops::Range<u64>) {
    let mut answers = JoinSet::new();
    for task in tasks {
        let store = Arc::clone(store);
        answers.spawn(async move { store.submit_attempt(accepted(learner, task), PER_DAY).await });
    }
    for recorded in answers.join_all().await {
        assert!(matches!(recorded, Ok(Submitted { is_repeated: false, .. })), "{recorded:?}");
    }
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

#[case]
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

#[case]
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

#[case]
async fn attempts_that_share_a_commit_keep_their_own_tasks() {
    let (_folder, file) = place();
    let store = open(&file).await;
    let mut attempts = JoinSet::new();
    for number in 0..20 {
        let name = name(&format!("Learner {number}"));
        let learner = store.register_learner(&name, key(number).hash(), noon()).await.unwrap();
        let first = accepted(learner.id, number.into());
        if number % 3 == 0 {
            store.submit_attempt(first.clone(), PER_DAY).await.unwrap();
        }
        // The first task has been answered before by some of them.
        let second = NewAttempt { canonical: "6A,6B".to_owned(), ..first.clone() };
        for attempt in [first, second, accepted(learner.id, 100 + u64::from(number))] {
            let store = Arc::clone(&store);
            attempts.spawn(async move { store.submit_attempt(attempt, PER_DAY).await.unwrap() });
        }
    }
    attempts.join_all().await;
    let all = AttemptPage { limit: 99, ..AttemptPage::default() };
    let recorded = store.recorded_attempts(all).await.unwrap();
    assert_eq!(recorded.len(), 60);
    for attempt in recorded {
        let task = store.attempted_task(attempt.id).await.unwrap();
        assert_eq!(task, Some(accepted(LearnerId(0), attempt.nonce.to_bits()).task));
    }
}

#[case]
async fn a_write_is_made_though_its_caller_goes_away() {
    let (_folder, file) = place();
    let (store, ada) = open_with_ada(&file).await;
    for task in 0..50 {
        tokio::select! {
            biased;
            _ = store.submit_attempt(accepted(ada, task), PER_DAY) => panic!("the writer had no chance yet"),
            () = std::future::ready(()) => {}
        }
    }
    store.close().await;

    let reopened = open(&file).await;
    assert_eq!(reopened.progress(ada).await.unwrap().attempts, 50);
}

#[case]
async fn a_closed_store_refuses_and_leaves_one_file() {
    let (folder, file) = place();
    let (store, ada) = open_with_ada(&file).await;
    store.close().await;
    store.close().await;
    assert!(matches!(
        store.submit_attempt(attempt(ada, 1), PER_DAY).await,
        Err(StoreError::Database(_))
    ));
    assert!(matches!(store.progress(ada).await, Err(StoreError::Database(_))));
    assert!(matches!(store.ready().await, Err(StoreError::Database(_))));
    assert_eq!(count_files(&folder), 1);
}

#[case]
fn a_store_outlives_the_runtime_that_opened_it() {
    let (_folder, file) = place();
    let first = runtime();
    let (store, ada) = first.block_on(open_with_ada(&file));
    drop(first);
    runtime().block_on(async {
        store.submit_attempt(attempt(ada, 1), PER_DAY).await.unwrap();
        store.ready().await.unwrap();
        assert_eq!(store.progress(ada).await.unwrap().attempts, 1);
        store.close().await;
    });
}

/// Opens what must not open; what it says is one line with the file's name.
async fn refusal(path: &Path) -> OpenError {
    let error = SqliteStore::open(path).await.err().expect("it must not open");
    let text = error.to_string();
    assert!(text.contains(path.to_str().unwrap()), "{text}");
    let says_what = ["found", "cannot read", "was written by a newer Gradus"];
    assert!(says_what.iter().any(|found| text.contains(found)), "{text}");
    assert!(text.contains("expected"), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    error
}

#[case]
async fn a_file_that_is_no_database_is_refused_and_left_as_it_is() {
    for junk in ["x", "Dear diary,\n", "SQLite format 3", &"0123456789abcde\n".repeat(4096)] {
        let (folder, file) = place();
        fs::write(&file, junk).unwrap();
        assert!(matches!(refusal(&file).await.kind, OpenErrorKind::NotADatabase));
        assert_eq!(fs::read_to_string(&file).unwrap(), junk);
        assert_eq!(count_files(&folder), 1);
    }
}

#[case]
async fn a_database_of_another_program_is_refused_and_left_as_it_is() {
    for sql in ["CREATE TABLE notes (text)", "PRAGMA application_id = 7", "PRAGMA user_version = 7"]
    {
        let (folder, file) = place();
        run_sql(&file, sql);
        let before = fs::read(&file).unwrap();
        assert!(matches!(refusal(&file).await.kind, OpenErrorKind::Foreign(_)));
        assert_eq!(fs::read(&file).unwrap(), before);
        assert_eq!(count_files(&folder), 1);
    }
}

#[case]
async fn a_database_of_a_newer_gradus_is_refused() {
    let (_folder, file) = place();
    open(&file).await.close().await;
    run_sql(&file, "PRAGMA user_version = 1000");
    assert!(matches!(refusal(&file).await.kind, OpenErrorKind::Newer { found: 1000, .. }));
}

#[case]
async fn an_empty_file_becomes_a_database() {
    let (_folder, file) = place();
    fs::write(&file, "").unwrap();
    open(&file).await;
}

#[case]
async fn a_directory_is_refused() {
    let (folder, _) = place();
    assert!(matches!(refusal(folder.path()).await.kind, OpenErrorKind::NotAFile));
}

#[case]
async fn a_missing_folder_is_refused_and_not_made() {
    let (folder, _) = place();
    let missing = folder.path().join("missing");
    let error = refusal(&missing.join("gradus.db")).await;
    assert!(matches!(error.kind, OpenErrorKind::NoFolder(folder) if folder == missing));
    assert!(!missing.exists());
}

#[case]
async fn a_path_that_leads_nowhere_is_refused() {
    let (folder, _) = place();
    let overlong = folder.path().join("x".repeat(300));
    assert!(matches!(refusal(&overlong).await.kind, OpenErrorKind::Unreadable(_)));
}

/// A directory where the journal should be stops even a superuser, whom file modes do not stop.
#[case]
async fn a_database_that_may_not_be_written_is_refused() {
    let (folder, file) = place();
    fs::create_dir(folder.path().join("gradus.db-journal")).unwrap();
    assert!(matches!(refusal(&file).await.kind, OpenErrorKind::NoPermission(_)));
}

#[case]
async fn a_damaged_database_is_refused() {
    let (_folder, file) = place();
    open(&file).await.close().await;
    let mut bytes = fs::read(&file).unwrap();
    bytes[100..4096].fill(0xff);
    fs::write(&file, bytes).unwrap();
    assert!(matches!(refusal(&file).await.kind, OpenErrorKind::Sqlite(_)));
}

/// Who is forgotten among many is in no page of the database and not in its log, whatever became of the pages in the meantime.
#[case]
async fn nothing_in_the_files_says_who_was_forgotten() {
    let (folder, file) = place();
    let store = open(&file).await;
    let other_process = open(&file).await;
    // One of thirty is forgotten. In the order of the names, in which indexes are, they are mixed.
    let mark = |number: u64| if number.is_multiple_of(30) { "planted" } else { "another" };
    let member = |number: u64| NewLearner {
        name: name(&format!("{:x} {}", number * 0x9E37_79B9 % 0xFFFF_FFFB, mark(number))),
        key: KeyHash::of(&number.to_string()),
        section: None,
        details: details(
            &format!("{number:x}.{}@example.org", mark(number)),
            &format!("{number:x}-{}", mark(number)),
        ),
    };
    for numbers in [0..50, 50..200, 200..300] {
        store.import_roster(numbers.map(member).collect(), Vec::new(), noon()).await.unwrap();
    }
    let roster = store.roster().await.unwrap();
    let mut learners: Vec<Learner> = roster.into_iter().map(|entry| entry.learner).collect();
    learners.sort_by_key(|learner| learner.id);
    for learner in &learners {
        let nickname = format!("Nick {}", learner.name).parse().unwrap();
        store.set_nickname(learner.id, Some(nickname)).await.unwrap();
        store.submit_attempt(attempt(learner.id, 1), PER_DAY).await.unwrap();
        // A name that was written wrongly at first.
        let corrected = Some(name(&format!("{} again", learner.name)));
        let change = LearnerChange { name: corrected, ..LearnerChange::default() };
        store.change_learner(learner.id, change).await.unwrap();
    }
    let planted = |folder: &TempDir| {
        let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
        let bytes: Vec<u8> = files.flat_map(|file| fs::read(file).unwrap()).collect();
        bytes.windows(7).filter(|bytes| bytes.eq_ignore_ascii_case(b"planted")).count()
    };
    assert!(planted(&folder) > 100);
    other_process.roster().await.unwrap();
    let ways = [Forgetting::KeepAttempts, Forgetting::RemoveAttempts];
    for (learner, forgetting) in learners.iter().step_by(30).zip(ways.into_iter().cycle()) {
        store.forget_learner(learner.id, forgetting).await.unwrap();
    }
    assert_eq!(planted(&folder), 0);
    other_process.close().await;
    store.close().await;
    assert_eq!(planted(&folder), 0);
}
