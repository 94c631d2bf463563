//! The match steps: a match that is won is the answer.

use serde_json::{Value, json};

use crate::server::{Caller, Plays as _, Reply, Server, SharedServer, State, Task};

/// The steps with their games.
const MATCHES: [(&str, &str); 4] =
    [("09", "gomoku"), ("19", "numerical"), ("29", "four_in_a_row"), ("39", "tesseract")];

async fn match_of(caller: &impl Caller, task: &Task) -> State {
    caller.start(json!({ "task": task.token })).await
}

/// The learner's seat.
fn seat(task: &Task) -> usize {
    task.fields["seat"].as_u64().unwrap().try_into().unwrap()
}

/// Plays the first legal of some moves until the end: not to win, but to come to an end.
async fn play_to_the_end(caller: &impl Caller, task: &Task, game: &State) -> State {
    let mut state = game.clone();
    let mut next = (0..=255_u8).map(|id| match game.game.as_str() {
        "gomoku" => {
            let (row, column) = (b'a' + id % 15, b'a' + id / 15 % 15);
            json!(format!("{}{}", char::from(row), char::from(column)))
        }
        "numerical" => json!(format!("{}:{}", id / 16, id % 16 + 1)),
        _ => json!(id),
    });
    while state.to_move.is_some() {
        let reply = Reply::to(caller.moving(game, seat(task), next.next().unwrap())).await;
        if reply.status == 200 {
            state = reply.state();
        }
        if game.game == "numerical" && reply.status != 200 {
            reply.problem("move.illegal");
        }
    }
    state
}

/// With both seats, a learner could let the computers of two matches play each other, and win one of the two.
#[case]
async fn everybody_has_the_same_seat_in_a_match_step() {
    let server = SharedServer::join();
    let (ada, alan, anonymous) =
        (server.learner().await, server.learner().await, server.anonymous());
    for ((step, game), expected) in MATCHES.into_iter().zip([1, 1, 1, 2]) {
        for _ in 0..8 {
            let fresh = (ada.fresh_task(step), alan.fresh_task(step), anonymous.fresh_task(step));
            let (of_ada, of_alan, of_nobody) = futures_util::join!(fresh.0, fresh.1, fresh.2);
            for task in [of_ada, of_alan, of_nobody] {
                let names: Vec<&str> = task.fields.keys().map(String::as_str).collect();
                assert_eq!(names, ["game", "opponent", "seat"]);
                assert_eq!(
                    (&task.fields["game"], &task.fields["opponent"]),
                    (&json!(game), &json!("rules"))
                );
                assert_eq!(seat(&task), expected);
            }
        }
    }
}

#[case]
async fn the_match_of_a_task_has_the_learner_where_the_task_says() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    for (step, name) in MATCHES {
        let task = ada.fresh_task(step).await;
        let game = match_of(&ada, &task).await;
        let mut seats = ["rules"; 2];
        seats[seat(&task) - 1] = "human";
        assert_eq!((game.game.as_str(), &game.seats), (name, &seats.map(Value::from).to_vec()));
        assert_eq!((game.step.as_deref(), game.seed), (Some(step), None));
        assert_eq!(game.to_move, Some(seat(&task)));
        // A second match of the same task is another one.
        assert_ne!(match_of(&ada, &task).await.id, game.id);
    }
}

#[case]
async fn nothing_is_taken_back_in_a_steps_match() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.fresh_task("09").await;
    let game = match_of(&ada, &task).await;
    ada.play(&game, seat(&task), "oo").await;
    let request = ada.with_key(&game, seat(&task), "/undo");
    ada.is_refused_in(&game, request, "undo.step").await;
    // What the computer draws from is nowhere to be seen.
    let record = Reply::to(ada.get(&game.path("/record"))).await.json();
    assert_eq!(record.get("seed"), None);
}

/// A wrong answer with its explanation.
async fn is_wrong(caller: &impl Caller, task: &Task, answer: &str, id: &str) {
    let wrong = caller.diagnose(task, [answer]).await.wrong();
    assert_eq!(wrong.misconception.unwrap().id, id);
    assert!(wrong.items.is_none());
}

