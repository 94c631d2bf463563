//! What is counted of matches.

use crate::game::Match;
use crate::metrics::{Counter, Exposition, Family};

/// How many matches were started and ended, and how many moves were made, by game.
#[derive(Debug)]
pub(super) struct MatchMetrics {
    started: Family<&'static str, Counter>,
    ended: Family<&'static str, Counter>,
    moves: Family<&'static str, Counter>,
}

/// How a match stood before it was changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    moves: usize,
    is_open: bool,
}

impl Before {
    pub(super) fn of(state: &Match) -> Self {
        Self { moves: state.game().move_count(), is_open: state.to_move().is_some() }
    }
}

impl Default for MatchMetrics {
    fn default() -> Self {
        let family = || Family::new(Counter::default);
        Self { started: family(), ended: family(), moves: family() }
    }
}

impl MatchMetrics {
    /// A match was started.
    pub(super) fn started(&self, state: &Match) {
        self.started.with(&name(state), Counter::increment);
    }

    /// A match was changed. One that goes on after an undo may end again.
    pub(super) fn changed(&self, before: Before, state: &Match) {
        let made = state.game().move_count().saturating_sub(before.moves);
        self.moves.with(&name(state), |moves| moves.add(made as u64));
        if before.is_open && state.to_move().is_none() {
            self.ended.with(&name(state), Counter::increment);
        }
    }

    /// Writes all that as metrics.
    pub(super) fn expose(&self, out: &mut Exposition) {
        let mut write = |name, help, family: &Family<&'static str, Counter>| {
            let mut samples = out.counters(name, help);
            for (game, count) in family.sorted() {
                samples.value(&[("game", game)], count.get());
            }
        };
        write("gradus_matches_started_total", "Matches that were started.", &self.started);
        write("gradus_matches_ended_total", "Matches that were played to their end.", &self.ended);
        write("gradus_match_moves_total", "Moves that were made in matches.", &self.moves);
    }
}

fn name(state: &Match) -> &'static str {
    state.setup().game().as_str()
}
