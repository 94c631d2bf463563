//! The log: its level, its format, and its output.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{BufWriter, IsTerminal as _, stderr};
use std::panic::{self, PanicHookInfo};
use std::time::Duration;

use actix_web::rt;
use clap::{Args, ValueEnum};
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

use super::repeats::{PERIOD, Repeats};

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

/// How many lines wait for standard error at most. The queue has room for all of them from the beginning, 32 bytes each.
const QUEUE: usize = 32_000;

fn filter(text: &str) -> Result<Targets, String> {
    let text = if text.trim().is_empty() { "info" } else { text };
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    // `Targets` takes a misspelt level for a module, and then logs nothing of the others.
    let has_level = |part: &&str| {
        let level = part.split_once('=').map_or(*part, |(_, level)| level);
        !level.is_empty() && level.parse::<LevelFilter>().is_ok()
    };
    let targets = || {
        // With `debug`, sqlx logs every statement: nothing else of the log would be seen.
        let level = parts.iter().rev().find_map(|part| part.parse::<LevelFilter>().ok());
        let sqlx = level.map_or(LevelFilter::OFF, |level| level.min(LevelFilter::INFO));
        format!("{QUIET},sqlx={sqlx},{}", parts.join(",")).parse::<Targets>().ok()
    };
    parts.iter().all(has_level).then(targets).flatten().ok_or_else(|| {
        "expected a level (off, error, warn, info, debug, trace) or levels by module, as warn,gradus=debug"
            .to_owned()
    })
}

impl LogOptions {
    /// Starts logging.
    ///
    /// The threads that serve requests never wait for standard error: a separate thread writes the lines, in batches. If standard error
    /// is slower than the log, up to [`QUEUE`] lines are queued; further lines are dropped and counted. Of equal warnings and errors one is
    /// written in [`PERIOD`] seconds, and the number of the others.
    pub(crate) fn start(&self) -> Log {
        let queue = NonBlockingBuilder::default().buffered_lines_limit(QUEUE);
        let (writer, guard) = queue.finish(BufWriter::new(stderr()));
        let dropped = writer.error_counter();
        let lines = tracing_subscriber::fmt::layer().with_writer(writer);
        let lines = match self.log_format {
            LogFormat::Text => lines.with_ansi(stderr().is_terminal()).boxed(),
            LogFormat::Json => lines.json().flatten_event(true).boxed(),
        };
        let repeats = Repeats::of(self.log.clone());
        let lines = lines.with_filter(self.log.clone());
        tracing_subscriber::registry().with(lines).with(repeats.clone()).init();
        panic::set_hook(Box::new(log_panic));
        let counted = repeats.clone();
        rt::spawn(async move {
            let mut periods = rt::time::interval(Duration::from_secs(PERIOD));
            loop {
                periods.tick().await;
                counted.report();
            }
        });
        Log { guard, dropped, repeats }
    }
}

/// Logs a panic as one record, in the format of the log.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let location = panic.location().map(tracing::field::display);
    let reason = panic.payload_as_str().unwrap_or("of an unknown type");
    let backtrace = Backtrace::capture();
    let backtrace =
        (backtrace.status() == BacktraceStatus::Captured).then(|| backtrace.to_string());
    tracing::error!(location, reason, backtrace, "a thread panicked");
}

/// The running log.
pub(crate) struct Log {
    guard: WorkerGuard,
    dropped: ErrorCounter,
    repeats: Repeats,
}

impl Log {
    /// Writes the queued lines, and reports how many were dropped.
    pub(crate) fn finish(self) {
        self.repeats.report();
        drop(self.guard);
        let dropped = self.dropped.dropped_lines();
        if dropped > 0 {
            eprintln!(
                "gradus: {dropped} lines of the log were dropped; standard error was too slow"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use super::*;

    /// What is written, shared with the test.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_filter_is_a_level_or_levels_by_module() {
        for text in ["", "off", "WARN", "warn,gradus=debug", " warn , gradus::app=trace", "3"] {
            assert!(filter(text).is_ok(), "{text}");
        }
        for text in ["inof", "gradus", "warn,", "gradus=", "gradus=inof", "a=b=info", "info debug"]
        {
            let said = filter(text).unwrap_err();
            assert!(said.starts_with("expected a level (off, error"), "{text}: {said}");
        }
        let targets = filter("warn, gradus=debug").unwrap();
        assert!(targets.would_enable("gradus", &tracing::Level::DEBUG));
        assert!(!targets.would_enable("sqlx", &tracing::Level::INFO));
    }

    #[test]
    fn statements_are_logged_only_if_the_filter_names_sqlx() {
        for text in ["debug", "TRACE", "4", "warn,debug", "debug,gradus=trace"] {
            let targets = filter(text).unwrap();
            assert!(targets.would_enable("gradus", &tracing::Level::DEBUG), "{text}");
            assert!(!targets.would_enable("sqlx::query", &tracing::Level::DEBUG), "{text}");
            assert!(targets.would_enable("sqlx::query", &tracing::Level::INFO), "{text}");
        }
        for text in ["debug,sqlx=debug", "sqlx=debug", "info,sqlx::query=debug"] {
            let targets = filter(text).unwrap();
            assert!(targets.would_enable("sqlx::query", &tracing::Level::DEBUG), "{text}");
        }
    }

    #[test]
    fn a_panic_is_one_record_of_the_log() {
        let written = Written::default();
        let writer = written.clone();
        let lines = tracing_subscriber::fmt().json().flatten_event(true);
        let lines = lines.with_writer(move || writer.clone()).finish();
        panic::set_hook(Box::new(log_panic));
        let panicked = tracing::subscriber::with_default(lines, || {
            panic::catch_unwind(|| panic!("on {}", "purpose"))
        });
        drop(panic::take_hook());
        assert!(panicked.is_err());
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}");
        let record: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&record["level"], &record["reason"]), (&"ERROR".into(), &"on purpose".into()));
        assert!(record["location"].as_str().unwrap().contains("log.rs"), "{record}");
    }
}
