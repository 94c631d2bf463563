//! Results that are set, excused and void.

use reqwest::header::LOCATION;
use serde_json::{Value, json};

use crate::server::{Caller as _, Class, Learner, Reply};
use crate::solve_all::client;

const COURSE: &str = "\
name = \"Programming\"
[steps.12]
points = 10
[sections.A]
[sections.B]
[sections.B.steps.12]
points = 4
";

/// What a learner gets at `/me`.
async fn me(learner: &Learner) -> Value {
    Reply::to(learner.get("/me")).await.json()
}

/// The result of a learner at a step, in the gradebook.
async fn result(class: &Class, name: &str, step: &str) -> Value {
    let id = class.id(name).await;
    let learner = class.get(&format!("/learners/{id}")).await;
    let results = learner["results"].as_array().unwrap();
    results.iter().find(|result| result["step"] == step).unwrap().clone()
}

/// The latest attempt of a learner.
async fn attempt(class: &Class, name: &str) -> i64 {
    let id = class.id(name).await;
    let list = class.get(&format!("/attempts?learner={id}")).await;
    list["attempts"][0]["id"].as_i64().unwrap()
}

async fn take_back(class: &Class, decision: &Value) {
    class.done(&format!("/decisions/{}/take-back", decision["id"]), json!({})).await;
}

#[case]
async fn a_learners_decision_counts_before_the_sections_and_that_before_everybodys() {
    let class = Class::of(COURSE);
    let learners = class.import("name,section\nAda,A\nAlan,B\nZoe,\n").await;
    let [ada, alan, zoe] = &learners[..] else { panic!("three are on the list") };
    ada.solve("12").await.accepted();
    let form = json!({ "action": "set", "step": "12", "everybody": true, "points": 1 });
    let of_all = class.done("/decisions", form).await;
    let form = json!({ "action": "set", "step": "12", "section": "A", "points": "2,5" });
    let of_section = class.done("/decisions", form).await;
    let form = json!({
        "action": "set", "step": "12", "learner": "ada", "points": 7.25, "reason": " private ",
    });
    let of_ada = class.done("/decisions", form).await;
    let id = class.id("Ada").await;
    let expected = json!({
        "is_success": true, "id": of_ada["id"], "step": "12", "kind": of_ada["kind"],
        "learner": { "id": id, "name": "Ada" }, "section": null, "everybody": false,
        "action": "set", "points": 7.25, "attempt": null, "reason": "private", "public": false,
        "by": "Grace Hopper", "at": "2026-09-14T12:00:00Z", "taken_back": null, "voided": 0,
    });
    assert_eq!(of_ada, expected);

    let found = result(&class, "Ada", "12").await;
    assert_eq!(found["points"], 7.25);
    let decided = json!({ "id": of_ada["id"], "action": "set", "computed": 10 });
    assert_eq!(found["decision"], decided);
    for (learner, earned) in [(ada, json!(7.25)), (alan, json!(1)), (zoe, json!(1))] {
        assert_eq!(me(learner).await["earned"], earned);
    }
    // A better answer changes nothing, and what is taken back uncovers the next.
    ada.solve("12").await.accepted();
    assert_eq!(me(ada).await["earned"], 7.25);
    take_back(&class, &of_ada).await;
    assert_eq!(me(ada).await["earned"], 2.5);
    take_back(&class, &of_section).await;
    assert_eq!(me(ada).await["earned"], 1);
    take_back(&class, &of_all).await;
    assert_eq!((&me(ada).await["earned"], &me(alan).await["earned"]), (&json!(10), &json!(0)));
    class
        .post(&format!("/decisions/{}/take-back", of_all["id"]), json!({}))
        .await
        .problem("decision.unknown");
    let list = class.get("/decisions").await;
    let backs: Vec<&Value> =
        list["decisions"].as_array().unwrap().iter().map(|it| &it["taken_back"]["by"]).collect();
    assert_eq!(backs, ["Grace Hopper"; 3]);
}

