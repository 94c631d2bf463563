//! `gradus check` for one step or one kind: what has to hold on every task, tried on many.

mod cost;
mod explanation;
mod guess;
mod judging;
mod leak;
mod samples;
mod tries;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use self::cost::Meter;
pub use self::cost::{Cost, Costs, Stopwatch, TimeLimits};
use self::explanation::Explained;
pub use self::explanation::{Explanations, Share};
use self::guess::Guess;
pub use self::guess::{MIN_TASKS, Rarity};
use self::leak::Leak;
use self::tries::Tries;
use super::diagnostic::{Diagnostic, DiagnosticCode};
use super::exercise::{Exercise, TaskInstance, Workloads};
use super::keyring::Seed;
use super::steps::Step;
use super::verdict::Explanation;
use gradus_text::Language;

/// How a step or a kind is tried.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    /// How many seeds are tried; each gives a task, if the kind can make one.
    pub seeds: u32,
    /// Is called after each seed, also after one that gave no task.
    pub on_task: Option<&'a (dyn Fn() + Sync)>,
    /// What measures the work; without one nothing is measured.
    pub stopwatch: Option<&'a Stopwatch>,
    /// The time limits; without them no time is checked.
    pub time_limits: Option<TimeLimits>,
}

impl Trial<'_> {
    /// A trial with this many seeds and without measuring time.
    pub const fn unmeasured(seeds: u32) -> Self {
        Self { seeds, on_task: None, stopwatch: None, time_limits: None }
    }
}

/// What came out of checking one step, or one kind by itself.
#[derive(Clone, Debug, Serialize)]
pub struct StepReport {
    /// The step's folder; none for a kind by itself.
    pub folder: Option<String>,
    /// The name of the kind.
    pub kind: String,
    /// How many tasks were made.
    pub tasks: u32,
    /// The highest number of draws that one seed took, successful or not; at least 1.
    pub most_draws: u32,
    /// How many mistakes are known, each of which failed on every task unless a diagnostic says otherwise.
    pub misconceptions: usize,
    /// How many aspects of the rule can be misread.
    pub aspects: usize,
    /// How well wrong answers are explained.
    pub explanations: Explanations,
    /// How much work the exercise says that it is.
    pub workloads: Workloads,
    /// How rarely the best blind answer is right; unknown over too few tasks, and where a task alone does not say what is right.
    pub guess: Option<Rarity>,
    /// How many bits of the answer one reply reveals; unknown where the guess is.
    pub leak_bits: Option<f64>,
    /// How rarely a learner finds the answer by trying until the task is closed, as a power of two: on one task of so
    /// many at most; unknown where the guess is.
    pub tries_bits: Option<f64>,
    /// The time that tasks took, where it was measured.
    pub costs: Option<Costs>,
    /// The languages without a statement: English is shown there. A kind by itself has no statements.
    pub untranslated: Vec<Language>,
    /// Formulas that cannot be read, each as `statement.en.md:12`: learners see them as they are written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unreadable_formulas: Vec<String>,
    /// What does not hold, each diagnostic once. A report on many steps lists the diagnostics of all together.
    #[serde(skip)]
    pub diagnostics: Vec<Diagnostic>,
}

/// Names that the server itself gives in a task, or will give (`picture`); a kind's fields must have others.
pub const ENVELOPE: [&str; 9] =
    ["is_success", "step", "kind", "title", "task", "expires", "statement", "picture", "decisions"];

/// Checks a step over many seeds, as [`check_kind`] does, and the samples in its statements.
pub fn check(step: &Step, trial: Trial) -> StepReport {
    let (mut report, item_counts) = try_tasks(step.exercise(), &step.file("step.toml"), trial);
    report.diagnostics.extend(samples::check(step, &item_counts));
    StepReport {
        folder: Some(step.folder.name.clone()),
        untranslated: step.untranslated().collect(),
        unreadable_formulas: unreadable_formulas(step).collect(),
        ..report
    }
}

fn unreadable_formulas(step: &Step) -> impl Iterator<Item = String> {
    step.statements().flat_map(|statement| {
        let lines = statement.unreadable_formulas();
        lines.map(|line| format!("{}:{line}", statement.file_name()))
    })
}

