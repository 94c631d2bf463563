//! What a step poses: a puzzle or a match. A puzzle is a kind with its parameters, the kind's own types hidden.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use serde_json::value::RawValue;

use super::identity::Seed;
use super::kind::Kind;
use super::matches::MatchExercise;
use super::question::Question;
use super::submission::{Malformed, Submission, shorten};
use super::verdict::{Explanation, JudgeError, Verdict, Wrong};

/// How many tasks are drawn for one seed before the kind is given up as unable to tell right from wrong.
const DRAW_LIMIT: u32 = 200;

/// The fields of a task by name, each value as JSON text.
pub type Fields = BTreeMap<String, Box<RawValue>>;

/// What a step poses.
pub enum Exercise {
    /// Questions about a board, which a reference answers.
    Puzzle(Box<dyn Puzzle>),
    /// A match that has to be won.
    Match(MatchExercise),
}

impl Exercise {
    /// The name of the kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Puzzle(puzzle) => puzzle.kind(),
            Self::Match(exercise) => exercise.kind(),
        }
    }

    /// The puzzle; none if it is a match.
    #[must_use]
    pub fn puzzle(&self) -> Option<&dyn Puzzle> {
        match self {
            Self::Puzzle(puzzle) => Some(&**puzzle),
            Self::Match(_) => None,
        }
    }
}

/// A kind together with its parameters.
pub trait Puzzle: Send + Sync {
    /// The name of the kind.
    fn kind(&self) -> &'static str;

    /// How many misconceptions the kind has.
    fn misconceptions(&self) -> usize;

    /// How many misconceptions the kind has to have: [`Kind::FEWEST_MISCONCEPTIONS`].
    fn fewest_misconceptions(&self) -> usize;

    /// Makes the task of a seed: the first drawn one on which every misconception of the kind is rejected.
    fn pose(&self, seed: &Seed) -> Result<Box<dyn PosedTask>, JudgeError>;

    /// The task that a statement shows, from its JSON.
    fn pose_sample(&self, json: &str) -> Result<Box<dyn PosedTask>, String>;
}

/// A task together with its solution.
pub trait PosedTask: Send + Sync {
    /// The task's fields, written once.
    fn fields(&self) -> &Fields;

    /// How many tasks were drawn to find this one; 1 is the least.
    fn draws(&self) -> u32;

    /// Judges an answer.
    fn judge(&self, submission: &Submission) -> Verdict;

    /// The canonical form of an answer that can be read: two ways of writing one answer share it.
    fn canonical(&self, submission: &Submission) -> Result<Submission, Malformed>;

    /// The reference's answer.
    fn solution(&self) -> Submission;

    /// What a blind guess has to hit.
    fn questions(&self) -> Vec<Question>;

    /// What every misconception answers.
    fn wrong_solutions(&self) -> Vec<(Explanation, Submission)>;
}

/// The puzzle of a kind.
pub(super) struct KindPuzzle<K: Kind> {
    pub(super) params: K::Params,
}

impl<K: Kind> Puzzle for KindPuzzle<K> {
    fn kind(&self) -> &'static str {
        K::NAME
    }

    fn misconceptions(&self) -> usize {
        K::MISCONCEPTIONS.len()
    }

    fn fewest_misconceptions(&self) -> usize {
        K::FEWEST_MISCONCEPTIONS
    }

    fn pose(&self, seed: &Seed) -> Result<Box<dyn PosedTask>, JudgeError> {
        guarded::<K, _>("generating a task", || {
            let mut rng = ChaCha8Rng::from_seed(*seed);
            let mut passes = vec![0_u32; K::MISCONCEPTIONS.len()];
            for draws in 1..=DRAW_LIMIT {
                let task = K::generate(&self.params, &mut rng);
                let solution = K::reference(&task);
                let mut is_told_apart = true;
                for (passes, mistake) in passes.iter_mut().zip(K::MISCONCEPTIONS) {
                    if K::judge(&task, &solution, &(mistake.solve)(&task)).all_right() {
                        is_told_apart = false;
                        *passes += 1;
                    }
                }
                if is_told_apart {
                    return Posed::<K>::boxed(task, solution, draws);
                }
            }
            Err(JudgeError::Undiscriminated {
                kind: K::NAME,
                draws: DRAW_LIMIT,
                misconception: most_passed::<K>(&passes),
            })
        })
    }

    fn pose_sample(&self, json: &str) -> Result<Box<dyn PosedTask>, String> {
        let task: K::Task = serde_json::from_str(json).map_err(|error| error.to_string())?;
        guarded::<K, _>("solving the sample task", || {
            let solution = K::reference(&task);
            Posed::<K>::boxed(task, solution, 1)
        })
        .map_err(|error| error.to_string())
    }
}

