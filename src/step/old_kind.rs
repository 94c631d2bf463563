//! Kinds that name their wrong solvers one by one. They become [`Kind`](super::Kind)s with readings, and this file goes.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::diagnosis::{Diagnosis, Fit};
use super::exercise::{
    Evidence, Exercise, Fields, Question, TaskInstance, UnreadableTask, WorkedAnswer, Workload,
};
use super::identity::{Fingerprint, Seed};
use super::submission::{Expected, Malformed, Submission};
use super::text::Translated;
use super::verdict::{Explanation, Feedback, JudgeError, Marks, Verdict, Wrong};

/// A kind that names its wrong solvers one by one.
pub trait OldKind: Sized + 'static {
    /// The name that `step.toml` uses, as `track/rule`.
    const NAME: &'static str;

    /// Raised whenever the same parameters and the same seed would give another task; the golden boards in the tests detect it.
    const VERSION: u32 = 1;

    /// How much work a task is. `check` measures it, and reports a light kind that takes too long.
    const WORKLOAD: Workload = Workload::Light;

    /// How much a reply to a wrong answer tells. `check` reports a kind that tells too much: one with few possible items
    /// should tell less.
    const FEEDBACK: Feedback;

    /// Wrong solvers, at least [`Kind::MIN_MISCONCEPTIONS`]: one for each clause of the rule that a program can leave out or
    /// misread. A task is served only if all of them are rejected on it.
    const MISCONCEPTIONS: &'static [Misconception<Self>];

    /// How many wrong solvers `check` asks for. Only the handshake asks for fewer than three: it leaves nothing to
    /// misunderstand but the protocol, whose mistakes have error codes of their own.
    const MIN_MISCONCEPTIONS: usize = 3;

    /// What a step may choose, from the `[params]` of its `step.toml`. A key that is left out has its default.
    type Params: DeserializeOwned + Serialize + Default + Send + Sync;

    /// The board and the questions, as the learner sees them: a JSON object.
    type Task: Serialize + DeserializeOwned + Send + Sync;

    /// One item of an answer. `Display` writes its canonical form, which `read_item` reads back.
    type Item: Clone + PartialEq + Display + Send + Sync;

    /// Makes a task. It is called again while a misconception solves what it made.
    fn generate(params: &Self::Params, rng: &mut ChaCha8Rng) -> Self::Task;

    /// Solves a task. Its length is the number of items that the task wants.
    fn reference(task: &Self::Task) -> Vec<Self::Item>;

    /// Reads the item at a position (from 0) of an answer.
    ///
    /// It refuses what is not of the item's form, and only that: a wrong value of the right form is for the judge.
    fn read_item(task: &Self::Task, position: usize, text: &str) -> Result<Self::Item, Expected>;

    /// Puts items whose order does not count into the order of the canonical form.
    fn arrange(_items: &mut [Self::Item]) {}

    /// Which items of one answer say the same as another answer. Both have as many items as the task wants.
    #[must_use]
    fn compare(expected: &[Self::Item], given: &[Self::Item]) -> Marks {
        Marks::of_equal_items(expected, given)
    }

    /// Which items of an answer are right. Kinds with several right answers check the property instead.
    #[must_use]
    fn judge(_task: &Self::Task, reference: &[Self::Item], given: &[Self::Item]) -> Marks {
        Self::compare(reference, given)
    }

    /// What a blind guess has to hit. `check` takes the questions to be independent of each other: so items that hang
    /// together are one question, and a kind that accepts several answers lists them all.
    #[must_use]
    fn questions(_task: &Self::Task, reference: &[Self::Item]) -> Vec<Question> {
        reference.iter().map(Question::with_one_answer).collect()
    }
}

/// A named wrong solver: a mistake that people really make.
pub struct Misconception<K: OldKind> {
    /// A stable name, as `rows-and-columns-swapped`.
    pub id: &'static str,
    /// One or two sentences that say what is wrong and do not give the answer.
    pub hint: &'static str,
    /// Solves the task the wrong way.
    pub solve: fn(&K::Task) -> Vec<K::Item>,
}

impl<K: OldKind> Misconception<K> {
    fn explanation(&self) -> Explanation {
        Explanation { id: self.id.to_owned(), hint: Translated::untranslated(self.hint) }
    }
}

/// How many tasks are drawn for one seed before generation fails: on every task some misconception was accepted.
const DRAW_LIMIT: u32 = 200;

/// The exercise of a kind: the kind's own types end here.
pub(super) struct OldExercise<K: OldKind> {
    params: K::Params,
    fingerprint: Fingerprint,
    misconceptions: Vec<Explanation>,
}

impl<K: OldKind> OldExercise<K> {
    pub(super) fn new(params: K::Params) -> Self {
        Self {
            fingerprint: Fingerprint::of(K::NAME, K::VERSION, &params),
            misconceptions: K::MISCONCEPTIONS.iter().map(Misconception::explanation).collect(),
            params,
        }
    }
}

impl<K: OldKind> Exercise for OldExercise<K> {
    fn kind(&self) -> &str {
        K::NAME
    }

    fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    fn workload(&self) -> Workload {
        K::WORKLOAD
    }

    fn misconceptions(&self) -> &[Explanation] {
        &self.misconceptions
    }

    /// Only an answer that one misconception alone gives is explained.
    fn explains(&self) -> bool {
        false
    }

    fn min_misconceptions(&self) -> usize {
        K::MIN_MISCONCEPTIONS
    }

