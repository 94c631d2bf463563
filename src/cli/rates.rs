//! The options of `gradus serve` that limit how often callers do what costs something.

use clap::Args;
use gradus::app::Rate;
use gradus::app::RateLimits;

use super::values::whole;

/// So many listeners at most, unless the option says more: each needs some memory.
const MOST_LISTENERS: usize = 4096;

/// The largest number of listeners that may be given: more than a process has connections.
const LARGEST: usize = 1_000_000_000;

/// How often, as a count and a period.
#[derive(Args)]
#[command(
    next_help_heading = "Limits on callers (COUNT/PERIOD: so many at once, and as many again within the period)"
)]
pub(crate) struct RateOptions {
    /// New tasks from one address; one of a heavy kind counts as ten
    #[arg(long, env = "GRADUS_TASK_RATE", default_value_t = RateLimits::default().tasks)]
    task_rate: Rate,
    /// Registrations from one address
    #[arg(long, env = "GRADUS_REGISTRATION_RATE", default_value_t = RateLimits::default().registrations)]
    registration_rate: Rate,
    /// Wrong course codes from one address
    #[arg(long, env = "GRADUS_CODE_RATE", default_value_t = RateLimits::default().codes)]
    code_rate: Rate,
    /// New matches from one address
    #[arg(long, env = "GRADUS_MATCH_RATE", default_value_t = RateLimits::default().matches)]
    match_rate: Rate,
    /// New matches of a learner
    #[arg(long, env = "GRADUS_LEARNER_MATCH_RATE", default_value_t = RateLimits::default().learner_matches)]
    learner_match_rate: Rate,
    /// Records that a learner saves
    #[arg(long, env = "GRADUS_RECORD_RATE", default_value_t = RateLimits::default().records)]
    record_rate: Rate,
    /// Wrong answers to a step from one address, of callers without a key
    #[arg(long, env = "GRADUS_ANSWER_RATE", default_value_t = RateLimits::default().answers)]
    answer_rate: Rate,
    /// How many may listen to events of matches and of the scoreboard at once [default: a quarter of the connections, at most 4096]
    #[arg(long, env = "GRADUS_LISTENERS", value_parser = whole(0..=LARGEST))]
    listeners: Option<usize>,
    /// How many of them from one address, at most half of all
    #[arg(long, env = "GRADUS_ADDRESS_LISTENERS", default_value_t = RateLimits::default().network_listeners, value_parser = whole(0..=LARGEST))]
    address_listeners: usize,
}

impl RateOptions {
    /// How many may listen to a server that may have so many connections.
    pub(super) fn listeners(&self, connections: usize) -> usize {
        self.listeners.unwrap_or((connections / 4).min(MOST_LISTENERS))
    }

    /// The limits of a server that may have so many connections.
    pub(super) fn limits(self, connections: usize) -> RateLimits {
        RateLimits {
            tasks: self.task_rate,
            registrations: self.registration_rate,
            codes: self.code_rate,
            matches: self.match_rate,
            learner_matches: self.learner_match_rate,
            records: self.record_rate,
            answers: self.answer_rate,
            listeners: self.listeners(connections),
            network_listeners: self.address_listeners,
        }
    }
}
