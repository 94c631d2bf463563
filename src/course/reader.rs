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
//! [sections.A]                     # there are no other sections than those that are here
//! [sections.A.steps.07]            # for one step in a section
//! [learners."Ada Lovelace".steps.07]
//!
//! [games]
//! free = "people"                  # true, "people" or false; without it: true
//!
//! [scoreboard]
//! names = "anonymous"              # "nicknames", "anonymous" or "off"; without it: "nicknames"
//! ```

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::file::{Course, FreeMatches, Registration, Rules, ScoreboardNames};
use super::learner::LearnerName;
use super::member::SectionName;
use super::schedule::{RuleChanges, StepRules, WrongOrder};
use super::values::{Key, LateShare, Moment, Points, Ranges};
use super::zone::{DayEnd, NotATime, Zone};
use crate::step::{Diagnostic, DiagnosticCode, StepNumber, Timestamp, TomlReader};

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

/// `[defaults]`, or a table of one step.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Keyed {
    opens: Option<Moment>,
    due: Option<Moment>,
    closes: Option<Moment>,
    late: Option<LateShare>,
    points: Option<Points>,
    hidden: Option<bool>,
}

/// Rules that the file gives, and where in it their dates are.
#[derive(Default)]
struct Written {
    changes: RuleChanges,
    /// The byte offsets of the dates, by their keys.
    places: BTreeMap<&'static str, usize>,
}

/// The rules of some steps.
type WrittenSteps = BTreeMap<StepNumber, Written>;

impl Course {
    /// Reads `course.toml`; `steps` are those that exist, `file` is its name for diagnostics.
    pub fn parse(file: &str, text: &str, steps: &[StepNumber]) -> Result<Self, Vec<Diagnostic>> {
        let mut toml = TomlReader::new(file, text);
        let mut table = toml.parse();
        let tables = ["defaults", "steps", "sections", "learners", "games", "scoreboard"]
            .map(|key| toml.take_table(&mut table, key, key));
        let [defaults, of_steps, sections, learners, games, scoreboard] = tables;
        let registration = read_registration(&mut toml, &mut table);
        let (name, zone) = read_keys(&mut toml, table);

        let mut reader = CourseReader { toml, steps, zone };
        let defaults = reader.rules(defaults);
        let of_steps = reader.rules_of_steps(of_steps, "steps");
        let sections = reader.sections(sections);
        let learners = reader.learners(learners);
        reader.check_order(&defaults, &of_steps, &sections, &learners);

        let CourseReader { mut toml, zone, .. } = reader;
        let Games { free } = toml.read(games);
        let Scoreboard { names } = toml.read(scoreboard);
        if toml.reported() > 0 {
            return Err(toml.into_diagnostics());
        }
        Ok(Self {
            name,
            registration,
            sections: sections.iter().map(|section| section.name.clone()).collect(),
            free_matches: free,
            scoreboard: names,
            zone,
            rules: Rules {
                defaults: defaults.changes,
                steps: changes(of_steps),
                sections: sections.into_iter().map(|it| (it.name, changes(it.steps))).collect(),
                learners: learners
                    .into_iter()
                    .map(|it| (it.name.folded(), changes(it.steps)))
                    .collect(),
            },
            is_from_file: true,
        })
    }
}

fn changes(written: WrittenSteps) -> BTreeMap<StepNumber, RuleChanges> {
    written.into_iter().map(|(step, written)| (step, written.changes)).collect()
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
        let (what, help) = ("`registration` is none of its values", "write `\"open\"`, `\"code\"` or `\"closed\"`");
        report(DiagnosticCode::TomlValue, place, what, help);
    }
    match (registration, table.remove("code")) {
        ("closed", None) => Registration::Closed,
        ("code", None) => {
            let (what, help) = ("`code` is missing", "add a line `code = \"…\"` with what learners are told");
            report(DiagnosticCode::CourseCode, place, what, help);
            Registration::Closed
        }
        ("code", Some(code)) => match code.get_ref() {
            DeValue::String(text) if is_code(text) => Registration::Code(text.trim().to_owned()),
            _ => {
                let what = format!("`code` is not a text of one line with at most {CODE_LIMIT} characters");
                let help = "write one that learners can type, in quotation marks";
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
    !text.trim().is_empty()
        && text.chars().count() <= limit
        && !text.contains(char::is_control)
}

/// Reads what is outside of all tables.
fn read_keys<'a>(toml: &mut TomlReader<'a>, table: DeTable<'a>) -> (Option<String>, Zone) {
    let place = |key: &str| table.get(key).map_or(0, |value| value.span().start);
    let (name_place, zone_place) = (place("name"), place("time-zone"));
    let before = toml.reported();
    let Keys { name, time_zone, .. } = toml.read(table);
    toml.explain_unknown_keys(
        before,
        "; tables are `[defaults]`, `[steps.NN]`, `[sections.NAME]`, `[learners.NAME.steps.NN]`, `[games]`, `[scoreboard]`",
    );
    if name.as_ref().is_some_and(|name| !is_line(name, NAME_LIMIT)) {
        let what = "`name` is not a name".to_owned();
        let help = format!("write one line with at most {NAME_LIMIT} characters");
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
            let help = format!("write the name of one in the IANA's database, as {example:?}");
            toml.report_at(DiagnosticCode::CourseZone, zone_place, what, help);
            Zone::default()
        }
    };
    (name.map(|name| name.trim().to_owned()), zone)
}

