//! What instructors do on their pages.

use std::sync::Arc;

use serde_json::json;

use super::page::Page;
use crate::server::{Caller as _, Learner, Reply, Server, Workplace};

/// The key of the instructor whom the server's environment names.
const KEY: &str = "gi_this-key-is-for-tests-only-0123";

/// 2026-09-14T12:00:00Z.
const NOON: u64 = 1_789_387_200;

const COURSE: &str = r#"
name = "Programming 1"
time-zone = "Europe/Berlin"

[steps.08]
opens = 2026-12-01

[steps.12]
due = 2026-09-01
late = 0.5

[sections.A]
[sections.B]
"#;

const LIST: &str =
    "name,section,email,id\nAda Lovelace,A,ada@example.org,1001\nAlan Turing,B,,1002\n";

/// A server with an instructor, and a clock that stands still.
fn class() -> Server {
    let workplace = Arc::new(Workplace::new());
    workplace.write("course.toml", COURSE);
    workplace.write("clock", NOON.to_string());
    Server::start_with(&workplace, |command| {
        command
            .args(["--course", "course.toml", "--clock", "clock"])
            .env("GRADUS_INSTRUCTORS", format!("Grace Hopper:{KEY}"))
    })
}

/// Puts the learners of the list on the roster.
async fn learners(server: &Server) -> [Learner; 2] {
    let grace = server.learner("Grace Hopper", KEY);
    let reply = Reply::to(grace.post("/instructor/roster").json(&json!({ "csv": LIST }))).await;
    let report = reply.json();
    ["Ada Lovelace", "Alan Turing"].map(|name| {
        let keys = report["keys"].as_array().unwrap();
        let known = keys.iter().find(|known| known["name"] == name).unwrap();
        server.learner(name, known["key"].as_str().unwrap())
    })
}

/// An answer without a move where there is a winning one.
async fn answers_wrong(learner: &Learner) {
    let task = learner.fresh_task("16").await;
    let nothing = vec!["-"; task.solution().len()];
    learner.answer(&task, nothing).await.wrong();
}

impl Page {
    /// Signs in as the instructor.
    async fn signs_in_as_instructor(&self) {
        self.signs_in("Grace Hopper", KEY).await;
        assert_eq!(self.path().await, "/instructor");
    }

    /// The path of a link.
    async fn path_of(&self, selector: &str) -> String {
        self.tells(&format!("document.querySelector({}).getAttribute('href')", json!(selector)))
            .await
    }
}

#[case]
async fn an_instructor_runs_a_class() {
    let server = class();
    let page = Page::open(&server).await;
    page.signs_in_as_instructor().await;
    page.reads("h1", "Programming 1").await;
    page.reads("main", "Europe/Berlin").await;
    page.reads("main", "2026-12-01 00:00").await;

    // A class list: first what would happen, then the keys.
    page.follows(".tabs a[href='/instructor/learners']").await;
    page.writes("[name=csv]", LIST).await;
    page.follows("button[name=dry_run][value=true]").await;
    page.reads(".message", "It would add 2").await;
    page.goes_to("/instructor/learners").await;
    assert_eq!(page.count("tbody tr").await, 0);
    page.writes("[name=csv]", LIST).await;
    page.follows("button[name=dry_run][value=false]").await;
    page.reads(".message", "2 added").await;
    let keys = page.text(".copyable code").await;
    let file = page.awaits::<String>(
        "(([head, data]) => new TextDecoder().decode(Uint8Array.from(atob(data), (c) => c.charCodeAt(0)))) \
         (document.querySelector('a[download]').href.split(','))",
    );
    assert_eq!(file.await.replace("\r\n", "\n").trim(), keys);
    let key = keys.lines().find_map(|line| line.strip_prefix("Ada Lovelace,")).unwrap();
    let ada = server.learner("Ada Lovelace", key.trim());
    page.follows("a.button[href='/instructor/learners']").await;
    assert_eq!(page.count("tbody tr").await, 2);

    // Grades.
    ada.solve("12").await;
    answers_wrong(&ada).await;
    page.goes_to("/instructor/gradebook").await;
    page.reads("tbody tr:first-child", "5*").await;
    page.reads("tbody tr:first-child", "(1)").await;
    page.follows("nav a[href='/instructor/gradebook?section=B']").await;
    assert_eq!(page.count("tbody tr").await, 1);
    page.goes_to("/instructor/gradebook").await;
    let csv: String =
        page.awaits("await (await fetch(document.querySelector('a[download]').href)).text()").await;
    assert!(csv.contains("Ada Lovelace") && csv.contains("ada@example.org"), "{csv}");

    // An extension, which what follows is graded by.
    page.goes_to("/instructor/extensions").await;
    page.writes("[name=learner]", "Ada Lovelace").await;
    page.chooses("[name=step]", "12").await;
    page.pastes("[name=due]", "2026-10-01T12:00").await;
    page.writes("[name=reason]", "ill").await;
    page.follows("form.narrow button").await;
    assert_eq!(page.path().await, "/instructor/extensions");
    page.reads("tbody tr", "2026-10-01 12:00").await;
    page.reads("tbody tr", "Grace Hopper").await;
    ada.solve("12").await;
    page.goes_to("/instructor/gradebook").await;
    page.reads("tbody tr:first-child", "10").await;
    assert!(!page.text("tbody tr:first-child").await.contains('*'));
    page.goes_to("/instructor/extensions").await;
    page.follows("tbody form button").await;
    assert_eq!(page.count("tbody tr").await, 0);

    // A step before it opens.
    assert_eq!(Reply::to(ada.get("/step_08")).await.status, 404);
    page.goes_to("/instructor/steps/08/preview").await;
    assert_eq!(page.path().await, "/step_08");
    page.reads(".message", "only instructors").await;
}

