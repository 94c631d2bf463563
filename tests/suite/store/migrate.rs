//! Moving a course from SQLite to PostgreSQL.

use std::path::Path;
use std::sync::Arc;

use gradus::course::{Audience, Credit, Decision, DecisionAction, DecisionId, LearnerId};
use gradus::store::{
    AttemptId, AttemptPage, CopiedTable, DatabaseUrl, Forgetting, MigrateError, NewAttempt,
    NewLearner, RawAnswer, RecordPage, Regrade, Rejudgment, SaveMode, SavedRecord, StepActivity,
    Store, StoredMatch, StoredVerdict, migrate, open,
};

use super::matches::{change, new_match, task};
use super::roster::details;
use super::{
    KIND, PER_DAY, accepted, attempt, column, extension, key, name, new_postgres, noon, place,
    run_sql, step, submit,
};
use crate::server::{Cluster, Refusal, Server, Workplace};

/// What the tables are called, and how many rows they have.
type Counts = Vec<(&'static str, u64)>;

async fn moved(from: &Path, to: &DatabaseUrl) -> Result<Counts, MigrateError> {
    let mut counts = Counts::new();
    let from = from.to_str().unwrap().parse().unwrap();
    let report = |table: &CopiedTable| counts.push((table.name, table.digest.rows));
    migrate(&from, to, report).await?;
    Ok(counts)
}

/// A learner with everything that can be stored of one.
async fn busy_learner(store: &dyn Store, text: &str, seed: u8) -> LearnerId {
    let new = NewLearner {
        name: name(text),
        key: key(seed).hash(),
        section: Some("A".parse().unwrap()),
        details: details(&format!("{text}@example.org"), ""),
    };
    let added = store.import_roster(vec![new], Vec::new(), noon()).await.unwrap();
    let learner = added[0];
    store.set_nickname(learner, Some(format!("The {text}").parse().unwrap())).await.unwrap();
    // Whatever has a meaning in a file of rows.
    let strange = format!("\\N\t\"{text}\"\n\\.\r\n\u{1F642}, ");
    let strange = NewAttempt {
        raw: RawAnswer::new(&format!("{strange}{}", " ".repeat(5000)), &strange),
        canonical: strange,
        ..attempt(learner, u64::MAX)
    };
    let equal = if seed == 1 { attempt(learner, 1) } else { accepted(learner, 1) };
    for answer in [strange, NewAttempt { late: true, ..accepted(learner, 2) }, equal] {
        submit(store, answer).await;
    }
    let activity = StepActivity {
        seen_at: noon(),
        malformed: 1,
        last_malformed: Some(("answer.count".to_owned(), noon())),
        solve_all: 0,
        solve_all_at: None,
        uncompared: 2,
    };
    store.add_step_activity(vec![(learner, step(7), activity)]).await.unwrap();
    let json = r#"{"moves":["\u0000"]}"#.to_owned();
    let record = SavedRecord { game: "gomoku".to_owned(), moves: 1, json, at: noon() };
    let record_name = "mine".parse().unwrap();
    store.save_record(learner, &record_name, record, SaveMode::Create, 5).await.unwrap();
    let game = StoredMatch { owner: Some(learner), ..new_match(seed, Some(task())) };
    store.create_match(game.clone(), noon()).await.unwrap();
    store.save_match(change(&game, 0, "40 39")).await.unwrap();
    store.extend(&extension(Audience::Learner(learner))).await.unwrap();
    let new = |action| Decision {
        id: DecisionId::NEW,
        step: step(7),
        kind: KIND.to_owned(),
        audience: Audience::Learner(learner),
        action,
        reason: "ill".to_owned(),
        is_public: true,
        by: name("Grace"),
        at: noon(),
        taken_back: None,
    };
    if seed == 1 {
        store.decide(new(DecisionAction::Set(Credit::of_points(3)))).await.unwrap();
        store.decide(new(DecisionAction::Void(Some(AttemptId(1))))).await.unwrap();
    }
    learner
}

/// A course in a file: two learners, one of whom has sent an answer that fits the other's board, and one who is forgotten.
async fn make_course(file: &Path) {
    let store = super::open(file).await;
    let store = &*store;
    store.add_instructor(&name("Grace"), key(9).hash(), noon()).await.unwrap();
    let removed = store.add_instructor(&name("Howard"), key(8).hash(), noon()).await.unwrap();
    store.remove_instructor(removed.id.unwrap()).await.unwrap();
    busy_learner(store, "Ada", 1).await;
    busy_learner(store, "Alan", 2).await;
    let forgotten = busy_learner(store, "Eve", 3).await;
    store.forget_learner(forgotten, Forgetting::KeepAttempts).await.unwrap();
    let rejudged = Rejudgment { attempt: AttemptId(4), verdict: StoredVerdict::Accepted };
    store.rejudge(vec![rejudged], "Grace".to_owned(), noon().plus(5)).await.unwrap();
    let regraded =
        Regrade { attempt: AttemptId(5), worth: gradus::course::Credit::of_points(3), late: true };
    store.regrade(vec![regraded]).await.unwrap();
    store.keep_receipt_key([7; 32], noon()).await.unwrap();
    store.note_previous_secret([8; 32], noon()).await.unwrap();
    store.create_match(new_match(4, None), noon()).await.unwrap();
    assert_eq!(store.foreign_answers(9).await.unwrap().len(), 1);
    store.close().await;
}

/// Everything that a store tells of a course, as a text.
async fn told(store: &dyn Store) -> String {
    let page = AttemptPage { limit: 100, ..AttemptPage::default() };
    let attempts = store.recorded_attempts(page).await.unwrap();
    let mut tasks = Vec::new();
    for attempt in &attempts {
        tasks.push(store.attempted_task(attempt.id).await.unwrap().unwrap());
    }
    let roster = store.roster().await.unwrap();
    let mut of_learners = Vec::new();
    for entry in &roster {
        let learner = entry.learner.id;
        let record = store.record(learner, &"mine".parse().unwrap()).await.unwrap();
        of_learners.push(format!(
            "{:?} {:?} {record:?} {:?} {:?}",
            store.progress(learner).await.unwrap(),
            store.matches_of(learner, 9).await.unwrap(),
            store.records(learner, RecordPage { skip: 0, limit: 9 }).await.unwrap(),
            store.accepted_attempts(learner).await.unwrap(),
        ));
    }
    let mut matches = Vec::new();
    for seed in 1..=4 {
        matches.push(store.load_match(new_match(seed, None).id).await.unwrap());
    }
    let other = LearnerId(0);
    let fingerprint = attempts[0].fingerprint;
    format!(
        "{roster:#?} {attempts:#?} {tasks:#?} {of_learners:#?} {matches:#?} {:#?} {:#?} {:#?} {:#?} {:#?} {:#?} {:#?} {:?} {:?} {:?}",
        store.grades().await.unwrap(),
        store.scoreboard_entries().await.unwrap(),
        store.instructors().await.unwrap(),
        store.extensions().await.unwrap(),
        (store.foreign_answers(9).await.unwrap(), store.step_activity().await.unwrap()),
        store.step_statistics(step(7), KIND).await.unwrap(),
        store.answered_boards(step(7), fingerprint, other, 99).await.unwrap(),
        store.receipt_keys().await.unwrap(),
        store.learner_by_key(key(2).hash()).await.unwrap(),
        store.attempted_exercise(fingerprint).await.unwrap(),
    )
}

#[case]
async fn a_course_is_moved_with_everything() {
    let target = new_postgres();
    let (_folder, file) = place();
    make_course(&file).await;
    let source = super::open(&file).await;
    let before = told(&*source).await;
    source.close().await;

    let counts = moved(&file, &target.url).await.unwrap();
    let expected = [
        ("learners", 3),
        ("instructors", 1),
        ("exercises", 1),
        ("decisions", 2),
        ("attempts", 9),
        ("voided_attempts", 1),
        ("tasks", 9),
        ("step_progress", 3),
        ("step_activity", 2),
        ("rejudgments", 1),
        ("foreign_answers", 2),
        ("games", 3),
        ("records", 2),
        ("extensions", 2),
        ("receipt_keys", 1),
        ("previous_secrets", 1),
        ("class_version", 1),
    ];
    assert_eq!(counts, expected);
    let mut tables: Vec<String> = counts.iter().map(|(table, _)| (*table).to_owned()).collect();
    tables.sort();
    let stored: Vec<String> = column(
        &file,
        "SELECT name FROM sqlite_schema
         WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name != '_sqlx_migrations' ORDER BY name",
    );
    assert_eq!(tables, stored);

    let store = open(&target.url).await.unwrap();
    assert_eq!(told(&*store).await, before);
    // What a server on the database may have kept in its memory is not true any more.
    let reopened = super::open(&file).await;
    assert_eq!(store.class_version().await.unwrap(), reopened.class_version().await.unwrap() + 1);
    reopened.close().await;
    // It goes on as it would have done: ids are not used again, and what happens is noticed.
    let new = store.register_learner(&name("New"), key(4).hash(), noon()).await.unwrap().id;
    assert_eq!(new, LearnerId(4));
    let added = store.add_instructor(&name("Howard"), key(8).hash(), noon()).await.unwrap();
    assert_eq!(added.id.unwrap().0, 3);
    store.submit_attempt(accepted(new, 1), PER_DAY).await.unwrap();
    let latest = AttemptPage { limit: 1, ..AttemptPage::default() };
    assert_eq!(store.recorded_attempts(latest).await.unwrap()[0].id, AttemptId(10));
    let fits = store.foreign_answers(9).await.unwrap();
    assert!(fits.iter().any(|foreign| foreign.fits == 2), "{fits:?}");
    store.close().await;

    // There is no second time.
    let again = moved(&file, &target.url).await.unwrap_err();
    assert!(matches!(again, MigrateError::NotEmpty { table: "learners", .. }), "{again}");
}

#[case]
async fn an_answer_with_a_character_that_postgresql_does_not_have_is_moved() {
    let target = new_postgres();
    let (_folder, file) = place();
    let (store, ada) = super::open_with_ada(&file).await;
    let junk = NewAttempt { raw: RawAnswer::new("5A\0", "5A,5B"), ..attempt(ada, 1) };
    store.submit_attempt(junk, PER_DAY).await.unwrap();
    store.close().await;
    moved(&file, &target.url).await.unwrap();
    let store = open(&target.url).await.unwrap();
    assert_eq!(store.attempts(ada, step(7), 9).await.unwrap()[0].raw, "5A\u{FFFD}");
    store.close().await;
}

#[case]
async fn what_cannot_be_copied_leaves_nothing_behind() {
    let target = new_postgres();
    let (_folder, file) = place();
    make_course(&file).await;
    run_sql(
        &file,
        "PRAGMA foreign_keys = OFF; INSERT INTO records VALUES (99, 'of nobody', 'gomoku', 0, '{}', 0)",
    );
    let refused = moved(&file, &target.url).await.unwrap_err();
    assert!(matches!(&refused, MigrateError::Postgres(_)), "{refused}");
    let store = open(&target.url).await.unwrap();
    assert_eq!(store.roster().await.unwrap(), []);
    store.close().await;
    run_sql(&file, "DELETE FROM records WHERE learner = 99");
    moved(&file, &target.url).await.unwrap();
}

#[case]
async fn a_database_that_is_in_use_is_not_moved() {
    let target = new_postgres();
    let (_folder, file) = place();
    let store = super::open(&file).await;
    let refused = moved(&file, &target.url).await.unwrap_err();
    assert!(matches!(&refused, MigrateError::InUse(path) if *path == file), "{refused}");
    store.close().await;

    // Somebody waits on the new database already.
    let early = open(&target.url).await.unwrap();
    early.keep_receipt_key([7; 32], noon()).await.unwrap();
    let refused = moved(&file, &target.url).await.unwrap_err();
    assert!(matches!(refused, MigrateError::NotEmpty { table: "receipt_keys", .. }), "{refused}");
    early.close().await;
}

#[case]
async fn a_database_that_is_not_there_or_of_another_sort_is_refused() {
    let (_folder, file) = place();
    let postgres: DatabaseUrl = "postgres://ada:hunter2@localhost/x".parse().unwrap();
    let sqlite: DatabaseUrl = file.to_str().unwrap().parse().unwrap();
    let refusal = async |from: &DatabaseUrl, to: &DatabaseUrl| {
        let refused = migrate(from, to, |_| {}).await.unwrap_err();
        let message = refused.to_string();
        assert!(message.contains("expected") && !message.contains("hunter2"), "{message}");
        refused
    };
    let refused = refusal(&sqlite, &postgres).await;
    assert!(matches!(refused, MigrateError::NoFile(_)), "{refused}");
    assert!(!file.exists());
    let refused = refusal(&postgres, &postgres).await;
    assert!(matches!(refused, MigrateError::NotSqlite(_)), "{refused}");
    super::open(&file).await.close().await;
    let refused = refusal(&sqlite, &sqlite).await;
    assert!(matches!(refused, MigrateError::NotPostgres(_)), "{refused}");
}

#[case]
fn the_command_says_what_it_has_moved() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let workplace = Arc::new(Workplace::new());
    let key = workplace.gradus(&["instructors", "add", "Grace"]).output().unwrap();
    assert!(key.status.success());
    let arguments = ["migrate", "--from", "gradus.db", "--to", database.url()];

    let mut server = Server::start_at(&workplace);
    let refusal = Refusal::of(&mut workplace.gradus(&arguments));
    assert!(refusal.line().contains("another process has the database gradus.db open"));
    server.terminate();

    let output = workplace.gradus(&arguments).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{err}");
    let instructors = out.lines().find(|line| line.starts_with("instructors\t1\t")).unwrap();
    assert_eq!(instructors.split('\t').nth(2).unwrap().len(), 32, "{out}");
    assert_eq!(out.lines().count(), 18, "{out}");
    assert!(err.contains("copied and compared: attempts"), "{err}");

    let list = ["instructors", "list", "--database", database.url()];
    let listed = workplace.gradus(&list).output().unwrap();
    assert_eq!(String::from_utf8(listed.stdout).unwrap(), "name\nGrace\n");
    // The file is as it was.
    let names: Vec<String> = column(&workplace.path("gradus.db"), "SELECT name FROM instructors");
    assert_eq!(names, ["Grace"]);
}
