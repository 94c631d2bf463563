//! `/instructor/signals`: answers that fit the board of somebody else, who is stuck, and who sends nothing that can be judged.

use serde_json::{Value, json};

use crate::server::{Caller as _, Class, DAY, NOON, PATIENCE, Reply, Task};

/// The foreign answers, as soon as there are so many: they are looked for after the reply.
async fn foreign_answers(class: &Class, count: usize) -> Value {
    let look = async {
        loop {
            let found = class.get("/signals").await["foreign"].take();
            if found.as_array().is_some_and(|list| list.len() >= count) {
                return found;
            }
        }
    };
    tokio::time::timeout(PATIENCE, look).await.unwrap()
}

#[case]
async fn an_answer_of_somebody_else_and_who_is_stuck_are_signalled() {
    let class = Class::start();
    let learners = class.import("name\nAda\nAlan\n").await;
    let [ada, alan] = &learners[..] else { panic!("two are on the list") };
    let (hers, his) = (ada.fresh_task("12").await, alan.fresh_task("12").await);
    ada.answer(&hers, hers.solution()).await.accepted();
    class.set_time(NOON + 60);
    let copied = alan.answer(&his, hers.solution()).await;
    copied.wrong();
    assert!(!copied.text.contains("Ada"), "{copied}");
    let signals = class.get("/signals").await;
    let attempts = class.get("/attempts").await["attempts"].clone();
    let expected = json!([{
        "certainty": "likely", "changed": 0,
        "attempt": attempts[0]["id"], "learner": attempts[0]["learner"],
        "other": attempts[1]["learner"], "other_attempt": attempts[1]["id"], "fits": 1,
        "step": "12", "at": "2026-09-14T12:01:00Z", "other_at": "2026-09-14T12:00:00Z",
    }]);
    assert_eq!(signals["foreign"], expected);
    assert_eq!(signals["stuck"], json!([]));

    for answer in 0..5_u64 {
        class.set_time(NOON + 60 + (answer + 1) * 600);
        alan.answer(&his, vec![answer; 40]).await.wrong();
    }
    assert_eq!(class.get("/signals").await["stuck"], json!([]));
    class.set_time(NOON + DAY);
    let stuck = json!([{
        "learner": attempts[0]["learner"], "step": "12", "wrong": 6,
        "since": "2026-09-14T12:01:00Z", "last": "2026-09-14T12:51:00Z",
    }]);
    assert_eq!(class.get("/signals").await["stuck"], stuck);
}

#[case]
async fn an_answer_for_a_board_that_somebody_has_only_looked_at_is_signalled() {
    let class = Class::start();
    let learners = class.import("name\nAda\nAlan\n").await;
    let [ada, alan] = &learners[..] else { panic!("two are on the list") };
    // The boards of this window; and a light and a heavy kind.
    for (count, step) in [(1, "12"), (2, "08")] {
        let (hers, his) = (ada.task(step).await, alan.task(step).await);
        alan.answer(&his, hers.solution()).await.wrong();
        let found = foreign_answers(&class, count).await[0].clone();
        assert_eq!(
            (&found["learner"]["name"], &found["other"]["name"]),
            (&json!("Alan"), &json!("Ada"))
        );
        let rest = ["step", "other_attempt", "other_at", "fits"].map(|name| found[name].clone());
        assert_eq!(rest, [json!(step), Value::Null, Value::Null, json!(1)]);
        // When she has solved it, her answer is shown too.
        ada.answer(&hers, hers.solution()).await.accepted();
        let found = foreign_answers(&class, count).await[0].clone();
        assert!(found["other_attempt"].is_i64(), "{found}");
    }
}

#[case]
async fn a_board_that_was_answered_is_known_after_a_restart() {
    let class = Class::start();
    let mut learners = class.import("name\nAda\nAlan\n").await;
    let [ada, alan] = &learners[..] else { panic!("two are on the list") };
    let (hers, his) = (ada.fresh_task("12").await, alan.fresh_task("12").await);
    ada.answer(&hers, vec![9999; 40]).await.wrong();
    let class = class.restart();
    let alan = learners.remove(1).at(&class.server);
    alan.answer(&his, hers.solution()).await.wrong();
    let found = foreign_answers(&class, 1).await;
    assert_eq!(
        (&found[0]["other"]["name"], &found[0]["other_attempt"]),
        (&json!("Ada"), &Value::Null)
    );
}

