//! Which verdict stands when the same answer to the same task comes again.

use gradus::course::LearnerId;
use gradus::step::{Fingerprint, Fit, Marks, Nonce};
use gradus::store::{
    NewAttempt, Store, StoredDiagnosis, StoredExercise, StoredVerdict, VerdictBasis, open,
};

use super::{
    KIND, Kept, accepted, attempt, databases, exercise, key, name, noon, step, submit, whole, wrong,
};

/// Submits one answer with these verdicts, one after the other. Each must be answered as it says, and they count once.
async fn submit_again(
    store: &dyn Store,
    first: &NewAttempt,
    verdicts: impl IntoIterator<Item = (StoredVerdict, Kept)>,
) {
    let before = store.progress(first.learner).await.unwrap().attempts;
    for (verdict, expected) in verdicts {
        let attempt = NewAttempt { verdict, ..first.clone() };
        assert_eq!(submit(store, attempt).await, expected);
    }
    assert_eq!(store.progress(first.learner).await.unwrap().attempts, before + 1);
}

#[case]
async fn a_repeated_answer_gets_the_verdict_that_stands() {
    for database in databases() {
        let store = open(&database.url).await.unwrap();
        let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap();
        the_first_verdict_stands(&*store, ada.id).await;
        a_corrected_judge_is_believed(&*store, ada.id).await;
        what_was_not_explained_is_explained_later(&*store, ada.id).await;
        the_latest_verdict_by_evidence_stands(&*store, ada.id).await;
        one_of_many_at_once_is_recorded(&*store, ada.id).await;
        every_verdict_is_stored_as_it_is(&*store, ada.id).await;
        store.close().await;
    }
}

async fn the_first_verdict_stands(store: &dyn Store, learner: LearnerId) {
    let (first, second) = (wrong(34, Some("rows-and-columns-swapped")), wrong(0, None));
    let verdicts =
        [(first.clone(), Kept::Recorded(first.clone())), (second, Kept::Repeated(first))];
    submit_again(store, &attempt(learner, 1), verdicts).await;
}

/// An answer comes twice while too many others wait for their explanations, then in quiet, then once more.
async fn what_was_not_explained_is_explained_later(store: &dyn Store, learner: LearnerId) {
    let unexplained = StoredVerdict::Wrong { marks: None, diagnosis: None };
    let explained = wrong(34, Some("rows-and-columns-swapped"));
    let verdicts = [
        (unexplained.clone(), Kept::Recorded(unexplained.clone())),
        (unexplained.clone(), Kept::Repeated(unexplained.clone())),
        (explained.clone(), Kept::Recorded(explained.clone())),
        (unexplained, Kept::Repeated(explained.clone())),
        (wrong(34, None), Kept::Repeated(explained)),
    ];
    submit_again(store, &NewAttempt { step: step(8), ..attempt(learner, 21) }, verdicts).await;
}

/// An answer that was wrong is judged right later, and wrong once more: it stays right.
async fn a_corrected_judge_is_believed(store: &dyn Store, learner: LearnerId) {
    let on_step_12 = NewAttempt { step: step(12), ..attempt(learner, 2) };
    let (accepted, wrong) = (StoredVerdict::Accepted, wrong(35, Some("row-by-row")));
    let verdicts = [
        (wrong.clone(), Kept::Recorded(wrong.clone())),
        (accepted.clone(), Kept::Recorded(accepted.clone())),
        (wrong, Kept::Repeated(accepted)),
    ];
    submit_again(store, &on_step_12, verdicts).await;
    assert!(store.progress(learner).await.unwrap().has_solved(step(12), KIND));
}

/// A match is named while it goes on, when it is won, and when its rules are read differently.
async fn the_latest_verdict_by_evidence_stands(store: &dyn Store, learner: LearnerId) {
    let match_id =
        NewAttempt { step: step(9), basis: VerdictBasis::Evidence, ..attempt(learner, 3) };
    let (open, lost) = (wrong(0, Some("match-open")), wrong(0, Some("match-lost")));
    let accepted = StoredVerdict::Accepted;
    let verdicts = [
        (open.clone(), Kept::Recorded(open)),
        (lost.clone(), Kept::Recorded(lost.clone())),
        (accepted.clone(), Kept::Recorded(accepted.clone())),
        (lost, Kept::Repeated(accepted)),
    ];
    submit_again(store, &match_id, verdicts).await;
}

async fn one_of_many_at_once_is_recorded(store: &dyn Store, learner: LearnerId) {
    let submitted = (0..20).map(|right| {
        submit(store, NewAttempt { verdict: wrong(right, None), ..attempt(learner, 4) })
    });
    let submitted = futures_util::future::join_all(submitted).await;
    let (mut recorded, mut repeated) = (Vec::new(), Vec::new());
    for submitted in submitted {
        match submitted {
            Kept::Recorded(verdict) => recorded.push(verdict),
            Kept::Repeated(verdict) => repeated.push(verdict),
        }
    }
    assert_eq!(recorded.len(), 1);
    assert!(repeated.iter().all(|verdict| *verdict == recorded[0]));
}

async fn every_verdict_is_stored_as_it_is(store: &dyn Store, learner: LearnerId) {
    let unlocated = Marks { right: 3, total: 4, first_wrong: None };
    let verdicts = [
        wrong(0, None),
        StoredVerdict::Wrong { marks: Some(unlocated), diagnosis: None },
        StoredVerdict::Wrong { marks: None, diagnosis: Some(whole("any")) },
        StoredVerdict::Wrong {
            marks: Some(unlocated),
            diagnosis: Some(StoredDiagnosis {
                fit: Fit::Items,
                causes: vec!["one".to_owned(), "two+three".to_owned()],
            }),
        },
        StoredVerdict::Accepted,
    ];
    // Each at a step of its own, so that no pause follows.
    for (number, verdict) in (20..).zip(verdicts) {
        let answer = NewAttempt { step: step(number), ..attempt(learner, 10) };
        let again = Kept::Repeated(verdict.clone());
        let verdicts = [(verdict.clone(), Kept::Recorded(verdict.clone())), (verdict, again)];
        submit_again(store, &answer, verdicts).await;
    }
}

/// The first attempt at an exercise stores its kind, version and parameters.
#[case]
async fn an_exercise_is_stored_with_its_first_attempt() {
    for database in databases() {
        let store = open(&database.url).await.unwrap();
        let learner = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap().id;
        let attempts = [(1, "first", 1), (1, "first", 2), (2, "second", 3)];
        let attempts = attempts.map(|(fingerprint, kind, nonce)| NewAttempt {
            fingerprint: Fingerprint::from_bits(fingerprint),
            exercise: exercise(kind),
            ..accepted(learner, nonce)
        });
        let stored = async |store: &dyn Store, fingerprint| {
            store.attempted_exercise(Fingerprint::from_bits(fingerprint)).await.unwrap()
        };
        assert_eq!(stored(&*store, 1).await, None);
        for attempt in attempts.clone() {
            submit(&*store, attempt).await;
        }
        // A process that does not know which exercises are stored.
        let other = open(&database.url).await.unwrap();
        let changed = StoredExercise { params: "{}".to_owned(), ..exercise("first") };
        let later =
            NewAttempt { exercise: changed, nonce: Nonce::from_bits(9), ..attempts[0].clone() };
        submit(&*other, later).await;
        for store in [store, other] {
            assert_eq!(stored(&*store, 1).await, Some(exercise("first")));
            assert_eq!(stored(&*store, 2).await, Some(exercise("second")));
            assert_eq!(stored(&*store, 3).await, None);
            store.close().await;
        }
    }
}
