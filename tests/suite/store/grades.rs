//! What attempts earn, what instructors see of them, and how they are judged and graded again.

use std::sync::Arc;

use gradus::course::{Credit, Grade, LearnerId};
use gradus::step::{Fingerprint, Fit, Nonce};
use gradus::store::{
    AttemptId, AttemptPage, CauseCount, NewAttempt, RawAnswer, RecordedAttempt, Regrade,
    Rejudgment, StepStatistics, Store, StoreError, StoredDiagnosis, StoredVerdict, Submitted,
    VerdictBasis, open,
};

use super::{
    Database, KIND, PER_DAY, accepted, attempt, databases, earned, exercise, key, name, noon, step,
    whole, wrong,
};

/// The stores of all kinds, each with two learners.
pub(super) async fn stores() -> Vec<(Database, Arc<dyn Store>, LearnerId, LearnerId)> {
    let mut stores = Vec::new();
    for database in databases() {
        let store = open(&database.url).await.unwrap();
        let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap();
        let alan = store.register_learner(&name("Alan"), key(2).hash(), noon()).await.unwrap();
        stores.push((database, store, ada.id, alan.id));
    }
    stores
}

fn points(points: u32) -> Credit {
    Credit::of_points(points)
}

/// An accepted answer to a task, so many seconds after noon, for so many points.
pub(super) fn right(learner: LearnerId, nonce: u64, seconds: u64, worth: u32) -> NewAttempt {
    let at = noon().plus(seconds);
    NewAttempt { at, worth: points(worth), ..accepted(learner, nonce) }
}

/// A wrong answer to a task, so many seconds after noon, for so many points.
pub(super) fn false_answer(learner: LearnerId, nonce: u64, seconds: u64, worth: u32) -> NewAttempt {
    NewAttempt { verdict: wrong(3, None), ..right(learner, nonce, seconds, worth) }
}

pub(super) async fn record(store: &dyn Store, attempt: NewAttempt) {
    let submitted = store.submit_attempt(attempt, PER_DAY).await.unwrap();
    assert!(matches!(submitted, Submitted { is_repeated: false, .. }), "{submitted:?}");
}

/// The grade of a learner at step 07.
async fn grade(store: &dyn Store, learner: LearnerId) -> Grade {
    let grades = store.grades().await.unwrap();
    let mut of_learner = grades.into_iter().filter(|grade| grade.learner == learner);
    let grade = of_learner.next().unwrap();
    assert_eq!(of_learner.next(), None);
    assert_eq!(store.progress(learner).await.unwrap().steps, std::slice::from_ref(&grade));
    grade
}

/// All attempts, the earliest first.
async fn all(store: &dyn Store) -> Vec<RecordedAttempt> {
    let page = AttemptPage { after: Some(AttemptId(0)), limit: 99, ..AttemptPage::default() };
    store.recorded_attempts(page).await.unwrap()
}

#[case]
async fn the_best_accepted_answer_is_the_grade() {
    for (_database, store, ada, _) in stores().await {
        let store = &*store;
        let first = NewAttempt { canonical: "0".to_owned(), ..false_answer(ada, 1, 0, 90) };
        record(store, NewAttempt { late: true, ..first }).await;
        let now = grade(store, ada).await;
        assert_eq!((now.attempts, now.solved_at, now.credit), (1, None, Credit::NONE));
        record(store, NewAttempt { late: true, ..right(ada, 1, 10, 10) }).await;
        let now = grade(store, ada).await;
        assert_eq!(
            (now.solved_at, now.credit, now.late),
            (Some(noon().plus(10)), points(10), true)
        );
        // On time for as many points is better; for fewer it is not.
        record(store, NewAttempt { canonical: "1".to_owned(), ..right(ada, 1, 20, 10) }).await;
        assert!(!grade(store, ada).await.late);
        record(store, right(ada, 2, 30, 9)).await;
        record(store, NewAttempt { late: true, ..right(ada, 3, 40, 12) }).await;
        record(store, right(ada, 4, 50, 11)).await;
        let now = grade(store, ada).await;
        assert_eq!((now.attempts, now.solved_at), (6, Some(noon().plus(10))));
        assert_eq!((now.credit, now.late, now.is_ungraded), (points(12), true, false));
        store.close().await;
    }
}