/// A section or a learner with rules.
struct Particular<N> {
    name: N,
    /// How a diagnostic calls them.
    called: String,
    steps: WrittenSteps,
}

/// Reads the tables with rules.
struct CourseReader<'r, 'a> {
    toml: TomlReader<'a>,
    /// The steps that exist.
    steps: &'r [StepNumber],
    zone: Zone,
}

impl<'a> CourseReader<'_, 'a> {
    /// Reads `[sections]`, in the order of the file.
    fn sections(&mut self, sections: DeTable<'a>) -> Vec<Particular<SectionName>> {
        let mut names = BTreeSet::new();
        let mut read = Vec::new();
        for (key, value) in in_order(sections) {
            let place = key.span().start;
            let steps = self.particular("sections", key.get_ref(), value);
            match key.get_ref().parse::<SectionName>() {
                Ok(name) if names.insert(name.clone()) => {
                    let called = format!("section {name}");
                    read.push(Particular { name, called, steps });
                }
                Ok(name) => {
                    let what = format!("section {name} is given twice");
                    let help = "give one of them another name: blanks around it do not count".to_owned();
                    self.toml.report_at(DiagnosticCode::CourseSection, place, what, help);
                }
                Err(error) => {
                    let what = format!("{:?} is no name of a section: {error}", key.get_ref());
                    let help = "give the section a name of one line".to_owned();
                    self.toml.report_at(DiagnosticCode::CourseSection, place, what, help);
                }
            }
        }
        read
    }

    /// Reads `[learners]`.
    fn learners(&mut self, learners: DeTable<'a>) -> Vec<Particular<LearnerName>> {
        let mut names = BTreeSet::new();
        let mut read = Vec::new();
        for (key, value) in in_order(learners) {
            let place = key.span().start;
            let steps = self.particular("learners", key.get_ref(), value);
            match key.get_ref().parse::<LearnerName>() {
                Ok(name) if names.insert(name.folded()) => {
                    let called = name.to_string();
                    read.push(Particular { name, called, steps });
                }
                Ok(name) => {
                    let what = format!("{name} is given twice");
                    let help = "put the rules into one table: the case of letters does not count".to_owned();
                    self.toml.report_at(DiagnosticCode::CourseLearner, place, what, help);
                }
                Err(error) => {
                    let what = format!("{:?} is no learner's name: {error}", key.get_ref());
                    let help = "write the name as it is on the roster".to_owned();
                    self.toml.report_at(DiagnosticCode::CourseLearner, place, what, help);
                }
            }
        }
        read
    }

    /// Reads the table of a section or learner, which has rules for steps and nothing else.
    fn particular(
        &mut self,
        all: &str,
        name: &str,
        value: Spanned<DeValue<'a>>,
    ) -> WrittenSteps {
        let path = format!("{all}.{}", Key(name));
        let steps_path = format!("{path}.steps");
        let Some(mut table) = self.toml.table(value, &path) else { return WrittenSteps::new() };
        let steps = self.toml.take_table(&mut table, "steps", &steps_path);
        for (key, _) in in_order(table) {
            let what = format!("unknown field `{}`", key.get_ref());
            let help = format!("write rules below a line `[{steps_path}.NN]`, or leave it out");
            self.toml.report_at(DiagnosticCode::TomlKey, key.span().start, what, help);
        }
        self.rules_of_steps(steps, &steps_path)
    }

    /// Reads tables of rules, by the number of the step.
    fn rules_of_steps(&mut self, table: DeTable<'a>, path: &str) -> WrittenSteps {
        let mut read = WrittenSteps::new();
        for (key, value) in in_order(table) {
            let (name, place) = (key.get_ref(), key.span().start);
            let path = format!("{path}.{}", Key(name));
            let Some(table) = self.toml.table(value, &path) else { continue };
            let rules = self.rules(table);
            let number = name.parse().ok().filter(|number| self.steps.contains(number));
            if let Some(number) = number {
                read.insert(number, rules);
                continue;
            }
            let what = format!("there is no step `{name}`");
            // `[steps.7]` is a likely slip.
            let meant = format!("0{name}");
            let help = if self.steps.iter().any(|step| step.as_str() == meant) {
                format!("write `{meant}`")
            } else {
                format!("write one of {}", Ranges(self.steps))
            };
            self.toml.report_at(DiagnosticCode::CourseStep, place, what, help);
        }
        read
    }

    /// Reads a table of rules.
    fn rules(&mut self, table: DeTable<'a>) -> Written {
        let places: BTreeMap<String, usize> = table
            .iter()
            .map(|(key, value)| (key.get_ref().to_string(), value.span().start))
            .collect();
        let Keyed { opens, due, closes, late, points, hidden } = self.toml.read(table);
        let mut written = Written::default();
        let mut date = |key: &'static str, moment: Option<Moment>, end| {
            let Moment(moment) = moment?;
            let place = places.get(key).copied().unwrap_or_default();
            match self.zone.moment(moment, end) {
                Ok(moment) => {
                    written.places.insert(key, place);
                    Some(moment)
                }
                Err(error) => {
                    let what = format!("`{key}` is not a moment: {error}");
                    let help = match error {
                        NotATime::Skipped { .. } => "choose another time".to_owned(),
                        NotATime::Form | NotATime::Range => {
                            "write a day of the course, as 2026-09-14".to_owned()
                        }
                    };
                    self.toml.report_at(DiagnosticCode::CourseDate, place, what, help);
                    None
                }
            }
        };
        written.changes = RuleChanges {
            opens: date("opens", opens, DayEnd::First),
            due: date("due", due, DayEnd::Last),
            closes: date("closes", closes, DayEnd::Last),
            late: late.map(|LateShare(share)| share),
            points: points.map(|Points(points)| points),
            hidden,
        };
        written
    }

    /// Checks the order of dates for every step, and for every section and learner that has rules for it. A learner's rules are
    /// checked with the general ones: the file does not say which section they are in.
    fn check_order(
        &mut self,
        defaults: &Written,
        steps: &WrittenSteps,
        sections: &[Particular<SectionName>],
        learners: &[Particular<LearnerName>],
    ) {
        for &step in self.steps {
            let general: Vec<&Written> = [Some(defaults), steps.get(&step)].into_iter().flatten().collect();
            self.check_layers(step, &general, None);
            let of_sections = sections.iter().map(|it| (&it.called, it.steps.get(&step)));
            let of_learners = learners.iter().map(|it| (&it.called, it.steps.get(&step)));
            for (called, particular) in of_sections.chain(of_learners) {
                if let Some(particular) = particular {
                    let layers: Vec<&Written> = general.iter().copied().chain([particular]).collect();
                    self.check_layers(step, &layers, Some(called));
                }
            }
        }
    }

    /// Checks the order of a step's dates where these rules apply, the most particular last. For a section or learner, an order that
    /// is wrong without their own rules too was reported already.
    fn check_layers(&mut self, step: StepNumber, layers: &[&Written], called: Option<&String>) {
        let rules = layers
            .iter()
            .fold(StepRules::open(0), |rules, written| written.changes.apply(rules));
        let Err(WrongOrder { earlier, later }) = rules.check_order() else { return };
        // The layer that decides a date, and where its line is.
        let deciding = |key: &str| {
            let mut layers = layers.iter().enumerate().rev();
            layers.find_map(|(layer, written)| Some((layer, *written.places.get(key)?)))
        };
        let Some((layer, place)) = deciding(earlier).max(deciding(later)) else { return };
        if called.is_some() && layer + 1 < layers.len() {
            return;
        }
        let written = |key| match key {
            "opens" => rules.opens,
            "due" => rules.due,
            _ => rules.closes,
        };
        let local = |key| written(key).map_or_else(String::new, |moment: Timestamp| self.zone.local_second(moment));
        // What is wrong in `[defaults]` is wrong for many steps, and is reported once.
        let whose = match (layer, called) {
            (0, _) => String::new(),
            (_, None) => format!(" for step {step}"),
            (_, Some(called)) => format!(" for step {step} and {called}"),
        };
        let what = format!(
            "`{earlier}` is {}, which is after `{later}`, {}{whose}",
            local(earlier),
            local(later)
        );
        let help = "let it open before it is due, and be due before it closes; more general tables count too".to_owned();
        self.toml.report_at(DiagnosticCode::CourseDate, place, what, help);
    }
}

/// The entries of a table in the order of the file.
fn in_order<'a>(table: DeTable<'a>) -> Vec<(Spanned<DeString<'a>>, Spanned<DeValue<'a>>)> {
    let mut entries: Vec<_> = table.into_iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

#[cfg(test)]
mod tests;
