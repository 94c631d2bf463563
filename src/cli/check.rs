//! `gradus check [DIR]`: checks the challenges and the course file, and reports every diagnostic. `gradus check --kind NAME`
//! does the same for a kind that no step uses yet. The steps are shared out to scoped threads of std: `rayon` would be four crates for one loop.

use std::io::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{fmt, fs, thread};

use clap::Args;
use gradus::app::challenges::{self, CourseFile, Gathered, MissingTexts, missing_texts, registry};
use gradus::course::{Learner, RosterColumns, decode_roster, read_roster};
use gradus::option_values::{one_of, whole};
use gradus::step::{
    self, Cost, Diagnostic, Explanations, Language, MIN_TASKS, Share, Step, StepNumber, StepReport,
    TimeLimits, Trial,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::class::TextsOptions;
use super::error::CliError;
use super::output::{counted, print};

/// The options of `gradus check`.
#[derive(Args)]
pub(crate) struct Check {
    /// The directory with the challenge folders [default: those in the program]
    dir: Option<PathBuf>,
    /// The same directory, named as for the server
    #[arg(long, value_name = "DIR", conflicts_with = "dir")]
    challenges: Option<PathBuf>,
    /// The file of the course [default: `course.toml` in the directory, or else in the working directory, if it is there]
    #[arg(long, value_name = "FILE")]
    course: Option<PathBuf>,
    /// A class list: warn of rules in the file of the course that count for nobody on it
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    #[command(flatten)]
    texts: TextsOptions,
    /// Check only these steps: `--step 07`, `--step 07,12`
    #[arg(long = "step", value_name = "NN", value_delimiter = ',')]
    steps: Vec<StepNumber>,
    /// Check a kind by itself instead, also one that no step uses
    #[arg(long, value_name = "NAME", conflicts_with_all = ["dir", "challenges", "course", "roster", "steps"])]
    kind: Option<String>,
    /// A `step.toml` with the `[params]` of the kind [default: its default parameters]
    #[arg(long, value_name = "FILE", requires = "kind")]
    params: Option<PathBuf>,
    /// How many tasks of each step to check
    #[arg(long, default_value_t = 500, value_parser = whole(1..=1_000_000_u32))]
    seeds: u32,
    /// How the times of tasks are used
    #[arg(long, default_value = DEFAULT_TIMES, value_parser = one_of(TIMES))]
    times: MaybeLimits,
    /// Report as one JSON document
    #[arg(long)]
    json: bool,
}

/// Not an optional value for clap, which sees `Option`.
type MaybeLimits = Option<TimeLimits>;

const TIMES: &[(&str, &str, MaybeLimits)] = &[
    ("held", "A time over the limit is reported", Some(TimeLimits::DEFAULT)),
    ("shown", "Times are only shown: a build with debug assertions is several times slower", None),
];

const DEFAULT_TIMES: &str = if cfg!(debug_assertions) { "shown" } else { "held" };

impl Check {
    /// Exits with 0 without diagnostics, with 1 otherwise.
    pub(crate) fn run(&self) -> Result<ExitCode, CliError> {
        self.texts.add()?;
        let report = match &self.kind {
            Some(kind) => self.check_kind(kind)?,
            None => self.check_steps()?,
        };
        print(|out| {
            if self.json {
                return writeln!(out, "{}", serde_json::to_string_pretty(&report)?);
            }
            write!(out, "{report}")
        })?;
        Ok(if report.is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn check_kind(&self, kind: &str) -> Result<Report, CliError> {
        let (file, params) = match &self.params {
            Some(path) => match fs::read_to_string(path) {
                Ok(text) => (path.display().to_string(), text),
                Err(error) => return Err(CliError::unreadable(path, &error)),
            },
            None => (kind.to_owned(), String::new()),
        };
        let (reports, diagnostics) = match registry().exercise(kind, &file, &params) {
            Ok(exercise) => {
                let bar = progress_bar(self.seeds.into());
                let report = step::check_kind(&*exercise, &file, self.trial(&|| bar.inc(1)));
                bar.finish_and_clear();
                (vec![report], Vec::new())
            }
            Err(diagnostics) => (Vec::new(), diagnostics),
        };
        Ok(Report::new("kind", self.seeds, diagnostics, reports))
    }

    fn check_steps(&self) -> Result<Report, CliError> {
        let directory = self.dir.as_deref().or(self.challenges.as_deref());
        let gathered = challenges::gather(directory, self.course.as_deref())?;
        let Gathered { steps, mut diagnostics, course } = gathered;
        let included: Vec<&Step> = steps.iter().filter(|step| self.includes(step.number)).collect();
        // Diagnostics of requested steps, and of no step.
        diagnostics
            .retain(|diagnostic| number_of(diagnostic).is_none_or(|number| self.includes(number)));
        for &requested in &self.steps {
            // With diagnostics, the step may be in a folder that could not be read.
            if steps.get(requested).is_none() && diagnostics.is_empty() {
                let known = steps.iter().map(|step| step.number);
                return Err(CliError::unknown(format_args!("step {requested}"), known));
            }
        }
        let report = Report::new("step", self.seeds, diagnostics, self.check_all(&included));
        match (course, &self.roster) {
            (Some(course), roster) => report.with_course(course, roster.as_deref()),
            (None, Some(_)) => Err(CliError::Failed(
                "there is no course file; expected --course FILE with --roster".to_owned(),
            )),
            (None, None) => Ok(report),
        }
    }

    fn trial<'a>(&self, on_task: &'a (dyn Fn() + Sync)) -> Trial<'a> {
        Trial {
            seeds: self.seeds,
            on_task: Some(on_task),
            stopwatch: Some(&thread_time),
            time_limits: self.times,
        }
    }

    fn includes(&self, number: StepNumber) -> bool {
        self.steps.is_empty() || self.steps.contains(&number)
    }

    /// Checks the steps on all cores. The reports are in the order of the steps.
    fn check_all(&self, steps: &[&Step]) -> Vec<StepReport> {
        let bar = progress_bar(steps.len() as u64 * u64::from(self.seeds));
        let on_task = || bar.inc(1);
        let trial = self.trial(&on_task);
        let (next, reports) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(step) = steps.get(index) else { break };
                bar.set_message(step.folder.name.clone());
                let report = step::check(step, trial);
                // A report is whole at every moment.
                reports.lock().unwrap_or_else(PoisonError::into_inner).push((index, report));
            }
        };
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        // Panics of kinds are caught where they happen; a panic of the check itself is a bug, and continues here.
        thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
        bar.finish_and_clear();
        let mut reports = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
        reports.sort_unstable_by_key(|&(index, _)| index);
        reports.into_iter().map(|(_, report)| report).collect()
    }
}

