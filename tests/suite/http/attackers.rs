//! Attacks on points: the server does no learner's work, tells nobody for nothing whether an answer is right, and lets no caller use up what is another's.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use reqwest::header::ACCEPT;
use serde_json::{Value, json};

use crate::server::{
    Caller, Class, Exposition, Learner, NOON, PATIENCE, Plays as _, Reply, Server, SharedServer,
    Task, WINDOW, Workplace,
};

/// A graded course with this value of `free`.
fn graded(free: &str) -> String {
    format!(
        "registration = \"code\"\ncode = \"hopper\"\n[games]\nfree = {free}\n{}",
        ["09", "19", "29", "39"].map(|step| format!("[steps.{step}]\npoints = 0\n")).concat()
    )
}

/// A learner who registers in a graded course.
async fn learner(class: &Class, name: &str) -> Learner {
    let form = json!({ "name": name, "code": "hopper" });
    let reply = Reply::to(class.server.anonymous().post("/learners").json(&form)).await;
    class.server.learner(name, reply.json()["key"].as_str().unwrap())
}

/// A row of `tests/data/exposure.tsv`.
struct Row {
    step: String,
    people: String,
    computer: String,
    rest: String,
}

fn table() -> Vec<Row> {
    let text = include_str!("../../data/exposure.tsv");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let cells: Vec<String> = row.split('\t').map(str::to_owned).collect();
        let [step, people, computer, rest] = cells.try_into().unwrap();
        Row { step, people, computer, rest }
    })
    .collect()
}

const NOTHING: &str = "–";

#[case]
fn the_document_has_the_table_of_all_steps() {
    let document = include_str!("../../../docs/class.md");
    let steps: Vec<String> = crate::catalog().iter().map(|step| step.number.to_string()).collect();
    let rows = table();
    assert_eq!(rows.iter().map(|row| row.step.clone()).collect::<Vec<_>>(), steps);
    for Row { step, people, computer, rest } in rows {
        let line = format!("\n| {step} | {people} | {computer} | {rest} |\n");
        assert!(document.contains(&line), "docs/class.md lacks {line}");
    }
}

/// What `gradus check` says of a course file without diagnostics.
fn check(course: &str) -> String {
    let place = Workplace::new();
    place.write("course.toml", course);
    let check = ["check", "--course", "course.toml", "--step", "01", "--seeds", "1"];
    let output = place.gradus(&check).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[case]
fn the_check_has_nothing_against_the_courses_of_the_document() {
    let document = include_str!("../../../docs/class.md");
    let blocks = document.split("```toml\n").skip(1);
    let courses = blocks.map(|block| block.split("```").next().unwrap());
    let graded: Vec<&str> = courses.filter(|course| course.contains("registration")).collect();
    assert_eq!(graded.len(), 2);
    for course in graded {
        let said = check(course);
        assert!(!said.contains("warning"), "{said}");
    }
}

/// The steps that a warning of `gradus check` names.
fn warned(free: &str, code: &str) -> Vec<String> {
    let output = check(&graded(free).replace("points = 0", "points = 1"));
    let Some(line) = output.lines().find(|line| line.ends_with(&format!("({code})"))) else {
        return Vec::new();
    };
    assert!(line.starts_with("warning: course.toml: "), "{line}");
    let (_, steps) = line.split_once(": ").unwrap().1.rsplit_once(": ").unwrap();
    let (steps, _) = steps.split_once(';').unwrap();
    steps.split(", ").map(str::to_owned).collect()
}

#[case]
fn the_check_warns_of_the_steps_of_the_table() {
    let rows = table();
    let by = |is_shown: fn(&Row) -> bool| -> Vec<String> {
        rows.iter().filter(|row| is_shown(row)).map(|row| row.step.clone()).collect()
    };
    let by_people = by(|row| row.people != NOTHING);
    let by_any = by(|row| row.people != NOTHING || row.computer != NOTHING);
    assert_eq!(warned("\"people\"", "course.games"), by_people);
    assert_eq!(warned("true", "course.games"), by_any);
    assert_eq!(warned("false", "course.games"), Vec::<String>::new());
    assert_eq!(warned("false", "course.matches"), by(|row| row.rest.contains("points = 0")));
}

/// The game of a step.
fn game_of(step: &str) -> &'static str {
    match step.as_bytes()[0] {
        b'0' => "gomoku",
        b'1' => "numerical",
        b'2' => "four_in_a_row",
        _ => "tesseract",
    }
}

