//! What is counted of matches.

use crate::game::Match;
use crate::metrics::{Counter, Exposition, Family};

/// How many matches were started and ended, and how many moves were made, by game.
#[derive(Debug, Default)]
pub(super) struct MatchMetrics {
    started: Family<&'static str, Counter>,
    ended: Family<&'static str, Counter>,
    moves: Family<&'static str, Counter>,
}

impl MatchMetrics {
    /// A match was started.
    pub(super) fn started(&self, state: &Match) {
        self.started.with(&name(state), Counter::increment);
    }

    /// A match that had so many moves was changed; `was_open` says whether it was not over before. One that goes on after an undo may
    /// end again.
    pub(super) fn changed(&self, (moves, was_open): (usize, bool), state: &Match) {
        let made = state.game().move_count().saturating_sub(moves);
        self.moves.with(&name(state), |moves| moves.add(made as u64));
        if was_open && state.to_move().is_none() {
            self.ended.with(&name(state), Counter::increment);
        }
    }

    /// Writes all that as metrics.
    pub(super) fn expose(&self, out: &mut Exposition) {
        let mut write = |name, help, family| {
            out.counters(name, help).family(family, |game: &&str| [("game", game)]);
        };
        write("gradus_matches_started_total", "Matches that were started.", &self.started);
        write("gradus_matches_ended_total", "Matches that were played to their end.", &self.ended);
        write("gradus_match_moves_total", "Moves that were made in matches.", &self.moves);
    }
}

fn name(state: &Match) -> &'static str {
    state.setup().game().as_str()
}
