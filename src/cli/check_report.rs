//! The report of `gradus check`: lines for people, or one JSON document for programs.

use std::fmt;
use std::io::{self, Write as _};
use std::time::Duration;

use gradus::app::challenges::CourseFile;
use gradus::app::languages::{MissingTexts, missing_texts};
use gradus::course::Course;
use gradus::step::{Cost, Diagnostic, Explanations, Language, MIN_TASKS, Share, StepReport};
use serde::Serialize;

use super::output::print;

/// The report of a check.
#[derive(Serialize)]
pub(crate) struct Report {
    is_clean: bool,
    seeds: u32,
    /// All diagnostics, in the order in which they were found.
    diagnostics: Vec<Diagnostic>,
    steps: Vec<StepReport>,
    /// What the course file says; none if there is no such file.
    course: Option<CourseReport>,
    /// The texts that are shown in English in an added language.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing_texts: Vec<MissingTexts>,
    #[serde(skip)]
    subject: Subject,
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

impl From<Course> for CourseRules {
    fn from(course: Course) -> Self {
        Self {
            time_zone: course.zone_name().to_owned(),
            registration: course.registration.as_str(),
            sections: course.sections.iter().map(ToString::to_string).collect(),
            learners: course.learners_with_rules(),
            name: course.name,
        }
    }
}

/// What a report is on.
#[derive(Clone, Copy)]
pub(crate) enum Subject {
    /// Steps.
    Steps,
    /// A kind by itself.
    Kind,
}

impl Report {
    /// The reports of what could be read, and the diagnostics of what could not.
    pub(crate) fn new(
        subject: Subject,
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
            Ok(course) => (Some(CourseRules::from(course)), Vec::new()),
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

    /// Whether there is no diagnostic.
    pub(crate) fn is_clean(&self) -> bool {
        self.is_clean
    }

    /// One JSON document.
    pub(crate) fn print_json(&self) -> io::Result<()> {
        print_line(format_args!("{}", serde_json::to_string_pretty(self)?))
    }

    /// A line for each diagnostic, then one for each step or kind and one for the course file, then the totals.
    pub(crate) fn print(&self) -> io::Result<()> {
        self.diagnostics
            .iter()
            .try_for_each(|diagnostic| print_line(format_args!("{diagnostic}")))?;
        self.steps.iter().try_for_each(|step| print_line(format_args!("{}", Line(step))))?;
        self.course.iter().try_for_each(|course| print_line(format_args!("{course}")))?;
        for MissingTexts { language, keys } in &self.missing_texts {
            let (count, first) = (counted(keys.len(), "text"), keys.iter().take(SHOWN_KEYS));
            let first = first.copied().collect::<Vec<_>>().join(", ");
            let line = format!("{language}.toml: {count} shown in English: {first}");
            let more = keys.len() > SHOWN_KEYS;
            print_line(format_args!("{line}{}", if more { ", …; --json lists all" } else { "" }))?;
        }
        let subject = match self.subject {
            Subject::Steps => "step",
            Subject::Kind => "kind",
        };
        let checked = counted(self.steps.len(), subject);
        print_line(format_args!("{checked}, {}", counted(self.diagnostics.len(), "diagnostic")))
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
        write!(f, "{name:20} {}", counted(step.tasks as usize, "task"))?;
        write!(f, ", at most {} for one", counted(step.most_draws as usize, "draw"))?;
        write!(f, ", {} in", counted(step.misconceptions, "misconception"))?;
        write!(f, " {}", counted(step.aspects, "aspect"))?;
        let Explanations { singles, pairs, without_cause } = step.explanations;
        if singles.of > 0 {
            write!(f, ", told {}", Percent(singles))?;
        }
        if pairs.of > 0 {
            write!(f, ", pairs {}", Percent(pairs))?;
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
            write!(f, ", make {}; judge {}", Time(costs.generate), Time(costs.judge))?;
            if let Some(explain) = costs.explain {
                write!(f, "; explain {}", Time(explain))?;
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
                let sections = counted(sections.len(), "section");
                let learners = counted(*learners, "learner");
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
        count => write!(f, ": {}", counted(count, "diagnostic")),
    }
}

/// A share, as `99.5 %`.
struct Percent(Share);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(share) = self;
        write!(f, "{:.1} %", 100.0 * share.ratio())
    }
}

/// The median, the 99th percentile and the worst: `0.12 ms, p99 0.40, worst 1.85`.
struct Time(Cost);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |duration: Duration| duration.as_secs_f64() * 1000.0;
        let Self(Cost { median, p99, worst }) = *self;
        write!(
            f,
            "{:.2} ms, p99 {:.2}, worst {:.2}",
            milliseconds(median),
            milliseconds(p99),
            milliseconds(worst)
        )
    }
}

/// Prints a line. Where the reader has gone, the exit code still has the result.
fn print_line(line: fmt::Arguments) -> io::Result<()> {
    print(|out| writeln!(out, "{line}"))
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
