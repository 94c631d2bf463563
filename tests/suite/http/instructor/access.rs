//! Who may come here: instructors.

use reqwest::Method;
use serde_json::json;

use super::Class;
use crate::server::{Caller as _, Reply};

/// Every address with its method; what is in it may exist or not.
const ROUTES: [(Method, &str); 32] = [
    (Method::GET, ""),
    (Method::GET, "/learners"),
    (Method::GET, "/learners/1"),
    (Method::GET, "/learners/999"),
    (Method::POST, "/learners/1"),
    (Method::POST, "/learners/1/rekey"),
    (Method::POST, "/learners/999/rekey"),
    (Method::POST, "/learners/1/forget"),
    (Method::POST, "/roster"),
    (Method::GET, "/gradebook"),
    (Method::GET, "/gradebook?format=moodle"),
    (Method::GET, "/gradebook?format=nothing"),
    (Method::GET, "/attempts"),
    (Method::GET, "/attempts?learner=1"),
    (Method::GET, "/attempts/1"),
    (Method::GET, "/attempts/999"),
    (Method::GET, "/attempts/1/picture.svg"),
    (Method::GET, "/steps"),
    (Method::GET, "/steps/07"),
    (Method::GET, "/steps/98"),
    (Method::GET, "/steps/07/preview"),
    (Method::GET, "/signals"),
    (Method::GET, "/extensions"),
    (Method::POST, "/extensions"),
    (Method::POST, "/extensions/1/remove"),
    (Method::GET, "/instructors"),
    (Method::POST, "/instructors"),
    (Method::POST, "/instructors/1/remove"),
    (Method::POST, "/instructors/1/rekey"),
    (Method::POST, "/rejudge"),
    (Method::POST, "/regrade"),
    (Method::GET, "/?x=1"),
];

#[case]
async fn nobody_but_an_instructor_comes_in() {
    let class = Class::start();
    let ada = class.server.register("Ada").await;
    ada.solve("12").await;
    let anonymous = class.server.anonymous();
    for (method, path) in ROUTES {
        let path = format!("/instructor{path}");
        let body = json!({ "confirm": "Ada", "attempts": "remove", "name": "Ada" });
        let request = anonymous.request(method.clone(), &path).json(&body);
        Reply::to(request).await.problem("auth.missing");
        let reply = Reply::to(ada.request(method.clone(), &path).json(&body)).await;
        reply.problem("auth.instructor");
        let request = anonymous.request(method, &path).bearer_auth("gi_no-key-of-anybody-0123456");
        Reply::to(request.json(&body)).await.problem("auth.key");
    }
    assert_eq!(ada.me().await.attempts, 1);
    assert_eq!(class.get("/extensions").await["extensions"], json!([]));
}

#[case]
async fn unknown_fields_are_refused() {
    let class = Class::start();
    class.server.register("Ada").await;
    for path in [
        "?x=1",
        "/learners?x=1",
        "/learners/1?x=1",
        "/gradebook?x=1",
        "/gradebook?format=nothing",
        "/attempts?x=1",
        "/attempts?step=7",
        "/attempts?limit=0",
        "/attempts?learner=Ada",
        "/steps?x=1",
        "/steps/07?x=1",
        "/signals?x=1",
        "/extensions?x=1",
        "/instructors?x=1",
    ] {
        class.reply(path).await.problem("query.invalid");
    }
    for path in [
        "/learners/1",
        "/learners/1/rekey",
        "/learners/1/forget",
        "/roster",
        "/extensions",
        "/instructors",
        "/rejudge",
        "/regrade",
    ] {
        class.post(path, json!({ "x": 1 })).await.problem("class.form");
        class.post(&format!("{path}?x=1"), json!({})).await.problem("query.invalid");
    }
}

#[case]
async fn what_does_not_exist_is_told() {
    let class = Class::start();
    for (path, code) in [
        ("/learners/1", "learner.unknown"),
        ("/learners/Ada", "learner.unknown"),
        ("/learners/-1", "learner.unknown"),
        ("/learners/99999999999999999999", "learner.unknown"),
        ("/attempts/1", "attempt.unknown"),
        ("/attempts/1/picture.svg", "attempt.unknown"),
        ("/steps/98", "step.unknown"),
        ("/steps/7", "step.unknown"),
        ("/steps/98/preview", "step.unknown"),
        ("/learners?section=Z", "section.unknown"),
        ("/gradebook?section=Z", "section.unknown"),
        ("/gradebook?section=Z&format=csv", "section.unknown"),
        ("/attempts?step=98", "step.unknown"),
        ("/attempts?step=07&learner=1", "learner.unknown"),
        ("/nothing", "route.unknown"),
    ] {
        class.reply(path).await.problem(code);
    }
    for (path, code) in [
        ("/learners/1", "learner.unknown"),
        ("/learners/1/rekey", "learner.unknown"),
        ("/learners/1/forget", "learner.unknown"),
        ("/extensions/1/remove", "extension.unknown"),
        ("/instructors/1/remove", "instructor.unknown"),
        ("/instructors/1/rekey", "instructor.unknown"),
    ] {
        class.post(path, json!({})).await.problem(code);
    }
    for path in ["/rejudge", "/regrade"] {
        class.post(path, json!({ "step": "98" })).await.problem("step.unknown");
    }
}
