//! The rooms in which matches are played: who changes a match does so alone, and everybody in the room hears of it.
//!
//! A room is there as long as somebody is in it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{Mutex as TurnLock, broadcast};

use crate::game::{GameId, Match};

/// How many changes a listener may be behind before some are passed over; the next one tells all the same how the match stands.
const BACKLOG: usize = 64;

/// All rooms with somebody in them.
#[derive(Default)]
pub(in crate::http) struct Rooms(Arc<Mutex<HashMap<GameId, Weak<Room>>>>);

/// The room of one match.
pub(super) struct Room {
    id: GameId,
    /// Held while the match is read, changed and put back.
    pub(super) turn: TurnLock<()>,
    news: broadcast::Sender<News>,
    rooms: Arc<Mutex<HashMap<GameId, Weak<Room>>>>,
}

/// Something that happened in a match.
#[derive(Clone)]
pub(super) struct News {
    pub(super) event: Event,
    /// The match after it.
    pub(super) game: Arc<Match>,
}

/// What may happen in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Somebody has moved.
    Move,
    /// Something was taken back.
    Undo,
    /// The match is over.
    End,
}

impl Rooms {
    /// Enters the room of a match; the first to enter opens it.
    pub(super) fn enter(&self, id: GameId) -> Arc<Room> {
        // Nothing panics while the lock is held, so that the map is whole in any case.
        let mut rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = rooms.get(&id).and_then(Weak::upgrade) {
            return room;
        }
        let (news, _) = broadcast::channel(BACKLOG);
        let room =
            Arc::new(Room { id, turn: TurnLock::default(), news, rooms: Arc::clone(&self.0) });
        rooms.insert(id, Arc::downgrade(&room));
        room
    }
}

impl Room {
    /// Hears what happens from now on.
    pub(super) fn listen(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Whether somebody listens.
    pub(super) fn has_listeners(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// Tells all who listen.
    pub(super) fn tell(&self, event: Event, game: Arc<Match>) {
        // It fails when nobody listens any more.
        let _ = self.news.send(News { event, game });
    }
}

/// The last one to leave closes the room, unless somebody has opened it anew.
impl Drop for Room {
    fn drop(&mut self) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if rooms.get(&self.id).is_some_and(|room| room.strong_count() == 0) {
            rooms.remove(&self.id);
        }
    }
}
