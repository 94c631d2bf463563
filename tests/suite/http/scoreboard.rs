//! The scoreboard: who is where, what nobody is told, and the same live.

use reqwest::Method;
use reqwest::header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, HeaderName};
use serde_json::{Value, json};

use crate::server::{Caller, Class, Follower, Learner, Reply, Server};

/// The moment at which a test begins: 2027-01-15T08:00:00Z.
const START: u64 = 1_800_000_000;

/// A class that begins at that moment.
fn class(course: &str) -> Class {
    Class::beginning(START, course)
}

async fn standings(caller: &impl Caller, query: &str) -> Value {
    let reply = Reply::to(caller.get(&format!("/scoreboard{query}"))).await;
    assert_eq!(reply.status, 200, "{reply}");
    reply.json()
}

/// Rank, nickname, section, points, and whether it is the caller.
fn rows(standings: &Value) -> Vec<(u64, String, String, f64, bool)> {
    let text = |value: &Value| value.as_str().unwrap_or("–").to_owned();
    let row = |row: &Value| {
        (
            row["rank"].as_u64().unwrap(),
            text(&row["nickname"]),
            text(&row["section"]),
            row["points"].as_f64().unwrap(),
            row["you"].as_bool().unwrap(),
        )
    };
    standings["standings"].as_array().unwrap().iter().map(row).collect()
}

fn row(
    rank: u64,
    name: &str,
    section: &str,
    points: f64,
    you: bool,
) -> (u64, String, String, f64, bool) {
    (rank, name.to_owned(), section.to_owned(), points, you)
}

async fn choose(learner: &Learner, nickname: &str) -> Reply {
    Reply::to(learner.post("/me/nickname").json(&json!({ "nickname": nickname }))).await
}

#[case]
async fn points_decide_and_then_who_had_them_first_and_nobodys_name_is_told() {
    let course = "name = \"Programming 1\"\ntime-zone = \"Europe/Berlin\"\n[sections.A]\n[sections.B]\n[sections.C]";
    let class = class(course);
    let list = "name,section\nAda Lovelace,A\nAlan Turing,B\nKurt Gödel,A\nEmmy Noether,";
    let learners = class.import(list).await;
    let server = &class.server;
    let [ada, alan, kurt, _] = &learners[..] else { panic!("four learners") };
    let anonymous = server.anonymous();
    let nobody = [1_u64; 4].map(|rank| (rank, 0.0));
    let ranks = |standings: &Value| -> Vec<(u64, f64)> {
        rows(standings).iter().map(|(rank, _, _, points, _)| (*rank, *points)).collect()
    };
    assert_eq!(ranks(&standings(&anonymous, "").await), nobody);

    alan.solve("01").await;
    // Within the same minute: ranks are by the second.
    class.set_time(START + 30);
    ada.solve("01").await;
    kurt.solve("01").await;
    class.set_time(START + 150);
    kurt.solve("02").await;
    assert_eq!(choose(kurt, "Incomplete").await.status, 200);
    let expected = |you: &str| {
        let points = 5.0 + 10.0;
        let is = |who: &str| who == you;
        vec![
            row(1, "Incomplete", "A", points, is("Kurt")),
            row(2, "–", "B", 5.0, is("Alan")),
            row(3, "–", "A", 5.0, is("Ada")),
            row(4, "–", "–", 0.0, false),
        ]
    };
    let all = standings(&anonymous, "").await;
    assert_eq!(rows(&all), expected("nobody"));
    assert_eq!(rows(&standings(ada, "").await), expected("Ada"));
    assert_eq!(
        (&all["course"], &all["time_zone"]),
        (&json!("Programming 1"), &json!("Europe/Berlin"))
    );
    assert_eq!(all["sections"], json!(["A", "B", "C"]));
    let first = &all["standings"][0];
    assert_eq!((&first["solved"], &first["last"]), (&json!(2), &json!("2027-01-15T08:02:00Z")));
    let section = standings(ada, "?section=A").await;
    let of_section = [row(1, "Incomplete", "A", 15.0, false), row(2, "–", "A", 5.0, true)];
    assert_eq!((rows(&section), &section["section"]), (of_section.to_vec(), &json!("A")));
    Reply::to(ada.get("/scoreboard?section=D")).await.problem("section.unknown");

    let page = Reply::to(ada.get("/scoreboard").header(ACCEPT, "text/html")).await;
    // By the clocks of the course.
    assert!(
        page.text.contains("2027-01-15 09:02") && page.text.contains("Europe/Berlin"),
        "{page}"
    );
    for name in ["Alan", "Turing", "Kurt", "Noether"] {
        assert!(!page.text.contains(name) && !all.to_string().contains(name), "{name}");
    }
}

