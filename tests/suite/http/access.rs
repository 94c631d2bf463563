//! Who may do what: every route for each of four callers, and that nobody learns of a learner's things what is not theirs to know.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use gradus::api::api_document;
use gradus::wire::Code;
use reqwest::header::{ACCEPT, CONTENT_TYPE, COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

use crate::server::{
    Caller as _, Learner, Plays as _, Reply, Server, SharedServer, Workplace, client_builder,
};

/// The key of the instructor whom the environment names.
pub(super) const INSTRUCTOR: &str = "gi_planted-in-the-environment-0123";

/// The course code.
pub(super) const CODE: &str = "plantedcode";

/// The points of step 12 are such that a late answer earns what nothing else does: [`GRADE`].
const COURSE: &str = "\
registration = \"code\"
code = \"plantedcode\"

[steps.12]
points = 873
due = 2020-01-01
late = 0.37
";

/// What Ada earns. Everybody may see it on the scoreboard, where nobody's name is.
pub(super) const GRADE: &str = "323.01";

const CLASS: &str = "\
name,section,email,id
Ada Plantedname,A,planted@example.org,planted-0071
Alan Othername,B,,
Zoe,,,
";

/// The beginning of Ada's wrong answer.
const WRONG: &str = "7771,7771,7771";

/// The seed of the match of which Ada keeps the record.
const KEPT_SEED: u64 = 7_771_777_177;

/// The methods that an address may have, and one that none has.
const METHODS: [&str; 5] = ["GET", "POST", "PUT", "DELETE", "PATCH"];

/// What programs ask for, and what browsers do.
pub(super) const DATA: &str = "application/json";
pub(super) const PAGE: &str = "text/html";

/// Who sends a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// Somebody without a key.
    Nobody,
    /// Another learner.
    Other,
    /// Ada, whose things they are. She always sends the key of her seat as well.
    Owner,
    Instructor,
}

impl Who {
    /// Those first who may do the least: what they try changes nothing for the others.
    pub(super) const ALL: [Self; 4] = [Self::Nobody, Self::Other, Self::Owner, Self::Instructor];

    /// Whether Ada's things are no business of theirs.
    pub(super) fn is_stranger(self) -> bool {
        matches!(self, Self::Nobody | Self::Other)
    }
}

/// What each may do: the status of the reply, or the code of the problem.
#[derive(Clone, Copy)]
struct Allowed {
    nobody: &'static str,
    other: &'static str,
    owner: &'static str,
    instructor: &'static str,
}

impl Allowed {
    fn of(self, who: Who) -> &'static str {
        match who {
            Who::Nobody => self.nobody,
            Who::Other => self.other,
            Who::Owner => self.owner,
            Who::Instructor => self.instructor,
        }
    }
}

/// The same for everybody.
const fn everybody(told: &'static str) -> Allowed {
    Allowed { nobody: told, other: told, owner: told, instructor: told }
}

/// Only for learners: each has things of their own.
const fn learners(told: &'static str) -> Allowed {
    own(told, told)
}

/// Only for learners, of whom another one has no such thing.
const fn own(owner: &'static str, other: &'static str) -> Allowed {
    Allowed { nobody: "auth.missing", other, owner, instructor: "auth.missing" }
}

/// Only for her; this is what all others are told.
const fn owner(told: &'static str, others: &'static str) -> Allowed {
    Allowed { owner: told, ..everybody(others) }
}

const fn instructors(told: &'static str) -> Allowed {
    Allowed {
        nobody: "auth.missing",
        other: "auth.instructor",
        owner: "auth.instructor",
        instructor: told,
    }
}

/// A route with a request to it.
pub(super) struct Row {
    pub(super) method: &'static str,
    /// As the server describes it.
    pub(super) address: &'static str,
    /// The same with something there, [`School::filled`].
    pub(super) path: &'static str,
    /// JSON; empty for none.
    pub(super) body: &'static str,
    allowed: Allowed,
}

impl Row {
    /// Whether the reply has no end.
    fn is_stream(&self) -> bool {
        self.method == "GET" && self.address.ends_with("/events")
    }
}

