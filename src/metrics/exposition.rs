//! Families of figures, and the [text format](https://prometheus.io/docs/instrumenting/exposition_formats/) of Prometheus,
//! version 0.0.4. The head of [`metrics`](super) says why this is own code.
//!
//! ```text
//! # HELP gradus_judge_duration_seconds How long judging an answer took, by kind.
//! # TYPE gradus_judge_duration_seconds histogram
//! gradus_judge_duration_seconds_bucket{kind="gomoku/five",le="0.0001"} 17
//! gradus_judge_duration_seconds_bucket{kind="gomoku/five",le="+Inf"} 18
//! gradus_judge_duration_seconds_sum{kind="gomoku/five"} 0.000961
//! gradus_judge_duration_seconds_count{kind="gomoku/five"} 18
//! ```

use std::borrow::Borrow;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::hash::Hash;
use std::sync::Arc;

use arc_swap::ArcSwap;
use foldhash::fast::RandomState;

use super::{Counter, Figures, Gauge, Histogram, Measured};

/// The figures for the values of some labels. A figure exists from the first time on that it is needed.
///
/// Looking one up takes no lock and allocates nothing. A new one copies the map, so the labels must have few values: those that the program
/// and its files name, never what a request says.
pub struct Family<L, M> {
    // By a fast hash: labels come from nobody who would choose them to have the same one.
    members: ArcSwap<HashMap<L, Arc<M>, RandomState>>,
}

/// A family without members.
impl<L: Clone + Eq + Hash, M: Default> Default for Family<L, M> {
    fn default() -> Self {
        Self::of([])
    }
}

impl<L: Clone + Eq + Hash, M: Default> Family<L, M> {
    /// A family whose members for these labels are there from the beginning. What begins with 0 shows its first change.
    pub fn of(labels: impl IntoIterator<Item = L>) -> Self {
        let members = labels.into_iter().map(|labels| (labels, Arc::default()));
        Self { members: ArcSwap::from_pointee(members.collect()) }
    }

    /// Gives the member of these labels to `measure`.
    pub fn with<Q>(&self, labels: &Q, measure: impl FnOnce(&M))
    where
        L: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = L> + ?Sized,
    {
        if let Some(member) = self.members.load().get(labels) {
            return measure(member);
        }
        measure(&self.add(&labels.to_owned()));
    }

    /// The member of these labels, which was not there a moment ago.
    fn add(&self, labels: &L) -> Arc<M> {
        let new = Arc::default();
        self.members.rcu(|members| {
            let mut members = (**members).clone();
            members.entry(labels.clone()).or_insert_with(|| Arc::clone(&new));
            members
        });
        // Another thread may have been faster.
        self.members.load().get(labels).map_or(new, Arc::clone)
    }

    /// All members, in the order of their labels.
    pub fn sorted(&self) -> Vec<(L, Arc<M>)>
    where
        L: Ord,
    {
        let members = self.members.load();
        let mut members: Vec<_> =
            members.iter().map(|(labels, member)| (labels.clone(), Arc::clone(member))).collect();
        members.sort_by(|(one, _), (other, _)| one.cmp(other));
        members
    }
}

impl<L: fmt::Debug, M: fmt::Debug> fmt::Debug for Family<L, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.members.load().iter()).finish()
    }
}

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

    /// A figure.
    pub fn figure(&mut self, labels: Labels<'_>, figure: &impl Figure) {
        figure.write(labels, self);
    }

    /// The figures of a family, in the order of their values of the labels, which `labels` names.
    pub fn family<L, M: Figure + Default, const COUNT: usize>(
        &mut self,
        family: &Family<L, M>,
        labels: impl for<'a> Fn(&'a L) -> [(&'static str, &'a str); COUNT],
    ) where
        L: Clone + Eq + Hash + Ord,
    {
        for (values, figure) in family.sorted() {
            figure.write(&labels(&values), self);
        }
    }

    fn histogram(&mut self, labels: Labels<'_>, figures: &Figures) {
        for &(bound, count) in &figures.up_to {
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

/// What has samples of its own.
pub trait Figure {
    /// Writes the samples.
    fn write(&self, labels: Labels<'_>, samples: &mut Samples<'_>);
}

impl Figure for Counter {
    fn write(&self, labels: Labels<'_>, samples: &mut Samples<'_>) {
        samples.value(labels, self.get());
    }
}

impl Figure for Gauge {
    fn write(&self, labels: Labels<'_>, samples: &mut Samples<'_>) {
        samples.value(labels, self.get());
    }
}

impl<M: Measured> Figure for Histogram<M> {
    fn write(&self, labels: Labels<'_>, samples: &mut Samples<'_>) {
        samples.histogram(labels, &self.figures());
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
    use std::thread;

    use super::*;

    #[test]
    fn of_threads_that_need_a_new_member_at_once_none_counts_in_vain() {
        for _ in 0..100 {
            let family = Family::<String, Counter>::default();
            thread::scope(|scope| {
                for _ in 0..8 {
                    scope.spawn(|| family.with("a", Counter::increment));
                }
            });
            let members = family.sorted();
            let counts: Vec<_> =
                members.iter().map(|(labels, count)| (labels.as_str(), count.get())).collect();
            assert_eq!(counts, [("a", 8)]);
        }
    }

    #[test]
    fn members_are_in_the_order_of_their_labels() {
        let family = Family::<_, Counter>::of([3]);
        family.with(&2, Counter::increment);
        family.with(&10, Counter::increment);
        let labels: Vec<_> = family.sorted().into_iter().map(|(label, _)| label).collect();
        assert_eq!(labels, [2, 3, 10]);
    }

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
        out.histograms("size", "Sizes.").figure(&[("of", "x")], &histogram);
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
