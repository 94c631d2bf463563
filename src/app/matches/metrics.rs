//! What is counted of matches.

use prometheus_client::metrics::{counter::Counter, family::Family};

use crate::game::Match;
use crate::metrics::Registry;

type GameLabel = [(&'static str, &'static str); 1];

/// How many matches were started and ended, and how many moves were made, by game.
#[derive(Debug, Default)]
pub(super) struct MatchMetrics {
    started: Family<GameLabel, Counter>,
    ended: Family<GameLabel, Counter>,
    moves: Family<GameLabel, Counter>,
}

impl MatchMetrics {
    /// A match was started.
    pub(super) fn started(&self, state: &Match) {
        self.started.get_or_create(&label(state)).inc();
    }

    /// A match that had so many moves was changed; `was_open` says whether it was not over before. One that goes on after an undo may
    /// end again.
    pub(super) fn changed(&self, (moves, was_open): (usize, bool), state: &Match) {
        let made = state.game().move_count().saturating_sub(moves);
        self.moves.get_or_create(&label(state)).inc_by(made as u64);
        if was_open && state.to_move().is_none() {
            self.ended.get_or_create(&label(state)).inc();
        }
    }

    /// Registers all that.
    pub(super) fn expose(&self, out: &mut Registry) {
        let mut write =
            |name, help, family: &Family<_, _>| out.register(name, help, family.clone());
        write("gradus_matches_started", "Matches that were started", &self.started);
        write("gradus_matches_ended", "Matches that were played to their end", &self.ended);
        write("gradus_match_moves", "Moves that were made in matches", &self.moves);
    }
}

fn label(state: &Match) -> GameLabel {
    [("game", state.setup().game().as_str())]
}
