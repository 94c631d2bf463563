//! A course with rules: when a step exists and for whom, what an answer earns, who may register, who is an instructor, which matches
//! may be played.

use std::sync::Arc;

use reqwest::RequestBuilder;
use reqwest::header::{ACCEPT, COOKIE, LOCATION, SET_COOKIE};
use serde_json::{Value, json};

use crate::server::{
    Caller, Class, DAY, INSTRUCTOR_KEY, Learner, Plays as _, Refusal, Reply, Server, Workplace,
    client_builder,
};

/// The day on which most tests begin, 2027-01-15T08:00:00Z.
const START: u64 = 1_800_000_000;

/// A class that begins on that day.
fn class(course: &str) -> Class {
    Class::beginning(START, course)
}

/// The numbers of the steps on the ladder of a caller.
async fn ladder(caller: &impl Caller) -> Vec<String> {
    let ladder = Reply::to(caller.get("/")).await.json();
    let tracks = ladder["tracks"].as_array().unwrap();
    let steps = tracks.iter().flat_map(|track| track["steps"].as_array().unwrap());
    steps.map(|step| step["step"].as_str().unwrap().to_owned()).collect()
}

/// A step on the ladder of a caller.
async fn on_ladder(caller: &impl Caller, number: &str) -> Value {
    let ladder = Reply::to(caller.get("/")).await.json();
    let tracks = ladder["tracks"].as_array().unwrap();
    let mut steps = tracks.iter().flat_map(|track| track["steps"].as_array().unwrap());
    steps.find(|step| step["step"] == number).unwrap().clone()
}

async fn me(learner: &Learner) -> Value {
    Reply::to(learner.get("/me")).await.json()
}

#[case]
async fn a_step_that_is_not_open_is_as_one_that_does_not_exist() {
    let class = class(
        "[steps.07]\nopens = 2027-01-17\n[steps.08]\nhidden = true\n[steps.09]\nopens = 2027-01-17\n",
    );
    let (anonymous, instructor) = (class.server.anonymous(), &class.grace);
    let ada = class.server.register("Ada").await;

    let told = |reply: &Reply| reply.text.replace("07", "NN").replace("97", "NN");
    for rest in ["", "?ans=1", "?fresh=1", "/statement", "/picture.svg"] {
        for caller in [&anonymous as &dyn Requests, &ada] {
            let unopened = Reply::to(caller.ask(&format!("/step_07{rest}"))).await;
            let known = &unopened.json()["known_steps"];
            assert!(!known.as_array().unwrap().contains(&json!("07")), "{unopened}");
            unopened.problem("step.unknown");
            let missing = Reply::to(caller.ask(&format!("/step_97{rest}"))).await;
            assert_eq!(told(&unopened), told(&missing));
        }
    }
    let answer = json!({ "ans": "5A" });
    Reply::to(ada.post("/step_07").json(&answer)).await.problem("step.unknown");
    for caller in [&anonymous as &dyn Requests, &ada] {
        let page = Reply::to(caller.ask("/").header(ACCEPT, "text/html")).await;
        assert!(!page.text.contains("step_07") && page.text.contains("step_06"));
    }
    assert!(!ladder(&ada).await.contains(&"07".to_owned()));
    // Wrong credentials are told where there is a step to be seen.
    let wrong = |path: &str| anonymous.get(path).bearer_auth("gk_wrong");
    Reply::to(wrong("/step_07")).await.problem("step.unknown");
    Reply::to(wrong("/step_06")).await.problem("auth.key");

    // The step before leads to the one after it.
    let next = ada.solve("06").await.accepted().next.unwrap();
    assert!(next.ends_with("/step_11"), "{next}");
    assert_eq!(
        instructor.solve("06").await.accepted().next.unwrap().rsplit('/').next(),
        Some("step_07")
    );

    for number in ["07", "08", "09"] {
        assert!(ladder(instructor).await.contains(&number.to_owned()));
        instructor.task(number).await;
    }
    assert_eq!(on_ladder(instructor, "07").await["opens"], "2027-01-17T00:00:00Z");
    let token = instructor.task("09").await.token;
    Reply::to(ada.post("/games").json(&json!({ "task": token }))).await.problem("step.unknown");

    class.set_time(START + 2 * DAY);
    assert!(ladder(&ada).await.contains(&"07".to_owned()));
    ada.solve("07").await;
    Reply::to(ada.get("/step_08")).await.problem("step.unknown");
}

