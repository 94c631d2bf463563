//! `gradus check [DIR]`: checks the challenges and the course file, and reports every diagnostic. `gradus check --kind NAME`
//! does the same for a kind that no step uses yet.

use std::fs;
use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use clap::{Args, ValueEnum};
use gradus::app::challenges;
use gradus::app::challenges::registry;
use gradus::app::challenges::{Gathered, LoadError};
use gradus::step::{self, Diagnostic, Step, StepNumber, StepReport, TimeLimits, Trial};
use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

use super::check_report::{Report, Subject};
use super::values::whole;

/// The options of `gradus check`.
#[derive(Args)]
pub(crate) struct Check {
    /// The directory with the challenge folders [default: those in the program]
    dir: Option<PathBuf>,
    /// The file of the course [default: `course.toml` in the directory, or else in the working directory, if it is there]
    #[arg(long, value_name = "FILE")]
    course: Option<PathBuf>,
    /// Check only these steps: `--step 07`, `--step 07,12`
    #[arg(long = "step", value_name = "NN", value_delimiter = ',')]
    steps: Vec<StepNumber>,
    /// Check a kind by itself instead, also one that no step uses
    #[arg(long, value_name = "NAME", conflicts_with_all = ["dir", "course", "steps"])]
    kind: Option<String>,
    /// A `step.toml` with the `[params]` of the kind [default: its default parameters]
    #[arg(long, value_name = "FILE", requires = "kind")]
    params: Option<PathBuf>,
    /// How many tasks of each step to check
    #[arg(long, default_value_t = 500, value_parser = whole(1..=1_000_000_u32))]
    seeds: u32,
    /// How the times of tasks are used
    #[arg(long, value_enum, default_value_t)]
    times: Times,
    /// Report as one JSON document
    #[arg(long)]
    json: bool,
}

/// How the times of tasks are used.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Times {
    /// A time over the limit is reported
    #[cfg_attr(not(debug_assertions), default)]
    Held,
    /// Times are only shown: a build with debug assertions is several times slower
    #[cfg_attr(debug_assertions, default)]
    Shown,
}

impl Times {
    fn limits(self) -> Option<TimeLimits> {
        match self {
            Self::Held => Some(TimeLimits::DEFAULT),
            Self::Shown => None,
        }
    }
}

/// Why a check could not run.
#[derive(Debug, Error)]
pub(crate) enum CheckError {
    /// The challenges cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The file with the parameters cannot be read.
    #[error("{path} cannot be read: {source}", path = path.display())]
    Params {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A requested step does not exist.
    #[error("there is no step {requested}; expected {}", list(.known))]
    NoStep {
        /// The requested step.
        requested: StepNumber,
        /// The existing steps.
        known: Vec<StepNumber>,
    },
    /// The report cannot be written.
    #[error("standard output cannot be written: {0}")]
    Output(#[from] io::Error),
}

fn list(steps: &[StepNumber]) -> String {
    let steps: Vec<_> = steps.iter().map(StepNumber::to_string).collect();
    if steps.is_empty() { "one, but none can be read".to_owned() } else { steps.join(", ") }
}

impl Check {
    /// Exits with 0 without diagnostics, with 1 otherwise.
    pub(crate) fn run(&self) -> Result<ExitCode, CheckError> {
        let report = match &self.kind {
            Some(kind) => self.check_kind(kind)?,
            None => self.check_steps()?,
        };
        if self.json {
            report.print_json()?;
        } else {
            report.print()?;
        }
        Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn check_kind(&self, kind: &str) -> Result<Report, CheckError> {
        let (file, params) = match &self.params {
            Some(path) => match fs::read_to_string(path) {
                Ok(text) => (path.display().to_string(), text),
                Err(source) => return Err(CheckError::Params { path: path.clone(), source }),
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
        Ok(Report::new(Subject::Kind, self.seeds, diagnostics, reports))
    }

    fn check_steps(&self) -> Result<Report, CheckError> {
        let gathered = challenges::gather(self.dir.as_deref(), self.course.as_deref())?;
        let Gathered { steps, mut diagnostics, course } = gathered;
        let included: Vec<&Step> = steps.iter().filter(|step| self.includes(step.number)).collect();
        diagnostics.retain(|diagnostic| self.includes_diagnostic(diagnostic));
        for &requested in &self.steps {
            let known = || steps.iter().map(|step| step.number).collect();
            // With diagnostics, the step may be in a folder that could not be read.
            if steps.get(requested).is_none() && diagnostics.is_empty() {
                return Err(CheckError::NoStep { requested, known: known() });
            }
        }
        let report =
            Report::new(Subject::Steps, self.seeds, diagnostics, self.check_all(&included));
        Ok(match course {
            Some(course) => report.with_course(course),
            None => report,
        })
    }

    fn trial<'a>(&self, on_task: &'a (dyn Fn() + Sync)) -> Trial<'a> {
        Trial {
            seeds: self.seeds,
            on_task: Some(on_task),
            stopwatch: Some(&thread_time),
            time_limits: self.times.limits(),
        }
    }

    fn includes(&self, number: StepNumber) -> bool {
        self.steps.is_empty() || self.steps.contains(&number)
    }

    /// Whether a diagnostic belongs to a requested step, or to no step.
    fn includes_diagnostic(&self, diagnostic: &Diagnostic) -> bool {
        number_of(diagnostic).is_none_or(|number| self.includes(number))
    }

    /// Checks the steps on all cores. The reports are in the order of the steps.
    fn check_all(&self, steps: &[&Step]) -> Vec<StepReport> {
        let bar = progress_bar(steps.len() as u64 * u64::from(self.seeds));
        let on_task = || bar.inc(1);
        let trial = self.trial(&on_task);
        let next = AtomicUsize::new(0);
        let work = || {
            let mut reports = Vec::new();
            while let Some((index, step)) = take(&next, steps) {
                bar.set_message(step.folder.name.clone());
                reports.push((index, step::check(step, trial)));
            }
            reports
        };
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let mut reports = thread::scope(|scope| {
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            // Panics of kinds are caught where they happen; a panic of the check itself is a bug and continues.
            let join = |worker: thread::ScopedJoinHandle<_>| match worker.join() {
                Ok(reports) => reports,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            workers.into_iter().flat_map(join).collect::<Vec<_>>()
        });
        bar.finish_and_clear();
        reports.sort_unstable_by_key(|&(index, _)| index);
        reports.into_iter().map(|(_, report)| report).collect()
    }
}

/// The next step for a worker.
fn take<'a>(next: &AtomicUsize, steps: &[&'a Step]) -> Option<(usize, &'a Step)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    steps.get(index).map(|&step| (index, step))
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