#[case]
async fn an_attempt_is_seen_again_beside_the_reference() {
    let server = class();
    let [ada, _] = learners(&server).await;
    answers_wrong(&ada).await;
    let page = Page::open(&server).await;
    page.signs_in_as_instructor().await;
    page.goes_to("/instructor/attempts").await;
    page.chooses("[name=step]", "16").await;
    page.follows("form.filters button").await;
    page.reads("tbody tr", "Ada Lovelace").await;
    page.follows("tbody th a").await;
    // Each board twice: with the answer, and with the reference's.
    assert_eq!(page.count(".pair section").await, 2);
    assert_eq!(page.count(".pair section:first-child figure").await, 8);
    assert_eq!(page.count(".pair section:last-child figure").await, 8);
    let framed = page.count(".pair section:last-child .answered").await;
    let expected = page.texts("tbody td:nth-of-type(2)").await;
    assert_eq!(framed, expected.iter().filter(|item| item.contains(':')).count());
    assert!(framed > 0 && page.count("tr.missed").await == framed, "{expected:?}");
    assert_eq!(page.count(".pair section:first-child .answered").await, 0);
    page.is_photographed("instructor-replay").await;

    page.goes_to("/instructor/steps/16").await;
    page.reads(".facts", "0 %").await;
    page.follows("form[action='/instructor/rejudge'] button").await;
    page.reads(".message", "Nothing is stored yet").await;
}

#[case]
async fn a_learner_is_changed_rekeyed_and_forgotten() {
    let server = class();
    let [ada, _] = learners(&server).await;
    let page = Page::open(&server).await;
    page.signs_in_as_instructor().await;
    page.goes_to("/instructor/learners").await;
    page.follows("tbody tr:first-child a").await;
    let path = page.path().await;
    page.writes("[name=email]", "nonsense").await;
    page.follows(&format!("form[action='{path}'] button")).await;
    page.reads("[role=alert]", "nonsense").await;
    page.was_refused(422).await;
    page.writes("[name=email]", "countess@example.org").await;
    page.writes("[name=name]", "Ada King").await;
    page.chooses("[name=section]", "B").await;
    page.follows(&format!("form[action='{path}'] button")).await;
    page.reads("h1", "Ada King").await;
    assert_eq!(page.tells::<String>("document.querySelector('[name=section]').value").await, "B");

    page.follows("form[action$='/rekey'] button").await;
    let keys = page.text(".copyable code").await;
    assert!(!keys.contains(&ada.key) && keys.contains("Ada King,gk_"), "{keys}");
    Reply::to(ada.get("/me")).await.problem("auth.key");
    page.follows("main > p a.button").await;
    assert_eq!(page.path().await, path);

    page.writes("[name=confirm]", "Alan").await;
    page.follows("form[action$='/forget'] button").await;
    page.reads("form[action$='/forget'] [role=alert]", "Ada King").await;
    page.was_refused(422).await;
    page.writes("[name=confirm]", "Ada King").await;
    page.follows("form[action$='/forget'] button").await;
    assert_eq!(page.path().await, "/instructor/learners");
    assert_eq!(page.texts("tbody th").await, ["Alan Turing"]);
}