/// Checks a kind by itself over many seeds. Diagnostics name `file` as their place.
///
/// On every task the reference must be accepted, every misconception must be rejected, junk must be malformed or at
/// least not accepted, and the same seed must give the same bytes, after few draws. Over all of them, blind guesses, the information
/// in one reply, and the time taken are limited, and wrong answers get their causes.
pub fn check_kind(exercise: &dyn Exercise, file: &str, trial: Trial) -> StepReport {
    try_tasks(exercise, file, trial).0
}

/// The report without the samples, and how many items the tasks want.
fn try_tasks(exercise: &dyn Exercise, file: &str, trial: Trial) -> (StepReport, BTreeSet<usize>) {
    let mut findings = Findings::default();
    let (mut guess, mut leak, mut tries) = (Guess::default(), Leak::default(), Tries::default());
    let mut explained = Explained::new(exercise.misconceptions());
    let [mut generate, mut judge, mut explain] = [(); 3].map(|()| Meter::new(trial.stopwatch));
    let (mut tasks, mut most_draws) = (0, 1);
    let mut item_counts = BTreeSet::new();
    for number in 0..trial.seeds {
        let seed = trial_seed(number);
        findings.seed = number;
        match generate.measure(|| exercise.instantiate(&seed)) {
            Ok(task) => {
                let twin = (number < TWINS).then(|| exercise.instantiate(&seed).ok());
                tasks += 1;
                most_draws = most_draws.max(task.draws());
                item_counts.insert(task.solution().answer.count());
                check_task(&*task, &mut findings);
                if let Some(twin) = &twin {
                    let json = twin.as_ref().map(|twin| twin.fields().as_json());
                    findings.expect(
                        json == Some(task.fields().as_json()),
                        DiagnosticCode::TaskUnsteady,
                        "the same seed gives two different tasks",
                        "draw only from the random source that the generator is given",
                    );
                }
                judging::check_reference(&*task, &mut findings, &mut judge);
                judging::check_junk(&*task, &mut findings);
                let wrong = task.wrong_solutions();
                judging::check_misconceptions(&*task, &wrong, &mut findings, &mut leak);
                leak.probe(&*task, &mut tries);
                explained.add(&*task, twin.flatten().as_deref(), &wrong, number, &mut explain);
                let questions = task.questions();
                guess.add(&questions);
                tries.add(&questions);
            }
            Err(error) => {
                most_draws = most_draws.max(error.draws());
                findings.add(
                    DiagnosticCode::TaskImpossible,
                    error.to_string(),
                    "use other values in [params], or correct the kind's generator",
                );
            }
        }
        if let Some(on_task) = trial.on_task {
            on_task();
        }
    }
    let costs = Option::zip(generate.cost(), judge.cost());
    let explain = explain.cost();
    let costs = costs.map(|(generate, judge)| Costs { generate, judge, explain });
    let (guess, tally) = (guess.rarity(), guess);
    let tries_bits = guess.map(|_| tries.bits(&tally, leak::of_diagnosis(explained.finish())));
    let leak_bits = guess.and_then(|_| leak.bits(explained.finish()));

    let mut diagnostics = findings.into_diagnostics(file);
    diagnostics.extend(few_misconceptions(exercise, file));
    diagnostics.extend(unclear_names(exercise, file));
    diagnostics.extend(explained.lint(file));
    diagnostics.extend(guess.and_then(|guess| guess.lint(file)));
    let known = guess.zip(leak_bits);
    diagnostics.extend(known.and_then(|(guess, bits)| leak::lint(guess, bits, file)));
    diagnostics.extend(tries_bits.and_then(|bits| tries::lint(bits, file)));
    if let (Some(costs), Some(limits)) = (&costs, trial.time_limits) {
        diagnostics.extend(costs.lint(file, exercise.workloads(), limits));
    }
    let report = StepReport {
        folder: None,
        kind: exercise.kind().to_owned(),
        tasks,
        most_draws,
        misconceptions: exercise.misconceptions().len(),
        aspects: exercise.aspects(),
        explanations: explained.finish(),
        workloads: exercise.workloads(),
        guess,
        leak_bits,
        tries_bits,
        costs,
        untranslated: Vec::new(),
        unreadable_formulas: Vec::new(),
        diagnostics,
    };
    (report, item_counts)
}

