//! A step's `step.toml`, and the kinds that it may name. The list of the kinds is handed in: see the crate `gradus-rules`.
//!
//! ```toml
//! kind = "gomoku/line-patterns"    # a name from the registry
//! track = "Gomoku"                 # the heading under which the ladder shows it
//! points = 20
//!
//! [params]                         # the kind's own; a key that is left out has its default
//! questions = 9
//! ```

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use toml::de::DeTable;

use super::diagnostic::{Diagnostic, DiagnosticCode};
use super::exercise::Exercise;
use super::kind::Kind;
use super::kind_exercise::KindExercise;
use super::params::Count;
use super::toml_reader::{ParamsReader, TomlReader};

/// What `step.toml` says, read and understood.
pub(super) struct Manifest {
    pub(super) track: String,
    /// The line of `track`, from 1.
    pub(super) track_line: usize,
    pub(super) points: u32,
    pub(super) exercise: Box<dyn Exercise>,
}

/// The required keys, each with an example value.
const REQUIRED: [(&str, &str); 3] = [("kind", "\"…\""), ("track", "\"…\""), ("points", "10")];

/// The [`REQUIRED`] keys. All may be missing here, so that each missing one is reported.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Keys {
    kind: Option<String>,
    track: Option<Track>,
    points: Option<Points>,
}

/// The points of a step: bounded, so that sums of points are bounded too.
type Points = Count<10, 1000>;

/// A heading of the ladder.
struct Track(String);

impl<'de> Deserialize<'de> for Track {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TrackVisitor)
    }
}

struct TrackVisitor;

impl Visitor<'_> for TrackVisitor {
    type Value = Track;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text of one line")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Track, E> {
        let is_heading = !text.trim().is_empty() && !text.contains(char::is_control);
        if is_heading {
            Ok(Track(text.to_owned()))
        } else {
            Err(E::invalid_value(Unexpected::Str(text), &self))
        }
    }
}

impl Manifest {
    pub(super) fn parse(
        file: &str,
        text: &str,
        registry: &Registry,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut reader = TomlReader::new(file, text);
        let mut table = reader.parse();
        let params = reader.take_table(&mut table, "params", "params");
        let line_of = |key: &str| table.get(key).map(|value| reader.line(value.span().start));
        let lines = REQUIRED.map(|(key, _)| line_of(key));
        let [kind_line, track_line, _] = lines;

        let Keys { kind, track, points } = read_keys(&mut reader, table);
        let exercise =
            kind.and_then(|kind| configure(&mut reader, &kind, kind_line, params, registry));
        let absent = REQUIRED.iter().zip(lines).filter(|(_, line)| line.is_none());
        for ((key, example), _) in absent {
            let what = format!("`{key}` is missing");
            let help = format!("add a line `{key} = {example}`");
            reader.diagnostics.push(Diagnostic::new(DiagnosticCode::TomlMissing, file, what, help));
        }
        match (exercise, track, track_line, points) {
            (Some(exercise), Some(Track(track)), Some(track_line), Some(points))
                if reader.diagnostics.is_empty() =>
            {
                Ok(Self { track, track_line, points: points.get(), exercise })
            }
            _ => Err(reader.into_diagnostics()),
        }
    }
}

/// Makes an exercise of a step's `[params]`.
type Factory = Box<dyn Fn(ParamsReader<'_, '_>) -> Box<dyn Exercise> + Send + Sync>;

/// The kinds that a `step.toml` may name.
#[derive(Default)]
pub struct Registry {
    kinds: BTreeMap<String, Factory>,
}

impl Registry {
    /// The registry with one more kind that is written in Rust.
    #[must_use]
    pub fn with<K: Kind>(self) -> Self {
        self.with_exercise(K::NAME, |params| KindExercise::<K>::new(params.read()))
    }

    /// The registry with one more kind of any sort: a name, and what makes an exercise of a step's parameters.
    ///
    /// # Panics
    ///
    /// If there is a kind of this name already, or the name is not made of `a-z`, `0-9`, `-` and `/`: it is written into JSON as it is.
    #[must_use]
    pub fn with_exercise<E: Exercise + 'static>(
        mut self,
        name: impl Into<String>,
        configure: impl Fn(ParamsReader<'_, '_>) -> E + Send + Sync + 'static,
    ) -> Self {
        let factory: Factory = Box::new(move |params| Box::new(configure(params)));
        let name = name.into();
        let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'/');
        assert!(name.bytes().all(is_plain), "{name:?} is not the name of a kind");
        assert!(!self.kinds.contains_key(&name), "two kinds are named {name}");
        self.kinds.insert(name, factory);
        self
    }

    /// The names of all kinds, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.kinds.keys().map(String::as_str)
    }

    /// The exercise of a kind; none if there is no such kind.
    fn configure(&self, kind: &str, params: ParamsReader<'_, '_>) -> Option<Box<dyn Exercise>> {
        Some(self.kinds.get(kind)?(params))
    }

    /// The exercise of a kind without a step, with the `[params]` in the text of a manifest; a key that is left out has its
    /// default. The other keys of the manifest may be missing, and are not used.
    ///
    /// Diagnostics give `file` as the name of the text.
    pub fn exercise(
        &self,
        kind: &str,
        file: &str,
        text: &str,
    ) -> Result<Box<dyn Exercise>, Vec<Diagnostic>> {
        let mut reader = TomlReader::new(file, text);
        let mut table = reader.parse();
        let params = reader.take_table(&mut table, "params", "params");
        read_keys(&mut reader, table);
        match configure(&mut reader, kind, None, params, self) {
            Some(exercise) if reader.diagnostics.is_empty() => Ok(exercise),
            _ => Err(reader.into_diagnostics()),
        }
    }
}

fn read_keys<'a>(reader: &mut TomlReader<'a>, mut table: DeTable<'a>) -> Keys {
    refuse_revision(reader, &mut table);
    let before = reader.reported();
    let keys = reader.read(table);
    reader.explain_unknown_keys(before, &[], "; the kind's own keys go below a line `[params]`");
    keys
}

/// Manifests had a `revision` that was raised by hand, until the fingerprint took its place.
fn refuse_revision<'a>(reader: &mut TomlReader<'a>, table: &mut DeTable<'a>) {
    let Some(revision) = table.remove("revision") else { return };
    let what = "`revision` is no longer a key";
    let help = "delete the line: changes of the kind or of its [params] are detected automatically";
    let diagnostic = Diagnostic::new(DiagnosticCode::TomlKey, reader.file, what, help);
    let line = reader.line(revision.span().start);
    reader.diagnostics.push(diagnostic.on_line(line));
}

fn configure<'a>(
    reader: &mut TomlReader<'a>,
    kind: &str,
    line: Option<usize>,
    params: DeTable<'a>,
    registry: &Registry,
) -> Option<Box<dyn Exercise>> {
    let exercise = registry.configure(kind, ParamsReader::new(reader, params));
    if exercise.is_none() {
        let known: Vec<_> = registry.names().collect();
        let what = format!("there is no kind `{kind}`");
        let help = format!("choose one of {}", known.join(", "));
        let diagnostic = Diagnostic::new(DiagnosticCode::TomlKind, reader.file, what, help);
        reader.diagnostics.push(Diagnostic { line, ..diagnostic });
    }
    exercise
}
