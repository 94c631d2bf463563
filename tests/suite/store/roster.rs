//! Learners in a store: the roster, changes, nicknames, and who is forgotten.

use std::collections::BTreeMap;
use std::sync::Arc;

use gradus::course::{Audience, Detail, Details, LearnerId, Nickname, RosterEntry};
use gradus::store::{
    AttemptPage, Forgetting, LearnerChange, NewLearner, RecordPage, SaveMode, SavedRecord, Store,
    StoreError, Submitted, open,
};

use rusqlite::Row;
use rusqlite::types::ValueRef;
use serde_json::Value;
use sqlx::{Connection as _, PgConnection};

use super::{
    Database, KIND, PER_DAY, accepted, attempt, connection, databases, extension, key, name, noon,
    step,
};

/// The stores of all kinds, empty.
pub(super) async fn stores() -> Vec<(Database, Arc<dyn Store>)> {
    let mut stores = Vec::new();
    for database in databases() {
        let store = open(&database.url).await.unwrap();
        stores.push((database, store));
    }
    stores
}

/// Somebody of section A with all details: an e-mail address and a student id of their own, and the examples of the others.
pub(super) fn member(text: &str, seed: u8) -> NewLearner {
    NewLearner {
        name: name(text),
        key: key(seed).hash(),
        section: Some("A".parse().unwrap()),
        details: details(&format!("{}@example.org", text.to_lowercase()), &format!("s{seed}")),
    }
}

/// An e-mail address, a student id, and the examples of the other details. An empty text is none.
pub(super) fn details(email: &str, student_id: &str) -> Details {
    let mut details = Details::default();
    let examples = Detail::ALL.map(|detail| (detail, detail.spec().example));
    let others = examples.into_iter().filter(|(detail, _)| !Detail::IDENTIFYING.contains(detail));
    for (detail, text) in
        [(Detail::Email, email), (Detail::StudentId, student_id)].into_iter().chain(others)
    {
        details.set(detail, text).ok();
    }
    details
}

pub(super) async fn import(
    store: &dyn Store,
    new: Vec<NewLearner>,
    changes: Vec<(LearnerId, LearnerChange)>,
) -> Result<Vec<LearnerId>, StoreError> {
    store.import_roster(new, changes, noon()).await
}

pub(super) async fn names(store: &dyn Store) -> Vec<String> {
    let roster = store.roster().await.unwrap();
    roster.iter().map(|entry| entry.learner.name.to_string()).collect()
}

pub(super) fn renamed(text: &str) -> LearnerChange {
    LearnerChange { name: Some(name(text)), ..LearnerChange::default() }
}

pub(super) fn nickname(text: &str) -> Nickname {
    text.parse().unwrap()
}

#[case]
async fn a_roster_is_imported() {
    for (_database, store) in stores().await {
        let nobody = store.register_learner(&name("Zoe"), key(9).hash(), noon()).await.unwrap();
        let second = NewLearner { section: Some("B".parse().unwrap()), ..member("Ada", 1) };
        let new = vec![second, member("Grace", 2), member("Edsger", 3)];
        let added = import(&*store, new, Vec::new()).await.unwrap();
        assert_eq!(names(&*store).await, ["Edsger", "Grace", "Ada", "Zoe"]);

        let grace = store.roster_entry(added[1]).await.unwrap().unwrap();
        let RosterEntry { learner, details, nickname, registered_at } = &grace;
        assert_eq!((learner.id, learner.name.as_str()), (added[1], "Grace"));
        assert_eq!(learner.section.as_ref().unwrap().as_str(), "A");
        assert_eq!(*details, super::roster::details("grace@example.org", "s2"));
        assert_eq!((nickname, learner.is_on_roster, *registered_at), (&None, true, noon()));
        // The key finds the learner with the section.
        assert_eq!(store.learner_by_key(key(2).hash()).await.unwrap().unwrap(), grace.learner);

        let zoe = store.roster_entry(nobody.id).await.unwrap().unwrap();
        assert!(!nobody.is_on_roster);
        assert_eq!(zoe.learner, nobody);
        assert_eq!(store.roster_entry(LearnerId(99)).await.unwrap(), None);
        store.close().await;
    }
}

