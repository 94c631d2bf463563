//! What instructors do on their pages.

use serde_json::json;

use super::page::Page;
use crate::places::REPOSITORY;
use crate::server::{Caller as _, Class, INSTRUCTOR_KEY, Learner, Reply};

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

/// A class in the middle of a term.
pub(crate) fn class() -> Class {
    Class::of(COURSE)
}

/// Puts the learners of the list on the roster.
pub(crate) async fn learners(class: &Class) -> [Learner; 2] {
    class.import(LIST).await.try_into().unwrap_or_else(|_| panic!("the list has two lines"))
}

/// An answer without a move where there is a winning one.
pub(crate) async fn answers_wrong(learner: &Learner) {
    let task = learner.fresh_task("16").await;
    let nothing = vec!["-"; task.solution().len()];
    learner.answer(&task, nothing).await.wrong();
}

impl Page {
    /// Signs in as the instructor.
    pub(crate) async fn signs_in_as_instructor(&self) {
        self.signs_in("Grace Hopper", INSTRUCTOR_KEY).await;
        assert_eq!(self.path().await, "/instructor");
    }

    /// The path of a link.
    pub(crate) async fn path_of(&self, selector: &str) -> String {
        self.tells(&format!("document.querySelector({}).getAttribute('href')", json!(selector)))
            .await
    }
}

#[case]
async fn an_instructor_runs_a_class() {
    let class = class();
    let page = Page::open(class.server.url()).await;
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
    assert!(!page.shows("button[name=dry_run][value=false]").await);
    page.writes("[name=csv]", LIST).await;
    page.follows("button[name=dry_run][value=true]").await;
    page.follows("button[name=dry_run][value=false]").await;
    page.reads(".message", "2 added").await;
    let keys = page.text(".copyable code").await;
    let file = page.awaits::<String>(
        "(([head, data]) => new TextDecoder().decode(Uint8Array.from(atob(data), (c) => c.charCodeAt(0)))) \
         (document.querySelector('a[download]').href.split(','))",
    );
    assert_eq!(file.await.replace("\r\n", "\n").trim(), keys);
    let key = keys.lines().find_map(|line| line.strip_prefix("Ada Lovelace,")).unwrap();
    let key = key.split(',').next().unwrap();
    let ada = class.server.learner("Ada Lovelace", key);
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
    page.reads(".decisions li", "2026-10-01 12:00").await;
    page.reads(".decisions li", "Grace Hopper").await;
    ada.solve("12").await;
    page.goes_to("/instructor/gradebook").await;
    page.reads("tbody tr:first-child", "10").await;
    assert!(!page.text("tbody tr:first-child").await.contains('*'));
    page.goes_to("/instructor/extensions").await;
    page.follows(".decisions form button").await;
    assert_eq!(page.count(".decisions li").await, 0);

    // A step before it opens.
    assert_eq!(Reply::to(ada.get("/step_08")).await.status, 404);
    page.goes_to("/instructor/steps/08/preview").await;
    assert_eq!(page.path().await, "/step_08");
    page.reads(".message", "only instructors").await;
}

#[case]
async fn an_attempt_is_seen_again_beside_the_reference() {
    let class = class();
    let [ada, _] = learners(&class).await;
    answers_wrong(&ada).await;
    let page = Page::open(class.server.url()).await;
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
    let expected = page.texts("tbody td:nth-of-type(3)").await;
    assert_eq!(framed, expected.iter().filter(|item| item.contains(':')).count());
    assert!(framed > 0 && page.count("tr.missed").await == framed, "{expected:?}");
    assert_eq!(page.count(".pair section:first-child .answered").await, 0);
    page.is_photographed("instructor-replay").await;

    page.goes_to("/instructor/steps/16").await;
    page.reads(".facts", "0 %").await;
    page.follows("form[action='/instructor/rejudge'] button").await;
    page.reads(".message", "No verdict would change").await;
}

