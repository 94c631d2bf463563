//! The generation of tasks under load: once for each task, and refused if too many wait.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use gradus::app::{Limits, challenges};
use gradus::step::{
    Exercise, Explanation, Fingerprint, Folder, JudgeError, Registry, Seed, Step, StepNumber,
    Steps, TaskInstance, UnreadableTask, Workload, Workloads,
};
use reqwest::Client;
use reqwest::header::RETRY_AFTER;
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::server::{PATIENCE, Reply, http_client, http_client_at, serve};

/// Where generation waits until the test opens it.
#[derive(Default)]
struct Gate {
    state: Mutex<GateState>,
    changed: Condvar,
}

#[derive(Clone, Copy, Default)]
struct GateState {
    /// How many generations have begun.
    begun: usize,
    /// How often explanations were prepared.
    prepared: usize,
    is_open: bool,
    failure: Option<Failure>,
}

/// How generation fails.
#[derive(Clone, Copy)]
enum Failure {
    /// With an error of its own.
    Error,
    /// In a way that leaves open whether the next attempt fails.
    Panic,
}

impl Gate {
    fn set(&self, change: impl FnOnce(&mut GateState)) {
        change(&mut self.state.lock().unwrap());
        self.changed.notify_all();
    }

    fn wait_until(&self, holds: impl Fn(&GateState) -> bool) -> GateState {
        let state = self.state.lock().unwrap();
        let (state, waited) =
            self.changed.wait_timeout_while(state, PATIENCE, |state| !holds(state)).unwrap();
        assert!(!waited.timed_out(), "only {} generations have begun", state.begun);
        *state
    }
}

/// The exercise of step 07, heavy and behind a gate.
struct Gated {
    step: Arc<Step>,
    gate: Arc<Gate>,
}

impl Exercise for Gated {
    fn kind(&self) -> &str {
        self.step.exercise().kind()
    }

    fn version(&self) -> u32 {
        self.step.exercise().version()
    }

    fn params(&self) -> &str {
        self.step.exercise().params()
    }

    fn fingerprint(&self) -> Fingerprint {
        self.step.exercise().fingerprint()
    }

    fn workloads(&self) -> Workloads {
        Workloads { generate: Workload::Heavy, judge: Workload::Light }
    }

    fn misconceptions(&self) -> &[Explanation] {
        self.step.exercise().misconceptions()
    }

    fn min_misconceptions(&self) -> usize {
        self.step.exercise().min_misconceptions()
    }

    fn instantiate(&self, seed: &Seed) -> Result<Box<dyn TaskInstance>, JudgeError> {
        self.gate.set(|state| state.begun += 1);
        match self.gate.wait_until(|state| state.is_open).failure {
            None => self.step.exercise().instantiate(seed),
            Some(Failure::Error) => Err(JudgeError::NoEvidence { kind: self.kind().to_owned() }),
            // The hook of panics does not see it.
            Some(Failure::Panic) => resume_unwind(Box::new("as the test wants")),
        }
    }

    fn prepare(&self) {
        self.gate.set(|state| state.prepared += 1);
    }

    fn parse_task(&self, json: &str) -> Result<Box<dyn TaskInstance>, UnreadableTask> {
        self.step.exercise().parse_task(json)
    }
}

/// A server with one step, whose tasks are generated behind a gate.
struct GatedServer {
    gate: Arc<Gate>,
    url: String,
    http: Client,
    _directory: TempDir,
}

impl GatedServer {
    fn start(limits: Limits) -> Self {
        let gate = Arc::<Gate>::default();
        let number = StepNumber::new(7).unwrap();
        let step = Arc::clone(challenges::load(None, None).unwrap().steps.get(number).unwrap());
        let behind = Arc::clone(&gate);
        let registry = Registry::default().with_exercise("gated", move |_| Gated {
            step: Arc::clone(&step),
            gate: Arc::clone(&behind),
        });
        let files = [
            ("step.toml", "kind = \"gated\"\ntrack = \"Gated\"\npoints = 5\n"),
            ("statement.en.md", "# Gated\n\n```json task\n{}\n```\n\n```text answer\n```\n"),
        ];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let folder = Folder { name: "41-gated".to_owned(), files: BTreeMap::from(files) };
        let (catalog, diagnostics) = Steps::gather(vec![folder], &registry);
        assert_eq!(diagnostics, []);
        let directory = TempDir::new().unwrap();
        let url = serve(catalog, limits, &directory);
        Self { gate, url, http: http_client(), _directory: directory }
    }

    /// Sends many requests for the task at once.
    fn ask(&self, count: usize, query: &str) -> JoinSet<Reply> {
        let request = || self.http.get(format!("{}/step_41{query}", self.url));
        (0..count).map(|_| Reply::to(request())).collect()
    }

    /// Asks for a new task from another address.
    fn ask_from(&self, host: u8) -> impl Future<Output = Reply> + Send + 'static {
        Reply::to(
            http_client_at([127, 0, 0, host].into()).get(format!("{}/step_41?fresh=1", self.url)),
        )
    }

    fn begun(&self) -> usize {
        self.gate.state.lock().unwrap().begun
    }

    /// Waits until so many generations have begun.
    async fn until_begun(&self, count: usize) {
        let gate = Arc::clone(&self.gate);
        let waiting = move || gate.wait_until(|state| state.begun >= count);
        tokio::task::spawn_blocking(waiting).await.unwrap();
    }
}

