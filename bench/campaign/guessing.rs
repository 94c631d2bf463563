//! Attacks on the limits of guessing: wrong answers at once, and a search by what the replies tell.

use std::collections::BTreeMap;

use gradus_client::Task;
use serde_json::Value;
use tokio::task::JoinSet;

use crate::Outcome;
use crate::caller::{Caller, solution};
use crate::loopback::ATTACKER;
use crate::options::Options;
use crate::reply::{Replies, Reply};
use crate::report::Measure;
use crate::server::Server;

/// How often wrong answers are sent at once, each time by another learner.
const ROUNDS: u32 = 20;

/// How many wrong answers are sent at once.
const AT_ONCE: usize = 50;

/// How many of them may be judged: so many are free before the first pause.
const FREE: u64 = 2;

/// The steps that are searched. Of the first three a reply tells how many items are right, of the others only that some are not.
const SEARCHED: [&str; 5] = ["04", "13", "35", "05", "15"];

/// How many other tasks show which values items have.
const SAMPLES: usize = 50;

/// How many answers a search sends at most.
const TRIES: u32 = 2000;

/// After so many refusals in a row a search gives up: it does not wait until they are over.
const REFUSALS: u32 = 50;

/// Different wrong answers of one learner at once.
pub(crate) async fn at_once(options: &Options) -> Outcome<Vec<Measure>> {
    let mut server = Server::start(options).await?;
    let (mut replies, mut judged) = (Replies::default(), Vec::new());
    for round in 0..options.scaled(ROUNDS) {
        let name = format!("Mallory {round}");
        let attacker = Caller::register(server.address, ATTACKER, &name).await?;
        let task = Reply::to(attacker.fresh_task("12")).await?.task()?;
        let count = solution(&task)?.len();
        let mut answers = JoinSet::new();
        for number in 0..AT_ONCE {
            // No sum is as large.
            let wrong = vec![(1000 + number).to_string(); count];
            answers.spawn(Reply::to(attacker.answer(&task, &wrong)));
        }
        let answered = answers.join_all().await;
        for reply in &answered {
            replies.add_result(reply);
        }
        let verdicts = answered.iter().flatten().filter(|reply| reply.verdict().is_some());
        judged.push(verdicts.count() as u64);
    }
    let what = format!("judged of {AT_ONCE} wrong answers at once");
    let mut measures = vec![Measure::always(&what, &judged, FREE)];
    measures.extend(server.health(&replies)?);
    Ok(measures)
}

/// A learner who tries, item by item, which values the replies call right.
pub(crate) async fn by_replies(options: &Options) -> Outcome<Vec<Measure>> {
    let mut server = Server::start(options).await?;
    let accomplice = Caller::new(server.address, ATTACKER)?;
    let (mut replies, mut measures) = (Replies::default(), Vec::new());
    for step in SEARCHED {
        let values = frequent_values(&accomplice, step).await?;
        let name = format!("Mallory {step}");
        let attacker = Caller::register(server.address, ATTACKER, &name).await?;
        let task = Reply::to(attacker.fresh_task(step)).await?.task()?;
        let search = Search::of(&attacker, task, &values)?;
        let found = search.run(&values).await?;
        let what = format!("a task of step {step} found out");
        measures.push(Measure::never(&what, u64::from(found.is_accepted)));
        let what = format!("replies in the search of step {step}");
        measures.push(Measure::shown(&what, &found.replies));
        replies.add_all(found.replies);
    }
    measures.extend(server.health(&replies)?);
    Ok(measures)
}

/// What items of a step are right on other tasks, the most frequent first.
async fn frequent_values(accomplice: &Caller, step: &str) -> Outcome<Vec<String>> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..SAMPLES {
        let task = Reply::to(accomplice.fresh_task(step)).await?.task()?;
        for item in solution(&task)? {
            *counts.entry(item).or_default() += 1;
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|(_, one), (_, other)| other.cmp(one));
    Ok(counts.into_iter().map(|(value, _)| value).collect())
}

/// A search for the right answer to a task.
struct Search<'a> {
    attacker: &'a Caller,
    task: Task,
    items: Vec<String>,
    found: Found,
    refusals: u32,
}

/// How a search ended.
#[derive(Default)]
struct Found {
    tries: u32,
    is_accepted: bool,
    replies: Replies,
}

/// What a reply tells of an answer.
enum Told {
    /// It is right.
    Accepted,
    /// How many items are right, and the first wrong one, from 1; none where the reply does not say.
    Wrong { right: Option<u64>, first_wrong: Option<u64> },
    /// It was not judged.
    Refused,
}

impl<'a> Search<'a> {
    /// Begins with the most frequent value everywhere.
    fn of(attacker: &'a Caller, task: Task, values: &[String]) -> Outcome<Self> {
        let first = values.first().ok_or("no values")?;
        let items = vec![first.clone(); solution(&task)?.len()];
        Ok(Self { attacker, task, items, found: Found::default(), refusals: 0 })
    }

    /// Tries every value of the first item, then of the second, and so on.
    async fn run(mut self, values: &[String]) -> Outcome<Found> {
        let mut best = self.send().await?;
        for place in 0..self.items.len() {
            let before = self.items.clone();
            for value in values.iter().skip(1) {
                if is_known(&best, place) || self.is_over() {
                    break;
                }
                let item = self.items.get_mut(place).ok_or("no such item")?;
                item.clone_from(value);
                let told = self.send().await?;
                if tells_more(&told, &best) {
                    best = told;
                    break;
                }
                self.items.clone_from(&before);
            }
        }
        Ok(self.found)
    }

    fn is_over(&self) -> bool {
        self.found.is_accepted || self.found.tries >= TRIES || self.refusals >= REFUSALS
    }

    async fn send(&mut self) -> Outcome<Told> {
        let reply = Reply::to(self.attacker.answer(&self.task, &self.items)).await?;
        self.found.tries += 1;
        self.found.replies.add(&reply);
        let told = match reply.verdict() {
            Some("accepted") => Told::Accepted,
            Some(_) => {
                let item = |name| reply.body.pointer(name).and_then(Value::as_u64);
                Told::Wrong { right: item("/items/right"), first_wrong: item("/items/first_wrong") }
            }
            None => Told::Refused,
        };
        match told {
            Told::Accepted => self.found.is_accepted = true,
            Told::Wrong { .. } => self.refusals = 0,
            Told::Refused => self.refusals += 1,
        }
        Ok(told)
    }
}

/// Whether the item at a place is known to be right.
fn is_known(told: &Told, place: usize) -> bool {
    match told {
        Told::Accepted => true,
        Told::Wrong { first_wrong: Some(first), .. } => *first > place as u64 + 1,
        Told::Wrong { .. } | Told::Refused => false,
    }
}

/// Whether an answer is better than another one.
fn tells_more(told: &Told, best: &Told) -> bool {
    match (told, best) {
        (Told::Accepted, _) => true,
        (
            Told::Wrong { right, first_wrong },
            Told::Wrong { right: best_right, first_wrong: best_first },
        ) => (first_wrong, right) > (best_first, best_right),
        _ => false,
    }
}