/// What [`Caller`] asks, of callers of different types.
trait Requests {
    fn ask(&self, path: &str) -> RequestBuilder;
}

impl<C: Caller> Requests for C {
    fn ask(&self, path: &str) -> RequestBuilder {
        self.get(path)
    }
}

#[case]
async fn answers_earn_less_when_they_are_late_and_nothing_when_the_step_has_closed() {
    let class = class(
        "[defaults]\nlate = 0.5\n[steps.07]\npoints = 31\ndue = 2027-01-16\ncloses = 2027-01-20\n\
         [steps.06]\ndue = 2027-01-16\nlate = 1.0\n",
    );
    let [ada, grace, emmy] = ["Ada", "Grace", "Emmy"].map(|name| class.server.register(name));
    let (ada, grace, emmy) = (ada.await, grace.await, emmy.await);
    let step = on_ladder(&ada, "07").await;
    assert_eq!(step["due"], "2027-01-16T23:59:59Z");
    assert_eq!((&step["closes"], &step["late"]), (&json!("2027-01-20T23:59:59Z"), &json!(0.5)));
    assert_eq!(step["points"], 31);
    assert_eq!(on_ladder(&ada, "05").await.get("due"), None);
    let page = Reply::to(ada.get("/step_07").header(ACCEPT, "text/html")).await;
    assert!(page.text.contains("due 2027-01-16 23:59"), "{page}");

    ada.solve("07").await;
    assert_eq!((&me(&ada).await["points"], &me(&ada).await["earned"]), (&json!(31), &json!(31)));

    class.set_time(START + 3 * DAY);
    let task = grace.task("07").await;
    grace.answer(&task, task.solution()).await.accepted();
    assert_eq!(
        (&me(&grace).await["points"], &me(&grace).await["earned"]),
        (&json!(31), &json!(15.5))
    );
    // The best one counts.
    ada.solve("07").await;
    assert_eq!(me(&ada).await["earned"], 31);
    grace.solve("06").await;
    let earned = me(&grace).await["steps"][0]["earned"].clone();
    assert_eq!(earned, on_ladder(&grace, "06").await["points"]);

    class.set_time(START + 6 * DAY);
    for caller in [&emmy, &grace] {
        // Also of one who has sent the same before, and of a malformed answer.
        caller.answer(&task, task.solution()).await.problem("step.closed");
        Reply::to(caller.post("/step_07").json(&json!({ "ans": "" }))).await.problem("step.closed");
    }
    assert_eq!(me(&emmy).await["attempts"], 0);
    let refused = Reply::to(class.server.anonymous().get("/step_07?ans=1")).await;
    assert!(refused.problem("step.closed").detail.contains("2027-01-20 23:59 (UTC)"), "{refused}");
    let form = grace.post("/step_07").header(ACCEPT, "text/html").form(&[("ans", "1")]);
    let page = Reply::to(form).await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("closed at 2027-01-20"), "{page}");
    // It can be looked at, and is not what comes next.
    grace.task("07").await;
    let next = emmy.solve("06").await.accepted().next.unwrap();
    assert!(next.ends_with("/step_08"), "{next}");
    class.grace.solve("07").await;
}

/// A page as a caller's browser gets it.
async fn page(caller: &impl Caller, path: &str) -> Reply {
    Reply::to(caller.get(path).header(ACCEPT, "text/html")).await
}

