//! Wrong and malformed answers are explained: by a misreading, by their form, by another board, or item by item.

use reqwest::header::ACCEPT_LANGUAGE;
use serde_json::{Value, json};

use crate::server::{Caller, Reply, Server, SharedServer, Task};

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

#[case]
async fn misreadings_and_two_of_them_at_once_are_told() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("02").await;
    let answer = |index: fn(i64, i64) -> i64| ada.answer(&task, indices(&task, index));
    is_told(&answer(|row, column| column * 15 + row).await, "whole", "column-before-row");
    is_told(&answer(|row, column| row * 14 + column).await, "whole", "fourteen-to-a-row");
    server.let_pauses_end().await;
    let both = answer(|row, column| column * 15 + row + 1).await;
    is_told(&both, "whole", "column-before-row+counted-from-one");
    // The hints of both, one after the other.
    let cause = both.wrong().misconception.unwrap();
    assert!(cause.hint.contains("row") && cause.hint.contains("index 0"), "{}", cause.hint);
    assert!(both.wrong().message.contains(&cause.hint), "{both}");
}

#[case]
async fn a_right_answer_in_another_form_is_told() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("02").await;
    let mut reversed = right(&task);
    reversed.reverse();
    is_told(&anonymous.diagnose(&task, reversed).await, "form", "items-reversed");
    let mut sorted = right(&task);
    sorted.sort_unstable();
    is_told(&anonymous.diagnose(&task, sorted).await, "form", "sorted");
}

#[case]
async fn a_malformed_answer_is_explained_by_its_form_and_costs_nothing() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.fresh_task("02").await;
    let joined = |separator: &str| -> String {
        right(&task).iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
    };
    let cases = [
        (joined("\n"), "answer.count", "separated-by-newlines"),
        (joined("; "), "answer.count", "separated-by-semicolons"),
        (joined("，"), "answer.count", "separated-by-full-width-commas"),
        (joined(" "), "answer.count", "separated-by-blanks"),
        (format!("{},", joined(",")), "answer.count", "comma-at-the-end"),
        (format!("[{}]", joined(", ")), "answer.item", "list-as-text"),
        (format!("\"{}\"", joined("\",\"")), "answer.item", "quoted"),
        (
            right(&task).iter().map(|index| format!("0x{index:x}")).collect::<Vec<_>>().join(","),
            "answer.item",
            "hexadecimal",
        ),
    ];
    for (text, code, cause) in cases {
        let body = json!({ "task": task.token, "ans": text });
        let request = ada.post("/step_02").json(&body);
        ada.is_refused(request.try_clone().unwrap(), code).await;
        let reply = Reply::with_diagnosis(request).await;
        reply.problem(code);
        let diagnosis = &reply.json()["diagnosis"];
        assert_eq!(
            (&diagnosis["fit"], &diagnosis["causes"][0]["id"]),
            (&json!("form"), &json!(cause))
        );
    }
}

/// Otherwise the last item that is not known could be found by trying all values of it in quotation marks.
#[case]
async fn only_the_first_malformed_answers_to_a_step_are_explained() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.fresh_task("02").await;
    let quoted = |task: &Task| -> Value {
        right(task).iter().map(|index| json!(format!("\"{index}\""))).collect()
    };
    let post = |task: &Task, items: Value| {
        ada.post("/step_02").json(&json!({ "task": task.token, "ans": items }))
    };
    let send = async |task: &Task, items: Value| {
        ada.is_refused(post(task, items), "answer.item").await.json()
    };
    let is_explained = async |task: &Task| {
        let reply = Reply::with_diagnosis(post(task, quoted(task))).await;
        reply.problem("answer.item");
        assert_eq!(reply.json()["diagnosis"]["causes"][0]["id"], "quoted");
    };
    let wrong = |value| {
        let mut items = quoted(&task);
        items[11] = json!(format!("\"{}\"", (right(&task)[11] + 1 + value) % 225));
        items
    };
    for value in 0..18 {
        assert_eq!(send(&task, wrong(value)).await["diagnosis"], Value::Null);
    }
    for _ in 0..2 {
        is_explained(&task).await;
    }
    assert_eq!(send(&task, wrong(18)).await["diagnosis"], Value::Null);
    // Right, but not told any more; what to do is.
    let reply = send(&task, quoted(&task)).await;
    assert_eq!(reply["diagnosis"], Value::Null);
    assert!(reply["detail"].as_str().unwrap().contains("quotation marks"), "{reply}");
    // Nor does another board help.
    let other = ada.fresh_task("02").await;
    assert_eq!(send(&other, quoted(&other)).await["diagnosis"], Value::Null);
}

