//! Browsers: Debian's Chromium without a window, in the build that has none and so takes half the time, each a session of one
//! chromedriver.
//!
//! To start one takes longer than most tests do on its pages, so a browser whose test is over is cleared and used by the next.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::{mem, thread};

use fantoccini::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::cases::{self, Need, is_available};
use crate::server::{PATIENCE, http_client};

/// Where Debian has it.
const CHROMEDRIVER: &str = "/usr/bin/chromedriver";

/// The program itself: a browser behind the script of `/usr/bin` would outlive its driver.
const CHROMIUM: &str = "/usr/lib/chromium/chromium-headless-shell";

/// The chromedriver of this process: it runs as long as a test has a browser.
struct Driver {
    process: Child,
    /// Held open: it writes when browsers come and go.
    _stdout: BufReader<ChildStdout>,
    url: String,
    /// The browsers that no test is using.
    idle: Mutex<Vec<Browser>>,
}

/// A browser of the driver's.
#[derive(Default)]
struct Browser {
    /// That of its session.
    id: String,
    /// What its reader wants pages in.
    language: String,
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

    /// A new one. It ends at once if the port that it has chosen for IPv4 is taken for IPv6, which the next one's may not be.
    fn start() -> Self {
        (0..10).find_map(|_| Self::on_some_port()).expect("one of ten starts")
    }

    fn on_some_port() -> Option<Self> {
        let mut command = Command::new(CHROMEDRIVER);
        command.arg("--port=0").stdin(Stdio::null());
        let process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut process = process.unwrap();
        let mut stdout = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        let port = loop {
            line.clear();
            if stdout.read_line(&mut line).unwrap() == 0 {
                process.wait().unwrap();
                return None;
            }
            if let Some((_, port)) = line.split_once("started successfully on port ") {
                break port.trim_end().trim_end_matches('.');
            }
        };
        let url = format!("http://127.0.0.1:{port}/");
        Some(Self { process, _stdout: stdout, url, idle: Mutex::default() })
    }

    /// A browser whose reader wants pages in this language, one that is idle or a new one.
    async fn browser(&self, language: &str) -> Browser {
        let idle = {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let place = idle.iter().position(|browser| browser.language == language);
            place.map(|place| idle.swap_remove(place))
        };
        match idle {
            Some(browser) => browser,
            None => self.new_browser(language).await,
        }
    }

