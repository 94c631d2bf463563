//! Answers while the server is killed and restarted on the same database: what was confirmed is kept, and nothing counts twice.

use std::collections::VecDeque;
use std::ops::{ControlFlow, RangeInclusive};
use std::time::Duration;

use gradus_client::Task;
use rand::RngExt as _;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

use crate::Outcome;
use crate::caller::{Caller, solution};
use crate::loopback::LEARNER;
use crate::options::Options;
use crate::reply::{Replies, Reply};
use crate::report::Measure;
use crate::server::Server;

/// How often the server is killed.
const KILLS: u32 = 15;

/// How many learners answer at the same time.
const LEARNERS: u32 = 64;

/// After how many confirmations in a round the server is killed: between these.
const CONFIRMATIONS: RangeInclusive<usize> = 50..=400;

/// After this time it is killed in any case.
const ROUND_TIME: Duration = Duration::from_secs(20);

/// How long a learner pauses who was refused.
const REFUSED_PAUSE: Duration = Duration::from_millis(100);

/// How many answers a learner sends in a round at most.
const ANSWERS: usize = 10_000;

/// A learner, and what they have sent.
struct Busy {
    learner: Caller,
    /// Answers that are to be sent. The first one may be stored already, if the server was killed before it could reply.
    waiting: VecDeque<(Task, Vec<String>)>,
    /// How many different answers were judged, as replies say that were read whole.
    confirmed: u64,
    replies: Replies,
    /// For answers that no other answer is like.
    number: u64,
}

impl Busy {
    /// Answers step 12 until the server is gone or, without new tasks, until nothing waits.
    async fn answer(mut self, tasks: Tasks, confirmed: UnboundedSender<()>) -> Self {
        let until = Instant::now() + ROUND_TIME;
        for _ in 0..ANSWERS {
            if Instant::now() >= until || self.answer_one(tasks, &confirmed).await.is_break() {
                break;
            }
        }
        self
    }

    /// Sends the answer that waits first, until it is judged.
    async fn answer_one(
        &mut self,
        tasks: Tasks,
        confirmed: &UnboundedSender<()>,
    ) -> ControlFlow<()> {
        let Some((task, items)) = self.waiting.front() else {
            return match tasks {
                Tasks::New => self.fetch().await,
                Tasks::None => ControlFlow::Break(()),
            };
        };
        let Ok(reply) = Reply::to(self.learner.answer(task, items)).await else {
            return ControlFlow::Break(());
        };
        self.replies.add(&reply);
        if reply.verdict().is_some() {
            self.confirmed += 1;
            self.waiting.pop_front();
            // Nobody counts any more when the server is being killed.
            let _ = confirmed.send(());
        } else {
            sleep(REFUSED_PAUSE).await;
        }
        ControlFlow::Continue(())
    }

    /// Fetches a task, to be answered wrongly and then rightly: so no learner has to pause.
    async fn fetch(&mut self) -> ControlFlow<()> {
        let Ok(reply) = Reply::to(self.learner.fresh_task("12")).await else {
            return ControlFlow::Break(());
        };
        let solved = reply.task().and_then(|task| Ok((solution(&task)?, task)));
        let Ok((right, task)) = solved else {
            sleep(REFUSED_PAUSE).await;
            return ControlFlow::Continue(());
        };
        self.number += 1;
        // No sum is as large.
        let wrong = vec![(1000 + self.number).to_string(); right.len()];
        self.waiting = [(task.clone(), wrong), (task, right)].into();
        ControlFlow::Continue(())
    }

    /// How many attempts the server counts.
    async fn attempts(&self) -> Outcome<u64> {
        let me = Reply::to(self.learner.get("/me")).await?.expect(200)?;
        Ok(me.get("attempts").and_then(Value::as_u64).ok_or("no attempts")?)
    }
}

/// Whether a learner fetches new tasks when all are answered.
#[derive(Clone, Copy)]
enum Tasks {
    New,
    None,
}

/// Kills of a server that learners answer.
pub(crate) async fn kills(options: &Options) -> Outcome<Vec<Measure>> {
    let mut server = Server::start(options).await?;
    let mut learners = Vec::new();
    for number in 0..options.scaled(LEARNERS) {
        let name = format!("Learner {number}");
        let learner = Caller::register(server.address, LEARNER, &name).await?;
        let (waiting, replies) = (VecDeque::new(), Replies::default());
        learners.push(Busy { learner, waiting, confirmed: 0, replies, number: 0 });
    }
    let mut rng = options.rng(0);
    let (mut lost, mut invented) = (0, 0);
    let kills = options.scaled(KILLS);
    for _ in 0..kills {
        let (answering, confirmed) = begin(learners, Tasks::New);
        wait_for(confirmed, rng.random_range(CONFIRMATIONS)).await;
        server.kill()?;
        learners = answering.join_all().await;
        server.restart()?;
        for busy in &mut learners {
            busy.learner = busy.learner.clone().at(server.address);
            let attempts = busy.attempts().await?;
            lost += busy.confirmed.saturating_sub(attempts);
            // The answer that waits first may be stored, or not.
            let possible = busy.confirmed + u64::from(!busy.waiting.is_empty());
            invented += attempts.saturating_sub(possible);
        }
    }
    // Now that every answer was replied to, the server counts each once.
    let (answering, _confirmed) = begin(learners, Tasks::None);
    learners = answering.join_all().await;
    let (mut confirmed, mut unequal, mut replies) = (0, 0, Replies::default());
    for busy in learners {
        unequal += busy.attempts().await?.abs_diff(busy.confirmed);
        confirmed += busy.confirmed;
        replies.add_all(busy.replies);
    }
    let what = format!("confirmed attempts lost in {kills} kills");
    let mut measures = vec![
        Measure::shown("confirmed attempts", confirmed),
        Measure::never(&what, lost),
        Measure::never("attempts that nobody made", invented),
        Measure::never("attempts lost or counted twice at the end", unequal),
    ];
    measures.extend(server.health(&replies)?);
    Ok(measures)
}

/// All learners begin to answer; the receiver counts what is confirmed.
fn begin(learners: Vec<Busy>, tasks: Tasks) -> (JoinSet<Busy>, UnboundedReceiver<()>) {
    let (sender, receiver) = unbounded_channel();
    let answering = learners.into_iter().map(|busy| busy.answer(tasks, sender.clone())).collect();
    (answering, receiver)
}

/// Waits for so many confirmations, but not for ever.
async fn wait_for(mut confirmed: UnboundedReceiver<()>, count: usize) {
    let until = Instant::now() + ROUND_TIME;
    for _ in 0..count {
        if !matches!(timeout_at(until, confirmed.recv()).await, Ok(Some(()))) {
            break;
        }
    }
}