#[case]
async fn the_page_of_a_step_says_until_when_it_takes_answers_by_the_clocks_of_the_course() {
    let class = class("time-zone = \"Europe/Berlin\"\n[steps.07]\ncloses = 2027-01-16\n");
    let (ada, instructor) = (class.server.register("Ada").await, &class.grace);
    let until = |time: &str| format!("can be answered until {time} (Europe/Berlin).");
    // A board can be answered for a day, unless the step closes before.
    let shown = page(&ada, "/step_07").await;
    assert!(shown.text.contains(&until("2027-01-16 09:00")), "{shown}");
    class.set_time(START + DAY);
    let shown = page(&ada, "/step_07").await;
    assert!(shown.text.contains(&until("2027-01-16 23:59")), "{shown}");
    let shown = page(instructor, "/step_07").await;
    assert!(shown.text.contains(&until("2027-01-17 09:00")), "{shown}");

    class.set_time(START + 2 * DAY);
    let shown = page(&ada, "/step_07").await;
    assert!(shown.text.contains("closed at 2027-01-16 23:59 (Europe/Berlin)"), "{shown}");
    assert!(
        !shown.text.contains("data-answer") && !shown.text.contains("answered until"),
        "{shown}"
    );
    for shown in [page(&ada, "/step_08").await, page(instructor, "/step_07").await] {
        let has_form = shown.text.contains("data-answer");
        assert!(has_form && shown.text.contains("answered until"), "{shown}");
    }
    let zone = "Times are in the time zone Europe/Berlin.";
    assert!(page(&ada, "/").await.text.contains(zone));
}

#[case]
async fn a_learner_may_have_other_dates() {
    let class = class(
        "[steps.07]\nopens = 2027-02-01\n[learners.\"Ada Lovelace\".steps.07]\nopens = 2027-01-01\n",
    );
    let ada = class.server.register("Ada Lovelace").await;
    let grace = class.server.register("Grace").await;
    // Anybody may have registered under the name; an instructor knows who it is.
    Reply::to(ada.get("/step_07")).await.problem("step.unknown");
    let list = json!({ "csv": "name\nAda Lovelace\n", "registered": "keep" });
    let imported = Reply::to(class.grace.post("/instructor/roster").json(&list)).await;
    assert_eq!(imported.json()["changed"], 1, "{imported}");
    ada.solve("07").await;
    Reply::to(grace.get("/step_07")).await.problem("step.unknown");
}

#[case]
async fn nothing_is_recorded_of_an_instructor() {
    let class = class("");
    let (instructor, anonymous) = (&class.grace, class.server.anonymous());
    let task = instructor.task("12").await;
    instructor.answer(&task, "5").await.problem("answer.count");
    for number in 0..12 {
        // No pause, and no board is closed.
        let told = instructor.answer(&task, vec![1000 + number; 40]).await.wrong();
        assert_eq!(told.tries_left, None);
    }
    instructor.answer(&task, task.solution()).await.accepted();
    Reply::to(instructor.get("/me")).await.problem("auth.missing");
    let counted = class.server.workplace().change_database("DELETE FROM attempts").await;
    assert_eq!(counted, 0);

    let basic = anonymous.get("/session").basic_auth("grace hopper", Some(INSTRUCTOR_KEY));
    assert_eq!(Reply::to(basic).await.json()["instructor"], "Grace Hopper");
    let other = anonymous.get("/session").basic_auth("Ada", Some(INSTRUCTOR_KEY));
    Reply::to(other).await.problem("auth.key");
    let unknown = anonymous.get("/step_07").bearer_auth("gi_unknownunknownunknownunknown");
    Reply::to(unknown).await.problem("auth.key");
    assert!(!class.server.workplace().log().contains(INSTRUCTOR_KEY));
}

