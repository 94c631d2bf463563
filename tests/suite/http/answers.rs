//! The forms in which an answer may come, and the replies to it.

use gradus::app::now;
use gradus::step::{Fingerprint, Subject, TaskIdentity, Timestamp, Token};
use reqwest::Method;
use serde_json::{Value, json};

use crate::catalog;
use crate::server::{Anonymous, Caller, Reply, STEPS, SharedServer, Task, WINDOW};

/// Posts JSON to a task's address.
async fn post(caller: &Anonymous, task: &Task, answer: Value) -> Reply {
    Reply::to(caller.post(&task.path()).json(&answer)).await
}

#[case]
async fn json_may_be_a_list_a_nested_list_or_one_text() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("07").await;
    let items = task.solution();
    let by_point: Vec<&[String]> = items.chunks(4).collect();
    let forms = [json!(items), json!(by_point), json!([[[items]], []]), json!(items.join(","))];
    for form in forms {
        post(&anonymous, &task, json!({ "task": task.token, "ans": form })).await.accepted();
    }
}

#[case]
async fn numbers_may_be_texts_or_numbers() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("12").await;
    let numbers: Vec<i32> = task.solution().iter().map(|item| item.parse().unwrap()).collect();
    let floats: Vec<f64> = numbers.iter().map(|&number| number.into()).collect();
    for form in [json!(numbers), json!(numbers.chunks(10).collect::<Vec<_>>()), json!(floats)] {
        post(&anonymous, &task, json!({ "task": task.token, "ans": form })).await.accepted();
    }
}

#[case]
async fn a_form_is_an_answer() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("07").await;
    let form = [("task", task.token.clone()), ("ans", task.solution().join(","))];
    Reply::to(anonymous.post("/step_07").form(&form)).await.accepted();
}

#[case]
async fn a_repeated_field_is_a_list() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("07").await;
    let items = task.solution().into_iter().map(|item| ("ans", item));
    let fields: Vec<_> = items.chain([("task", task.token)]).collect();
    Reply::to(anonymous.post("/step_07").form(&fields)).await.accepted();
    Reply::to(anonymous.get("/step_07").query(&fields)).await.accepted();
}

#[case]
async fn a_json_list_is_an_answer_in_a_query_or_form() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let words = anonymous.fresh_task("07").await;
    let items = words.solution();
    let by_point: Vec<&[String]> = items.chunks(4).collect();
    let numbers = anonymous.fresh_task("12").await;
    let sums: Vec<i32> = numbers.solution().iter().map(|item| item.parse().unwrap()).collect();
    let rows: Vec<&[i32]> = sums.chunks(10).collect();
    let lists = [
        (&words, json!(items)),
        (&words, json!(by_point)),
        (&numbers, json!(sums)),
        (&numbers, json!(rows)),
    ];
    for (task, list) in lists {
        for text in [list.to_string(), format!(" {list:#}\n")] {
            let fields = [("ans", text), ("task", task.token.clone())];
            Reply::to(anonymous.post(&task.path()).form(&fields)).await.accepted();
            Reply::to(anonymous.get(&task.path()).query(&fields)).await.accepted();
        }
    }
    // Several lists are one.
    let repeated = rows.iter().map(|row| ("ans", json!(row).to_string()));
    let fields: Vec<_> = repeated.chain([("task", numbers.token.clone())]).collect();
    Reply::to(anonymous.get("/step_12").query(&fields)).await.accepted();
}

#[case]
async fn a_text_that_is_no_json_list_is_the_plain_text() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let item = |text: &str| ada.get("/step_01").query(&[("ans", text)]);
    for text in ["[", "[x]", "['a']", "[\"a\"]x", "{\"a\":1}", "\"abcdefgh"] {
        ada.is_refused(item(text), "answer.item").await;
    }
    ada.is_refused(item("[]"), "answer.empty").await;
    ada.is_refused(item("[1,[2,\"x\"]]"), "answer.count").await;
    // As in the body, a list has texts and numbers.
    for text in ["[null]", "[{}]", "[true]"] {
        ada.is_refused(item(text), "answer.form").await;
        let form = ada.post("/step_01").form(&[("ans", text)]);
        ada.is_refused(form, "answer.form").await;
    }
}

#[case]
async fn a_query_is_an_answer_with_and_without_a_token() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    for step in ["07", "06"] {
        let shown = anonymous.task(step).await;
        let answer = [("ans", shown.solution().join(","))];
        Reply::to(anonymous.get(&shown.path()).query(&answer)).await.accepted();

        let fresh = anonymous.fresh_task(step).await;
        let answer = [("ans", fresh.solution().join(",")), ("task", fresh.token.clone())];
        Reply::to(anonymous.get(&fresh.path()).query(&answer)).await.accepted();
    }
}

