//! Reads the tables of `course.toml` that have rules for steps, and checks that what they give together is in order.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::iter;
use std::str::FromStr;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::file::{Particular, RuleTable};
use crate::learner::LearnerRef;
use crate::member::SectionName;
use crate::schedule::{RuleChanges, StepRules, WrongOrder};
use crate::values::{Key, LateShare, Moment, Points, Ranges};
use crate::zone::{DayEnd, NotATime, Twice, Zone};
use gradus_step::{DiagnosticCode, StepNumber, Timestamp, TomlReader, date_instead_of};

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
pub(super) struct Written {
    pub(super) changes: RuleChanges,
    /// The byte offsets of the dates, by their keys.
    places: BTreeMap<&'static str, usize>,
}

/// The rules of some steps.
pub(super) type WrittenSteps = BTreeMap<StepNumber, Written>;

/// The rules for all steps and for single ones, as they are written.
#[derive(Default)]
pub(super) struct WrittenTable {
    pub(super) defaults: Written,
    pub(super) steps: WrittenSteps,
}

impl WrittenTable {
    /// The rules without where they are written.
    pub(super) fn into_rules(self) -> RuleTable {
        let steps = self.steps.into_iter().map(|(step, written)| (step, written.changes));
        RuleTable { defaults: self.defaults.changes, steps: steps.collect() }
    }

    /// What is written for a step, the more particular last.
    fn of(&self, step: StepNumber) -> impl Iterator<Item = &Written> {
        iter::once(&self.defaults).chain(self.steps.get(&step))
    }
}

/// A section or a learner with rules.
pub(super) struct WrittenParticular<N> {
    name: N,
    line: usize,
    /// How a diagnostic calls them.
    called: String,
    rules: WrittenTable,
}

impl<N> WrittenParticular<N> {
    pub(super) fn name(&self) -> &N {
        &self.name
    }

    /// The rules without where they are written, by this key.
    pub(super) fn into_entry<K>(self, key: impl Fn(&N) -> K) -> (K, Particular<N>) {
        let Self { name, line, rules, .. } = self;
        (key(&name), Particular { name, line, rules: rules.into_rules() })
    }
}

/// How diagnostics speak of sections or of learners.
struct ParticularTexts {
    /// The table with all of them.
    table: &'static str,
    code: DiagnosticCode,
    /// What a key is.
    name: &'static str,
    /// The help for a key that is no name.
    help: &'static str,
    /// The help for a name that is given twice.
    help_twice: &'static str,
}

/// Reads the tables with rules.
pub(super) struct RulesReader<'r, 'a> {
    pub(super) toml: TomlReader<'a>,
    /// The steps that exist.
    pub(super) steps: &'r [StepNumber],
    pub(super) zone: Zone,
}

