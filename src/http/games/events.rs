//! `GET /games/{id}/events`: what happens in a match, while it happens, as server-sent events.
//!
//! The first event, `state`, is the match as it is; then every `move`, every `undo` and the `end` is an event with the match as it is
//! after it. So whoever has missed something knows everything with the next event. An event's id is the number of moves.

use std::convert::Infallible;
use std::time::Duration;

use actix_web::{Responder, web};
use actix_web_lab::sse;
use futures_util::stream::{self, Stream, StreamExt as _};

use super::RequestedMatch;
use super::views::StateReply;
use crate::game::{Match, MatchId};
use crate::http::base_url::BaseUrl;
use crate::http::problem::Problem;
use crate::http::query::NoQuery;
use crate::http::state::State;
use crate::matches::{Follower, UpdateKind};
use crate::step::StepNumber;

/// A comment is sent when nothing has happened for so long, so that no proxy takes the connection for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// `GET /games/{id}/events`.
pub(in crate::http) async fn get(
    _: NoQuery,
    RequestedMatch(id): RequestedMatch,
    base_url: BaseUrl,
    state: web::Data<State>,
) -> Result<impl Responder, Problem> {
    let follower = state.matches.subscribe(id).await?;
    let seen = follower.seen();
    let viewer = Viewer { id: seen.id(), step: seen.step(), base_url };
    let first = viewer.event("state", seen.state());
    let events = stream::once(async { Ok::<_, Infallible>(first) }).chain(follow(viewer, follower));
    Ok(sse::Sse::from_stream(events).with_keep_alive(KEEP_ALIVE))
}

/// Whoever follows a match.
struct Viewer {
    id: MatchId,
    step: Option<StepNumber>,
    base_url: BaseUrl,
}

impl Viewer {
    #[expect(clippy::expect_used, reason = "texts and numbers can be written")]
    fn event(&self, name: &'static str, state: &Match) -> sse::Event {
        let reply = StateReply::of(self.id, state, self.step, &self.base_url);
        let data = serde_json::to_string(&reply).expect("texts and numbers can be written as JSON");
        sse::Data::new(data).event(name).id(state.game().move_count().to_string()).into()
    }
}

/// Everything that happens from now on, until the server is about to stop or cannot read the match any more.
fn follow(
    viewer: Viewer,
    follower: Follower,
) -> impl Stream<Item = Result<sse::Event, Infallible>> {
    let batches = stream::unfold((viewer, follower), |(viewer, mut follower)| async move {
        let changes = match follower.next().await? {
            Ok(changes) => changes,
            Err(error) => {
                tracing::warn!(%error, "the events of a match end");
                return None;
            }
        };
        let events: Vec<_> = changes
            .iter()
            .map(|next| {
                let name = match next.kind {
                    UpdateKind::Move => "move",
                    UpdateKind::Undo => "undo",
                    UpdateKind::End => "end",
                };
                Ok(viewer.event(name, &next.state))
            })
            .collect();
        Some((stream::iter(events), (viewer, follower)))
    });
    batches.flatten()
}
