//! Who is in the class, and what an instructor changes of a learner.

use gradus::course::Detail;
use reqwest::header::{ACCEPT, LOCATION};
use serde_json::{Value, json};

use crate::server::{Caller as _, Class, NOON, Reply};

const LIST: &str = "\
name,section,email,id
Ada Lovelace,A,ada@example.org,1001
Alan Turing,B,,1002
";

#[case]
async fn the_class_is_listed_by_section_and_name() {
    let class = Class::start();
    let imported = class.import(LIST).await;
    let [ada, _] = &imported[..] else { panic!("two are on the list") };
    class.server.register("Zuse").await;
    ada.solve("12").await;
    let list = class.get("/learners").await;
    let learners = list["learners"].as_array().unwrap();
    let names: Vec<&str> =
        learners.iter().map(|learner| learner["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"Zuse") && names.len() == 3, "{names:?}");
    let id = class.id("Ada Lovelace").await;
    let row = learners.iter().find(|learner| learner["id"] == id).unwrap();
    let mut expected = json!({
        "id": id, "name": "Ada Lovelace", "section": "A", "email": "ada@example.org", "student_id": "1001",
        "nickname": null, "on_roster": true, "registered_at": "2026-09-14T12:00:00Z", "solved": 1, "points": 10,
        "attempts": 1,
    });
    let unknown = Detail::ALL.into_iter().filter(|detail| !Detail::IDENTIFYING.contains(detail));
    for detail in unknown {
        expected[detail.spec().key] = Value::Null;
    }
    assert_eq!(*row, expected);
    let only_b = class.get("/learners?section=B").await;
    assert_eq!(only_b["learners"].as_array().unwrap().len(), 1);
    assert_eq!(only_b["learners"][0]["name"], "Alan Turing");
    let unknown = class.reply("/learners?section=C").await.problem("section.unknown");
    assert!(unknown.detail.ends_with("expected one of A, B"), "{}", unknown.detail);
    // A page's form sends the field empty where no section is chosen.
    assert_eq!(class.get("/learners?section=").await, list);
}

#[case]
async fn a_learner_is_shown_with_the_results() {
    let class = Class::start();
    let ada = class.server.register("Ada").await;
    let task = ada.fresh_task("12").await;
    ada.answer(&task, vec![9999; 40]).await.wrong();
    class.set_time(NOON + 60);
    ada.answer(&task, task.solution()).await.accepted();
    let id = class.id("Ada").await;
    let shown = class.get(&format!("/learners/{id}")).await;
    assert_eq!((&shown["total"], &shown["points"]), (&json!(10), &json!(10)));
    let results = shown["results"].as_array().unwrap();
    assert_eq!(results.len(), 36);
    let result = results.iter().find(|result| result["step"] == "12").unwrap();
    let expected = json!({
        "step": "12", "kind": "numerical/line-sums", "title": result["title"], "attempts": 2,
        "solved_at": "2026-09-14T12:01:00Z", "late": false, "points": 10,
    });
    assert_eq!(*result, expected);
    let untried = json!({
        "step": "01", "kind": "gomoku/hello", "title": results[0]["title"], "attempts": 0,
        "solved_at": null, "late": false, "points": 0,
    });
    assert_eq!(results[0], untried);
}

#[case]
async fn a_learner_is_changed_field_by_field() {
    let class = Class::of("[sections.A]\n[sections.B]\n");
    // Nobody is in it yet.
    assert_eq!(class.get("/learners?section=A").await["learners"], json!([]));
    let ada = class.import(LIST).await.remove(0);
    let before = ada.task("12").await.fields;
    let id = class.id("Ada Lovelace").await;
    let path = format!("/learners/{id}");
    let changed =
        class.done(&path, json!({ "name": "Ada King", "section": "B", "email": "" })).await;
    let shown = ["name", "section", "email", "student_id"].map(|name| changed[name].clone());
    assert_eq!(shown, [json!("Ada King"), json!("B"), Value::Null, json!("1001")]);
    // The key and the boards stay; the new name is known at once.
    assert_eq!(ada.me().await.name, "Ada King");
    assert_eq!(ada.task("12").await.fields, before);
    let changed = class.done(&path, json!({ "section": "" })).await;
    assert_eq!(changed["section"], Value::Null);

    class.post(&path, json!({ "section": "C" })).await.problem("section.unknown");
    let refused = class.post(&path, json!({ "email": "nobody" })).await.problem("class.form");
    let expected = "`email` is \"nobody\"; expected an e-mail address, such as ada@example.org";
    assert_eq!(refused.detail, expected);
    let refused = class.post(&path, json!({ "mail": "" })).await.problem("class.form");
    assert_eq!(refused.detail, "unknown field \"mail\"; did you mean `email`?");
    let refused = class.post(&path, json!({ "title": "" })).await.problem("class.form");
    let details = Detail::ALL.map(|detail| detail.spec().key).join("`, `");
    let expected = format!(
        "unknown field \"title\"; the known fields are `name`, `section`, `{details}` and `nickname`"
    );
    assert_eq!(refused.detail, expected);
    class.post(&path, json!({ "name": "" })).await.problem("learner.name");
    class.post(&path, json!({ "name": "Аlan Turing" })).await.problem("learner.taken");
    class.post(&path, json!({ "student_id": "1002" })).await.problem("member.taken");
    let led = class.form(&path, &[("section", "A")]).await;
    assert_eq!((led.status, led.header(LOCATION)), (303, &*format!("/instructor{path}")));
    assert_eq!(class.get(&path).await["section"], "A");
}

#[case]
async fn every_detail_is_imported_shown_changed_and_exported() {
    let class = Class::start();
    let specs = Detail::ALL.map(Detail::spec);
    let [heads, examples] = [specs.map(|spec| spec.heading), specs.map(|spec| spec.example)];
    let csv = format!("name,{}\nAda,{}\n", heads.join(","), examples.join(","));
    class.import(&csv).await;
    let path = format!("/learners/{}", class.id("Ada").await);
    let shown = class.get(&path).await;
    let book = class.get("/gradebook").await;
    let person =
        "\"name\":\"Ada\",\"section\":null,\"email\":\"ada@example.org\",\"student_id\":\"1815\",";
    for list in [&path, "/learners", "/gradebook"] {
        let reply = class.reply(list).await;
        assert!(reply.text.contains(person), "{reply}");
    }
    let export = class.reply("/gradebook?format=csv&columns=total").await.text;
    assert!(export.starts_with(&format!("\u{feff}name,section,{},total", heads.join(","))));
    // Spreadsheets would take some texts for formulas.
    let protected = |text: &str| format!("{}{text}", if text.starts_with('+') { "'" } else { "" });
    assert!(
        export.contains(&format!("Ada,,{},0,0", examples.map(protected).join(","))),
        "{export}"
    );
    let page = class.grace.get(&format!("/instructor{path}")).header(ACCEPT, "text/html");
    let page = Reply::to(page).await.text;
    for spec in specs {
        assert_eq!(
            (&shown[spec.key], &book["learners"][0][spec.key]),
            (&json!(spec.example), &json!(spec.example))
        );
        let field = format!("name=\"{}\" value=\"{}\"", spec.key, spec.example);
        assert!(page.contains(&field), "{page}");
        let reply = class.done(&path, json!({ spec.key: " " })).await;
        assert_eq!(reply[spec.key], Value::Null);
        let reply = class.done(&path, json!({ spec.key: spec.example })).await;
        assert_eq!(reply, shown);
        let problem = class.post(&path, json!({ spec.key: "\u{7}" })).await.problem("class.form");
        assert!(problem.detail.contains(&format!("`{}`", spec.key)), "{}", problem.detail);
    }
}

#[case]
async fn a_nickname_is_taken_away_and_not_given() {
    let class = Class::start();
    let ada = class.server.register("Ada").await;
    let path = format!("/learners/{}", class.id("Ada").await);
    let choose = async || {
        let form = json!({ "nickname": "Countess" });
        assert_eq!(Reply::to(ada.post("/me/nickname").json(&form)).await.status, 200);
        assert_eq!(class.get(&path).await["nickname"], "Countess");
    };
    choose().await;
    class.post(&path, json!({ "nickname": "Other" })).await.problem("class.form");
    let cleared = class.done(&path, json!({ "nickname": "" })).await;
    assert_eq!((&cleared["nickname"], &cleared["name"]), (&Value::Null, &json!("Ada")));
    choose().await;
    assert_eq!(class.form(&path, &[("nickname", "")]).await.status, 303);
    assert_eq!(class.get(&path).await["nickname"], Value::Null);
}

#[case]
async fn a_lost_key_dies_at_once() {
    let class = Class::start();
    let ada = class.server.register("Ada").await;
    ada.solve("01").await;
    let board = ada.task("12").await.fields;
    let id = class.id("Ada").await;
    let new = class.done(&format!("/learners/{id}/rekey"), json!({})).await;
    assert_eq!(new["name"], "Ada");
    Reply::to(ada.get("/me")).await.problem("auth.key");
    let again = class.server.learner("Ada", new["key"].as_str().unwrap());
    assert_eq!(again.me().await.solved, ["01"]);
    assert_eq!(again.task("12").await.fields, board);
    // The key is nowhere else.
    let shown = class.get(&format!("/learners/{id}")).await.to_string();
    assert!(!shown.contains("gk_") && !shown.contains(&again.key));
}

#[case]
async fn a_forgotten_learner_leaves_nothing_but_the_attempts() {
    let class = Class::start();
    let (ada, alan) = (class.server.register("Ada").await, class.server.register("Alan").await);
    for learner in [&ada, &alan] {
        learner.solve("12").await;
    }
    let (ada_id, alan_id) = (class.id("Ada").await, class.id("Alan").await);
    let path = format!("/learners/{ada_id}/forget");
    for confirm in ["", "Alan", "Ad"] {
        let form = json!({ "attempts": "keep", "confirm": confirm });
        class.post(&path, form).await.problem("forget.confirm");
    }
    class.post(&path, json!({ "confirm": "Ada" })).await.problem("class.form");
    class.done(&path, json!({ "attempts": "keep", "confirm": "ada" })).await;
    class
        .done(
            &format!("/learners/{alan_id}/forget"),
            json!({ "attempts": "remove", "confirm": "Alan" }),
        )
        .await;
    for learner in [&ada, &alan] {
        Reply::to(learner.get("/me")).await.problem("auth.key");
    }
    class.reply(&format!("/learners/{ada_id}")).await.problem("learner.unknown");
    assert_eq!(class.get("/learners").await["learners"], json!([]));
    let attempts = class.get("/attempts").await;
    assert_eq!(attempts["attempts"].as_array().unwrap().len(), 1);
    assert_eq!(attempts["attempts"][0]["learner"], Value::Null);
    assert_eq!(class.get("/steps/12").await["accepted"], 1);
    // Neither the name nor the id is anybody's any more; the next of that name is somebody else.
    let another = class.server.register("Ada").await;
    assert_eq!(another.me().await.attempts, 0);
    assert!(class.id("Ada").await > alan_id);
}
