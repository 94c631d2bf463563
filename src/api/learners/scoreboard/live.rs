//! `/scoreboard/events`: the standings as server-sent events.
//!
//! However many listen, what they are told is written once for all, or for all of a section. Only the mark of a learner's own row is set
//! for each of them.

use std::sync::{Arc, PoisonError};

use actix_web::http::Method;
use actix_web::rt;
use futures_util::future;
use futures_util::stream::{self, Stream, StreamExt as _};
use tokio::sync::watch;

use super::{LISTED, ScoreboardFields, ScoreboardReply, Viewpoint, standings};
use crate::app::caller::Caller;
use crate::app::class::Curriculum;
use crate::app::compute::CallerKey;
use crate::app::places::Place;
use crate::app::scoreboard::require_scoreboard;
use crate::app::scoreboard::{Event, LIFETIME, Published};
use crate::app::state::SharedState;
use crate::wire::extract::ApiQuery;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::{self, EventData, EventStream};

/// A row of somebody else as it is written, and the caller's own.
const UNMARKED: &str = "\"you\":false";
const MARKED: &str = "\"you\":true";

impl Event {
    fn of(reply: &ScoreboardReply) -> Result<Self, Problem> {
        let data = serde_json::to_string(reply);
        let data = data.map_err(|error| Problem::internal(Code::ServerError, error.to_string()))?;
        let id = blake3::hash(data.as_bytes()).to_hex().chars().take(16).collect();
        Ok(Self { id, data })
    }

    /// The same for the learner whose row is at this place, from 0.
    fn with_mark(&self, place: usize) -> Self {
        let mut data = self.data.clone();
        // A nickname has no such text in it: quotes within a text are escaped.
        let mark = data.match_indices(UNMARKED).nth(place).map(|(start, _)| start);
        if let Some(start) = mark {
            data.replace_range(start..start + UNMARKED.len(), MARKED);
        }
        Self { id: format!("{}-{place}", self.id), data }
    }
}

impl Viewpoint {
    /// What is told of the standings from this viewpoint.
    fn event(&self, published: &Published, curriculum: &Curriculum) -> Result<Arc<Event>, Problem> {
        let mut ranked = published.standings.ranked(self.section.as_deref());
        let place =
            self.caller.and_then(|own| ranked.position(|(_, standing)| standing.learner == own));
        match place {
            None => self.common_event(published, curriculum),
            Some(place) if place < LISTED => {
                let common = self.common_event(published, curriculum)?;
                Ok(Arc::new(common.with_mark(place)))
            }
            // The own row comes after those that all see.
            Some(_) => Event::of(&self.reply(&published.standings, curriculum)).map(Arc::new),
        }
    }

    /// What is told of the same to somebody who is not in the standings.
    fn common_event(
        &self,
        published: &Published,
        curriculum: &Curriculum,
    ) -> Result<Arc<Event>, Problem> {
        // Locked while it is written, so that it is written once.
        let mut events = published.events.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(event) = events.get(&self.section) {
            return Ok(Arc::clone(event));
        }
        let viewpoint = Self { section: self.section.clone(), caller: None };
        let reply = viewpoint.reply(&published.standings, curriculum);
        let event = Arc::new(Event::of(&reply)?);
        // A caller can name any number of empty sections, so those are not cached.
        if !reply.standings.is_empty() {
            events.insert(viewpoint.section, Arc::clone(&event));
        }
        Ok(event)
    }
}

/// `GET /scoreboard/events`: the standings now, and again when they have changed. The data of an event `standings` is that of
/// `GET /scoreboard`; its id changes with the data. HEAD gets the headers and opens no stream.
pub(crate) async fn events(
    caller: Caller,
    ApiQuery(query): ApiQuery<ScoreboardFields>,
    method: Method,
    state: SharedState,
) -> Result<EventStream<ScoreboardReply, impl Stream<Item = russe::Event> + 'static>, Problem> {
    require_scoreboard(&state.curriculum().course)?;
    let events = if method == Method::HEAD {
        future::Either::Left(stream::empty())
    } else {
        let place = state.rates.listen(caller.key)?;
        let is_closed = state.scoreboard.is_closed();
        let caller = caller.learner.map(|learner| learner.id);
        let mut listener = Listener {
            viewpoint: Viewpoint { section: query.section(), caller },
            changes: state.scoreboard.changes(),
            state,
            seen: String::new(),
            _place: place,
        };
        let published = standings(&listener.state).await?;
        let curriculum = listener.state.curriculum();
        listener.viewpoint.check(&published.standings, &curriculum.course)?;
        drop(curriculum);
        let first = listener.news().await?;
        future::Either::Right(stream::iter(first).chain(follow(listener, is_closed)))
    };
    Ok(EventStream::new(events))
}

impl EventData for ScoreboardReply {
    const EVENTS: &'static [&'static str] = &["standings"];
}

/// Somebody who listens to the standings.
struct Listener {
    state: SharedState,
    viewpoint: Viewpoint,
    changes: watch::Receiver<u64>,
    /// The id of the last event.
    seen: String,
    /// The listener's, free again when the stream ends.
    _place: Place<CallerKey>,
}

impl Listener {
    /// The standings as an event, unless the listener knows them.
    async fn news(&mut self) -> Result<Option<russe::Event>, Problem> {
        let published = standings(&self.state).await?;
        let event = self.viewpoint.event(&published, &self.state.curriculum())?;
        if event.id == self.seen {
            return Ok(None);
        }
        self.seen.clone_from(&event.id);
        Ok(Some(reply::event("standings", event.id.clone(), event.data.clone())))
    }

    /// The next standings that differ; none when the course has no scoreboard any more.
    async fn next(&mut self) -> Option<russe::Event> {
        loop {
            tokio::select! {
                // The sender lives as long as the state.
                _ = self.changes.changed() => {}
                () = rt::time::sleep(LIFETIME) => {}
            }
            require_scoreboard(&self.state.curriculum().course).ok()?;
            match self.news().await {
                Ok(Some(event)) => return Some(event),
                Ok(None) => {}
                Err(problem) => tracing::warn!(%problem, "the standings cannot be computed"),
            }
        }
    }
}

/// All changes of the standings from now on, until the server stops.
fn follow(
    listener: Listener,
    is_closed: watch::Receiver<bool>,
) -> impl Stream<Item = russe::Event> {
    stream::unfold((listener, is_closed), |(mut listener, mut is_closed)| async move {
        let event = tokio::select! {
            biased;
            _ = is_closed.wait_for(|is_closed| *is_closed) => None,
            event = listener.next() => event,
        };
        Some((event?, (listener, is_closed)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_set_in_one_row_and_in_no_nickname() {
        let nickname = serde_json::Value::from(UNMARKED);
        let rows = |first: bool, second: bool| {
            format!("[{{\"nickname\":{nickname},\"you\":{first}}},{{\"you\":{second}}}]")
        };
        let common = Event { id: "0".to_owned(), data: rows(false, false) };
        let marked = [0, 1].map(|place| common.with_mark(place));
        assert_eq!(marked[0].data, rows(true, false));
        assert_eq!(marked[1].data, rows(false, true));
        assert_ne!(marked[0].id, marked[1].id);
    }
}
