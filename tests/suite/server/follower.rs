//! Somebody who listens to server-sent events. Every event is compared with the description of the API: `document`.

use reqwest::header::CONTENT_TYPE;
use serde_json::Value;

use super::caller::Caller;
use super::document;

/// A stream of events.
pub(crate) struct Follower {
    path: String,
    response: reqwest::Response,
    received: String,
}

/// An event.
pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) data: String,
}

impl Follower {
    /// Listens to the events of a path.
    pub(crate) async fn at(caller: &impl Caller, path: &str) -> Self {
        let response = caller.get(path).send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(response.headers()[CONTENT_TYPE], "text/event-stream");
        Self { path: path.to_owned(), response, received: String::new() }
    }

    /// The next event.
    pub(crate) async fn next(&mut self) -> Event {
        loop {
            while let Some((block, rest)) = self.received.split_once("\n\n") {
                let block = block.to_owned();
                self.received = rest.to_owned();
                let field = |name: &str| {
                    let prefix = format!("{name}: ");
                    block.lines().find_map(|line| line.strip_prefix(&prefix)).map(str::to_owned)
                };
                // A block without data is a comment that keeps the connection alive.
                if let Some(data) = field("data") {
                    let (name, id) = (field("event").unwrap(), field("id").unwrap());
                    document::check_event(&self.path, &name, &id, &data);
                    return Event { name, id, data };
                }
            }
            let chunk = self.response.chunk().await.unwrap().expect("the stream goes on");
            self.received.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// The data of the next event, which has this name.
    pub(crate) async fn expect(&mut self, name: &str) -> Value {
        let event = self.next().await;
        assert_eq!(event.name, name);
        serde_json::from_str(&event.data).unwrap()
    }

    /// Reads until the server ends the stream.
    pub(crate) async fn until_the_end(mut self) {
        while self.response.chunk().await.unwrap().is_some() {}
    }
}