#[case]
async fn a_learner_is_changed_rekeyed_and_forgotten() {
    let class = class();
    let [ada, _] = learners(&class).await;
    let page = Page::open(class.server.url()).await;
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
async fn a_list_is_read_from_a_file_in_the_encoding_that_the_file_has() {
    let class = class();
    let page = Page::open(class.server.url()).await;
    page.signs_in_as_instructor().await;
    let cases = format!("{REPOSITORY}/tests/data/cases");
    let text = async || page.tells::<String>("document.querySelector('[name=csv]').value").await;
    for (file, encoding, expected) in [
        ("02-cp1252-read-on-the-page/windows-1252.csv", "windows-1252", "Anna Schmidt;Übung 1"),
        ("35-encodings/latin1.csv", "windows-1252", "Jürgen Müller;A"),
        ("35-encodings/utf16.csv", "UTF-16LE", "Jürgen Müller\tA"),
        ("31-moodle-participants/moodle.csv", "UTF-8", "Sinéad,O'Connor"),
    ] {
        page.goes_to("/instructor/learners").await;
        page.attaches("[type=file]", &format!("{cases}/{file}")).await;
        page.until(&format!(
            "document.querySelector('[name=csv]').value.includes({})",
            json!(expected)
        ))
        .await;
        let chosen: String = page.tells("document.querySelector('[name=encoding]').value").await;
        assert_eq!(chosen, encoding, "{file}: {}", text().await);
    }
    // The course has no section of the first list, as the server said with the encoding.
    page.was_refused(422).await;
    // The file is read again in an encoding that the reader chooses.
    page.goes_to("/instructor/learners").await;
    page.attaches("[type=file]", &format!("{cases}/35-encodings/latin1.csv")).await;
    page.until("document.querySelector('[name=csv]').value.includes('Jürgen')").await;
    page.chooses("[name=encoding]", "KOI8-R").await;
    page.until("document.querySelector('[name=csv]').value.includes('JЭrgen')").await;
    page.chooses("[name=encoding]", "windows-1252").await;
    page.until("document.querySelector('[name=csv]').value.includes('Jürgen')").await;
    page.follows("button[name=dry_run][value=true]").await;
    page.reads("main", "The list was read as windows-1252.").await;
    // What the browser would have lost is rejected.
    page.writes("[name=csv]", "name;section\nAnna;\u{fffd}bung 1\n").await;
    page.follows("button[name=dry_run][value=true]").await;
    page.reads("tbody tr", "U+FFFD").await;
    page.was_refused(422).await;
}

#[case]
async fn instructors_need_no_scripts() {
    let class = class();
    let page = Page::open(class.server.url()).await;
    page.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await;
    page.signs_in_as_instructor().await;
    page.goes_to("/instructor/learners").await;
    assert!(!page.shows("[type=file]").await, "scripts are running");
    page.writes("[name=csv]", "name;section\nAda;C\n").await;
    page.follows("button[name=dry_run][value=true]").await;
    assert_eq!(page.count("tbody tr").await, 1);
    let list: String = page.tells("document.querySelector('[name=csv]').value").await;
    assert!(list.contains("Ada;C"), "{list}");
    page.was_refused(422).await;
    page.writes("[name=csv]", LIST).await;
    page.follows("button[name=dry_run][value=true]").await;
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
    let class = class();
    let page = Page::open(class.server.url()).await;
    page.signs_in_as_instructor().await;
    for (language, seen) in [("zh", "成绩册"), ("ja", "成績簿"), ("en", "Gradebook")] {
        page.goes_to(&format!("/instructor/gradebook?lang={language}")).await;
        page.reads("h1", seen).await;
    }
    learners(&class).await;
    for (language, title) in [("zh", "数线"), ("ja", "ラインを数える"), ("en", "Count lines")]
    {
        page.goes_to(&format!("/instructor/learners?lang={language}")).await;
        page.follows("tbody th a").await;
        page.reads("tbody", &format!("24 · {title}")).await;
    }
}

/// The other pages for instructors are in `long`.
#[case]
async fn the_gradebook_is_for_everybody() {
    let class = class();
    let [ada, _] = learners(&class).await;
    ada.solve("12").await;
    let page = Page::open(class.server.url()).await;
    page.signs_in_as_instructor().await;
    page.goes_to("/instructor/gradebook").await;
    page.is_for_everybody("instructor-gradebook").await;
}