#[case]
async fn an_instructor_signs_in_for_half_a_day() {
    let class = class("");
    let anonymous = class.server.anonymous();
    let client = client_builder(None).redirect(reqwest::redirect::Policy::none());
    let form = [("name", "Grace Hopper"), ("key", INSTRUCTOR_KEY)];
    let url = format!("{}/session", class.server.url());
    let reply = Reply::to(client.build().unwrap().post(url).form(&form)).await;
    assert_eq!((reply.status, reply.header(LOCATION)), (303, "/instructor"));
    let cookie = reply.header(SET_COOKIE);
    assert!(cookie.contains("Max-Age=43200") && cookie.contains("HttpOnly"), "{cookie}");
    let (cookie, _) = cookie.split_once(';').unwrap();
    let page = Reply::to(anonymous.get("/").header(COOKIE, cookie).header(ACCEPT, "text/html"));
    let page = page.await;
    assert!(page.text.contains("href=\"/instructor\">Grace Hopper"), "{page}");
}

#[case]
fn malformed_instructors_stop_the_start() {
    for (value, told) in [
        ("Barbara", "entry 1 has no colon"),
        ("Barbara:gk_abcdefghijklmnopqrstuvwxyz", "the key of entry 1 is malformed"),
        ("A:gi_abcdefghijklmnopqrstuvwxyz,a:gi_zbcdefghijklmnopqrstuvwxyz", "entry 2 has the name"),
    ] {
        let workplace = Workplace::new();
        let mut command = workplace.gradus(&["--bind", "127.0.0.1:0"]);
        let refusal = Refusal::of(command.env("GRADUS_INSTRUCTORS", value));
        let line = refusal.usage();
        let start = "invalid value for 'GRADUS_INSTRUCTORS': ";
        assert!(line.starts_with(start) && line.contains(told), "{line}");
        assert!(!refusal.lines.concat().contains("bcdef"), "{refusal:?}");
    }
}

#[case]
async fn one_registers_with_the_code_of_the_course() {
    let class = class("registration = \"code\"\ncode = \"Hopper\"\n");
    let anonymous = class.server.anonymous();
    let register = |body: Value| Reply::to(anonymous.post("/learners").json(&body));
    register(json!({ "name": "Ada" })).await.problem("registration.code");
    register(json!({ "name": "Ada", "code": " " })).await.problem("registration.code");
    let refused = register(json!({ "name": "Ada", "code": "Kay" })).await;
    assert!(!refused.problem("registration.code").detail.to_lowercase().contains("hopper"));
    register(json!({ "name": "A:a", "code": "Kay" })).await.problem("learner.name");
    assert_eq!(register(json!({ "name": "Ada", "code": " hOPPER " })).await.status, 201);

    let html = |request: RequestBuilder| Reply::to(request.header(ACCEPT, "text/html"));
    let page = html(anonymous.get("/session")).await;
    assert!(page.text.contains("name=\"code\""), "{page}");
    let form = [("name", "Grace"), ("code", "Kay")];
    let page = html(anonymous.post("/learners").form(&form)).await;
    assert_eq!(page.status, 403);
    assert!(page.text.contains("value=\"Grace\"") && page.text.contains("value=\"Kay\""), "{page}");
}

#[case]
async fn wrong_codes_are_limited_and_use_up_no_registration() {
    let workplace = Arc::new(Workplace::new());
    workplace.write("course.toml", "registration = \"code\"\ncode = \"hopper\"\n");
    let server = Server::start_with(&workplace, |command| {
        let course = ["--course", "course.toml"];
        command.args(course).args(["--code-rate", "3/h", "--registration-rate", "2/h"])
    });
    let register = |host: u8, name: &str, code: &str| {
        let body = json!({ "name": name, "code": code });
        Reply::to(server.anonymous_at(host).post("/learners").json(&body))
    };
    for _ in 0..2 {
        register(1, "Ada", "wrong").await.problem("registration.code");
    }
    for name in ["Ada", "Grace"] {
        assert_eq!(register(1, name, "hopper").await.status, 201);
    }
    register(1, "Emmy", "hopper").await.problem("limit.registrations");
    register(1, "Emmy", "wrong").await.problem("registration.code");
    for code in ["wrong", "hopper"] {
        register(1, "Emmy", code).await.problem("limit.codes");
    }
    assert_eq!(register(2, "Emmy", "hopper").await.status, 201);
}

