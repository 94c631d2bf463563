//! Dates that are moved for a learner, a section or everybody.

use reqwest::header::{ACCEPT, LOCATION};
use serde_json::{Value, json};

use crate::server::{Caller as _, Class, DAY, NOON, Reply};

const COURSE: &str = "\
time-zone = \"Europe/Berlin\"
[steps.12]
due = 2026-09-14
closes = 2026-09-15
late = 0.5
[sections.A]
[sections.B]
";

#[case]
async fn an_extension_opens_a_step_again() {
    let class = Class::of(COURSE);
    let learners = class.import("name,section\nAda,A\nAlan,B\nGrace,B\n").await;
    let [ada, alan, grace] = &learners[..] else { panic!("three are on the list") };
    class.set_time(NOON + 3 * DAY);
    let task = ada.task("12").await;
    ada.answer(&task, task.solution()).await.problem("step.closed");
    let form = json!({
        "step": "12", "learner": "ada", "due": "2026-09-18", "closes": "2026-09-19T10:00",
        "reason": " ill ",
    });
    let given = class.done("/extensions", form).await;
    let id = class.id("Ada").await;
    let expected = json!({
        "is_success": true, "id": given["id"], "step": "12", "learner": { "id": id, "name": "Ada" },
        "section": null, "everybody": false, "opens": null, "due": "2026-09-18T21:59:59Z",
        "closes": "2026-09-19T08:00:59Z", "reason": "ill", "by": "Grace Hopper",
        "at": "2026-09-17T12:00:00Z",
        "zone": "Europe/Berlin",
    });
    assert_eq!(given, expected);
    ada.answer(&task, task.solution()).await.accepted();
    let task = alan.task("12").await;
    alan.answer(&task, task.solution()).await.problem("step.closed");

    let form = json!({ "step": "12", "section": "B", "closes": "2026-09-18" });
    let of_section = class.done("/extensions", form).await;
    assert_eq!((&of_section["learner"], &of_section["section"]), (&Value::Null, &json!("B")));
    alan.answer(&task, task.solution()).await.accepted();
    let book = class.get("/gradebook").await;
    let totals: Vec<&Value> =
        book["learners"].as_array().unwrap().iter().map(|learner| &learner["total"]).collect();
    assert_eq!(totals, [&json!(10), &json!(5), &json!(0)]);

    let list = class.get("/extensions").await;
    let ids: Vec<&Value> =
        list["extensions"].as_array().unwrap().iter().map(|extension| &extension["id"]).collect();
    assert_eq!(ids, [&given["id"], &of_section["id"]]);
    let path = format!("/extensions/{}/remove", of_section["id"]);
    class.done(&path, json!({})).await;
    class.post(&path, json!({})).await.problem("extension.unknown");
    let task = grace.task("12").await;
    grace.answer(&task, task.solution()).await.problem("step.closed");

    let form = json!({ "step": "12", "everybody": true, "closes": "2026-09-18" });
    let of_all = class.done("/extensions", form).await;
    assert_eq!((&of_all["learner"], &of_all["section"]), (&Value::Null, &Value::Null));
    assert_eq!(of_all["everybody"], true);
    grace.answer(&task, task.solution()).await.accepted();
}

#[case]
async fn an_extension_may_be_for_all_steps() {
    let class = Class::of(COURSE);
    let learners = class.import("name,section\nAda,A\nAlan,B\n").await;
    let [ada, alan] = &learners[..] else { panic!("two are on the list") };
    class.set_time(NOON + 3 * DAY);
    let form = json!({ "step": "all", "learner": "Ada", "closes": "2026-09-18" });
    let given = class.done("/extensions", form).await;
    assert_eq!(given["step"], "all");
    let task = ada.task("12").await;
    ada.answer(&task, task.solution()).await.accepted();
    let task = alan.task("12").await;
    alan.answer(&task, task.solution()).await.problem("step.closed");
    // An order that is wrong at one of the steps is named with the step.
    let form = json!({ "step": "all", "learner": "Alan", "closes": "2026-09-01" });
    let detail = class.post("/extensions", form).await.problem("class.form").detail;
    assert!(detail.starts_with("with these dates step 12 opens at"), "{detail}");
    class.done(&format!("/extensions/{}/remove", given["id"]), json!({})).await;
    let task = ada.fresh_task("12").await;
    ada.answer(&task, task.solution()).await.problem("step.closed");
}

#[case]
async fn extensions_of_another_time_zone_are_named_after_the_zone_is_corrected() {
    let class = Class::of(COURSE);
    class.import("name,section\nAda,A\n").await;
    let form = json!({ "step": "12", "learner": "Ada", "due": "2026-09-14T18:00" });
    let given = class.done("/extensions", form).await;
    class.server.workplace().write("course.toml", COURSE.replace("Europe/Berlin", "Europe/London"));
    class.server.signal("HUP");
    let said = format!(
        "extension {} (step 12) was given by the clocks of Europe/Berlin, and keeps its moments: \
         due 2026-09-14 17:00 (Europe/London)",
        given["id"]
    );
    while !class.server.workplace().log().contains(&said) {
        class.get("/extensions").await;
    }
    let page = class.grace.get("/instructor/extensions").header(ACCEPT, "text/html");
    let page = Reply::to(page).await.text;
    assert!(page.contains("by the clocks of Europe/Berlin"), "{page}");
}