#[case]
async fn a_task_that_many_ask_for_at_once_is_generated_once() {
    let server = GatedServer::start(Limits::default());
    let asked = server.ask(50, "");
    server.until_begun(1).await;
    server.gate.set(|state| state.is_open = true);
    let boards: Vec<_> =
        asked.join_all().await.iter().map(|reply| reply.json()["board"].clone()).collect();
    assert!(boards[0].is_string() && boards.iter().all(|board| *board == boards[0]));
    assert_eq!(server.begun(), 1);
}

#[case]
async fn explanations_are_prepared_before_the_first_wrong_answer() {
    let server = GatedServer::start(Limits::default());
    server.gate.set(|state| state.is_open = true);
    server.ask(3, "?fresh=1").join_all().await;
    let gate = Arc::clone(&server.gate);
    let waiting = move || gate.wait_until(|state| state.prepared == 1);
    tokio::task::spawn_blocking(waiting).await.unwrap();
}

#[case]
async fn a_task_that_cannot_be_generated_is_tried_again_by_the_next_request() {
    let server = GatedServer::start(Limits::default());
    server.gate.set(|state| state.failure = Some(Failure::Error));
    let asked = server.ask(50, "");
    server.until_begun(1).await;
    server.gate.set(|state| state.is_open = true);
    for reply in asked.join_all().await {
        reply.problem("judge.error");
    }
    server.gate.set(|state| state.failure = None);
    let begun = server.begun();
    assert!(server.ask(1, "").join_all().await[0].json()["board"].is_string());
    assert_eq!(server.begun(), begun + 1);
}

/// Limits with which whoever is not the first to wait would wait too long.
fn impatient() -> Limits {
    Limits { compute_wait: Duration::ZERO, ..Limits::default() }
}

#[case]
async fn a_full_queue_refuses_tasks_and_generates_them_afterwards() {
    let server = GatedServer::start(impatient());
    // One core is left to the requests.
    let cores: u8 = thread::available_parallelism().map_or(1, NonZero::get).try_into().unwrap();
    let threads = (cores - 1).max(1);
    // Each at another address: so many occupy the threads.
    let mut asked: JoinSet<_> = (0..threads).map(|host| server.ask_from(10 + host)).collect();
    server.until_begun(threads.into()).await;
    // Of two more, one waits and the other is refused.
    let mut more: JoinSet<_> = [2, 3].into_iter().map(|host| server.ask_from(host)).collect();
    let refused = more.join_next().await.unwrap().unwrap();
    let problem = refused.problem("limit.busy");
    assert!(problem.detail.contains("other requests"), "{refused}");
    let seconds: u32 = refused.header(RETRY_AFTER).parse().unwrap();
    assert!(seconds >= 1 && refused.json()["retry_after"] == seconds, "{refused}");
    // The refused task itself is not remembered as refused.
    server.ask(1, "").join_all().await[0].problem("limit.busy");
    server.gate.set(|state| state.is_open = true);
    while let Some(reply) = asked.join_next().await {
        assert_eq!(reply.unwrap().status, 200);
    }
    assert_eq!(more.join_next().await.unwrap().unwrap().status, 200);
    assert_eq!(server.ask(1, "").join_all().await[0].status, 200);
}

#[case]
async fn who_asks_for_too_many_tasks_at_once_is_refused() {
    let server = GatedServer::start(impatient());
    // Two have the caller's places, one waits for these, and the others are refused.
    let mut asked = server.ask(5, "?fresh=1");
    for _ in 0..2 {
        let refused = asked.join_next().await.unwrap().unwrap();
        refused.problem("limit.caller");
        assert!(refused.header(RETRY_AFTER).parse::<u32>().unwrap() >= 1, "{refused}");
    }
    server.gate.set(|state| state.is_open = true);
    // The one that waited may find the queue too long, as long as the second has not left it.
    let replies = asked.join_all().await;
    assert!(replies.iter().filter(|reply| reply.status == 200).count() >= 2);
}

#[case]
async fn an_answer_is_not_wrong_before_it_was_judged_against_the_previous_board_too() {
    let server = GatedServer::start(Limits::default());
    server.gate.set(|state| state.is_open = true);
    server.ask(1, "").join_all().await;
    let ans = ["."; 36].join(",");
    let answer = async |ans: &str| server.ask(1, &format!("?ans={ans}")).join_all().await.remove(0);

    // Perhaps the answer belongs to the previous board, and perhaps that can be made when the answer is sent again.
    server.gate.set(|state| state.failure = Some(Failure::Panic));
    answer(&ans).await.problem("server.error");
    // This board can never be made.
    server.gate.set(|state| state.failure = Some(Failure::Error));
    answer(&ans).await.wrong();
    server.gate.set(|state| state.failure = None);
    answer(&ans).await.wrong();
    assert_eq!(server.begun(), 4);
}

#[case]
async fn the_right_answer_is_accepted_without_the_previous_board() {
    let server = GatedServer::start(Limits::default());
    server.gate.set(|state| state.is_open = true);
    let task = server.ask(1, "").join_all().await.remove(0).task();
    let query = format!("?ans={}", task.solution().join(","));
    server.ask(1, &query).join_all().await[0].accepted();
    assert_eq!(server.begun(), 1);
}
