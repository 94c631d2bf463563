//! The program of the public course on gomoku (AI五子棋, step 07) is understood as it is: it fetches `/step_07/`, knows no
//! token, keeps no cookie, writes a blank for every cell off the board, and answers by `GET /step_07?ans=…`.

use reqwest::header::SET_COOKIE;
use serde_json::Value;

use crate::server::{Caller, Reply, SharedServer};

/// What the course's program would send for a task: for each point the lines — ╲ │ ╱, nine characters each.
fn answer(task: &Value) -> String {
    let mut cells = [['.'; 15]; 15];
    let letters = task["board"].as_str().unwrap().as_bytes();
    for (point, stone) in letters.chunks(2).zip("xo".chars().cycle()) {
        cells[usize::from(point[0] - b'a')][usize::from(point[1] - b'a')] = stone;
    }
    let cell = |row: i32, column: i32| match (usize::try_from(row), usize::try_from(column)) {
        (Ok(row @ 0..15), Ok(column @ 0..15)) => cells[row][column],
        _ => ' ',
    };
    let mut lines = Vec::new();
    for point in task["coord"].as_array().unwrap() {
        let letters = point.as_str().unwrap().as_bytes();
        let (row, column) = (i32::from(letters[0] - b'a'), i32::from(letters[1] - b'a'));
        for (down, right) in [(0, 1), (1, 1), (1, 0), (1, -1)] {
            let line = (-4..=4).map(|i| cell(row + i * down, column + i * right));
            lines.push(line.collect::<String>());
        }
    }
    lines.join(",")
}

/// A query's value as Python's `requests` writes it: blanks become `+`, commas `%2C`.
fn plus_encoded(answer: &str) -> String {
    answer.replace(' ', "+").replace(',', "%2C")
}

/// The same as a careful hand writes it.
fn percent_encoded(answer: &str) -> String {
    answer.replace(' ', "%20")
}

#[case]
async fn the_courses_own_program_is_accepted_and_gets_the_next_address() {
    let server = SharedServer::join();
    for encode in [plus_encoded, percent_encoded] {
        let shown = Reply::to(server.anonymous().get("/step_07/")).await;
        assert!(!shown.headers.contains_key(SET_COOKIE));
        let answer = answer(&shown.json());
        assert_eq!(answer.len(), 36 * 10 - 1);

        // Another client: nothing but the address is the same.
        let path = format!("/step_07?ans={}", encode(&answer));
        let reply = Reply::to(server.anonymous().get(&path)).await;
        assert!(reply.accepted().message.contains(&format!("{}/step_08", server.url())), "{reply}");
    }
}

#[case]
async fn blanks_for_off_board_cells_are_ignored_in_every_form() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let mut off_board = 0;
    // Fresh boards until points near the border have had their turn.
    while off_board < 40 {
        let task = anonymous.fresh_task("07").await;
        let answer = answer(&Value::Object(task.fields.clone()));
        off_board += answer.matches(' ').count();
        anonymous.answer(&task, answer.split(',').collect::<Vec<_>>()).await.accepted();
        anonymous.answer(&task, &answer).await.accepted();
        let form = [("ans", &answer), ("task", &task.token)];
        Reply::to(anonymous.post("/step_07").form(&form)).await.accepted();
        Reply::to(anonymous.get("/step_07").query(&form)).await.accepted();
    }
}
