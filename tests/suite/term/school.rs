//! The server, its class, and what has happened so far.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use futures_util::stream::{self, StreamExt as _};
use gradus::course::{Detail, Details};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::calendar::{HOUR, moment};
use super::decisions::Ruling;
use super::plan::{CLASS, Plan, Sent, Visit};
use super::rules::{ADA, Phase, Rulebook, Rules, SECTIONS, STEPS};
use crate::server::{Anonymous, Caller, Class, INSTRUCTOR_KEY, Reply, Server, Workplace};

/// How many learners speak with the server at once.
const AT_ONCE: usize = 32;

/// Somebody with a key. All share their connections.
pub(super) struct KeyHolder {
    http: Anonymous,
    key: String,
}

impl Caller for KeyHolder {
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, path).bearer_auth(&self.key)
    }
}

/// A learner as the test knows them.
pub(super) struct Member {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) section: &'static str,
    pub(super) details: Details,
    pub(super) key: String,
    pub(super) is_forgotten: bool,
}

/// An answer that was judged.
pub(super) struct Attempt {
    pub(super) learner: usize,
    pub(super) step: usize,
    pub(super) at: u64,
    pub(super) is_right: bool,
    /// In hundredths of a point.
    pub(super) worth: u32,
    pub(super) is_late: bool,
    /// The decisions in force that void it.
    pub(super) voided_by: Vec<i64>,
}

/// The server with its class.
pub(super) struct School {
    pub(super) server: Server,
    pub(super) workplace: Arc<Workplace>,
    anonymous: Anonymous,
    pub(super) rulebook: Rulebook,
    pub(super) members: Vec<Member>,
    pub(super) log: Vec<Attempt>,
    pub(super) rulings: Vec<Ruling>,
}

impl School {
    /// Starts the server on the first morning, and puts the class on the roster.
    pub(super) async fn open() -> Self {
        let (workplace, rulebook) = (Arc::new(Workplace::new()), Rulebook::new());
        workplace.write("course.toml", rulebook.course());
        workplace.set_clock(moment(0, 7 * HOUR));
        let Class { server, .. } = Class::at(&workplace);
        let anonymous = server.anonymous();
        let (members, log) = ((0..CLASS).map(member).collect(), Vec::new());
        let rulings = Vec::new();
        let mut school = Self { server, workplace, anonymous, rulebook, members, log, rulings };
        school.enrol().await;
        school
    }

