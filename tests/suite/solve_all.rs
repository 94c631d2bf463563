//! `gradus-client solve-all` against a real server.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use crate::author::follow_the_readme;
use crate::places;
use crate::server::{Nginx, STEPS, Server};

/// A command of the client's program for a server. It keeps seat keys beside the server's files.
pub(crate) fn client(server: &Server, command: &str, arguments: &[&str]) -> Command {
    let mut process = client_at(server.url(), command, arguments);
    process.env("GRADUS_KEPT_KEYS", server.workplace().path("seat-keys"));
    process
}

/// A command of the client's program for what is at this address.
pub(crate) fn client_at(url: &str, command: &str, arguments: &[&str]) -> Command {
    let mut process = Command::new(places::gradus_client());
    process.env_clear().env("RUST_BACKTRACE", "1").stdin(Stdio::null());
    process.args([command, "--server", url]).args(arguments);
    process
}

fn solve_all(server: &Server, arguments: &[&str]) -> Command {
    client(server, "solve-all", arguments)
}

#[case]
async fn all_steps_pass_and_with_a_learners_key_they_are_recorded_as_solved() {
    all_steps_pass(2).await;
}

/// Solves all steps so many times.
pub(crate) async fn all_steps_pass(rounds: usize) {
    let server = Server::start();
    server.warm_up().await;
    let ada = server.register("Ada").await;
    let mut client = solve_all(&server, &["--rounds", &rounds.to_string(), "--fresh"]);
    let output = client.env("GRADUS_KEY", &ada.key).output().unwrap();
    let [said, complaint] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!((output.status.code(), &*complaint), (Some(0), ""), "{said}");
    let all = rounds * STEPS.len();
    assert_eq!(said.lines().last(), Some(&*format!("{all} of {all} rounds done, all accepted")));
    let me = ada.me().await;
    assert_eq!((me.solved.len(), me.next), (STEPS.len(), None));
}

/// The client knows nothing of step 41: it chooses the solver by the kind.
#[case]
fn a_step_that_an_instructor_added_passes_too() {
    let workplace = follow_the_readme();
    let server = Server::start_with(&workplace, |command| command.args(["--challenges", "mine"]));
    let chosen = ["--steps", "12,39,41", "--jobs", "2", "--json"];
    let output = solve_all(&server, &chosen).output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{report:#}");
    let accepted = |step: &str| {
        report["rounds"]
            .as_array()
            .unwrap()
            .iter()
            .any(|round| round["step"] == step && round["outcome"] == "accepted")
    };
    assert!(["12", "39", "41"].into_iter().all(accepted), "{report:#}");
    assert_eq!((&report["passed"], &report["done"]), (&true.into(), &3.into()));
}

#[case]
fn a_wrong_key_and_an_unknown_step_have_exit_codes_and_reports() {
    let server = Server::start();
    for (arguments, code) in [(["--key", "gk_nobodys"], 4), (["--steps", "98"], 2)] {
        let report = server.workplace().path(format!("reports/{code}/client.xml"));
        let mut client = solve_all(&server, &arguments);
        let output = client.arg("--junit").arg(&report).output().unwrap();
        assert_eq!(output.status.code(), Some(code));
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        let report = fs::read_to_string(report).unwrap();
        assert_eq!(report.matches("<error message=").count(), 1, "{report}");
        assert!(
            report.contains(r#"errors="1""#) && report.ends_with("</testsuites>\n"),
            "{report}"
        );
    }
}

#[case]
fn a_proxy_in_the_way_is_named_without_its_password() {
    let server = Server::start();
    // A port that nobody listens at.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let proxy = format!("http://ada:hunter2@{free}");
    let ask = |variables: &[(&str, &str)]| {
        let output = client(&server, "show", &["01"]).envs(variables.iter().copied()).output();
        let output = output.unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for variable in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        let (code, said) = ask(&[(variable, &proxy)]);
        let expected = format!("{variable} sends requests to the proxy http://{free}/");
        assert!(code == Some(3) && said.contains(&expected), "{said}");
        assert!(said.contains("add 127.0.0.1 to NO_PROXY") && !said.contains("hunter2"), "{said}");
        assert_eq!(ask(&[(variable, &proxy), ("NO_PROXY", "127.0.0.1")]).0, Some(0));
    }
    assert_eq!(ask(&[("HTTPS_PROXY", &proxy)]).0, Some(0));
}

#[case]
fn a_proxy_without_a_server_behind_it_is_named() {
    let mut server = Server::start();
    let nginx = Nginx::with_locations(
        // The client does not wait for so long.
        "add_header Retry-After 61 always;
         location /502/ { proxy_pass http://127.0.0.1:8080/; }
         location /503/ { return 503; }
         location /504/ { return 504; }
         location / { return 502; }",
        &server,
    );
    server.kill();
    let said = |command: &mut Command| {
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    for status in ["502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout"] {
        let url = format!("{}/{}", nginx.url(), &status[..3]);
        let said = said(&mut client_at(&url, "show", &["01"]));
        assert!(said.contains(&format!("{status}, from a proxy in front of it\n")), "{said}");
    }
    let said = said(client(&server, "show", &["01"]).env("http_proxy", nginx.url()));
    let expected = "502 Bad Gateway, from a proxy in front of it; the variable http_proxy sends";
    assert!(said.contains(expected), "{said}");
}

#[case]
fn an_address_with_tls_for_a_server_without_it_is_named() {
    let server = Server::start();
    let url = server.url().replacen("http", "https", 1);
    let output = client_at(&url, "show", &["01"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let expected = format!("it does not speak TLS; did you mean {}/?\n", server.url());
    assert!(said.ends_with(&expected), "{said}");
}

#[case]
fn a_server_that_is_killed_half_way_is_reported_in_one_line() {
    let mut server = Server::start();
    for jobs in ["1", "8"] {
        let url = server.url().to_owned();
        let mut command = solve_all(&server, &["--rounds", "100000", "--fresh", "--jobs", jobs]);
        let mut client = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(client.stdout.take().unwrap()).lines().map(Result::unwrap);
        assert!(lines.by_ref().take(30).all(|line| line.contains("accepted")));
        server.kill();

        let last = lines.last().unwrap();
        assert!(last.contains(&format!("of {} rounds done", 100_000 * STEPS.len())), "{last}");
        assert!(!last.contains("failed"), "{last}");
        let mut complaint = String::new();
        client.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        assert_eq!(client.wait().unwrap().code(), Some(3), "{complaint}");
        let clear = format!("gradus-client: the server at {url}/ does not answer: ");
        assert!(complaint.starts_with(&clear), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        server = server.restart();
    }
}