#[case]
async fn a_malformed_answer_is_told_what_to_do_even_if_it_is_not_right() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("02").await;
    let details = [
        (json!(["1"; 12].join("\n")), "you separated the items with line breaks"),
        (json!(["1"; 12].join(";")), "semicolons"),
        (json!(["1"; 12].join(" ")), "blanks"),
        (json!(format!("{},", ["1"; 12].join(","))), "empty item"),
        (json!(vec![[1, 2]; 12]), "one string, as the statement shows"),
        (json!(format!("{:?}", vec![1; 12])), "a list as a string"),
        (json!(format!("{{\"ans\": {:?}}}", vec![1; 12])), "a whole JSON object as a string"),
        (json!("{\"ans\": [1, 2]}"), "a whole JSON object as a string"),
        (json!(format!("{},", ["1"; 11].join(","))), "begins or ends with a comma"),
        (json!(["1"; 12].join(",").replacen('1', "", 2)), "begins or ends with a comma"),
        (json!(["1"; 12].join("，")), "type `,` between the items"),
        (json!(["1"; 12].join("、")), "type `,` between the items"),
        (json!(["1"; 12].join(",").replacen('1', "－1", 1)), "type `-`"),
        (json!(["1"; 12].join(",").replacen('1', "１", 1)), "half-width"),
        (json!(["1"; 12].join(",").replacen('1', "\u{200b}1", 1)), "item 1 is \"<U+200B>1\""),
        (json!("1"), "12 items, as a list or with commas between them; found 1"),
    ];
    for (answer, expected) in details {
        let body = json!({ "task": task.token, "ans": answer });
        let reply = Reply::to(ada.post("/step_02").json(&body)).await;
        assert_eq!(reply.status, 422, "{reply}");
        assert!(reply.json()["detail"].as_str().unwrap().contains(expected), "{reply}");
    }
}

#[case]
async fn a_body_of_the_wrong_shape_is_told_in_plain_words() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let send = |body: &'static str| {
        let request = ada.post("/step_02").header("Content-Type", "application/json").body(body);
        Reply::to(request)
    };
    let cases = [
        ("", "body.json", "the body is empty; expected {\"task\": TOKEN, \"ans\""),
        ("[1, 2, 3]", "answer.form", "the body is a list; expected an object"),
        (
            r#""{\"ans\":\"x\"}""#,
            "answer.form",
            "the body is a JSON string that contains JSON: it was encoded twice",
        ),
        ("\"1,2,3\"", "answer.form", "the body is \"1,2,3\"; expected an object"),
        ("{'ans': [1]}", "body.json", "double quotation marks"),
        ("{\"ans\": [1, 2", "body.json", "before it is complete"),
        (
            "{\"ans\": \"1, 2}",
            "body.json",
            "inside a text; the quotation mark behind the text is missing",
        ),
        ("{\"ans\": \"\\ud800\"}", "body.json", "an escape in a text cannot be read"),
        ("{\"ans\": [1 2]}", "body.json", "cannot be read from line 1, column 12"),
        ("1,2,3", "body.json", "the body is \"1,2,3\"; expected an object"),
        ("{\"ans\": [NaN]}", "body.json", "`NaN` in line 1, column 10 is not a JSON value"),
        ("{\"ans\": 1e999}", "body.json", "the number `1e999` in line 1, column 9 is too large"),
        ("{\"ans\": \"1,\n2\"}", "body.json", "write a line break as `\\n`; see line 1, column 12"),
        ("{\"answer\": [1]}", "answer.form", "unknown field \"answer\"; did you mean `ans`?"),
        ("{}", "answer.form", "the field `ans` is missing; expected {\"task\": TOKEN, "),
        ("{\"ans\": 1, \"ans\": 2}", "answer.form", "the field `ans` is given twice"),
        ("{\"task\": 5, \"ans\": 1}", "answer.form", "`task` is 5; expected a string"),
        ("{\"ans\": {\"items\": [1]}}", "answer.form", "`ans` is an object; expected a string, "),
        ("{\"ans\": null}", "answer.form", "`ans` is null; expected a string, a number, or a list"),
        ("{\"ans\": [[1, true]]}", "answer.form", "`ans` has true in it, in element 1; expected a"),
        (
            "{\"ans\": [1, 2, null]}",
            "answer.form",
            "`ans` has null in it, in element 3; expected a",
        ),
    ];
    for (body, code, expected) in cases {
        let reply = send(body).await;
        let problem = reply.problem(code);
        assert!(problem.detail.contains(expected), "{body}: {reply}");
    }
}