#[case]
async fn what_is_no_won_match_of_the_task_is_explained() {
    let server = Server::start();
    let (ada, grace) = (server.register("Ada").await, server.register("Grace").await);
    let (task, other) = (ada.fresh_task("39").await, ada.fresh_task("39").await);
    let game = match_of(&ada, &task).await;
    is_wrong(&ada, &task, &game.id, "match-open").await;
    is_wrong(&ada, &other, &game.id, "match-of-another-task").await;
    server.let_pauses_end().await;
    is_wrong(&ada, &task, "0000000000000000", "match-unknown").await;
    let free = ada.start(json!({"game": "tesseract"})).await;
    server.let_pauses_end().await;
    is_wrong(&ada, &task, &free.id, "match-of-another-task").await;
    let hers = grace.fresh_task("39").await;
    is_wrong(&grace, &hers, &game.id, "match-of-another-task").await;
    let lost = lose(&ada, &task).await;
    server.let_pauses_end().await;
    is_wrong(&ada, &task, &lost.id, "match-lost").await;
}

/// Loses a match of step 39. Who takes the tiles in their order seldom beats the rules, but sometimes does.
async fn lose(caller: &impl Caller, task: &Task) -> State {
    loop {
        let game = match_of(caller, task).await;
        let end = play_to_the_end(caller, task, &game).await;
        if end.status == "won" && !end.winners.contains(&seat(task)) {
            return end;
        }
    }
}

#[case]
async fn a_won_match_is_accepted_once_it_is_won_and_of_nobody_else() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.fresh_task("09").await;
    let game = match_of(&ada, &task).await;
    let before = ada.me().await;
    is_wrong(&ada, &task, &game.id, "match-open").await;
    let won = win(&ada, &task).await;
    let reply = ada.answer(&task, [won.id.to_uppercase()]).await;
    assert_eq!(reply.accepted().step, "09");
    let me = ada.me().await;
    assert_eq!((me.solved, me.attempts), (vec!["09".to_owned()], before.attempts + 2));
    // Without the token the match itself says which task it is of.
    let again = Reply::to(ada.post("/step_09").json(&json!({"ans": won.id}))).await;
    again.accepted();
    // Somebody else cannot answer with it.
    let grace = server.learner().await;
    let hers = Reply::with_diagnosis(grace.post("/step_09").json(&json!({"ans": won.id}))).await;
    assert_eq!(hers.wrong().misconception.unwrap().id, "match-of-another-task");
}

/// Wins a match of step 09: two searching computers share the work of the learner. The moves are those of a free game against
/// the same opponent, made with another match.
async fn win(caller: &impl Caller, task: &Task) -> State {
    let seat = seat(task);
    loop {
        let game = match_of(caller, task).await;
        let mut state = game.clone();
        while state.to_move.is_some() {
            let record = Reply::to(caller.get(&game.path("/record"))).await.json();
            let seats = vec!["search"; 2];
            let helper = caller.start(json!({ "record": record, "seats": seats })).await;
            let advice: Value = caller.advance(&helper).await.last;
            state = caller.play(&game, seat, advice).await;
        }
        if state.winners == [seat] {
            return game;
        }
    }
}

#[case]
async fn a_malformed_id_costs_nothing() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.fresh_task("29").await;
    for (answer, code) in [
        (json!(""), "answer.empty"),
        (json!("abc"), "answer.item"),
        (json!(["4d7kq0v9w2hx8m3c", "4d7kq0v9w2hx8m3c"]), "answer.count"),
        (json!("4d7kq0v9w2hx8m3!"), "answer.item"),
        (json!(7), "answer.item"),
    ] {
        let request = ada.post("/step_29").json(&json!({"task": task.token, "ans": answer}));
        ada.is_refused(request, code).await;
    }
}

#[case]
async fn only_a_match_steps_own_token_makes_a_match() {
    let server = SharedServer::join();
    let (ada, grace) = (server.learner().await, server.learner().await);
    let post = |token: &str| ada.post("/games").json(&json!({ "task": token }));
    let puzzle = ada.fresh_task("07").await;
    Reply::to(post(&puzzle.token)).await.problem("game.form");
    let hers = grace.fresh_task("09").await;
    Reply::to(post(&hers.token)).await.problem("task.foreign");
    Reply::to(post("nonsense")).await.problem("task.forged");
}
