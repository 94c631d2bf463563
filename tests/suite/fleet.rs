//! Replicas: servers that share a database of PostgreSQL and a secret, and nothing else.
//!
//! | file | what it holds |
//! |---|---|
//! | `losses` | a replica is killed and the database restarted while a class solves and plays |
//! | `rules` | names, pauses, answers and keys are the same for all replicas |
//! | `live` | whoever listens to one replica hears what happens on another |

mod live;
mod losses;
mod rules;

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use crate::server::{Caller as _, Cluster, Learner, Nginx, Reply, Server, Workplace};

/// How many servers there are.
const REPLICAS: usize = 3;

/// What they share, besides the database.
const SECRET: &str = "5ec4e75ec4e75ec4e75ec4e75ec4e75ec4e75ec4e75ec4e75ec4e75ec4e75ec4";

/// The key of the instructor.
const KEY: &str = "gi_this-key-is-for-tests-only-0123";

/// Servers on one database.
struct Fleet {
    replicas: Vec<Server>,
}

impl Fleet {
    /// Servers that start at the same time on an empty database.
    fn start(cluster: &Cluster) -> Self {
        let workplace = Arc::new(Workplace::on(cluster.database()));
        let start = || {
            Server::start_with(&workplace, |command| {
                let command = command.args(["--trusted-proxy", "127.0.0.1"]);
                let command = command.env("GRADUS_INSTRUCTORS", format!("Grace Hopper:{KEY}"));
                command.env("GRADUS_SECRET", SECRET)
            })
        };
        let replicas = thread::scope(|scope| {
            let starting: Vec<_> = (0..REPLICAS).map(|_| scope.spawn(start)).collect();
            starting.into_iter().map(|starting| starting.join().unwrap()).collect()
        });
        Self { replicas }
    }

    /// The sample for nginx in front of all of them, without TLS.
    fn nginx(&self) -> Nginx {
        let server = |replica: &Server| {
            let address = replica.url().trim_start_matches("http://").to_owned();
            format!("server {address} max_fails=2 fail_timeout=2s;\n")
        };
        let servers: String = self.replicas.iter().map(server).collect();
        Nginx::start(|address| sample(&servers, address))
    }

    /// The instructor, who asks one of them.
    fn grace(&self) -> Learner {
        self.replicas[0].learner("Grace Hopper", KEY)
    }

    /// Runs SQL on their database.
    async fn run_sql(&self, sql: &'static str) {
        self.replicas[0].workplace().change_database(sql).await;
    }

    /// The id of a learner.
    async fn id(&self, name: &str) -> i64 {
        let list = Reply::to(self.grace().get("/instructor/learners")).await.json();
        let learners = list["learners"].as_array().unwrap();
        learners.iter().find(|learner| learner["name"] == name).unwrap()["id"].as_i64().unwrap()
    }
}

/// The sample for nginx with these servers, which listens on an address without TLS.
fn sample(servers: &str, address: SocketAddr) -> String {
    let read = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/nginx");
        fs::read_to_string(folder.join(name)).unwrap()
    };
    let without = |text: &str, directives: &[&str]| -> String {
        let is_kept = |line: &&str| {
            let line = line.trim_start().trim_start_matches("# ");
            !directives.iter().any(|directive| line.starts_with(directive))
        };
        text.lines().filter(is_kept).map(|line| format!("{line}\n")).collect()
    };
    let upstream = without(&read("gradus-upstream.conf"), &["server "]);
    let balanced = format!("least_conn;\n{servers}");
    assert!(upstream.contains("least_conn;"), "{upstream}");
    let upstream = upstream.replacen("least_conn;", &balanced, 1);
    let site = read("gradus.conf");
    let (_, site) = site.rsplit_once("\nserver {").unwrap();
    let site = without(site, &["listen ", "server_name ", "ssl_"]);
    format!("{upstream}\nserver {{\nlisten {address};\n{site}")
}
