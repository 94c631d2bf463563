//! Wrong and malformed answers are explained: by a misreading, by their form, by another board, or item by item.

use reqwest::header::ACCEPT_LANGUAGE;
use serde_json::{Value, json};

use crate::server::{Caller, Reply, Server, Task};

/// The row-major indices that step 02 asks for, by a formula of row and column.
fn indices(task: &Task, index: impl Fn(i64, i64) -> i64) -> Vec<i64> {
    let points = task.fields["coord"].as_array().unwrap().iter();
    points
        .map(|point| {
            let letters = point.as_str().unwrap().to_ascii_lowercase();
            let number = |place: usize| i64::from(letters.as_bytes()[place] - b'a');
            index(number(0), number(1))
        })
        .collect()
}

fn right(task: &Task) -> Vec<i64> {
    indices(task, |row, column| row * 15 + column)
}

/// The fit and the ids of the causes.
fn told(reply: &Reply) -> (String, Vec<String>) {
    let diagnosis = reply.wrong().diagnosis.unwrap_or_else(|| panic!("no diagnosis: {reply}"));
    (diagnosis.fit, diagnosis.causes.into_iter().map(|cause| cause.id).collect())
}

fn is_told(reply: &Reply, fit: &str, cause: &str) {
    assert_eq!(told(reply), (fit.to_owned(), vec![cause.to_owned()]), "{reply}");
    assert_eq!(reply.wrong().misconception.unwrap().id, cause, "{reply}");
}

#[tokio::test]
async fn misreadings_and_two_of_them_at_once_are_told() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("02").await;
    let answer = |index: fn(i64, i64) -> i64| ada.answer(&task, indices(&task, index));
    is_told(&answer(|row, column| column * 15 + row).await, "whole", "column-before-row");
    is_told(&answer(|row, column| row * 14 + column).await, "whole", "fourteen-to-a-row");
    let both = answer(|row, column| column * 15 + row + 1).await;
    is_told(&both, "whole", "column-before-row+counted-from-one");
    // The hints of both, one after the other.
    let cause = both.wrong().misconception.unwrap();
    assert!(cause.hint.contains("row") && cause.hint.contains("index 0"), "{}", cause.hint);
    assert!(both.wrong().message.ends_with(&cause.hint), "{both}");
}

#[tokio::test]
async fn a_right_answer_in_another_form_is_told() {
    let server = Server::start();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("02").await;
    let mut reversed = right(&task);
    reversed.reverse();
    is_told(&anonymous.answer(&task, reversed).await, "form", "items-reversed");
    let mut sorted = right(&task);
    sorted.sort_unstable();
    is_told(&anonymous.answer(&task, sorted).await, "form", "sorted");
}

#[tokio::test]
async fn a_malformed_answer_is_explained_by_its_form_and_costs_nothing() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("02").await;
    let joined = |separator: &str| -> String {
        right(&task).iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
    };
    let cases = [
        (joined("\n"), "answer.count", "separated-by-newlines"),
        (joined("; "), "answer.count", "separated-by-semicolons"),
        (joined(" "), "answer.count", "separated-by-blanks"),
        (format!("{},", joined(",")), "answer.count", "comma-at-the-end"),
        (format!("[{}]", joined(", ")), "answer.item", "quoted"),
        (format!("\"{}\"", joined("\",\"")), "answer.item", "quoted"),
        (
            right(&task).iter().map(|index| format!("0x{index:x}")).collect::<Vec<_>>().join(","),
            "answer.item",
            "hexadecimal",
        ),
    ];
    for (text, code, cause) in cases {
        let body = json!({ "task": task.token, "ans": text });
        let reply = ada.is_refused(ada.post("/step_02").json(&body), code).await;
        reply.problem(code);
        let diagnosis = &reply.json()["diagnosis"];
        assert_eq!(
            (&diagnosis["fit"], &diagnosis["causes"][0]["id"]),
            (&json!("form"), &json!(cause))
        );
    }
}

#[tokio::test]
async fn a_malformed_answer_is_told_what_to_do_even_if_it_is_not_right() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.task("02").await;
    let details = [
        (json!(["1"; 12].join("\n")), "line breaks"),
        (json!(["1"; 12].join(";")), "semicolons"),
        (json!(["1"; 12].join(" ")), "blanks"),
        (json!(format!("{},", ["1"; 12].join(","))), "empty item"),
        (json!(vec![[1, 2]; 12]), "one text with blanks between them"),
        (json!(format!("{:?}", vec![1; 12])), "the text of a list"),
        (json!("1"), "12 items with commas between them, found 1"),
    ];
    for (answer, expected) in details {
        let body = json!({ "task": task.token, "ans": answer });
        let reply = Reply::to(ada.post("/step_02").json(&body)).await;
        assert_eq!(reply.status, 422, "{reply}");
        assert!(reply.json()["detail"].as_str().unwrap().contains(expected), "{reply}");
    }
}

