//! The limits of a server. Each one is an option: the field has its name, type, default and help, and nothing else repeats them.

use std::iter;
use std::time::Duration;

use clap::{Args, Command, FromArgMatches as _};

use super::buckets::Rate;
use crate::option_values::{days, seconds, whole};

const HOUR: u64 = 3600;

/// The default of the listeners is not above this number: each needs some memory.
const MAX_DEFAULT_LISTENERS: usize = 4096;

/// More connections than a process has.
const MAX_LISTENERS: usize = 1_000_000_000;

/// Limits on connections, time and storage.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// How many connections there may be: the server sets it, by the files that the system lets it open
    #[arg(skip = 20_000_usize)]
    pub connections: usize,
    /// How long the body of a request may take to arrive, in seconds
    #[arg(long, env, value_name = "SECONDS", default_value = "20", value_parser = seconds(1..=HOUR))]
    pub body_timeout: Duration,
    /// How many connections there may be from one address; those from trusted proxies do not count [code: limit.connections]
    #[arg(long, env, value_name = "COUNT", default_value = "2048", value_parser = whole(1..=u32::MAX as usize))]
    pub connections_per_address: usize,
    /// How long a client may read nothing of the reply that waits for it, in seconds
    #[arg(long, env, value_name = "SECONDS", default_value = "30", value_parser = seconds(1..=HOUR))]
    pub send_timeout: Duration,
    /// How long a board or a computer's move may be expected to wait for a thread, in seconds; when it would be longer, it is refused
    /// [code: limit.busy, limit.caller]
    #[arg(long, env, value_name = "SECONDS", default_value = "5", value_parser = seconds(1..=HOUR))]
    pub compute_wait: Duration,
    /// How long running requests may take after a stop signal, in seconds
    #[arg(long, env, value_name = "SECONDS", default_value = "5", value_parser = seconds(0..=24 * HOUR))]
    pub shutdown_timeout: Duration,
    /// How many answers a learner may have judged on a day; sending the same answer again counts nothing [code: limit.attempts]
    #[arg(long, env, value_name = "COUNT", default_value = "20000", value_parser = whole(1..=u32::MAX))]
    pub attempts_per_day: u32,
    /// How many records of matches a learner may have [code: limit.records]
    #[arg(long, env, value_name = "COUNT", default_value = "1000", value_parser = whole(0..=u32::MAX))]
    pub records: u32,
    /// After how many days without a move a match is deleted that belongs to no learner and to no step
    #[arg(long, env, value_name = "DAYS", default_value = "28", value_parser = days(1..=36_500))]
    pub idle_matches: Duration,
    /// How often callers may do what costs something.
    #[command(flatten)]
    pub rates: RateLimits,
}

/// How often callers may do what costs something, and how many may listen to events.
#[derive(Args, Clone, Copy, Debug)]
#[command(
    next_help_heading = "Limits on callers (COUNT/PERIOD: so many at once, and as many again within the period)"
)]
pub struct RateLimits {
    // `solve-all --rounds 50 --fresh` takes at most 18,000 at once: a test counts them. A class of whom each fetches a heavy task every ten
    // seconds takes 300 a second. 500 a second are 50 heavy ones, about a tenth of a core, and half a one for the heaviest step.
    /// New tasks of a learner, or from one address without a key; one of a heavy kind counts as ten [code: limit.tasks]
    #[arg(long, env, default_value = "20000/40s")]
    pub task_rate: Rate,
    // A course registers within a minute. A script that goes on for a day fills some megabytes.
    /// Registrations from one address [code: limit.registrations]
    #[arg(long, env, default_value = "500/h")]
    pub registration_rate: Rate,
    // Each of a class mistypes it once. Somebody who guesses for a week tries 50,000.
    /// Wrong course codes from one address [code: limit.codes]
    #[arg(long, env, default_value = "300/h")]
    pub code_rate: Rate,
    // 60 tournaments of 100 matches. A script that goes on for a day fills some hundred megabytes.
    /// New matches from one address, of callers without a key [code: limit.matches]
    #[arg(long, env, default_value = "6000/h")]
    pub match_rate: Rate,
    /// New matches of a learner [code: limit.matches]
    #[arg(long, env, default_value = "1000/h")]
    pub learner_match_rate: Rate,
    /// Records that a learner saves [code: limit.saves]
    #[arg(long, env, default_value = "600/h")]
    pub record_rate: Rate,
    // A class of whom each answers wrongly every ten seconds.
    /// Wrong answers to a step from one address, of callers without a key [code: limit.answers]
    #[arg(long, env, default_value = "9000/5m")]
    pub answer_rate: Rate,
    /// How many may listen to events of matches and of the scoreboard at once [code: limit.listeners] [default: a quarter of the connections, at
    /// most 4096]
    #[arg(long, env, value_parser = whole(0..=MAX_LISTENERS))]
    pub listeners: Option<usize>,
    // Two for each of a class.
    /// How many of them of a learner, or from one address without a key, at most half of all [code: limit.listeners]
    #[arg(long, env, default_value = "600", value_parser = whole(0..=MAX_LISTENERS))]
    pub address_listeners: usize,
}

impl Limits {
    /// How many may listen to events.
    pub fn listeners(&self) -> usize {
        self.rates.listeners.unwrap_or((self.connections / 4).min(MAX_DEFAULT_LISTENERS))
    }
}

/// The limits of a command line without options. Variables do not count.
impl Default for Limits {
    #[expect(clippy::expect_used, reason = "the unit tests call it")]
    fn default() -> Self {
        let options = Self::augment_args(Command::new("defaults").no_binary_name(true));
        let options = options.mut_args(|option| option.env(None::<&str>));
        let matches =
            options.try_get_matches_from(iter::empty::<&str>()).expect("every limit has a default");
        Self::from_arg_matches(&matches).expect("the defaults are values")
    }
}

impl Default for RateLimits {
    fn default() -> Self {
        Limits::default().rates
    }
}
