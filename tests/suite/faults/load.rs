//! Learners who answer all the time, whatever happens to the server, and know what they were told.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use reqwest::RequestBuilder;
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::is_unavailable;
use crate::server::{Caller as _, Learner, PATIENCE, Reply, Server};

/// A learner under load. Each of their answers is for another task, and is sent until there is a reply to it.
#[derive(Clone)]
pub(crate) struct Busy {
    learner: Learner,
    counts: Arc<Counts>,
}

/// How many answers a learner has sent, and how many of them the server has confirmed.
#[derive(Default)]
struct Counts {
    sent: AtomicU64,
    confirmed: AtomicU64,
}

/// Learners who answer at the same time.
pub(crate) struct Load {
    learners: Vec<Busy>,
    answering: JoinSet<End>,
    all: Arc<Together>,
}

/// What is known of all of them.
#[derive(Default)]
struct Together {
    is_over: AtomicBool,
    confirmed: watch::Sender<u64>,
    unavailable: watch::Sender<u64>,
}

/// Why a learner has stopped.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// The load is over.
    Over,
    /// The server does not reply any more.
    ServerGone,
}

impl Load {
    /// So many new learners begin to answer.
    pub(crate) async fn start(server: &Server, learners: usize) -> Self {
        let mut busy = Vec::new();
        for number in 1..=learners {
            let learner = server.register(&format!("Learner {number}")).await;
            busy.push(Busy { learner, counts: Arc::default() });
        }
        Self::resume(server, busy)
    }

    /// Learners whom the server knows go on.
    pub(crate) fn resume(server: &Server, learners: Vec<Busy>) -> Self {
        let at = |Busy { learner, counts }: Busy| Busy { learner: learner.at(server), counts };
        let learners: Vec<Busy> = learners.into_iter().map(at).collect();
        let all = Arc::<Together>::default();
        let answer = |busy: &Busy| busy.clone().answer_until_the_end(Arc::clone(&all));
        let answering = learners.iter().map(answer).collect();
        Self { learners, answering, all }
    }

    /// Waits until so many more answers are confirmed.
    pub(crate) async fn until_confirmed(&self, more: u64) {
        until_more(&self.all.confirmed, more, "confirmed").await;
    }

    /// Waits until so many more requests were told to try again.
    pub(crate) async fn until_unavailable(&self, more: u64) {
        until_more(&self.all.unavailable, more, "told to try again").await;
    }

    /// How many answers of each learner are confirmed by now.
    pub(crate) fn confirmed(&self) -> Vec<u64> {
        self.learners.iter().map(Busy::confirmed).collect()
    }

    /// Who answers.
    pub(crate) fn learners(&self) -> &[Busy] {
        &self.learners
    }

    /// Ends the load. Each learner waits until their last answer is confirmed.
    pub(crate) async fn stop(self) -> Vec<Busy> {
        self.all.is_over.store(true, Ordering::Relaxed);
        let ends = timeout(PATIENCE, self.answering.join_all()).await.unwrap();
        assert!(ends.iter().all(|end| *end == End::Over), "the server was gone for some");
        self.learners
    }

    /// Waits until everybody has noticed that the server is gone.
    pub(crate) async fn until_gone(self) -> Vec<Busy> {
        let ends = timeout(PATIENCE, self.answering.join_all()).await.unwrap();
        assert!(ends.iter().all(|end| *end == End::ServerGone));
        self.learners
    }
}

async fn until_more(counter: &watch::Sender<u64>, more: u64, what: &str) {
    let mut counter = counter.subscribe();
    let wanted = *counter.borrow() + more;
    let is_reached = timeout(PATIENCE, counter.wait_for(|count| *count >= wanted)).await.is_ok();
    assert!(is_reached, "only {} of {wanted} are {what}", *counter.borrow());
}

impl Busy {
    pub(crate) fn confirmed(&self) -> u64 {
        self.counts.confirmed.load(Ordering::Relaxed)
    }

    /// Checks that a server knows every attempt that was confirmed, and none that was not sent or twice.
    pub(crate) async fn is_remembered_by(&self, server: &Server) {
        self.check(self.attempts_at(server).await);
    }

    fn check(&self, attempts: u64) {
        let (confirmed, name) = (self.confirmed(), &self.learner.name);
        let sent = self.counts.sent.load(Ordering::Relaxed);
        assert!(attempts >= confirmed, "{name}: {attempts} of {confirmed} are left");
        assert!(attempts <= sent, "{name}: {attempts} of {sent} were made up");
    }

    /// How many attempts of the learner a server knows.
    pub(crate) async fn attempts_at(&self, server: &Server) -> u64 {
        self.learner.clone().at(server).me().await.attempts
    }

    async fn answer_until_the_end(self, all: Arc<Together>) -> End {
        while !all.is_over.load(Ordering::Relaxed) {
            if self.solve(&all).await.is_err() {
                return End::ServerGone;
            }
        }
        End::Over
    }

    /// Solves step 12 with a new board, and looks at what is recorded.
    async fn solve(&self, all: &Together) -> reqwest::Result<()> {
        let shown = self.until_replied(all, || self.learner.get("/step_12?fresh=1")).await?;
        let task = shown.task();
        let answer = json!({ "task": task.token, "ans": task.solution() });
        self.counts.sent.fetch_add(1, Ordering::Relaxed);
        let answering = || self.learner.post("/step_12").json(&answer);
        let reply = self.until_replied(all, answering).await?;
        if reply.status == 400 {
            // The clock was set back, and the board is one of the future. It is not judged.
            reply.problem("task.future");
            self.counts.sent.fetch_sub(1, Ordering::Relaxed);
            return Ok(());
        }
        reply.accepted();
        self.counts.confirmed.fetch_add(1, Ordering::Relaxed);
        all.confirmed.send_modify(|count| *count += 1);
        let me = self.until_replied(all, || self.learner.get("/me")).await?;
        self.check(me.json()["attempts"].as_u64().unwrap());
        Ok(())
    }

    /// Makes a request until the server does something about it.
    async fn until_replied(
        &self,
        all: &Together,
        request: impl Fn() -> RequestBuilder,
    ) -> reqwest::Result<Reply> {
        loop {
            let reply = Reply::try_to(request()).await?;
            if reply.status != 503 {
                return Ok(reply);
            }
            is_unavailable(&reply);
            all.unavailable.send_modify(|count| *count += 1);
        }
    }
}
