//! How well wrong answers are explained: three figures over answers whose cause is known, or known to be none.

use serde::Serialize;

use super::cost::Meter;
use crate::step::diagnostic::{Diagnostic, DiagnosticCode};
use crate::step::exercise::{Evidence, TaskInstance};
use crate::step::submission::Submission;
use crate::step::verdict::Explanation;

/// How many misconceptions, and how many pairs of them, are tried on one task: over many tasks all have their turn.
const PER_TASK: usize = 2;

/// A single misconception must be among the told causes at least so often.
const MIN_SINGLES: f64 = 0.99;

/// Two misconceptions at once must be told at least so often, or something simpler.
const MIN_PAIRS: f64 = 0.90;

/// An answer without a cause may be told one at most so often.
const MAX_FALSE: f64 = 0.001;

/// From how many answers on a share is judged.
const MIN_ANSWERS: u32 = 400;

/// How often something was so, and out of how many times.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Share {
    /// How often it was so.
    pub count: u32,
    /// Out of how many times.
    pub of: u32,
}

impl Share {
    fn add(&mut self, is_so: bool) {
        self.count += u32::from(is_so);
        self.of += 1;
    }

    /// The share, from 0 to 1; 0 out of nothing.
    #[must_use]
    pub fn ratio(self) -> f64 {
        f64::from(self.count) / f64::from(self.of.max(1))
    }
}

/// How well wrong answers are explained.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Explanations {
    /// Answers of one misconception that are told it.
    pub singles: Share,
    /// Answers of two misconceptions at once that are told both, or something simpler that gives the same answer.
    pub pairs: Share,
    /// Answers without a cause that are told one: right ones with some items changed, and right ones of other tasks.
    pub without_cause: Share,
}

/// Explains answers of every sort on task after task.
#[derive(Default)]
pub(super) struct Explained {
    explanations: Explanations,
    /// How many misconceptions and pairs were tried: the next task goes on with the next ones.
    turn: usize,
    /// The items of the tasks before, from which wrong items are taken.
    others: Vec<String>,
    missed: Vec<String>,
}

/// How many items of other tasks are kept.
const MAX_OTHERS: usize = 500;

impl Explained {
    /// Tries some misconceptions, some pairs and an answer without a cause.
    pub(super) fn add(
        &mut self,
        task: &dyn TaskInstance,
        known: &[Explanation],
        number: u32,
        costs: &mut Meter,
    ) {
        let wrong_solutions = task.wrong_solutions();
        let mut causes = |answer: &Submission| -> Vec<String> {
            let diagnosis = costs.explain(|| task.diagnose(answer, &Evidence::None));
            let diagnosis = diagnosis.ok().flatten();
            let causes = diagnosis.into_iter().flat_map(|diagnosis| diagnosis.causes);
            causes.map(|cause| cause.id).collect()
        };
        let is_plain = |answer: &crate::step::WorkedAnswer| answer.evidence == Evidence::None;
        for turn in (0..PER_TASK).map(|turn| self.turn + turn) {
            if let Some((mistake, answer)) = at(&wrong_solutions, turn)
                && is_plain(answer)
            {
                let is_told = causes(&answer.submission).contains(&mistake.id);
                self.explanations.singles.add(is_told);
                if !is_told {
                    self.missed.push(mistake.id.clone());
                }
            }
            // A large prime, so that the pairs of one task are far from each other in the list.
            if let Some((pair, answer)) = task.compound_solution(turn.wrapping_mul(7919)) {
                let names = pair.map(|index| known.get(index).map_or("", |known| &known.id));
                let both = names.join("+");
                // A cause with fewer alternatives that gives the same answer is as true.
                let is_told =
                    causes(&answer).iter().any(|cause| *cause == both || !cause.contains('+'));
                if !task.judge(&answer, &Evidence::None).is_accepted() {
                    self.explanations.pairs.add(is_told);
                }
            }
        }
        self.turn += PER_TASK;
        self.add_without_cause(task, number, causes);
    }

    /// Tries the right answer with one to three items of other tasks in it.
    fn add_without_cause(
        &mut self,
        task: &dyn TaskInstance,
        number: u32,
        mut causes: impl FnMut(&Submission) -> Vec<String>,
    ) {
        let solution = task.solution();
        if solution.evidence != Evidence::None {
            return;
        }
        let mut items: Vec<String> = solution.submission.items().map(str::to_owned).collect();
        let seed = number as usize;
        for change in 0..=seed % 3 {
            let place = (seed * 31 + change * 17) % items.len().max(1);
            let other = at(&self.others, seed * 101 + change * 37).cloned();
            if let (Some(item), Some(other)) = (items.get_mut(place), other) {
                *item = other;
            }
        }
        let changed = Submission::from_items(&items);
        if matches!(task.judge(&changed, &Evidence::None), crate::step::Verdict::Wrong(_)) {
            self.explanations.without_cause.add(!causes(&changed).is_empty());
        }
        self.others.extend(solution.submission.items().map(str::to_owned));
        let surplus = self.others.len().saturating_sub(MAX_OTHERS);
        self.others.drain(..surplus);
    }

    pub(super) fn finish(&self) -> Explanations {
        self.explanations
    }

    /// What is explained too rarely, or too often without reason.
    pub(super) fn lint(&self, file: &str) -> Vec<Diagnostic> {
        let Explanations { singles, pairs, without_cause } = self.explanations;
        let mut found = Vec::new();
        let mut add = |code, what, help: &str| found.push(Diagnostic::new(code, file, what, help));
        if singles.of >= MIN_ANSWERS && singles.ratio() < MIN_SINGLES {
            add(
                DiagnosticCode::MisconceptionMute,
                format!(
                    "{} of {} answers of misconceptions are not explained by them, most often {}",
                    singles.of - singles.count,
                    singles.of,
                    most_frequent(&self.missed)
                ),
                "let the generator make boards on which each gives several wrong items, or drop one of two that are alike",
            );
        }
        if pairs.of >= MIN_ANSWERS && pairs.ratio() < MIN_PAIRS {
            add(
                DiagnosticCode::MisconceptionPairs,
                format!(
                    "{} of {} answers of two misconceptions at once are explained",
                    pairs.count, pairs.of
                ),
                "let fewer aspects be combined, or raise the kind's `DIAGNOSIS_LIMIT`",
            );
        }
        // Over fewer than a thousand, one may be by chance.
        if without_cause.count > 1 && without_cause.ratio() > MAX_FALSE {
            add(
                DiagnosticCode::MisconceptionFalse,
                format!(
                    "{} of {} answers without a cause are told one",
                    without_cause.count, without_cause.of
                ),
                "let the generator make boards on which each misconception gives several wrong items",
            );
        }
        found
    }
}

/// The item at a place of a list that begins again at its end.
fn at<T>(list: &[T], place: usize) -> Option<&T> {
    list.get(place.checked_rem(list.len())?)
}

fn most_frequent(names: &[String]) -> &str {
    let count = |name: &&String| names.iter().filter(|other| other == name).count();
    names.iter().max_by_key(count).map_or("", String::as_str)
}