    fn instantiate(&self, seed: &Seed) -> Result<Box<dyn TaskInstance>, JudgeError> {
        guarded::<K, _>("generating a task", || {
            let mut rng = ChaCha8Rng::from_seed(*seed);
            let mut passes = vec![0_u32; K::MISCONCEPTIONS.len()];
            for draws in 1..=DRAW_LIMIT {
                let task = K::generate(&self.params, &mut rng);
                let solution = K::reference(&task);
                let mut is_discriminating = true;
                for (passes, mistake) in passes.iter_mut().zip(K::MISCONCEPTIONS) {
                    if K::judge(&task, &solution, &(mistake.solve)(&task)).all_right() {
                        is_discriminating = false;
                        *passes += 1;
                    }
                }
                if is_discriminating {
                    return Instance::<K>::boxed(task, solution, draws);
                }
            }
            Err(JudgeError::Undiscriminated {
                kind: K::NAME.to_owned(),
                draws: DRAW_LIMIT,
                misconception: most_passed::<K>(&passes).to_owned(),
            })
        })
    }

    fn parse_task(&self, json: &str) -> Result<Box<dyn TaskInstance>, UnreadableTask> {
        let task: K::Task =
            serde_json::from_str(json).map_err(|error| UnreadableTask(error.to_string()))?;
        guarded::<K, _>("solving the sample task", || {
            let solution = K::reference(&task);
            Instance::<K>::boxed(task, solution, 1)
        })
        .map_err(|error| UnreadableTask(error.to_string()))
    }
}

/// The misconception that passed most often, the first of several.
#[expect(clippy::expect_used, reason = "a kind without misconceptions has no task drawn again")]
fn most_passed<K: OldKind>(passes: &[u32]) -> &'static str {
    let most = passes.iter().max();
    let mut mistakes = K::MISCONCEPTIONS.iter().zip(passes);
    mistakes.find(|&(_, passes)| Some(passes) == most).expect("some misconception passed").0.id
}

/// Runs a kind's code. A kind that panics is a server error on one task and must not take a worker thread with it.
fn guarded<K: OldKind, T>(
    doing: &'static str,
    run: impl FnOnce() -> Result<T, JudgeError>,
) -> Result<T, JudgeError> {
    // Kinds share no state: what a panic leaves behind is dropped with the closure.
    catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|_| Err(JudgeError::Panicked { kind: K::NAME.to_owned(), doing }))
}

/// A task of a kind together with its solution.
struct Instance<K: OldKind> {
    task: K::Task,
    solution: Vec<K::Item>,
    fields: Fields,
    draws: u32,
}

impl<K: OldKind> Instance<K> {
    fn boxed(
        task: K::Task,
        solution: Vec<K::Item>,
        draws: u32,
    ) -> Result<Box<dyn TaskInstance>, JudgeError> {
        let fields = Fields::of(&task).map_err(|error| JudgeError::Unwritable {
            kind: K::NAME.to_owned(),
            reason: error.to_string(),
        })?;
        Ok(Box::new(Self { task, solution, fields, draws }))
    }

    fn read(&self, submission: &Submission) -> Result<Vec<K::Item>, Malformed> {
        let expected = self.solution.len();
        if submission.is_empty() {
            return Err(Malformed::Empty { expected });
        }
        let found = submission.count();
        if found != expected {
            return Err(Malformed::Count { expected, found });
        }
        let mut items = Vec::with_capacity(expected);
        for (index, text) in submission.items().enumerate() {
            let item = K::read_item(&self.task, index, text);
            items.push(item.map_err(|Expected(expected)| {
                Malformed::item(index + 1, text, Translated::untranslated(expected))
            })?);
        }
        Ok(items)
    }

    fn decide(&self, submission: &Submission) -> Verdict {
        let given = match self.read(submission) {
            Ok(given) => given,
            Err(malformed) => return Verdict::Malformed(malformed),
        };
        let marks = K::judge(&self.task, &self.solution, &given);
        if marks.all_right() {
            return Verdict::Accepted;
        }
        Verdict::Wrong(Wrong { marks, feedback: K::FEEDBACK })
    }

    /// The one misconception that gives exactly this answer; none if several do.
    fn explain(&self, given: &[K::Item]) -> Option<Explanation> {
        let mut fitting = K::MISCONCEPTIONS
            .iter()
            .filter(|mistake| K::compare(&(mistake.solve)(&self.task), given).all_right());
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Some(only.explanation()),
            _ => None,
        }
    }
}

impl<K: OldKind> TaskInstance for Instance<K> {
    fn fields(&self) -> &Fields {
        &self.fields
    }

    fn draws(&self) -> u32 {
        self.draws
    }

    fn judge(&self, submission: &Submission, _evidence: &Evidence) -> Verdict {
        guarded::<K, _>("judging an answer", || Ok(self.decide(submission)))
            .unwrap_or_else(Verdict::JudgeError)
    }

    fn diagnose(
        &self,
        submission: &Submission,
        _evidence: &Evidence,
    ) -> Result<Option<Diagnosis>, JudgeError> {
        let cause = self.read(submission).ok().and_then(|given| self.explain(&given));
        Ok(cause.map(|cause| Diagnosis { fit: Fit::Whole, causes: vec![cause] }))
    }

    fn canonical(&self, submission: &Submission) -> Result<Submission, Malformed> {
        let mut items = self.read(submission)?;
        K::arrange(&mut items);
        Ok(Submission::from_items(&items))
    }

    fn solution(&self) -> WorkedAnswer {
        Submission::from_items(&self.solution).into()
    }

    fn wrong_solutions(&self) -> Vec<(Explanation, WorkedAnswer)> {
        let answer = |mistake: &Misconception<K>| {
            let items = (mistake.solve)(&self.task);
            (mistake.explanation(), Submission::from_items(&items).into())
        };
        K::MISCONCEPTIONS.iter().map(answer).collect()
    }

    fn questions(&self) -> Vec<Question> {
        K::questions(&self.task, &self.solution)
    }
}
