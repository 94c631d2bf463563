//! Browsers: Debian's Chromium without a window, each a session of one chromedriver.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;

use fantoccini::wd::{Capabilities, TimeoutConfiguration, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use reqwest::{Method, Url};
use serde_json::{Value, json};

use crate::server::{PATIENCE, http_client};

/// The chromedriver of this process: it runs as long as a test has a browser.
struct Driver {
    process: Child,
    /// Held open: it writes when browsers come and go.
    _stdout: BufReader<ChildStdout>,
    url: String,
}

impl Driver {
    /// The one that is running, or a new one.
    fn running() -> Arc<Self> {
        static RUNNING: Mutex<Weak<Driver>> = Mutex::new(Weak::new());
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.upgrade().unwrap_or_else(|| {
            let driver = Arc::new(Self::start());
            *running = Arc::downgrade(&driver);
            driver
        })
    }

    fn start() -> Self {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdin(Stdio::null());
        let process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut process = process.expect("tests/run.sh installs `chromium-driver`");
        let mut stdout = BufReader::new(process.stdout.take().unwrap());
        let mut told = String::new();
        let port = loop {
            let begin = told.len();
            assert_ne!(stdout.read_line(&mut told).unwrap(), 0, "chromedriver: {told}");
            if let Some((_, port)) = told[begin..].split_once("started successfully on port ") {
                break port.trim_end().trim_end_matches('.').to_owned();
            }
        };
        Self { process, _stdout: stdout, url: format!("http://127.0.0.1:{port}/") }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Every session has been closed.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A browser with a profile of its own. When it is dropped it is closed; what its console has complained of by then fails the test.
pub(super) struct Session {
    pub(super) client: Client,
    id: String,
    driver: Arc<Driver>,
}

impl Session {
    /// Opens a browser whose reader wants pages in this language.
    pub(super) async fn open(language: &str) -> Self {
        let driver = Driver::running();
        let capabilities = json!({
            "goog:chromeOptions": {
                "args": [
                    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                    "--hide-scrollbars", "--window-size=1280,1000", format!("--lang={language}"),
                ],
                "prefs": { "intl.accept_languages": language },
            },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let capabilities: Capabilities = serde_json::from_value(capabilities).unwrap();
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = builder.capabilities(capabilities).connect(&driver.url).await.unwrap();
        let id = client.session_id().await.unwrap().unwrap();
        let session = Self { client, id, driver };
        let limits = TimeoutConfiguration::new(Some(PATIENCE / 2), Some(PATIENCE), None);
        session.client.update_timeouts(limits).await.unwrap();
        session
    }

    /// Sends a command of the browser's developer tools.
    pub(super) async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        let command = DriverCommand { path: "goog/cdp/execute", body };
        self.client.issue_cmd(command).await.unwrap()
    }

    /// What the console has complained of since it was last asked.
    pub(super) async fn complaints(&self) -> Vec<String> {
        let command = DriverCommand { path: "se/log", body: json!({ "type": "browser" }) };
        complaints_in(&self.client.issue_cmd(command).await.unwrap())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let session = format!("{}session/{}", self.driver.url, self.id);
        // The test's own runtime may be ending, so the last requests are made by another one.
        let complaints = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(async {
                let http = http_client();
                let log =
                    http.post(format!("{session}/se/log")).json(&json!({ "type": "browser" }));
                let log: reqwest::Result<Value> = async { log.send().await?.json().await }.await;
                let closed = http.delete(session).send().await;
                (log.and_then(|log| closed.map(|_| log))).map(|log| complaints_in(&log["value"]))
            })
        });
        let complaints = complaints.join();
        if !thread::panicking() {
            assert_eq!(complaints.unwrap().unwrap(), [""; 0], "the console complains");
        }
    }
}

fn complaints_in(log: &Value) -> Vec<String> {
    let entries = log.as_array().into_iter().flatten();
    let complaints = entries.filter(|entry| {
        ["SEVERE", "WARNING"].contains(&entry["level"].as_str().unwrap_or_default())
    });
    complaints.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
}

/// A command that only chromedriver has.
#[derive(Debug)]
struct DriverCommand {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for DriverCommand {
    fn endpoint(&self, driver: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        driver.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