/// Walks the table: in a graded course nobody begins a match that shows the answer of a step, with one account, with another, or without one.
#[case]
async fn hosted_games_do_no_work_of_a_graded_course() {
    let class = Class::of(&graded("false"));
    let (ada, mallory) = (learner(&class, "Ada").await, learner(&class, "Mallory").await);
    let anybody = class.server.anonymous();
    for row in table() {
        let game = game_of(&row.step);
        let mut forms = Vec::new();
        if row.people != NOTHING {
            forms.push(json!({ "game": game, "seats": ["human", "human"] }));
        }
        if row.computer != NOTHING {
            forms.push(json!({ "game": game, "seats": ["rules", "human"] }));
            forms.push(json!({ "game": game, "seats": ["search", "search"] }));
            forms.push(json!({ "record": { "game": game, "history": [] } }));
        }
        for form in forms {
            for request in [ada.post("/games"), mallory.post("/games"), anybody.post("/games")] {
                Reply::to(request.json(&form)).await.problem("game.free");
            }
        }
    }
    // Nor is a record read, whose mistakes would tell where a game ends.
    for record in ["hhghhigihjgjhkgkhlaa", "hhhh", "zz"] {
        let form = json!({ "record": record });
        Reply::to(ada.post("/games").json(&form)).await.problem("game.free");
    }
}

/// `relay.py`: the two seats of a match step's tasks, for as many callers as there are. With both, two matches of the computer would play each other.
async fn seats(callers: &[&dyn Fn(&str) -> reqwest::RequestBuilder], step: &str) -> BTreeSet<u64> {
    let mut seats = BTreeSet::new();
    for caller in callers {
        for _ in 0..8 {
            let task = Reply::to(caller(&format!("/step_{step}?fresh=1"))).await.task();
            seats.insert(task.fields["seat"].as_u64().unwrap());
        }
    }
    seats
}

/// Relays the moves of a match with the same computer in the learner's seat.
async fn relay(ada: &Learner, task: &Task) -> Result<Reply, Reply> {
    let own = usize::try_from(task.fields["seat"].as_u64().unwrap()).unwrap();
    loop {
        let mut game = ada.start(json!({ "task": task.token })).await;
        let mut helpers = ["human", "human"];
        helpers[own - 1] = "rules";
        let form = json!({ "game": game.game, "seats": helpers });
        let reply = Reply::to(ada.post("/games").json(&form)).await;
        if reply.status != 201 {
            return Err(reply);
        }
        let mut helper: crate::server::State = reply.read();
        let (step_keys, helper_keys) = (game.clone(), helper.clone());
        while game.to_move.is_some() {
            let (made, advised) = (game.history.len(), helper.history.len());
            if advised > made {
                game = ada.play(&step_keys, own, helper.history[made].clone()).await;
            } else {
                helper = ada.play(&helper_keys, 3 - own, game.history[advised].clone()).await;
            }
        }
        if game.winners == [own] {
            return Ok(ada.answer(task, [game.id]).await);
        }
    }
}

#[case]
async fn a_relay_earns_nothing_with_settings_that_are_safe() {
    for free in ["false", "\"people\"", "true"] {
        let class = Class::of(&graded(free));
        let (ada, mallory) = (learner(&class, "Ada").await, learner(&class, "Mallory").await);
        let anybody = class.server.anonymous();
        for step in ["09", "19", "29", "39"] {
            let callers: [&dyn Fn(&str) -> reqwest::RequestBuilder; 3] =
                [&|path| ada.get(path), &|path| mallory.get(path), &|path| anybody.get(path)];
            assert_eq!(seats(&callers, step).await.len(), 1, "step {step}, free = {free}");
        }
        let task = ada.fresh_task("29").await;
        match relay(&ada, &task).await {
            // The document and the check say so.
            Ok(reply) => {
                assert_eq!(free, "true");
                reply.accepted();
            }
            Err(reply) => {
                assert_ne!(free, "true");
                reply.problem("game.free");
            }
        }
    }
}

/// An answer to step 12 that is wrong.
fn guess(number: u32) -> Vec<u32> {
    vec![1000 + number; 40]
}

