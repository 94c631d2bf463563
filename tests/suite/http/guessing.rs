//! Nobody finds an answer by trying. The arithmetic of the pauses is tested with the store: here no time passes.

use std::sync::Arc;

use reqwest::header::{ACCEPT, RETRY_AFTER};
use serde_json::json;
use tokio::task::JoinSet;

use crate::server::{Caller as _, Learner, Reply, Server, SharedServer, Task, Workplace};

/// A wrong answer to a task of step 12.
async fn guess(learner: &Learner, task: &Task, number: u32) -> Reply {
    learner.answer(task, vec![1000 + number; 40]).await
}

/// The refusal of an answer during a pause; how many seconds are left.
fn cooling(reply: &Reply) -> u64 {
    let problem = reply.problem("limit.cooldown");
    let seconds: u64 = reply.header(RETRY_AFTER).parse().unwrap();
    assert_eq!(reply.json()["retry_after"], seconds, "{reply}");
    assert!(problem.detail.contains(&format!("wait {seconds} s")), "{reply}");
    // Nothing of a verdict is told.
    for member in ["verdict", "items", "diagnosis", "misconception", "tries_left"] {
        assert_eq!(reply.json().get(member), None, "{reply}");
    }
    seconds
}

#[case]
async fn the_third_wrong_answer_in_a_row_has_to_wait() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("12").await;
    let (first, second) = (guess(&ada, &task, 1).await, guess(&ada, &task, 2).await);
    assert_eq!((first.wrong().tries_left, second.wrong().tries_left), (Some(9), Some(8)));
    server.let_pauses_last().await;
    assert_eq!(cooling(&guess(&ada, &task, 3).await), 60);
    // Neither the right answer nor another task ends the pause.
    cooling(&ada.answer(&task, task.solution()).await);
    let fresh = ada.fresh_task("12").await;
    cooling(&ada.answer(&fresh, fresh.solution()).await);
    let without_token = ada.get("/step_12").query(&[("ans", vec!["7"; 40].join(","))]);
    cooling(&Reply::to(without_token).await);
    // The same answer again gets the same reply, but for how many tries are left now.
    let again = guess(&ada, &task, 1).await;
    let message = first.wrong().message.replace("9 more", "8 more");
    assert_eq!((again.wrong().message, again.wrong().tries_left), (message, Some(8)));
    // What is malformed is told as ever, and costs nothing.
    ada.answer(&task, ["1"]).await.problem("answer.count");
    // Other steps and other callers do not wait.
    ada.solve("11").await;
    server.register("Grace").await.solve("12").await;
    for number in 1..=3 {
        let anonymous = server.anonymous();
        let task = anonymous.task("12").await;
        let wrong = anonymous.answer(&task, vec![1000 + number; 40]).await.wrong();
        assert_eq!(wrong.tries_left, None);
    }
    assert_eq!(ada.me().await.attempts, 3);

    // A pause outlives the server.
    let server = server.restart();
    let ada = ada.at(&server);
    cooling(&guess(&ada, &task, 3).await);
    server.let_pauses_end().await;
    // The server expects a refusal, but the answer is judged, and explained.
    let third = guess(&ada, &task, 3).await;
    assert_eq!(third.wrong().tries_left, Some(7));
    assert_eq!(third.json()["items"], first.json()["items"]);
    server.let_pauses_end().await;
    ada.answer(&task, task.solution()).await.accepted();
    guess(&ada, &fresh, 1).await.wrong();
    guess(&ada, &fresh, 2).await.wrong();
    server.let_pauses_last().await;
    cooling(&guess(&ada, &fresh, 3).await);
}

