//! The rules of a class, as `course.toml` gives them.

use std::collections::BTreeMap;
use std::{fmt, iter};

use serde::Deserialize;

use super::learner::{Learner, LearnerName, LearnerRef};
use super::member::SectionName;
use super::schedule::{Audience, Extensions, RuleChanges, StepRules};
use super::zone::{DayEnd, NotATime, Zone};
use gradus_step::{Diagnostic, DiagnosticCode, StepNumber, Timestamp, near_miss};

/// Who may register.
#[derive(Clone, Default, PartialEq, Eq)]
pub enum Registration {
    /// Everybody.
    #[default]
    Open,
    /// Who knows the course code. It is compared without case and without the blanks around it.
    Code(String),
    /// Only who is on the roster.
    Closed,
}

impl Registration {
    /// Whether somebody with this course code, or without one, may register.
    pub fn admits(&self, code: Option<&str>) -> bool {
        let folded = |code: &str| code.trim().to_lowercase();
        match self {
            Self::Open => true,
            Self::Code(expected) => code.is_some_and(|code| folded(code) == folded(expected)),
            Self::Closed => false,
        }
    }

    /// How the file calls it; the code is not told.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Code(_) => "code",
            Self::Closed => "closed",
        }
    }
}

/// The course code stays out of logs.
impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Registration({})", self.as_str())
    }
}

/// Which matches may be created that belong to no step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FreeMatches {
    /// All.
    #[default]
    All,
    /// Those between people, from the beginning: no computer moves, and no record is loaded. The moves of a task can be replayed in them.
    People,
    /// None.
    None,
}

/// How learners are called on the scoreboard. A learner's name is never on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreboardNames {
    /// There is no scoreboard.
    Off,
    /// All are nameless.
    Anonymous,
    /// By the nickname that a learner has chosen; the others are nameless.
    #[default]
    Nicknames,
}

/// The rules of a class. Without a file: open registration, all steps always open.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The name of the course.
    pub name: Option<String>,
    /// Who may register.
    pub registration: Registration,
    /// The sections, in the order of the file.
    pub sections: Vec<SectionName>,
    /// Which matches may be created that belong to no step.
    pub free_matches: FreeMatches,
    /// How learners are called on the scoreboard.
    pub scoreboard: ScoreboardNames,
    pub(super) zone: Zone,
    pub(super) rules: Rules,
    /// The name of the file, for diagnostics; none without one.
    pub(super) file: Option<String>,
    pub(super) warnings: Vec<Diagnostic>,
}

/// The rules of the file, from the general ones to the particular ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    pub(super) general: RuleTable,
    pub(super) sections: BTreeMap<SectionName, Particular<SectionName>>,
    /// For learners on the roster, by the folded reference.
    pub(super) learners: BTreeMap<String, Particular<LearnerRef>>,
}

/// The rules of a section or of a learner.
#[derive(Clone, Debug)]
pub(super) struct Particular<N> {
    /// The section or the learner, as the file names it.
    pub(super) name: N,
    /// The line of the file where it is named first.
    pub(super) line: usize,
    pub(super) rules: RuleTable,
}

/// Rules for all steps, and for single ones.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleTable {
    /// For all steps.
    pub(super) defaults: RuleChanges,
    /// For one step: they count more.
    pub(super) steps: BTreeMap<StepNumber, RuleChanges>,
}

impl RuleTable {
    /// What changes at a step, the more particular last.
    fn of(&self, step: StepNumber) -> impl Iterator<Item = &RuleChanges> {
        iter::once(&self.defaults).chain(self.steps.get(&step))
    }

    fn is_empty(&self) -> bool {
        self.defaults == RuleChanges::default() && self.steps.is_empty()
    }

    /// Whether a step is hidden, if the table says so.
    fn hidden(&self, step: StepNumber) -> Option<bool> {
        self.of(step).filter_map(|changes| changes.hidden).last()
    }
}

impl Course {
    /// The rules of a step with so many points in its folder: for a learner, for those of a section who have no rules of their own, or for those
    /// who are in no section.
    ///
    /// Each rule is the most particular one that is given: that of the folder, of all steps, of the step, of an extension for
    /// everybody, of the section, of an extension of the section, of the learner if they are on the roster, of an extension of the learner.
    pub fn rules(
        &self,
        step: StepNumber,
        points: u32,
        section: Option<&SectionName>,
        learner: Option<&Learner>,
        extensions: &Extensions,
    ) -> StepRules {
        let rules = &self.rules;
        // Where everybody may register, anybody may have taken the name. Few courses have learners with rules of their own, and folding a
        // name allocates.
        let named = learner.filter(|learner| learner.is_on_roster && !rules.learners.is_empty());
        let of = |reference: LearnerRef| rules.learners.get(&reference.folded());
        // A name that several learners have means none of them.
        let by_name = named.filter(|learner| !learner.has_namesake);
        let by_name = by_name.and_then(|learner| of(LearnerRef::Name(learner.name.clone())));
        let by_id = named.and_then(|learner| learner.student_id.clone());
        let by_id = by_id.and_then(|id| of(LearnerRef::StudentId(id)));
        let of_learner =
            [by_name, by_id].into_iter().flatten().flat_map(|learner| learner.rules.of(step));
        let of_section = section.and_then(|section| rules.sections.get(section));
        let of_section = of_section.into_iter().flat_map(|section| section.rules.of(step));
        let extended = extensions.changes(step, |audience| *audience == Audience::Everybody);
        let extended_section = extensions.changes(
            step,
            |audience| matches!(audience, Audience::Section(name) if section == Some(name)),
        );
        let extended_learner = extensions.changes(
            step,
            |audience| matches!(audience, Audience::Learner(id) if learner.is_some_and(|it| it.id == *id)),
        );

        (rules.general.of(step))
            .chain(extended)
            .chain(of_section)
            .chain(extended_section)
            .chain(of_learner)
            .chain(extended_learner)
            .fold(StepRules::open(points), |rules, changes| changes.apply(rules))
    }