#[case]
async fn a_number_used_again_for_another_kind_does_not_inherit() {
    for (_database, store, ada, _) in stores().await {
        let store = &*store;
        record(store, right(ada, 1, 0, 10)).await;
        let of_other = |attempt| NewAttempt {
            exercise: exercise("other"),
            fingerprint: Fingerprint::from_bits(2),
            ..attempt
        };
        record(store, of_other(false_answer(ada, 1, 1, 30))).await;
        let progress = store.progress(ada).await.unwrap();
        assert!(progress.has_solved(step(7), KIND) && !progress.has_solved(step(7), "other"));
        assert!(progress.has_tried(step(7), "other"));
        assert_eq!(earned(&progress, 7, "other", 99), Credit::NONE);
        record(store, of_other(right(ada, 2, 2, 30))).await;
        let progress = store.progress(ada).await.unwrap();
        assert_eq!(earned(&progress, 7, "other", 99), points(30));
        assert_eq!(earned(&progress, 7, KIND, 99), points(10));
        assert_eq!((progress.attempts, store.grades().await.unwrap()), (3, progress.steps));
        let statistics = store.step_statistics(step(7), "other").await.unwrap();
        assert_eq!((statistics.attempts, statistics.accepted), (2, 1));
        store.close().await;
    }
}

/// A match that is won later earns what it is worth then; a judge that was wrong takes nothing from the learner.
#[case]
async fn an_answer_that_is_accepted_later_earns_what_it_was_worth_when_it_was_right() {
    for (_database, store, ada, alan) in stores().await {
        let store = &*store;
        let cases = [(ada, VerdictBasis::Evidence, 90, 5), (alan, VerdictBasis::Answer, 0, 20)];
        for (learner, basis, seconds, worth) in cases {
            record(store, NewAttempt { basis, ..false_answer(learner, 1, 0, 20) }).await;
            let later = NewAttempt { basis, late: true, ..right(learner, 1, 90, 5) };
            let submitted = store.submit_attempt(later.clone(), PER_DAY).await.unwrap();
            assert!(!submitted.is_repeated && submitted.verdict == StoredVerdict::Accepted);
            let graded = submitted.grade;
            assert_eq!((graded.worth, graded.at), (points(worth), noon().plus(seconds)));
            let now = grade(store, learner).await;
            assert_eq!((now.attempts, now.solved_at), (1, Some(noon().plus(seconds))));
            assert_eq!((now.credit, now.late), (points(worth), basis == VerdictBasis::Evidence));
            // The same answer again is told how it was graded.
            let again = NewAttempt { at: noon().plus(500), worth: points(1), ..later };
            let submitted = store.submit_attempt(again, PER_DAY).await.unwrap();
            assert!(submitted.is_repeated && submitted.verdict == StoredVerdict::Accepted);
            assert_eq!(submitted.grade, graded);
        }
        store.close().await;
    }
}

