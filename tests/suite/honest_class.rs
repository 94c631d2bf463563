//! A class of honest learners and one cheater of each kind. Every cheater is signalled, and no honest learner.
//!
//! The honest learners, by what the course promises them:
//!
//! | learner | what they do |
//! |---|---|
//! | Ada | fetches many boards to test her program, and sends one answer to each step, which is right |
//! | Alan | has tested his programs on earlier days; his CI run submits twenty steps within a minute |
//! | Emmy and Olga | work as a pair: the same hours, the same mistakes, each at her own boards; both win the match |
//! | Sunday 1 to 6 | are late: four steps each between 21:00 and midnight, with wrong and malformed answers |
//! | Kurt | is good and very fast: a new step every minute and a half, and the two easiest within seconds |
//! | Max | has a program that always writes the same items |
//!
//! And the cheaters:
//!
//! | learner | what they do |
//! |---|---|
//! | Mallory | runs `gradus-client solve-all` |
//! | Trudy | runs somebody else's solvers over the ladder, a step every two seconds |
//! | Sly | runs them too, a step every five minutes, and waits 25 seconds before each answer |
//! | Eve | sends another learner's right answers, two items changed |
//! | Oscar | sends another learner's right answer as it is |
//! | Craig | lets the computer of an anonymous match play the match of a step |

use std::collections::BTreeSet;

use gradus::game::{GameSeed, Record, Seat};
use serde_json::{Value, json};

use crate::server::{Caller, Class, DAY, Learner, NOON, PATIENCE, Plays as _, State, puzzles};
use crate::solve_all::client;

/// The steps that most learners begin with.
const FIRST: [&str; 6] = ["02", "03", "04", "05", "07", "12"];

const MINUTE: u64 = 60;

#[case]
async fn every_cheater_is_signalled_and_no_honest_learner() {
    let class = Class::of("");
    let names = [
        "Ada", "Alan", "Emmy", "Olga", "Kurt", "Max", "Mallory", "Trudy", "Sly", "Eve", "Oscar",
        "Craig", "Sunday 1", "Sunday 2", "Sunday 3", "Sunday 4", "Sunday 5", "Sunday 6",
    ];
    let learners = class.import(&format!("name\n{}\n", names.join("\n"))).await;
    let who = |name: &str| learners.iter().find(|learner| learner.name == name).unwrap();

    look_at_twenty_steps(&class, who("Alan")).await;
    test_before_sending(&class, who("Ada")).await;
    work_as_a_pair(&class, who("Emmy"), who("Olga")).await;
    solve_fast(&class, who("Kurt")).await;
    write_always_the_same(&class, who("Max")).await;
    submit_twenty_steps(&class, who("Alan")).await;
    let late: Vec<&Learner> =
        learners.iter().filter(|learner| learner.name.starts_with("Sunday")).collect();
    hurry_on_sunday(&class, &late).await;
    let signals = class.get("/signals").await;
    for list in ["learners", "steps", "tempo", "solve_all", "foreign", "matches", "uncompared"] {
        assert_eq!(signals[list], json!([]), "{list}");
    }

    class.set_time(NOON + 10 * DAY);
    run_solve_all(&class, who("Mallory"));
    run_a_solver(&class, who("Trudy"), 8, [2, 0]).await;
    run_a_solver(&class, who("Sly"), 10, [5 * MINUTE, 25]).await;
    copy(&class, who("Eve"), who("Ada"), &["12", "07", "02"], 2).await;
    copy(&class, who("Oscar"), who("Ada"), &["12"], 0).await;
    relay(&class, who("Craig")).await;
    let found = async {
        loop {
            let signals = class.get("/signals").await;
            if signals["foreign"].as_array().unwrap().len() == 4 {
                return signals;
            }
        }
    };
    let signals = tokio::time::timeout(PATIENCE, found).await.unwrap();
    let cheaters = ["Craig", "Eve", "Mallory", "Oscar", "Sly", "Trudy"];
    assert_eq!(named(&signals["learners"]), BTreeSet::from(cheaters.map(str::to_owned)));
    for (list, expected) in [
        ("tempo", &["Mallory", "Sly", "Trudy"][..]),
        ("solve_all", &["Mallory"]),
        ("foreign", &["Eve", "Oscar"]),
        ("matches", &["Craig"]),
    ] {
        let expected = expected.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(named(&signals[list]), expected, "{list}: {}", signals[list]);
    }
    for (list, certainty) in [("tempo", "likely"), ("solve_all", "certain"), ("matches", "likely")]
    {
        assert_eq!(signals[list][0]["certainty"], certainty, "{list}");
    }
    for copied in signals["foreign"].as_array().unwrap() {
        let expected =
            if copied["learner"]["name"] == "Eve" { (2, "possible") } else { (0, "likely") };
        assert_eq!(
            (&copied["changed"], &copied["certainty"]),
            (&json!(expected.0), &json!(expected.1))
        );
    }
    // One learner, and one step.
    let eve = class.get(&format!("/signals?learner={}", class.id("Eve").await)).await;
    assert_eq!(named(&eve["learners"]), BTreeSet::from(["Eve".to_owned()]));
    let step = class.get("/signals?step=12").await;
    assert_eq!(step["steps"].as_array().unwrap().len(), 1);
    assert_eq!(named(&step["foreign"]), BTreeSet::from(["Eve", "Oscar"].map(str::to_owned)));
}