#[case]
async fn of_fifty_wrong_answers_at_once_two_are_judged() {
    let server = SharedServer::join();
    for round in 0..20 {
        let learner = server.register(&format!("Learner of round {round}")).await;
        let task = learner.fresh_task("12").await;
        let mut sending = JoinSet::new();
        for number in 0..50 {
            let (learner, task) = (learner.clone(), task.clone());
            sending.spawn(async move { guess(&learner, &task, number).await });
        }
        let (judged, refused): (Vec<_>, Vec<_>) =
            sending.join_all().await.into_iter().partition(|reply| reply.status == 200);
        assert_eq!((judged.len(), refused.len()), (2, 48), "round {round}");
        let mut tries: Vec<_> = judged.iter().map(|reply| reply.wrong().tries_left).collect();
        tries.sort_unstable();
        assert_eq!(tries, [Some(8), Some(9)]);
        for reply in refused {
            cooling(&reply);
        }
        assert_eq!(learner.me().await.attempts, 2);
    }
}

#[case]
async fn a_task_with_ten_wrong_answers_is_closed() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("12").await;
    let mut replies = Vec::new();
    for number in 0..10 {
        let reply = guess(&ada, &task, number).await;
        assert_eq!(reply.wrong().tries_left, Some(9 - number), "{reply}");
        replies.push(reply);
        server.let_pauses_end().await;
    }
    for (number, end) in [
        (0, "After 9 more wrong answers, this board is closed for you."),
        (6, "After 3 more wrong answers, this board is closed for you."),
        (8, "After one more wrong answer, this board is closed for you."),
        (9, "closed for you now; `?fresh=1` gives another one."),
    ] {
        let message = replies[number].wrong().message;
        assert!(message.ends_with(end), "{message}");
    }
    for language in ["zh", "ja"] {
        let again = json!({ "task": task.token, "ans": vec![1009; 40] });
        let again = Reply::to(ada.post(&format!("/step_12?lang={language}")).json(&again)).await;
        assert!(again.wrong().message.contains("`?fresh=1`"), "{again}");
    }

    let closed = guess(&ada, &task, 10).await;
    assert!(closed.problem("task.closed").detail.contains("?fresh=1"), "{closed}");
    ada.answer(&task, task.solution()).await.problem("task.closed");
    assert_eq!(guess(&ada, &task, 9).await.wrong().tries_left, Some(0));
    let server = server.restart();
    let ada = ada.at(&server);
    ada.answer(&task, task.solution()).await.problem("task.closed");
    assert_eq!(ada.me().await.attempts, 10);
    // Another task is open.
    ada.solve("12").await;
}

/// Where items have few values, their number alone would lead to the answer.
#[case]
async fn how_many_items_are_right_is_told_of_the_first_wrong_answers() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("14").await;
    let is_counted = async |number: u32| {
        let reply = ada.answer(&task, vec![9000 + number; 8]).await;
        let items = reply.wrong().items;
        assert_eq!(items.is_none(), reply.text.contains("the first 2 wrong answers"), "{reply}");
        items.is_some()
    };
    let mut counted = Vec::new();
    for number in 1..=4 {
        counted.push(is_counted(number).await);
        server.let_pauses_end().await;
    }
    assert_eq!(counted, [true, true, false, false]);
    // Who sends them again is told the same.
    assert!(is_counted(2).await && !is_counted(3).await);
    // A fresh task begins anew, and somebody without a key earns nothing by it.
    let fresh = ada.fresh_task("14").await;
    assert!(ada.answer(&fresh, vec![9000; 8]).await.wrong().items.is_some());
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("14").await;
    for number in 1..=3 {
        assert!(anonymous.answer(&task, vec![9000 + number; 8]).await.wrong().items.is_some());
    }
}

#[case]
async fn the_page_of_a_step_tells_how_many_tries_are_left() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("12").await;
    let page = async |number: u32| {
        let form = [("task", task.token.clone()), ("ans", vec![number.to_string(); 40].join(","))];
        Reply::to(ada.post("/step_12").header(ACCEPT, "text/html").form(&form)).await.text
    };
    assert!(page(1).await.contains("After 9 more wrong answers, this board is closed for you."));
    assert!(page(2).await.contains("After 8 more wrong answers, this board is closed for you."));
    server.let_pauses_last().await;
    let paused = page(3).await;
    assert!(paused.contains("your last answers to this step were wrong"), "{paused}");
    assert!(!paused.contains("more wrong answers"));
}