#[case]
async fn learners_see_a_decision_and_only_a_public_reason() {
    let class = Class::of(COURSE);
    let learners = class.import("name,section\nAda,A\n").await;
    let ada = &learners[0];
    let form =
        json!({ "action": "set", "step": "12", "learner": "Ada", "points": 0, "reason": "secret" });
    let private = class.done("/decisions", form).await;
    let seen =
        json!({ "step": "12", "action": "set", "points": 0, "reason": null, "at": private["at"] });
    assert_eq!(me(ada).await["decisions"], json!([seen]));
    let task = Reply::to(ada.get("/step_12")).await;
    assert_eq!(task.json()["decisions"], json!([seen]));
    let ladder = Reply::to(ada.get("/")).await;
    assert!(ladder.text.contains("\"decisions\""));
    for path in ["/me", "/step_12", "/", "/me/receipts"] {
        for accept in ["text/html", "application/json"] {
            let reply = Reply::to(ada.get(path).header("Accept", accept)).await;
            assert!(!reply.text.contains("secret") && !reply.text.contains("Hopper"), "{path}");
        }
    }
    assert!(
        Reply::to(class.server.anonymous().get("/step_12")).await.json()["decisions"].is_null()
    );
    take_back(&class, &private).await;
    let form = json!({
        "action": "excuse", "step": "12", "section": "A", "reason": "the room was closed", "public": true,
    });
    class.done("/decisions", form).await;
    assert_eq!(me(ada).await["decisions"][0]["reason"], "the room was closed");
    for path in ["/me", "/step_12", "/"] {
        let page = Reply::to(ada.get(path).header("Accept", "text/html")).await;
        assert!(page.text.contains("the room was closed"), "{path}");
    }
}

#[case]
async fn an_excused_step_leaves_the_maximum() {
    let class = Class::of(COURSE);
    let learners = class.import("name,section\nAda,A\nAlan,A\n").await;
    let ada = &learners[0];
    ada.solve("12").await.accepted();
    let before = me(ada).await;
    class.done("/decisions", json!({ "action": "excuse", "step": "12", "learner": "Ada" })).await;
    let after = me(ada).await;
    let possible = |me: &Value| me["possible"].as_u64().unwrap();
    assert_eq!(possible(&after), possible(&before) - 10);
    assert_eq!((&after["points"], &after["earned"]), (&json!(0), &json!(0)));
    let book = class.get("/gradebook").await;
    let [ada, alan] = &book["learners"].as_array().unwrap()[..] else { panic!("two learners") };
    let possible = |row: &Value| row["possible"].as_u64().unwrap();
    assert_eq!(possible(ada), possible(alan) - 10);
    let canvas = class.reply("/gradebook?format=canvas").await;
    assert_eq!(canvas.text.lines().filter(|line| line.contains(",EX,")).count(), 1);
    // A step that is excused is not the next one.
    class.done("/decisions", json!({ "action": "excuse", "step": "01", "everybody": true })).await;
    let next = me(&learners[1]).await["next"].clone();
    assert!(!next.as_str().unwrap().ends_with("/step_01"), "{next}");
}

