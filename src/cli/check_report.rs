//! The report of `gradus check`: lines for people, or one JSON document for programs.

use std::fmt;

use gradus::app::challenges::CourseFile;
use gradus::app::languages::{MissingTexts, missing_texts};
use gradus::step::{Cost, Diagnostic, Explanations, Language, MIN_TASKS, Share, StepReport};
use serde::Serialize;

use super::output::counted;

/// The report of a check.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(super) is_clean: bool,
    seeds: u32,
    /// All diagnostics, in the order in which they were found.
    diagnostics: Vec<Diagnostic>,
    steps: Vec<StepReport>,
    /// What the course file says; none if there is no such file.
    course: Option<CourseReport>,
    /// The texts that are shown in English in an added language.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing_texts: Vec<MissingTexts>,
    /// `step`, or `kind` if a kind is checked by itself.
    #[serde(skip)]
    subject: &'static str,
}

/// What a course file says. With diagnostics, it says nothing.
#[derive(Serialize)]
struct CourseReport {
    file: String,
    is_clean: bool,
    #[serde(flatten)]
    rules: Option<CourseRules>,
    #[serde(skip)]
    diagnostics: usize,
}

/// The rules of a course, in short.
#[derive(Serialize)]
struct CourseRules {
    name: Option<String>,
    time_zone: String,
    registration: &'static str,
    sections: Vec<String>,
    /// How many learners have rules of their own.
    learners: usize,
}

impl Report {
    /// The reports of what could be read, and the diagnostics of what could not.
    pub(crate) fn new(
        subject: &'static str,
        seeds: u32,
        mut diagnostics: Vec<Diagnostic>,
        steps: Vec<StepReport>,
    ) -> Self {
        diagnostics.extend(steps.iter().flat_map(|step| step.diagnostics.iter().cloned()));
        let is_clean = diagnostics.is_empty();
        let missing_texts = missing_texts();
        Self { is_clean, seeds, diagnostics, steps, course: None, missing_texts, subject }
    }

    /// The same report with what was found in the course file.
    pub(crate) fn with_course(mut self, CourseFile { name, course }: CourseFile) -> Self {
        let (rules, found) = match course {
            Ok(course) => {
                let rules = CourseRules {
                    time_zone: course.zone_name().to_owned(),
                    registration: course.registration.as_str(),
                    sections: course.sections.iter().map(ToString::to_string).collect(),
                    learners: course.learners_with_rules(),
                    name: course.name,
                };
                (Some(rules), Vec::new())
            }
            Err(diagnostics) => (None, diagnostics),
        };
        self.course = Some(CourseReport {
            file: name,
            is_clean: found.is_empty(),
            rules,
            diagnostics: found.len(),
        });
        self.diagnostics.extend(found);
        Self { is_clean: self.diagnostics.is_empty(), ..self }
    }
}

/// A line for each diagnostic, then one for each step or kind and one for the course file, then the totals.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostics.iter().try_for_each(|diagnostic| writeln!(f, "{diagnostic}"))?;
        self.steps.iter().try_for_each(|step| writeln!(f, "{}", Line(step)))?;
        self.course.iter().try_for_each(|course| writeln!(f, "{course}"))?;
        for MissingTexts { language, keys } in &self.missing_texts {
            let count = counted(keys.len() as u64, "text");
            let first = keys.iter().take(SHOWN_KEYS).copied().collect::<Vec<_>>().join(", ");
            let more = if keys.len() > SHOWN_KEYS { ", …; --json lists all" } else { "" };
            writeln!(f, "{language}.toml: {count} shown in English: {first}{more}")?;
        }
        let checked = counted(self.steps.len() as u64, self.subject);
        writeln!(f, "{checked}, {}", counted(self.diagnostics.len() as u64, "diagnostic"))
    }
}

/// How many missing texts of a language are named for people.
const SHOWN_KEYS: usize = 5;

/// The line of one step or kind.
struct Line<'a>(&'a StepReport);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(step) = self;
        let name = step.folder.as_ref().unwrap_or(&step.kind);
        write!(f, "{name:20} {}", counted(step.tasks.into(), "task"))?;
        write!(f, ", at most {} for one", counted(step.most_draws.into(), "draw"))?;
        write!(f, ", {} in", counted(step.misconceptions as u64, "misconception"))?;
        write!(f, " {}", counted(step.aspects as u64, "aspect"))?;
        let Explanations { singles, pairs, without_cause } = step.explanations;
        if singles.of > 0 {
            write!(f, ", told {}", percent(singles))?;
        }
        if pairs.of > 0 {
            write!(f, ", pairs {}", percent(pairs))?;
        }
        if without_cause.of > 0 {
            write!(f, ", falsely {} of {}", without_cause.count, without_cause.of)?;
        }
        match (step.guess, step.leak_bits, step.tries_bits) {
            (Some(guess), Some(leak), Some(tries)) => {
                let rarer = if guess.is_at_least { " or rarer" } else { "" };
                write!(
                    f,
                    ", guess 2^-{:.1}{rarer}, leak {leak:.1} bits, ten tries 2^-{tries:.1}",
                    guess.bits
                )?;
            }
            _ if step.tasks < MIN_TASKS => f.write_str(", guess and leak unknown over so few")?,
            _ => f.write_str(", nothing to guess")?,
        }
        if let Some(costs) = step.costs {
            write!(f, ", make {}; judge {}", times(costs.generate), times(costs.judge))?;
            if let Some(explain) = costs.explain {
                write!(f, "; explain {}", times(explain))?;
            }
        }
        if !step.untranslated.is_empty() {
            let tags: Vec<_> = step.untranslated.iter().map(Language::to_string).collect();
            write!(f, ", English stands in for {}", tags.join(" and "))?;
        }
        write_outcome(f, step.diagnostics.len())
    }
}

/// `course.toml          UTC, registration open, 2 sections, 1 learner with rules: clean`
impl fmt::Display for CourseReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:20} ", self.file)?;
        match &self.rules {
            Some(CourseRules { time_zone, registration, sections, learners, .. }) => {
                let sections = counted(sections.len() as u64, "section");
                let learners = counted(*learners as u64, "learner");
                write!(
                    f,
                    "{time_zone}, registration {registration}, {sections}, {learners} with rules"
                )?;
            }
            None => f.write_str("the course")?,
        }
        write_outcome(f, self.diagnostics)
    }
}

fn write_outcome(f: &mut fmt::Formatter<'_>, diagnostics: usize) -> fmt::Result {
    match diagnostics {
        0 => f.write_str(": clean"),
        count => write!(f, ": {}", counted(count as u64, "diagnostic")),
    }
}

/// `99.5 %`
fn percent(share: Share) -> String {
    format!("{:.1} %", 100.0 * share.ratio())
}

/// The median, the 99th percentile and the worst: `0.12 ms, p99 0.40, worst 1.85`.
fn times(Cost { median, p99, worst }: Cost) -> String {
    let [median, p99, worst] = [median, p99, worst].map(|time| time.as_secs_f64() * 1000.0);
    format!("{median:.2} ms, p99 {p99:.2}, worst {worst:.2}")
}
