//! What a store refuses to learners who guess: the pause after wrong answers, closed tasks, attempts on one day.

use gradus::course::LearnerId;
use gradus::step::{SubjectId, TaskIdentity, Timestamp};
use gradus::store::{
    ExpectedAnswer, Forecast, NewAttempt, RawAnswer, Refusal, Standing, Store, StoreError,
    StoredVerdict, Submitted, VerdictBasis, answer_hash, open,
};

use super::{KIND, PER_DAY, accepted, attempt, databases, key, name, noon, step, wrong};

/// A wrong answer to step 07 with this text, so many seconds after noon.
fn guess(learner: LearnerId, nonce: u64, text: &str, seconds: u64) -> NewAttempt {
    NewAttempt {
        raw: RawAnswer::new(text, text),
        canonical: text.to_owned(),
        verdict: wrong(0, None),
        at: noon().plus(seconds),
        ..attempt(learner, nonce)
    }
}

async fn submit(store: &dyn Store, attempt: NewAttempt) -> Result<Submitted, Refusal> {
    submit_with(store, attempt, PER_DAY).await
}

async fn submit_with(
    store: &dyn Store,
    attempt: NewAttempt,
    per_day: u32,
) -> Result<Submitted, Refusal> {
    let forecast = forecast(store, &attempt, per_day).await;
    let submitted = submit_at_once(store, attempt, per_day).await;
    // What the store says before an answer is judged is what it decides afterwards.
    if let Some(Forecast { is_repeated, refusal }) = forecast {
        assert_eq!(refusal.filter(|_| !is_repeated), submitted.as_ref().err().copied());
    }
    submitted
}

async fn submit_at_once(
    store: &dyn Store,
    attempt: NewAttempt,
    per_day: u32,
) -> Result<Submitted, Refusal> {
    match store.submit_attempt(attempt, per_day).await {
        Err(StoreError::Refused(refusal)) => Err(refusal),
        submitted => Ok(submitted.unwrap()),
    }
}

/// What the store says of an answer before it is judged; none for answers by evidence.
async fn forecast(store: &dyn Store, attempt: &NewAttempt, per_day: u32) -> Option<Forecast> {
    if attempt.basis == VerdictBasis::Evidence {
        return None;
    }
    let task = TaskIdentity {
        step: attempt.step,
        fingerprint: attempt.fingerprint,
        subject: SubjectId::from_bytes([0; 16]),
        nonce: attempt.nonce,
    };
    let expected = ExpectedAnswer {
        learner: attempt.learner,
        task,
        kind: &attempt.exercise.kind,
        hash: answer_hash(&attempt.canonical),
        at: attempt.at,
    };
    Some(store.forecast(expected, per_day).await.unwrap())
}

/// Submits an attempt that must be recorded, and returns how the learner stands.
async fn record(store: &dyn Store, attempt: NewAttempt) -> Standing {
    let submitted = submit(store, attempt).await.unwrap();
    assert!(!submitted.is_repeated);
    submitted.standing
}

/// The stores of all kinds, each with a learner.
async fn stores() -> Vec<(super::Database, std::sync::Arc<dyn Store>, LearnerId)> {
    let mut stores = Vec::new();
    for database in databases() {
        let store = open(&database.url).await.unwrap();
        let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap();
        stores.push((database, store, ada.id));
    }
    stores
}

const fn cooling(seconds: u64) -> Result<Submitted, Refusal> {
    Err(Refusal::CoolingDown(seconds))
}

