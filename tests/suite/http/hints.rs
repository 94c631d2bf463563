//! What a reply says of a small mistake: a mistyped field, another form of an address, a missing key.

use reqwest::RequestBuilder;
use reqwest::header::ACCEPT;
use serde_json::json;

use crate::server::{BROWSER, Caller, Reply, SharedServer};

#[case]
async fn an_unknown_field_is_told_with_the_one_that_was_meant() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let detail =
        async |request: RequestBuilder, code: &str| Reply::to(request).await.problem(code).detail;
    let answer = anonymous.post("/step_08").json(&json!({ "task": "x", "answer": "x" }));
    assert_eq!(
        detail(answer, "answer.form").await,
        "unknown field \"answer\"; did you mean `ans`?"
    );
    let nick = anonymous.post("/learners").json(&json!({ "nick": "x" }));
    assert_eq!(
        detail(nick, "body.fields").await,
        "unknown field \"nick\"; expected `name`, and optionally `code`"
    );
    let query = anonymous.post("/step_08?task=x&ans=y").body("");
    assert_eq!(
        detail(query, "query.invalid").await,
        "this address reads no query; send \"task\", \"ans\" in the body"
    );
    let get = anonymous.get("/step_08?answers=1");
    assert_eq!(
        detail(get, "query.invalid").await,
        "unknown field \"answers\"; did you mean `ans`?"
    );
    let get = anonymous.get("/step_08?x=1");
    assert_eq!(
        detail(get, "query.invalid").await,
        "unknown field \"x\"; the known fields are `ans`, `task`, `fresh` and `lang`"
    );
}

#[case]
async fn another_form_of_an_address_leads_to_its_step() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    for path in [
        "/step_7",
        "/step_007",
        "/step_%EF%BC%90%EF%BC%97",
        "/step_7/statement",
        "/step_07.",
        "/step_07.json",
        "/step_07;x=1",
    ] {
        let detail = Reply::to(anonymous.get(path)).await.problem("step.unknown").detail;
        assert!(detail.ends_with("did you mean /step_07?"), "{path}: {detail}");
    }
    for path in
        ["/step/07", "/step/7", "/Step_07", "/STEP_07", "/step07", "/steps/07", "/step-7", "/07"]
    {
        for request in [anonymous.get(path), anonymous.post(path).json(&[1])] {
            let detail = Reply::to(request).await.problem("route.unknown").detail;
            assert!(detail.ends_with("did you mean /step_07?"), "{path}: {detail}");
        }
    }
    for path in ["/step/07/statement", "/step_07/statment", "/step_07/Statement"] {
        let detail = Reply::to(anonymous.get(path)).await.problem("route.unknown").detail;
        assert!(detail.ends_with("did you mean /step_07/statement?"), "{path}: {detail}");
    }
    for (path, meant) in [("/Games", "/games"), ("/ME", "/me"), ("/scorebord", "/scoreboard")] {
        let detail = Reply::to(anonymous.get(path)).await.problem("route.unknown").detail;
        assert!(detail.ends_with(&format!("did you mean {meant}?")), "{path}: {detail}");
    }
    let page = Reply::to(anonymous.get("/step_7").header(ACCEPT, BROWSER)).await;
    assert!(page.text.contains("did you mean /step_07?"), "{page}");
    // Steps that do not exist are not proposed.
    for path in ["/step_10", "/step_010", "/step_110", "/step_99999999999999999999"] {
        let detail = Reply::to(anonymous.get(path)).await.problem("step.unknown").detail;
        assert!(detail.contains("expected one of 01"), "{path}: {detail}");
    }
    for path in ["/step/10", "/10", "/step", "/steps", "/step_x7", "/games2/1"] {
        let reply = Reply::to(anonymous.get(path)).await;
        assert!(reply.status == 404 && !reply.text.contains("did you mean"), "{path}: {reply}");
    }
    let ladder = Reply::to(anonymous.get("/").header(ACCEPT, BROWSER)).await;
    assert!(ladder.text.contains("some numbers have no step"), "{ladder}");
}

#[case]
async fn an_answer_without_a_key_says_that_it_is_not_recorded() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    for (language, said) in [("en", "Not recorded"), ("zh", "未记录"), ("ja", "記録されていません")]
    {
        let task = anonymous.task("07").await;
        let answer = json!({ "task": task.token, "ans": task.solution() });
        let path = format!("/step_07?lang={language}");
        let reply = Reply::to(anonymous.post(&path).json(&answer)).await.accepted();
        assert!(
            reply.message.contains(said) && reply.message.contains("POST /learners"),
            "{}",
            reply.message
        );
        let page = anonymous.post(&path).header(ACCEPT, BROWSER);
        let page =
            Reply::to(page.form(&[("task", &*task.token), ("ans", &task.solution().join(","))]))
                .await;
        assert!(page.text.contains(said) && page.text.contains("href=\"/session\""), "{page}");
    }
    let ada = server.learner().await;
    let message = ada.solve("07").await.accepted().message;
    assert!(!message.contains("Not recorded"), "{message}");
}
