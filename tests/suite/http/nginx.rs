//! Behind a proxy as most are: nginx with nothing but `proxy_pass`. It keeps back what it can, and speaks HTTP/1.0 with the server.

use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use reqwest::{Method, RequestBuilder};
use serde_json::json;
use tempfile::TempDir;

use crate::server::{Caller, Follower, Plays as _, Reply, Server, http_client};

/// Where Debian has it; not every user's `PATH` has this directory.
const PROGRAM: &str = "/usr/sbin/nginx";

/// A running nginx.
struct Nginx {
    process: Child,
    http: reqwest::Client,
    url: String,
    _directory: TempDir,
}

impl Nginx {
    /// In front of a server. The port that it is given may be taken by the time that it wants it.
    fn before(server: &Server) -> Self {
        (0..10).find_map(|_| Self::on_some_port(server)).expect("one of ten starts")
    }

    fn on_some_port(server: &Server) -> Option<Self> {
        let directory = TempDir::with_prefix("gradus-nginx-").unwrap();
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let path = directory.path().display();
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {path}/{kind};"));
        let configuration = format!(
            "daemon off; pid {path}/pid; error_log {path}/log; events {{}}
             http {{
                 access_log off; {}
                 server {{ listen {address}; location / {{ proxy_pass {}; }} }}
             }}",
            temporary.join(" "),
            server.url()
        );
        let file = directory.path().join("nginx.conf");
        fs::write(&file, configuration).unwrap();
        let mut command = Command::new(PROGRAM);
        command.arg("-e").arg(directory.path().join("log")).arg("-c").arg(file);
        let process = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut process = process.expect("tests/run.sh installs `nginx-light`");
        while TcpStream::connect(address).is_err() {
            if process.try_wait().unwrap().is_some() {
                return None;
            }
        }
        let url = format!("http://{address}");
        Some(Self { process, http: http_client(), url, _directory: directory })
    }
}

impl Caller for Nginx {
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url))
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Asked to end, it ends those that work for it too.
        let stop = format!("kill -TERM {}", self.process.id());
        let _ = Command::new("sh").args(["-c", &stop]).status();
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn events_are_sent_on_at_once() {
    let server = Server::start();
    let nginx = Nginx::before(&server);
    let ada = server.register("Ada").await;
    let mut standings = Follower::at(&nginx, "/scoreboard/events").await;
    assert_eq!(standings.expect("standings").await["standings"][0]["points"], 0);
    ada.solve("01").await;
    assert_eq!(standings.expect("standings").await["standings"][0]["points"], 5);

    let game = nginx.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let mut moves = Follower::at(&nginx, &game.path("/events")).await;
    assert_eq!(moves.expect("state").await["moves"], 0);
    let state = nginx.play(&game, 1, "hh").await;
    assert_eq!(moves.expect("move").await["history"], json!(state.history));
}

#[tokio::test]
async fn steps_are_solved_through_it() {
    let server = Server::start();
    let nginx = Nginx::before(&server);
    nginx.solve("07").await;
    let reply = Reply::to(nginx.get("/step_99")).await;
    reply.problem("step.unknown");
}