impl<'a> RulesReader<'_, 'a> {
    /// Reads `[sections]`, in the order of the file.
    pub(super) fn sections(
        &mut self,
        sections: DeTable<'a>,
    ) -> Vec<WrittenParticular<SectionName>> {
        let texts = ParticularTexts {
            table: "sections",
            code: DiagnosticCode::CourseSection,
            name: "section name",
            help: "give the section a name of one line",
            help_twice: "give one of them another name: blanks around a name are ignored",
        };
        self.particulars(sections, &texts, SectionName::to_string, |name| format!("section {name}"))
    }

    /// Reads `[learners]`.
    pub(super) fn learners(&mut self, learners: DeTable<'a>) -> Vec<WrittenParticular<LearnerRef>> {
        let texts = ParticularTexts {
            table: "learners",
            code: DiagnosticCode::CourseLearner,
            name: "learner's name",
            help: "write the name as it is on the roster, or the student id as `id:1001`",
            help_twice: "put the rules into one table: upper and lower case are the same",
        };
        self.particulars(learners, &texts, LearnerRef::folded, LearnerRef::to_string)
    }

    /// Reads the tables of sections or of learners. Two are the same if their names are, once folded.
    fn particulars<N: FromStr<Err: Display>>(
        &mut self,
        table: DeTable<'a>,
        texts: &ParticularTexts,
        folded: fn(&N) -> String,
        called: fn(&N) -> String,
    ) -> Vec<WrittenParticular<N>> {
        let mut names = BTreeSet::new();
        let mut read = Vec::new();
        for (key, value) in in_order(table) {
            let place = key.span().start;
            let rules = self.particular(texts.table, key.get_ref(), value);
            let (what, help) = match key.get_ref().parse::<N>() {
                Ok(name) if names.insert(folded(&name)) => {
                    let called = called(&name);
                    read.push(WrittenParticular {
                        name,
                        line: self.toml.line(place),
                        called,
                        rules,
                    });
                    continue;
                }
                Ok(name) => (format!("{} is given twice", called(&name)), texts.help_twice),
                Err(error) => {
                    (format!("{:?} is not a {}: {error}", key.get_ref(), texts.name), texts.help)
                }
            };
            self.toml.report_at(texts.code, place, what, help.to_owned());
        }
        read
    }

    /// Reads the table of a section or learner, which has rules for all steps or for single ones, and nothing else.
    fn particular(&mut self, all: &str, name: &str, value: Spanned<DeValue<'a>>) -> WrittenTable {
        let path = format!("{all}.{}", Key(name));
        let [defaults_path, steps_path] = ["defaults", "steps"].map(|key| format!("{path}.{key}"));
        let Some(mut table) = self.toml.table(value, &path) else { return WrittenTable::default() };
        let defaults = self.toml.take_table(&mut table, "defaults", &defaults_path);
        let steps = self.toml.take_table(&mut table, "steps", &steps_path);
        for (key, _) in in_order(table) {
            let what = format!("unknown field `{}`", key.get_ref());
            let help = format!(
                "write rules below a line `[{steps_path}.NN]` or `[{defaults_path}]`, or leave it out"
            );
            self.toml.report_at(DiagnosticCode::TomlKey, key.span().start, what, help);
        }
        WrittenTable {
            defaults: self.rules(defaults),
            steps: self.rules_of_steps(steps, &steps_path),
        }
    }

    /// Reads tables of rules, by the number of the step.
    pub(super) fn rules_of_steps(&mut self, table: DeTable<'a>, path: &str) -> WrittenSteps {
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
    pub(super) fn rules(&mut self, table: DeTable<'a>) -> Written {
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
                Ok(read) => {
                    written.places.insert(key, place);
                    if let Some(Twice { earlier, later }) = self.zone.twice(moment) {
                        let what =
                            format!("the clocks show {moment} twice, and `{key}` is the first one");
                        let help = format!("write {earlier}, or {later} for the second one");
                        self.toml.warn_at(DiagnosticCode::CourseTwice, place, what, help);
                    }
                    Some(read)
                }
                Err(error) => {
                    let what = match &error {
                        NotATime::Form => format!("`{moment}` is not a date"),
                        _ => format!("`{key}` is not a valid time: {error}"),
                    };
                    let help = match error {
                        NotATime::Skipped { before, instead, with_offset, .. } => format!(
                            "write {before} or {instead}, or a time with an offset, such as {with_offset}"
                        ),
                        NotATime::Form => format!("write {}", date_instead_of(&moment.to_string())),
                        NotATime::Range => {
                            "write a day of the course, such as 2026-09-14".to_owned()
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
    pub(super) fn check_order(
        &mut self,
        general: &WrittenTable,
        sections: &[WrittenParticular<SectionName>],
        learners: &[WrittenParticular<LearnerRef>],
    ) {
        for &step in self.steps {
            let layers: Vec<&Written> = general.of(step).collect();
            self.check_layers(step, &layers, 0, None);
            let of_sections = sections.iter().map(|it| (&it.called, &it.rules));
            let of_learners = learners.iter().map(|it| (&it.called, &it.rules));
            for (called, particular) in of_sections.chain(of_learners) {
                let with_particular: Vec<&Written> =
                    layers.iter().copied().chain(particular.of(step)).collect();
                self.check_layers(step, &with_particular, layers.len(), Some(called));
            }
        }
    }

    /// Checks the order of a step's dates where these rules apply, the most particular last. For a section or learner, whose own rules are those from
    /// `own` on, an order that is wrong without them too was reported already.
    fn check_layers(
        &mut self,
        step: StepNumber,
        layers: &[&Written],
        own: usize,
        called: Option<&String>,
    ) {
        let rules =
            layers.iter().fold(StepRules::open(0), |rules, written| written.changes.apply(rules));
        let Err(WrongOrder { earlier, later }) = rules.check_order() else { return };
        // The layer that decides a date, and where its line is.
        let deciding = |key: &str| {
            let mut layers = layers.iter().enumerate().rev();
            layers.find_map(|(layer, written)| Some((layer, *written.places.get(key)?)))
        };
        let Some((layer, place)) = deciding(earlier).max(deciding(later)) else { return };
        if layer < own {
            return;
        }
        let written = |key| match key {
            "opens" => rules.opens,
            "due" => rules.due,
            _ => rules.closes,
        };
        let local = |key| {
            written(key)
                .map_or_else(String::new, |moment: Timestamp| self.zone.local_second(moment))
        };
        // What is wrong in `defaults` is wrong for many steps, and is reported once.
        let whose = match (layer == own, called) {
            (true, None) => String::new(),
            (true, Some(called)) => format!(" for {called}"),
            (false, None) => format!(" for step {step}"),
            (false, Some(called)) => format!(" for step {step} and {called}"),
        };
        let what = format!(
            "`{earlier}` is {}, which is after `{later}`, {}{whose}",
            local(earlier),
            local(later)
        );
        let help = "`opens` must come before `due`, and `due` before `closes`; dates of `[defaults]` and `[steps]` apply too".to_owned();
        self.toml.report_at(DiagnosticCode::CourseDate, place, what, help);
    }
}

/// The entries of a table in the order of the file.
fn in_order(table: DeTable<'_>) -> Vec<(Spanned<DeString<'_>>, Spanned<DeValue<'_>>)> {
    let mut entries: Vec<_> = table.into_iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}
