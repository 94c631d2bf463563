//! Who has solved what, also as CSV.

use reqwest::header::{ACCEPT, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use serde_json::json;

use crate::server::{Caller as _, Class, DAY, NOON, Reply};

const COURSE: &str = "\
[steps.12]
due = 2026-09-15T12:00:00Z
late = 0.5
points = 30
[steps.01]
hidden = true
";

#[case]
async fn points_count_as_the_rules_said_then() {
    let class = Class::of(COURSE);
    let csv = "name,section,email,id\nAda,A,ada@example.org,7\nAlan,B,,\n";
    let learners = class.import(csv).await;
    learners[0].solve("12").await;
    class.set_time(NOON + 2 * DAY);
    learners[1].solve("12").await;
    let book = class.get("/gradebook").await;
    assert_eq!(book["steps"].as_array().unwrap().len(), 35);
    let place = book["steps"].as_array().unwrap().iter().position(|step| step["step"] == "12");
    let place = place.unwrap();
    assert_eq!(book["steps"][place]["points"], 30);
    let [ada, alan] = &book["learners"].as_array().unwrap()[..] else { panic!("{book}") };
    assert_eq!(
        [
            &ada["name"],
            &ada["section"],
            &ada["email"],
            &ada["student_id"],
            &ada["total"],
            &ada["solved"]
        ],
        [&json!("Ada"), &json!("A"), &json!("ada@example.org"), &json!("7"), &json!(30), &json!(1)]
    );
    let expected = json!({
        "attempts": 1, "solved_at": "2026-09-14T12:00:00Z", "late": false, "points": 30,
    });
    assert_eq!(ada["results"][place], expected);
    let expected = json!({
        "attempts": 1, "solved_at": "2026-09-16T12:00:00Z", "late": true, "points": 15,
    });
    assert_eq!(alan["results"][place], expected);
    let only_b = class.get("/gradebook?section=B").await;
    assert_eq!(only_b["learners"], json!([alan]));
}

#[case]
async fn a_gradebook_is_downloaded_as_csv() {
    let class = Class::start();
    class.import("name,email,id\nAda,ada@example.org,7\n").await;
    for (query, name) in [
        ("format=csv", "gradebook.csv"),
        ("format=moodle", "gradebook-moodle.csv"),
        ("format=moodle&columns=total", "gradebook-moodle.csv"),
        ("format=canvas&section=&columns=", "gradebook-canvas.csv"),
    ] {
        // As a browser asks.
        let request = class.grace.get(&format!("/instructor/gradebook?{query}"));
        let reply = Reply::to(request.header(ACCEPT, "text/html")).await;
        assert_eq!(reply.status, 200, "{reply}");
        assert_eq!(reply.header(CONTENT_TYPE), "text/csv; charset=utf-8");
        assert_eq!(reply.header(CACHE_CONTROL), "no-store");
        let expected = format!("attachment; filename=\"{name}\"");
        assert_eq!(reply.header(CONTENT_DISPOSITION), expected);
        assert!(reply.text.contains("Ada"), "{reply}");
    }
    let json = class.grace.get("/instructor/gradebook?format=json").header(ACCEPT, "text/html");
    assert_eq!(Reply::to(json).await.json()["learners"][0]["name"], "Ada");
}
