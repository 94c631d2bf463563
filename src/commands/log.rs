//! The log: its level, its format, and its output.

use std::io::{BufWriter, IsTerminal as _, stderr};

use clap::{Args, ValueEnum};
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

/// The options of the log, which is written to standard error.
#[derive(Args)]
pub(crate) struct LogOptions {
    /// What to log: a level (off, error, warn, info, debug, trace), or levels by module, as `warn,gradus=debug`
    #[arg(long, global = true, env = "RUST_LOG", value_name = "FILTER", default_value = "info", value_parser = filter)]
    log: Targets,
    /// How a line is written
    #[arg(
        long,
        global = true,
        env = "GRADUS_LOG_FORMAT",
        value_name = "FORMAT",
        default_value = "text"
    )]
    log_format: LogFormat,
}

/// How a line of the log is written.
#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    /// For people
    Text,
    /// A JSON object, for programs
    Json,
}

/// The filter for libraries, unless the user's filter names them. Malformed requests would let any client fill the log, and
/// `actix_server` logs its number of threads.
const QUIET: &str = "actix_http=off,actix_server=warn";

fn filter(text: &str) -> Result<Targets, String> {
    let text = if text.trim().is_empty() { "info" } else { text };
    format!("{QUIET},{text}").parse().map_err(|_| {
        "expected a level (off, error, warn, info, debug, trace) or levels by module, as warn,gradus=debug"
            .to_owned()
    })
}

impl LogOptions {
    /// Starts logging.
    ///
    /// The threads that serve requests never wait for standard error: a separate thread writes the lines, in batches. If standard error
    /// is slower than the log, up to 128,000 lines are queued; further lines are dropped and counted.
    pub(crate) fn start(&self) -> Log {
        let (writer, guard) = NonBlockingBuilder::default().finish(BufWriter::new(stderr()));
        let dropped = writer.error_counter();
        let lines = tracing_subscriber::fmt::layer().with_writer(writer);
        let lines = match self.log_format {
            LogFormat::Text => lines.with_ansi(stderr().is_terminal()).boxed(),
            LogFormat::Json => lines.json().flatten_event(true).boxed(),
        };
        tracing_subscriber::registry().with(lines.with_filter(self.log.clone())).init();
        Log { guard, dropped }
    }
}

/// The running log.
pub(crate) struct Log {
    guard: WorkerGuard,
    dropped: ErrorCounter,
}

impl Log {
    /// Writes the queued lines, and reports how many were dropped.
    pub(crate) fn finish(self) {
        drop(self.guard);
        let dropped = self.dropped.dropped_lines();
        if dropped > 0 {
            eprintln!(
                "gradus: {dropped} lines of the log were dropped; standard error was too slow"
            );
        }
    }
}
