//! Answers that are wrong for their learner's board and right for that of another.

use gradus::course::LearnerId;
use gradus::game::{MatchId, MatchStatus};
use gradus::step::{Fingerprint, Nonce};
use gradus::store::{
    AttemptId, Forgetting, LearnersBoard, NewAttempt, StepActivity, Store, StoredMatch,
    StoredVerdict, WrongAnswer, answer_hash,
};

use super::grades::{false_answer, record, rejudge, right, stores};
use super::matches::{new_match, task};
use super::{key, name, noon, step, wrong};

#[case]
async fn an_answer_that_fits_the_board_of_another_is_noticed() {
    for (_database, store, ada, alan) in stores().await {
        let store = &*store;
        let text = |text: &str, attempt| NewAttempt { canonical: text.to_owned(), ..attempt };
        let pairs = async || {
            let found = store.foreign_answers(9).await.unwrap();
            let pairs = found.iter().map(|foreign| {
                let solved = foreign.solved.map(|(attempt, _)| attempt.0);
                (foreign.learner.id, foreign.attempt.0, foreign.other.id, solved.unwrap_or(0))
            });
            pairs.collect::<Vec<_>>()
        };
        // The right one first, and the wrong one first.
        record(store, text("one", right(ada, 1, 0, 1))).await;
        record(store, text("one", false_answer(alan, 2, 10, 1))).await;
        assert_eq!(pairs().await, [(alan, 2, ada, 1)]);
        record(store, text("two", false_answer(alan, 3, 20, 1))).await;
        record(store, text("two", right(ada, 4, 30, 1))).await;
        assert_eq!(pairs().await, [(alan, 3, ada, 4), (alan, 2, ada, 1)]);
        let found = &store.foreign_answers(1).await.unwrap()[0];
        assert_eq!(
            (found.step, found.at, found.solved, found.fits),
            (step(7), noon().plus(20), Some((AttemptId(4), noon().plus(30))), 1)
        );

        // Another board of one's own, other boards of the step, another step, two wrong ones, two right ones.
        record(store, text("one", false_answer(ada, 5, 200, 1))).await;
        let other_boards = Fingerprint::from_bits(9);
        let changed = NewAttempt { fingerprint: other_boards, ..false_answer(alan, 6, 300, 1) };
        record(store, text("one", changed)).await;
        record(store, text("one", NewAttempt { step: step(8), ..false_answer(alan, 7, 300, 1) }))
            .await;
        record(store, text("three", false_answer(alan, 8, 500, 1))).await;
        record(store, text("three", false_answer(ada, 9, 500, 1))).await;
        record(store, text("four", right(alan, 10, 900, 1))).await;
        record(store, text("four", right(ada, 11, 900, 1))).await;
        assert_eq!(pairs().await.len(), 2);

        // Judging again makes and takes signals: each attempt has the number of its task.
        rejudge(store, AttemptId(2), StoredVerdict::Accepted, 0).await.unwrap();
        assert_eq!(pairs().await, [(ada, 5, alan, 2), (alan, 3, ada, 4)]);
        rejudge(store, AttemptId(4), wrong(0, None), 0).await.unwrap();
        assert_eq!(pairs().await, [(ada, 5, alan, 2)]);
        rejudge(store, AttemptId(8), StoredVerdict::Accepted, 0).await.unwrap();
        assert_eq!(pairs().await, [(ada, 9, alan, 8), (ada, 5, alan, 2)]);

        // What is right for several boards is listed once, with the first of them.
        record(store, text("five", right(ada, 12, 1500, 1))).await;
        record(store, text("five", right(ada, 13, 1510, 1))).await;
        record(store, text("five", false_answer(alan, 14, 1520, 1))).await;
        assert_eq!(pairs().await, [(alan, 14, ada, 12), (ada, 9, alan, 8), (ada, 5, alan, 2)]);
        store.close().await;
    }
}

fn board(learner: LearnerId, nonce: u64) -> LearnersBoard {
    LearnersBoard { learner, nonce: Nonce::from_bits(nonce) }
}

/// Who has sent the answers, whose boards they fit, and how many.
async fn noted(store: &dyn Store) -> Vec<(AttemptId, LearnerId, Option<AttemptId>, u32)> {
    let found = store.foreign_answers(9).await.unwrap();
    let solved = |one: &gradus::store::ForeignAnswer| one.solved.map(|(attempt, _)| attempt);
    found.iter().map(|one| (one.attempt, one.other.id, solved(one), one.fits)).collect()
}

