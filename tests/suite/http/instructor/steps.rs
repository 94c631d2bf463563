//! The course with its steps, and how these go.

use reqwest::Method;
use reqwest::header::LOCATION;
use serde_json::{Value, json};

use crate::server::{Caller as _, Class, NOON, Reply};

const COURSE: &str = "\
name = \"Programming 1\"
time-zone = \"Europe/Berlin\"

[steps.01]
due = 2026-09-13
closes = 2026-09-20
[steps.02]
opens = 2026-10-01T08:00
[steps.03]
closes = 2026-09-13
[sections.A]
[sections.B]
";

#[case]
async fn the_course_is_shown_with_its_phases() {
    let class = Class::of(COURSE);
    class.server.register("Ada").await;
    let course = class.get("").await;
    assert_eq!(
        ["course", "time_zone", "sections", "learners"].map(|name| course[name].clone()),
        [json!("Programming 1"), json!("Europe/Berlin"), json!(["A", "B"]), json!(1)]
    );
    let steps = course["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 36);
    let phases: Vec<&str> =
        steps.iter().take(4).map(|step| step["phase"].as_str().unwrap()).collect();
    assert_eq!(phases, ["late", "not_open", "closed", "open"]);
    assert_eq!(
        ["opens", "due", "closes", "hidden", "points"].map(|name| &steps[0][name]),
        [
            &Value::Null,
            &json!("2026-09-13T21:59:59Z"),
            &json!("2026-09-20T21:59:59Z"),
            &json!(false),
            &json!(5),
        ]
    );
    for link in course["links"].as_object().unwrap().values() {
        let path = link.as_str().unwrap().strip_prefix(class.server.url()).unwrap();
        let reply = Reply::to(class.grace.get(path)).await;
        let is_posted = ["rejudge", "regrade", "roster"].iter().any(|end| path.ends_with(end));
        assert_eq!(reply.status, if is_posted { 405 } else { 200 }, "{path}: {reply}");
    }
}

#[case]
async fn a_step_is_seen_before_it_opens() {
    let class = Class::of(COURSE);
    let led = Reply::to(class.browse(Method::GET, "/steps/02/preview")).await;
    assert_eq!((led.status, led.header(LOCATION)), (303, "/step_02"));
    assert_eq!(class.grace.task("02").await.step, "02");
    Reply::to(class.server.anonymous().get("/step_02")).await.problem("step.unknown");
}

#[case]
async fn statistics_count_learners_answers_and_misconceptions() {
    let class = Class::start();
    let learners = class.import("name\nAda\nAlan\nGrace\n").await;
    let [ada, alan, _] = &learners[..] else { panic!("three are on the list") };
    let task = ada.fresh_task("12").await;
    ada.answer(&task, vec![9999; 40]).await.wrong();
    class.set_time(NOON + 90);
    ada.answer(&task, task.solution()).await.accepted();
    let task = alan.fresh_task("12").await;
    alan.answer(&task, vec![9999; 40]).await.wrong();
    let step = class.get("/steps/12").await;
    let names = ["tried", "solved", "solve_rate", "attempts", "accepted", "median_seconds"];
    let expected = [json!(2), json!(1), json!(0.5), json!(3), json!(1), json!(90)];
    assert_eq!(names.map(|name| step[name].clone()), expected);
    assert!(step["causes"].is_array());
    let all = class.get("/steps").await;
    let all = all["steps"].as_array().unwrap();
    assert_eq!(all.len(), 36);
    let listed = all.iter().find(|step| step["step"] == "12").unwrap();
    for (name, value) in listed.as_object().unwrap() {
        assert_eq!(step[name], *value, "{name}");
    }
    assert_eq!((&all[0]["tried"], &all[0]["solve_rate"]), (&json!(0), &Value::Null));
}

#[case]
async fn a_well_known_mistake_is_counted() {
    let class = Class::start();
    let ada = class.server.register("Ada").await;
    let task = ada.fresh_task("01").await;
    let reversed: String = task.solution()[0].chars().rev().collect();
    let told = ada.answer(&task, [reversed]).await.wrong();
    let causes = class.get("/steps/01").await["causes"].clone();
    let attempt = class.get("/attempts").await["attempts"][0].clone();
    let Some(misconception) = told.misconception else { panic!("{told:?}") };
    let counted = json!([{
        "cause": misconception.id, "hint": misconception.hint, "answers": 1, "learners": 1,
    }]);
    assert_eq!(causes, counted);
    let cause = json!([{ "id": misconception.id, "hint": misconception.hint }]);
    assert_eq!(attempt["causes"], cause);
}