#[case]
async fn the_pause_grows_with_each_wrong_answer_and_ends_with_a_right_one() {
    for (_database, store, ada) in stores().await {
        let store = &*store;
        let mut seconds = 0;
        for (number, pause) in (0..).zip([0, 5, 10, 20, 40, 60, 60]) {
            let standing = record(store, guess(ada, number, "wrong", seconds)).await;
            let until = (pause > 0).then(|| noon().plus(seconds + pause));
            assert_eq!(standing.paused_until, until);
            if pause > 0 {
                // Any answer to the step is refused, also to another task, and also the right one.
                for left in [pause, 1] {
                    let at = noon().plus(seconds + pause - left);
                    let wrong = NewAttempt { at, ..guess(ada, 99, "another", 0) };
                    assert_eq!(submit(store, wrong).await, cooling(left));
                    let right = NewAttempt { at, ..accepted(ada, number) };
                    assert_eq!(submit(store, right).await, cooling(left));
                }
                // Other steps and other learners are not meant.
                let elsewhere = NewAttempt { step: step(8), ..accepted(ada, number) };
                record(store, elsewhere).await;
            }
            seconds += pause;
        }
        let right = NewAttempt { at: noon().plus(seconds), ..accepted(ada, 0) };
        assert_eq!(record(store, right).await.paused_until, None);
        for number in [100, 101] {
            record(store, guess(ada, number, "wrong", seconds)).await;
        }
        assert_eq!(submit(store, guess(ada, 102, "wrong", seconds)).await, cooling(5));
        let attempts = store.progress(ada).await.unwrap().attempts;
        assert_eq!(attempts, 7 + 6 + 1 + 2);
    }
}

#[case]
async fn a_task_is_closed_after_ten_wrong_answers() {
    for (_database, store, ada) in stores().await {
        let store = &*store;
        for number in 0..10 {
            let seconds = 100 * u64::from(number);
            let standing = record(store, guess(ada, 1, &format!("{number}"), seconds)).await;
            assert_eq!(standing.tries_left, Some(9 - number));
        }
        let closed = Err(Refusal::Closed);
        assert_eq!(submit(store, guess(ada, 1, "10", 2000)).await, closed);
        // The pause does not hide it.
        assert_eq!(submit(store, guess(ada, 1, "10", 901)).await, closed);
        let right = NewAttempt { at: noon().plus(2000), ..accepted(ada, 1) };
        assert_eq!(submit(store, right).await, closed);
        // What was answered is answered again, as before.
        for number in ["0", "9"] {
            let again = submit(store, guess(ada, 1, number, 901)).await.unwrap();
            assert!(again.is_repeated);
            assert_eq!((again.verdict, again.standing.tries_left), (wrong(0, None), Some(0)));
        }
        // A fresh task is open.
        let fresh = NewAttempt { at: noon().plus(2000), ..accepted(ada, 2) };
        assert_eq!(record(store, fresh).await.tries_left, Some(10));
        assert_eq!(store.progress(ada).await.unwrap().attempts, 11);
    }
}

#[case]
async fn the_same_answer_gets_its_verdict_during_a_pause() {
    for (_database, store, ada) in stores().await {
        let store = &*store;
        let right = NewAttempt { at: noon(), ..accepted(ada, 3) };
        record(store, right.clone()).await;
        for nonce in [1, 2] {
            record(store, guess(ada, nonce, "wrong", 0)).await;
        }
        for (again, verdict) in
            [(guess(ada, 1, "wrong", 1), wrong(0, None)), (right, StoredVerdict::Accepted)]
        {
            let submitted = submit(store, again).await.unwrap();
            assert!(submitted.is_repeated && submitted.verdict == verdict);
        }
        assert_eq!(submit(store, guess(ada, 1, "new", 1)).await, cooling(4));
    }
}

/// A match that goes on is named as the answer, then when it is won; others are lost. Such a task is never closed.
#[case]
async fn matches_make_pauses_and_close_nothing() {
    for (_database, store, ada) in stores().await {
        let store = &*store;
        let named = |id: &str, seconds| NewAttempt {
            basis: VerdictBasis::Evidence,
            ..guess(ada, 1, id, seconds)
        };
        for number in 0..12 {
            let standing = record(store, named(&format!("{number}"), 100 * number)).await;
            assert_eq!(standing.tries_left, None);
        }
        assert_eq!(submit(store, named("another", 1101)).await, cooling(59));
        // The match that was named first is won in the meantime: its verdict changes, and the pause is over.
        let won = NewAttempt { verdict: StoredVerdict::Accepted, ..named("0", 1101) };
        assert_eq!(record(store, won).await.paused_until, None);
        record(store, named("another", 1101)).await;
        assert!(store.progress(ada).await.unwrap().has_solved(step(7), KIND));
    }
}