#[case]
async fn nobody_registers_where_the_roster_is_closed() {
    let class = class("registration = \"closed\"\n");
    let anonymous = class.server.anonymous();
    let body = json!({ "name": "Ada" });
    Reply::to(anonymous.post("/learners").json(&body)).await.problem("registration.closed");
    let page = Reply::to(anonymous.get("/session").header(ACCEPT, "text/html")).await;
    assert!(!page.text.contains("action=\"/learners\""), "{page}");
    assert!(page.text.contains("Registration is closed"), "{page}");
}

#[case]
async fn a_course_may_have_no_free_matches() {
    let class = class("[games]\nfree = false\n");
    let ada = class.server.register("Ada").await;
    let free = json!({ "game": "gomoku", "seats": ["human", "rules"] });
    for caller in [&ada as &dyn Requests, &class.server.anonymous()] {
        let page = Reply::to(caller.ask("/games").header(ACCEPT, "text/html")).await;
        assert!(page.text.contains("every match belongs to a step"), "{page}");
        assert!(!page.text.contains("data-game=\"gomoku\""), "{page}");
        assert_eq!(Reply::to(caller.ask("/games")).await.json()["free"], "none");
    }
    let record =
        json!({ "record": { "game": "gomoku", "history": ["hh"] }, "seats": ["human", "human"] });
    for form in [&free, &record] {
        Reply::to(ada.post("/games").json(form)).await.problem("game.free");
    }
    // Those of steps are played, and instructors may do everything.
    let token = ada.task("09").await.token;
    let of_step = ada.start(json!({ "task": token })).await;
    let seat = of_step.keys.as_ref().unwrap().iter().position(Option::is_some).unwrap() + 1;
    ada.play(&of_step, seat, of_step.legal_move()).await;
    let instructor = &class.grace;
    let instructors = instructor.start(free).await;
    instructor.play(&instructors, 1, instructors.legal_move()).await;

    // One that there is already gives nothing to learners.
    let why = instructors.path("/why");
    Reply::to(ada.get(&why)).await.problem("game.free");
    Reply::to(ada.post(&instructors.path("/advance"))).await.problem("seat.missing");
    Reply::to(ada.moving(&instructors, 1, "aa")).await.problem("game.free");
    assert_eq!(Reply::to(instructor.get(&why)).await.status, 200);
}

#[case]
async fn a_course_may_have_free_matches_between_people_only() {
    let class = class("[games]\nfree = \"people\"\n");
    let ada = class.server.register("Ada").await;
    for form in [
        json!({ "game": "gomoku" }),
        json!({ "game": "numerical", "seats": ["random", "human"] }),
        json!({ "record": { "game": "gomoku", "history": ["hh"] }, "seats": ["human", "human"] }),
    ] {
        Reply::to(ada.post("/games").json(&form)).await.problem("game.free");
    }
    let game = ada.start(json!({ "game": "gomoku", "seats": ["human", "human"] })).await;
    ada.play(&game, 1, game.legal_move()).await;
    let page = Reply::to(ada.get("/games").header(ACCEPT, "text/html")).await;
    assert!(page.text.contains("only people play each other"), "{page}");
    assert!(
        page.text.contains("data-game=\"gomoku\"") && !page.text.contains("data-load"),
        "{page}"
    );
    assert!(!page.text.contains("value=\"rules\""), "{page}");
}

#[case]
async fn the_course_is_read_again_while_the_server_runs() {
    let class = class("[steps.07]\nopens = 2027-02-01\n");
    let anonymous = class.server.anonymous();
    Reply::to(anonymous.get("/step_07")).await.problem("step.unknown");
    class.server.workplace().write("course.toml", "[steps.07]\nopens = 2027-01-01\n");
    class.server.signal("HUP");
    while Reply::to(anonymous.get("/step_07")).await.status != 200 {}
    // What is malformed changes nothing.
    class.server.workplace().write("course.toml", "[steps.07]\nopens = \"soon\"\n");
    class.server.signal("HUP");
    class.server.until_logged("are not reloaded").await;
    anonymous.task("07").await;
}