#[case]
async fn a_board_that_is_not_solved_is_noted_for_an_answer_that_is_right_for_it() {
    for (_database, store, ada, alan) in stores().await {
        let store = &*store;
        let grace = store.register_learner(&name("Grace"), key(3).hash(), noon()).await.unwrap().id;
        let sent = false_answer(alan, 1, 0, 1);
        let answer = WrongAnswer {
            step: sent.step,
            fingerprint: sent.fingerprint,
            board: LearnersBoard { learner: alan, nonce: sent.nonce },
            hash: answer_hash(&sent.canonical),
        };
        // Before it is recorded there is nothing to note.
        store.note_foreign_answer(answer, vec![board(ada, 5)], 0).await.unwrap();
        assert_eq!(noted(store).await, []);
        record(store, sent).await;
        for _ in 0..2 {
            let boards = vec![board(ada, 5), board(ada, 6), board(grace, 5)];
            store.note_foreign_answer(answer, boards, 0).await.unwrap();
        }
        assert_eq!(noted(store).await, [(AttemptId(1), ada, None, 2)]);

        // She solves it with another answer that is right.
        let hers = NewAttempt { canonical: "another".to_owned(), ..right(ada, 5, 10, 1) };
        record(store, hers).await;
        assert_eq!(noted(store).await, [(AttemptId(1), ada, Some(AttemptId(2)), 2)]);
        store.forget_learner(ada, Forgetting::KeepAttempts).await.unwrap();
        assert_eq!(noted(store).await, [(AttemptId(1), grace, None, 1)]);
        // Of a forgotten learner nothing is noted any more.
        store.note_foreign_answer(answer, vec![board(ada, 5)], 0).await.unwrap();
        assert_eq!(noted(store).await, [(AttemptId(1), grace, None, 1)]);
        rejudge(store, AttemptId(1), StoredVerdict::Accepted, 20).await.unwrap();
        store.note_foreign_answer(answer, vec![board(grace, 5)], 0).await.unwrap();
        assert_eq!(noted(store).await, []);
        store.close().await;
    }
}

#[case]
async fn an_answer_that_is_right_for_many_is_noted_for_eight() {
    for (_database, store, ada, alan) in stores().await {
        let store = &*store;
        // Half of them before the wrong one, half after it.
        for number in 0..20_u8 {
            let (name, key) = (name(&format!("L{number}")), key(50 + number).hash());
            let learner = store.register_learner(&name, key, noon()).await.unwrap().id;
            if number == 10 {
                record(store, NewAttempt { verdict: wrong(0, None), ..right(alan, 1, 0, 1) }).await;
            }
            record(store, right(learner, 1, 0, 1)).await;
        }
        let found = store.foreign_answers(9).await.unwrap();
        assert_eq!(
            found.iter().map(|one| (one.learner.id, one.fits)).collect::<Vec<_>>(),
            [(alan, 8)]
        );
        // In the other order.
        record(store, NewAttempt { canonical: "x".to_owned(), ..false_answer(ada, 2, 0, 1) }).await;
        for learner in found[0].other.id.0..found[0].other.id.0 + 12 {
            let same =
                NewAttempt { canonical: "x".to_owned(), ..right(LearnerId(learner), 2, 0, 1) };
            record(store, same).await;
        }
        assert_eq!(store.foreign_answers(1).await.unwrap()[0].fits, 8);
        store.close().await;
    }
}

#[case]
async fn the_boards_that_others_have_answered_are_the_latest() {
    for (_database, store, ada, alan) in stores().await {
        let store = &*store;
        record(store, false_answer(ada, 1, 0, 1)).await;
        record(store, right(alan, 2, 0, 1)).await;
        record(store, right(ada, u64::MAX, 0, 1)).await;
        record(store, NewAttempt { step: step(8), ..right(ada, 4, 0, 1) }).await;
        record(store, NewAttempt { fingerprint: Fingerprint::from_bits(9), ..right(ada, 5, 0, 1) })
            .await;
        let fingerprint = right(ada, 1, 0, 1).fingerprint;
        for (limit, expected) in
            [(9, &[board(ada, u64::MAX), board(ada, 1)][..]), (1, &[board(ada, u64::MAX)])]
        {
            let found = store.answered_boards(step(7), fingerprint, alan, limit).await.unwrap();
            assert_eq!(found, expected);
        }
        let found = store.answered_boards(step(7), fingerprint, ada, 9).await.unwrap();
        assert_eq!(found, [board(alan, 2)]);
        store.close().await;
    }
}

