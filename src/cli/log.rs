//! The log: its level, its format, and its output. Of equal warnings and errors it has one line, and how many more like it there were.
//!
//! While the disk is full every request fails for the same reason. Written out, these lines would bury the others, and fill the disk that
//! the log is on. The crate for this, `tracing-throttle`, forgets the oldest of many different lines, so that it does not bound lines which are
//! all different.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::{Debug, Write as _};
use std::io::{BufWriter, IsTerminal as _, stderr};
use std::mem;
use std::panic::{self, PanicHookInfo};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actix_web::rt;
use clap::{Args, ValueEnum};
use tracing::callsite::Identifier;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::Context;
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

/// How long equal lines are counted before their number is logged, in seconds.
const PERIOD: u64 = 10;

/// How many different lines are told apart in a period. Further ones are counted by where they come from, so that lines that are all
/// different are bounded too.
const KINDS: usize = 64;

/// The fields in which equal lines are equal. The others say which request it was.
const ALIKE: [&str; 7] = ["message", "code", "detail", "error", "path", "reason", "location"];

/// The field of the lines that this file writes.
const MORE: &str = "more";

/// The lines of the current period. Clones share them.
#[derive(Clone)]
struct Repeats {
    /// What is written at all: nothing else is counted.
    written: Targets,
    lines: Arc<Mutex<HashMap<Key, Repeated>>>,
}

/// Where a line comes from and what it says; nothing for lines beyond [`KINDS`].
type Key = (Identifier, Option<String>);

/// How often a line came after the first time.
#[derive(Debug, PartialEq, Eq)]
struct Repeated {
    level: Level,
    like: String,
    more: u64,
}

impl Repeats {
    /// Those of a log in which this is written.
    fn of(written: Targets) -> Self {
        Self { written, lines: Arc::default() }
    }

    /// Whether a line is the first of its kind in this period. Otherwise it is counted.
    fn is_first(&self, callsite: Identifier, level: Level, text: &str) -> bool {
        // A number is whole at every moment.
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let mut key = (callsite, Some(text.to_owned()));
        if lines.len() >= KINDS && !lines.contains_key(&key) {
            key.1 = None;
        }
        match lines.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(Repeated { level, like: text.to_owned(), more: 0 });
                true
            }
            Entry::Occupied(mut entry) => {
                entry.get_mut().more += 1;
                false
            }
        }
    }

    /// Ends the period, and logs how many lines were left out.
    fn report(&self) {
        let lines = mem::take(&mut *self.lines.lock().unwrap_or_else(PoisonError::into_inner));
        for Repeated { level, like, more } in lines.into_values().filter(|line| line.more > 0) {
            // The level of an event is a constant.
            if level == Level::ERROR {
                tracing::error!(more, like, "… {more} more like it in the last {PERIOD} s");
            } else {
                tracing::warn!(more, like, "… {more} more like it in the last {PERIOD} s");
            }
        }
    }
}

/// A layer beside the one that writes the lines, and not its filter: when a filter refuses a single event, tracing-subscriber keeps the
/// decision for the next one, and in a debug build panics.
impl<S: Subscriber> Layer<S> for Repeats {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let metadata = event.metadata();
        let is_own = metadata.fields().field(MORE).is_some();
        if *metadata.level() > Level::WARN
            || is_own
            || !self.written.would_enable(metadata.target(), metadata.level())
        {
            return true;
        }
        let mut text = Text::default();
        event.record(&mut text);
        self.is_first(metadata.callsite(), *metadata.level(), &text.0)
    }

    /// None of its own: without this, events of all levels would be made for it.
    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::OFF)
    }
}

/// What a line says, without the fields that differ from request to request.
#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if ALIKE.contains(&field.name()) {
            let separator = if self.0.is_empty() { "" } else { ", " };
            // Writing to a string never fails.
            let _ = write!(self.0, "{separator}{value:?}");
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }
}

#[cfg(test)]
mod tests {
    use std::io;

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
        assert!(targets.would_enable("gradus", &Level::DEBUG));
        assert!(!targets.would_enable("sqlx", &Level::INFO));
    }

    #[test]
    fn statements_are_logged_only_if_the_filter_names_sqlx() {
        for text in ["debug", "TRACE", "4", "warn,debug", "debug,gradus=trace"] {
            let targets = filter(text).unwrap();
            assert!(targets.would_enable("gradus", &Level::DEBUG), "{text}");
            assert!(!targets.would_enable("sqlx::query", &Level::DEBUG), "{text}");
            assert!(targets.would_enable("sqlx::query", &Level::INFO), "{text}");
        }
        for text in ["debug,sqlx=debug", "sqlx=debug", "info,sqlx::query=debug"] {
            let targets = filter(text).unwrap();
            assert!(targets.would_enable("sqlx::query", &Level::DEBUG), "{text}");
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

    /// The lines that are written of what some code logs.
    fn lines(log: impl FnOnce(&Repeats)) -> Vec<serde_json::Value> {
        let filter: Targets = "info,noisy=off".parse().unwrap();
        let (written, repeats) = (Written::default(), Repeats::of(filter.clone()));
        let writer = written.clone();
        let layer = tracing_subscriber::fmt::layer().json().flatten_event(true);
        let layer = layer.with_writer(move || writer.clone()).with_filter(filter);
        let subscriber = tracing_subscriber::registry().with(layer).with(repeats.clone());
        tracing::subscriber::with_default(subscriber, || log(&repeats));
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn fail(request: u64, detail: &str) {
        tracing::error!(request, detail, "request failed");
    }

    #[test]
    fn equal_errors_are_one_line_and_a_number() {
        let lines = lines(|repeats| {
            (0..1000).for_each(|request| fail(request, "the disk is full"));
            fail(1000, "the lock is held");
            repeats.report();
            fail(1001, "the disk is full");
            repeats.report();
        });
        let [full, locked, more, again] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!((&full["request"], &locked["request"]), (&0.into(), &1000.into()));
        assert_eq!((&more["more"], &more["level"]), (&999.into(), &"ERROR".into()));
        assert_eq!(more["like"], "request failed, the disk is full");
        assert_eq!(again["request"], 1001);
    }

    #[test]
    fn errors_that_are_all_different_are_bounded_too() {
        let lines = lines(|repeats| {
            (0..1000).for_each(|request| fail(request, &request.to_string()));
            repeats.report();
        });
        assert_eq!(lines.len(), KINDS + 2);
        assert_eq!(lines[KINDS + 1]["more"], 1000 - KINDS - 1);
    }

    #[test]
    fn what_is_not_written_is_not_counted() {
        let lines = lines(|repeats| {
            (0..3).for_each(|_| tracing::error!(target: "noisy", "stream error"));
            repeats.report();
        });
        assert!(lines.is_empty(), "{lines:?}");
    }

    #[test]
    fn what_is_no_warning_is_never_left_out() {
        let lines = lines(|_| (0..100).for_each(|_| tracing::info!("request")));
        assert_eq!(lines.len(), 100);
    }
}
