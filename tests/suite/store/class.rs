//! The class in a store besides its learners: instructors, extensions, and what other processes learn of them.

use gradus::course::{Audience, ExtendedSteps, Extension, LearnerId, RuleChanges};
use gradus::store::{Forgetting, LearnerChange, StoreError, open};

use super::roster::{import, member, names, nickname, renamed, stores};
use super::{PER_DAY, accepted, extension, key, name, noon};

#[case]
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

#[case]
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

#[case]
async fn extensions_are_given_and_taken_back() {
    for (_database, store) in stores().await {
        let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap().id;
        let section = extension(Audience::Section("A".parse().unwrap()));
        let of_ada = extension(Audience::Learner(ada));
        let changes = RuleChanges { opens: Some(noon()), closes: Some(noon()), ..of_ada.changes };
        let of_ada = Extension { changes, reason: String::new(), ..of_ada };
        let all = Extension { steps: ExtendedSteps::All, ..extension(Audience::Everybody) };
        let mut expected = Vec::new();
        for given in [section, of_ada, all] {
            let id = store.extend(&given).await.unwrap();
            expected.push(Extension { id, ..given });
        }
        assert_eq!(store.extensions().await.unwrap(), expected);
        let second = expected[1].id;
        let refused = store.extend(&extension(Audience::Learner(LearnerId(99)))).await;
        assert!(matches!(refused, Err(StoreError::LearnerUnknown)), "{refused:?}");
        store.remove_extension(second).await.unwrap();
        let refused = store.remove_extension(second).await;
        assert!(matches!(refused, Err(StoreError::EntryUnknown)), "{refused:?}");
        let next = store.extend(&extension(Audience::Everybody)).await.unwrap();
        assert!(next.0 > expected[2].id.0);
        store.close().await;
    }
}

#[case]
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

#[case]
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
#[case]
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
        let given = here.extend(&extension(Audience::Learner(ada))).await.unwrap();
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