#[case]
async fn a_roster_is_imported_as_a_whole_or_not_at_all() {
    for (_database, store) in stores().await {
        let ada = import(&*store, vec![member("Ada", 1)], Vec::new()).await.unwrap()[0];
        let before = store.roster().await.unwrap();
        let new = || vec![member("Grace", 2)];
        let with = |second| vec![member("Grace", 2), second];

        for (text, id) in [("aDA", ""), ("Аda", "s3"), ("GRACE", "")] {
            let second = NewLearner { details: details("", id), ..member(text, 3) };
            let refused = import(&*store, with(second), Vec::new()).await;
            assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
        }
        let edsger = |email, id| NewLearner { details: details(email, id), ..member("Edsger", 3) };
        let same_email = edsger("ada@example.org", "s3");
        let same_id = edsger("edsger@example.org", "s1");
        let shouted = edsger("ADA@Example.org", "s3");
        for second in [same_email, same_id, shouted] {
            let refused = import(&*store, with(second), Vec::new()).await;
            assert!(matches!(refused, Err(StoreError::MemberTaken)), "{refused:?}");
        }
        let no_id = vec![NewLearner { details: details("", ""), ..member("Grace", 2) }];
        let refused = import(&*store, no_id, vec![(ada, renamed("Grace"))]).await;
        assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
        let refused = import(&*store, new(), vec![(LearnerId(77), renamed("Edsger"))]).await;
        assert!(matches!(refused, Err(StoreError::LearnerUnknown)), "{refused:?}");
        let same_key = NewLearner { key: key(1).hash(), ..member("Edsger", 3) };
        let refused = import(&*store, with(same_key), vec![(ada, renamed("Barbara"))]).await;
        assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
        assert_eq!(store.roster().await.unwrap(), before);
        store.close().await;
    }
}

#[case]
async fn two_learners_have_one_name_if_both_have_a_student_id() {
    for (_database, store) in stores().await {
        let first = import(&*store, vec![member("Ada", 1)], Vec::new()).await.unwrap()[0];
        let version = store.class_version().await.unwrap();
        let second = NewLearner { details: details("", "s2"), ..member("ADA", 2) };
        let second = import(&*store, vec![second], Vec::new()).await.unwrap()[0];
        // Servers have Ada in memory as the only learner of the name.
        assert!(store.class_version().await.unwrap() > version);
        for (seed, id, label) in [(1, first, "Ada (s1)"), (2, second, "ADA (s2)")] {
            let learner = store.learner_by_key(key(seed).hash()).await.unwrap().unwrap();
            assert_eq!((learner.id, learner.label()), (id, label.to_owned()));
        }
        let registered = store.register_learner(&name("ada"), key(3).hash(), noon()).await;
        assert!(matches!(registered, Err(StoreError::NameTaken)), "{registered:?}");
        // Neither may lose the id, unless the other one is renamed or forgotten.
        let cleared =
            || LearnerChange { cleared: vec![Detail::StudentId], ..LearnerChange::default() };
        let refused = store.change_learner(second, cleared()).await;
        assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
        store.forget_learner(first, Forgetting::RemoveAttempts).await.unwrap();
        let learner = store.learner_by_key(key(2).hash()).await.unwrap().unwrap();
        assert!(!learner.has_namesake);
        store.change_learner(second, cleared()).await.unwrap();
        store.close().await;
    }
}

/// What is refused takes nothing with it that others do at the same time.
#[case]
async fn a_refused_import_spoils_nothing_else() {
    for (_database, store) in stores().await {
        let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap();
        let store = &*store;
        let (grace, edsger) = (name("Grace"), name("Edsger"));
        let (first, refused, answer, second) = tokio::join!(
            store.register_learner(&grace, key(2).hash(), noon()),
            import(store, vec![member("Barbara", 3), member("Ada", 4)], Vec::new()),
            store.submit_attempt(accepted(ada.id, 1), PER_DAY),
            store.register_learner(&edsger, key(5).hash(), noon()),
        );
        assert!(first.is_ok() && second.is_ok());
        assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
        assert!(matches!(answer, Ok(Submitted { is_repeated: false, .. })), "{answer:?}");
        assert_eq!(names(store).await, ["Ada", "Edsger", "Grace"]);
        store.close().await;
    }
}