/// The names in a list of signals.
fn named(list: &Value) -> BTreeSet<String> {
    let names = list.as_array().unwrap().iter();
    names.map(|one| one["learner"]["name"].as_str().unwrap().to_owned()).collect()
}

/// Twenty steps that ask questions.
fn twenty() -> impl Iterator<Item = &'static str> {
    puzzles().skip(1).take(20)
}

async fn look_at_twenty_steps(class: &Class, learner: &Learner) {
    for (minutes, step) in (0..).zip(twenty()) {
        class.set_time(NOON + 5 * MINUTE * minutes);
        learner.fresh_task(step).await;
    }
}

async fn submit_twenty_steps(class: &Class, learner: &Learner) {
    for (seconds, step) in (0..).step_by(3).zip(twenty()) {
        class.set_time(NOON + 4 * DAY + seconds);
        let task = learner.task(step).await;
        learner.answer(&task, task.solution()).await.accepted();
    }
}

async fn test_before_sending(class: &Class, learner: &Learner) {
    for (number, step) in (0..).zip(FIRST) {
        let start = NOON + 3 * 3600 + number * 30 * MINUTE;
        for request in 0..8 {
            class.set_time(start + request * 2 * MINUTE);
            learner.fresh_task(step).await;
        }
        let task = learner.fresh_task(step).await;
        learner.answer(&task, task.solution()).await.accepted();
    }
}

async fn work_as_a_pair(class: &Class, one: &Learner, other: &Learner) {
    for (number, step) in (0..).zip(FIRST) {
        let start = NOON + DAY + number * 20 * MINUTE;
        class.set_time(start);
        let tasks = [(one, one.task(step).await), (other, other.task(step).await)];
        for (learner, task) in &tasks {
            // Both have forgotten the first item, and then the order.
            class.set_time(start + 6 * MINUTE);
            let mut items = task.solution();
            items.rotate_left(1);
            learner.answer(task, items).await;
            class.set_time(start + 7 * MINUTE);
            learner.answer(task, task.solution()).await.accepted();
        }
    }
    for (number, learner) in (0..).zip([one, other]) {
        class.set_time(NOON + DAY + 5 * 3600 + number * MINUTE);
        win(learner, number).await;
    }
}

/// Wins the match of step 09 by own moves: a search on the learner's machine makes them.
async fn win(learner: &Learner, seed: u64) {
    let task = learner.fresh_task("09").await;
    loop {
        let game = learner.start(json!({ "task": task.token })).await;
        let mut state = game.clone();
        while state.to_move.is_some() {
            let record = json!({ "game": state.game, "history": state.history }).to_string();
            let record = Record::read_json(&record).unwrap();
            let own = record.resume(Some(vec![Seat::Search; 2]), GameSeed::random(seed));
            let mut own = own.unwrap();
            own.advance().unwrap();
            let next = own.game().history_json().last().map(|next| json!(next)).unwrap();
            state = learner.play(&game, 1, next).await;
        }
        if state.winners == [1] {
            learner.answer(&task, [game.id]).await.accepted();
            return;
        }
    }
}

async fn solve_fast(class: &Class, learner: &Learner) {
    let start = NOON + 2 * DAY;
    for (number, step) in (0..).zip(puzzles().take(14)) {
        let looked = start + number * 90;
        class.set_time(looked);
        let task = learner.task(step).await;
        class.set_time(looked + if number < 2 { 8 } else { 70 });
        learner.answer(&task, task.solution()).await.accepted();
    }
}