#[case]
async fn a_void_answer_no_longer_applies() {
    let class = Class::of(COURSE);
    let learners = class.import("name,section\nAda,A\nAlan,A\n").await;
    let [ada, alan] = &learners[..] else { panic!("two are on the list") };
    let task = ada.task("12").await;
    let accepted = ada.answer(&task, task.solution()).await;
    accepted.accepted();
    let receipt = accepted.json()["receipt"].as_str().unwrap().to_owned();
    alan.solve("12").await.accepted();
    let id = attempt(&class, "Ada").await;
    let form = json!({ "action": "void", "attempt": id, "reason": "copied", "public": true });
    let void = class.done("/decisions", form).await;
    assert_eq!(
        (&void["voided"], &void["attempt"], &void["step"]),
        (&json!(1), &json!(id), &json!("12"))
    );

    // It earns nothing; its token, its verdict and its receipt no longer apply.
    let mine = me(ada).await;
    assert_eq!((&mine["earned"], &mine["solved"]), (&json!(0), &json!([])));
    assert_eq!(
        (&mine["decisions"][0]["action"], &mine["decisions"][0]["reason"]),
        (&json!("void"), &json!("copied"))
    );
    ada.answer(&task, task.solution()).await.problem("task.voided");
    ada.answer(&task, vec!["1"; task.solution().len()]).await.problem("task.voided");
    let ans = task.solution().join(",");
    Reply::to(ada.get("/step_12").query(&[("ans", &ans)])).await.problem("task.voided");
    assert_eq!(Reply::to(ada.get("/me/receipts")).await.json()["receipts"], json!([]));
    let keys = Reply::to(class.server.anonymous().get("/.well-known/jwks.json")).await.json();
    let claims = receipt.split('.').nth(1).unwrap();
    let claims = data_encoding::BASE64URL_NOPAD.decode(claims.as_bytes()).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(keys["voided"], json!([claims["jti"]]));
    let file = class.server.workplace().write("receipts.txt", receipt);
    let verified = client(&class.server, "verify", &[file.to_str().unwrap()]).output().unwrap();
    let printed = String::from_utf8(verified.stdout).unwrap();
    assert!(printed.starts_with("VOIDED   receipt 1: "), "{printed}");
    assert_eq!(verified.status.code(), Some(1));

    // The same address gives another board, always the same, which counts.
    let other = ada.task("12").await;
    assert_ne!(other.token, task.token);
    assert_eq!(other.solution(), ada.task("12").await.solution());
    assert_ne!(other.solution(), task.solution());
    let ans = other.solution().join(",");
    Reply::to(ada.get("/step_12").query(&[("ans", &ans)])).await.accepted();
    assert_eq!(me(ada).await["earned"], 10);
    assert_eq!(me(alan).await["earned"], 10);

    take_back(&class, &void).await;
    ada.answer(&task, task.solution()).await.accepted();
    let keys = Reply::to(class.server.anonymous().get("/.well-known/jwks.json")).await.json();
    assert_eq!(keys["voided"], json!([]));
    assert_eq!(ada.task("12").await.solution(), task.solution());
}

#[case]
async fn a_void_of_a_section_is_of_its_learners() {
    let class = Class::of(COURSE);
    let learners = class.import("name,section\nAda,A\nAlan,B\n").await;
    for learner in &learners {
        learner.solve("12").await.accepted();
    }
    let form = json!({ "action": "void", "step": "12", "section": "A" });
    assert_eq!(class.done("/decisions", form.clone()).await["voided"], 1);
    assert_eq!(
        (&me(&learners[0]).await["earned"], &me(&learners[1]).await["earned"]),
        (&json!(0), &json!(4))
    );
    let found = result(&class, "Ada", "12").await;
    assert_eq!((&found["points"], found["voided_by"].is_null()), (&json!(0), false));
    assert!(result(&class, "Alan", "12").await["voided_by"].is_null());
    // Later answers count, and what was answered before stays void.
    learners[0].solve("12").await.accepted();
    assert_eq!(me(&learners[0]).await["earned"], 10);
    let nothing = json!({ "action": "void", "step": "14", "section": "A" });
    class.post("/decisions", nothing).await.problem("class.form");
}

#[case]
async fn judging_and_grading_again_respect_decisions() {
    let class = Class::of(COURSE);
    let learners = class.import("name,section\nAda,A\n").await;
    learners[0].solve("12").await.accepted();
    let form = json!({ "action": "set", "step": "12", "learner": "Ada", "points": 3 });
    let set = class.done("/decisions", form).await;
    class
        .server
        .workplace()
        .write("course.toml", "[steps.12]\npoints = 6\n[sections.A]\n[sections.B]\n");
    let class = class.restart();
    let report = class.done("/regrade", json!({ "apply": true })).await;
    let change = &report["changed"][0];
    assert_eq!((&change["before"], &change["after"]), (&json!(10), &json!(6)));
    assert_eq!(change["decision"], set["id"]);
    let found = result(&class, "Ada", "12").await;
    assert_eq!((&found["points"], &found["decision"]["computed"]), (&json!(3), &json!(6)));
}

