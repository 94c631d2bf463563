//! The options of all attacks.

use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use sqlx::postgres::PgConnectOptions;

use crate::Outcome;
use crate::database::local_postgres;

/// How large the attacks are.
#[derive(Args)]
pub(crate) struct Options {
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Multiplies the numbers of connections, requests and rounds
    #[arg(long, default_value_t = 1.0, value_parser = scale)]
    scale: f64,
    /// How long a flood lasts, in seconds
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// How long after a flood the memory is measured again, in seconds
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(..=600))]
    settle: u64,
    /// How many mutated requests are sent, before --scale
    #[arg(long, default_value_t = 50_000, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    mutations: u32,
    /// How many idle connections are held, before --scale
    #[arg(long, default_value_t = 10_000, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=50_000))]
    idle: u32,
    /// A PostgreSQL on this machine, by the URL of somebody who may create databases: each server gets one of its own [default: SQLite]
    #[arg(long, value_name = "URL", value_parser = local_postgres)]
    postgres: Option<PgConnectOptions>,
    /// The server's program [default: the one that was built beside this one]
    #[arg(long, value_name = "PATH")]
    server_binary: Option<PathBuf>,
}

/// In one line, above what was measured with them.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, scale, seconds, .. } = self;
        let database = if self.postgres.is_some() { "PostgreSQL" } else { "SQLite" };
        write!(f, "seed {seed}, scale {scale}, floods of {seconds} s, {database}")
    }
}

fn scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| *scale > 0.0 && *scale <= 10.0);
    scale.ok_or_else(|| "expected a number above 0, at most 10".to_owned())
}

/// How many files the campaign and the server have open besides.
const OTHER_FILES: usize = 300;

impl Options {
    /// A number of connections, requests or rounds, at least one.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the scale is positive and at most 10"
    )]
    pub(crate) fn scaled(&self, count: u32) -> usize {
        ((f64::from(count) * self.scale).round() as usize).max(1)
    }

    pub(crate) fn mutated_requests(&self) -> usize {
        self.scaled(self.mutations)
    }

    pub(crate) fn idle_connections(&self) -> usize {
        self.scaled(self.idle)
    }

    /// Where the servers' databases are created; none for files.
    pub(crate) fn postgres(&self) -> Option<&PgConnectOptions> {
        self.postgres.as_ref()
    }

    pub(crate) fn flood_time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    pub(crate) fn settle_time(&self) -> Duration {
        Duration::from_secs(self.settle)
    }

    /// The random choices of one part of an attack: they do not depend on what the other parts do meanwhile.
    pub(crate) fn rng(&self, part: usize) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(part as u64);
        rng
    }

    /// The server's program.
    pub(crate) fn program(&self) -> Outcome<PathBuf> {
        let program = if let Some(program) = &self.server_binary {
            program.clone()
        } else {
            std::env::current_exe()?.with_file_name("gradus")
        };
        // It is started in another directory.
        program.canonicalize().map_err(|error| format!("{}: {error}", program.display()).into())
    }

    /// Whether this process, and so the server, may open as many files as attacks with so many connections need.
    pub(crate) fn check_open_files(connections: usize) -> Outcome<()> {
        let limits = fs::read_to_string("/proc/self/limits")?;
        let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
        let limit = line.and_then(|line| line.split_whitespace().next()).ok_or("no such limit")?;
        let needed = connections + OTHER_FILES;
        match limit.parse::<usize>() {
            Ok(limit) if limit < needed => {
                Err(format!("{limit} open files are allowed: ulimit -n {needed}").into())
            }
            // It is a number that is large enough, or `unlimited`.
            _ => Ok(()),
        }
    }
}