#[case]
async fn a_body_needs_no_token_either() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let items = anonymous.task("07").await.solution();
    for body in [json!({ "ans": items }), json!({ "ans": items, "task": null })] {
        Reply::to(anonymous.post("/step_07").json(&body)).await.accepted();
    }
    let form = [("ans", items.join(","))];
    Reply::to(anonymous.post("/step_07").form(&form)).await.accepted();
}

/// What makes the tasks of one of the embedded steps.
fn fingerprint(step: &str) -> Fingerprint {
    catalog().get(step.parse().unwrap()).unwrap().exercise().fingerprint()
}

/// The caller's board of the window before this one, which a client without a token may still be answering.
async fn previous_task(server: &SharedServer, step: &str) -> Task {
    let keyring = SharedServer::keyring();
    let token = Token {
        task: TaskIdentity {
            step: step.parse().unwrap(),
            fingerprint: fingerprint(step),
            subject: keyring.subject(Subject::Anonymous(server.address().into())),
            nonce: keyring
                .nonce_of_window(Timestamp::from_seconds(now().seconds() - WINDOW), WINDOW),
        },
        issued: now(),
    };
    let token = keyring.sign(&token);
    let request = server.anonymous().get(&format!("/step_{step}")).query(&[("task", token)]);
    Reply::to(request).await.task()
}

#[case]
async fn the_board_of_the_previous_window_may_be_answered_without_a_token() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let (current, previous) = (anonymous.task("07").await, previous_task(&server, "07").await);
    assert_ne!(previous.fields, current.fields);
    for task in [previous, current] {
        post(&anonymous, &task, json!({ "ans": task.solution() })).await.accepted();
    }
}

#[case]
async fn a_wrong_answer_without_a_token_is_judged_against_the_board_that_it_fits() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    for task in [anonymous.task("12").await, previous_task(&server, "12").await] {
        let mut sums = task.solution();
        sums[6] = "-1".to_owned();
        let items = post(&anonymous, &task, json!({ "ans": sums })).await.wrong().items.unwrap();
        assert_eq!((items.right, items.first_wrong), (39, Some(7)));

        // Also when a third of it is wrong.
        let mut sums = task.solution();
        sums.iter_mut().step_by(3).for_each(|sum| *sum = "-1".to_owned());
        let items = post(&anonymous, &task, json!({ "ans": sums })).await.wrong().items.unwrap();
        assert_eq!((items.right, items.first_wrong), (26, Some(1)));

        // A known mistake: the columns' sums before the rows'.
        let mut swapped = task.solution();
        swapped.chunks_mut(10).for_each(|sums| sums[..8].rotate_left(4));
        let request = anonymous.post(&task.path()).json(&json!({ "ans": swapped }));
        let wrong = Reply::with_diagnosis(request).await.wrong();
        assert_eq!(wrong.misconception.unwrap().id, "columns-before-rows");
    }
    // Half of the previous board's answer may be anything.
    let task = previous_task(&server, "12").await;
    let mut sums = task.solution();
    sums.iter_mut().step_by(2).for_each(|sum| *sum = "-1".to_owned());
    let items = post(&anonymous, &task, json!({ "ans": sums })).await.wrong().items.unwrap();
    assert!(items.right < 20, "{}", items.right);
}

#[case]
async fn a_reply_that_tells_no_marks_does_not_tell_them_by_the_board_that_it_is_about() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    // Served, unlike the board of this window: only a reply about that one speaks of another board.
    let task = previous_task(&server, "03").await;
    let message = async |right: usize| {
        let mut stones = task.solution();
        for (place, stone) in stones.iter_mut().enumerate().skip(right) {
            let others: Vec<_> =
                ["x", "o", "."].into_iter().filter(|other| other != stone).collect();
            *stone = others[place / 2 % 2].to_owned();
        }
        let wrong = post(&anonymous, &task, json!({ "ans": stones })).await.wrong();
        assert!(wrong.diagnosis.is_none());
        wrong.message
    };
    assert_eq!(message(13).await, message(3).await);
}

#[case]
async fn a_malformed_answer_without_a_token_is_read_against_the_current_board() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.task("06").await;
    let short = &task.solution()[..10];
    let problem = post(&anonymous, &task, json!({ "ans": short })).await.problem("answer.count");
    let expected = format!("expected {} items", task.solution().len());
    assert!(problem.detail.starts_with(&expected), "{}", problem.detail);
}

