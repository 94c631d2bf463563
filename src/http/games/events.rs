//! `GET /games/{id}/events`: what happens in a match, while it happens, as server-sent events.
//!
//! The first event, `state`, says how the match stands; then every `move`, every `undo` and the `end` is an event with the match as it
//! is then. So whoever has missed something knows all again with the next event. An event's id is the number of moves.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use actix_web::{HttpRequest, Responder, web};
use actix_web_lab::sse;
use futures_util::stream::{self, Stream, StreamExt as _};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::rooms::{Event, News, Room};
use super::sitting::{Sitting, id_of};
use super::state_reply::StateReply;
use crate::game::{GameId, Match};
use crate::http::base_url::BaseUrl;
use crate::http::problem::Problem;
use crate::http::state::State;
use crate::step::StepNumber;

/// A comment is sent when nothing has happened for so long, so that no proxy takes the connection for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// `GET /games/{id}/events`.
pub(in crate::http) async fn get(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<impl Responder, Problem> {
    let id = id_of(&request)?;
    let room = state.rooms.enter(id);
    // Listening begins before the match is read, lest a move between the two be missed.
    let news = room.listen();
    let sitting = Sitting::read(&state, id).await?;
    let server = state.addresses.base_url(&request);
    let viewer = Viewer { id, step: sitting.step(), server };
    let first = viewer.event("state", &sitting.game);
    let rest = follow(viewer, room, news);
    let events = stream::once(async { Ok::<_, Infallible>(first) }).chain(rest);
    Ok(sse::Sse::from_stream(events).with_keep_alive(KEEP_ALIVE))
}

/// Whoever follows a match.
struct Viewer {
    id: GameId,
    step: Option<StepNumber>,
    server: BaseUrl,
}

impl Viewer {
    fn event(&self, name: &'static str, game: &Match) -> sse::Event {
        let reply = StateReply::of(self.id, game, self.step, &self.server);
        // Texts and numbers can always be written.
        let data = serde_json::to_string(&reply).unwrap_or_default();
        sse::Data::new(data).event(name).id(game.table().len().to_string()).into()
    }
}

/// Everything that happens from now on. The room stays open as long as somebody follows.
fn follow(
    viewer: Viewer,
    room: Arc<Room>,
    news: Receiver<News>,
) -> impl Stream<Item = Result<sse::Event, Infallible>> {
    stream::unfold((viewer, room, news), |(viewer, room, mut news)| async move {
        let News { event, game } = loop {
            match news.recv().await {
                Ok(news) => break news,
                // The next news tells all again.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        };
        let name = match event {
            Event::Move => "move",
            Event::Undo => "undo",
            Event::End => "end",
        };
        let event = viewer.event(name, &game);
        Some((Ok(event), (viewer, room, news)))
    })
}
