//! `gradus-client play` against a real server, with moves from a pipe.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use crate::server::Server;
use crate::solve_all::client;

/// Plays with these lines as the input.
fn play(server: &Server, arguments: &[&str], lines: &str) -> Output {
    with_input(client(server, "play", arguments), lines)
}

fn with_input(mut command: Command, lines: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    process.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    process.wait_with_output().unwrap()
}

/// What was shown by a program that ended well.
fn shown(output: &Output) -> &str {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    text(&output.stdout)
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

#[case]
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

#[case]
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

#[case]
fn two_people_play_at_one_terminal() {
    let server = Server::start();
    let moves = "hh\nah\nhi\nai\nhj\naj\nhk\nak\nhl\n";
    let output = play(&server, &["gomoku", "--seats", "human,human"], moves);
    let shown = shown(&output);
    assert!(shown.contains("o is to move (human)"), "{shown}");
    assert!(shown.contains("x (human) wins"), "{shown}");
}

#[case]
fn eight_people_play_on_the_tesseract() {
    let server = Server::start();
    let seats = ["human"; 8].join(",");
    let moves = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    let output = play(&server, &["tesseract", "--seats", &seats], moves);
    let shown = shown(&output);
    assert!(shown.contains("1. 1 2 3 4 5 6 7 8  2. 9\n"), "{shown}");
}

#[case]
fn an_earlier_moment_is_looked_at_and_moves_are_taken_back() {
    let server = Server::start();
    let lines = "hh\ngi\nii\nback 2\nrecord points\naa\n\nrecord points\nnow\nundo\nundo turn\nrecord points\n";
    let output = play(&server, &["gomoku", "--seats", "human,human"], lines);
    let shown = shown(&output);
    assert!(shown.contains("after move 1 of 3"), "{shown}");
    assert!(shown.contains("this is the board after move 1"), "{shown}");
    assert!(shown.contains("taken back: ii"), "{shown}");
    assert!(shown.contains("taken back: hh gi"), "{shown}");
    let records: Vec<&str> =
        shown.lines().filter(|line| ["hh", "hhgi", ""].contains(line) && line.len() > 1).collect();
    assert_eq!(records, ["hh", "hhgi"]);
}

#[case]
fn a_move_of_the_computer_is_explained() {
    let server = Server::start();
    for game in ["gomoku", "numerical", "four_in_a_row", "tesseract"] {
        let output = play(&server, &[game, "--seats", "rules,human"], "why\nwhy 1\n");
        let shown = shown(&output);
        assert_eq!(shown.matches("\nmove 1, ").count(), 2, "{shown}");
    }
}

#[case]
fn a_game_is_saved_to_a_file_and_loaded() {
    let server = Server::start();
    let file = server.workplace().path("game.json");
    let file = file.to_str().unwrap();
    let save =
        format!("5:9\n0:2\nsave {file}\nsave {file}\nsave other\nnew\nload {file}\nrecord\n");
    let output = play(&server, &["numerical", "--seats", "human,human"], &save);
    let shown = shown(&output);
    assert!(shown.contains("exists already"), "{shown}");
    assert!(shown.contains("your records need your key"), "{shown}");
    assert!(shown.contains(r#""history":["5:9","0:2"]"#), "{shown}");
}

#[case]
async fn a_learners_matches_and_records_are_listed_with_the_way_back() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let as_ada = |command: &str, arguments: &[&str], lines: &str| {
        let mut process = client(&server, command, arguments);
        process.env("GRADUS_KEY", &ada.key);
        with_input(process, lines)
    };
    let played = as_ada("play", &["gomoku", "--seats", "human,human"], "hh\nsave first\ngi\n");
    let played = shown(&played).to_owned();
    let id = played.split_whitespace().skip_while(|word| *word != "--join").nth(1).unwrap();

    let listed = as_ada("me", &[], "");
    let listed = shown(&listed).to_owned();
    assert!(listed.contains(&format!(" --join {id}\n")), "{listed}");
    assert!(listed.contains(" --saved first\n"), "{listed}");
    let again = as_ada("play", &["--join", id], "hi\nrecord points\n");
    assert!(shown(&again).contains("\nhhgihi\n"), "{again:?}");
    let saved = as_ada("play", &["--saved", "first"], "ab\nrecord points\n");
    assert!(shown(&saved).contains("\nhhab\n"), "{saved:?}");

    assert_eq!(as_ada("me", &["save", "first", id], "").status.code(), Some(2));
    shown(&as_ada("me", &["save", "first", id, "--replace"], ""));
    let replaced = as_ada("play", &["--saved", "first"], "record points\n");
    assert!(shown(&replaced).contains("\nhhgihi\n"), "{replaced:?}");
    shown(&as_ada("me", &["delete", "first"], ""));
    assert_eq!(as_ada("me", &["delete", "first"], "").status.code(), Some(2));
    let without_key = with_input(client(&server, "me", &[]), "");
    assert_eq!(without_key.status.code(), Some(2));
}
