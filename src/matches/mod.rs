//! The service that hosts matches: load, check the seat and the turn, change, save if nobody was faster, publish.
//!
//! | file | what |
//! |---|---|
//! | `service` | [`MatchService`]: everything that can be done with a match |
//! | `loaded` | [`LoadedMatch`]: a match as it was when it was read, and [`LoadedMatch::save`] |
//! | `events` | [`MatchEvents`] carries the news of changes; [`MatchHub`] does so within one process |
//! | `follow` | [`Follower`]: what happens in a match, change by change |
//! | `per_match` | one value for each match that somebody is busy with |
//!
//! The store is the only memory of a match: each request reads it, changes it and saves it, so that a restart is not noticed, and several
//! processes may host the same match. The service knows no HTTP and no clock.

mod events;
mod follow;
mod loaded;
mod per_match;
mod service;

pub use events::{MatchEvent, MatchEvents, MatchHub, Subscription};
pub use follow::{Follower, MatchUpdate, UpdateKind};
pub use loaded::LoadedMatch;
pub use service::{MatchError, MatchService, PlayedMatch};
