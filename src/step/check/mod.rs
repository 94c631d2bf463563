//! The author's proof of a step: what has to hold on every task, tried on many.

mod budget;
mod cost;
mod findings;
mod guess;
mod judging;
mod junk;
mod leak;
mod matches;
mod samples;

use std::collections::BTreeSet;

use serde::Serialize;

pub use self::cost::{Cost, Costs, Stopwatch, TimeBudget};
use self::findings::Findings;
use self::guess::Guess;
pub use self::guess::Rarity;
use self::leak::Leak;
use super::catalog::Step;
use super::exercise::{Exercise, PosedTask, Puzzle};
use super::fault::{Fault, FaultCode};
use super::identity::Seed;
use super::language::Language;

/// How a step is tried.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    /// How many seeds are tried; each gives a task, if the kind can make one.
    pub seeds: u32,
    /// Is called after each seed, whether a task came of it or not.
    pub on_task: Option<&'a (dyn Fn() + Sync)>,
    /// What measures the work; without one nothing is measured.
    pub stopwatch: Option<&'a Stopwatch>,
    /// What the work may take; without one it may take as long as it likes.
    pub time_budget: Option<TimeBudget>,
}

impl Trial<'_> {
    /// So many tasks, and no measurement of time.
    #[must_use]
    pub const fn unmeasured(seeds: u32) -> Self {
        Self { seeds, on_task: None, stopwatch: None, time_budget: None }
    }
}

/// What came out of checking one step.
#[derive(Clone, Debug, Serialize)]
pub struct StepReport {
    /// The step's folder.
    pub folder: String,
    /// The name of its kind.
    pub kind: &'static str,
    /// How many tasks were made.
    pub tasks: u32,
    /// How many draws the seed took that took the most, in vain or not; 1 is the least.
    pub most_draws: u32,
    /// How many mistakes are known, each of which failed on every task unless a fault says otherwise.
    pub misconceptions: usize,
    /// How rarely the best blind answer is right; unknown over too few tasks.
    pub guess: Option<Rarity>,
    /// How many bits of the answer one reply tells; unknown over too few tasks.
    pub leak_bits: Option<f64>,
    /// The time that tasks took, where it was measured.
    pub costs: Option<Costs>,
    /// The languages without a statement: English is shown there.
    pub untranslated: Vec<Language>,
    /// What does not hold, each fault once. A report on many steps lists the faults of all together.
    #[serde(skip)]
    pub faults: Vec<Fault>,
}

/// Names that the server itself gives in a task; a kind's fields must have others.
pub const ENVELOPE: [&str; 8] =
    ["is_success", "step", "kind", "title", "task", "expires", "statement", "picture"];

/// Checks a step over many seeds, and the samples in its statements.
///
/// On every task the reference must be accepted, every misconception must be rejected, junk must be malformed or at
/// least not accepted, and the same seed must give the same bytes. Over all of them a blind guess must be hopeless, a
/// reply must tell little, and the work must be quick.
///
/// Of a match step less can be proved: see the module `matches`.
#[must_use]
pub fn check(step: &Step, trial: Trial) -> StepReport {
    match step.exercise() {
        Exercise::Puzzle(puzzle) => check_puzzle(step, &**puzzle, trial),
        Exercise::Match(exercise) => matches::check(step, exercise, trial),
    }
}

fn check_puzzle(step: &Step, puzzle: &dyn Puzzle, trial: Trial) -> StepReport {
    let mut findings = Findings::default();
    let (mut guess, mut leak) = (Guess::default(), Leak::default());
    let mut costs = cost::Meter::new(trial.stopwatch);
    let (mut tasks, mut most_draws) = (0, 1);
    let mut item_counts = BTreeSet::new();
    for number in 0..trial.seeds {
        let seed = trial_seed(number);
        match (costs.pose(|| puzzle.pose(&seed)), puzzle.pose(&seed)) {
            (Ok(task), Ok(twin)) => {
                tasks += 1;
                most_draws = most_draws.max(task.draws());
                item_counts.insert(task.solution().count());
                check_twin(&*task, &*twin, number, &mut findings);
                check_fields(&*task, number, &mut findings);
                judging::check(&*task, number, &mut findings, &mut leak, &mut costs);
                junk::check(&*task, number, &mut findings);
                guess.add(&task.questions());
            }
            (Err(error), _) | (_, Err(error)) => {
                most_draws = most_draws.max(error.draws());
                findings.add(
                    FaultCode::TaskImpossible,
                    error.to_string(),
                    "give [params] with more room, or mend the kind's generator",
                    number,
                );
            }
        }
        if let Some(on_task) = trial.on_task {
            on_task();
        }
    }
    let costs = costs.finish();
    let manifest = format!("{}/step.toml", step.folder);
    let mut faults = findings.into_faults(&manifest);
    faults.extend(few_misconceptions(puzzle, &manifest));
    let (guess, leak_bits) = (guess.rarity(), leak.bits());
    faults.extend(budget::faults(&manifest, guess, leak_bits));
    if let (Some(costs), Some(budget)) = (&costs, trial.time_budget) {
        faults.extend(costs.faults(&manifest, budget));
    }
    faults.extend(samples::check(step, &item_counts));
    StepReport {
        folder: step.folder.clone(),
        kind: puzzle.kind(),
        tasks,
        most_draws,
        misconceptions: puzzle.misconceptions(),
        guess,
        leak_bits,
        costs,
        untranslated: step.untranslated().collect(),
        faults,
    }
}

fn few_misconceptions(puzzle: &dyn Puzzle, file: &str) -> Option<Fault> {
    let (known, fewest) = (puzzle.misconceptions(), puzzle.fewest_misconceptions());
    (known < fewest).then(|| {
        let what =
            format!("the misconceptions of the kind are {known}; expected at least {fewest}");
        let mend = format!("add wrong solvers until there are {fewest}");
        Fault::new(FaultCode::MisconceptionFew, file, what, mend)
    })
}

/// Seeds for trials, which differ in every byte and are the same in every run; no identity has one of them.
#[must_use]
pub fn trial_seed(number: u32) -> Seed {
    *blake3::hash(&number.to_be_bytes()).as_bytes()
}

/// The task's JSON.
fn text(task: &dyn PosedTask) -> String {
    serde_json::to_string(task.fields()).unwrap_or_default()
}

fn check_twin(task: &dyn PosedTask, twin: &dyn PosedTask, seed: u32, findings: &mut Findings) {
    if text(task) != text(twin) {
        findings.add(
            FaultCode::TaskUnsteady,
            "the same seed gives two tasks",
            "draw only from the random source that the generator is given",
            seed,
        );
    }
}

fn check_fields(task: &dyn PosedTask, seed: u32, findings: &mut Findings) {
    for taken in ENVELOPE.into_iter().filter(|&name| task.fields().contains_key(name)) {
        findings.add(
            FaultCode::TaskField,
            format!("the task has a field `{taken}`, which the server gives itself"),
            "name the kind's field otherwise",
            seed,
        );
    }
}