/// A client that does not know that its board is closed takes another one.
#[case]
async fn the_client_takes_a_fresh_task_where_one_is_closed() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.task("12").await;
    for number in 0..10 {
        guess(&ada, &task, number).await.wrong();
        server.let_pauses_end().await;
    }
    let client =
        gradus_client::Client::new(server.url(), Some(gradus_client::api::Key::new(&ada.key)))
            .unwrap();
    let choice = gradus_client::TaskChoice::Current;
    let step = "12".parse().unwrap();
    gradus_client::solve::solve_step(&client, step, &choice).await.unwrap();
    assert_eq!(ada.me().await.solved, ["12"]);
}

#[case]
async fn two_servers_on_one_database_agree() {
    let workplace = Arc::new(Workplace::new());
    let (first, second) = (Server::start_at(&workplace), Server::start_at(&workplace));
    let ada = first.register("Ada").await;
    let task = ada.fresh_task("12").await;
    let elsewhere = ada.clone().at(&second);
    assert_eq!(guess(&ada, &task, 1).await.wrong().tries_left, Some(9));
    assert_eq!(guess(&elsewhere, &task, 2).await.wrong().tries_left, Some(8));
    first.let_pauses_last().await;
    cooling(&guess(&ada, &task, 3).await);
    cooling(&guess(&elsewhere, &task, 3).await);
    // Answers that are sent to both at once are counted together.
    let other = ada.fresh_task("11").await;
    let mut sending = JoinSet::new();
    for number in 1..=20 {
        let learner = if number % 2 == 0 { ada.clone() } else { elsewhere.clone() };
        let other = other.clone();
        sending.spawn(async move { learner.answer(&other, vec![number.to_string(); 8]).await });
    }
    let replies = sending.join_all().await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 2);
}

#[case]
async fn a_learner_makes_so_many_attempts_a_day() {
    let workplace = Arc::new(Workplace::new());
    let server =
        Server::start_with(&workplace, |command| command.args(["--attempts-per-day", "2"]));
    let ada = server.register("Ada").await;
    ada.solve("01").await;
    let task = ada.fresh_task("02").await;
    ada.answer(&task, task.solution()).await.accepted();
    let fresh = ada.fresh_task("01").await;
    let refused = ada.answer(&fresh, fresh.solution()).await;
    refused.problem("limit.attempts");
    let seconds: u64 = refused.header(RETRY_AFTER).parse().unwrap();
    assert!((1..=86_400).contains(&seconds), "{seconds}");
    ada.answer(&task, task.solution()).await.accepted();
    server.register("Grace").await.solve("01").await;
}

#[case]
async fn a_padded_answer_is_not_stored_whole() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("12").await;
    let padded = format!("{}{}", vec!["1000"; 40].join(","), " ".repeat(250_000));
    ada.answer(&task, padded).await.wrong();
    // An item of this step may have any length.
    let task = ada.fresh_task("36").await;
    let mut items = task.solution();
    *items.last_mut().unwrap() = "9".repeat(200_000);
    ada.answer(&task, items).await.wrong();
    let long = "UPDATE attempts SET at = at WHERE step = 36 AND length(canonical) = 32768 AND length(raw) = 33792";
    assert_eq!(server.workplace().change_database(long).await, 1);
    let whole = "UPDATE attempts SET at = at WHERE length(raw) > length(canonical) + 1024";
    assert_eq!(server.workplace().change_database(whole).await, 0);
    let cut = "UPDATE attempts SET at = at WHERE length(raw) = length(canonical) + 1024
               AND raw_rest_length = 250000 - 1024 AND length(raw_rest_hash) = 16";
    assert_eq!(server.workplace().change_database(cut).await, 1);
}
