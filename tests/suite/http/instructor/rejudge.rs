//! What stored attempts are by today's reference, and by today's rules.

use serde_json::json;

use crate::server::{Caller as _, Class, NOON, Reply};

#[case]
async fn attempts_are_judged_again_and_the_old_verdict_is_kept() {
    let class = Class::start();
    let ada = class.server.register("Ada").await;
    let task = ada.fresh_task("12").await;
    ada.answer(&task, vec![0; 40]).await.wrong();
    class.set_time(NOON + 60);
    ada.answer(&task, task.solution()).await.accepted();
    ada.solve("01").await;
    // As if the judge had been wrong then.
    let sql = "UPDATE attempts SET verdict = 'wrong' WHERE step = 12; \
               UPDATE step_progress SET solved_at = NULL, credit = NULL WHERE step = 12";
    class.server.workplace().change_database(sql).await;
    assert_eq!(ada.me().await.solved, ["01"]);

    let found = class.done("/rejudge", json!({ "step": "12" })).await;
    let attempt = class.get("/attempts?step=12").await["attempts"][0].clone();
    let expected = json!({
        "is_success": true, "judged": 2, "skipped": 0, "applied": false,
        "changed": [{
            "attempt": attempt["id"], "learner": attempt["learner"], "step": "12",
            "at": "2026-09-14T12:01:00Z", "was": "wrong", "is": "accepted", "decision": null,
            "before": 0, "after": 10,
        }],
        "changed_total": 1, "grades_total": 1,
    });
    assert_eq!(found, expected);
    assert_eq!(ada.me().await.solved, ["01"]);
    class.set_time(NOON + 120);
    let applied = class.done("/rejudge", json!({ "apply": true })).await;
    assert_eq!((&applied["judged"], &applied["applied"]), (&json!(3), &json!(true)));
    assert_eq!(applied["changed"], expected["changed"]);
    assert_eq!(ada.me().await.solved, ["01", "12"]);
    let again = class.get(&format!("/attempts/{}", attempt["id"])).await;
    assert_eq!(again["verdict"], "accepted");
    let earlier = json!([{ "was": "wrong", "at": "2026-09-14T12:02:00Z", "by": "Grace Hopper" }]);
    assert_eq!(again["rejudged"], earlier);
    assert_eq!(class.done("/rejudge", json!({ "apply": "1" })).await["changed"], json!([]));
}

#[case]
async fn new_points_count_only_when_attempts_are_graded_again() {
    let class = Class::of("[steps.12]\npoints = 10\n");
    let ada = class.server.register("Ada").await;
    let alan = class.server.register("Alan").await;
    for learner in [&ada, &alan] {
        learner.solve("12").await;
    }
    class.server.workplace().write("course.toml", "[steps.12]\npoints = 30\n");
    class.server.signal("HUP");
    while class.get("").await["steps"]
        .as_array()
        .unwrap()
        .iter()
        .any(|step| step["points"] == 10 && step["step"] == "12")
    {}
    let total = async |name: &str| {
        let id = class.id(name).await;
        class.get(&format!("/learners/{id}")).await["total"].clone()
    };
    assert_eq!(total("Ada").await, 10);
    let found = class.done("/regrade", json!({})).await;
    assert_eq!((&found["applied"], found["changed"].as_array().unwrap().len()), (&json!(false), 2));
    let id = class.id("Ada").await;
    let applied =
        class.done("/regrade", json!({ "step": "12", "learner": id, "apply": true })).await;
    let [changed] = &applied["changed"].as_array().unwrap()[..] else { panic!("{applied}") };
    let expected = json!({
        "attempt": changed["attempt"], "learner": { "id": id, "name": "Ada" }, "step": "12",
        "at": "2026-09-14T12:00:00Z", "before": 10, "after": 30,
        "decision": null,
    });
    assert_eq!(*changed, expected);
    assert_eq!([total("Ada").await, total("Alan").await], [30, 10]);
    class.post("/regrade", json!({ "learner": "Nobody" })).await.problem("learner.unknown");
    assert_eq!(Reply::to(alan.get("/me")).await.json()["attempts"], 1);
}

#[case]
async fn of_many_changes_the_earliest_are_listed_and_all_are_counted() {
    let class = Class::start();
    let list = (0..600).map(|number| format!("Ada {number}")).collect::<Vec<_>>().join("\n");
    let learners = class.import(&format!("name\n{list}")).await;
    learners[0].solve("12").await;
    let sql = "CREATE TEMP TABLE copies AS
                   SELECT attempts.*, learners.id AS other FROM attempts, learners WHERE step = 12;
               UPDATE copies SET id = NULL, nonce = rowid, worth = 7, learner = other;
               ALTER TABLE copies DROP COLUMN other;
               DELETE FROM tasks; DELETE FROM attempts;
               INSERT INTO attempts SELECT * FROM copies";
    class.server.workplace().change_database(sql).await;

    let page = class.form("/regrade", &[("step", "12")]).await;
    assert!(page.text.contains("The earliest 500 of 600 are listed."), "{page}");
    for apply in [false, true] {
        let report = class.done("/regrade", json!({ "step": "12", "apply": apply })).await;
        let listed = report["changed"].as_array().unwrap().len();
        assert_eq!((listed, &report["changed_total"]), (500, &json!(600)));
    }
    // Of the others the grades are stored too.
    let again = class.done("/regrade", json!({})).await;
    assert_eq!((&again["changed"], &again["changed_total"]), (&json!([]), &json!(0)));
}
