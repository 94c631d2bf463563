//! The class in a store: the roster, forgotten learners, nicknames, instructors, extensions, and what other processes learn of them.

use std::sync::Arc;

use gradus::course::{Audience, LearnerId, Nickname, RuleChanges};
use gradus::store::{
    AttemptPage, Forgetting, LearnerChange, NewLearner, RecordPage, RosterEntry, SaveMode,
    SavedRecord, Store, StoreError, Submitted, open,
};

use super::{Database, KIND, PER_DAY, accepted, attempt, databases, key, name, noon, step};

/// The stores of all kinds, empty.
async fn stores() -> Vec<(Database, Arc<dyn Store>)> {
    let mut stores = Vec::new();
    for database in databases() {
        let store = open(&database.url).await.unwrap();
        stores.push((database, store));
    }
    stores
}

/// Somebody of section A with an e-mail address and a student id.
fn member(text: &str, seed: u8) -> NewLearner {
    NewLearner {
        name: name(text),
        key: key(seed).hash(),
        section: Some("A".parse().unwrap()),
        email: Some(format!("{}@example.org", text.to_lowercase()).parse().unwrap()),
        student_id: Some(format!("s{seed}").parse().unwrap()),
    }
}

async fn import(
    store: &dyn Store,
    new: Vec<NewLearner>,
    changes: Vec<(LearnerId, LearnerChange)>,
) -> Result<Vec<LearnerId>, StoreError> {
    let outcome = store.import_roster(new, changes, noon()).await?;
    Ok(outcome.added.iter().map(|learner| learner.id).collect())
}

async fn names(store: &dyn Store) -> Vec<String> {
    let roster = store.roster().await.unwrap();
    roster.iter().map(|entry| entry.learner.name.to_string()).collect()
}

fn renamed(text: &str) -> LearnerChange {
    LearnerChange { name: Some(name(text)), ..LearnerChange::default() }
}

fn nickname(text: &str) -> Nickname {
    text.parse().unwrap()
}

