//! Reads `course.toml`.
//!
//! ```toml
//! name = "Programming 1"
//! time-zone = "Europe/Berlin"      # a name of the IANA; without it: UTC
//! registration = "code"            # "open", "code" or "closed"; without it: "open"
//! code = "…"                       # with "code" only
//!
//! [defaults]                       # for all steps
//! late = 0.5                       # the share of the points after `due`; without it: all
//!
//! [steps.07]                       # for one step
//! opens = 2026-09-07T08:00         # by the clocks of the course; or with an offset
//! due = 2026-09-14                 # a day: its last second; for `opens`, its first
//! closes = 2026-09-21
//! points = 20                      # without it: those of the step's folder
//! hidden = false
//!
//! [sections.A]                     # a roster may name no other sections than those that are here
//! [sections.A.steps.07]            # for one step in a section
//! [learners."Ada Lovelace".defaults]   # for all steps; both kinds of tables work for sections and for learners
//!
//! [games]
//! free = false                     # true, "people" or false; without it: true
//!
//! [scoreboard]
//! names = "anonymous"              # "nicknames", "anonymous" or "off"; without it: "nicknames"
//! ```

mod rules;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use self::rules::{RulesReader, WrittenTable};
use super::file::{Course, FreeMatches, Registration, Rules, ScoreboardNames};
use super::learner::LearnerRef;
use super::member::SectionName;
use super::zone::Zone;
use gradus_step::{Diagnostic, DiagnosticCode, StepNumber, TomlReader};

/// The longest name of a course, in characters.
const NAME_LIMIT: usize = 100;

/// The longest course code, in characters.
const CODE_LIMIT: usize = 64;

/// The keys outside of all tables. `registration` and `code` are read before: they are here so that the help names them.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Keys {
    name: Option<String>,
    time_zone: Option<String>,
    #[serde(rename = "registration")]
    _registration: Option<IgnoredAny>,
    #[serde(rename = "code")]
    _code: Option<IgnoredAny>,
}

/// `[games]`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Games {
    free: FreeMatches,
}

/// `[scoreboard]`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Scoreboard {
    names: ScoreboardNames,
}

/// The tables of the file.
const TABLES: [&str; 6] = ["defaults", "steps", "sections", "learners", "games", "scoreboard"];

impl Course {
    /// Reads `course.toml`; `steps` are those that exist, `file` is its name for diagnostics.
    pub fn parse(file: &str, text: &str, steps: &[StepNumber]) -> Result<Self, Vec<Diagnostic>> {
        let mut toml = TomlReader::new(file, text);
        let mut table = toml.parse();
        let tables = TABLES.map(|key| toml.take_table(&mut table, key, key));
        let [defaults, of_steps, sections, learners, games, scoreboard] = tables;
        let registration = read_registration(&mut toml, &mut table);
        let (name, zone) = read_keys(&mut toml, table);

        let mut reader = RulesReader { toml, steps, zone };
        let general = WrittenTable {
            defaults: reader.rules(defaults),
            steps: reader.rules_of_steps(of_steps, "steps"),
        };
        let sections = reader.sections(sections);
        let learners = reader.learners(learners);
        reader.check_order(&general, &sections, &learners);

        let RulesReader { mut toml, zone, .. } = reader;
        let Games { free } = toml.read(games);
        let Scoreboard { names } = toml.read(scoreboard);
        if toml.reported() > 0 {
            return Err(toml.into_diagnostics());
        }
        Ok(Self {
            name,
            registration,
            sections: sections.iter().map(|section| section.name().clone()).collect(),
            free_matches: free,
            scoreboard: names,
            zone,
            rules: Rules {
                general: general.into_rules(),
                sections: sections
                    .into_iter()
                    .map(|it| it.into_entry(SectionName::clone))
                    .collect(),
                learners: learners
                    .into_iter()
                    .map(|it| it.into_entry(LearnerRef::folded))
                    .collect(),
            },
            file: Some(file.to_owned()),
            warnings: toml.into_warnings(),
        })
    }
}