#[case]
async fn a_whole_task_that_is_sent_back_is_recognized() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let mut task = Reply::to(ada.get("/step_02")).await.json();
    for _ in ["as it came", "with the answer"] {
        let reply = Reply::to(ada.post("/step_02").json(&task)).await;
        let detail = reply.problem("answer.form").detail;
        assert_eq!(detail, "this looks like the whole task; send only `task` and `ans`");
        task["ans"] = json!([1, 2]);
    }
    let fields = [("kind", "gomoku/coordinates"), ("statement", "/step_02"), ("ans", "1")];
    let reply = Reply::to(ada.post("/step_02").form(&fields)).await;
    assert!(reply.problem("answer.form").detail.contains("the whole task"), "{reply}");
    let reply = Reply::to(ada.get("/step_02").query(&fields)).await;
    assert!(reply.problem("query.invalid").detail.contains("the whole task"), "{reply}");
}

#[case]
async fn what_is_refused_at_a_step_is_told_in_three_languages() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let post = |content_type: &str, body: &str| {
        let request = anonymous.post("/step_02").header("Content-Type", content_type);
        request.body(body.to_owned())
    };
    let (json, form) = ("application/json", "application/x-www-form-urlencoded");
    let whole_task = anonymous.get("/step_02").send().await.unwrap().text().await.unwrap();
    let bodies = [
        "",
        "[1]",
        "1,2",
        "{'ans': 1}",
        "{\"ans\": [1",
        "{\"ans\": [1 2]}",
        "{\"ans\": [NaN]}",
        "{\"ans\": 1e999}",
        "{\"ans\": \"1\n2\"}",
        &format!("{{\"ans\": {}1{}}}", "[".repeat(150), "]".repeat(150)),
        "{\"answer\": 1}",
        "{}",
        "{\"ans\": 1, \"ans\": 2}",
        "{\"ans\": 1, \"task\": 5}",
        "{\"ans\": null}",
        "{\"ans\": {}}",
        "{\"ans\": [null]}",
        "{\"ans\": \"1\"}",
        "{\"ans\": \"\"}",
        "{\"ans\": \"1，2\"}",
        &whole_task,
    ];
    let mut requests: Vec<_> = bodies.iter().map(|body| post(json, body)).collect();
    requests.extend(
        ["{\"ans\": 1}", "answer=1", "task=1", "ans=1&task=1&task=1"].map(|body| post(form, body)),
    );
    requests.extend([post("text/plain", "1"), post("", "1")]);
    requests.push(post(form, "{\"ans\": 1}").header("Cookie", "gradus_key=none"));
    let parts =
        "--b\r\nContent-Disposition: form-data; name=\"ans\"; filename=\"a\"\r\n\r\n1\r\n--b--\r\n";
    requests.push(post("multipart/form-data; boundary=b", parts));
    requests.push(post("multipart/form-data; boundary=b", "--b"));
    requests.push(anonymous.get("/step_02").body("1"));
    requests.push(post(json, "{}").header("Content-Encoding", "gzip"));
    let queries = [
        "answer=1",
        "fresh=2",
        "fresh=1&ans=1",
        "task=1&task=1",
        "ans=[null]",
        "ans=%FF",
        "lang=fr",
    ];
    requests.extend(queries.map(|query| anonymous.get(&format!("/step_02?{query}"))));
    requests.push(anonymous.post("/step_02?ans=1"));
    requests.push(anonymous.get("/step_99"));
    requests.push(anonymous.get("/step_7"));
    requests.push(anonymous.get("/step/7"));
    requests.push(anonymous.get("/step_02/statement?x=1"));
    for request in requests {
        let mut details = Vec::new();
        for tag in ["en", "zh", "ja"] {
            let request = request.try_clone().unwrap().header(ACCEPT_LANGUAGE, tag);
            let reply = Reply::to(request).await;
            let detail = reply.json()["detail"].as_str().unwrap().to_owned();
            let is_translated = detail.chars().any(|letter| ('ぁ'..='鿿').contains(&letter));
            assert_eq!(is_translated, tag != "en", "{reply}");
            assert!(!is_translated || !detail.contains("expected"), "{reply}");
            assert!(detail.len() < 500, "{reply}");
            let letters: Vec<char> = detail.chars().collect();
            let is_word = |letter: char| ('ぁ'..='鿿').contains(&letter);
            let is_stray =
                |three: &[char]| is_word(three[0]) && three[1] == ' ' && is_word(three[2]);
            assert!(!letters.windows(3).any(is_stray), "a blank between two words: {reply}");
            details.push(detail);
        }
        assert!(details[0] != details[1] && details[1] != details[2], "{details:?}");
    }
}

