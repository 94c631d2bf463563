//! The server's process: started, and ended when the test is done with it.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use tokio::task::yield_now;
use tokio::time::timeout;

use super::caller::{Anonymous, Caller as _, Learner};
use super::class::INSTRUCTOR_KEY;
use super::postgres::Database;
use super::reply::Reply;
use super::workplace::Workplace;

/// The servers' time window in seconds. It ends in the year 2033: no test stands astride two windows.
pub(crate) const WINDOW: u64 = 1_000_000_000;

/// How long a test waits for what must come: a test that hangs fails, and says where, long before the whole run is given up.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// A running server. When it is dropped it is killed; a panic in its log fails the test.
pub(crate) struct Server {
    process: Child,
    /// Held open: the server writes a second line.
    stdout: BufReader<ChildStdout>,
    url: String,
    workplace: Arc<Workplace>,
}

impl Server {
    /// A server with a workplace of its own.
    pub(crate) fn start() -> Self {
        Self::start_at(&Arc::new(Workplace::new()))
    }

    /// A server on the files of the servers before it.
    pub(crate) fn start_at(workplace: &Arc<Workplace>) -> Self {
        Self::start_with(workplace, |command| command)
    }

    /// A server on a database of PostgreSQL.
    pub(crate) fn start_on(database: Database) -> Self {
        Self::start_at(&Arc::new(Workplace::on(database)))
    }

    /// A server whose command line or environment has something more.
    pub(crate) fn start_with(
        workplace: &Arc<Workplace>,
        more: impl FnOnce(&mut Command) -> &mut Command,
    ) -> Self {
        let mut command = workplace.gradus(&["--bind", "127.0.0.1:0"]);
        command.args(["--window", &WINDOW.to_string()]);
        more(&mut command).stdout(Stdio::piped()).stderr(workplace.log_file());
        let mut process = command.spawn().unwrap();
        let stdout = BufReader::new(process.stdout.take().unwrap());
        let workplace = Arc::clone(workplace);
        let mut server = Self { process, stdout, url: String::new(), workplace };
        server.url = server.address();
        server
    }

    /// A server that a shell starts, after a command that changes what the server inherits: `umask 0`.
    pub(crate) fn start_after(workplace: &Arc<Workplace>, change: &str) -> Self {
        Self::start_with(workplace, |command| {
            let mut shell = workplace.shell(&format!(r#"{change}; exec "$0" "$@""#));
            shell.arg(command.get_program()).args(command.get_args());
            *command = shell;
            command
        })
    }

    /// Reads the line that tells the address; it comes when the server can be spoken with.
    fn address(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on ");
        address.unwrap_or_else(|| panic!("the first line is {line:?}")).to_owned()
    }

    /// Reads the line that tells where its metrics are, of a server that was started with an address for them.
    pub(crate) fn metrics_url(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.stdout.read_line(&mut line).unwrap(), 0, "no line tells it");
            if let Some(url) = line.trim_end().strip_prefix("metrics: ") {
                return url.to_owned();
            }
        }
    }

    /// Its address, as `http://127.0.0.1:41234`.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn workplace(&self) -> &Arc<Workplace> {
        &self.workplace
    }

    /// Sends it a signal: `TERM`, `HUP`.
    pub(crate) fn signal(&self, signal: &str) {
        send_signal(signal, self.process.id());
    }

    /// Limits the length of each file that it writes, as a disk does that is full. It must ignore the signal XFSZ.
    pub(crate) fn limit_files(&self, bytes: &str) {
        let limit = format!("prlimit --pid {} --fsize={bytes}:", self.process.id());
        let status = Command::new("sh").args(["-c", &limit]).status().unwrap();
        assert!(status.success(), "{limit}: {status}");
    }

    /// Ends all pauses after wrong answers, as if much time had passed.
    pub(crate) async fn let_pauses_end(&self) {
        self.workplace.change_database("UPDATE step_progress SET last_wrong_at = 0").await;
    }

    /// Makes all pauses after wrong answers last for two minutes, which is longer than any test: the longest pause there is, begun as far in the
    /// future as the clock of another server may be.
    pub(crate) async fn let_pauses_last(&self) {
        let sql = "UPDATE step_progress SET last_wrong_at = last_wrong_at + 60, wrong_in_a_row = 10
                   WHERE wrong_in_a_row >= 2";
        self.workplace.change_database(sql).await;
    }

    /// Kills it with SIGKILL: it gets no chance to write anything.
    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Asks it to stop, and waits until it has: then everything that it had to log is written.
    pub(crate) fn terminate(&mut self) {
        self.signal("TERM");
        assert_eq!(self.wait(), Some(0));
    }

    /// Waits for it to end by itself, and returns its exit code; none if it had to be killed because it did not end.
    pub(crate) fn wait(&mut self) -> Option<i32> {
        let (ended, end) = mpsc::channel::<()>();
        let id = self.process.id();
        thread::spawn(move || {
            if end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                send_signal("KILL", id);
            }
        });
        let code = self.process.wait().unwrap().code();
        drop(ended);
        code
    }

    /// Kills it and starts another one on the same files. It has another port.
    pub(crate) fn restart(mut self) -> Self {
        self.kill();
        Self::start_at(&self.workplace)
    }

    /// Somebody without a key.
    pub(crate) fn anonymous(&self) -> Anonymous {
        Anonymous::at(self)
    }

    /// Lets it make a board of each step. The first of some takes seconds where other tests run too, and the client's program does not wait for
    /// so long.
    pub(crate) async fn warm_up(&self) {
        let anybody = self.anonymous();
        for step in super::puzzles() {
            anybody.task(step).await;
        }
    }

    /// Asks it whether it is ready until it is, or is not.
    pub(crate) async fn until_ready(&self, is_ready: bool) {
        let anonymous = self.anonymous();
        let asked = async {
            while (Reply::to(anonymous.get("/readyz")).await.status == 200) != is_ready {}
        };
        assert!(timeout(PATIENCE, asked).await.is_ok(), "is it ready? {}", !is_ready);
    }

    /// Waits until it has logged something.
    pub(crate) async fn until_logged(&self, text: &str) {
        let logged = async {
            while !self.workplace.log().contains(text) {
                yield_now().await;
            }
        };
        assert!(timeout(PATIENCE, logged).await.is_ok(), "{}", self.workplace.log());
    }

    /// Somebody without a key at another address, 127.0.0.`host`.
    pub(crate) fn anonymous_at(&self, host: u8) -> Anonymous {
        Anonymous::from(self, host)
    }

    /// The instructor whom its environment names: [`INSTRUCTORS`](super::INSTRUCTORS).
    pub(crate) fn instructor(&self) -> Learner {
        self.learner("Grace Hopper", INSTRUCTOR_KEY)
    }

    /// A learner who has the key from an instructor.
    pub(crate) fn learner(&self, name: &str, key: &str) -> Learner {
        Learner::with_key(self, name, key)
    }

    /// A new learner.
    pub(crate) async fn register(&self, name: &str) -> Learner {
        Learner::register(self.anonymous(), name).await
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Some tests have killed it already.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let log = self.workplace.log();
        if thread::panicking() {
            eprintln!("the server's log:\n{log}");
        } else {
            assert!(!log.contains("panicked"), "{log}");
        }
    }
}

fn send_signal(signal: &str, process: u32) {
    let kill = format!("kill -{signal} {process}");
    let status = Command::new("sh").args(["-c", &kill]).status().unwrap();
    assert!(status.success(), "{kill}: {status}");
}
