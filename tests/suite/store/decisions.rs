//! Decisions of instructors, and the attempts that they void.

use gradus::course::{
    AttemptId, Audience, Credit, Decision, DecisionAction, DecisionId, Decisions, LearnerId,
};
use gradus::store::{AttemptPage, Forgetting, Refusal, Standing, Store, StoreError, Submitted};

use super::grades::{false_answer, record, right, stores};
use super::{KIND, PER_DAY, exercise, name, noon, step};
use gradus::store::NewAttempt;

pub(super) fn decision(audience: Audience, action: DecisionAction) -> Decision {
    Decision {
        id: DecisionId::NEW,
        step: step(7),
        kind: KIND.to_owned(),
        audience,
        action,
        reason: "ill".to_owned(),
        is_public: true,
        by: name("Grace"),
        at: noon(),
        taken_back: None,
    }
}

async fn decide(store: &dyn Store, audience: Audience, action: DecisionAction) -> DecisionId {
    store.decide(decision(audience, action)).await.unwrap().0
}

async fn take_back(store: &dyn Store, id: DecisionId) {
    store.take_back(id, name("Howard"), noon().plus(9)).await.unwrap();
}

/// What a learner has at step 07, by the decisions of the store.
async fn credit(store: &dyn Store, learner: LearnerId) -> Credit {
    let voided = store.voided_attempts().await.unwrap();
    let decisions = Decisions::new(store.decisions().await.unwrap(), voided);
    let progress = store.progress(learner).await.unwrap();
    decisions.result((learner, None), (step(7), KIND, 20), progress.of(step(7), KIND)).credit()
}

async fn is_refused(store: &dyn Store, attempt: NewAttempt) -> bool {
    let submitted = store.submit_attempt(attempt, PER_DAY).await;
    matches!(submitted, Err(StoreError::Refused(Refusal::Voided)))
}

/// The ids of the attempts of a learner, the earliest first.
async fn attempts(store: &dyn Store, learner: LearnerId) -> Vec<AttemptId> {
    let after = Some(AttemptId(0));
    let page = AttemptPage { after, learner: Some(learner), limit: 99, ..AttemptPage::default() };
    store.recorded_attempts(page).await.unwrap().iter().map(|attempt| attempt.id).collect()
}

#[case]
async fn a_decision_is_kept_with_its_history() {
    for (_database, store, ada, _) in stores().await {
        let store = &*store;
        record(store, right(ada, 1, 0, 20)).await;
        let version = store.class_version().await.unwrap();
        let action = DecisionAction::Set(Credit::from_hundredths(750));
        let set = decide(store, Audience::Learner(ada), action).await;
        assert_eq!(credit(store, ada).await, Credit::from_hundredths(750));
        let excuse = decide(store, Audience::Everybody, DecisionAction::Excuse).await;
        assert_eq!(credit(store, ada).await, Credit::from_hundredths(750));
        // A better answer changes nothing.
        record(store, right(ada, 2, 5, 30)).await;
        assert_eq!(credit(store, ada).await, Credit::from_hundredths(750));
        take_back(store, set).await;
        assert_eq!(credit(store, ada).await, Credit::NONE);
        take_back(store, excuse).await;
        assert_eq!(credit(store, ada).await, Credit::of_points(30));
        let again = store.take_back(set, name("Grace"), noon()).await;
        assert!(matches!(again, Err(StoreError::EntryUnknown)), "{again:?}");
        let unknown = store.take_back(DecisionId(99), name("Grace"), noon()).await;
        assert!(matches!(unknown, Err(StoreError::EntryUnknown)), "{unknown:?}");
        assert!(store.class_version().await.unwrap() > version);

        let [first, second] = &store.decisions().await.unwrap()[..] else { panic!("two") };
        let expected = Decision {
            id: set,
            step: step(7),
            kind: KIND.to_owned(),
            audience: Audience::Learner(ada),
            action,
            reason: "ill".to_owned(),
            is_public: true,
            by: name("Grace"),
            at: noon(),
            taken_back: Some((name("Howard"), noon().plus(9))),
        };
        assert_eq!(*first, expected);
        assert_eq!((second.id, &second.audience), (excuse, &Audience::Everybody));
        let nobody = decision(Audience::Learner(LearnerId(99)), DecisionAction::Excuse);
        let refused = store.decide(nobody).await;
        assert!(matches!(refused, Err(StoreError::LearnerUnknown)), "{refused:?}");
        store.close().await;
    }
}