#[case]
async fn the_answer_of_a_statements_example_is_recognised() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    for step in ["05", "16", "37"] {
        let statement = Reply::to(anonymous.get(&format!("/step_{step}/statement"))).await.text;
        let (_, sample) = statement.split_once("```text answer\n").unwrap();
        let (sample, _) = sample.split_once("\n```").unwrap();
        let task = anonymous.fresh_task(step).await;
        let sample: Vec<&str> = sample.split(',').map(str::trim).collect();
        let reply = anonymous.diagnose(&task, sample).await;
        is_told(&reply, "board", "sample-answer");
        assert!(reply.wrong().message.contains("the example in the statement"), "{reply}");
    }
}

#[case]
async fn an_item_on_a_place_that_is_taken_is_named() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("08").await;
    let games = task.fields["questions"].as_array().unwrap().iter();
    let taken: Vec<&str> = games.map(|game| &game.as_str().unwrap()[2..4]).collect();
    let reply = anonymous.diagnose(&task, taken).await;
    is_told(&reply, "items", "not-free");
    assert!(reply.wrong().message.contains("Item 1 is not free"), "{reply}");

    let task = anonymous.fresh_task("37").await;
    let games = task.fields["games"].as_array().unwrap().iter();
    let taken: Vec<String> = games.map(|game| format!("{}:3", game["history"][1])).collect();
    is_told(&anonymous.diagnose(&task, taken).await, "items", "not-free");
}

#[case]
async fn an_answer_to_another_board_is_told_when_that_was_fetched() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    is_told_of_another_board(&ada).await;
    is_told_of_another_board(&server.anonymous()).await;
    // Another caller's board is nobody else's.
    let bob = server.learner().await;
    let (theirs, mine) =
        (server.learner().await.fresh_task("02").await, bob.fresh_task("02").await);
    assert!(bob.answer(&mine, right(&theirs)).await.wrong().diagnosis.is_none());
}

async fn is_told_of_another_board(caller: &impl Caller) {
    let (old, new) = (caller.fresh_task("02").await, caller.fresh_task("02").await);
    let reply = caller.diagnose(&new, right(&old)).await;
    is_told(&reply, "board", "another-board");
    assert!(reply.wrong().message.contains(" UTC. Send the `task`"), "{reply}");
    // The same again gets the same.
    is_told(&caller.diagnose(&new, right(&old)).await, "board", "another-board");
    caller.answer(&old, right(&old)).await.accepted();
    // Without the token it is judged against the board of the window.
    let fields = [("ans", right(&old).iter().map(i64::to_string).collect::<Vec<_>>().join(","))];
    let reply = Reply::with_diagnosis(caller.get("/step_02").query(&fields)).await;
    is_told(&reply, "board", "another-board");
}

#[case]
async fn a_program_that_goes_wrong_only_sometimes_is_told_why() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    // A board with a point in small letters that is wrong when it is swapped: capital letters alone do not explain it.
    let (task, mut mixed, wrong) = loop {
        let task = anonymous.fresh_task("02").await;
        let (right, swapped) = (right(&task), indices(&task, |row, column| column * 15 + row));
        let differs = |place: &usize| right[*place] != swapped[*place];
        let mut wrong: Vec<usize> = (0..right.len()).filter(differs).collect();
        let has_capital = |place: &usize| {
            let point = task.fields["coord"][*place].as_str().unwrap();
            point.bytes().any(|letter| letter.is_ascii_uppercase())
        };
        wrong.sort_by_key(has_capital);
        if wrong.first().is_some_and(|place| !has_capital(place)) {
            let wrong: Vec<(usize, i64)> =
                wrong.into_iter().take(4).map(|place| (place, swapped[place])).collect();
            break (task, right, wrong);
        }
    };
    for (place, swapped) in wrong {
        mixed[place] = swapped;
    }
    is_told(&anonymous.diagnose(&task, mixed).await, "items", "column-before-row");
}