#[case]
async fn a_learner_is_changed() {
    for (_database, store) in stores().await {
        let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap().id;
        let grace = import(&*store, vec![member("Grace", 2)], Vec::new()).await.unwrap()[0];
        let change = LearnerChange {
            name: Some(name("Augusta")),
            section: Some(Some("B".parse().unwrap())),
            details: details("ada@example.org", "s1"),
            cleared: Vec::new(),
            key: Some(key(3).hash()),
            put_on_roster: true,
            clear_nickname: true,
        };
        store.set_nickname(ada, Some(nickname("Countess"))).await.unwrap();
        store.change_learner(ada, change).await.unwrap();
        let entry = store.roster_entry(ada).await.unwrap().unwrap();
        assert_eq!(entry.learner.name.as_str(), "Augusta");
        assert_eq!(entry.learner.section.as_ref().unwrap().as_str(), "B");
        assert_eq!(entry.details, details("ada@example.org", "s1"));
        assert!(entry.learner.is_on_roster && entry.nickname.is_none());
        // The old key and the old name are free of her.
        assert_eq!(store.learner_by_key(key(1).hash()).await.unwrap(), None);
        assert_eq!(store.learner_by_key(key(3).hash()).await.unwrap().unwrap().id, ada);
        store.register_learner(&name("Ada"), key(4).hash(), noon()).await.unwrap();

        // What is not named stays; what is taken away goes.
        let cleared = vec![Detail::Email];
        let change = LearnerChange { section: Some(None), cleared, ..LearnerChange::default() };
        store.change_learner(ada, change).await.unwrap();
        let entry = store.roster_entry(ada).await.unwrap().unwrap();
        assert_eq!((entry.learner.section, entry.details), (None, details("", "s1")));

        for (learner, text) in [(ada, "Grаce"), (grace, "Аugustа"), (grace, "ada")] {
            let refused = store.change_learner(learner, renamed(text)).await;
            assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
        }
        let change =
            LearnerChange { details: details("grace@example.org", ""), ..renamed("Other") };
        let refused = store.change_learner(ada, change).await;
        assert!(matches!(refused, Err(StoreError::MemberTaken)), "{refused:?}");
        assert_eq!(names(&*store).await, ["Grace", "Ada", "Augusta"]);
        // One may write one's name in another way, and two may change their names.
        store.change_learner(ada, renamed("AUGUSTA")).await.unwrap();
        let swapped = vec![(ada, renamed("Grace")), (grace, renamed("Augusta"))];
        import(&*store, Vec::new(), swapped).await.unwrap();
        assert_eq!(names(&*store).await, ["Augusta", "Ada", "Grace"]);
        let refused = store.change_learner(LearnerId(99), renamed("Nobody")).await;
        assert!(matches!(refused, Err(StoreError::LearnerUnknown)), "{refused:?}");
        store.close().await;
    }
}

#[case]
async fn every_detail_is_removed_and_given_by_itself() {
    for (_database, store) in stores().await {
        let ada = import(&*store, vec![member("Ada", 1)], Vec::new()).await.unwrap()[0];
        let known = async || store.roster_entry(ada).await.unwrap().unwrap().details;
        let all = known().await;
        for detail in Detail::ALL {
            let mut details = Details::default();
            details.set(detail, all.get(detail).unwrap()).unwrap();
            let change = LearnerChange { cleared: vec![detail], ..LearnerChange::default() };
            store.change_learner(ada, change).await.unwrap();
            let left = known().await;
            for other in Detail::ALL {
                assert_eq!(left.get(other).is_some(), other != detail);
            }
            let change = LearnerChange { details, ..LearnerChange::default() };
            store.change_learner(ada, change).await.unwrap();
            assert_eq!(known().await, all);
        }
        store.close().await;
    }
}

