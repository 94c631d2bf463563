//! Answers that cannot be judged. They cost nothing.

use serde_json::{Value, json};

use crate::server::{Caller, Learner, Problem, Reply, SharedServer, Task};

/// An answer in each of the forms, refused in all of them with one code.
async fn is_malformed(ada: &Learner, task: &Task, items: &[String], code: &str) -> Problem {
    let token = ("task", task.token.clone());
    let joined = [token.clone(), ("ans", items.join(","))];
    ada.is_refused(ada.post("/step_07").form(&joined), code).await;
    ada.is_refused(ada.get("/step_07").query(&joined), code).await;
    let without_token = &joined[1..];
    ada.is_refused(ada.get("/step_07").query(without_token), code).await;
    let body = json!({ "task": task.token, "ans": items });
    ada.is_refused(ada.post("/step_07").json(&body), code).await.problem(code)
}

#[case]
async fn an_empty_answer_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("07").await;
    for empty in ["", " ", " \t\r\n"] {
        let problem = is_malformed(&ada, &task, &[empty.to_owned()], "answer.empty").await;
        assert!(problem.detail.contains("36 items"), "{}", problem.detail);
    }
    for empty in [json!([]), json!([[], [[]]]), json!([""])] {
        let body = json!({ "task": task.token, "ans": empty });
        ada.is_refused(ada.post("/step_07").json(&body), "answer.empty").await;
    }
    ada.is_refused(ada.get("/step_07?ans="), "answer.empty").await;
    ada.is_refused(ada.get("/step_07?ans"), "answer.empty").await;
}

#[case]
async fn an_item_too_few_or_too_many_is_refused_with_both_counts() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("07").await;
    let items = task.solution();
    let too_many = [&items[..], &items[..1]].concat();
    for (items, found) in [(&items[..35], "35"), (&items[1..], "35"), (&too_many, "37")] {
        let detail = is_malformed(&ada, &task, items, "answer.count").await.detail;
        assert!(detail.contains("36") && detail.contains(found), "{detail}");
    }
    let many = json!({ "task": task.token, "ans": vec!["."; 50_000] });
    ada.is_refused(ada.post("/step_07").json(&many), "answer.count").await;
}

#[case]
async fn an_item_of_the_wrong_alphabet_is_refused_by_its_position() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("07").await;
    let strange =
        ["XOX", "..b..", "x-o", "0", "\u{0}", "..x\u{0}", "●○●", "💥", "x\u{202e}o", "．．．"];
    for strange in strange {
        let mut items = task.solution();
        items[4] = strange.to_owned();
        let detail = is_malformed(&ada, &task, &items, "answer.item").await.detail;
        assert!(detail.starts_with("item 5 is") && detail.contains("`x`, `o` or `.`"), "{detail}");
    }
    let mut items = task.solution();
    items[35] = String::new();
    let detail = is_malformed(&ada, &task, &items, "answer.item").await.detail;
    assert!(detail.starts_with("item 36 is"), "{detail}");
}

#[case]
async fn an_item_without_end_is_refused_and_not_repeated_in_full() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("07").await;
    let mut items = task.solution();
    items[0] = "x".repeat(200_000);
    let body = json!({ "task": task.token, "ans": items });
    let reply = ada.is_refused(ada.post("/step_07").json(&body), "answer.item").await;
    assert!(reply.text.len() < 500, "{reply}");
}

#[case]
async fn text_that_is_no_text_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let rest = ",.".repeat(35);
    // A query that is no text at all was encoded by a console in another way.
    let cases = [
        ("%FF", "answer.form"),
        ("%00", "answer.item"),
        ("%C3%28", "answer.form"),
        ("%ED%A0%80", "answer.form"),
    ];
    for (bytes, code) in cases {
        let path = format!("/step_07?ans={bytes}{rest}");
        ada.is_refused(ada.get(&path), code).await;
        let form = ada.post("/step_07").header("Content-Type", "application/x-www-form-urlencoded");
        let code = if code == "answer.form" { "body.type" } else { code };
        ada.is_refused(form.body(format!("ans={bytes}{rest}")), code).await;
    }
}

#[case]
async fn what_is_no_answer_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("07").await;
    let items = task.solution();
    let no_answers = [
        json!({}),
        json!({ "task": task.token }),
        json!({ "ans": null }),
        json!({ "ans": true }),
        json!({ "ans": { "items": items } }),
        json!({ "ans": [items, { "a": 1 }] }),
        json!({ "ans": items, "task": 7 }),
        json!({ "ans": items, "task": [task.token] }),
        json!({ "ans": items, "extra": 1 }),
        json!({ "answer": items }),
    ];
    for body in no_answers {
        ada.is_refused(ada.post("/step_07").json(&body), "answer.form").await;
    }
    let twice = format!(r#"{{"ans": {0}, "ans": {0}}}"#, json!(items));
    let twice = ada.post("/step_07").header("Content-Type", "application/json").body(twice);
    ada.is_refused(twice, "answer.form").await;
    ada.is_refused(ada.post("/step_07").form(&[("answer", "x")]), "answer.form").await;
    ada.is_refused(ada.post("/step_07").form(&[("task", &task.token)]), "answer.form").await;
    let extra = [("ans", "x"), ("fresh", "1")];
    ada.is_refused(ada.post("/step_07").form(&extra), "answer.form").await;
}

#[case]
async fn json_that_is_no_object_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("07").await;
    let no_objects: [Value; 7] = [
        json!(null),
        json!(true),
        json!(7),
        json!("x,o"),
        json!([]),
        json!([1]),
        // The fields' values without their names.
        json!([task.token, task.solution()]),
    ];
    for body in no_objects {
        ada.is_refused(ada.post("/step_07").json(&body), "answer.form").await;
    }
}

#[case]
async fn numbers_that_are_none_are_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("12").await;
    let strange = ["NaN", "1e3", "3.5", "9223372036854775808", "0x22", "٣٤", "34;", "1 2", "--1"];
    for strange in strange {
        let mut items = task.solution();
        items[39] = strange.to_owned();
        let body = json!({ "task": task.token, "ans": items });
        let reply = ada.is_refused(ada.post("/step_12").json(&body), "answer.item").await;
        assert!(reply.text.contains("item 40"), "{reply}");
    }
}

#[case]
async fn malformed_answers_leave_the_next_answers_as_they_were() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("12").await;
    for _ in 0..50 {
        ada.answer(&task, ["one"]).await.problem("answer.count");
    }
    ada.answer(&task, vec![0; 40]).await.wrong();
    ada.answer(&task, task.solution()).await.accepted();
    assert_eq!(ada.me().await.attempts, 2);
    Reply::to(ada.get("/step_12")).await.task();
}