async fn write_always_the_same(class: &Class, learner: &Learner) {
    for (number, step) in (0..).zip(["03", "04", "12", "15", "23", "30"]) {
        class.set_time(NOON + 3 * DAY + number * 3600);
        let task = learner.task(step).await;
        let solution = task.solution();
        for (minutes, item) in (2..).zip(solution.iter().take(3)) {
            class.set_time(NOON + 3 * DAY + number * 3600 + minutes * 5 * MINUTE);
            learner.answer(&task, vec![item; solution.len()]).await;
        }
    }
}

async fn hurry_on_sunday(class: &Class, learners: &[&Learner]) {
    let evening = NOON + 6 * DAY + 9 * 3600;
    let mut tasks = Vec::new();
    for (number, step) in (0..).zip(FIRST.into_iter().take(4)) {
        for (place, learner) in (0..).zip(learners) {
            class.set_time(evening + number * 40 * MINUTE + place * MINUTE);
            tasks.push((*learner, learner.task(step).await));
        }
        for (place, (learner, task)) in (0..).zip(tasks.drain(..)) {
            let at = evening + number * 40 * MINUTE + (12 + 3 * place) * MINUTE;
            class.set_time(at);
            let right = task.solution();
            learner.answer(&task, &right[1..]).await;
            let mut wrong = right.clone();
            wrong.reverse();
            learner.answer(&task, wrong).await;
            class.set_time(at + 2 * MINUTE);
            learner.answer(&task, right).await.accepted();
        }
    }
}

fn run_solve_all(class: &Class, learner: &Learner) {
    let mut command = client(&class.server, "solve-all", &["--steps", "02-08"]);
    let output = command.env("GRADUS_KEY", &learner.key).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    // One step alone is no signal.
    let mut command = client(&class.server, "solve", &["12"]);
    let output = command.env("GRADUS_KEY", &learner.key).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// Solves so many steps. Both are in seconds: from each step to the next one, and from each board to its answer.
async fn run_a_solver(class: &Class, learner: &Learner, steps: usize, [period, wait]: [u64; 2]) {
    for (number, step) in (0..).zip(puzzles().skip(5).take(steps)) {
        let looked = NOON + 11 * DAY + number * period;
        class.set_time(looked);
        let task = learner.task(step).await;
        class.set_time(looked + wait);
        learner.answer(&task, task.solution()).await.accepted();
    }
}

/// Sends another learner's right answers to the own boards, with so many items changed.
async fn copy(class: &Class, learner: &Learner, other: &Learner, steps: &[&str], changed: usize) {
    for (number, &step) in (0..).zip(steps) {
        class.set_time(NOON + 12 * DAY + number * 3600);
        let (own, theirs) = (learner.fresh_task(step).await, other.fresh_task(step).await);
        let (mut items, others) = (theirs.solution(), own.solution());
        let unlike: Vec<usize> =
            (0..items.len()).filter(|&place| items[place] != others[place]).collect();
        for &place in unlike.iter().take(changed) {
            items[place].clone_from(&others[place]);
        }
        learner.answer(&own, items).await.wrong();
    }
}

/// Wins the match of a step with the moves of a computer, against which somebody without a key plays the moves of the step's computer.
async fn relay(class: &Class, learner: &Learner) {
    class.set_time(NOON + 13 * DAY);
    let task = learner.fresh_task("39").await;
    let helper = class.server.anonymous();
    let newest = |state: &State, known: &State| state.history.get(known.history.len()).cloned();
    loop {
        let (mine, theirs) = (
            learner.start(json!({ "task": task.token })).await,
            helper.start(json!({ "game": "tesseract", "seats": ["human", "rules"] })).await,
        );
        let (mut own, mut other) = (mine.clone(), theirs.clone());
        loop {
            if let Some(next) = newest(&own, &other).filter(|_| other.status == "open") {
                other = helper.play(&theirs, 1, next).await;
            } else if let Some(next) = newest(&other, &own).filter(|_| own.status == "open") {
                own = learner.play(&mine, 2, next).await;
            } else {
                break;
            }
        }
        if own.winners == [2] {
            learner.answer(&task, [mine.id]).await.accepted();
            return;
        }
    }
}
