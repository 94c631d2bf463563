//! What is refused at these addresses. Who may come here at all is in `http::access`.

use serde_json::json;

use crate::server::Class;

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
