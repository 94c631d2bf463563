//! A step's `step.toml`.
//!
//! ```toml
//! kind = "gomoku/line-patterns"    # a name from the registry
//! track = "Gomoku"                 # the heading under which the ladder shows it
//! points = 20
//! revision = 1                     # goes up whenever the same seed would give another board
//!
//! [params]                         # the kind's own; a key that is left out has its default
//! questions = 9
//! ```

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::exercise::Exercise;
use super::fault::{Fault, FaultCode};
use super::params::Count;
use super::registry::Registry;
use super::settings::Settings;

/// What `step.toml` says, read and understood.
pub(super) struct Manifest {
    pub(super) track: String,
    /// The line where `track` stands, from 1.
    pub(super) track_line: usize,
    pub(super) points: u32,
    pub(super) revision: u32,
    pub(super) exercise: Exercise,
}

/// The keys that must be there.
const REQUIRED: [&str; 4] = ["kind", "track", "points", "revision"];

/// The [`REQUIRED`] keys. All may be missing here, so that each missing one is a fault of its own.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Keys {
    kind: Option<Spanned<String>>,
    track: Option<Spanned<Track>>,
    points: Option<Points>,
    revision: Option<Revision>,
}

/// A heading of the ladder.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Track(String);

impl TryFrom<String> for Track {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_heading = !text.trim().is_empty() && !text.contains(char::is_control);
        if is_heading {
            Ok(Self(text))
        } else {
            Err("`track` is no heading, expected a text of one line")
        }
    }
}

/// Revisions go up one by one.
type Revision = Count<1, 1_000_000>;

/// What a step may be worth: bounded, so that sums of points are.
type Points = Count<10, 1000>;

impl Manifest {
    pub(super) fn parse(file: &str, text: &str, registry: &Registry) -> Result<Self, Vec<Fault>> {
        let mut settings = Settings::new(file, text);
        let mut table = settings.parse();
        let params = take_params(&mut settings, &mut table);
        let absent: Vec<_> =
            REQUIRED.into_iter().filter(|&key| !table.get_ref().contains_key(key)).collect();
        let before = settings.faults.len();
        let Keys { kind, track, points, revision } = settings.read(table);
        let unknown = settings.faults.iter_mut().skip(before);
        for fault in unknown.filter(|fault| fault.code == FaultCode::TomlKey) {
            fault.mend.push_str("; the kind's own keys stand below a line `[params]`");
        }
        let exercise = kind.and_then(|kind| configure(&mut settings, &kind, params, registry));
        for key in absent {
            let (what, mend) =
                (format!("`{key}` is missing"), format!("add a line `{key} = {}`", example(key)));
            settings.faults.push(Fault::new(FaultCode::TomlMissing, file, what, mend));
        }
        match (exercise, track, points, revision) {
            (Some(exercise), Some(track), Some(points), Some(revision))
                if settings.faults.is_empty() =>
            {
                Ok(Self {
                    track_line: settings.line(track.span().start),
                    track: track.into_inner().0,
                    points: points.get(),
                    revision: revision.get(),
                    exercise,
                })
            }
            _ => Err(settings.into_faults()),
        }
    }
}

/// What a required key may be set to.
fn example(key: &str) -> &'static str {
    match key {
        "points" => "10",
        "revision" => "1",
        _ => "\"…\"",
    }
}

/// Separates `[params]`, which only the kind understands.
fn take_params<'a>(
    settings: &mut Settings<'a>,
    table: &mut Spanned<DeTable<'a>>,
) -> Spanned<DeTable<'a>> {
    let Some(params) = table.get_mut().remove("params") else {
        return Spanned::new(0..0, DeTable::new());
    };
    let span = params.span();
    if let DeValue::Table(params) = params.into_inner() {
        return Spanned::new(span, params);
    }
    let line = settings.line(span.start);
    let (what, mend) = ("`params` is no table", "write it as `[params]`");
    let fault = Fault::new(FaultCode::TomlValue, settings.file, what, mend);
    settings.faults.push(fault.on_line(line));
    Spanned::new(span, DeTable::new())
}

fn configure<'a>(
    settings: &mut Settings<'a>,
    kind: &Spanned<String>,
    params: Spanned<DeTable<'a>>,
    registry: &Registry,
) -> Option<Exercise> {
    if let Some(configure) = registry.get(kind.get_ref()) {
        return Some(configure.exercise(settings, params));
    }
    let known: Vec<_> = registry.names().collect();
    let fault = Fault::new(
        FaultCode::TomlKind,
        settings.file,
        format!("there is no kind `{}`", kind.get_ref()),
        format!("choose one of {}", known.join(", ")),
    );
    let line = settings.line(kind.span().start);
    settings.faults.push(fault.on_line(line));
    None
}