#[case]
async fn a_new_board_is_not_asked_for_together_with_an_answer() {
    let server = SharedServer::join();
    let task = server.anonymous().task("01").await;
    for query in [
        vec![("fresh", "1"), ("ans", "abcdefgh")],
        vec![("fresh", "1"), ("task", task.token.as_str())],
    ] {
        let request = server.anonymous().get("/step_01").query(&query);
        Reply::to(request).await.problem("query.invalid");
    }
}

#[case]
async fn blanks_around_items_do_not_count() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("12").await;
    let answer = format!(" {} \n", task.solution().join(" ,\t"));
    anonymous.answer(&task, answer).await.accepted();
}

#[case]
async fn line_breaks_in_a_board_do_not_count() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("06").await;
    let rows = |board: &String| {
        let cells: Vec<char> = board.chars().collect();
        let rows: Vec<String> = cells.chunks(15).map(|row| row.iter().collect()).collect();
        rows.join("\r\n") + "\n"
    };
    let boards: Vec<String> = task.solution().iter().map(rows).collect();
    anonymous.answer(&task, &boards).await.accepted();
}

#[case]
async fn lines_may_come_in_any_order_and_from_either_end() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("07").await;
    let turned = |item: &String| item.chars().rev().collect::<String>();
    let items = task.solution();
    let points = items.chunks(4);
    let items: Vec<String> = points.flat_map(|lines| lines.iter().rev().map(turned)).collect();
    anonymous.answer(&task, items).await.accepted();
}

#[case]
async fn the_reply_to_an_accepted_answer_has_the_next_address() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let reply = anonymous.solve("07").await;
    let mut body = reply.json();
    let next = format!("{}/step_08", server.url());
    let message = body["message"].take();
    let message = message.as_str().unwrap();
    assert!(message.split_whitespace().any(|word| word == next), "{message}");
    assert_eq!(
        body,
        json!({"is_success": true, "verdict": "accepted", "step": "07", "message": null, "next": next})
    );
}

#[case]
async fn behind_the_last_step_there_is_no_next() {
    let server = SharedServer::join();
    let client = gradus_client::Client::new(server.url(), None).unwrap();
    let last = STEPS[STEPS.len() - 1].parse().unwrap();
    let choice = gradus_client::TaskChoice::Current;
    let accepted = gradus_client::solve::solve_step(&client, last, &choice).await.unwrap();
    assert_eq!(accepted.next, None);
    assert!(!accepted.message.contains("http"), "{}", accepted.message);
}

#[case]
async fn the_reply_to_a_wrong_answer_has_the_first_wrong_item() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("07").await;
    let mut items = task.solution();
    items[6] = "xxxxxxxxx".to_owned();
    items[30] = "ooooooooo".to_owned();
    let reply = anonymous.answer(&task, &items).await;
    assert_eq!(reply.json()["items"], json!({"right": 34, "total": 36, "first_wrong": 7}));
    let wrong = reply.wrong();
    assert!(wrong.message.contains("34 of 36") && wrong.message.contains("item 7"), "{reply}");
    assert!(wrong.misconception.is_none(), "{reply}");
}

#[case]
async fn where_items_could_be_guessed_the_reply_has_only_the_number_of_right_ones() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("14").await;
    let mut items = task.solution();
    items[2] = "9999".to_owned();
    let reply = anonymous.answer(&task, &items).await;
    assert_eq!(reply.json()["items"], json!({"right": 7, "total": 8}));
    reply.wrong();
}

#[case]
async fn no_reply_to_a_wrong_answer_has_the_right_one() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("01").await;
    let word = &task.solution()[0];
    let wrong: String = word.chars().map(|letter| if letter == 'a' { 'b' } else { 'a' }).collect();
    let reply = anonymous.answer(&task, [wrong]).await;
    reply.wrong();
    assert!(!reply.text.contains(word.as_str()), "{reply}");
}

#[case]
async fn head_judges_nothing() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let word = ada.task("01").await.solution().join(",");
    let head = ada.request(Method::HEAD, "/step_01").query(&[("ans", &word)]);
    assert_eq!(head.send().await.unwrap().status(), 405);
    assert_eq!(ada.me().await.attempts, 0);
}

#[case]
async fn a_post_says_everything_in_its_body() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("01").await;
    let request = ada.post("/step_01").query(&[("task", &task.token)]);
    let request = request.json(&json!({ "ans": task.solution() }));
    ada.is_refused(request, "query.invalid").await;
    let twice = [("task", task.token.as_str()), ("task", "x"), ("ans", "abcdefgh")];
    ada.is_refused(ada.post("/step_01").form(&twice), "answer.form").await;
    ada.is_refused(ada.get("/step_01").query(&twice), "query.invalid").await;
}
