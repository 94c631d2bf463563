//! `GET /games/{id}/events`: the changes of a match as server-sent events. HEAD gets the headers and opens no stream.
//!
//! The first event, `state`, has the current state of the match. Every `move`, every `undo` and the `end` is an event with the state
//! after it, so a client that missed an event is up to date with the next one. An event's id is the number of moves.

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::Method;
use futures_util::future::Either;
use futures_util::stream::{self, Stream, StreamExt as _};
use russe::Event;

use super::requested::{RequestedMatch, match_id};
use super::views::StateReply;
use crate::app::authentication::ComputeCaller;
use crate::app::compute::CallerKey;
use crate::app::matches::{Follower, UpdateKind};
use crate::app::places::Place;
use crate::app::state::{SharedState, State};
use crate::game::{Match, MatchId};
use crate::step::StepNumber;
use crate::wire::base_url::BaseUrl;
use crate::wire::extract::{Extract, NoQuery};
use crate::wire::openapi::Operation;
use crate::wire::problem::Problem;
use crate::wire::reply::{EventData, EventStream, event};

/// A subscription to the match that an address names.
pub(crate) struct FollowedMatch(Follower);

impl Extract for FollowedMatch {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        Ok(Self(State::of(request).matches.subscribe(match_id(request)?).await?))
    }

    fn describe(operation: &mut Operation) {
        RequestedMatch::describe(operation);
    }
}

/// `GET /games/{id}/events`.
pub(crate) async fn get(
    FollowedMatch(follower): FollowedMatch,
    _: NoQuery,
    base_url: BaseUrl,
    ComputeCaller { key, .. }: ComputeCaller,
    (method, state): (Method, SharedState),
) -> Result<EventStream<StateReply, impl Stream<Item = Event> + 'static>, Problem> {
    let events = if method == Method::HEAD {
        Either::Left(stream::empty())
    } else {
        let place = state.rates.listen(key)?;
        let seen = follower.seen();
        let context = EventContext { id: seen.id(), step: seen.step(), base_url, _place: place };
        let first = context.event("state", seen.state());
        Either::Right(stream::iter([first]).chain(follow(context, follower)))
    };
    Ok(EventStream::new(events))
}

impl EventData for StateReply {
    const EVENTS: &'static [&'static str] = &["state", "move", "undo", "end"];
}

/// What every event of a stream needs besides the state.
struct EventContext {
    id: MatchId,
    step: Option<StepNumber>,
    base_url: BaseUrl,
    /// The listener's, free again when the stream ends.
    _place: Place<CallerKey>,
}

impl EventContext {
    #[expect(clippy::expect_used, reason = "a state has nothing that JSON cannot express")]
    fn event(&self, name: &'static str, state: &Match) -> Event {
        let reply = StateReply::of(self.id, state, self.step, &self.base_url);
        let data = serde_json::to_string(&reply).expect("a state can be written as JSON");
        event(name, state.game().move_count().to_string(), data)
    }
}

/// All changes from now on, until the server stops.
fn follow(context: EventContext, follower: Follower) -> impl Stream<Item = Event> {
    let batches = stream::unfold((context, follower), |(context, mut follower)| async move {
        let changes = follower.next().await?;
        let events: Vec<_> = changes
            .iter()
            .map(|next| {
                let name = match next.kind {
                    UpdateKind::Move => "move",
                    UpdateKind::Undo => "undo",
                    UpdateKind::End => "end",
                };
                context.event(name, &next.state)
            })
            .collect();
        Some((stream::iter(events), (context, follower)))
    });
    batches.flatten()
}