#[tokio::test]
async fn a_roster_is_imported() {
    for (_database, store) in stores().await {
        let nobody = store.register_learner(&name("Zoe"), key(9).hash(), noon()).await.unwrap();
        let second = NewLearner { section: Some("B".parse().unwrap()), ..member("Ada", 1) };
        let new = vec![second, member("Grace", 2), member("Edsger", 3)];
        let added = import(&*store, new, Vec::new()).await.unwrap();
        assert_eq!(names(&*store).await, ["Edsger", "Grace", "Ada", "Zoe"]);

        let grace = store.roster_entry(added[1]).await.unwrap().unwrap();
        let RosterEntry { learner, email, student_id, nickname, registered_at } = &grace;
        assert_eq!((learner.id, learner.name.as_str()), (added[1], "Grace"));
        assert_eq!(learner.section.as_ref().unwrap().as_str(), "A");
        assert_eq!(email.as_ref().unwrap().as_str(), "grace@example.org");
        assert_eq!(student_id.as_ref().unwrap().as_str(), "s2");
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

#[tokio::test]
async fn a_roster_is_imported_as_a_whole_or_not_at_all() {
    for (_database, store) in stores().await {
        let ada = import(&*store, vec![member("Ada", 1)], Vec::new()).await.unwrap()[0];
        let before = store.roster().await.unwrap();
        let new = || vec![member("Grace", 2)];
        let with = |second| vec![member("Grace", 2), second];
        let email = member("Ada", 1).email;

        for text in ["aDA", "Аda", "GRACE"] {
            let second = NewLearner { email: None, ..member(text, 3) };
            let refused = import(&*store, with(second), Vec::new()).await;
            assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
        }
        let same_email = NewLearner { email: email.clone(), ..member("Edsger", 3) };
        let same_id = NewLearner { student_id: member("Ada", 1).student_id, ..member("Edsger", 3) };
        let shouted =
            NewLearner { email: Some("ADA@Example.org".parse().unwrap()), ..member("Edsger", 3) };
        for second in [same_email, same_id, shouted] {
            let refused = import(&*store, with(second), Vec::new()).await;
            assert!(matches!(refused, Err(StoreError::MemberTaken)), "{refused:?}");
        }
        let refused = import(&*store, new(), vec![(ada, renamed("Grace"))]).await;
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

/// What is refused takes nothing with it that others do at the same time.
#[tokio::test]
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
        assert!(matches!(answer, Ok(Submitted::Recorded(..))), "{answer:?}");
        assert_eq!(names(store).await, ["Ada", "Edsger", "Grace"]);
        store.close().await;
    }
}

#[tokio::test]
async fn a_learner_is_changed() {
    for (_database, store) in stores().await {
        let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap().id;
        let grace = import(&*store, vec![member("Grace", 2)], Vec::new()).await.unwrap()[0];
        let change = LearnerChange {
            name: Some(name("Augusta")),
            section: Some(Some("B".parse().unwrap())),
            email: Some(Some("ada@example.org".parse().unwrap())),
            student_id: Some(Some("s1".parse().unwrap())),
            key: Some(key(3).hash()),
            put_on_roster: true,
            clear_nickname: true,
        };
        store.set_nickname(ada, Some(nickname("Countess"))).await.unwrap();
        store.change_learner(ada, change).await.unwrap();
        let entry = store.roster_entry(ada).await.unwrap().unwrap();
        assert_eq!(entry.learner.name.as_str(), "Augusta");
        assert_eq!(entry.learner.section.as_ref().unwrap().as_str(), "B");
        assert_eq!(entry.student_id.as_ref().unwrap().as_str(), "s1");
        assert!(entry.learner.is_on_roster && entry.nickname.is_none());
        // The old key and the old name are free of her.
        assert_eq!(store.learner_by_key(key(1).hash()).await.unwrap(), None);
        assert_eq!(store.learner_by_key(key(3).hash()).await.unwrap().unwrap().id, ada);
        store.register_learner(&name("Ada"), key(4).hash(), noon()).await.unwrap();

        // What is not named stays; what is taken away goes.
        let change =
            LearnerChange { section: Some(None), email: Some(None), ..LearnerChange::default() };
        store.change_learner(ada, change).await.unwrap();
        let entry = store.roster_entry(ada).await.unwrap().unwrap();
        assert_eq!((entry.learner.section, entry.email), (None, None));
        assert_eq!(entry.student_id.unwrap().as_str(), "s1");

        for (learner, text) in [(ada, "gracE"), (grace, "Аugustа"), (grace, "ada")] {
            let refused = store.change_learner(learner, renamed(text)).await;
            assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
        }
        let change = LearnerChange { email: Some(member("Grace", 2).email), ..renamed("Other") };
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
    let audience = Audience::Learner(learner);
    let changes = RuleChanges { due: Some(noon()), ..RuleChanges::default() };
    store.extend(step(7), audience, changes, String::new(), name("Grace"), noon()).await.unwrap();
    store.set_nickname(learner, Some(nickname(&format!("The {text}")))).await.unwrap();
    learner
}

fn record() -> SavedRecord {
    SavedRecord { game: "gomoku".to_owned(), moves: 2, json: "{}".to_owned(), at: noon() }
}

#[tokio::test]
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

/// A server may know a forgotten learner for a moment longer.
async fn nothing_more_is_stored(store: &dyn Store, learner: LearnerId) {
    let answer = store.submit_attempt(accepted(learner, 5), PER_DAY).await.err();
    let renaming = store.change_learner(learner, renamed("Again")).await.err();
    let nickname = store.set_nickname(learner, Some(nickname("Again"))).await.err();
    let again = store.forget_learner(learner, Forgetting::KeepAttempts).await.err();
    let kept = &"new".parse().unwrap();
    let record = store.save_record(learner, kept, record(), SaveMode::Create, 5).await.err();
    let audience = Audience::Learner(learner);
    let extension = store.extend(
        step(7),
        audience,
        RuleChanges::default(),
        String::new(),
        name("Grace"),
        noon(),
    );
    let extension = extension.await.err();
    for refused in [answer, renaming, nickname, again, record, extension] {
        assert!(matches!(refused, Some(StoreError::LearnerUnknown)), "{refused:?}");
    }
}

#[tokio::test]
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

#[tokio::test]
async fn nobody_is_called_as_an_instructor_is() {
    for (_database, store) in stores().await {
        let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap().id;
        let alan = store.register_learner(&name("Alan"), key(2).hash(), noon()).await.unwrap().id;
        store.set_nickname(ada, Some(nickname("Cоuntess"))).await.unwrap();
        store.set_nickname(alan, Some(nickname("Grace"))).await.unwrap();
        // A learner who was there before keeps the name; a nickname is taken away.
        let refused = store.add_instructor(&name("АLAN"), key(3).hash(), noon()).await;
        assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
        store.add_instructor(&name("Barbara"), key(3).hash(), noon()).await.unwrap();
        store.add_instructor(&name("countess"), key(4).hash(), noon()).await.unwrap();
        let nicknames = async || {
            let entries = store.scoreboard_entries().await.unwrap().into_iter();
            entries.map(|entry| entry.nickname).collect::<Vec<_>>()
        };
        assert_eq!(nicknames().await, [None, Some(nickname("Grace"))]);

        for text in ["Countess", "Cоuntess", "barbara"] {
            let refused = [
                store.register_learner(&name(text), key(5).hash(), noon()).await.err(),
                import(&*store, vec![member("Edsger", 5), member(text, 6)], Vec::new()).await.err(),
                store.change_learner(ada, renamed(text)).await.err(),
                store.set_nickname(ada, Some(nickname(text))).await.err(),
            ];
            for refused in refused {
                assert!(matches!(refused, Some(StoreError::NameTaken)), "{text}: {refused:?}");
            }
        }
        // What else changes of a learner does not depend on the name.
        let section = Some(Some("B".parse().unwrap()));
        let moved = LearnerChange { section, ..renamed("Alan") };
        store.change_learner(alan, moved).await.unwrap();
        assert_eq!(names(&*store).await, ["Alan", "Ada"]);
        store.close().await;
    }
}

#[tokio::test]
async fn instructors_come_and_go() {
    for (_database, store) in stores().await {
        let grace = store.add_instructor(&name("Grace"), key(1).hash(), noon()).await.unwrap();
        let ada = store.add_instructor(&name("Ada"), key(2).hash(), noon()).await.unwrap();
        assert_eq!(store.instructors().await.unwrap(), [ada.clone(), grace.clone()]);
        for text in ["grace", "Grасe"] {
            let refused = store.add_instructor(&name(text), key(3).hash(), noon()).await;
            assert!(matches!(refused, Err(StoreError::InstructorTaken)), "{refused:?}");
        }
        assert_eq!(store.instructor_by_key(key(1).hash()).await.unwrap(), Some(grace.clone()));
        // Keys of instructors are not those of learners.
        assert_eq!(store.learner_by_key(key(1).hash()).await.unwrap(), None);

        let (grace, ada) = (grace.id.unwrap(), ada.id.unwrap());
        store.rekey_instructor(grace, key(4).hash()).await.unwrap();
        assert_eq!(store.instructor_by_key(key(1).hash()).await.unwrap(), None);
        assert!(store.instructor_by_key(key(4).hash()).await.unwrap().is_some());
        store.remove_instructor(ada).await.unwrap();
        assert_eq!(store.instructor_by_key(key(2).hash()).await.unwrap(), None);
        for refused in
            [store.remove_instructor(ada).await, store.rekey_instructor(ada, key(5).hash()).await]
        {
            assert!(matches!(refused, Err(StoreError::EntryUnknown)), "{refused:?}");
        }
        // The name is free again, the id is not.
        let again = store.add_instructor(&name("Ada"), key(2).hash(), noon()).await.unwrap();
        assert!(again.id.unwrap().0 > ada.0);
        store.close().await;
    }
}

#[tokio::test]
async fn extensions_are_given_and_taken_back() {
    for (_database, store) in stores().await {
        let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap().id;
        let due = RuleChanges { due: Some(noon().plus(60)), ..RuleChanges::default() };
        let all = RuleChanges { opens: Some(noon()), closes: Some(noon().plus(90)), ..due };
        let (section, by) = (Audience::Section("A".parse().unwrap()), name("Grace"));
        let give = async |audience: &Audience, changes, reason: &str| {
            let reason = reason.to_owned();
            store.extend(step(7), audience.clone(), changes, reason, by.clone(), noon()).await
        };
        let first = give(&section, due, "").await.unwrap();
        let second = give(&Audience::Learner(ada), all, "ill").await.unwrap();
        let extensions = store.extensions().await.unwrap();
        let given = extensions.iter().map(|given| (given.id, &given.audience, given.changes));
        let expected = [(first, &section, due), (second, &Audience::Learner(ada), all)];
        assert_eq!(given.collect::<Vec<_>>(), expected);
        let last = &extensions[1];
        assert_eq!(
            (last.step, last.reason.as_str(), &last.by, last.at),
            (step(7), "ill", &by, noon())
        );

        let refused = give(&Audience::Learner(LearnerId(99)), due, "").await;
        assert!(matches!(refused, Err(StoreError::LearnerUnknown)), "{refused:?}");
        store.remove_extension(second).await.unwrap();
        let refused = store.remove_extension(second).await;
        assert!(matches!(refused, Err(StoreError::EntryUnknown)), "{refused:?}");
        let third = give(&section, due, "").await.unwrap();
        assert!(third.0 > second.0);
        store.close().await;
    }
}

#[tokio::test]
async fn keys_of_receipts_are_kept_once() {
    for (_database, store) in stores().await {
        for (seconds, public) in [(0, [1; 32]), (1, [2; 32]), (2, [1; 32])] {
            store.keep_receipt_key(public, noon().plus(seconds)).await.unwrap();
        }
        assert_eq!(store.receipt_keys().await.unwrap(), [[2; 32], [1; 32]]);
        for (public, kept_at) in [([1; 32], Some(0)), ([2; 32], Some(1)), ([3; 32], None)] {
            let expected = kept_at.map(|seconds| noon().plus(seconds));
            assert_eq!(store.receipt_key_kept_at(public).await.unwrap(), expected);
        }
        store.close().await;
    }
}

#[tokio::test]
async fn a_previous_secret_is_noted_with_the_earliest_time_and_is_no_key_of_receipts() {
    for (_database, store) in stores().await {
        for (seconds, expected) in [(5, 5), (9, 5), (2, 2), (5, 2)] {
            let noted = store.note_previous_secret([1; 32], noon().plus(seconds)).await.unwrap();
            assert_eq!(noted, noon().plus(expected));
        }
        let other = store.note_previous_secret([2; 32], noon().plus(7)).await.unwrap();
        assert_eq!(other, noon().plus(7));
        assert_eq!(store.receipt_keys().await.unwrap(), Vec::<[u8; 32]>::new());
        assert_eq!(store.receipt_key_kept_at([1; 32]).await.unwrap(), None);
        store.close().await;
    }
}

/// What one process changes, another one can know of.
#[tokio::test]
async fn every_process_sees_that_the_class_has_changed() {
    for (database, here) in stores().await {
        let there = open(&database.url).await.unwrap();
        let ada = import(&*here, vec![member("Ada", 1)], Vec::new()).await.unwrap()[0];
        let instructor = here.add_instructor(&name("Grace"), key(2).hash(), noon()).await.unwrap();
        let instructor = instructor.id.unwrap();
        let mut version = there.class_version().await.unwrap();
        let mut has_risen = async || {
            let found = there.class_version().await.unwrap();
            assert_eq!(here.class_version().await.unwrap(), found);
            let has_risen = found > version;
            version = found;
            has_risen
        };

        // No cache has what is new, and none keeps what learners do.
        let alan = here.register_learner(&name("Alan"), key(3).hash(), noon()).await.unwrap().id;
        here.submit_attempt(accepted(ada, 1), PER_DAY).await.unwrap();
        here.set_nickname(ada, Some(nickname("Countess"))).await.unwrap();
        here.change_learner(ada, renamed("Ada")).await.unwrap();
        assert!(!has_risen().await);

        here.change_learner(ada, renamed("Augusta")).await.unwrap();
        assert!(has_risen().await);
        let on_roster = LearnerChange { put_on_roster: true, ..LearnerChange::default() };
        import(&*here, Vec::new(), vec![(alan, on_roster.clone())]).await.unwrap();
        assert!(has_risen().await);
        import(&*here, Vec::new(), vec![(alan, on_roster)]).await.unwrap();
        assert!(!has_risen().await);
        // Nicknames that others take away are on the scoreboard of every server.
        let clearing = LearnerChange { clear_nickname: true, ..LearnerChange::default() };
        there.change_learner(ada, clearing).await.unwrap();
        assert!(has_risen().await);
        here.set_nickname(ada, Some(nickname("Barbara"))).await.unwrap();
        there.add_instructor(&name("Barbara"), key(9).hash(), noon()).await.unwrap();
        assert!(has_risen().await);
        let rekeyed = LearnerChange { key: Some(key(4).hash()), ..LearnerChange::default() };
        there.change_learner(ada, rekeyed).await.unwrap();
        assert!(has_risen().await);
        let moved = LearnerChange { section: Some(None), ..LearnerChange::default() };
        import(&*here, Vec::new(), vec![(ada, moved)]).await.unwrap();
        assert!(has_risen().await);
        let audience = Audience::Learner(ada);
        let none = RuleChanges::default();
        let given = here.extend(step(7), audience, none, String::new(), name("Grace"), noon());
        let given = given.await.unwrap();
        assert!(has_risen().await);
        here.remove_extension(given).await.unwrap();
        assert!(has_risen().await);
        here.rekey_instructor(instructor, key(5).hash()).await.unwrap();
        assert!(has_risen().await);
        here.remove_instructor(instructor).await.unwrap();
        assert!(has_risen().await);
        there.forget_learner(ada, Forgetting::RemoveAttempts).await.unwrap();
        assert!(has_risen().await);
        here.close().await;
        there.close().await;
    }
}