/// The step whose folder a diagnostic is in, by the folder's name.
fn number_of(diagnostic: &Diagnostic) -> Option<StepNumber> {
    diagnostic.file.split_once('-').and_then(|(number, _)| number.parse().ok())
}

/// A progress bar on standard error, if that is a terminal.
#[expect(clippy::expect_used, reason = "the template is a constant")]
fn progress_bar(tasks: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} tasks  {msg}");
    let bar = ProgressBar::new(tasks);
    bar.with_style(style.expect("the template is valid"))
}

/// The processor time of this thread: it does not advance while the machine does something else.
#[cfg(unix)]
#[expect(clippy::expect_used, reason = "a duration fails to convert only when it is negative")]
fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.try_into().expect("the processor time of a thread is never negative")
}

/// The time since the first call, where the system has no clock per thread.
#[cfg(not(unix))]
#[expect(clippy::disallowed_methods, reason = "this is the stopwatch of the check")]
fn thread_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The report of a check.
#[derive(Serialize)]
struct Report {
    is_clean: bool,
    seeds: u32,
    /// All diagnostics, in the order in which they were found.
    diagnostics: Vec<Diagnostic>,
    /// What is valid, but perhaps not meant.
    warnings: Vec<Diagnostic>,
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
    fn new(
        subject: &'static str,
        seeds: u32,
        mut diagnostics: Vec<Diagnostic>,
        steps: Vec<StepReport>,
    ) -> Self {
        diagnostics.extend(steps.iter().flat_map(|step| step.diagnostics.iter().cloned()));
        let is_clean = diagnostics.is_empty();
        let missing_texts = missing_texts();
        let (warnings, course) = (Vec::new(), None);
        Self { is_clean, seeds, diagnostics, warnings, steps, course, missing_texts, subject }
    }

    /// The same report with what was found in the course file, also by comparison with a class list.
    fn with_course(
        mut self,
        CourseFile { name, course }: CourseFile,
        roster: Option<&Path>,
    ) -> Result<Self, CliError> {
        let (rules, found) = match course {
            Ok(course) => {
                self.warnings.extend_from_slice(course.warnings());
                if let Some(roster) = roster {
                    self.warnings.extend(course.unmatched_rules(&listed(roster)?));
                }
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
        Ok(Self { is_clean: self.diagnostics.is_empty(), ..self })
    }
}

/// The learners of a class list, as they will be on the roster.
fn listed(file: &Path) -> Result<Vec<Learner>, CliError> {
    let bytes = fs::read(file).map_err(|error| CliError::unreadable(file, &error))?;
    let list = decode_roster(&bytes, None)
        .map_err(|fault| vec![fault])
        .and_then(|(text, _)| read_roster(&text, &[], &RosterColumns::NONE));
    let list = list.map_err(|faults| {
        CliError::faults(faults.iter().map(|fault| format!("{}: {fault}", file.display())))
    })?;
    Ok(list.into_learners())
}

/// A line for each diagnostic, then one for each step or kind and one for the course file, then the totals.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostics.iter().try_for_each(|diagnostic| writeln!(f, "{diagnostic}"))?;
        self.warnings.iter().try_for_each(|warning| writeln!(f, "warning: {warning}"))?;
        self.steps.iter().try_for_each(|step| writeln!(f, "{}", Line(step)))?;
        self.course.iter().try_for_each(|course| writeln!(f, "{course}"))?;
        for MissingTexts { language, keys } in &self.missing_texts {
            let count = counted(keys.len() as u64, "text");
            let first = keys.iter().take(SHOWN_KEYS).copied().collect::<Vec<_>>().join(", ");
            let more = if keys.len() > SHOWN_KEYS { ", …; --json lists all" } else { "" };
            writeln!(f, "{language}.toml: {count} shown in English: {first}{more}")?;
        }
        let checked = counted(self.steps.len() as u64, self.subject);
        write!(f, "{checked}, {}", counted(self.diagnostics.len() as u64, "diagnostic"))?;
        if !self.warnings.is_empty() {
            write!(f, ", {}", counted(self.warnings.len() as u64, "warning"))?;
        }
        writeln!(f)
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
        if !step.unreadable_formulas.is_empty() {
            let places = step.unreadable_formulas.join(", ");
            write!(f, ", formulas that cannot be read in {places}")?;
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
