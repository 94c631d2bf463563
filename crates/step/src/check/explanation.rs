//! How well wrong answers are explained: three figures over answers whose cause is known, or known to be none.

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, index};
use serde::Serialize;

use super::cost::Meter;
use crate::answer::Answer;
use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::exercise::{Evidence, TaskInstance, WorkedAnswer};
use crate::form;
use crate::verdict::{Diagnosis, Explanation, Fit, JudgeError};

/// How many misconceptions are tried on one task, beside a pair of them: over many tasks all have their turn. A pair takes the longest to
/// explain.
const SINGLES: usize = 2;

/// A single misconception must be among the causes at least so often.
const MIN_SINGLES: f64 = 0.99;

/// Two misconceptions at once must be named at least so often, or a simpler cause.
const MIN_PAIRS: f64 = 0.90;

/// An answer without a cause may get one at most so often.
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
    pub fn ratio(self) -> f64 {
        f64::from(self.count) / f64::from(self.of.max(1))
    }
}

/// How well wrong answers are explained. Answers that are accepted are not counted.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Explanations {
    /// Answers of one misconception whose diagnosis names it, alone or as one of the causes.
    pub singles: Share,
    /// Answers of two misconceptions at once whose diagnosis names both, or one misconception that gives the same answer alone.
    pub pairs: Share,
    /// Answers without a cause that get one: right ones with one to three items of other tasks, and random ones, of which
    /// all items are of other tasks.
    pub without_cause: Share,
}

/// Explains answers of every sort on task after task.
pub(super) struct Explained<'a> {
    known: &'a [Explanation],
    explanations: Explanations,
    /// How many tasks there were: the next one goes on with the next misconceptions.
    tasks: usize,
    /// The right answers of the tasks before, from which wrong items are taken.
    others: Vec<Vec<String>>,
    missed: Vec<String>,
}

/// Explains an answer that is judged by itself.
type Diagnose<'a> = dyn FnMut(&Answer) -> Result<Option<Diagnosis>, JudgeError> + 'a;

/// The right answers of so many tasks are kept.
const MAX_OTHERS: usize = 50;

impl<'a> Explained<'a> {
    /// With these misconceptions.
    pub(super) fn new(known: &'a [Explanation]) -> Self {
        let explanations = Explanations::default();
        Self { known, explanations, tasks: 0, others: Vec::new(), missed: Vec::new() }
    }

    /// Tries some misconceptions, a pair of them, and an answer without a cause.
    ///
    /// A task that has been asked for its wrong solutions explains quickly, since it keeps them. So time is measured only with a twin,
    /// if there is one, which has not been asked; and only of what takes the longest.
    pub(super) fn add(
        &mut self,
        task: &dyn TaskInstance,
        twin: Option<&dyn TaskInstance>,
        wrong_solutions: &[(Explanation, WorkedAnswer)],
        seed: u32,
        meter: &mut Meter,
    ) {
        for turn in SINGLES * self.tasks..SINGLES * (self.tasks + 1) {
            self.add_single(task, wrong_solutions, turn);
        }
        let mut diagnose = |answer: &Answer| match twin {
            Some(twin) => meter.measure(|| twin.diagnose(answer, &Evidence::None)),
            None => task.diagnose(answer, &Evidence::None),
        };
        self.add_pair(task, self.tasks, &mut diagnose);
        self.tasks += 1;
        self.add_without_cause(task, seed, &mut diagnose);
    }

    /// Tries what one misconception answers. Where it leaves a choice, each of its answers has its turn.
    fn add_single(
        &mut self,
        task: &dyn TaskInstance,
        wrong_solutions: &[(Explanation, WorkedAnswer)],
        turn: usize,
    ) {
        let Some(Explanation { id, .. }) = at(self.known, turn) else { return };
        let answers = wrong_solutions.iter().filter(|(mistake, _)| mistake.id == *id);
        let answers: Vec<&WorkedAnswer> = answers.map(|(_, answer)| answer).collect();
        let Some(&answer) = at(&answers, turn / self.known.len()) else { return };
        let WorkedAnswer { answer, evidence } = answer;
        if task.judge(answer, evidence).is_accepted() {
            return;
        }
        let diagnosis = task.diagnose(answer, evidence).ok().flatten();
        let is_found =
            diagnosis.is_some_and(|known| known.causes.iter().any(|cause| cause.id == *id));
        self.explanations.singles.add(is_found);
        if !is_found {
            self.missed.push(id.clone());
        }
    }

    /// Tries what two misconceptions at once answer.
    fn add_pair(&mut self, task: &dyn TaskInstance, turn: usize, diagnose: &mut Diagnose) {
        // A large prime, so that the pairs of one task are far from each other in the list.
        let Some((pair, answer)) = task.compound_solution(turn.wrapping_mul(7919)) else { return };
        // Then the diagnosis is that all items are the same, not which two readings made them so.
        if form::repeats_one_item(&answer) || is_accepted(task, &answer) {
            return;
        }
        let diagnosis = diagnose(&answer).ok().flatten();
        let names = pair.map(|index| self.known.get(index).map_or("", |known| &known.id));
        let both = names.join("+");
        // What gives the whole answer with fewer wrong alternatives is as true.
        let is_true = |id: &str| id == both || !id.contains('+');
        let diagnosis = diagnosis.filter(|known| known.fit == Fit::Whole);
        let is_found =
            diagnosis.is_some_and(|known| known.causes.iter().any(|cause| is_true(&cause.id)));
        self.explanations.pairs.add(is_found);
    }

    /// Tries an answer without a cause: by turns the right one with one to three items of other tasks, and a random one.
    fn add_without_cause(&mut self, task: &dyn TaskInstance, seed: u32, diagnose: &mut Diagnose) {
        let WorkedAnswer { answer, evidence: Evidence::None } = task.solution() else { return };
        let right: Vec<String> = answer.items().map(str::to_owned).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(seed.into());
        let count = if seed.is_multiple_of(2) { right.len() } else { 1 + seed as usize / 2 % 3 };
        let mut items = right.clone();
        for place in index::sample(&mut rng, right.len(), count.min(right.len())) {
            // An item of the same place has the same form, where a task wants items of several forms.
            let other = self.others.choose(&mut rng).and_then(|other| at(other, place));
            if let (Some(item), Some(other)) = (items.get_mut(place), other) {
                other.clone_into(item);
            }
        }
        let answer = Answer::from_items(&items);
        if !is_accepted(task, &answer) {
            self.explanations.without_cause.add(
                diagnose(&answer)
                    .is_ok_and(|known| known.is_some_and(|known| !known.is_of_taken_place())),
            );
        }
        self.others.push(right);
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

/// Whether an answer is accepted that is judged by itself.
fn is_accepted(task: &dyn TaskInstance, answer: &Answer) -> bool {
    task.judge(answer, &Evidence::None).is_accepted()
}

/// The item at a place of a list that begins again at its end.
fn at<T>(list: &[T], place: usize) -> Option<&T> {
    list.get(place.checked_rem(list.len())?)
}

fn most_frequent(names: &[String]) -> &str {
    let count = |name: &&String| names.iter().filter(|other| other == name).count();
    names.iter().max_by_key(count).map_or("", String::as_str)
}
