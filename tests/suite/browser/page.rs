//! What a person does on a page, and what they see there.

use std::cell::Cell;
use std::{env, fs, thread};

use data_encoding::BASE64;
use fantoccini::Locator;
use fantoccini::actions::{
    InputSource as _, KeyAction, KeyActions, MouseActions, PointerAction, TouchActions,
};
use fantoccini::elements::Element;
use fantoccini::key::Key;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::driver::Session;
use crate::places;
use crate::server::{PATIENCE, Task};

/// A page in a browser.
pub(crate) struct Page {
    session: Session,
    server: String,
    /// How wide the window was made; a desk's, if it was not.
    width: Cell<Option<Width>>,
}

/// How wide the window is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Width {
    Desk = 1280,
    Phone = 360,
}

/// What colours the reader prefers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Colours {
    Light,
    Dark,
}

impl Width {
    /// How high a window is that is so wide.
    fn height(self) -> u32 {
        match self {
            Self::Desk => 1000,
            Self::Phone => 780,
        }
    }
}

impl Page {
    /// A new browser, which has not been at any page, of somebody who reads English.
    pub(crate) async fn open(server: &str) -> Self {
        Self::open_in(server, "en").await
    }

    /// The same, of somebody who reads this language.
    pub(crate) async fn open_in(server: &str, language: &str) -> Self {
        let session = Session::open(language).await;
        Self { session, server: server.to_owned(), width: Cell::new(None) }
    }

    /// Goes to an address: a path of the server, or a whole one.
    pub(crate) async fn goes_to(&self, address: &str) {
        let address = match address.strip_prefix('/') {
            Some(path) => format!("{}/{path}", self.server),
            None => address.to_owned(),
        };
        self.session.client.goto(&address).await.unwrap();
    }

    /// The path of the page, with its query.
    pub(crate) async fn path(&self) -> String {
        let address = self.session.client.current_url().await.unwrap();
        let query = address.query().map(|query| format!("?{query}")).unwrap_or_default();
        format!("{}{query}", address.path())
    }

    async fn element(&self, selector: &str) -> Element {
        let wait = self.session.client.wait().at_most(PATIENCE);
        let found = wait.for_element(Locator::Css(selector)).await;
        found.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// Clicks on what leads to another page, and waits until that is there.
    pub(crate) async fn follows(&self, selector: &str) {
        let old = self.element("html").await;
        self.clicks(selector).await;
        let left = async { while old.tag_name().await.is_ok() {} };
        timeout(PATIENCE, left).await.unwrap_or_else(|_| panic!("{selector} leads nowhere"));
        self.element("main").await;
    }

    /// Clicks on something.
    pub(crate) async fn clicks(&self, selector: &str) {
        loop {
            match self.element(selector).await.click().await {
                // The part of the page was replaced by a new one.
                Err(error) if error.is_stale_element_reference() => {}
                clicked => return clicked.unwrap_or_else(|error| panic!("{selector}: {error}")),
            }
        }
    }

    /// Agrees to what is asked about something.
    pub(crate) async fn confirms(&self, what: &str) {
        let asked = self.session.client.get_alert_text().await.unwrap();
        assert!(asked.contains(what), "{asked}");
        self.session.client.accept_alert().await.unwrap();
    }

    /// Writes into a field, in the place of what is in it.
    pub(crate) async fn writes(&self, selector: &str, text: &str) {
        let field = self.element(selector).await;
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Chooses a file.
    pub(crate) async fn attaches(&self, selector: &str, path: &str) {
        let field = self.element(selector).await;
        let path = fs::canonicalize(path).unwrap();
        let chosen = field.send_keys(path.to_str().unwrap()).await;
        chosen.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Puts a text into a field that no keyboard has, such as an emoji.
    pub(crate) async fn pastes(&self, selector: &str, text: &str) {
        let field = serde_json::to_value(self.element(selector).await).unwrap();
        let script = "const [field, text] = arguments; \
             field.value = text; \
             field.dispatchEvent(new Event('change', { bubbles: true }))";
        self.session.client.execute(script, vec![field, json!(text)]).await.unwrap();
    }

    /// Chooses from a list.
    pub(crate) async fn chooses(&self, selector: &str, value: &str) {
        self.element(selector).await.select_by_value(value).await.unwrap();
    }

    /// Presses keys, one after the other, wherever the focus is.
    pub(crate) async fn types(&self, keys: &[Key]) {
        let pressed = keys.iter().fold(KeyActions::new("keys".to_owned()), |actions, &key| {
            let value = key.into();
            actions.then(KeyAction::Down { value }).then(KeyAction::Up { value })
        });
        self.session.client.perform_actions(pressed).await.unwrap();
    }

    /// Holds a key down while pressing another one.
    pub(crate) async fn types_with(&self, held: Key, key: Key) {
        let (held, key) = (held.into(), key.into());
        let pressed = KeyActions::new("keys".to_owned())
            .then(KeyAction::Down { value: held })
            .then(KeyAction::Down { value: key })
            .then(KeyAction::Up { value: key })
            .then(KeyAction::Up { value: held });
        self.session.client.perform_actions(pressed).await.unwrap();
    }

    /// Points at something with the mouse.
    pub(crate) async fn points_at(&self, selector: &str) {
        let element = self.element(selector).await;
        self.shows_in_the_middle(&element).await;
        let to = PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 };
        let moved = MouseActions::new("mouse".to_owned()).then(to);
        self.session.client.perform_actions(moved).await.unwrap();
    }

    /// Runs a script.
    pub(crate) async fn runs(&self, script: &str) {
        self.session.client.execute(script, Vec::new()).await.unwrap();
    }

    /// Taps on something with a finger.
    pub(crate) async fn taps(&self, selector: &str) {
        let element = self.element(selector).await;
        self.shows_in_the_middle(&element).await;
        let to = PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 };
        let tap = TouchActions::new("finger".to_owned())
            .then(to)
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::Up { button: 0 });
        self.session.client.perform_actions(tap).await.unwrap();
    }