#[case]
async fn a_task_is_stored_once() {
    for (_database, store, ada, _) in stores().await {
        let store = &*store;
        let task = |text: &str| text.to_owned();
        record(
            store,
            NewAttempt { task: task(r#"{"board":"小林"}"#), ..false_answer(ada, 1, 0, 1) },
        )
        .await;
        let again = NewAttempt { canonical: "2".to_owned(), ..right(ada, 1, 1, 1) };
        record(store, NewAttempt { task: task("{}"), ..again }).await;
        record(store, NewAttempt { task: task("[]"), ..right(ada, 2, 2, 1) }).await;
        let mut tasks = Vec::new();
        for attempt in all(store).await {
            tasks.push(store.attempted_task(attempt.id).await.unwrap().unwrap());
        }
        assert_eq!(tasks, [r#"{"board":"小林"}"#, r#"{"board":"小林"}"#, "[]"]);
        assert_eq!(store.attempted_task(AttemptId(99)).await.unwrap(), None);
        store.close().await;
    }
}

#[case]
async fn an_attempt_is_remembered_with_everything() {
    for (_database, store, ada, alan) in stores().await {
        let store = &*store;
        let diagnosis =
            StoredDiagnosis { fit: Fit::Items, causes: vec!["one".to_owned(), "two".to_owned()] };
        let verdict = StoredVerdict::Wrong { marks: None, diagnosis: Some(diagnosis) };
        let first = NewAttempt {
            raw: RawAnswer::new(&format!("5a{}", " ".repeat(2000)), "5A"),
            canonical: "5A".to_owned(),
            verdict: verdict.clone(),
            worth: Credit::from_hundredths(750),
            late: true,
            ..attempt(ada, u64::MAX)
        };
        record(store, first.clone()).await;
        record(store, NewAttempt { step: step(8), ..accepted(ada, 2) }).await;
        record(store, accepted(alan, 3)).await;
        let attempts = all(store).await;
        let expected = RecordedAttempt {
            id: attempts[0].id,
            learner: store.learner_by_key(key(1).hash()).await.unwrap(),
            step: step(7),
            kind: KIND.to_owned(),
            fingerprint: first.fingerprint,
            nonce: Nonce::from_bits(u64::MAX),
            raw: first.raw,
            canonical: first.canonical,
            verdict,
            worth: Credit::from_hundredths(750),
            late: true,
            is_ungraded: false,
            voided_by: None,
            at: noon(),
            rejudged: Vec::new(),
        };
        assert_eq!(attempts[0], expected);
        assert_eq!(store.recorded_attempt(expected.id).await.unwrap(), Some(expected.clone()));
        assert_eq!(store.recorded_attempt(AttemptId(99)).await.unwrap(), None);

        // The latest come first; pages follow one another in either direction.
        let [first, second, third] = [0, 1, 2].map(|index| attempts[index].id);
        let some = AttemptPage { limit: 2, ..AttemptPage::default() };
        let pages = [
            (some.clone(), vec![third, second]),
            (AttemptPage { before: Some(second), ..some.clone() }, vec![first]),
            (AttemptPage { after: Some(first), ..some.clone() }, vec![second, third]),
            (AttemptPage { learner: Some(ada), ..some.clone() }, vec![second, first]),
            (AttemptPage { step: Some(step(7)), ..some.clone() }, vec![third, first]),
            (AttemptPage { learner: Some(ada), step: Some(step(7)), ..some }, vec![first]),
        ];
        for (page, expected) in pages {
            let found = store.recorded_attempts(page).await.unwrap();
            assert_eq!(found.iter().map(|attempt| attempt.id).collect::<Vec<_>>(), expected);
        }
        store.close().await;
    }
}

pub(super) async fn rejudge(
    store: &dyn Store,
    attempt: AttemptId,
    verdict: StoredVerdict,
    seconds: u64,
) -> Result<(), StoreError> {
    let rejudgments = vec![Rejudgment { attempt, verdict }];
    store.rejudge(rejudgments, "Grace".to_owned(), noon().plus(seconds)).await
}

#[case]
async fn judging_again_changes_what_is_solved_and_keeps_the_old_verdict() {
    for (_database, store, ada, _) in stores().await {
        let store = &*store;
        record(store, NewAttempt { late: true, ..false_answer(ada, 1, 0, 30) }).await;
        record(store, right(ada, 2, 10, 10)).await;
        record(store, false_answer(ada, 3, 20, 40)).await;
        let [first, second, third] =
            [0, 1, 2].map(AttemptId).map(|AttemptId(id)| AttemptId(id + 1));

        rejudge(store, first, StoredVerdict::Accepted, 100).await.unwrap();
        let now = grade(store, ada).await;
        assert_eq!((now.solved_at, now.credit, now.late), (Some(noon()), points(30), true));
        rejudge(store, second, wrong(1, Some("one")), 101).await.unwrap();
        rejudge(store, first, wrong(2, None), 102).await.unwrap();
        let now = grade(store, ada).await;
        assert_eq!((now.attempts, now.solved_at), (3, None));
        assert_eq!((now.credit, now.late), (Credit::NONE, false));
        rejudge(store, third, StoredVerdict::Accepted, 103).await.unwrap();
        let now = grade(store, ada).await;
        assert_eq!(
            (now.solved_at, now.credit, now.late),
            (Some(noon().plus(20)), points(40), false)
        );

        let attempt = store.recorded_attempt(first).await.unwrap().unwrap();
        assert_eq!(
            (attempt.verdict, attempt.worth, attempt.at),
            (wrong(2, None), points(30), noon())
        );
        let earlier = attempt.rejudged.iter().map(|earlier| {
            (earlier.was_accepted, earlier.at.seconds() - noon().seconds(), earlier.by.as_str())
        });
        assert_eq!(earlier.collect::<Vec<_>>(), [(false, 100, "Grace"), (true, 102, "Grace")]);
        let attempts = all(store).await;
        assert_eq!(attempts.iter().map(|a| a.rejudged.len()).collect::<Vec<_>>(), [2, 1, 1]);

        // One that is not there: nothing is changed.
        let rejudgments = [first, AttemptId(99)]
            .map(|attempt| Rejudgment { attempt, verdict: StoredVerdict::Accepted });
        let refused = store.rejudge(rejudgments.to_vec(), "Grace".to_owned(), noon()).await;
        assert!(matches!(refused, Err(StoreError::EntryUnknown)), "{refused:?}");
        assert_eq!(all(store).await, attempts);
        // The last answer is right now, so no pause is left.
        record(store, NewAttempt { at: noon().plus(21), ..false_answer(ada, 4, 0, 1) }).await;
        store.close().await;
    }
}

#[case]
async fn grading_again_changes_what_was_earned() {
    for (_database, store, ada, _) in stores().await {
        let store = &*store;
        record(store, right(ada, 1, 0, 10)).await;
        record(store, right(ada, 2, 10, 30)).await;
        record(store, false_answer(ada, 3, 20, 40)).await;
        let regrade = |attempt, worth, late| Regrade {
            attempt: AttemptId(attempt),
            worth: points(worth),
            late,
        };
        store
            .regrade(vec![regrade(1, 25, false), regrade(2, 5, true), regrade(3, 99, false)])
            .await
            .unwrap();
        let now = grade(store, ada).await;
        assert_eq!((now.credit, now.late, now.solved_at), (points(25), false, Some(noon())));
        store.regrade(vec![regrade(2, 26, true)]).await.unwrap();
        let now = grade(store, ada).await;
        assert_eq!((now.credit, now.late), (points(26), true));
        let refused = store.regrade(vec![regrade(1, 99, false), regrade(99, 1, false)]).await;
        assert!(matches!(refused, Err(StoreError::EntryUnknown)), "{refused:?}");
        assert_eq!(grade(store, ada).await, now);
        let worth = all(store).await.iter().map(|attempt| attempt.worth).collect::<Vec<_>>();
        assert_eq!(worth, [25, 26, 99].map(points));
        store.close().await;
    }
}

#[case]
async fn a_step_has_statistics() {
    for (_database, store, ada, alan) in stores().await {
        let store = &*store;
        assert_eq!(store.step_statistics(step(7), KIND).await.unwrap(), StepStatistics::default());
        let two = StoredDiagnosis {
            fit: Fit::Items,
            causes: vec!["swapped".to_owned(), "shifted".to_owned()],
        };
        let told = |diagnosis| StoredVerdict::Wrong { marks: None, diagnosis: Some(diagnosis) };
        record(store, NewAttempt { verdict: told(two.clone()), ..right(ada, 1, 0, 1) }).await;
        record(store, NewAttempt { verdict: told(whole("swapped")), ..right(ada, 2, 50, 1) }).await;
        record(store, right(ada, 3, 90, 1)).await;
        record(store, right(ada, 4, 95, 1)).await;
        record(store, NewAttempt { verdict: told(two), ..right(alan, 1, 0, 1) }).await;
        record(store, NewAttempt { step: step(8), ..right(alan, 1, 10, 1) }).await;
        let found = store.step_statistics(step(7), KIND).await.unwrap();
        assert_eq!((found.tried, found.solved, found.attempts, found.accepted), (2, 1, 5, 2));
        assert_eq!(found.seconds_to_solve, [90]);
        let cause = |cause: &str, answers, learners| CauseCount {
            cause: cause.to_owned(),
            answers,
            learners,
        };
        assert_eq!(found.causes, [cause("swapped", 3, 2), cause("shifted", 2, 2)]);
        store.close().await;
    }
}

#[case]
async fn who_is_stuck_is_found() {
    for (_database, store, ada, alan) in stores().await {
        let store = &*store;
        for number in 0..4 {
            record(store, false_answer(ada, number, 1000 + 100 * number, 1)).await;
            record(store, false_answer(alan, number, 100 * number, 1)).await;
            record(
                store,
                NewAttempt { step: step(8), ..false_answer(alan, number, 100 * number, 1) },
            )
            .await;
        }
        record(store, NewAttempt { step: step(8), ..right(alan, 9, 900, 1) }).await;
        let stuck = async |wrong, seconds, limit| {
            let found = store.stuck_learners(wrong, noon().plus(seconds), limit).await.unwrap();
            found.iter().map(|stuck| stuck.learner.id).collect::<Vec<_>>()
        };
        assert_eq!(stuck(4, 5000, 9).await, [alan, ada]);
        assert_eq!(stuck(4, 5000, 1).await, [alan]);
        assert_eq!(stuck(4, 1000, 9).await, [alan]);
        assert_eq!(stuck(5, 5000, 9).await, []);
        let found = &store.stuck_learners(4, noon().plus(1), 9).await.unwrap()[0];
        assert_eq!((found.step, found.kind.as_str(), found.wrong), (step(7), KIND, 4));
        assert_eq!((found.since, found.last), (noon(), noon().plus(300)));
        store.close().await;
    }
}

#[case]
async fn of_the_accepted_attempts_of_a_task_that_is_listed_which_earned_most() {
    for (_database, store, ada, alan) in stores().await {
        let store = &*store;
        record(store, right(ada, 1, 30, 10)).await;
        record(store, NewAttempt { canonical: "2".to_owned(), ..right(ada, 1, 40, 10) }).await;
        record(store, right(ada, 2, 20, 11)).await;
        record(store, false_answer(ada, 3, 50, 12)).await;
        record(store, right(ada, 4, 70, 5)).await;
        record(store, NewAttempt { canonical: "2".to_owned(), ..right(ada, 4, 80, 9) }).await;
        record(store, right(alan, 1, 60, 13)).await;
        let found = store.accepted_attempts(ada).await.unwrap();
        let found = found.iter().map(|found| (found.at.seconds() - noon().seconds(), found.credit));
        let expected = [(20, points(11)), (30, points(10)), (80, points(9))];
        assert_eq!(found.collect::<Vec<_>>(), expected);
        let found = &store.accepted_attempts(alan).await.unwrap()[0];
        assert_eq!((found.step, found.kind.as_str(), found.is_ungraded), (step(7), KIND, false));
        store.close().await;
    }
}
