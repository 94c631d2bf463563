//! Secrets: what is in no log and in no reply but the one that makes a key, however requests, files and options are malformed.

use std::collections::BTreeSet;
use std::fs;

use data_encoding::BASE64;
use reqwest::RequestBuilder;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use serde_json::json;

use super::access::{CODE, DATA, GRADE, INSTRUCTOR, PAGE, ROWS, School, Who, reply_to};
use crate::server::{Caller as _, Refusal, Reply, Workplace};

/// Keys that nobody has, as if mistyped.
const MISTYPED: [&str; 2] =
    ["gk_mistyped-mistyped-mistyped-01234", "gi_mistyped-mistyped-mistyped-01234"];

/// The length of a key that the server makes.
const KEY_LENGTH: usize = "gk_".len() + 32;

/// The keys in a text.
fn keys_in(text: &str) -> BTreeSet<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let words = text.split(|c: char| !is_part(c)).filter(|word| word.len() == KEY_LENGTH);
    words.filter(|word| word.starts_with("gk_") || word.starts_with("gi_")).collect()
}

/// What no reply has, to anybody.
fn hidden_from_all(school: &School) -> Vec<String> {
    let secret = fs::read_to_string(school.server.workplace().path("gradus.secret")).unwrap();
    let secret = secret.trim().to_owned();
    assert_eq!(secret.len(), 64);
    let (ada, alan) = (school.ada.key.clone(), school.alan.key.clone());
    vec![ada, alan, INSTRUCTOR.to_owned(), school.barbara_key.clone(), CODE.to_owned(), secret]
}

/// Makes every request of the table, by everybody, as data and as a page; returns the keys that were made.
async fn ask_rightly(school: &School) -> BTreeSet<String> {
    let hidden = hidden_from_all(school);
    let mut made = BTreeSet::new();
    for &row in &*ROWS {
        for (who, accepted) in Who::ALL.into_iter().flat_map(|who| [(who, DATA), (who, PAGE)]) {
            let reply = school.ask(who, row, accepted).await;
            for secret in &hidden {
                let is_told = reply.text.contains(secret.as_str());
                assert!(!is_told, "{secret} at {} {}: {reply}", row.method, row.path);
            }
            if who.is_stranger() {
                school.tells_nothing(row, &reply);
            }
            for key in keys_in(&reply.text) {
                assert!(made.insert(key.to_owned()), "{key} is shown again: {reply}");
            }
        }
    }
    // Some register, some are on a list, some are instructors.
    assert!(made.iter().any(|key| key.starts_with("gi_")) && made.len() > 10, "{made:?}");
    made
}

/// Makes a request wrong.
type WrongWay = Box<dyn Fn(RequestBuilder) -> RequestBuilder>;

