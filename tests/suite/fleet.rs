//! Replicas: servers that share a database of PostgreSQL and a secret, and nothing else.
//!
//! | file | what it holds |
//! |---|---|
//! | `rules` | names, pauses, answers and keys are the same for all replicas |
//! | `live` | whoever listens to one replica hears what happens on another |

mod live;
mod rules;

use std::sync::Arc;
use std::thread;

use crate::server::{Caller as _, Cluster, INSTRUCTORS, Learner, Nginx, Reply, Server, Workplace};

/// How many servers there are.
const REPLICAS: usize = 3;

/// What they share, besides the database.
const SECRET: &str = "5ec4e75ec4e75ec4e75ec4e75ec4e75ec4e75ec4e75ec4e75ec4e75ec4e75ec4";

/// Servers on one database.
pub(crate) struct Fleet {
    pub(crate) replicas: Vec<Server>,
}

impl Fleet {
    /// Servers that start at the same time on an empty database.
    pub(crate) fn start(cluster: &Cluster) -> Self {
        Self::start_at(&Arc::new(Workplace::on(cluster.database())), &[])
    }

    /// The same with a clock that stands still, so that no pause ends while others are slow.
    fn without_time(cluster: &Cluster) -> Self {
        let workplace = Arc::new(Workplace::on(cluster.database()));
        workplace.set_clock(1_800_000_000);
        Self::start_at(&workplace, &["--clock", "clock"])
    }

    fn start_at(workplace: &Arc<Workplace>, more: &[&str]) -> Self {
        let start = || {
            Server::start_with(workplace, |command| {
                let command = command.args(more);
                let command = command.args(["--trusted-proxy", "127.0.0.1"]);
                let command = command.env("GRADUS_INSTRUCTORS", INSTRUCTORS);
                command.env("GRADUS_SECRET", SECRET)
            })
        };
        let replicas = thread::scope(|scope| {
            let starting: Vec<_> = (0..REPLICAS).map(|_| scope.spawn(start)).collect();
            starting.into_iter().map(|starting| starting.join().unwrap()).collect()
        });
        Self { replicas }
    }

    /// The sample for nginx in front of all of them.
    pub(crate) fn nginx(&self) -> Nginx {
        Nginx::of_sample_without_tls(&self.replicas.iter().collect::<Vec<_>>())
    }

    /// The instructor, who asks one of them.
    fn grace(&self) -> Learner {
        self.replicas[0].instructor()
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
