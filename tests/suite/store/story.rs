//! The story of a store: two learners register, and one of them solves a step.

use gradus::course::{Credit, Grade, Learner, LearnerId};
use gradus::step::{Fingerprint, Nonce};
use gradus::store::{
    NewAttempt, Progress, RawAnswer, Store, StoreError, StoredVerdict, Submitted, open,
};

use super::{
    KIND, Kept, PER_DAY, accepted, attempt, databases, key, name, noon, step, submit, wrong,
};

/// What a store has to remember when the story is over.
struct Written {
    ada: Learner,
    progress: Progress,
}

#[case]
async fn every_store_tells_the_story_and_remembers_it() {
    for database in databases() {
        let store = open(&database.url).await.unwrap();
        let written = the_story(&*store).await;
        the_story_is_remembered(&*store, &written).await;
        store.close().await;

        let reopened = open(&database.url).await.unwrap();
        the_story_is_remembered(&*reopened, &written).await;
        reopened.close().await;
    }
}

async fn the_story(store: &dyn Store) -> Written {
    store.ready().await.unwrap();

    let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap();
    assert_eq!(ada.name, name("Ada"));
    let again = store.register_learner(&name("aDA"), key(2).hash(), noon()).await;
    assert!(matches!(again, Err(StoreError::NameTaken)));
    let kobayashi = store.register_learner(&name("小林"), key(3).hash(), noon()).await.unwrap();

    assert_eq!(store.learner_by_key(key(1).hash()).await.unwrap(), Some(ada.clone()));
    assert_eq!(store.learner_by_key(key(2).hash()).await.unwrap(), None);
    assert_eq!(store.progress(ada.id).await.unwrap(), Progress::default());

    let first = attempt(ada.id, u64::MAX);
    let differently_written = NewAttempt { raw: RawAnswer::new("5A,5B", "5A,5B"), ..first.clone() };
    let longer = NewAttempt {
        canonical: "5A,5B,".repeat(1200),
        verdict: StoredVerdict::Accepted,
        ..first.clone()
    };
    let of_another_task = NewAttempt { nonce: Nonce::from_bits(0), ..longer.clone() };
    let of_another_fingerprint =
        NewAttempt { fingerprint: Fingerprint::from_bits(u32::MAX), ..longer.clone() };
    let of_another_learner = NewAttempt { learner: kobayashi.id, ..first.clone() };
    let right = NewAttempt {
        canonical: "5A,5C".to_owned(),
        verdict: StoredVerdict::Accepted,
        ..first.clone()
    };
    let unexplained = NewAttempt { step: step(99), verdict: wrong(0, None), ..first.clone() };
    for attempt in [
        &first,
        &longer,
        &of_another_task,
        &of_another_fingerprint,
        &of_another_learner,
        &right,
        &unexplained,
    ] {
        let recorded = Kept::Recorded(attempt.verdict.clone());
        assert_eq!(submit(store, attempt.clone()).await, recorded);
    }
    for attempt in [differently_written, longer, right, unexplained] {
        let repeated = Kept::Repeated(attempt.verdict.clone());
        assert_eq!(submit(store, attempt).await, repeated);
    }

    one_failure_spoils_nothing_else(store, ada.id).await;

    let solved = Grade {
        learner: ada.id,
        step: step(7),
        kind: KIND.to_owned(),
        attempts: 7,
        solved_at: Some(noon()),
        credit: Credit::of_points(20),
        late: false,
        is_ungraded: false,
    };
    let tried = Grade {
        step: step(99),
        attempts: 1,
        solved_at: None,
        credit: Credit::NONE,
        ..solved.clone()
    };
    let progress = Progress { steps: vec![solved, tried], attempts: 8 };
    assert_eq!(store.progress(ada.id).await.unwrap(), progress);
    assert_eq!(store.progress(kobayashi.id).await.unwrap().attempts, 1);
    Written { ada, progress }
}

/// These ask at the same time, so that a store may write them together. It records two attempts.
async fn one_failure_spoils_nothing_else(store: &dyn Store, learner: LearnerId) {
    let stranger = LearnerId(i64::MAX);
    let (grace, key_hash) = (name("Grace"), key(1).hash());
    let (first, of_nobody, taken_key, last) = tokio::join!(
        store.submit_attempt(accepted(learner, 1), PER_DAY),
        store.submit_attempt(accepted(stranger, 1), PER_DAY),
        store.register_learner(&grace, key_hash, noon()),
        store.submit_attempt(accepted(learner, 2), PER_DAY),
    );
    assert!(matches!(first, Ok(Submitted { is_repeated: false, .. })));
    assert!(matches!(of_nobody, Err(StoreError::LearnerUnknown)));
    assert!(matches!(taken_key, Err(StoreError::Database(_))));
    assert!(matches!(last, Ok(Submitted { is_repeated: false, .. })));
}

async fn the_story_is_remembered(store: &dyn Store, written: &Written) {
    let Written { ada, progress } = written;
    assert_eq!(store.learner_by_key(key(1).hash()).await.unwrap().as_ref(), Some(ada));
    assert_eq!(store.progress(ada.id).await.unwrap(), *progress);
    let first = attempt(ada.id, u64::MAX);
    let stored = first.verdict.clone();
    assert_eq!(submit(store, first).await, Kept::Repeated(stored));
}
