//! Warnings and errors that come again and again: one line of each, and how many more like it there were.
//!
//! While the disk is full every request fails for the same reason. Written out, these lines would bury the others, and fill the disk that
//! the log is on. The crate for this, `tracing-throttle`, forgets the oldest of many different lines, so that it does not bound lines which are
//! all different.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::{Debug, Write as _};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use tracing::callsite::Identifier;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::Context;

/// How long equal lines are counted before their number is logged, in seconds.
pub(super) const PERIOD: u64 = 10;

/// How many different lines are told apart in a period. Further ones are counted by where they come from, so that lines that are all
/// different are bounded too.
const KINDS: usize = 64;

/// The fields in which equal lines are equal. The others say which request it was.
const ALIKE: [&str; 7] = ["message", "code", "detail", "error", "path", "reason", "location"];

/// The field of the lines that this file writes.
const MORE: &str = "more";

/// The lines of the current period. Clones share them.
#[derive(Clone)]
pub(super) struct Repeats {
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
    pub(super) fn of(written: Targets) -> Self {
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
    pub(super) fn report(&self) {
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

    use tracing_subscriber::prelude::*;

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