#[case]
async fn a_void_attempt_earns_nothing_until_the_decision_is_taken_back() {
    for (_database, store, ada, alan) in stores().await {
        let store = &*store;
        record(store, right(ada, 1, 0, 20)).await;
        record(store, right(ada, 2, 10, 10)).await;
        record(store, right(alan, 1, 0, 20)).await;
        let [best, _] = attempts(store, ada).await[..] else { panic!("two attempts") };
        let void = decision(Audience::Learner(ada), DecisionAction::Void(Some(best)));
        let (id, voided) = store.decide(void).await.unwrap();
        assert_eq!(voided, 1);

        // The other answer counts now, and only its receipt.
        let grade = store.progress(ada).await.unwrap().steps[0].clone();
        assert_eq!((grade.attempts, grade.solved_at), (2, Some(noon().plus(10))));
        assert_eq!(credit(store, ada).await, Credit::of_points(10));
        assert_eq!(store.accepted_attempts(ada).await.unwrap().len(), 1);
        assert_eq!(store.recorded_attempt(best).await.unwrap().unwrap().voided_by, Some(id));
        let past = store.attempts(ada, step(7), 9).await.unwrap();
        assert_eq!(past.iter().map(|past| past.is_void).collect::<Vec<_>>(), [false, true]);
        // Its task takes no answer, neither the same one nor another; others do.
        assert!(is_refused(store, right(ada, 1, 20, 20)).await);
        let other = NewAttempt { canonical: "9".to_owned(), ..right(ada, 1, 20, 20) };
        assert!(is_refused(store, other.clone()).await);
        assert!(!is_refused(store, right(alan, 1, 20, 20)).await);
        record(store, right(ada, 3, 30, 15)).await;
        assert_eq!(credit(store, ada).await, Credit::of_points(15));
        let statistics = store.step_statistics(step(7), KIND).await.unwrap();
        assert_eq!((statistics.solved, statistics.accepted, statistics.attempts), (2, 3, 4));

        take_back(store, id).await;
        assert_eq!(credit(store, ada).await, Credit::of_points(20));
        assert_eq!(store.recorded_attempt(best).await.unwrap().unwrap().voided_by, None);
        assert!(store.voided_attempts().await.unwrap().is_empty());
        let repeated = store.submit_attempt(right(ada, 1, 40, 20), PER_DAY).await.unwrap();
        assert!(matches!(repeated, Submitted { is_repeated: true, .. }), "{repeated:?}");
        record(store, other).await;
        store.close().await;
    }
}

#[case]
async fn a_void_of_all_answers_reopens_the_step_without_an_old_pause() {
    for (_database, store, ada, alan) in stores().await {
        let store = &*store;
        record(store, false_answer(ada, 1, 0, 20)).await;
        record(store, false_answer(ada, 2, 1, 20)).await;
        record(store, right(alan, 1, 0, 20)).await;
        let of_other = NewAttempt { exercise: exercise("other"), ..right(alan, 5, 9, 20) };
        record(store, of_other).await;
        let paused = store.submit_attempt(right(ada, 3, 2, 20), PER_DAY).await;
        assert!(matches!(paused, Err(StoreError::Refused(Refusal::CoolingDown(_)))), "{paused:?}");
        let (id, voided) =
            store.decide(decision(Audience::Everybody, DecisionAction::Void(None))).await.unwrap();
        // Not the answer to the step of another kind.
        assert_eq!(voided, 3);
        assert_eq!(credit(store, alan).await, Credit::NONE);
        assert!(!store.progress(alan).await.unwrap().has_solved(step(7), KIND));
        assert!(store.progress(alan).await.unwrap().has_solved(step(7), "other"));
        let standing = store.submit_attempt(false_answer(ada, 3, 2, 20), PER_DAY).await.unwrap();
        assert!(matches!(standing.standing, Standing { paused_until: None, .. }), "{standing:?}");
        assert_eq!(store.voided_attempts().await.unwrap().len(), 3);

        // A later decision voids what an earlier one voids: both must be taken back.
        let later = decide(store, Audience::Learner(alan), DecisionAction::Void(None)).await;
        take_back(store, id).await;
        assert_eq!(credit(store, alan).await, Credit::NONE);
        assert!(is_refused(store, right(alan, 1, 30, 20)).await);
        take_back(store, later).await;
        assert_eq!(credit(store, alan).await, Credit::of_points(20));

        let nothing =
            Decision { step: step(8), ..decision(Audience::Everybody, DecisionAction::Void(None)) };
        let refused = store.decide(nothing).await;
        assert!(matches!(refused, Err(StoreError::NothingToVoid)), "{refused:?}");
        assert_eq!(store.decisions().await.unwrap().len(), 2);
        store.close().await;
    }
}

#[case]
async fn who_is_forgotten_leaves_no_reason() {
    for (_database, store, ada, alan) in stores().await {
        let store = &*store;
        for learner in [ada, alan] {
            record(store, right(learner, 1, 0, 20)).await;
            decide(store, Audience::Learner(learner), DecisionAction::Excuse).await;
            decide(store, Audience::Learner(learner), DecisionAction::Void(None)).await;
        }
        store.forget_learner(ada, Forgetting::KeepAttempts).await.unwrap();
        store.forget_learner(alan, Forgetting::RemoveAttempts).await.unwrap();
        let decisions = store.decisions().await.unwrap();
        let kept = decisions.iter().map(|decision| (&decision.audience, decision.reason.as_str()));
        let of_ada = Audience::Learner(ada);
        assert_eq!(kept.collect::<Vec<_>>(), [(&of_ada, ""), (&of_ada, "")]);
        let refused = store.decide(decision(of_ada, DecisionAction::Excuse)).await;
        assert!(matches!(refused, Err(StoreError::LearnerUnknown)), "{refused:?}");
        store.close().await;
    }
}