#[case]
async fn a_nickname_is_nobody_elses_and_can_be_taken_away() {
    let server = Server::start();
    let (ada, alan) = (server.register("Ada").await, server.register("Alan").await);
    let reply = choose(&ada, " Countess ").await;
    assert_eq!(reply.json(), json!({"is_success": true, "nickname": "Countess"}));
    for taken in ["Countess", "cOUNTESS", "Ada", "Cоuntess"] {
        choose(&alan, taken).await.problem("nickname.taken");
    }
    choose(&alan, "a\u{0}b").await.problem("learner.name");
    Reply::to(alan.post("/me/nickname").json(&json!({}))).await.problem("body.fields");
    assert_eq!(choose(&ada, "").await.json()["nickname"], Value::Null);
    assert_eq!(choose(&alan, "Countess").await.status, 200);
    let names: Vec<String> =
        rows(&standings(&ada, "").await).into_iter().map(|(_, name, ..)| name).collect();
    assert_eq!(names, ["–", "Countess"]);
    Reply::to(server.anonymous().post("/me/nickname").json(&json!({"nickname": "x"})))
        .await
        .problem("auth.missing");
}

#[case]
async fn a_learner_chooses_twenty_nicknames_an_hour() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    for number in 0..20 {
        assert_eq!(choose(&ada, &format!("Countess {number}")).await.status, 200);
    }
    choose(&ada, "Countess").await.problem("limit.nicknames");
}

#[case]
async fn a_course_may_show_no_nicknames_or_no_scoreboard() {
    let server = class("[scoreboard]\nnames = \"anonymous\"").server;
    let ada = server.register("Ada").await;
    choose(&ada, "Countess").await;
    assert_eq!(rows(&standings(&ada, "").await), [row(1, "–", "–", 0.0, true)]);
    let server = class("[scoreboard]\nnames = \"off\"").server;
    let ada = server.register("Ada").await;
    for path in ["/scoreboard", "/scoreboard/events"] {
        Reply::to(ada.get(path)).await.problem("scoreboard.off");
    }
    choose(&ada, "Countess").await.problem("scoreboard.off");
    let page = Reply::to(ada.get("/").header(ACCEPT, "text/html")).await;
    assert!(!page.text.contains("/scoreboard"));
}

#[case]
async fn whoever_listens_is_told_of_answers_and_of_the_class() {
    let class = class("[sections.A]\n[sections.B]");
    let server = &class.server;
    let learners = class.import("name,section\nAda,A\nAlan,B").await;
    let [ada, alan] = &learners[..] else { panic!("two learners") };
    let mut all = Follower::at(&server.anonymous(), "/scoreboard/events").await;
    let mut own = Follower::at(ada, "/scoreboard/events?section=A").await;
    let first = all.expect("standings").await;
    assert_eq!(first, standings(&server.anonymous(), "").await);
    assert_eq!(own.expect("standings").await, standings(ada, "?section=A").await);
    // The second of two equal rows.
    let mut of_alan = Follower::at(alan, "/scoreboard/events").await;
    assert_eq!(of_alan.expect("standings").await, standings(alan, "").await);

    ada.solve("01").await;
    let ranks = rows(&all.expect("standings").await);
    assert_eq!(ranks, [row(1, "–", "A", 5.0, false), row(2, "–", "B", 0.0, false)]);
    assert_eq!(rows(&own.expect("standings").await), [row(1, "–", "A", 5.0, true)]);
    // What does not change the standings is no event: the next one tells of Alan's nickname.
    ada.solve("01").await;
    choose(alan, "Enigma").await;
    let ranks = rows(&all.expect("standings").await);
    assert_eq!(ranks, [row(1, "–", "A", 5.0, false), row(2, "Enigma", "B", 0.0, false)]);
    class.import("name,section\nEmmy,A").await;
    assert_eq!(rows(&own.expect("standings").await).len(), 2);
}

#[case]
async fn events_are_sent_on_at_once_and_end_with_the_server() {
    let mut server = Server::start();
    let anonymous = server.anonymous();
    let head = anonymous.request(Method::HEAD, "/scoreboard/events");
    let reply = Reply::to(head).await;
    assert_eq!(reply.header(CONTENT_TYPE), "text/event-stream");
    assert_eq!(reply.header(HeaderName::from_static("x-accel-buffering")), "no");
    assert_eq!(reply.header(CONTENT_ENCODING), "identity");
    let mut follower = Follower::at(&anonymous, "/scoreboard/events").await;
    follower.expect("standings").await;
    server.signal("TERM");
    follower.until_the_end().await;
    assert_eq!(server.wait(), Some(0));
}
