//! A learner who works while the server is attacked, and how long they wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use reqwest::RequestBuilder;
use serde_json::json;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};

use crate::Outcome;
use crate::caller::{Caller, solution};
use crate::latency::Latencies;
use crate::loopback::{LEARNER, Loopback};
use crate::reply::{Replies, Reply};
use crate::report::Measure;

/// The steps that the learner solves, one after the other.
const STEPS: [&str; 6] = ["03", "04", "07", "12", "21", "31"];

/// How long the learner pauses before the next step, and before the next match.
const STEP_PAUSE: Duration = Duration::from_millis(20);
const MATCH_PAUSE: Duration = Duration::from_millis(500);

/// The most rounds of each.
const ROUNDS: usize = 50_000;

/// How long 99 % of the requests may take.
const REQUEST_LIMIT: Duration = Duration::from_millis(250);
const MATCH_LIMIT: Duration = Duration::from_secs(3);

/// A registered learner at work, on a thread of their own: their times do not depend on how busy the attackers are.
pub(crate) struct Learner {
    stop: Stop,
    experience: oneshot::Receiver<Outcome<Experience>>,
}

/// Stops the learner when it is dropped.
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What the learner waited for, and what came.
#[derive(Default)]
pub(crate) struct Experience {
    tasks: Latencies,
    /// Of the tasks that are answered. How long one takes depends on the step.
    fresh_tasks: Latencies,
    answers: Latencies,
    matches: Latencies,
    replies: Replies,
}

impl Learner {
    /// Registers a learner, who begins to work.
    pub(crate) async fn begin(server: Loopback) -> Outcome<Self> {
        let ada = Caller::register(server, LEARNER, "Ada").await?;
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, experience) = oneshot::channel();
        let working = Arc::clone(&stop);
        thread::spawn(move || {
            let worked = work(&ada, &working);
            // The attack may have failed meanwhile.
            let _ = sender.send(worked);
        });
        Ok(Self { stop: Stop(stop), experience })
    }

    /// Lets the learner finish what they have begun.
    pub(crate) async fn finish(self) -> Outcome<Experience> {
        drop(self.stop);
        self.experience.await?
    }
}

impl Experience {
    pub(crate) fn measures(&self) -> Vec<Measure> {
        vec![
            Measure::latency("the learner's GET /step_04", &self.tasks, REQUEST_LIMIT),
            Measure::shown("the learner's new tasks", &self.fresh_tasks),
            Measure::latency("the learner's right answers", &self.answers, REQUEST_LIMIT),
            Measure::latency("the learner's POST /games", &self.matches, MATCH_LIMIT),
            Measure::shown("replies to the learner", &self.replies),
            Measure::never("5xx but 503 to the learner", self.replies.failures()),
        ]
    }

    /// Sends a request, and adds how long the reply took to those of its kind; the reply, unless it is a refusal.
    async fn timed(
        &mut self,
        request: RequestBuilder,
        times: impl FnOnce(&mut Self) -> &mut Latencies,
    ) -> Option<Reply> {
        let began = Instant::now();
        let reply = Reply::to(request).await;
        let time = began.elapsed();
        self.replies.add_result(&reply);
        let reply = reply.ok().filter(|reply| (200..300).contains(&reply.status));
        match &reply {
            Some(_) => times(self).add(time),
            None => times(self).add_refused(),
        }
        reply
    }
}

fn work(ada: &Caller, stop: &AtomicBool) -> Outcome<Experience> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let ada = ada.with_own_connections(LEARNER)?;
        let (stepping, playing) = tokio::join!(climb(&ada, stop), play(&ada, stop));
        let mut experience = stepping?;
        experience.matches = playing.matches;
        experience.replies.add_all(playing.replies);
        Ok(experience)
    })
}

/// Fetches steps and answers them.
async fn climb(ada: &Caller, stop: &AtomicBool) -> Outcome<Experience> {
    let mut experience = Experience::default();
    for step in STEPS.iter().cycle().take(ROUNDS) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        experience.timed(ada.get("/step_04"), |this| &mut this.tasks).await;
        let fresh = experience.timed(ada.fresh_task(step), |this| &mut this.fresh_tasks).await;
        if let Some(fresh) = fresh {
            let task = fresh.task()?;
            let answer = ada.answer(&task, &solution(&task)?);
            let reply = experience.timed(answer, |this| &mut this.answers).await;
            if let Some(reply) = reply.filter(|reply| reply.verdict() != Some("accepted")) {
                return Err(format!("a right answer is not accepted: {}", reply.body).into());
            }
        } else {
            // Without a task there is nothing to answer.
            experience.answers.add_refused();
        }
        sleep(STEP_PAUSE).await;
    }
    Ok(experience)
}

/// Begins matches in which the computer `search` makes the first move.
async fn play(ada: &Caller, stop: &AtomicBool) -> Experience {
    let mut experience = Experience::default();
    let form = json!({"game": "numerical", "seats": ["search", "human"]});
    for _ in 0..ROUNDS {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        experience.timed(ada.post("/games", &form), |this| &mut this.matches).await;
        sleep(MATCH_PAUSE).await;
    }
    experience
}
