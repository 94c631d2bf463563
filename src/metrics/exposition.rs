//! The [text format](https://prometheus.io/docs/instrumenting/exposition_formats/) of Prometheus, version 0.0.4.
//!
//! ```text
//! # HELP gradus_judge_duration_seconds How long judging an answer took, by kind.
//! # TYPE gradus_judge_duration_seconds histogram
//! gradus_judge_duration_seconds_bucket{kind="gomoku/five",le="0.0001"} 17
//! gradus_judge_duration_seconds_bucket{kind="gomoku/five",le="+Inf"} 18
//! gradus_judge_duration_seconds_sum{kind="gomoku/five"} 0.000961
//! gradus_judge_duration_seconds_count{kind="gomoku/five"} 18
//! ```

use std::fmt::Display;

use super::histogram::{Histogram, Measured};

/// The media type of the text.
pub const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The labels of a sample, with their values.
pub type Labels<'a> = &'a [(&'a str, &'a str)];

/// The metrics of a server as a text.
#[derive(Debug, Default)]
pub struct Exposition(String);

/// The samples of a metric, which are written one after the other.
#[derive(Debug)]
pub struct Samples<'a> {
    text: &'a mut String,
    name: &'static str,
}

impl Exposition {
    /// A metric whose values never fall. By convention its name ends with `_total`.
    pub fn counters(&mut self, name: &'static str, help: &str) -> Samples<'_> {
        self.begin(name, help, "counter")
    }

    /// A metric whose values rise and fall.
    pub fn gauges(&mut self, name: &'static str, help: &str) -> Samples<'_> {
        self.begin(name, help, "gauge")
    }

    /// A metric of [histograms](Histogram).
    pub fn histograms(&mut self, name: &'static str, help: &str) -> Samples<'_> {
        self.begin(name, help, "histogram")
    }

    /// The text.
    #[must_use]
    pub fn into_text(self) -> String {
        self.0
    }

    fn begin(&mut self, name: &'static str, help: &str, kind: &str) -> Samples<'_> {
        self.0.extend(["# HELP ", name, " ", help, "\n", "# TYPE ", name, " ", kind, "\n"]);
        Samples { text: &mut self.0, name }
    }
}

impl Samples<'_> {
    /// The value of a counter or gauge.
    pub fn value(&mut self, labels: Labels<'_>, value: impl Display) {
        self.line("", labels, None, value);
    }

    /// A histogram.
    pub fn histogram<M: Measured>(&mut self, labels: Labels<'_>, histogram: &Histogram<M>) {
        let figures = histogram.figures();
        for (bound, count) in figures.up_to {
            self.line("_bucket", labels, Some(&bound.to_string()), count);
        }
        self.line("_bucket", labels, Some("+Inf"), figures.count);
        self.line("_sum", labels, None, figures.sum);
        self.line("_count", labels, None, figures.count);
    }

    /// A line; `bound` is the upper bound of a bucket.
    fn line(&mut self, suffix: &str, labels: Labels<'_>, bound: Option<&str>, value: impl Display) {
        self.text.extend([self.name, suffix]);
        let labels = labels.iter().copied().chain(bound.map(|bound| ("le", bound)));
        let mut before = "{";
        for (label, value) in labels {
            self.text.extend([before, label, "=\""]);
            self.text.extend(value.chars().flat_map(escaped));
            self.text.push('"');
            before = ",";
        }
        if before == "," {
            self.text.push('}');
        }
        self.text.extend([" ", &value.to_string(), "\n"]);
    }
}

/// A character of a label's value: with a backslash before it, where it would end the value or the line.
fn escaped(symbol: char) -> impl Iterator<Item = char> {
    let (backslash, symbol) = match symbol {
        '\n' => (Some('\\'), 'n'),
        '\\' | '"' => (Some('\\'), symbol),
        _ => (None, symbol),
    };
    backslash.into_iter().chain([symbol])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_a_label_ends_neither_itself_nor_the_line() {
        let mut out = Exposition::default();
        let mut samples = out.gauges("a", "b");
        samples.value(&[("c", "\"\\\n"), ("d", "é")], 1.5);
        samples.value(&[], 2);
        let expected = "# HELP a b\n# TYPE a gauge\na{c=\"\\\"\\\\\\n\",d=\"é\"} 1.5\na 2\n";
        assert_eq!(out.into_text(), expected);
    }

    #[test]
    fn the_buckets_of_a_histogram_add_up() {
        let histogram = Histogram::default();
        histogram.observe(1_usize);
        histogram.observe(1000);
        let mut out = Exposition::default();
        out.histograms("size", "Sizes.").histogram(&[("of", "x")], &histogram);
        let text = out.into_text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[2], "size_bucket{of=\"x\",le=\"1\"} 1");
        let last = [
            "size_bucket{of=\"x\",le=\"512\"} 1",
            "size_bucket{of=\"x\",le=\"+Inf\"} 2",
            "size_sum{of=\"x\"} 1001",
            "size_count{of=\"x\"} 2",
        ];
        assert_eq!(lines[lines.len() - 4..], last);
    }
}
