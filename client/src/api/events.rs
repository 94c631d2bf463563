//! A game's events, as the server streams them: each carries the whole state, so that a client that connects late, or again, has
//! missed nothing.

use std::error::Error as StdError;

use futures_util::stream::{BoxStream, StreamExt};
use reqwest::{Body, Response, Url};
use sse_stream::{Sse, SseStream};

use super::error::Error;
use super::state::GameState;

/// Something that happened to a game.
#[derive(Clone, Debug)]
pub struct GameEvent {
    /// What happened.
    pub kind: EventKind,
    /// The state as it is then.
    pub state: GameState,
}

/// What happened to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Nothing: the state when the connection is opened.
    State,
    /// A move was made.
    Move,
    /// Moves were taken back.
    Undo,
    /// The game is over.
    End,
}

/// The events of one game until the connection ends; it may end at any time, and can be opened again.
pub type Events = BoxStream<'static, Result<GameEvent, Error>>;

/// The events that a response brings.
pub(super) fn events(server: &Url, response: Response) -> Events {
    let server = server.clone();
    let blocks = SseStream::new(Body::from(response));
    let events = blocks.filter_map(move |block| {
        let event = match block {
            Ok(block) => event(&server, &block),
            Err(error) => Some(Err(interrupted(&server, &error))),
        };
        std::future::ready(event)
    });
    events.boxed()
}

/// The event in a block; `None` for a block without an event, and for kinds of events that this client does not know.
fn event(server: &Url, block: &Sse) -> Option<Result<GameEvent, Error>> {
    let kind = match block.event.as_deref()? {
        "state" => EventKind::State,
        "move" => EventKind::Move,
        "undo" => EventKind::Undo,
        "end" => EventKind::End,
        _ => return None,
    };
    let state = serde_json::from_str(block.data.as_deref()?);
    Some(match state {
        Ok(state) => Ok(GameEvent { kind, state }),
        Err(error) => Err(Error::foreign(server, error.to_string())),
    })
}

fn interrupted(server: &Url, error: &sse_stream::Error) -> Error {
    let reason = match error.source() {
        Some(source) => source.to_string(),
        None => error.to_string(),
    };
    Error::unreachable(server, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATE: &str = r#"{"is_success":true,"id":"k3v7k3v7k3v7k3v7","url":"u","game":"gomoku","seats":["human","human"],"to_move":2,"history":["hh"],"moves":1,"board":"","scores":[0,0],"status":"open","winners":[],"last":"hh","seed":7,"picture":"p","events":"e"}"#;

    async fn read(body: String) -> Vec<Result<GameEvent, Error>> {
        let response = Response::from(http(body));
        events(&"http://h/".parse().unwrap(), response).collect().await
    }

    fn http(body: String) -> ::http::Response<String> {
        ::http::Response::new(body)
    }

    #[tokio::test(flavor = "current_thread")]
    async fn each_event_carries_the_state() {
        let body = format!(
            ": hello\n\nevent: state\nid: 1\ndata: {STATE}\n\nevent: move\r\nid: 2\r\ndata: {STATE}\r\n\r\n\
             event: undo\ndata: {STATE}\n\nevent: end\ndata: {STATE}\n\n"
        );
        let kinds: Vec<EventKind> =
            read(body).await.into_iter().map(|event| event.unwrap().kind).collect();
        assert_eq!(kinds, [EventKind::State, EventKind::Move, EventKind::Undo, EventKind::End]);
    }

    #[tokio::test(flavor = "current_thread")]
    async fn what_is_no_event_of_a_game_is_passed_over() {
        let body = format!(
            "retry: 100\n\ndata: {STATE}\n\nevent: chat\ndata: hello\n\nevent: move\n\n\
             event: move\ndata: {STATE}\n\nevent: end\ndata: cut off"
        );
        let events = read(body).await;
        assert_eq!(events.len(), 1);
        assert_eq!(events[0].as_ref().unwrap().state.history.len(), 1);
    }

    #[tokio::test(flavor = "current_thread")]
    async fn a_state_that_cannot_be_read_comes_from_a_foreign_server() {
        let events = read("event: move\ndata: {}\n\n".to_owned()).await;
        assert!(matches!(events[..], [Err(Error::Foreign { .. })]));
    }
}