#[case]
async fn an_extension_without_sense_is_refused() {
    let class = Class::of(COURSE);
    class.import("name,section\nAda,A\n").await;
    let base = json!({ "step": "12", "learner": "Ada", "due": "2026-09-15" });
    let because = |reason: &str| {
        let mut form = base.clone();
        form["reason"] = json!(reason);
        form
    };
    for (form, code) in [
        (because(&"é".repeat(201)), "class.form"),
        (because("ill\nagain"), "class.form"),
        (because("\u{1b}[2J"), "class.form"),
        (json!({ "step": "12", "learner": "Ada" }), "class.form"),
        (json!({ "step": "12", "due": "2026-09-15" }), "class.form"),
        (
            json!({ "step": "12", "learner": "Ada", "section": "A", "due": "2026-09-15" }),
            "class.form",
        ),
        (
            json!({ "step": "12", "section": "A", "everybody": true, "due": "2026-09-15" }),
            "class.form",
        ),
        (json!({ "step": "12", "everybody": false, "due": "2026-09-15" }), "class.form"),
        (json!({ "step": "12", "everybody": true, "due": "2026-09-16" }), "class.form"),
        (json!({ "learner": "Ada", "due": "2026-09-15" }), "class.form"),
        (json!({ "step": "98", "learner": "Ada", "due": "2026-09-15" }), "step.unknown"),
        (json!({ "step": "12", "learner": "Nobody", "due": "2026-09-15" }), "learner.unknown"),
        (json!({ "step": "12", "learner": 99, "due": "2026-09-15" }), "learner.unknown"),
        (json!({ "step": "12", "section": "C", "due": "2026-09-15" }), "section.unknown"),
        (json!({ "step": "12", "learner": "Ada", "due": "soon" }), "class.form"),
        // It would close before it is due.
        (json!({ "step": "12", "learner": "Ada", "due": "2026-09-16" }), "class.form"),
        (json!({ "step": "12", "section": "A", "due": "2026-09-16" }), "class.form"),
    ] {
        class.post("/extensions", form).await.problem(code);
    }
    assert_eq!(class.get("/extensions").await["extensions"], json!([]));
    let given = class.done("/extensions", because(&"é".repeat(200))).await;
    assert_eq!(given["reason"], "é".repeat(200));
}

#[case]
async fn a_time_that_the_clocks_skip_is_told_with_one_that_exists() {
    let class = Class::of(COURSE);
    class.import("name,section\nAda,A\n").await;
    let closing = |at: &str| json!({ "step": "12", "learner": "Ada", "closes": at });
    let refused = class.post("/extensions", closing("2027-03-28T02:30")).await;
    let detail = refused.problem("class.form").detail;
    assert!(
        detail.contains("\"2027-03-28T02:30\", which does not exist in the time zone"),
        "{detail}"
    );
    for (instead, moment) in [
        ("2027-03-28T01:30", "2027-03-28T00:30:59Z"),
        ("2027-03-28T03:30", "2027-03-28T01:30:59Z"),
        ("2027-03-28T01:30Z", "2027-03-28T01:30:59Z"),
    ] {
        assert!(detail.contains(instead), "{detail}");
        assert_eq!(class.done("/extensions", closing(instead)).await["closes"], moment);
    }
}

#[case]
async fn a_form_leads_back_to_the_list() {
    let class = Class::of(COURSE);
    class.import("name,section\nAda,A\n").await;
    let id = format!("#{}", class.id("Ada").await);
    let fields = [
        ("step", "12"),
        ("learner", &*id),
        ("section", ""),
        ("opens", ""),
        ("due", "2026-09-15T08:00"),
        ("closes", ""),
        ("reason", ""),
    ];
    let led = class.form("/extensions", &fields).await;
    assert_eq!((led.status, led.header(LOCATION)), (303, "/instructor/extensions"));
    let given = class.get("/extensions").await["extensions"][0].clone();
    assert_eq!(given["learner"]["name"], "Ada");
    let led = class.form(&format!("/extensions/{}/remove", given["id"]), &[]).await;
    assert_eq!((led.status, led.header(LOCATION)), (303, "/instructor/extensions"));
}

#[case]
async fn a_number_that_is_nobodys_name_is_an_id() {
    let class = Class::of(COURSE);
    class.import("name,section\nAda,A\nAlan,A\n").await;
    let ada = class.id("Ada").await.to_string();
    let given_to = async |named: &str| {
        let form = json!({ "step": "12", "learner": named, "due": "2026-09-15" });
        class.done("/extensions", form).await["learner"]["name"].clone()
    };
    assert_eq!(given_to(&ada).await, "Ada");
    let alan = format!("/learners/{}", class.id("Alan").await);
    class.done(&alan, json!({ "name": ada })).await;
    assert_eq!(given_to(&ada).await, ada);
    assert_eq!(given_to(&format!("#{ada}")).await, "Ada");
}
