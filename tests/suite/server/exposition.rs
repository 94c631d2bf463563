//! What the server measures, read as strictly as the text format of Prometheus has it.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::header::CONTENT_TYPE;

use super::caller::Caller;
use super::reply::Reply;

/// The labels of a sample.
pub(crate) type Labels = BTreeMap<String, String>;

/// All metrics of a server at one moment.
#[derive(Debug)]
pub(crate) struct Exposition {
    /// The type of each metric.
    types: BTreeMap<String, String>,
    /// Each value as it is written, by its name and labels.
    samples: BTreeMap<(String, Labels), String>,
}

impl Exposition {
    /// The metrics of a server, at its main address.
    pub(crate) async fn of(caller: &impl Caller) -> Self {
        Self::read(&Reply::to(caller.get("/metrics")).await)
    }

    /// The metrics in a reply.
    pub(crate) fn read(reply: &Reply) -> Self {
        assert_eq!(reply.status, 200, "{reply}");
        assert_eq!(reply.header(CONTENT_TYPE), "text/plain; version=0.0.4; charset=utf-8");
        let mut found = Self { types: BTreeMap::new(), samples: BTreeMap::new() };
        assert!(reply.text.ends_with('\n'), "{reply}");
        let mut lines = reply.text.lines().peekable();
        while let Some(help) = lines.next() {
            let (name, help) = help.strip_prefix("# HELP ").unwrap().split_once(' ').unwrap();
            assert!(is_name(name) && !help.is_empty(), "{name}: {help}");
            let metric = lines.next().unwrap().strip_prefix("# TYPE ").unwrap();
            let (same, kind) = metric.split_once(' ').unwrap();
            assert_eq!(same, name);
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{name}: {kind}");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{name}: {kind}");
            let earlier = found.types.insert(name.to_owned(), kind.to_owned());
            assert_eq!(earlier, None, "{name} is declared twice");
            while let Some(line) = lines.next_if(|line| !line.starts_with('#')) {
                let (sample, labels, value) = sample(line);
                let suffix = sample.strip_prefix(name);
                let suffix = suffix.unwrap_or_else(|| panic!("{line} is below {name}"));
                let is_expected = match kind {
                    "histogram" => ["_bucket", "_sum", "_count"].contains(&suffix),
                    _ => suffix.is_empty(),
                };
                assert!(is_expected && number(&value) >= 0.0, "{line} is below the {kind} {name}");
                let earlier = found.samples.insert((sample, labels), value);
                assert_eq!(earlier, None, "{line} is there twice");
            }
        }
        found.histograms_add_up();
        found
    }

    /// Fails unless the buckets of every histogram rise to its count.
    fn histograms_add_up(&self) {
        for (name, _) in self.types.iter().filter(|(_, kind)| *kind == "histogram") {
            let bucket = format!("{name}_bucket");
            let mut buckets: BTreeMap<Labels, Vec<(f64, u64)>> = BTreeMap::new();
            for ((_, labels), count) in self.samples.iter().filter(|((of, _), _)| *of == bucket) {
                let mut labels = labels.clone();
                let bound = number(&labels.remove("le").unwrap());
                buckets.entry(labels).or_default().push((bound, count.parse().unwrap()));
            }
            for (labels, mut buckets) in buckets {
                buckets.sort_by(|(one, _), (other, _)| one.total_cmp(other));
                assert!(
                    buckets.is_sorted_by(|(_, one), (_, next)| one <= next),
                    "{name}{labels:?}"
                );
                let (bound, count) = buckets.pop().unwrap();
                assert!(bound.is_infinite(), "{name}{labels:?}");
                let whole = &self.samples[&(format!("{name}_count"), labels.clone())];
                assert_eq!(*whole, count.to_string(), "{name}{labels:?}");
                assert!(self.samples.contains_key(&(format!("{name}_sum"), labels)), "{name}");
            }
        }
    }

    /// The sum of the counts of a metric whose samples have these labels, and perhaps others; 0 if there is none.
    pub(crate) fn count(&self, name: &str, labels: &[(&str, &str)]) -> u64 {
        self.counts(name, labels).into_iter().sum()
    }

    /// The counts of a metric whose samples have these labels, and perhaps others.
    pub(crate) fn counts(&self, name: &str, labels: &[(&str, &str)]) -> Vec<u64> {
        let has_all = |found: &Labels| {
            labels
                .iter()
                .all(|(label, value)| found.get(*label).is_some_and(|found| found == value))
        };
        let samples = self.samples.iter().filter(|((of, found), _)| of == name && has_all(found));
        samples.map(|(_, value)| value.parse().unwrap()).collect()
    }

    /// The value of a metric without labels.
    pub(crate) fn value(&self, name: &str) -> f64 {
        let sample = self.samples.get(&(name.to_owned(), Labels::new()));
        number(sample.unwrap_or_else(|| panic!("no {name} in {self:?}")))
    }

    /// How many samples there are.
    pub(crate) fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there is a metric, or a part of one, of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        let parts = ["_bucket", "_sum", "_count"].iter();
        let mut of = parts.filter_map(|part| name.strip_suffix(part));
        self.types.contains_key(name)
            || of.any(|of| self.types.get(of).is_some_and(|kind| kind == "histogram"))
    }

    /// The names of all metrics.
    pub(crate) fn metrics(&self) -> impl Iterator<Item = &str> {
        self.types.keys().map(String::as_str)
    }

    /// The labels that the samples of a name have.
    pub(crate) fn labels(&self, name: &str) -> BTreeSet<String> {
        let samples = self.samples.keys().filter(|(of, _)| of == name);
        samples.flat_map(|(_, labels)| labels.keys().cloned()).collect()
    }
}

/// Whether a text is the name of a metric by Prometheus' conventions, in lower case.
fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// The name, the labels and the value in a line.
fn sample(line: &str) -> (String, Labels, String) {
    let (name, mut rest) = line.split_at(line.find(['{', ' ']).unwrap());
    assert!(is_name(name), "{line}");
    let mut labels = Labels::new();
    if let Some(inner) = rest.strip_prefix('{') {
        rest = inner;
        loop {
            let (label, after) = rest.split_once("=\"").unwrap();
            assert!(is_name(label), "{line}");
            let (value, after) = quoted(after);
            assert_eq!(labels.insert(label.to_owned(), value), None, "{line}");
            match after.strip_prefix(',') {
                Some(next) => rest = next,
                None => break rest = after.strip_prefix('}').unwrap(),
            }
        }
    }
    (name.to_owned(), labels, rest.strip_prefix(' ').unwrap().to_owned())
}

/// A number as Prometheus reads it: `+Inf` is one.
fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|error| panic!("{error}: {text:?}"))
}

/// A text up to its quotation mark, and what comes behind that.
fn quoted(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut symbols = text.char_indices();
    while let Some((at, symbol)) = symbols.next() {
        match symbol {
            '"' => return (value, &text[at + 1..]),
            '\\' => match symbols.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, escaped @ ('"' | '\\'))) => value.push(escaped),
                other => panic!("{other:?} is escaped in {text}"),
            },
            _ => value.push(symbol),
        }
    }
    panic!("no end of {text}")
}
