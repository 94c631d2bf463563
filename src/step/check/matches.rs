//! Match steps: there is no reference to run. What can be proved of them is that the seats are drawn, that junk is malformed, and
//! that the samples fit; that the computer can be beaten, somebody has to show by beating it.

use std::collections::BTreeSet;

use super::findings::Findings;
use super::junk::nobodys_ids;
use super::{Rarity, StepReport, Trial, samples, trial_seed};
use crate::step::catalog::Step;
use crate::step::fault::FaultCode;
use crate::step::matches::{MatchExercise, SLIPS};
use crate::step::submission::Submission;

/// An id that nobody can guess: 80 random bits.
const ID: Rarity = Rarity { bits: 80.0, is_at_least: false };

/// So many tasks have both seats among them, unless the draw is broken.
const ENOUGH: u32 = 64;

pub(super) fn check(step: &Step, exercise: &MatchExercise, trial: Trial) -> StepReport {
    let mut findings = Findings::default();
    let mut seats = BTreeSet::new();
    for number in 0..trial.seeds {
        let seed = trial_seed(number);
        let task = exercise.pose(&seed);
        seats.insert(task.seat);
        if task != exercise.pose(&seed) {
            findings.add(
                FaultCode::TaskUnsteady,
                "the same seed gives two tasks",
                "draw only from the random source that the generator is given",
                number,
            );
        }
        if let Some(on_task) = trial.on_task {
            on_task();
        }
    }
    if trial.seeds >= ENOUGH && seats.len() < 2 {
        findings.add(
            FaultCode::TaskImpossible,
            "the learner always has the same seat",
            "draw the seat from the seed",
            0,
        );
    }
    for (name, junk) in nobodys_ids() {
        if exercise.read(&Submission::new(junk)).is_ok() {
            findings.add(
                FaultCode::JudgeJunk,
                format!("{name} is not malformed"),
                "let the kind's `read_id` refuse what is not of an id's form",
                0,
            );
        }
    }
    let manifest = format!("{}/step.toml", step.folder);
    let mut faults = findings.into_faults(&manifest);
    faults.extend(samples::check(step, &BTreeSet::from([1])));
    StepReport {
        folder: step.folder.clone(),
        kind: exercise.kind(),
        tasks: trial.seeds,
        most_draws: 1,
        misconceptions: SLIPS.len(),
        guess: Some(ID),
        leak_bits: Some(0.0),
        costs: None,
        untranslated: step.untranslated().collect(),
        faults,
    }
}