/// Takes out `registration` and `code`. What they are is never repeated in a diagnostic: it may be the code, in the wrong place.
fn read_registration<'a>(toml: &mut TomlReader<'a>, table: &mut DeTable<'a>) -> Registration {
    let written = table.remove("registration");
    let registration = match written.as_ref().map(Spanned::get_ref) {
        None => "open",
        Some(DeValue::String(text)) if text == "open" => "open",
        Some(DeValue::String(text)) if text == "code" => "code",
        Some(DeValue::String(text)) if text == "closed" => "closed",
        Some(_) => "",
    };
    let place = written.map_or(0, |value| value.span().start);
    let mut report = |code, place, what: &str, help: &str| {
        toml.report_at(code, place, what.to_owned(), help.to_owned());
    };
    if registration.is_empty() {
        let (what, help) =
            ("`registration` has an unknown value", "write `\"open\"`, `\"code\"` or `\"closed\"`");
        report(DiagnosticCode::TomlValue, place, what, help);
    }
    match (registration, table.remove("code")) {
        ("closed", None) => Registration::Closed,
        ("code", None) => {
            let (what, help) = (
                "`code` is missing",
                "add a line `code = \"…\"` with the code that you give to learners",
            );
            report(DiagnosticCode::CourseCode, place, what, help);
            Registration::Closed
        }
        ("code", Some(code)) => match code.get_ref() {
            DeValue::String(text) if is_code(text) => Registration::Code(text.trim().to_owned()),
            _ => {
                let what = format!("`code` must be one line of 1 to {CODE_LIMIT} characters");
                let help = "write a code that learners can type, in quotation marks";
                report(DiagnosticCode::CourseCode, code.span().start, &what, help);
                Registration::Closed
            }
        },
        ("open" | "closed", Some(code)) => {
            let what = format!("there is a `code`, but registration is {registration}");
            let help = "write `registration = \"code\"`, or leave the code out";
            report(DiagnosticCode::CourseCode, code.span().start, &what, help);
            Registration::Closed
        }
        _ => Registration::Open,
    }
}

fn is_code(text: &str) -> bool {
    is_line(text, CODE_LIMIT)
}

/// Whether a text is one line of 1 to `limit` characters.
fn is_line(text: &str, limit: usize) -> bool {
    !text.trim().is_empty() && text.chars().count() <= limit && !text.contains(char::is_control)
}

/// Reads what is outside of all tables.
fn read_keys<'a>(toml: &mut TomlReader<'a>, table: DeTable<'a>) -> (Option<String>, Zone) {
    let place = |key: &str| table.get(key).map_or(0, |value| value.span().start);
    let (name_place, zone_place) = (place("name"), place("time-zone"));
    let before = toml.reported();
    let Keys { name, time_zone, .. } = toml.read(table);
    toml.explain_unknown_keys(
        before,
        &TABLES,
        "; tables are `[defaults]`, `[steps.NN]`, `[sections.NAME]`, `[learners.NAME.steps.NN]`, `[games]`, `[scoreboard]`",
    );
    if name.as_ref().is_some_and(|name| !is_line(name, NAME_LIMIT)) {
        let what = "`name` is empty, too long or not one line".to_owned();
        let help = format!("write one line of 1 to {NAME_LIMIT} characters");
        toml.report_at(DiagnosticCode::TomlValue, name_place, what, help);
    }
    let zone = time_zone.map(|name| Zone::named(&name).ok_or(name));
    let zone = match zone {
        None => Zone::default(),
        Some(Ok(zone)) => zone,
        Some(Err(unknown)) => {
            let suggestion = Zone::suggestion(&unknown);
            let example = suggestion.as_deref().unwrap_or("Europe/Berlin");
            let what = format!("there is no time zone {unknown:?}");
            let help = format!("write a name of the IANA time zone database, such as {example:?}");
            toml.report_at(DiagnosticCode::CourseZone, zone_place, what, help);
            Zone::default()
        }
    };
    (name.map(|name| name.trim().to_owned()), zone)
}

#[cfg(test)]
mod tests;