    /// Whether nobody sees a step, whatever the dates say: it is hidden, and shown to no section and to no learner.
    pub fn is_hidden(&self, step: StepNumber) -> bool {
        let rules = &self.rules;
        let sections = rules.sections.values().map(|section| &section.rules);
        let learners = rules.learners.values().map(|learner| &learner.rules);
        let mut particular = sections.chain(learners).filter_map(|rules| rules.hidden(step));
        rules.general.hidden(step).unwrap_or(false) && particular.all(|hidden| hidden)
    }

    /// Whether the rules are those of a file.
    pub fn is_from_file(&self) -> bool {
        self.file.is_some()
    }

    /// What an instructor may not have meant, though the file is valid.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Rules that count for nobody on this roster: of sections without learners, of learners who are not on it, and of names that several have.
    /// None before there is a roster.
    pub fn unmatched_rules(&self, roster: &[Learner]) -> Vec<Diagnostic> {
        let roster = || roster.iter().filter(|learner| learner.is_on_roster);
        let Some(file) = self.file.as_ref().filter(|_| roster().next().is_some()) else {
            return Vec::new();
        };
        let mut sections: Vec<&str> =
            roster().filter_map(|learner| Some(learner.section.as_ref()?.as_str())).collect();
        sections.sort_unstable();
        sections.dedup();
        let names: Vec<&str> = roster().map(|learner| learner.name.as_str()).collect();
        let ids: Vec<&str> = roster().filter_map(|learner| learner.student_id.as_deref()).collect();

        let of_sections = self.rules.sections.values().filter(|it| !it.rules.is_empty());
        let of_sections = of_sections.filter_map(|Particular { name, line, .. }| {
            let name = name.as_str();
            let what = format!("no learner is in section {name:?}");
            let help = near_miss(name, &sections).map_or_else(
                || format!("the sections with learners are: {}", sections.join(", ")),
                did_you_mean,
            );
            (!sections.contains(&name)).then_some((*line, what, help))
        });
        let of_learners =
            self.rules.learners.values().filter_map(|Particular { name, line, .. }| {
                let unknown = |what: String, written: &str, known: &[&str]| {
                    let otherwise = || "correct it, or delete the rules".to_owned();
                    (*line, what, near_miss(written, known).map_or_else(otherwise, did_you_mean))
                };
                match name {
                    LearnerRef::Name(name) => {
                        let folded = name.folded();
                        match roster().find(|learner| learner.name.folded() == folded) {
                            None => {
                                let what = format!(
                                    "no learner on the roster is called {:?}",
                                    name.as_str()
                                );
                                Some(unknown(what, name.as_str(), &names))
                            }
                            Some(learner) if learner.has_namesake => {
                                let what =
                                    format!("several learners are called {:?}", name.as_str());
                                let help =
                                    "write the student id, as `[learners.\"id:1001\"]`".to_owned();
                                Some((*line, what, help))
                            }
                            Some(_) => None,
                        }
                    }
                    LearnerRef::StudentId(id) => {
                        let what = format!("no learner on the roster has the student id {id:?}");
                        (!ids.contains(&&**id)).then(|| unknown(what, id, &ids))
                    }
                }
            });
        let mut found: Vec<_> = of_sections.chain(of_learners).collect();
        found.sort();
        let warning = |(line, what, help)| {
            let what = format!("{what}, so these rules count for nobody");
            Diagnostic::new(DiagnosticCode::CourseNobody, file, what, help).on_line(line)
        };
        found.into_iter().map(warning).collect()
    }

    /// Whether learners of this name have rules in the file that name them by it.
    pub fn has_rules_for(&self, name: &LearnerName) -> bool {
        self.rules.learners.contains_key(&name.folded())
    }

    /// How many learners have rules of their own in the file.
    pub fn learners_with_rules(&self) -> usize {
        self.rules.learners.len()
    }

    /// The name of the time zone, as the IANA calls it: `Europe/Berlin`.
    pub fn zone_name(&self) -> &str {
        self.zone.name()
    }

    /// A moment on the clocks of the course: `2026-09-01 08:00`.
    pub fn local_time(&self, moment: Timestamp) -> String {
        self.zone.local_minute(moment)
    }

    /// The last second of a phase on the clocks of the course. Its minute is enough if it is the last second of that, too: `2026-09-01 08:00`,
    /// `2026-09-01 08:00:00`.
    pub fn local_end(&self, moment: Timestamp) -> String {
        match moment.seconds() % 60 {
            59 => self.zone.local_minute(moment),
            _ => self.zone.local_second(moment),
        }
    }

    /// The last second of a phase, with the time zone: `2026-09-01 08:00 (Europe/Berlin)`.
    pub fn end_in_zone(&self, moment: Timestamp) -> String {
        format!("{} ({})", self.local_end(moment), self.zone_name())
    }

    /// Reads a moment that an instructor writes: `2026-09-01T08:00`, `2026-09-01 08:00` or `2026-09-01` by the clocks of the course, or
    /// with an offset as in RFC 3339. A day without a time is its first second or its last one, and so is a minute without a second: `opens` wants
    /// the first, `due` and `closes` the last.
    ///
    /// A time that the clocks skip when they are put forward is refused; one that they show twice is the earlier one.
    pub fn read_time(&self, text: &str, end_of_day: DayEnd) -> Result<Timestamp, NotATime> {
        let written = text.trim().parse().map_err(|_| NotATime::Form)?;
        self.zone.moment(written, end_of_day)
    }
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean {name:?}?")
}
