//! The sample of nginx: TLS, the client's address, events, servers that do not respond. The fleet's tests have it in front of replicas.

use std::cell::Cell;
use std::fs::{self, Permissions};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use reqwest::header::{CONTENT_TYPE, LOCATION, RETRY_AFTER, STRICT_TRANSPORT_SECURITY};
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client};
use serde_json::json;
use tempfile::TempDir;

use super::text;
use crate::server::{
    Anonymous, Caller, Follower, Nginx, Plays as _, Reply, Server, Workplace, client_builder,
};

/// The name that the sample has, and its certificate.
const NAME: &str = "gradus.example";

/// Makes `ca.pem`, the certificate of an authority, and what that has signed for `$0`: `gradus.pem` with the key `gradus.key`.
const CERTIFICATES: &str = r#"
set -e
key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
openssl req -x509 $key -keyout ca.key -out ca.pem -days 2 -subj "/CN=the authority of a test"
openssl req $key -keyout gradus.key -out request.pem -subj "/CN=$0"
echo "subjectAltName=DNS:$0" >names
openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -days 2 -out gradus.pem
"#;

/// A server as the sample wants it.
fn trusting() -> Server {
    Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.args(["--trusted-proxy", "127.0.0.1"])
    })
}

/// nginx as the sample has it, with a certificate of its own.
struct Sample {
    nginx: Nginx,
    /// Where it listens with TLS.
    tls: SocketAddr,
    /// Who has signed the certificate.
    authority: Certificate,
    _certificates: TempDir,
}

impl Sample {
    fn before(servers: &[&Server]) -> Self {
        let directory = TempDir::with_prefix("gradus-certificates-").unwrap();
        fs::set_permissions(&directory, Permissions::from_mode(0o755)).unwrap();
        let mut certificates = Command::new("sh");
        certificates.args(["-c", CERTIFICATES, NAME]).current_dir(&directory);
        let made = certificates.stdin(Stdio::null()).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let authority = fs::read(directory.path().join("ca.pem")).unwrap();
        let authority = Certificate::from_pem(&authority).unwrap();

        let upstream = upstream(servers);
        let site = text("nginx/gradus.conf");
        let site = replaced(&site, "/etc/nginx/tls", directory.path().to_str().unwrap());
        // Not every machine has IPv6.
        let site = replaced(&site, "listen [::]:", "# listen ");
        let chosen = Cell::new(None);
        let nginx = Nginx::start(|plain| {
            let tls = free_address();
            chosen.set(Some(tls));
            let site = replaced(&site, " listen 80;", &format!(" listen {plain};"));
            let site = replaced(&site, " listen 443 ", &format!(" listen {tls} "));
            format!("\n{upstream}\n{site}\n")
        });
        let tls = chosen.get().unwrap();
        Self { nginx, tls, authority, _certificates: directory }
    }

    /// Its address, as `https://gradus.example:41234`.
    fn url(&self) -> String {
        format!("https://{NAME}:{}", self.tls.port())
    }

    fn client(&self, host: Option<u8>) -> Client {
        let client = client_builder(host).tls_certs_only([self.authority.clone()]);
        // Where it leads is looked at.
        client.resolve(NAME, self.tls).redirect(Policy::none()).build().unwrap()
    }

    /// Somebody without a key.
    fn anonymous(&self) -> Anonymous {
        Anonymous::with_client(self.client(None), &self.url())
    }

    /// Somebody at another address, 127.0.0.`host`.
    fn anonymous_at(&self, host: u8) -> Anonymous {
        Anonymous::with_client(self.client(Some(host)), &self.url())
    }

    /// Somebody who asks without TLS.
    fn without_tls(&self) -> Anonymous {
        Anonymous::with_client(self.client(None), self.nginx.url())
    }
}

/// The upstream of the sample, with these servers.
fn upstream(servers: &[&Server]) -> String {
    let sample = text("nginx/gradus-upstream.conf");
    let (before, rest) = sample.split_once("    server 127.0.0.1:8080 ").unwrap();
    let (options, after) = rest.split_once('\n').unwrap();
    let addresses = servers.iter().map(|server| server.url().trim_start_matches("http://"));
    let lines = addresses.map(|address| format!("server {address} {options}\n"));
    format!("{before}{}{after}", lines.collect::<String>())
}