/// What is no foreign answer, told by the next that is one: answers are compared one after the other.
#[case]
async fn boards_of_instructors_and_of_nobody_and_ones_own_are_not_compared() {
    let class = Class::start();
    let learners = class.import("name\nAda\nAlan\n").await;
    let [ada, alan] = &learners[..] else { panic!("two are on the list") };
    let his = alan.fresh_task("12").await;
    let others: [Task; 3] = [
        class.grace.fresh_task("12").await,
        class.server.anonymous().fresh_task("12").await,
        alan.fresh_task("12").await,
    ];
    for (minutes, other) in (10..).step_by(10).zip(others) {
        // After the pause for the one before.
        class.set_time(NOON + 60 * minutes);
        alan.answer(&his, other.solution()).await.wrong();
    }
    let hers = ada.fresh_task("12").await;
    class.set_time(NOON + 60 * 60);
    alan.answer(&his, hers.solution()).await.wrong();
    let found = foreign_answers(&class, 1).await;
    assert_eq!(found.as_array().unwrap().len(), 1);
    assert_eq!(found[0]["other"]["name"], "Ada");
}

#[case]
async fn learners_who_have_not_started_or_send_only_malformed_answers_are_listed() {
    let class = Class::start();
    let learners = class.import("name\nAda\nAlan\nEmmy\n").await;
    let [ada, alan, emmy] = &learners[..] else { panic!("three are on the list") };
    ada.solve("12").await;
    let task = alan.fresh_task("12").await;
    for _ in 0..2 {
        alan.answer(&task, ["1"]).await.problem("answer.count");
        emmy.solve("07").await;
    }
    assert_eq!(class.get("/signals").await["malformed"], json!([]));
    // One that is no answer at all counts too.
    Reply::to(alan.post("/step_12").body("{").header("Content-Type", "application/json"))
        .await
        .problem("body.json");
    let signals = class.get("/signals").await;
    let expected = json!([{
        "learner": { "id": 2, "name": "Alan" }, "step": "12", "answers": 3, "code": "body.json",
        "title": "The body is not JSON", "last": "2026-09-14T12:00:00Z",
    }]);
    assert_eq!(signals["malformed"], expected);
    assert_eq!(
        (&signals["not_started_count"], &signals["not_started"][0]["name"]),
        (&json!(1), &json!("Alan"))
    );
    // The counts survive, and a judged answer ends both.
    let class = class.restart();
    assert_eq!(class.get("/signals?learner=2").await["malformed"], expected);
    assert_eq!(class.get("/signals?step=07").await["malformed"], json!([]));
    class.reply("/signals?step=98").await.problem("step.unknown");
    class.reply("/signals?learner=98").await.problem("learner.unknown");
    let alan = class.server.learner("Alan", &alan.key);
    alan.solve("12").await;
    let signals = class.get("/signals").await;
    assert_eq!((&signals["malformed"], &signals["not_started"]), (&json!([]), &json!([])));
    class.done("/learners/2/forget", json!({ "attempts": "keep", "confirm": "Alan" })).await;
    let kept = class
        .server
        .workplace()
        .change_database("DELETE FROM step_activity WHERE learner = 2")
        .await;
    assert_eq!(kept, 0);
}

#[case]
async fn wrong_answers_that_are_not_compared_are_counted() {
    let class = Class::start();
    let learners = class.import("name\nAda\n").await;
    // The points of ten thousand players.
    let task = learners[0].fresh_task("33").await;
    let points = vec!["7"; 10_000].join(" ");
    learners[0].answer(&task, vec![points; task.solution().len()]).await.wrong();
    let expected = json!([{ "learner": { "id": 1, "name": "Ada" }, "step": "33", "answers": 1 }]);
    assert_eq!(class.get("/signals").await["uncompared"], expected);
}
