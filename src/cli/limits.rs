//! The options that limit connections, time, and what is stored; those that limit how often callers do something are in `rates`.

use std::time::Duration;

use clap::Args;
use gradus::app::Limits;

use super::rates::RateOptions;
use super::values::whole;

/// An hour, in seconds.
const HOUR: u64 = 3600;

/// Limits on connections, time and storage.
#[derive(Args)]
pub(crate) struct LimitOptions {
    /// How long the body of a request may take to arrive, in seconds
    #[arg(long, env = "GRADUS_BODY_TIMEOUT", value_name = "SECONDS", default_value_t = 20, value_parser = whole(1..=HOUR))]
    body_timeout: u64,
    /// How many connections there may be from one address; those from trusted proxies do not count
    #[arg(long, env = "GRADUS_CONNECTIONS_PER_ADDRESS", value_name = "COUNT", default_value_t = 2048, value_parser = whole(1..=u32::MAX))]
    connections_per_address: u32,
    /// How long a client may read nothing of the reply that waits for it, in seconds
    #[arg(long, env = "GRADUS_SEND_TIMEOUT", value_name = "SECONDS", default_value_t = 30, value_parser = whole(1..=HOUR))]
    send_timeout: u64,
    /// How long a board or a computer's move may be expected to wait for a thread, in seconds; when it would be longer, it is refused
    #[arg(long, env = "GRADUS_COMPUTE_WAIT", value_name = "SECONDS", default_value_t = 5, value_parser = whole(1..=HOUR))]
    compute_wait: u64,
    /// How long running requests may take after a stop signal, in seconds
    #[arg(long, env = "GRADUS_SHUTDOWN_TIMEOUT", value_name = "SECONDS", default_value_t = 5, value_parser = whole(0..=24 * HOUR))]
    shutdown_timeout: u64,
    #[command(flatten)]
    pub(super) rates: RateOptions,
    /// How many answers a learner may have judged on a day; sending the same answer again counts nothing
    #[arg(long, env = "GRADUS_ATTEMPTS_PER_DAY", value_name = "COUNT", default_value_t = 20_000, value_parser = whole(1..=u32::MAX))]
    attempts_per_day: u32,
    /// How many records of matches a learner may have
    #[arg(long, env = "GRADUS_RECORDS", value_name = "COUNT", default_value_t = 1000, value_parser = whole(0..=u32::MAX))]
    records: u32,
    /// After how many days without a move a match is deleted that belongs to no learner and to no step
    #[arg(long, env = "GRADUS_IDLE_MATCHES", value_name = "DAYS", default_value_t = 28, value_parser = whole(1..=36_500_u64))]
    idle_matches: u64,
}

impl LimitOptions {
    /// The limits of a server that may have so many connections.
    pub(super) fn limits(self, connections: usize) -> Limits {
        Limits {
            connections,
            connections_per_address: self.connections_per_address as usize,
            send_timeout: Duration::from_secs(self.send_timeout),
            body_timeout: Duration::from_secs(self.body_timeout),
            compute_wait: Duration::from_secs(self.compute_wait),
            shutdown_timeout: Duration::from_secs(self.shutdown_timeout),
            rates: self.rates.limits(connections),
            attempts_per_day: self.attempts_per_day,
            records: self.records,
            idle_matches: Duration::from_hours(24 * self.idle_matches),
        }
    }
}
