//! Attempts again: the board, the answer and each item beside the reference, from what is stored.

use std::sync::Arc;

use gradus::app::challenges;
use gradus::app::class::{Curriculum, Replay, Replayable};
use gradus::store::{self, AttemptId, AttemptPage, Store};

use crate::server::{Caller as _, Plays as _, Server};

/// The class of a server, beside it.
struct Class {
    store: Arc<dyn Store>,
    curriculum: Curriculum,
}

impl Class {
    async fn of(server: &Server) -> Self {
        let database = server.workplace().path("gradus.db");
        let store = store::open(&database.to_str().unwrap().parse().unwrap()).await.unwrap();
        Self { store, curriculum: challenges::load(None, None).unwrap() }
    }

    /// The latest attempt again.
    async fn latest(&self) -> Replay {
        let page = AttemptPage { limit: 1, ..AttemptPage::default() };
        let [attempt] = &self.store.recorded_attempts(page).await.unwrap()[..] else {
            panic!("there is no attempt")
        };
        self.replay(attempt.id).await.unwrap()
    }

    async fn replay(&self, id: AttemptId) -> Option<Replay> {
        let stored = Replayable::read(&*self.store, &self.curriculum, id).await.unwrap();
        stored.map(Replayable::replay)
    }
}

#[case]
async fn a_wrong_answer_stands_beside_the_reference() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("12").await;
    let right = task.solution();
    let mut answer = right.clone();
    answer[1] = if answer[1] == "0" { "1" } else { "0" }.to_owned();
    ada.answer(&task, &answer).await.wrong();
    let class = Class::of(&server).await;
    let replay = class.latest().await;
    assert_eq!(replay.attempt.learner.as_ref().map(|learner| learner.name.as_str()), Some("Ada"));
    assert_eq!(replay.is_accepted_today, Some(false));
    assert!(!replay.is_of_older_boards);
    assert_eq!(replay.first_wrong(), Some(1));
    assert_eq!(replay.items.len(), right.len());
    for ((item, right), sent) in replay.items.iter().zip(&right).zip(&answer) {
        assert_eq!((item.sent.as_ref(), item.expected.as_ref()), (Some(sent), Some(right)));
        assert_eq!(item.is_right, sent == right);
    }
    let stored: serde_json::Value = serde_json::from_str(&replay.task.unwrap()).unwrap();
    for (name, value) in stored.as_object().unwrap() {
        assert_eq!(Some(value), task.fields.get(name), "{name}");
    }
    assert!(!replay.panels.is_empty());
    assert!(class.replay(AttemptId(1000)).await.is_none());
    class.store.close().await;
}

#[case]
async fn every_right_answer_is_right_item_by_item() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let class = Class::of(&server).await;
    for step in crate::server::puzzles() {
        ada.solve(step).await;
        let replay = class.latest().await;
        assert_eq!(replay.is_accepted_today, Some(true), "step {step}");
        assert!(!replay.items.is_empty() && replay.first_wrong().is_none(), "step {step}");
    }
    class.store.close().await;
}

#[case]
async fn the_lines_of_a_point_are_compared_in_any_order() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("07").await;
    let mut answer = task.solution();
    let wrong = if answer[3] == "." { "x" } else { "." };
    let missing = std::mem::replace(&mut answer[3], wrong.to_owned());
    answer[..4].rotate_right(1);
    ada.answer(&task, &answer).await.wrong();
    let class = Class::of(&server).await;
    let replay = class.latest().await;
    assert_eq!(replay.first_wrong(), Some(0));
    let [first, others @ ..] = &replay.items[..] else { panic!("no items") };
    // A line may be read from either end.
    let reversed: String = missing.chars().rev().collect();
    assert_eq!(first.sent.as_deref(), Some(wrong));
    assert!([missing, reversed].contains(first.expected.as_ref().unwrap()));
    assert!(others.iter().all(|item| item.is_right && item.sent == item.expected));
    class.store.close().await;
}

#[case]
async fn an_attempt_of_older_boards_is_replayed_from_what_is_stored() {
    let server = Server::start();
    server.register("Ada").await.solve("12").await;
    // As if the kind's version had changed since: no step has this fingerprint today.
    let sql = "UPDATE attempts SET fingerprint = 7; UPDATE tasks SET fingerprint = 7";
    server.workplace().change_database(sql).await;
    let class = Class::of(&server).await;
    let replay = class.latest().await;
    assert!(replay.is_of_older_boards);
    assert_eq!(replay.is_accepted_today, Some(true));
    assert!(!replay.panels.is_empty() && !replay.items.is_empty());
    // The number has been used again for another kind.
    server.workplace().change_database("UPDATE attempts SET kind = 'gomoku/of-old'").await;
    let replay = class.latest().await;
    assert_eq!((replay.is_accepted_today, replay.items.len()), (None, 0));
    assert!(replay.is_of_older_boards && replay.task.is_some());
    class.store.close().await;
}

#[case]
async fn a_match_is_not_judged_by_its_task_alone() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("09").await;
    let started = ada.start(serde_json::json!({ "task": task.token })).await;
    ada.answer(&task, [&started.id]).await.wrong();
    let class = Class::of(&server).await;
    let replay = class.latest().await;
    assert_eq!((replay.is_accepted_today, replay.items.len()), (None, 0));
    assert_eq!(replay.panels.len(), 1);
    class.store.close().await;
}