#[case]
async fn metrics_do_not_tell_what_is_right() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.task("12").await;
    for number in 1..=2 {
        ada.answer(&task, guess(number)).await.wrong();
    }
    server.let_pauses_last().await;
    let mut seen = Vec::new();
    // Without a token an answer is compared with the board of the last window too.
    for (answer, with_token) in [
        (task.solution(), true),
        (guess(3).iter().map(u32::to_string).collect(), true),
        (task.solution(), false),
        (guess(4).iter().map(u32::to_string).collect(), false),
    ] {
        let before = Exposition::of(&ada).await;
        let form = if with_token {
            json!({ "task": task.token, "ans": answer })
        } else {
            json!({ "ans": answer })
        };
        Reply::to(ada.post("/step_12").json(&form)).await.problem("limit.cooldown");
        let after = Exposition::of(&ada).await;
        let counted =
            |name, labels: &[(&str, &str)]| after.count(name, labels) - before.count(name, labels);
        let verdicts = ["accepted", "wrong", "refused"]
            .map(|verdict| counted("gradus_verdicts_total", &[("verdict", verdict)]));
        seen.push((
            verdicts,
            counted("gradus_judge_duration_seconds_count", &[]),
            counted("gradus_diagnoses_total", &[]),
        ));
    }
    assert_eq!(seen, vec![([0, 0, 1], 0, 0); 4]);
}

#[case]
async fn a_closed_board_of_this_window_is_no_way_to_try_that_of_the_last() {
    // A window of the tests ends at this second.
    let end = 2 * WINDOW;
    let class = Class::beginning(end - 10, "");
    let ada = class.server.register("Ada").await;
    let last = ada.task("12").await;
    class.set_time(end + 10);
    let task = ada.task("12").await;
    assert_ne!(task.fields, last.fields);
    for number in 0..10 {
        ada.answer(&task, guess(number)).await.wrong();
        class.server.let_pauses_end().await;
    }
    let without_token =
        async |answer: Value| Reply::to(ada.post("/step_12").json(&json!({ "ans": answer }))).await;
    without_token(json!(guess(11))).await.problem("task.closed");
    without_token(json!(last.solution())).await.problem("task.closed");
    // With its token it is answered, and a repeated answer gets its verdict again.
    without_token(json!(guess(3))).await.wrong();
    ada.answer(&last, last.solution()).await.accepted();
}

#[case]
async fn another_board_is_compared_only_a_few_times() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let (other, mut told) = (ada.fresh_task("02").await, 0);
    for number in 0..14 {
        let task = ada.fresh_task("02").await;
        let items: Vec<u32> =
            (0..12).map(|item| if item == 1 { 900 + number } else { 999 }).collect();
        let reply = ada.answer(&task, items).await.wrong();
        told += u32::from(reply.message.contains("other boards"));
        server.let_pauses_end().await;
    }
    // A busy server compares fewer.
    assert!((1..=10).contains(&told), "{told}");
    let task = ada.fresh_task("02").await;
    let reply = ada.answer(&task, other.solution()).await.wrong();
    assert!(reply.diagnosis.is_none_or(|diagnosis| diagnosis.fit != "board"));
}

#[case]
async fn an_answer_counts_from_when_its_body_is_complete() {
    let class = Class::of("[steps.12]\ncloses = 2026-09-14T12:00:30\n");
    let ada = class.server.register("Ada").await;
    let task = ada.task("12").await;
    let body = json!({ "task": task.token, "ans": task.solution() }).to_string();
    let (beginning, rest) = body.split_at(body.len() / 2);
    let mut stream = TcpStream::connect(class.server.url().trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(
        stream,
        "POST /step_12 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{beginning}",
        ada.key,
        body.len()
    )
    .unwrap();
    class.set_time(NOON + 40);
    while Reply::to(ada.get("/step_12").query(&[("ans", "1")])).await.status != 403 {}
    stream.write_all(rest.as_bytes()).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    assert!(reply.contains("step.closed"), "{reply}");
    assert_eq!(ada.me().await.attempts, 0);
}

#[case]
async fn a_page_of_another_site_spends_no_try_by_stored_credentials() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.fresh_task("12").await;
    let query = [("ans", task.solution().join(",")), ("task", task.token.clone())];
    for site in ["cross-site", "same-site"] {
        let signed = ada.get("/step_12").query(&query).header("Sec-Fetch-Site", site);
        Reply::to(signed).await.problem("request.site");
        let anonymous = server.anonymous();
        let basic = anonymous.get("/step_12").query(&query).basic_auth(&ada.name, Some(&ada.key));
        Reply::to(basic.header("Sec-Fetch-Site", site)).await.problem("request.site");
    }
    assert_eq!(ada.me().await.attempts, 0);
    Reply::to(ada.get("/step_12").query(&query)).await.accepted();
}