/// What may be wrong with a request: credentials, queries, bodies, and secrets in the wrong places.
fn wrong_ways(school: &School) -> [WrongWay; 15] {
    let (ada, seat) = (school.ada.key.clone(), school.seat_key.clone());
    let [learner, instructor] = MISTYPED;
    let misplaced = json!({
        "name": ada,
        "key": INSTRUCTOR,
        "code": CODE,
        "ans": school.filled("{right}"),
        "csv": [ada],
        "nickname": { "key": ada },
        "move": [seat],
        "confirm": 7,
    });
    let (misplaced, key, bearer) = (misplaced.to_string(), ada.clone(), format!("Bearer {ada}"));
    let unfinished = misplaced.trim_end_matches('}').to_owned();
    let form = format!("key={ada}&code={CODE}&csv={INSTRUCTOR}&{ada}={seat}");
    let pair = BASE64.encode(format!("Ada Plantedname {INSTRUCTOR}").as_bytes());
    let foreign = BASE64.encode(format!("Alan Othername:{ada}").as_bytes());
    let with_body = |content_type: &'static str, key: String, body: String| {
        move |request: RequestBuilder| {
            request.bearer_auth(&key).header(CONTENT_TYPE, content_type).body(body.clone())
        }
    };
    [
        Box::new(move |request: RequestBuilder| request.bearer_auth(learner)),
        Box::new(move |request: RequestBuilder| {
            request.bearer_auth(instructor).header("X-Seat-Key", learner)
        }),
        Box::new(move |request: RequestBuilder| {
            request.header(AUTHORIZATION, &ada).header("X-Seat-Key", &seat)
        }),
        Box::new(move |request: RequestBuilder| {
            request.header(AUTHORIZATION, format!("Basic {pair}"))
        }),
        Box::new(move |request: RequestBuilder| {
            request.header(AUTHORIZATION, format!("Basic {foreign}"))
        }),
        Box::new(move |request: RequestBuilder| {
            request.header(AUTHORIZATION, &bearer).header(AUTHORIZATION, &bearer)
        }),
        Box::new(move |request: RequestBuilder| {
            request.header(COOKIE, format!("gradus_key={learner}"))
        }),
        Box::new({
            let key = key.clone();
            move |request: RequestBuilder| request.bearer_auth(INSTRUCTOR).query(&[("key", &key)])
        }),
        Box::new(with_body("application/json", key.clone(), misplaced.clone())),
        Box::new(with_body("application/json", INSTRUCTOR.to_owned(), misplaced.clone())),
        Box::new(with_body("application/json", INSTRUCTOR.to_owned(), unfinished)),
        Box::new(with_body("text/plain", INSTRUCTOR.to_owned(), misplaced.clone())),
        Box::new(with_body("text/csv", INSTRUCTOR.to_owned(), misplaced)),
        Box::new(with_body("application/x-www-form-urlencoded", key, form.clone())),
        Box::new(with_body("application/x-www-form-urlencoded", INSTRUCTOR.to_owned(), form)),
    ]
}

/// Makes every request of the table in every wrong way. Whoever sends a secret may be told it; others are not, nor is the log.
async fn ask_wrongly(school: &School) {
    let ways = wrong_ways(school);
    for &row in &*ROWS {
        for (way, accepted) in ways.iter().flat_map(|way| [(way, DATA), (way, PAGE)]) {
            let reply = reply_to(row, way(school.request(row).header(ACCEPT, accepted))).await;
            assert!(reply.status < 500, "{} {}: {reply}", row.method, row.path);
        }
    }
    let anonymous = school.server.anonymous();
    for path in [format!("/{}", school.ada.key), format!("/me/{CODE}?{INSTRUCTOR}=1")] {
        assert_eq!(Reply::to(anonymous.get(&path)).await.status, 404);
    }
    let wrong = json!({ "name": "Emmy", "code": "mistypedcode" });
    let refused = Reply::to(anonymous.post("/learners").json(&wrong)).await;
    refused.problem("registration.code");
    assert!(!refused.text.contains(CODE), "{refused}");
}

/// Signs in with a browser; no page has the key.
async fn sign_in(school: &School, name: &str, key: &str, place: &str) {
    let row = ROWS.iter().find(|row| (row.method, row.address) == ("POST", "/session")).unwrap();
    let form = school.request(row).header(ACCEPT, PAGE).form(&[("name", name), ("key", key)]);
    let reply = Reply::to(form).await;
    assert_eq!((reply.status, reply.header(LOCATION)), (303, place), "{reply}");
    assert!(!reply.text.contains(key), "{reply}");
    let (cookie, _) = reply.header(SET_COOKIE).split_once(';').unwrap();
    let anonymous = school.server.anonymous();
    for path in ["/", "/session", "/me", "/games", "/step_12", "/scoreboard", "/instructor"] {
        let page = anonymous.get(path).header(COOKIE, cookie).header(ACCEPT, PAGE);
        let page = Reply::to(page).await;
        assert!(!page.text.contains(key), "{path}: {page}");
    }
}

