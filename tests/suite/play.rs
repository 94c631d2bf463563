//! `gradus-client play` against a real server, with moves from a pipe.

use std::io::Write as _;
use std::process::{Output, Stdio};

use crate::server::Server;
use crate::solve_all::client;

/// Plays with these lines as the input.
fn play(server: &Server, arguments: &[&str], lines: &str) -> Output {
    let mut command = client(server, "play", arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    process.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    process.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

#[test]
fn a_game_is_played_from_a_pipe_and_joined_again() {
    let server = Server::start();
    let output =
        play(&server, &["gomoku", "--seats", "human,rules"], "hh\nundo\nii\nrecord points\n");
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.lines().any(|line| line.starts_with("ii") && line.len() == 4), "{shown}");

    let way_back = shown.lines().last().unwrap();
    let words: Vec<&str> = way_back.split_whitespace().collect();
    let ["gradus-client", "play", "--server", address, joining @ ..] = words.as_slice() else {
        panic!("{way_back}");
    };
    assert_eq!(address.trim_end_matches('/'), server.url());
    let output = play(&server, joining, "aa\nrecord points\n");
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.lines().any(|line| line.starts_with("ii") && line.len() == 8), "{shown}");
}

#[test]
fn a_wrong_seat_key_is_bad_usage() {
    let server = Server::start();
    let output = play(&server, &["gomoku", "--seats", "human,rules"], "");
    let way_back = text(&output.stdout).lines().last().unwrap();
    let id = way_back.split_whitespace().skip_while(|word| *word != "--join").nth(1).unwrap();
    let output = play(&server, &["--join", id, "--seat-key", "gs_nobodys"], "hh\nii\n");
    assert_eq!(output.status.code(), Some(2));
    let complaint = text(&output.stderr);
    assert!(complaint.contains("seat.key") && complaint.lines().count() == 1, "{complaint}");
    assert!(!text(&output.stdout).contains("gs_nobodys"));
}