    async fn new_browser(&self, language: &str) -> Browser {
        let capabilities = json!({
            "goog:chromeOptions": {
                "binary": CHROMIUM,
                "args": [
                    "--headless", "--no-sandbox", "--in-process-gpu", "--disable-dev-shm-usage", "--disable-gpu",
                    "--hide-scrollbars", "--window-size=1280,1000", format!("--accept-lang={language}"),
                ],
            },
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "script": (PATIENCE / 2).as_millis(), "pageLoad": PATIENCE.as_millis() },
        });
        let wanted = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let request = http_client().post(format!("{}session", self.url)).json(&wanted);
        let told: Value = request.send().await.unwrap().json().await.unwrap();
        let id = told["value"]["sessionId"].as_str().unwrap_or_else(|| panic!("{told}"));
        Browser { id: id.to_owned(), language: language.to_owned() }
    }

    /// Sends a command to a browser; what it replied.
    async fn tell(&self, browser: &Browser, path: &str, body: Value) -> reqwest::Result<Value> {
        let url = format!("{}session/{}/{path}", self.url, browser.id);
        let reply = http_client().post(url).json(&body).send().await?;
        let mut reply: Value = reply.error_for_status()?.json().await?;
        Ok(reply["value"].take())
    }

    /// Sends a command of the developer tools to a browser.
    async fn devtools(
        &self,
        browser: &Browser,
        command: &str,
        parameters: Value,
    ) -> reqwest::Result<Value> {
        let body = json!({ "cmd": command, "params": parameters });
        self.tell(browser, "goog/cdp/execute", body).await
    }

    /// What the browser's console has complained of since it was last asked.
    async fn complaints(&self, browser: &Browser) -> reqwest::Result<Vec<String>> {
        let log = self.tell(browser, "se/log", json!({ "type": "browser" })).await?;
        let entries = log.as_array().into_iter().flatten();
        let complaints = entries.filter(|entry| {
            ["SEVERE", "WARNING"].contains(&entry["level"].as_str().unwrap_or_default())
        });
        let messages =
            complaints.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned());
        Ok(messages.collect())
    }

    async fn close(&self, browser: &Browser) -> reqwest::Result<()> {
        http_client().delete(format!("{}session/{}", self.url, browser.id)).send().await?;
        Ok(())
    }

    /// Makes a browser as good as new, for the next test.
    async fn clear(&self, browser: &Browser) -> reqwest::Result<()> {
        self.tell(browser, "url", json!({ "url": "about:blank" })).await?;
        for (command, parameters) in [
            ("Network.clearBrowserCookies", json!({})),
            ("Network.clearBrowserCache", json!({})),
            ("Browser.resetPermissions", json!({})),
            ("Emulation.clearDeviceMetricsOverride", json!({})),
            ("Emulation.setEmulatedMedia", json!({ "features": [] })),
            ("Emulation.setScriptExecutionDisabled", json!({ "value": false })),
        ] {
            self.devtools(browser, command, parameters).await?;
        }
        self.complaints(browser).await?;
        Ok(())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let idle = mem::take(self.idle.get_mut().unwrap_or_else(PoisonError::into_inner));
        let sessions = idle.iter().map(|browser| format!("{}session/{}", self.url, browser.id));
        let sessions: Vec<String> = sessions.collect();
        // A browser that does not close ends with its driver.
        let _ = apart(async move {
            for session in sessions {
                let _ = http_client().delete(session).send().await;
            }
        });
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A browser without cookies or settings of others. When it is dropped, what its console has complained of by then fails the test.
pub(super) struct Session {
    pub(super) client: Client,
    browser: Browser,
    driver: Arc<Driver>,
}

impl Session {
    /// Opens a browser whose reader wants pages in this language. Without Chromium the case ends here.
    pub(super) async fn open(language: &str) -> Self {
        let is_installed = Path::new(CHROMEDRIVER).exists() && Path::new(CHROMIUM).exists();
        if !is_available(Need::Browser, "chromium", is_installed) {
            cases::stop();
        }
        let driver = Driver::running();
        let browser = driver.browser(language).await;
        let connector = HttpConnector::new();
        let client = Client::with_existing_session(&driver.url, &browser.id, connector).await;
        let client = client.unwrap();
        // The next test may use the browser.
        client.persist().await.unwrap();
        Self { client, browser, driver }
    }

    /// Sends a command of the browser's developer tools.
    pub(super) async fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.driver.devtools(&self.browser, command, parameters).await.unwrap()
    }

    /// What the console has complained of since it was last asked.
    pub(super) async fn complaints(&self) -> Vec<String> {
        self.driver.complaints(&self.browser).await.unwrap()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let (driver, browser) = (Arc::clone(&self.driver), mem::take(&mut self.browser));
        let has_failed = thread::panicking();
        let complaints = apart(async move {
            let complaints = driver.complaints(&browser).await?;
            if has_failed {
                driver.close(&browser).await?;
            } else {
                driver.clear(&browser).await?;
                driver.idle.lock().unwrap_or_else(PoisonError::into_inner).push(browser);
            }
            reqwest::Result::Ok(complaints)
        });
        if !has_failed {
            assert_eq!(complaints.unwrap().unwrap(), [""; 0], "the console complains");
        }
    }
}

/// Does something in a runtime of its own, since that of the test may be ending.
fn apart<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> thread::Result<T> {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    thread::spawn(move || runtime().block_on(work)).join()
}