/// The misconception that passed most often, the first of several.
fn most_passed<K: Kind>(passes: &[u32]) -> &'static str {
    let mistakes = K::MISCONCEPTIONS.iter().zip(passes);
    // Of equals `max_by_key` takes the last.
    mistakes.rev().max_by_key(|&(_, passes)| passes).map_or("", |(mistake, _)| mistake.id)
}

/// Runs a kind's code. A kind that panics is our fault on one task and must not take a worker thread with it.
fn guarded<K: Kind, T>(
    doing: &'static str,
    run: impl FnOnce() -> Result<T, JudgeError>,
) -> Result<T, JudgeError> {
    // Kinds share no state: what a panic leaves behind is dropped with the closure.
    catch_unwind(AssertUnwindSafe(run))
        .unwrap_or(Err(JudgeError::Panicked { kind: K::NAME, doing }))
}

struct Posed<K: Kind> {
    task: K::Task,
    solution: Vec<K::Item>,
    fields: Fields,
    draws: u32,
}

impl<K: Kind> Posed<K> {
    fn boxed(
        task: K::Task,
        solution: Vec<K::Item>,
        draws: u32,
    ) -> Result<Box<dyn PosedTask>, JudgeError> {
        let fields = serde_json::to_string(&task)
            .and_then(|json| serde_json::from_str(&json))
            .map_err(|error| JudgeError::Unwritable { kind: K::NAME, reason: error.to_string() })?;
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
            items.push(item.map_err(|expected| Malformed::Item {
                position: index + 1,
                found: shorten(text),
                expected,
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
            Verdict::Accepted
        } else {
            Verdict::Wrong(Wrong {
                marks,
                feedback: K::FEEDBACK,
                misconception: self.explain(&given),
            })
        }
    }

    /// The one misconception that gives exactly this answer; none if several do.
    fn explain(&self, given: &[K::Item]) -> Option<Explanation> {
        let mut culprits = K::MISCONCEPTIONS
            .iter()
            .filter(|mistake| K::compare(&(mistake.solve)(&self.task), given).all_right());
        match (culprits.next(), culprits.next()) {
            (Some(only), None) => Some(Explanation { id: only.id, hint: only.hint }),
            _ => None,
        }
    }
}

impl<K: Kind> PosedTask for Posed<K> {
    fn fields(&self) -> &Fields {
        &self.fields
    }

    fn draws(&self) -> u32 {
        self.draws
    }

    fn judge(&self, submission: &Submission) -> Verdict {
        guarded::<K, _>("judging an answer", || Ok(self.decide(submission)))
            .unwrap_or_else(Verdict::JudgeError)
    }

    fn canonical(&self, submission: &Submission) -> Result<Submission, Malformed> {
        let mut items = self.read(submission)?;
        K::arrange(&mut items);
        Ok(join(&items))
    }

    fn solution(&self) -> Submission {
        join(&self.solution)
    }

    fn questions(&self) -> Vec<Question> {
        K::questions(&self.task, &self.solution)
    }

    fn wrong_solutions(&self) -> Vec<(Explanation, Submission)> {
        K::MISCONCEPTIONS
            .iter()
            .map(|mistake| {
                let explanation = Explanation { id: mistake.id, hint: mistake.hint };
                (explanation, join(&(mistake.solve)(&self.task)))
            })
            .collect()
    }
}

fn join<T: std::fmt::Display>(items: &[T]) -> Submission {
    let mut joined = Submission::default();
    for item in items {
        joined.push(item);
    }
    joined
}