const fn get(address: &'static str, path: &'static str, allowed: Allowed) -> Row {
    Row { method: "GET", address, path, body: "", allowed }
}

const fn post(
    address: &'static str,
    path: &'static str,
    body: &'static str,
    allowed: Allowed,
) -> Row {
    Row { method: "POST", address, path, body, allowed }
}

/// Requests with things of Ada's, and those whose expected reply is more than the description says. Those come last that take something
/// away.
static TABLE: [Row; 63] = [
    get("/", "/", everybody("200")),
    get("/step_{number}", "/step_12", everybody("200")),
    get("/step_{number}", "/step_12?task={token}", owner("200", "task.foreign")),
    get("/step_{number}", "/step_12?task={token}&ans={right}", owner("200", "task.foreign")),
    post(
        "/step_{number}",
        "/step_12",
        r#"{"task":"{token}","ans":"{right}"}"#,
        owner("200", "task.foreign"),
    ),
    get("/step_{number}/statement", "/step_12/statement", everybody("200")),
    get("/step_{number}/picture.svg", "/step_12/picture.svg", everybody("200")),
    get(
        "/step_{number}/picture.svg",
        "/step_12/picture.svg?task={token}",
        owner("200", "task.foreign"),
    ),
    get("/assets/{hash}/{name}", "/assets/0/none.css", everybody("route.unknown")),
    post(
        "/session",
        "/session",
        r#"{"name":"Alan Othername","key":"gk_wrong"}"#,
        everybody("auth.key"),
    ),
    post("/learners", "/learners", r#"{"name":"{new}","code":"{code}"}"#, everybody("201")),
    get("/me", "/me", learners("200")),
    post("/me/nickname", "/me/nickname", r#"{"nickname":"{new}"}"#, learners("200")),
    get("/me/receipts", "/me/receipts", learners("200")),
    get("/scoreboard", "/scoreboard", everybody("200")),
    get("/scoreboard", "/scoreboard?section=A", everybody("200")),
    get("/scoreboard/events", "/scoreboard/events", everybody("200")),
    get("/me/records", "/me/records", learners("200")),
    get("/me/records/{name}", "/me/records/kept", own("200", "record.unknown")),
    // Everybody may look at a match who knows its id.
    Row {
        method: "PUT",
        ..post("/me/records/{name}", "/me/records/{new}", r#"{"game":"{game}"}"#, learners("201"))
    },
    Row {
        method: "DELETE",
        ..get("/me/records/{name}", "/me/records/kept", own("204", "record.unknown"))
    },
    post("/games", "/games", r#"{"game":"gomoku","seats":["human","human"]}"#, everybody("201")),
    post("/games", "/games", r#"{"task":"{token}"}"#, owner("game.form", "task.foreign")),
    get("/games/{id}", "/games/{game}", everybody("200")),
    post(
        "/games/{id}/moves",
        "/games/{game}/moves",
        r#"{"move":"hh"}"#,
        owner("200", "seat.missing"),
    ),
    post("/games/{id}/undo", "/games/{game}/undo", "", owner("200", "seat.missing")),
    post(
        "/games/{id}/advance",
        "/games/{game}/advance",
        "",
        owner("advance.human", "seat.missing"),
    ),
    get("/games/{id}/why", "/games/{game}/why", everybody("history.at")),
    get("/games/{id}/lines", "/games/{game}/lines?player=1", everybody("200")),
    get("/games/{id}/record", "/games/{game}/record", everybody("200")),
    get("/games/{id}/picture.svg", "/games/{game}/picture.svg", everybody("200")),
    get("/games/{id}/events", "/games/{game}/events", everybody("200")),
    get("/instructor/learners", "/instructor/learners", instructors("200")),
    get("/instructor/learners/{id}", "/instructor/learners/{ada}", instructors("200")),
    get("/instructor/learners/{id}", "/instructor/learners/999", instructors("learner.unknown")),
    post(
        "/instructor/learners/{id}",
        "/instructor/learners/{ada}",
        r#"{"section":"A"}"#,
        instructors("200"),
    ),
    post(
        "/instructor/roster",
        "/instructor/roster",
        r#"{"csv":"name\n{new}\n"}"#,
        instructors("200"),
    ),
    get("/instructor/gradebook", "/instructor/gradebook", instructors("200")),
    get("/instructor/gradebook", "/instructor/gradebook?format=csv", instructors("200")),
    get("/instructor/attempts", "/instructor/attempts", instructors("200")),
    get("/instructor/attempts", "/instructor/attempts?learner={ada}", instructors("200")),
    get("/instructor/attempts/{id}", "/instructor/attempts/{accepted}", instructors("200")),
    get("/instructor/attempts/{id}", "/instructor/attempts/{wrong}", instructors("200")),
    get("/instructor/attempts/{id}", "/instructor/attempts/999", instructors("attempt.unknown")),
    get(
        "/instructor/attempts/{id}/picture.svg",
        "/instructor/attempts/{wrong}/picture.svg",
        instructors("200"),
    ),
    get("/instructor/steps/{number}", "/instructor/steps/12", instructors("200")),
    get("/instructor/steps/{number}/preview", "/instructor/steps/12/preview", instructors("303")),
    get("/instructor/extensions", "/instructor/extensions", instructors("200")),
    post(
        "/instructor/extensions",
        "/instructor/extensions",
        r#"{"step":"07","learner":"Ada Plantedname","due":"2099-01-02"}"#,
        instructors("201"),
    ),
    post(
        "/instructor/extensions/{id}/remove",
        "/instructor/extensions/{extension}/remove",
        "",
        instructors("200"),
    ),
    get("/instructor/decisions", "/instructor/decisions", instructors("200")),
    get("/instructor/decisions", "/instructor/decisions?learner={ada}&step=12", instructors("200")),
    post(
        "/instructor/decisions",
        "/instructor/decisions",
        r#"{"action":"excuse","step":"07","learner":"Ada Plantedname"}"#,
        instructors("201"),
    ),
    post(
        "/instructor/decisions/{id}/take-back",
        "/instructor/decisions/{decision}/take-back",
        "",
        instructors("200"),
    ),
    post(
        "/instructor/instructors",
        "/instructor/instructors",
        r#"{"name":"{new}"}"#,
        instructors("201"),
    ),
    post("/instructor/rejudge", "/instructor/rejudge", "{}", instructors("200")),
    post("/instructor/regrade", "/instructor/regrade", "{}", instructors("200")),
    post(
        "/instructor/learners/{id}/rekey",
        "/instructor/learners/{zoe}/rekey",
        "",
        instructors("200"),
    ),
    post(
        "/instructor/learners/{id}/forget",
        "/instructor/learners/{zoe}/forget",
        r#"{"attempts":"keep","confirm":"Ada"}"#,
        instructors("forget.confirm"),
    ),
    post(
        "/instructor/learners/{id}/forget",
        "/instructor/learners/{zoe}/forget",
        r#"{"attempts":"keep","confirm":"Zoe"}"#,
        instructors("200"),
    ),
    post(
        "/instructor/instructors/{id}/rekey",
        "/instructor/instructors/{barbara}/rekey",
        "",
        instructors("200"),
    ),
    post(
        "/instructor/instructors/{id}/remove",
        "/instructor/instructors/{barbara}/remove",
        "",
        instructors("200"),
    ),
    post(
        "/instructor/instructors/{id}/remove",
        "/instructor/instructors/{barbara}/remove",
        "",
        instructors("instructor.unknown"),
    ),
];

/// Every route: the rows of the table, after those that the description of the API makes of all other routes.
pub(super) static ROWS: LazyLock<Vec<&Row>> = LazyLock::new(|| {
    let listed = listed(&TABLE);
    let others = declared().into_iter().filter(|route| !listed.contains(route));
    let others = others.map(|(address, method)| &*Box::leak(Box::new(described(address, method))));
    others.chain(&TABLE).collect()
});

/// Any reply that does not refuse the caller.
const ANY: &str = "";

/// The row of a route by its description: its example as the request, and its problems as what each caller may do.
fn described(address: String, method: &'static str) -> Row {
    let document = api_document("");
    let operation = &document["paths"][&address][method.to_ascii_lowercase()];
    let mut path = address.clone();
    for part in operation["parameters"].as_array().unwrap() {
        if part["in"] == "path" {
            let name = format!("{{{}}}", text(&part["name"]));
            path = path.replace(&name, &text(&part["example"]));
        }
    }
    let body = &operation["requestBody"]["content"]["application/json"]["example"];
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let responses = operation["responses"].as_object().unwrap().values();
    let may_be = |code: &str| {
        let mut problems = responses
            .clone()
            .map(|reply| &reply["content"]["application/problem+json"]["examples"]);
        problems.any(|examples| examples.get(code).is_some())
    };
    let allowed = match (may_be("auth.instructor"), may_be("auth.missing")) {
        // The metrics are for everybody on this machine.
        _ if address == "/metrics" => everybody(ANY),
        (true, _) => instructors(ANY),
        (false, true) => learners(ANY),
        (false, false) => everybody(ANY),
    };
    Row { method, address: address.leak(), path: path.leak(), body: body.leak(), allowed }
}

/// A server with a class, and with things of Ada's.
pub(super) struct School {
    pub(super) server: Server,
    client: Client,
    pub(super) ada: Learner,
    pub(super) alan: Learner,
    /// The key of the instructor whom the instructor in the environment has added.
    pub(super) barbara_key: String,
    pub(super) seat_key: String,
    /// What paths and bodies of the table are filled with.
    things: Vec<(&'static str, String)>,
    /// So many new names were used.
    new_names: Cell<u32>,
    /// What of Ada's no stranger may see.
    pub(super) secrets: Vec<String>,
}

impl School {
    /// A server with these options.
    pub(super) async fn with(options: &[&str]) -> Self {
        let workplace = Arc::new(Workplace::new());
        workplace.write("course.toml", COURSE);
        let server = Server::start_with(&workplace, |command| {
            command
                .args(["--course", "course.toml"])
                .args(options)
                .env("GRADUS_INSTRUCTORS", format!("Grace Hopper:{INSTRUCTOR}"))
        });
        let grace = server.learner("Grace Hopper", INSTRUCTOR);
        let list = done(&grace, "/roster", json!({ "csv": CLASS })).await;
        let key = |place: usize| text(&list["keys"][place]["key"]);
        let ada = server.learner("Ada Plantedname", &key(0));
        let alan = server.learner("Alan Othername", &key(1));
        let learners = seen(&grace, "/learners").await["learners"].take();
        let barbara = done(&grace, "/instructors", json!({ "name": "Barbara" })).await;
        let all_instructors = seen(&grace, "/instructors").await["instructors"].take();

        let task = ada.fresh_task("12").await;
        ada.answer(&task, vec![7771; 40]).await.wrong();
        let right = task.solution().join(",");
        let accepted = ada.answer(&task, &right).await;
        accepted.accepted();
        let ada_id = id(&learners, "Ada Plantedname");
        let path = format!("/attempts?learner={ada_id}");
        let attempts = seen(&grace, &path).await["attempts"].take();
        let form = json!({
            "step": "07",
            "learner": "Ada Plantedname",
            "due": "2099-01-01",
            "reason": "plantedreason",
        });
        let extension = done(&grace, "/extensions", form).await["id"].to_string();
        let form = json!({
            "action": "set",
            "step": "07",
            "learner": "Ada Plantedname",
            "points": 0,
            "reason": "planteddecision",
        });
        let decision = done(&grace, "/decisions", form).await["id"].to_string();
        let people = json!({ "game": "gomoku", "seats": ["human", "human"] });
        let game = ada.start(people).await;
        let kept = ada.start(json!({ "game": "gomoku", "seed": KEPT_SEED })).await;
        let save = ada.request(Method::PUT, "/me/records/kept").json(&json!({ "game": kept.id }));
        assert_eq!(Reply::to(save).await.status, 201);

        let client = client_builder(None).redirect(Policy::none());
        let beginning: String = right.chars().take(50).collect();
        Self {
            client: client.build().unwrap(),
            barbara_key: text(&barbara["key"]),
            seat_key: game.key(1),
            secrets: vec![
                "Plantedname".to_owned(),
                "planted@example.org".to_owned(),
                "planted-0071".to_owned(),
                "plantedreason".to_owned(),
                "planteddecision".to_owned(),
                beginning,
                WRONG.to_owned(),
                text(&accepted.json()["receipt"]),
                GRADE.to_owned(),
                game.key(1),
                kept.id,
                KEPT_SEED.to_string(),
            ],
            things: vec![
                ("{ada}", ada_id),
                ("{zoe}", id(&learners, "Zoe")),
                ("{barbara}", id(&all_instructors, "Barbara")),
                ("{accepted}", attempts[0]["id"].to_string()),
                ("{wrong}", attempts[1]["id"].to_string()),
                ("{extension}", extension),
                ("{decision}", decision),
                ("{token}", task.token),
                ("{right}", right),
                ("{game}", game.id),
                ("{code}", CODE.to_owned()),
            ],
            new_names: Cell::new(0),
            ada,
            alan,
            server,
        }
    }

    /// A text of the table with the things that it names; `{new}` is a name that nobody has.
    pub(super) fn filled(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        for (name, thing) in &self.things {
            filled = filled.replace(name, thing);
        }
        if filled.contains("{new}") {
            self.new_names.set(self.new_names.get() + 1);
            filled = filled.replace("{new}", &format!("nova{}", self.new_names.get()));
        }
        filled
    }

    /// The request of a row without body and key.
    pub(super) fn request(&self, row: &Row) -> RequestBuilder {
        let url = format!("{}{}", self.server.url(), self.filled(row.path));
        self.client.request(row.method.parse().unwrap(), url)
    }

    /// What somebody gets for the request of a row.
    pub(super) async fn ask(&self, who: Who, row: &Row, accepted: &str) -> Reply {
        let mut request = self.request(row).header(ACCEPT, accepted);
        if !row.body.is_empty() {
            request = request.header(CONTENT_TYPE, "application/json").body(self.filled(row.body));
        }
        request = match who {
            Who::Nobody => request,
            Who::Other => request.bearer_auth(&self.alan.key),
            Who::Owner => request.bearer_auth(&self.ada.key).header("X-Seat-Key", &self.seat_key),
            Who::Instructor => request.bearer_auth(INSTRUCTOR),
        };
        reply_to(row, request).await
    }

    /// Fails if a reply to a stranger has something of Ada's.
    pub(super) fn tells_nothing(&self, row: &Row, reply: &Reply) {
        let headers = format!("{:?}", reply.headers);
        for secret in self.secrets.iter().chain([&self.ada.key]) {
            let is_public = secret == GRADE && row.address.starts_with("/scoreboard");
            let is_told = reply.text.contains(secret.as_str()) || headers.contains(secret.as_str());
            assert!(is_public || !is_told, "{secret} at {} {}: {reply}", row.method, row.path);
        }
    }
}

/// The reply to the request of a row; of one that has no end the beginning.
pub(super) async fn reply_to(row: &Row, request: RequestBuilder) -> Reply {
    if !row.is_stream() {
        return Reply::to(request).await;
    }
    let mut response = request.send().await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let first = response.chunk().await.unwrap().unwrap_or_default();
    Reply { status, headers, text: String::from_utf8_lossy(&first).into_owned() }
}

/// What an instructor gets below `/instructor`.
async fn seen(grace: &Learner, path: &str) -> Value {
    let reply = Reply::to(grace.get(&format!("/instructor{path}"))).await;
    assert_eq!(reply.status, 200, "{reply}");
    reply.json()
}

/// What an instructor gets for something that must be done.
async fn done(grace: &Learner, path: &str, body: Value) -> Value {
    let reply = Reply::to(grace.post(&format!("/instructor{path}")).json(&body)).await;
    assert!([200, 201].contains(&reply.status), "{reply}");
    reply.json()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// The id of somebody in a list.
fn id(list: &Value, name: &str) -> String {
    let found = list.as_array().unwrap().iter().find(|entry| entry["name"] == name);
    found.unwrap_or_else(|| panic!("{name} is not in {list}"))["id"].to_string()
}

/// The status of a reply, or the code of a problem.
fn told(reply: &Reply) -> String {
    match reply.status {
        400.. => text(&reply.json()["code"]),
        status => status.to_string(),
    }
}

/// Whether a reply is neither an error of the server nor a refusal of the caller.
fn is_not_refused(reply: &Reply) -> bool {
    reply.status < 500 && ![401, 403].contains(&reply.status)
}

/// The status of a problem; none if it is no code.
fn status_of(code: &str) -> Option<u16> {
    let mut entries = Code::ALL.iter().map(|code| code.entry());
    entries.find(|entry| entry.code == code).map(|entry| entry.status)
}

/// The addresses and methods of the server, as it describes them itself.
fn declared() -> BTreeSet<(String, &'static str)> {
    let document = api_document("");
    let mut declared = BTreeSet::new();
    for (address, operations) in document["paths"].as_object().unwrap() {
        for method in METHODS {
            if operations.get(method.to_ascii_lowercase()).is_some() {
                declared.insert((address.clone(), method));
            }
        }
    }
    declared
}

/// The addresses and methods of rows.
fn listed<'a>(rows: impl IntoIterator<Item = &'a Row>) -> BTreeSet<(String, &'static str)> {
    rows.into_iter().map(|row| (row.address.to_owned(), row.method)).collect()
}

#[case]
fn the_rows_are_the_routes() {
    assert_eq!(listed(ROWS.iter().copied()), declared());
}

#[case]
async fn everybody_may_do_what_the_table_says_and_is_told_nothing_of_others() {
    let school = School::with(&[]).await;
    // As pages first: the strangers change nothing that the table is about.
    for &row in &*ROWS {
        for who in Who::ALL.into_iter().filter(|who| who.is_stranger()) {
            let page = school.ask(who, row, PAGE).await;
            let expected = row.allowed.of(who);
            let is_expected = match status_of(expected) {
                _ if expected == ANY => is_not_refused(&page),
                Some(status) => page.status == status,
                None => page.status < 400,
            };
            assert!(is_expected, "{who:?}, {} {}: {page}", row.method, row.path);
            school.tells_nothing(row, &page);
        }
    }
    let mut shown = String::new();
    for &row in &*ROWS {
        for who in Who::ALL {
            let reply = school.ask(who, row, DATA).await;
            let expected = row.allowed.of(who);
            let place = format!("{who:?}, {} {}", row.method, row.path);
            if expected == ANY {
                assert!(is_not_refused(&reply), "{place}: {reply}");
            } else {
                assert_eq!(told(&reply), expected, "{place}: {reply}");
            }
            if who.is_stranger() {
                school.tells_nothing(row, &reply);
            } else {
                shown.push_str(&reply.text);
            }
        }
    }
    // Those whose business it is have seen all of it.
    for secret in &school.secrets {
        assert!(shown.contains(secret.as_str()), "nobody has seen {secret}");
    }
}

#[case]
async fn no_address_knows_other_methods_than_those_of_the_table() {
    let server = SharedServer::join();
    let (anonymous, listed) = (server.anonymous(), declared());
    for (address, _) in &listed {
        for method in METHODS {
            if !listed.contains(&(address.clone(), method)) {
                let request = anonymous.request(method.parse().unwrap(), address);
                Reply::to(request).await.problem("method.unknown");
            }
        }
    }
}

#[case]
async fn the_page_of_another_site_changes_nothing_for_whoever_is_signed_in() {
    let school = School::with(&[]).await;
    let ada = &*school.ada.key;
    for &row in ROWS.iter().filter(|row| row.method != "GET") {
        let browsers = [(ada, "cross-site"), (INSTRUCTOR, "cross-site"), (INSTRUCTOR, "same-site")];
        for (key, site) in browsers {
            let request = school.request(row).header(COOKIE, format!("gradus_key={key}"));
            let form = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body("");
            Reply::to(form.header("Sec-Fetch-Site", site)).await.problem("request.site");
        }
    }
}