/// A learner with an answer, a record and an extension.
async fn busy_learner(store: &dyn Store, text: &str, seed: u8) -> LearnerId {
    let learner = import(store, vec![member(text, seed)], Vec::new()).await.unwrap()[0];
    for answer in [attempt(learner, 1), accepted(learner, 2)] {
        store.submit_attempt(answer, PER_DAY).await.unwrap();
    }
    store
        .save_record(learner, &"mine".parse().unwrap(), record(), SaveMode::Create, 5)
        .await
        .unwrap();
    store.extend(&extension(Audience::Learner(learner))).await.unwrap();
    store.set_nickname(learner, Some(nickname(&format!("The {text}")))).await.unwrap();
    learner
}

fn record() -> SavedRecord {
    SavedRecord { game: "gomoku".to_owned(), moves: 2, json: "{}".to_owned(), at: noon() }
}

#[case]
async fn a_forgotten_learner_is_gone() {
    for (_database, store) in stores().await {
        let store = &*store;
        let kept = busy_learner(store, "Ada", 1).await;
        let removed = busy_learner(store, "Alan", 2).await;
        store.forget_learner(kept, Forgetting::KeepAttempts).await.unwrap();
        store.forget_learner(removed, Forgetting::RemoveAttempts).await.unwrap();

        assert_eq!(names(store).await, Vec::<String>::new());
        assert_eq!(store.grades().await.unwrap(), []);
        assert_eq!(store.scoreboard_entries().await.unwrap(), []);
        assert_eq!(store.extensions().await.unwrap(), []);
        assert_eq!(store.foreign_answers(9).await.unwrap(), []);
        for (learner, seed) in [(kept, 1), (removed, 2)] {
            assert_eq!(store.learner_by_key(key(seed).hash()).await.unwrap(), None);
            assert_eq!(store.roster_entry(learner).await.unwrap(), None);
            let page = RecordPage { skip: 0, limit: 9 };
            assert_eq!(store.records(learner, page).await.unwrap(), []);
            nothing_more_is_stored(store, learner).await;
        }

        // Kept are answers of nobody, which count in the statistics.
        let page = AttemptPage { limit: 9, ..AttemptPage::default() };
        let answers = store.recorded_attempts(page.clone()).await.unwrap();
        assert_eq!(answers.len(), 2);
        assert!(answers.iter().all(|answer| answer.learner.is_none()));
        assert!(store.attempted_task(answers[0].id).await.unwrap().is_some());
        let of_learner = AttemptPage { learner: Some(kept), ..page };
        assert_eq!(store.recorded_attempts(of_learner).await.unwrap(), []);
        let statistics = store.step_statistics(step(7), KIND).await.unwrap();
        assert_eq!((statistics.tried, statistics.solved, statistics.attempts), (1, 1, 2));

        // The names are free, the ids are not.
        let again = import(store, vec![member("Ada", 1), member("Alan", 2)], Vec::new()).await;
        assert!(again.unwrap().iter().all(|learner| *learner > removed));
        store.close().await;
    }
}

/// The columns of a learner in the database; none where it is null.
async fn columns(
    database: &Database,
    LearnerId(id): LearnerId,
) -> BTreeMap<String, Option<String>> {
    let Some(file) = database.url.file() else {
        let mut connection = PgConnection::connect(&database.url.for_libpq()).await.unwrap();
        let sql = "SELECT row_to_json(learners)::text FROM learners WHERE id = $1";
        let row: String =
            sqlx::query_scalar(sql).bind(id).fetch_one(&mut connection).await.unwrap();
        let columns: BTreeMap<String, Option<Value>> = serde_json::from_str(&row).unwrap();
        let text =
            |(name, value): (String, Option<Value>)| (name, value.map(|value| value.to_string()));
        return columns.into_iter().map(text).collect();
    };
    let connection = connection(file);
    let mut statement = connection.prepare("SELECT * FROM learners WHERE id = ?1").unwrap();
    let names: Vec<String> = statement.column_names().into_iter().map(str::to_owned).collect();
    let read = |row: &Row<'_>| {
        let text = |place| match row.get_ref(place).unwrap() {
            ValueRef::Null => None,
            value => Some(format!("{value:?}")),
        };
        Ok(names.iter().cloned().zip((0..names.len()).map(text)).collect())
    };
    statement.query_one([id], read).unwrap()
}

