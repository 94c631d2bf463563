//! Which verdict stands when the same answer to the same task comes again.

use gradus::step::{Fit, Marks};
use gradus::store::{
    LearnerId, NewAttempt, Store, StoredDiagnosis, StoredVerdict, Submitted, VerdictBasis, open,
};

use super::{DATABASES, attempt, key, name, noon, step, whole, wrong};

/// Submits one answer with these verdicts, one after the other. Each must be answered as it says, and they count once.
async fn submit(
    store: &dyn Store,
    first: &NewAttempt,
    verdicts: impl IntoIterator<Item = (StoredVerdict, Submitted)>,
) {
    let before = store.progress(first.learner).await.unwrap().attempts;
    for (verdict, expected) in verdicts {
        let attempt = NewAttempt { verdict, ..first.clone() };
        assert_eq!(store.submit_attempt(attempt).await.unwrap(), expected);
    }
    assert_eq!(store.progress(first.learner).await.unwrap().attempts, before + 1);
}

#[tokio::test]
async fn a_repeated_answer_gets_the_verdict_that_stands() {
    for new_database in DATABASES {
        let database = new_database();
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
        [(first.clone(), Submitted::Recorded(first.clone())), (second, Submitted::Repeated(first))];
    submit(store, &attempt(learner, 1), verdicts).await;
}

/// An answer comes twice while too many others wait for their explanations, then in quiet, then once more.
async fn what_was_not_explained_is_explained_later(store: &dyn Store, learner: LearnerId) {
    let unexplained = StoredVerdict::Wrong { marks: None, diagnosis: None };
    let explained = wrong(34, Some("rows-and-columns-swapped"));
    let verdicts = [
        (unexplained.clone(), Submitted::Recorded(unexplained.clone())),
        (unexplained.clone(), Submitted::Repeated(unexplained.clone())),
        (explained.clone(), Submitted::Recorded(explained.clone())),
        (unexplained, Submitted::Repeated(explained.clone())),
        (wrong(34, None), Submitted::Repeated(explained)),
    ];
    submit(store, &attempt(learner, 21), verdicts).await;
}

/// An answer that was wrong is judged right later, and wrong once more: it stays right.
async fn a_corrected_judge_is_believed(store: &dyn Store, learner: LearnerId) {
    let on_step_12 = NewAttempt { step: step(12), ..attempt(learner, 2) };
    let (accepted, wrong) = (StoredVerdict::Accepted, wrong(35, Some("row-by-row")));
    let verdicts = [
        (wrong.clone(), Submitted::Recorded(wrong.clone())),
        (accepted.clone(), Submitted::Recorded(accepted.clone())),
        (wrong, Submitted::Repeated(accepted)),
    ];
    submit(store, &on_step_12, verdicts).await;
    assert!(store.progress(learner).await.unwrap().solved.contains(&step(12)));
}

/// A match is named while it goes on, when it is won, and when its rules are read differently.
async fn the_latest_verdict_by_evidence_stands(store: &dyn Store, learner: LearnerId) {
    let match_id = NewAttempt { basis: VerdictBasis::Evidence, ..attempt(learner, 3) };
    let (open, lost) = (wrong(0, Some("match-open")), wrong(0, Some("match-lost")));
    let accepted = StoredVerdict::Accepted;
    let verdicts = [
        (open.clone(), Submitted::Recorded(open)),
        (lost.clone(), Submitted::Recorded(lost.clone())),
        (accepted.clone(), Submitted::Recorded(accepted.clone())),
        (lost, Submitted::Repeated(accepted)),
    ];
    submit(store, &match_id, verdicts).await;
}

async fn one_of_many_at_once_is_recorded(store: &dyn Store, learner: LearnerId) {
    let submitted = (0..20).map(|right| {
        store.submit_attempt(NewAttempt { verdict: wrong(right, None), ..attempt(learner, 4) })
    });
    let submitted = futures_util::future::join_all(submitted).await;
    let (mut recorded, mut repeated) = (Vec::new(), Vec::new());
    for submitted in submitted {
        match submitted.unwrap() {
            Submitted::Recorded(verdict) => recorded.push(verdict),
            Submitted::Repeated(verdict) => repeated.push(verdict),
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
    for (nonce, verdict) in (10..).zip(verdicts) {
        let again = Submitted::Repeated(verdict.clone());
        let verdicts = [(verdict.clone(), Submitted::Recorded(verdict.clone())), (verdict, again)];
        submit(store, &attempt(learner, nonce), verdicts).await;
    }
}