#[case]
async fn bodies_that_stop_make_room_for_others() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let mut streams: Vec<TcpStream> = Vec::new();
    let part = vec![b' '; 200 * 1024];
    for _ in 0..80 {
        let mut stream = TcpStream::connect(server.url().trim_start_matches("http://")).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
            .write_all(b"POST /step_12 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 250000\r\n\r\n")
            .unwrap();
        stream.write_all(&part).unwrap();
        streams.push(stream);
    }
    let is_refused = [("code", "limit.bodies")];
    while Exposition::of(&ada).await.count("gradus_http_problems_total", &is_refused) == 0 {}
    ada.solve("12").await;
}

#[case]
async fn nobody_takes_back_the_move_of_another_person() {
    let server = SharedServer::join();
    let (ada, anybody) = (server.learner().await, server.anonymous());
    let game = ada.start(json!({ "game": "gomoku", "seats": ["human", "human"] })).await;
    for (turn, place) in ["hh", "gh", "hi", "gi", "hj", "gj", "hk", "gk", "hl"].iter().enumerate() {
        ada.play(&game, turn % 2 + 1, *place).await;
    }
    // The loser's last move is before that of the winner.
    ada.is_refused_in(&game, ada.with_key(&game, 2, "/undo"), "undo.other").await;
    for moves in [1, 2] {
        let undo = ada.with_key(&game, 2, "/undo").json(&json!({ "moves": moves }));
        ada.is_refused_in(&game, undo, "undo.other").await;
    }
    let undo = ada.with_key(&game, 1, "/undo").json(&json!({ "moves": 2 }));
    ada.is_refused_in(&game, undo, "undo.other").await;
    assert_eq!(Reply::to(ada.with_key(&game, 1, "/undo")).await.state().moves, 8);

    // Who does not play lets no computer move.
    let game = ada.start(json!({ "game": "gomoku", "seats": ["human", "rules"] })).await;
    ada.play(&game, 1, "hh").await;
    let undo = ada.with_key(&game, 1, "/undo").json(&json!({ "moves": 1 }));
    Reply::to(undo).await.state();
    anybody.is_refused_in(&game, anybody.post(&game.path("/advance")), "seat.missing").await;
    assert_eq!(ada.advance(&game).await.moves, 2);
    let watched = ada.start(json!({ "game": "gomoku", "seats": ["rules", "rules"] })).await;
    let mallory = server.learner().await;
    for request in
        [anybody.post(&watched.path("/advance")), mallory.post(&watched.path("/advance"))]
    {
        ada.is_refused_in(&watched, request, "advance.owner").await;
    }
    assert_eq!(ada.advance(&watched).await.moves, 1);
}

#[case]
async fn nicknames_that_look_official_are_refused() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let choose = |name: &str| ada.post("/me/nickname").json(&json!({ "nickname": name }));
    for name in [
        "you",
        "You",
        "Y0u",
        "YOU!",
        "Instructor",
        "lnstructor",
        "Instruсtor",
        "Instructor 2",
        "Gradus",
        "gradus.",
        "G r a d u s",
        "Admin",
        "你",
        "教师",
        "老师",
        "あなた",
        "先生",
        "教員 1",
    ] {
        let reply = Reply::to(choose(name)).await;
        assert_eq!(reply.json()["code"], "nickname.taken", "{name}: {reply}");
    }
    for name in ["Youna", "Structor", "Badminton", "Gradient", "Ada Lovelace", "小林", "さくら"]
    {
        let reply = Reply::to(choose(name)).await;
        assert_eq!(reply.status, 200, "{name}: {reply}");
    }
}

#[case]
async fn the_scoreboard_names_its_sections() {
    let class = Class::of("[sections.A]\n[sections.B]\n");
    let anybody = class.server.anonymous();
    for path in ["/scoreboard?section=nonsense", "/scoreboard/events?section=nonsense"] {
        let problem = Reply::to(anybody.get(path)).await.problem("section.unknown");
        assert!(problem.detail.contains("expected one of A, B"), "{}", problem.detail);
    }
    let page = Reply::to(anybody.get("/scoreboard?section=C").header(ACCEPT, "text/html")).await;
    assert_eq!(page.status, 422, "{page}");
    for path in ["/scoreboard", "/scoreboard?section=A", "/scoreboard?section="] {
        assert_eq!(Reply::to(anybody.get(path)).await.status, 200, "{path}");
    }
    let sections: BTreeMap<String, Value> =
        serde_json::from_str(&Reply::to(anybody.get("/scoreboard")).await.text).unwrap();
    assert_eq!(sections["sections"], json!(["A", "B"]));
}
