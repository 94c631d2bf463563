//! The real program, where no server is needed: bad usage ends with 2, a server that is not there with 3, each with one clear line.
#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up has failed")]

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gradus-client"));
    command
        .args(arguments)
        .env_remove("GRADUS_SERVER")
        .env_remove("GRADUS_KEY")
        .env("GRADUS_KEPT_KEYS", "");
    command
}

fn run(arguments: &[&str]) -> Output {
    program(arguments).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The address of a port that was free a moment ago.
fn nobody() -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

/// A file's path in the directory that cargo gives to tests.
fn temporary(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.to_str().unwrap().to_owned()
}

#[test]
fn bad_usage_is_2() {
    let cases: &[&[&str]] = &[
        &[],
        &["climb"],
        &["solve"],
        &["solve", "100"],
        &["show", "x"],
        &["solve-all", "--rounds", "0"],
        &["solve-all", "--jobs", "0"],
        &["solve-all", "--jobs", "many"],
        &["solve-all", "--steps", "9-6"],
        &["solve-all", "--steps", "06-"],
        &["solve-all", "--steps", ""],
        &["solve-all", "--server", "127.0.0.1:8080"],
        &["solve-all", "--server", "ftp://127.0.0.1"],
        &["solve", "07", "--key", "two\nlines"],
        &["solve-all", "--junit", "/dev/null/report.xml"],
        &["show", "07", "--fresh", "--task", "abc"],
        &["play"],
        &["play", "chess"],
        &["play", "gomoku", "--games", "2", "--seats", "human,rules"],
        &["play", "--join", "k3v7k3v7"],
        &["play", "gomoku", "--seat-key", "gs_a"],
        &["play", "tesseract", "--seats", "human,alphabeta:0"],
        &["me", "delete"],
        &["me", "save", "first", "k3v7"],
        &["play", "--record", "/no/such/record"],
        &["solve", "07", "--receipts", "/no/such/directory/receipts"],
        &["verify"],
        &["verify", "/no/such/receipts"],
        &["verify", "/dev/null", "--jwks", "/dev/null"],
        &["verify", "Cargo.toml", "--jwks", "/no/such/keys"],
    ];
    for arguments in cases {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_server_that_is_not_there_is_3_and_one_line() {
    let (server, receipts) = (nobody(), temporary("receipts"));
    fs::write(&receipts, "a.b.c\n").unwrap();
    let commands = [
        &["solve-all"][..],
        &["solve", "07"],
        &["show", "07"],
        &["play", "gomoku"],
        &["play", "--join", "k3v7k3v7k3v7k3v7", "--seat-key", "gs_a"],
        &["me"],
        &["me", "delete", "first"],
        &["me", "receipts"],
        &["verify", &receipts],
        &["play", "gomoku", "--seats", "rules,search", "--games", "2"],
    ];
    for command in commands {
        let output = run(&[command, &["--server", &server]].concat());
        assert_eq!(output.status.code(), Some(3), "{command:?}");
        let line =
            format!("gradus-client: the server at {server}/ does not answer: connection refused\n");
        assert_eq!(stderr(&output), line, "{command:?}");
    }
}

#[test]
fn the_server_may_be_named_by_the_environment() {
    let server = nobody();
    let output = program(&["show", "07"]).env("GRADUS_SERVER", &server).output().unwrap();
    assert!(stderr(&output).contains(&server));
}

#[test]
fn reports_are_written_also_when_nothing_could_be_done() {
    let (server, junit) = (nobody(), temporary("nothing_done.xml"));
    let output = run(&["solve-all", "--server", &server, "--json", "--junit", &junit]);
    assert_eq!(output.status.code(), Some(3));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["passed"], false);
    assert_eq!(document["done"], 0);
    let xml = fs::read_to_string(&junit).unwrap();
    assert!(xml.contains(r#"errors="1""#), "{xml}");
}

#[test]
fn a_closed_standard_output_is_no_panic() {
    let mut child = program(&["solve-all", "--json", "--server", &nobody()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(!stderr(&output).contains("panicked"));
}