#[case]
async fn instructors_need_no_scripts() {
    let server = class();
    let page = Page::open(&server).await;
    page.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await;
    page.signs_in_as_instructor().await;
    page.goes_to("/instructor/learners").await;
    assert!(!page.shows("[type=file]").await, "scripts are running");
    page.writes("[name=csv]", "name;section\nAda;C\n").await;
    page.follows("button[name=dry_run][value=false]").await;
    assert_eq!(page.count("tbody tr").await, 1);
    let list: String = page.tells("document.querySelector('[name=csv]').value").await;
    assert!(list.contains("Ada;C"), "{list}");
    page.was_refused(422).await;
    page.writes("[name=csv]", LIST).await;
    page.follows("button[name=dry_run][value=false]").await;
    assert!(page.shows("a[download='keys.csv']").await);
    page.goes_to("/instructor/instructors").await;
    page.writes("[name=name]", "Barbara Liskov").await;
    page.follows("form[action='/instructor/instructors'] button").await;
    let keys = page.text(".copyable code").await;
    assert!(keys.contains("Barbara Liskov,gi_"), "{keys}");
    page.goes_to("/instructor/instructors").await;
    assert_eq!(page.count(".list li").await, 2);
}

#[case]
async fn instructors_read_their_pages_in_three_languages() {
    let server = class();
    let page = Page::open(&server).await;
    page.signs_in_as_instructor().await;
    for (language, seen) in [("zh", "成绩册"), ("ja", "成績簿"), ("en", "Gradebook")] {
        page.goes_to(&format!("/instructor/gradebook?lang={language}")).await;
        page.reads("h1", seen).await;
    }
    learners(&server).await;
    for (language, title) in [("zh", "数线"), ("ja", "ラインを数える"), ("en", "Count lines")]
    {
        page.goes_to(&format!("/instructor/learners?lang={language}")).await;
        page.follows("tbody th a").await;
        page.reads("tbody", &format!("24 · {title}")).await;
    }
}

#[case]
async fn pages_for_instructors_are_for_everybody() {
    let server = class();
    let [ada, alan] = learners(&server).await;
    ada.solve("12").await;
    answers_wrong(&ada).await;
    alan.solve("25").await;
    let grace = server.learner("Grace Hopper", KEY);
    let given = json!({ "step": "12", "learner": "Ada Lovelace", "due": "2026-10-01" });
    let given = Reply::to(grace.post("/instructor/extensions").json(&given)).await;
    assert_eq!(given.status, 201, "{given}");
    let page = Page::open(&server).await;
    page.signs_in_as_instructor().await;
    for name in ["learners", "gradebook", "steps", "signals", "extensions", "instructors"] {
        page.goes_to(&format!("/instructor/{name}")).await;
        page.is_for_everybody(&format!("instructor-{name}")).await;
    }
    for (name, path) in
        [("course", "/instructor"), ("step", "/instructor/steps/16"), ("preview", "/step_08")]
    {
        page.goes_to(path).await;
        page.is_for_everybody(&format!("instructor-{name}")).await;
    }
    page.goes_to("/instructor/learners").await;
    let learner = page.path_of("tbody a").await;
    page.goes_to(&learner).await;
    page.is_for_everybody("instructor-learner").await;
    page.goes_to("/instructor/attempts").await;
    page.is_for_everybody("instructor-attempts").await;
    for step in ["16", "25", "12"] {
        page.goes_to(&format!("/instructor/attempts?step={step}")).await;
        page.follows("tbody th a").await;
        page.is_for_everybody(&format!("instructor-replay-{step}")).await;
    }
    page.goes_to("/instructor/learners").await;
    page.writes("[name=csv]", "name\n???\n").await;
    page.follows("button[name=dry_run][value=true]").await;
    page.is_for_everybody("instructor-roster-refused").await;
    page.was_refused(422).await;
    page.writes("[name=csv]", "name\nBarbara Liskov\n").await;
    page.follows("button[name=dry_run][value=false]").await;
    page.is_for_everybody("instructor-keys").await;
    page.goes_to("/instructor").await;
    page.follows("form[action='/instructor/regrade'] button").await;
    page.is_for_everybody("instructor-regrade").await;
}