#[case]
async fn one_item_for_all_questions_is_told_as_such() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    for (step, item, count) in [("05", "-", 9), ("08", "aa", 8), ("15", "open", 12), ("27", "-", 6)]
    {
        let task = anonymous.fresh_task(step).await;
        let reply = anonymous.diagnose(&task, vec![item; count]).await;
        let (_, causes) = told(&reply);
        assert_eq!(causes.last().unwrap(), "one-item-for-all", "{step}: {causes:?}");
        // As far as the step tells how many items are right, it is told beside.
        let is_counted = reply.json()["items"].is_object();
        let counted = format!(" of {count} items ");
        assert_eq!(reply.wrong().message.contains(&counted), is_counted, "{step}: {reply}");
        assert!(causes.iter().all(|cause| !cause.contains('+')), "{step}: {causes:?}");
    }
    // An item that is hardly ever right comes of misreadings.
    let task = anonymous.fresh_task("11").await;
    let (_, causes) = told(&anonymous.diagnose(&task, vec!["1 3 5 7 9 11 13 15"; 8]).await);
    assert!(causes[0].ends_with("+used-numbers-kept"), "{causes:?}");
    assert_eq!(causes.last().unwrap(), "one-item-for-all");
}

#[case]
async fn only_boards_that_were_served_are_the_callers() {
    // A busy server would look at no other boards.
    let server = Server::start();
    let ada = server.register("Ada").await;
    // Judged against boards that Ada has never seen, that of this window and that of the one before.
    let fields = [("ans", "999,998,999,999,999,999,999,999,999,999,999,999")];
    let unseen = async || Reply::to(ada.get("/step_02").query(&fields)).await.wrong().message;
    assert!(!unseen().await.contains("other boards"));
    ada.fresh_task("02").await;
    let fields = [("ans", "999,997,999,999,999,999,999,999,999,999,999,999")];
    let reply = Reply::to(ada.get("/step_02").query(&fields)).await;
    assert!(reply.wrong().message.contains(" UTC: 1)."), "{reply}");
}

#[case]
async fn a_board_that_an_answer_made_is_the_callers_when_it_is_served() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let fields = [("ans", "999,998,999,999,999,999,999,999,999,999,999,999")];
    Reply::to(ada.get("/step_02").query(&fields)).await.wrong();
    let (of_the_window, fresh) = (ada.task("02").await, ada.fresh_task("02").await);
    is_told(&ada.diagnose(&fresh, right(&of_the_window)).await, "board", "another-board");
    server.let_pauses_end().await;
    // Served again after it has left the list.
    let mut last = fresh;
    for _ in 0..8 {
        last = ada.fresh_task("02").await;
    }
    assert!(ada.answer(&last, right(&of_the_window)).await.wrong().diagnosis.is_none());
    ada.task("02").await;
    let again = ada.fresh_task("02").await;
    server.let_pauses_end().await;
    is_told(&ada.diagnose(&again, right(&of_the_window)).await, "board", "another-board");
}

#[case]
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

#[case]
async fn replies_are_in_the_language_of_the_caller() {
    let server = SharedServer::join();
    let ada = server.learner().await;
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
        let request = |body: &Value, by_query: bool| {
            let request = if by_query {
                ada.post(&format!("/step_02?lang={tag}")).header(ACCEPT_LANGUAGE, "fr")
            } else {
                ada.post("/step_02").header(ACCEPT_LANGUAGE, tag)
            };
            request.json(body)
        };
        for by_query in [true, false] {
            let reply = Reply::with_diagnosis(request(&wrong, by_query)).await;
            let message = reply.wrong().message;
            assert!(message.contains(items) && message.contains(hint), "{tag}: {reply}");
            assert!(reply.wrong().misconception.unwrap().hint.contains(hint), "{tag}: {reply}");
            let reply = Reply::to(request(&malformed, by_query)).await.json();
            assert!(reply["detail"].as_str().unwrap().contains(count), "{tag}: {reply}");
            assert!(reply["title"].as_str().unwrap().contains(title), "{tag}: {reply}");
            // No blank between sentences but in English.
            assert!(!message.contains("。 "), "{message}");
            let reply = Reply::to(request(&solved, by_query)).await;
            assert!(reply.accepted().message.contains(accepted), "{tag}: {reply}");
        }
    }
    for query in ["lang=fr", "lang=", "lang=en&lang=ja"] {
        let request = ada.post(&format!("/step_02?{query}")).json(&wrong);
        Reply::to(request).await.problem("query.invalid");
    }
}
