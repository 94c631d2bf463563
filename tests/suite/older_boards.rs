//! Attempts that were made before the boards of their steps changed: they are looked at and judged again from what is stored.

use std::sync::Arc;

use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::server::{Caller as _, Class, Learner};

impl Class {
    /// Ada has answered step 01 rightly, and step 12 rightly and wrongly; then a server came with another version of each kind.
    async fn after_a_change() -> (Self, Learner) {
        let Self { server: mut before, .. } = Self::of("");
        let workplace = Arc::clone(before.workplace());
        let ada = before.register("Ada").await;
        ada.solve("01").await;
        ada.solve("12").await;
        let task = ada.fresh_task("12").await;
        let mut answer: Vec<String> = task.solution();
        answer[4] = "9999".to_owned();
        ada.answer(&task, answer).await.wrong();
        before.terminate();
        // No step has this fingerprint today.
        let changed = workplace.change_database("UPDATE attempts SET fingerprint = 7").await;
        assert_eq!(changed, 3);
        assert_eq!(workplace.change_database("UPDATE tasks SET fingerprint = 7").await, 3);
        let class = Self::at(&workplace);
        let ada = ada.at(&class.server);
        (class, ada)
    }

    /// The attempts at a step with all that is known of them, the latest first.
    async fn attempts(&self, step: &str) -> Vec<Value> {
        let list = self.get(&format!("/attempts?step={step}")).await;
        let mut attempts = Vec::new();
        for attempt in list["attempts"].as_array().unwrap() {
            attempts.push(self.get(&format!("/attempts/{}", attempt["id"])).await);
        }
        attempts
    }
}

/// As if the kind had read other tasks then: `{}`, compressed as the tasks are that are stored.
const UNREADABLE: &str = "UPDATE tasks SET json = x'010200FDFF7B7D' WHERE step = 1";

#[case]
async fn attempts_at_older_boards_are_seen_item_by_item() {
    let (class, ada) = Class::after_a_change().await;
    let attempts = class.attempts("12").await;
    let [wrong, right] = &attempts[..] else { panic!("{attempts:?}") };
    for (attempt, is_right) in [(wrong, false), (right, true)] {
        let shown = ["older_boards", "accepted_today"].map(|name| &attempt[name]);
        assert_eq!(shown, [&json!(true), &json!(is_right)]);
        assert!(attempt["task"]["boards"].is_array(), "{attempt}");
        let items = attempt["items"].as_array().unwrap();
        assert_eq!(items.len(), 40);
        for item in items {
            let is_wrong = !is_right && item["position"] == 5;
            assert_eq!(item["right"], !is_wrong, "{item}");
            assert_eq!(item["sent"] == item["expected"], !is_wrong, "{item}");
        }
        let picture = attempt["picture"].as_str().unwrap();
        let picture = picture.strip_prefix(class.server.url()).unwrap();
        let picture = picture.strip_prefix("/instructor").unwrap();
        let [marked, plain] = [picture.to_owned(), format!("{picture}?plain=1")];
        let (marked, plain) = (class.reply(&marked).await, class.reply(&plain).await);
        assert_eq!((marked.status, marked.header(CONTENT_TYPE)), (200, "image/svg+xml"));
        assert!(marked.text.contains("<svg"), "{marked}");
        assert_eq!(marked.text == plain.text, is_right);
    }
    // They count as before, and today's boards are answered as ever.
    assert_eq!(
        (ada.me().await.solved, ada.me().await.attempts),
        (vec!["01".into(), "12".into()], 3)
    );
    ada.solve("12").await;
    let attempts = class.attempts("12").await;
    let are_older: Vec<&Value> = attempts.iter().map(|attempt| &attempt["older_boards"]).collect();
    assert_eq!(are_older, [&json!(false), &json!(true), &json!(true)]);
}

#[case]
async fn attempts_at_older_boards_are_judged_again() {
    let (class, ada) = Class::after_a_change().await;
    let unchanged = class.done("/rejudge", json!({})).await;
    assert_eq!(["judged", "skipped"].map(|name| &unchanged[name]), [&json!(3), &json!(0)]);
    assert_eq!(unchanged["changed"], json!([]));

    // As if the judge of step 12 had been wrong in both ways.
    let sql = "UPDATE attempts SET items_right = NULL, items_total = NULL, first_wrong = NULL, fit = NULL, causes = NULL,
                   verdict = iif(verdict = 'wrong', 'accepted', 'wrong')
               WHERE step = 12";
    assert_eq!(class.server.workplace().change_database(sql).await, 2);
    let found = class.done("/rejudge", json!({ "step": "12" })).await;
    let changed = found["changed"].as_array().unwrap();
    let verdicts: Vec<[&Value; 2]> =
        changed.iter().map(|attempt| ["was", "is"].map(|name| &attempt[name])).collect();
    let (accepted, wrong) = (json!("accepted"), json!("wrong"));
    assert_eq!(verdicts, [[&wrong, &accepted], [&accepted, &wrong]]);
    let applied = class.done("/rejudge", json!({ "step": "12", "apply": true })).await;
    assert_eq!(applied["changed"], found["changed"]);
    let attempts = class.attempts("12").await;
    let verdicts: Vec<&Value> = attempts.iter().map(|attempt| &attempt["verdict"]).collect();
    assert_eq!(verdicts, [&wrong, &accepted]);
    // What was stored of the answer is known again.
    assert_eq!(["right", "total"].map(|name| &attempts[0][name]), [&json!(39), &json!(40)]);
    assert_eq!(ada.me().await.solved, ["01", "12"]);
    assert_eq!(class.done("/rejudge", json!({})).await["changed"], json!([]));
}

#[case]
async fn a_task_that_is_not_read_any_more_is_skipped_and_told() {
    let (class, ada) = Class::after_a_change().await;
    let workplace = class.server.workplace();
    assert_eq!(workplace.change_database(UNREADABLE).await, 1);
    let attempts = class.attempts("01").await;
    let [attempt] = &attempts[..] else { panic!("{attempts:?}") };
    let shown = ["older_boards", "accepted_today", "picture", "items", "task", "verdict"];
    let expected = [json!(true), Value::Null, Value::Null, json!([]), json!({}), json!("accepted")];
    assert_eq!(shown.map(|name| attempt[name].clone()), expected);

    let report = class.done("/rejudge", json!({ "apply": true })).await;
    assert_eq!(["judged", "skipped"].map(|name| &report[name]), [&json!(2), &json!(1)]);
    assert_eq!(report["changed"], json!([]));
    let output = workplace.gradus(&["rejudge"]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{told}");
    assert!(told.contains("2 attempts judged again, 1 skipped"), "{told}");
    // It stays as it was judged.
    assert_eq!(ada.me().await.solved, ["01", "12"]);
}