/// Whatever is asked of a server that logs as much as it can, no secret is in its log.
async fn logs_no_secret(format: &str) {
    let mut school = School::with(&["--log", "debug,sqlx=debug", "--log-format", format]).await;
    let mut secrets: BTreeSet<String> = hidden_from_all(&school).into_iter().collect();
    secrets.extend(school.secrets.iter().filter(|&secret| secret != GRADE).cloned());
    secrets.extend(MISTYPED.map(str::to_owned));
    secrets.extend([school.filled("{token}"), "mistypedcode".to_owned()]);

    let (ada, alan) = (school.ada.clone(), school.alan.clone());
    sign_in(&school, "Ada Plantedname", &ada.key, "/").await;
    sign_in(&school, "Grace Hopper", INSTRUCTOR, "/instructor").await;
    secrets.extend(ask_rightly(&school).await);
    ask_wrongly(&school).await;
    let old = Reply::to(alan.get("/me")).await;
    assert_eq!(old.status, 200, "{old}");

    // A course that cannot be read is logged, and its code is not.
    let workplace = school.server.workplace();
    workplace.write("course.toml", MALFORMED[0]);
    school.server.signal("HUP");
    while !workplace.log().contains("are not reloaded") {}

    school.server.terminate();
    let log = school.server.workplace().log();
    assert!(log.contains("/instructor/learners/{id}/rekey"), "{log}");
    for secret in &secrets {
        assert!(!log.contains(secret.as_str()), "{secret} is in the log");
    }
}

#[case]
async fn no_secret_is_in_a_log_for_people_nor_in_a_reply_to_others() {
    logs_no_secret("text").await;
}

#[case]
async fn no_secret_is_in_a_log_for_programs() {
    logs_no_secret("json").await;
}

/// Course files with the code in a wrong place, or with a wrong line.
const MALFORMED: [&str; 12] = [
    "registration = \"code\"\ncode = [\"plantedcode\"]\n",
    "registration = \"code\"\ncode = \"plantedcode\n",
    "registration = \"code\"\ncode = 'plantedcode\n",
    "registration = \"code\"\ncode = plantedcode\n",
    "registration = \"code\"\ncode = \"plantedcode\" \"again\"\n",
    "registration = \"code\"\ncode = \"plantedcode\"\ncode = \"plantedcode\"\n",
    "registration = \"code\"\ncode = { is = \"plantedcode\" }\n",
    "registration = \"code\"\ncode = \"plantedcode\\q\"\n",
    "registration = \"plantedcode\"\n",
    "registration = \"closed\"\ncode = \"plantedcode\"\n",
    "registration = \"code\"\ncode : \"plantedcode\"\n",
    "registration = \"code\"\n[defaults]\ncode = \"plantedcode\"\n",
];

#[case]
fn a_malformed_course_is_told_without_its_code() {
    let workplace = Workplace::new();
    for text in MALFORMED {
        workplace.write("course.toml", text);
        let check = ["check", "--seeds", "1", "--step", "01", "--course", "course.toml", "--json"];
        let output = workplace.gradus(&check).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}: {output:?}");
        let said = [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap());
        assert!(!said.concat().contains(CODE), "{text}: {said:?}");
        let options = ["--bind", "127.0.0.1:0", "--course", "course.toml"];
        let refusal = Refusal::of(&mut workplace.gradus(&options));
        assert_eq!(refusal.code, Some(1), "{text}: {refusal:?}");
        assert!(!refusal.lines.concat().contains(CODE), "{text}: {refusal:?}");
    }
    assert!(!workplace.path("gradus.db").exists());
}

#[case]
fn malformed_options_are_told_without_their_secrets() {
    let workplace = Workplace::new();
    let key = "gi_planted-in-the-environment-0123";
    let instructors = [
        key.to_owned(),
        format!("{key}:Barbara"),
        format!("Barbara={key}"),
        format!("Barbara:{key}!"),
        format!("Barbara: bearer {key}"),
        format!(":{key}"),
        format!("Bar:bara:{key}"),
        format!("Barbara:{key},Grace:{key}"),
        format!("Barbara:{key};Grace:{key}"),
    ];
    let secret = "planted".repeat(9);
    let variables = instructors.map(|value| ("GRADUS_INSTRUCTORS", value));
    let variables = variables.into_iter().chain([("GRADUS_SECRET", secret)]);
    for (variable, value) in variables {
        let mut command = workplace.gradus(&["--bind", "127.0.0.1:0"]);
        let refusal = Refusal::of(command.env(variable, &value));
        assert!(refusal.usage().contains(variable), "{refusal:?}");
        assert!(!refusal.lines.concat().contains("planted"), "{refusal:?}");
    }
    assert!(!workplace.path("gradus.db").exists());
}
