//! The table of what was measured.

use std::error::Error;
use std::fmt::{Display, Write as _};
use std::time::Duration;

use crate::latency::Latencies;

/// Something that was measured, and what it may be at most.
pub(crate) struct Measure {
    what: String,
    measured: String,
    bound: Option<Bound>,
}

struct Bound {
    text: String,
    holds: bool,
}

impl Measure {
    /// Something without a bound.
    pub(crate) fn shown(what: &str, measured: impl Display) -> Self {
        Self { what: what.to_owned(), measured: measured.to_string(), bound: None }
    }

    /// Something that may not happen.
    pub(crate) fn never(what: &str, count: u64) -> Self {
        Self::shown(what, count).bounded("0".to_owned(), count == 0)
    }

    /// A number that must not be smaller than expected.
    pub(crate) fn at_least(what: &str, count: usize, expected: usize) -> Self {
        Self::shown(what, count).bounded(format!("≥ {expected}"), count >= expected)
    }

    /// A number that must be the same each time.
    pub(crate) fn always(what: &str, counts: &[u64], expected: u64) -> Self {
        let (least, most) = (counts.iter().min(), counts.iter().max());
        let shown = match (least, most) {
            (Some(least), Some(most)) if least == most => least.to_string(),
            (Some(least), Some(most)) => format!("{least} to {most}"),
            _ => "nothing".to_owned(),
        };
        let holds = !counts.is_empty() && counts.iter().all(|count| *count == expected);
        let shown = format!("{shown}, in {} rounds", counts.len());
        Self::shown(what, shown).bounded(expected.to_string(), holds)
    }

    /// Times of requests, of which 99 % have a bound.
    pub(crate) fn latency(what: &str, times: &Latencies, limit: Duration) -> Self {
        let text = format!("99 % < {} ms", limit.as_millis());
        Self::shown(what, times).bounded(text, times.percentile(99) < limit)
    }

    /// Memory, in bytes.
    pub(crate) fn memory(what: &str, bytes: u64, limit: u64) -> Self {
        let text = format!("< {}", megabytes(limit));
        Self::shown(what, megabytes(bytes)).bounded(text, bytes < limit)
    }

    /// A share in percent.
    pub(crate) fn percent(what: &str, share: f64, limit: f64) -> Self {
        Self::shown(what, format!("{share:.1} %")).bounded(format!("< {limit} %"), share < limit)
    }

    /// An attack that could not be finished.
    pub(crate) fn broken(error: &(dyn Error + Send + Sync)) -> Self {
        Self::shown("the attack was not finished", error).bounded("finished".to_owned(), false)
    }

    fn bounded(self, text: String, holds: bool) -> Self {
        Self { bound: Some(Bound { text, holds }), ..self }
    }

    /// Whether its bound holds, if it has one.
    pub(crate) fn holds(&self) -> bool {
        self.bound.as_ref().is_none_or(|bound| bound.holds)
    }
}

pub(crate) fn megabytes(bytes: u64) -> String {
    format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10)
}

/// The table: what was measured in each attack, with the bounds and whether they hold.
pub(crate) fn table(results: &[(String, Vec<Measure>)]) -> String {
    let bound = |measure: &Measure| match &measure.bound {
        None => [String::new(), String::new()],
        Some(Bound { text, holds }) => [text.clone(), if *holds { "yes" } else { "NO" }.to_owned()],
    };
    let mut rows = vec![["attack", "measure", "bound", "holds", "measured"].map(str::to_owned)];
    for (name, measures) in results {
        for (place, measure) in measures.iter().enumerate() {
            let name = if place == 0 { name.clone() } else { String::new() };
            let [bound, holds] = bound(measure);
            rows.push([name, measure.what.clone(), bound, holds, measure.measured.clone()]);
        }
    }
    let mut widths = [0; 5];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut table = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        // A text takes what is written to it.
        let _ = writeln!(table, "{}", line.trim_end());
    }
    table
}