/// Seeds for trials, which differ in every byte and are the same in every run; no identity has one of them.
pub fn trial_seed(number: u32) -> Seed {
    *blake3::hash(&number.to_be_bytes()).as_bytes()
}

fn few_misconceptions(exercise: &dyn Exercise, file: &str) -> Option<Diagnostic> {
    let (known, fewest) = (exercise.misconceptions().len(), exercise.min_misconceptions());
    (known < fewest).then(|| {
        let what =
            format!("the misconceptions of the kind are {known}; expected at least {fewest}");
        let help = format!("add alternatives in `aspects` until there are {fewest}");
        Diagnostic::new(DiagnosticCode::MisconceptionFew, file, what, help)
    })
}

/// The ids of alternatives are joined by `+` where several are one cause, stored separated by blanks, and found again by themselves.
fn unclear_names<'a>(
    exercise: &'a dyn Exercise,
    file: &'a str,
) -> impl Iterator<Item = Diagnostic> + 'a {
    let is_plain = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    let mut taken = BTreeSet::new();
    exercise.misconceptions().iter().filter_map(move |Explanation { id, .. }| {
        let complaint = if !taken.insert(id) {
            "is that of another one too"
        } else if id.is_empty() || !id.bytes().all(is_plain) {
            "has other characters than `a-z`, `0-9` and `-`"
        } else {
            return None;
        };
        let what = format!("the id {id:?} of a misconception {complaint}");
        let help = "give the alternative another id in `aspects`";
        Some(Diagnostic::new(DiagnosticCode::MisconceptionId, file, what, help))
    })
}

/// More draws for one task are too many: each of them takes time, and where so many fail, others may fail for ever.
const MAX_DRAWS: u32 = 30;

/// So many tasks are made twice, the first ones: what is not steady shows it soon.
const TWINS: u32 = 250;

/// Checks the names of a task's fields, and how often it was drawn.
fn check_task(task: &dyn TaskInstance, findings: &mut Findings) {
    let fields = task.fields().by_name();
    for taken in ENVELOPE.into_iter().filter(|&name| fields.contains_key(name)) {
        findings.add(
            DiagnosticCode::TaskField,
            format!("the task has a field `{taken}`, which is reserved for the server"),
            "give the kind's field another name",
        );
    }
    findings.expect(
        task.draws() <= MAX_DRAWS,
        DiagnosticCode::TaskDraws,
        &format!("more than {MAX_DRAWS} tasks are drawn until every misconception is rejected"),
        "let the generator make boards on which each gives several wrong items",
    );
}

/// The findings on tasks: the same finding on many seeds is one diagnostic.
#[derive(Default)]
struct Findings {
    /// The seed that is tried now.
    seed: u32,
    /// By code, what and help: the first seed, and on how many seeds.
    seen: BTreeMap<(DiagnosticCode, String, &'static str), (u32, u32)>,
}

impl Findings {
    fn add(&mut self, code: DiagnosticCode, what: impl Into<String>, help: &'static str) {
        let (_, count) = self.seen.entry((code, what.into(), help)).or_insert((self.seed, 0));
        *count += 1;
    }

    /// Adds a finding unless something holds on the task.
    fn expect(&mut self, holds: bool, code: DiagnosticCode, what: &str, help: &'static str) {
        if !holds {
            self.add(code, what, help);
        }
    }

    fn into_diagnostics(self, file: &str) -> Vec<Diagnostic> {
        let diagnostics = self.seen.into_iter().map(|((code, what, help), (seed, count))| {
            let seeds = if count == 1 {
                format!("on seed {seed}")
            } else {
                format!("on {count} seeds, the first is {seed}")
            };
            Diagnostic::new(code, file, format!("{what} ({seeds})"), help)
        });
        diagnostics.collect()
    }
}