    /// Scrolls so that something is in the middle of the window.
    async fn shows_in_the_middle(&self, element: &Element) {
        let script = "arguments[0].scrollIntoView({ block: 'center', inline: 'center' })";
        let argument = serde_json::to_value(element).unwrap();
        self.session.client.execute(script, vec![argument]).await.unwrap();
    }

    /// What a script tells.
    pub(crate) async fn tells<T: DeserializeOwned>(&self, expression: &str) -> T {
        let script = format!("return {expression}");
        let told = self.session.client.execute(&script, Vec::new()).await;
        let told = told.unwrap_or_else(|error| panic!("{expression}: {error}"));
        serde_json::from_value(told).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// What a script tells that has to wait for something.
    pub(crate) async fn awaits<T: DeserializeOwned>(&self, expression: &str) -> T {
        let script = format!(
            "const done = arguments[0]; \
             (async () => ({expression}))().then(done, (error) => done({{ error: `${{error}}` }}))"
        );
        let told = self.session.client.execute_async(&script, Vec::new()).await;
        let told = told.unwrap_or_else(|error| panic!("{expression}: {error}"));
        let told: Value = told;
        serde_json::from_value(told.clone()).unwrap_or_else(|_| panic!("{expression}: {told}"))
    }

    /// Waits until a condition holds, which is looked at with every frame that the browser draws.
    pub(crate) async fn until(&self, condition: &str) {
        let script = format!(
            "const [done] = arguments; \
             (function look() {{ if ({condition}) done(true); else requestAnimationFrame(look); }})()"
        );
        let holds = async {
            // The script ends early when another page is loaded.
            while self.session.client.execute_async(&script, Vec::new()).await.is_err() {}
        };
        if timeout(PATIENCE, holds).await.is_err() {
            self.photograph(&format!("failed-{}", thread::current().name().unwrap_or_default()))
                .await;
            let text: String = self.tells("document.body.innerText").await;
            let complaints = self.session.complaints().await;
            panic!("{condition} does not hold at {}: {complaints:?}\n{text}", self.path().await);
        }
    }

    /// Waits until there is something.
    pub(crate) async fn sees(&self, selector: &str) {
        self.until(&format!("document.querySelector({})", json!(selector))).await;
    }

    /// Waits until a text can be read in something.
    pub(crate) async fn reads(&self, selector: &str, text: &str) {
        let [selector, text] = [json!(selector), json!(text)];
        self.until(&format!("document.querySelector({selector})?.textContent.includes({text})"))
            .await;
    }

    /// The text of something.
    pub(crate) async fn text(&self, selector: &str) -> String {
        self.tells(&format!("document.querySelector({}).textContent.trim()", json!(selector))).await
    }

    /// The texts of everything of a kind.
    pub(crate) async fn texts(&self, selector: &str) -> Vec<String> {
        let every = format!("[...document.querySelectorAll({})]", json!(selector));
        self.tells(&format!("{every}.map((element) => element.textContent.trim())")).await
    }

    /// How many there are of a kind.
    pub(crate) async fn count(&self, selector: &str) -> usize {
        self.tells(&format!("document.querySelectorAll({}).length", json!(selector))).await
    }

    /// Whether something can be seen.
    pub(crate) async fn shows(&self, selector: &str) -> bool {
        self.tells(&format!(
            "document.querySelector({})?.checkVisibility() ?? false",
            json!(selector)
        ))
        .await
    }

    /// The task of a step's page, as it is shown there to be copied.
    pub(crate) async fn task(&self) -> Task {
        serde_json::from_str(&self.text("#board ~ .copyable code").await).unwrap()
    }

    /// Registers a new learner, who is signed in then; their key.
    pub(crate) async fn registers(&self, name: &str) -> String {
        self.goes_to("/session").await;
        self.writes("form[action='/learners'] [name=name]", name).await;
        self.follows("form[action='/learners'] button").await;
        self.text(".copyable code").await
    }

    /// Makes the window as wide as a desk's or a phone's.
    pub(crate) async fn is(&self, width: Width, colours: Colours) {
        self.width.set(Some(width));
        self.is_of_size(width, width.height()).await;
        let value = match colours {
            Colours::Light => "light",
            Colours::Dark => "dark",
        };
        // Without motion nothing is photographed while its colours change.
        let preferred = json!({ "features": [
            { "name": "prefers-color-scheme", "value": value },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ] });
        self.session.devtools("Emulation.setEmulatedMedia", preferred).await;
    }

    /// Makes the window so wide and high.
    async fn is_of_size(&self, width: Width, height: u32) {
        let is_phone = matches!(width, Width::Phone);
        let size = json!({
            "width": width as u32, "height": height, "deviceScaleFactor": 1, "mobile": is_phone,
        });
        self.session.devtools("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Sends a command of the browser's developer tools.
    pub(crate) async fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.session.devtools(command, parameters).await
    }

    /// Takes a picture of the page for people to look at, if they have set `GRADUS_SCREENSHOTS`: no case looks at it.
    pub(crate) async fn is_photographed(&self, name: &str) {
        if env::var_os("GRADUS_SCREENSHOTS").is_some() {
            self.photograph(name).await;
        }
    }

    /// Takes a picture of the whole page, kept under `target/screenshots/`. The window is made as high as the page for it: a picture
    /// of more than the window takes twice as long.
    async fn photograph(&self, name: &str) {
        let size = self.session.devtools("Page.getLayoutMetrics", json!({})).await;
        let height = size["cssContentSize"]["height"].as_f64().unwrap();
        let width = self.width.get().unwrap_or(Width::Desk);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size")]
        self.is_of_size(width, height.ceil() as u32).await;
        let how = json!({ "format": "jpeg", "quality": 90 });
        let taken = self.session.devtools("Page.captureScreenshot", how).await;
        match self.width.get() {
            Some(width) => self.is_of_size(width, width.height()).await,
            None => drop(self.devtools("Emulation.clearDeviceMetricsOverride", json!({})).await),
        }
        let picture = BASE64.decode(taken["data"].as_str().unwrap().as_bytes()).unwrap();
        let directory = places::programs().with_file_name("screenshots");
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join(format!("{}.jpg", name.replace("::", "-"))), picture).unwrap();
    }

    /// The console has complained of replies that the page may not read, as it should, and of nothing else.
    pub(crate) async fn was_blocked(&self) {
        let complaints = self.session.complaints().await;
        let of_blocking = |complaint: &String| {
            ["CORS policy", "ERR_FAILED", "a status of "]
                .iter()
                .any(|text| complaint.contains(text))
        };
        assert!(!complaints.is_empty() && complaints.iter().all(of_blocking), "{complaints:?}");
    }

    /// The console has complained of requests that were refused with this status, as it should, and of nothing else.
    pub(crate) async fn was_refused(&self, status: u16) {
        let complaints = self.session.complaints().await;
        let of_refusal = |complaint: &String| complaint.contains(&format!("a status of {status} "));
        assert!(!complaints.is_empty() && complaints.iter().all(of_refusal), "{complaints:?}");
    }
}