/// A learner does not wait until the clock is again where it was.
#[case]
async fn a_clock_that_was_set_back_ends_the_pause() {
    for (_database, store, ada) in stores().await {
        let store = &*store;
        for text in ["one", "two"] {
            record(store, guess(ada, 1, text, 3600)).await;
        }
        // So far the clocks of servers may disagree.
        assert_eq!(submit(store, guess(ada, 1, "three", 3540)).await, cooling(60));
        let standing = record(store, guess(ada, 1, "three", 0)).await;
        assert_eq!(standing.paused_until, Some(noon().plus(10)));
        assert_eq!(submit(store, guess(ada, 1, "four", 0)).await, cooling(10));
        record(store, guess(ada, 1, "four", 10)).await;
    }
}

/// A judge that was corrected accepts what was wrong: it is not a wrong answer any more, also during a pause.
#[case]
async fn an_answer_that_is_accepted_later_was_not_wrong() {
    for (_database, store, ada) in stores().await {
        let store = &*store;
        for text in ["one", "two"] {
            record(store, guess(ada, 1, text, 0)).await;
        }
        let corrected = NewAttempt { verdict: StoredVerdict::Accepted, ..guess(ada, 1, "one", 1) };
        let standing = record(store, corrected).await;
        assert_eq!((standing.tries_left, standing.paused_until), (Some(9), None));
        assert_eq!(record(store, guess(ada, 1, "three", 1)).await.tries_left, Some(8));
    }
}

#[case]
async fn of_many_wrong_answers_at_once_two_are_judged() {
    for (_database, store, ada) in stores().await {
        for round in 0..20 {
            let store = &*store;
            let guesses = (0..50).map(|number| {
                let step = step(20 + round);
                let guess = guess(ada, 1, &format!("{number}"), 0);
                submit_at_once(store, NewAttempt { step, ..guess }, PER_DAY)
            });
            let submitted = futures_util::future::join_all(guesses).await;
            let judged = submitted
                .iter()
                .filter(|said| matches!(said, Ok(Submitted { is_repeated: false, .. })));
            assert_eq!(judged.count(), 2);
            let refused = submitted.iter().filter(|said| **said == cooling(5));
            assert_eq!(refused.count(), 48);
        }
    }
}

#[case]
async fn two_processes_agree_and_remember() {
    for (database, first, ada) in stores().await {
        let second = open(&database.url).await.unwrap();
        record(&*first, guess(ada, 1, "one", 0)).await;
        record(&*second, guess(ada, 1, "two", 0)).await;
        for store in [&first, &second] {
            assert_eq!(submit(&**store, guess(ada, 1, "three", 0)).await, cooling(5));
        }
        first.close().await;
        second.close().await;
        let reopened = open(&database.url).await.unwrap();
        assert_eq!(submit(&*reopened, guess(ada, 1, "three", 4)).await, cooling(1));
        assert_eq!(record(&*reopened, guess(ada, 1, "three", 5)).await.tries_left, Some(7));
    }
}

#[case]
async fn a_day_has_room_for_so_many_attempts() {
    const DAY: u64 = 86_400;
    for (_database, store, ada) in stores().await {
        let midnight = Timestamp::from_seconds(noon().seconds() / DAY * DAY + DAY);
        let at = |number: u64, seconds| {
            let step = step(if number.is_multiple_of(2) { 7 } else { 12 });
            NewAttempt { step, at: midnight.plus(seconds), ..accepted(ada, number) }
        };
        let submit = async |attempt| submit_with(&*store, attempt, 3).await;
        for number in 1..=3 {
            assert!(!submit(at(number, 10)).await.unwrap().is_repeated);
        }
        let full = |seconds| Err(Refusal::DayIsFull(seconds));
        assert_eq!(submit(at(4, 10)).await, full(DAY - 10));
        assert_eq!(submit(at(4, DAY - 1)).await, full(1));
        assert!(submit(at(3, DAY - 1)).await.unwrap().is_repeated);
        for number in 4..=6 {
            assert!(!submit(at(number, DAY)).await.unwrap().is_repeated);
        }
        assert_eq!(submit(at(7, DAY)).await, full(DAY));
    }
}