#[case]
async fn what_learners_do_at_steps_adds_up_until_they_are_forgotten() {
    for (_database, store, ada, alan) in stores().await {
        let seen = |seconds: u64, malformed, code: Option<&str>, solve_all| StepActivity {
            seen_at: noon().plus(seconds),
            malformed,
            last_malformed: code.map(|code| (code.to_owned(), noon().plus(seconds))),
            solve_all,
            solve_all_at: (solve_all > 0).then(|| noon().plus(seconds)),
            uncompared: solve_all,
        };
        let add = async |rows| store.add_step_activity(rows).await.unwrap();
        add(vec![]).await;
        add(vec![
            (ada, step(7), seen(20, 2, Some("answer.count"), 0)),
            (alan, step(7), seen(0, 0, None, 0)),
        ])
        .await;
        add(vec![
            (ada, step(7), seen(10, 0, None, 3)),
            (ada, step(8), seen(0, 1, Some("answer.item"), 0)),
        ])
        .await;
        record(&*store, false_answer(ada, 1, 0, 1)).await;
        let known = store.step_activity().await.unwrap();
        let short = known.iter().map(|one| (one.learner.id, one.step, one.has_attempts));
        assert_eq!(short.collect::<Vec<_>>(), [(ada, step(7), true), (ada, step(8), false)]);
        let sum = StepActivity {
            last_malformed: Some(("answer.count".to_owned(), noon().plus(20))),
            ..seen(10, 2, None, 3)
        };
        assert_eq!(known[0].activity, sum);

        // Solved within ten seconds, and one second later.
        let quick = async || {
            let quick = store.quick_solutions(10).await.unwrap();
            quick
                .into_iter()
                .map(|one| (one.learner.id, one.step, one.seen_at, one.solved_at))
                .collect::<Vec<_>>()
        };
        record(&*store, right(ada, 2, 21, 1)).await;
        record(&*store, right(alan, 1, 10, 1)).await;
        assert_eq!(quick().await, [(alan, step(7), noon(), noon().plus(10))]);
        add(vec![(ada, step(7), seen(30, 0, None, 0))]).await;
        assert_eq!(quick().await.len(), 1);

        store.forget_learner(ada, Forgetting::KeepAttempts).await.unwrap();
        add(vec![(ada, step(7), seen(5, 1, Some("answer.item"), 1))]).await;
        assert_eq!(store.step_activity().await.unwrap(), []);
        // Nobody was put on the roster.
        assert_eq!(store.learners_without_attempts().await.unwrap(), []);
        store.close().await;
    }
}

#[case]
async fn won_matches_of_steps_with_equal_moves_are_found() {
    for (_database, store, ada, alan) in stores().await {
        let create = async |id: u8, owner, is_for_step: bool, history: &str, status| {
            let new = StoredMatch { owner, ..new_match(id, is_for_step.then(task)) };
            let new = StoredMatch { history: history.to_owned(), status, ..new };
            store.create_match(new, noon().plus(id.into())).await.unwrap();
        };
        create(1, None, false, "1 2 3", MatchStatus::Won).await;
        create(2, Some(ada), true, "1 2 3", MatchStatus::Won).await;
        create(3, Some(alan), true, "1 2 3", MatchStatus::Won).await;
        create(4, Some(alan), true, "1 2 3", MatchStatus::Open).await;
        create(5, Some(ada), true, "1 2", MatchStatus::Won).await;
        let found = store.equal_matches(9).await.unwrap();
        let of = |id| MatchId::from_bytes([id; 10]);
        let found: Vec<_> = found
            .iter()
            .map(|one| {
                (
                    one.mine.id,
                    one.learner.id,
                    one.other.id,
                    one.other_learner.as_ref().map(|other| other.id),
                    one.is_other_for_step,
                )
            })
            .collect();
        // The other one began before this one ended.
        assert_eq!(
            found,
            [
                (of(3), alan, of(1), None, false),
                (of(3), alan, of(2), Some(ada), true),
                (of(2), ada, of(1), None, false),
            ]
        );
        store.close().await;
    }
}