#[case]
async fn a_decision_without_sense_is_refused() {
    let class = Class::of(COURSE);
    class.import("name,section\nAda,A\nAlan,B\n").await;
    let base = json!({ "action": "set", "step": "12", "learner": "Ada", "points": 5 });
    let with = |changes: Value| {
        let mut form = base.clone();
        for (name, value) in changes.as_object().unwrap() {
            if value.is_null() {
                form.as_object_mut().unwrap().remove(name);
            } else {
                form[name] = value.clone();
            }
        }
        form
    };
    for (changes, code) in [
        (json!({ "points": 10.01 }), "class.form"),
        (json!({ "points": -1 }), "class.form"),
        (json!({ "points": "1.234" }), "class.form"),
        (json!({ "points": 1e300 }), "class.form"),
        (json!({ "points": true }), "class.form"),
        (json!({ "points": null }), "class.form"),
        (json!({ "action": "excuse" }), "class.form"),
        (json!({ "action": "forgive" }), "class.form"),
        (json!({ "action": null }), "class.form"),
        (json!({ "step": null }), "class.form"),
        (json!({ "step": "98" }), "step.unknown"),
        (json!({ "learner": "Nobody" }), "learner.unknown"),
        (json!({ "learner": null }), "class.form"),
        (json!({ "section": "A" }), "class.form"),
        (json!({ "everybody": true }), "class.form"),
        (json!({ "learner": null, "section": "C" }), "section.unknown"),
        // The section has fewer points.
        (json!({ "learner": null, "section": "B" }), "class.form"),
        (json!({ "attempt": 1 }), "class.form"),
        (json!({ "learner": null, "step": null, "attempt": 1 }), "class.form"),
        (json!({ "action": "void", "points": null, "attempt": 1 }), "class.form"),
        (
            json!({ "action": "void", "points": null, "learner": null, "step": null, "attempt": 99 }),
            "attempt.unknown",
        ),
        (json!({ "action": "void", "points": null }), "class.form"),
        (json!({ "reason": "é".repeat(201) }), "class.form"),
        (json!({ "reason": "two\nlines" }), "class.form"),
        (json!({ "colour": "red" }), "class.form"),
    ] {
        let refused = class.post("/decisions", with(changes.clone())).await;
        assert!(refused.status < 500, "{changes}: {refused}");
        refused.problem(code);
    }
    let refused = class.post("/decisions", with(json!({ "points": 11 }))).await;
    assert!(refused.text.contains("expected 0 to 10"), "{refused}");
    assert_eq!(class.get("/decisions").await["decisions"], json!([]));
    class.done("/decisions", with(json!({ "points": 10 }))).await;
}

#[case]
async fn a_form_leads_to_where_the_decision_shows() {
    let class = Class::of(COURSE);
    let learners = class.import("name,section\nAda,A\n").await;
    learners[0].solve("12").await.accepted();
    let id = class.id("Ada").await;
    // As a browser sends the form: empty fields too.
    let learner = format!("#{id}");
    let fields = [
        ("step", "12"),
        ("learner", learner.as_str()),
        ("section", ""),
        ("action", "set"),
        ("points", "7.5"),
        ("reason", "oral exam"),
        ("public", "on"),
    ];
    let led = class.form("/decisions", &fields).await;
    assert_eq!((led.status, led.header(LOCATION)), (303, &*format!("/instructor/learners/{id}")));
    let wrong = [("step", "12"), ("everybody", "on"), ("action", "set"), ("points", "99")];
    let again = class.form("/decisions", &wrong).await;
    assert_eq!(again.status, 422);
    assert!(again.text.contains("expected 0 to 10") && again.text.contains("value=\"99\""));
    let attempt = attempt(&class, "Ada").await;
    let fields = [("action", "void"), ("attempt", &*attempt.to_string()), ("reason", "")];
    let led = class.form("/decisions", &fields).await;
    assert_eq!(led.header(LOCATION), format!("/instructor/attempts/{attempt}"));
    let decisions = class.get("/decisions").await["decisions"].clone();
    let path = format!("/decisions/{}/take-back", decisions[1]["id"]);
    let led = class.form(&path, &[]).await;
    assert_eq!((led.status, led.header(LOCATION)), (303, "/instructor/decisions"));
}