#[tokio::test]
async fn a_body_of_the_wrong_shape_is_told_in_plain_words() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let send = |body: &'static str| {
        let request = ada.post("/step_02").header("Content-Type", "application/json").body(body);
        Reply::to(request)
    };
    let cases = [
        ("", "body.json", "the body is empty; expected {\"task\": TOKEN, \"ans\""),
        ("[1, 2, 3]", "answer.form", "the body is a list; expected an object"),
        ("\"1,2,3\"", "answer.form", "the body is \"1,2,3\"; expected an object"),
        ("{'ans': [1]}", "body.json", "double quotation marks"),
        ("{\"ans\": [1, 2", "body.json", "before it is complete"),
        ("{\"ans\": [1 2]}", "body.json", "cannot be read from line 1, column 12"),
        ("{\"answer\": [1]}", "answer.form", "unknown field `answer`"),
        ("{}", "answer.form", "missing field `ans`"),
        ("{\"ans\": {\"items\": [1]}}", "answer.form", "an object"),
        ("{\"ans\": null}", "answer.form", "nothing"),
    ];
    for (body, code, expected) in cases {
        let reply = send(body).await;
        let problem = reply.problem(code);
        assert!(problem.detail.contains(expected), "{body}: {reply}");
    }
}

#[tokio::test]
async fn an_answer_to_another_board_is_told_when_that_was_fetched() {
    let server = Server::start();
    for caller in [server.register("Ada").await] {
        let (old, new) = (caller.fresh_task("02").await, caller.fresh_task("02").await);
        let reply = caller.answer(&new, right(&old)).await;
        is_told(&reply, "board", "another-board");
        assert!(reply.wrong().message.contains(" UTC. Send the `task`"), "{reply}");
        // The same again gets the same.
        is_told(&caller.answer(&new, right(&old)).await, "board", "another-board");
        caller.answer(&old, right(&old)).await.accepted();
        // Without the token it is judged against the board of the window.
        let fields =
            [("ans", right(&old).iter().map(i64::to_string).collect::<Vec<_>>().join(","))];
        let reply = Reply::to(caller.get("/step_02").query(&fields)).await;
        is_told(&reply, "board", "another-board");
    }
    // Another caller's board is nobody else's.
    let bob = server.register("Bob").await;
    let (theirs, mine) =
        (server.register("Eve").await.fresh_task("02").await, bob.fresh_task("02").await);
    assert!(bob.answer(&mine, right(&theirs)).await.wrong().diagnosis.is_none());
}

#[tokio::test]
async fn a_program_that_goes_wrong_only_sometimes_is_told_why() {
    let server = Server::start();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("02").await;
    let swapped = indices(&task, |row, column| column * 15 + row);
    let mut mixed = right(&task);
    let wrong = mixed.iter_mut().zip(swapped).filter(|(right, swapped)| **right != *swapped);
    wrong.take(4).for_each(|(right, swapped)| *right = swapped);
    is_told(&anonymous.answer(&task, mixed).await, "items", "column-before-row");
}

#[tokio::test]
async fn what_is_told_is_stored_with_the_attempt() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("02").await;
    let swapped = indices(&task, |row, column| column * 15 + row);
    let first = ada.answer(&task, swapped.clone()).await;
    let server = server.restart();
    let again = ada.at(&server).answer(&task, swapped).await;
    assert_eq!(first.json(), again.json());
}

#[tokio::test]
async fn replies_are_in_the_language_of_the_caller() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("02").await;
    let wrong =
        json!({ "task": task.token, "ans": indices(&task, |row, column| column * 15 + row) });
    let solved = json!({ "task": task.token, "ans": right(&task) });
    let malformed = json!({ "task": task.token, "ans": "1" });
    let languages = [
        (
            "en",
            ["items are right", "first letter", "is solved", "found 1", "wrong number of items"],
        ),
        ("zh", ["项正确", "第一个字母", "已通过", "实际有 1 项", "项数不对"]),
        ("ja", ["項目が正しく", "最初の文字", "正解", "1 項目でした", "項目数が違います"]),
    ];
    for (tag, [items, hint, accepted, count, title]) in languages {
        let send = |body: &Value, by_query: bool| {
            let request = if by_query {
                ada.post(&format!("/step_02?lang={tag}")).header(ACCEPT_LANGUAGE, "fr")
            } else {
                ada.post("/step_02").header(ACCEPT_LANGUAGE, tag)
            };
            Reply::to(request.json(body))
        };
        for by_query in [true, false] {
            let reply = send(&wrong, by_query).await;
            let message = reply.wrong().message;
            assert!(message.contains(items) && message.contains(hint), "{tag}: {reply}");
            assert!(reply.wrong().misconception.unwrap().hint.contains(hint), "{tag}: {reply}");
            let reply = send(&malformed, by_query).await.json();
            assert!(reply["detail"].as_str().unwrap().contains(count), "{tag}: {reply}");
            assert!(reply["title"].as_str().unwrap().contains(title), "{tag}: {reply}");
            let reply = send(&solved, by_query).await;
            assert!(reply.accepted().message.contains(accepted), "{tag}: {reply}");
        }
    }
    for query in ["lang=fr", "lang=", "lang=en&lang=ja"] {
        let request = ada.post(&format!("/step_02?{query}")).json(&wrong);
        Reply::to(request).await.problem("query.invalid");
    }
}
