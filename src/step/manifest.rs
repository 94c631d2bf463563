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
use super::fault::Fault;
use super::registry::Registry;
use super::settings::Settings;

/// What `step.toml` says, read and understood.
pub(super) struct Manifest {
    pub(super) track: String,
    pub(super) points: u32,
    pub(super) revision: u32,
    pub(super) exercise: Box<dyn Exercise>,
}

/// The keys beside `[params]`. All may be missing, so that each missing one is a fault of its own.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Keys {
    kind: Option<Spanned<String>>,
    track: Option<String>,
    points: Option<u32>,
    revision: Option<u32>,
}

impl Manifest {
    pub(super) fn parse(file: &str, text: &str, registry: &Registry) -> Result<Self, Vec<Fault>> {
        let mut settings = Settings::new(file, text);
        let mut table = settings.parse();
        let params = take_params(&mut settings, &mut table);
        let keys: Keys = settings.read(table);
        let exercise = configure(&mut settings, keys.kind, params, registry);
        let track = required(&mut settings, "track", keys.track);
        let points = required(&mut settings, "points", keys.points);
        let revision = required(&mut settings, "revision", keys.revision);
        match (exercise, track, points, revision) {
            (Some(exercise), Some(track), Some(points), Some(revision))
                if settings.faults.is_empty() =>
            {
                Ok(Self { track, points, revision, exercise })
            }
            _ => Err(settings.faults),
        }
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
    let fault = Fault::new(settings.file, "`params` is no table", "write it as `[params]`");
    settings.faults.push(fault.on_line(line));
    Spanned::new(span, DeTable::new())
}

fn configure<'a>(
    settings: &mut Settings<'a>,
    kind: Option<Spanned<String>>,
    params: Spanned<DeTable<'a>>,
    registry: &Registry,
) -> Option<Box<dyn Exercise>> {
    let kind = required(settings, "kind", kind)?;
    if let Some(configure) = registry.get(kind.get_ref()) {
        return Some(configure(settings, params));
    }
    let known: Vec<_> = registry.names().collect();
    let fault = Fault::new(
        settings.file,
        format!("there is no kind `{}`", kind.get_ref()),
        format!("choose one of {}", known.join(", ")),
    );
    let line = settings.line(kind.span().start);
    settings.faults.push(fault.on_line(line));
    None
}

/// A key that must be there. One that was there and did not fit has its fault already.
fn required<T>(settings: &mut Settings<'_>, key: &str, value: Option<T>) -> Option<T> {
    let reported = settings.faults.iter().any(|fault| {
        let line = fault.line.and_then(|line| settings.text.lines().nth(line - 1));
        line.is_some_and(|line| line.trim_start().starts_with(key))
    });
    if value.is_none() && !reported {
        let fault = Fault::new(settings.file, format!("`{key}` is missing"), "add it");
        settings.faults.push(fault);
    }
    value
}