    /// Imports the class list, and keeps the keys and the ids.
    async fn enrol(&mut self) {
        let heads = Detail::ALL.map(|detail| detail.spec().heading).join(",");
        let mut csv = format!("name,section,{heads}\n");
        for Member { name, section, details, .. } in &self.members {
            let details = Detail::ALL.map(|detail| details.get(detail).unwrap_or_default());
            writeln!(csv, "{name},{section},{}", details.join(",")).unwrap();
        }
        let report = self.done("/roster", json!({ "csv": csv })).await;
        assert_eq!(report["added"], CLASS);
        let list = self.get("/learners").await;
        let ids: BTreeMap<&str, i64> = list["learners"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["name"].as_str().unwrap(), row["id"].as_i64().unwrap()))
            .collect();
        for (member, entry) in self.members.iter_mut().zip(report["keys"].as_array().unwrap()) {
            assert_eq!(entry["name"], member.name);
            entry["key"].as_str().unwrap().clone_into(&mut member.key);
            member.id = ids[&*member.name];
        }
    }

    /// Sets the server's clock.
    pub(super) fn set_clock(&self, seconds: u64) {
        self.workplace.set_clock(seconds);
    }

    /// A caller with a key.
    pub(super) fn with_key(&self, key: &str) -> KeyHolder {
        KeyHolder { http: self.anonymous.clone(), key: key.to_owned() }
    }

    /// A learner.
    pub(super) fn learner(&self, learner: usize) -> KeyHolder {
        self.with_key(&self.members[learner].key)
    }

    /// Somebody without a key.
    pub(super) fn anonymous(&self) -> &Anonymous {
        &self.anonymous
    }

    /// What the instructor gets at a path below `/instructor`.
    pub(super) async fn get(&self, path: &str) -> Value {
        self.file(path).await.json()
    }

    /// The same, in whatever form.
    pub(super) async fn file(&self, path: &str) -> Reply {
        let reply =
            Reply::to(self.with_key(INSTRUCTOR_KEY).get(&format!("/instructor{path}"))).await;
        assert_eq!(reply.status, 200, "{path}: {reply}");
        reply
    }

    /// What the instructor lets be done at a path below `/instructor`.
    pub(super) async fn done(&self, path: &str, form: Value) -> Value {
        let request = self.with_key(INSTRUCTOR_KEY).post(&format!("/instructor{path}")).json(&form);
        let reply = Reply::to(request).await;
        assert!([200, 201].contains(&reply.status), "{path}: {reply}");
        reply.json()
    }

    /// The rules of a step for a learner, as they are now.
    pub(super) fn rules(&self, learner: usize, step: usize) -> Rules {
        self.rulebook.rules(learner, self.members[learner].section, step)
    }

    /// Lets learners answer as planned, moment by moment, and keeps what was judged.
    pub(super) async fn let_answer(&mut self, plan: Plan) {
        for (at, visits) in plan {
            self.set_clock(at);
            let school = &*self;
            let visits = visits.into_iter().filter(|visit| !school.is_forgotten(visit.learner));
            let judged: Vec<Vec<Attempt>> = stream::iter(visits)
                .map(|visit| school.visit(at, visit))
                .buffer_unordered(AT_ONCE)
                .collect()
                .await;
            self.log.extend(judged.into_iter().flatten());
        }
    }

    fn is_forgotten(&self, learner: usize) -> bool {
        self.members[learner].is_forgotten
    }

    /// A learner fetches a task and answers it; what was judged.
    pub(super) async fn visit(
        &self,
        at: u64,
        Visit { learner, step, answers }: Visit,
    ) -> Vec<Attempt> {
        let (caller, number) = (self.learner(learner), STEPS[step]);
        let rules = self.rules(learner, step);
        let phase = rules.phase(at);
        if phase == Phase::NotOpen {
            Reply::to(caller.get(&format!("/step_{number}"))).await.problem("step.unknown");
            return Vec::new();
        }
        let task = caller.fresh_task(number).await;
        let right = task.solution();
        let mut judged = Vec::new();
        for (place, sent) in answers.into_iter().enumerate() {
            let items = match sent {
                Sent::Wrong => spoilt(number, &right, place),
                Sent::Right | Sent::TooSoon => right.clone(),
            };
            let reply = caller.answer(&task, items).await;
            if phase == Phase::Closed {
                reply.problem("step.closed");
                continue;
            }
            match sent {
                Sent::Right => drop(reply.accepted()),
                Sent::Wrong => drop(reply.wrong()),
                Sent::TooSoon => {
                    reply.problem("limit.cooldown");
                    continue;
                }
            }
            let ((worth, is_late), is_right) = (rules.worth(at), sent == Sent::Right);
            let voided_by = Vec::new();
            judged.push(Attempt { learner, step, at, is_right, worth, is_late, voided_by });
        }
        judged
    }
}

/// A learner before the import. Some have no address, some no student id, and some neither.
fn member(learner: usize) -> Member {
    let name = if learner == 0 { ADA.to_owned() } else { format!("Learner {learner}") };
    let email = (learner % 10 != 9).then(|| format!("learner{learner}@example.org"));
    let id = (learner % 7 != 6).then(|| format!("{:04}", 1000 + learner));
    let mut details = Details::default();
    for (detail, text) in [(Detail::Email, email), (Detail::StudentId, id)] {
        if let Some(text) = text {
            details.set(detail, &text).unwrap();
        }
    }
    Member {
        id: 0,
        name,
        section: SECTIONS[learner % SECTIONS.len()],
        details,
        key: String::new(),
        is_forgotten: false,
    }
}

/// A wrong answer that is well-formed; each of the first two is another one.
fn spoilt(number: &str, right: &[String], place: usize) -> Vec<String> {
    let mut items = right.to_vec();
    match number {
        // Another letter of the word.
        "01" => {
            let letter = if right[0].as_bytes()[place] == b'a' { "b" } else { "a" };
            items[0].replace_range(place..=place, letter);
        }
        // One more point for the first player of a game.
        "33" => {
            let (first, others) = right[place].split_once(' ').unwrap();
            let first: u32 = first.parse().unwrap();
            items[place] = format!("{} {others}", first + 1);
        }
        // Two neighbours that are not the same are exchanged.
        _ => {
            let mut unlike = (1..right.len()).filter(|&item| right[item - 1] != right[item]);
            let item = if place == 0 { unlike.next() } else { unlike.next_back() };
            let item = item.unwrap();
            items.swap(item - 1, item);
        }
    }
    items
}