/// Every column is looked at, so one that is new cannot be overlooked.
#[case]
async fn no_column_says_who_was_forgotten() {
    for (database, store) in stores().await {
        let ada = busy_learner(&*store, "Ada", 1).await;
        let before = columns(&database, ada).await;
        let unknown: Vec<_> = before.iter().filter(|(_, value)| value.is_none()).collect();
        assert!(
            unknown.is_empty(),
            "{unknown:?}: this case needs a learner with a value in each column"
        );
        store.forget_learner(ada, Forgetting::KeepAttempts).await.unwrap();
        let after = columns(&database, ada).await;
        let kept: Vec<_> = before.iter().filter(|(name, value)| after[*name] == **value).collect();
        assert_eq!(kept.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["id"]);
        for detail in Detail::ALL {
            assert_eq!(after[detail.spec().key], None);
        }
        store.close().await;
    }
}

/// A server may know a forgotten learner for a moment longer.
async fn nothing_more_is_stored(store: &dyn Store, learner: LearnerId) {
    let answer = store.submit_attempt(accepted(learner, 5), PER_DAY).await.err();
    let renaming = store.change_learner(learner, renamed("Again")).await.err();
    let nickname = store.set_nickname(learner, Some(nickname("Again"))).await.err();
    let again = store.forget_learner(learner, Forgetting::KeepAttempts).await.err();
    let kept = &"new".parse().unwrap();
    let record = store.save_record(learner, kept, record(), SaveMode::Create, 5).await.err();
    let extension = store.extend(&extension(Audience::Learner(learner))).await.err();
    for refused in [answer, renaming, nickname, again, record, extension] {
        assert!(matches!(refused, Some(StoreError::LearnerUnknown)), "{refused:?}");
    }
}

#[case]
async fn nicknames_and_names_are_told_apart() {
    for (_database, store) in stores().await {
        let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap().id;
        let grace = store.register_learner(&name("Grace"), key(2).hash(), noon()).await.unwrap().id;
        store.set_nickname(ada, Some(nickname("Countess"))).await.unwrap();
        // One's own name and nickname are free to oneself.
        store.set_nickname(grace, Some(nickname("grace"))).await.unwrap();
        store.set_nickname(ada, Some(nickname("COUNTESS"))).await.unwrap();
        for text in ["countess", "Cоuntess", "Ada", "аda"] {
            let refused = store.set_nickname(grace, Some(nickname(text))).await;
            assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
        }
        // Nobody takes the name that another one is known by.
        let refused = store.register_learner(&name("Cоuntess"), key(3).hash(), noon()).await;
        assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
        let refused = store.change_learner(grace, renamed("countess")).await;
        assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
        let refused = import(&*store, vec![member("Countess", 3)], Vec::new()).await;
        assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
        store.change_learner(ada, renamed("Countess")).await.unwrap();

        let entries = store.scoreboard_entries().await.unwrap();
        let nicknames = entries.iter().map(|entry| entry.nickname.as_ref().unwrap().as_str());
        assert_eq!(nicknames.collect::<Vec<_>>(), ["COUNTESS", "grace"]);
        store.set_nickname(ada, None).await.unwrap();
        assert_eq!(store.roster_entry(ada).await.unwrap().unwrap().nickname, None);

        // A list gives a name that somebody has as nickname, which is taken away with the same change.
        let clearing = LearnerChange { clear_nickname: true, ..LearnerChange::default() };
        let changes = vec![(grace, LearnerChange { clear_nickname: true, ..renamed("Mary") })];
        store.set_nickname(ada, Some(nickname("Mary"))).await.unwrap();
        let refused = import(&*store, Vec::new(), changes.clone()).await;
        assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
        let kept = store.roster_entry(grace).await.unwrap().unwrap().nickname;
        assert_eq!(kept, Some(nickname("grace")));
        let changes = changes.into_iter().chain([(ada, clearing)]).collect();
        import(&*store, vec![member("Grace", 3)], changes).await.unwrap();
        assert_eq!(names(&*store).await, ["Grace", "Countess", "Mary"]);
        for learner in [ada, grace] {
            assert_eq!(store.roster_entry(learner).await.unwrap().unwrap().nickname, None);
        }
        store.close().await;
    }
}