/// A text in which something is replaced that must be there.
fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from:?} is not in the sample");
    text.replace(from, to)
}

/// An address of this machine that nobody listens on.
fn free_address() -> SocketAddr {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap()
}

#[tokio::test]
async fn learners_are_led_to_tls_and_stay_there() {
    let server = trusting();
    let sample = Sample::before(&[&server]);
    let led = Reply::to(sample.without_tls().get("/step_07?fresh=1")).await;
    assert_eq!((led.status, led.header(LOCATION)), (308, "https://127.0.0.1/step_07?fresh=1"));

    let anonymous = sample.anonymous();
    let reply = Reply::to(anonymous.get("/step_07")).await;
    assert!(reply.header(STRICT_TRANSPORT_SECURITY).starts_with("max-age="), "{:?}", reply.headers);
    let task = reply.task();
    assert!(task.statement.starts_with(&sample.url()), "{}", task.statement);
    let accepted = anonymous.answer(&task, task.solution()).await.accepted();
    assert_eq!(accepted.next, Some(format!("{}/step_08", sample.url())));
}

#[tokio::test]
async fn events_are_sent_on_at_once() {
    let server = trusting();
    let sample = Sample::before(&[&server]);
    let anonymous = sample.anonymous();
    let game = anonymous.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let mut moves = Follower::at(&anonymous, &game.path("/events")).await;
    assert_eq!(moves.expect("state").await["moves"], 0);
    let state = anonymous.play(&game, 1, "hh").await;
    assert_eq!(moves.expect("move").await["history"], json!(state.history));
}

#[tokio::test]
async fn the_address_of_the_client_is_believed_and_not_what_it_says_of_itself() {
    let server = trusting();
    let sample = Sample::before(&[&server]);
    // Somebody without a key has boards by address.
    let board = server.anonymous_at(9).task("07").await.fields;
    let proxied = sample.anonymous_at(9);
    assert_eq!(proxied.task("07").await.fields, board);
    assert_ne!(sample.anonymous_at(10).task("07").await.fields, board);
    let lying = proxied.get("/step_07").header("X-Forwarded-For", "127.0.0.10");
    let lying =
        lying.header("Forwarded", "for=127.0.0.10").header("X-Forwarded-Host", "evil.example");
    let task = Reply::to(lying).await.task();
    assert_eq!(task.fields, board);
    assert!(task.statement.starts_with(&sample.url()), "{}", task.statement);
}

#[tokio::test]
async fn a_server_that_is_gone_gets_no_requests() {
    let (mut gone, server) = (trusting(), trusting());
    let sample = Sample::before(&[&gone, &server]);
    gone.kill();
    for _ in 0..8 {
        sample.anonymous().solve("07").await;
    }
}

#[tokio::test]
async fn without_any_server_it_says_when_to_try_again() {
    let mut server = trusting();
    let sample = Sample::before(&[&server]);
    server.kill();
    let reply = Reply::to(sample.anonymous().get("/step_07")).await;
    assert_eq!((reply.status, reply.header(RETRY_AFTER)), (503, "1"));
    assert_eq!(reply.header(CONTENT_TYPE), "application/problem+json");
    let problem = reply.json();
    assert_eq!(problem["is_success"], false);
    assert_eq!((&problem["status"], &problem["retry_after"]), (&json!(503), &json!(1)));
}

#[tokio::test]
async fn the_metrics_are_not_shown_outside() {
    let server = trusting();
    let sample = Sample::before(&[&server]);
    for path in ["/metrics", "/metrics/"] {
        let reply = Reply::to(sample.anonymous().get(path)).await;
        // By nginx: Gradus would reply with a problem document.
        assert_eq!((reply.status, reply.header(CONTENT_TYPE)), (404, "text/html"));
    }
}
