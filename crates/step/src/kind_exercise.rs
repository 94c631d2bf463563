//! The exercise of a kind that is written in Rust.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use super::answer::{Answer, Malformed};
use super::exercise::{
    ComparedItem, Evidence, Exercise, Fields, TaskInstance, UnreadableTask, WorkedAnswer, Workload,
    Workloads,
};
use super::explain::Explainer;
use super::identity::{Fingerprint, canonical_json};
use super::keyring::Seed;
use super::kind::Kind;
use super::reading::{Aspects, Readings};
use super::solution::{Choice, Question};
use super::solved::{Rule, SolvedTask, answer};
use super::steering::Steering;
use super::verdict::{Diagnosis, Explanation, JudgeError, Marks, Verdict};
use gradus_board::drawing::Panel;

/// How many tasks are drawn for one seed before generation fails: on every task some misconception was accepted.
const DRAW_LIMIT: u32 = 200;

/// The exercise of a kind: the kind's own types end here.
pub(super) struct KindExercise<K: Kind> {
    params: String,
    fingerprint: Fingerprint,
    rule: Arc<Rule<K>>,
    explainer: Arc<Explainer<K>>,
}

impl<K: Kind> KindExercise<K> {
    pub(super) fn new(params: K::Params) -> Self {
        let mut aspects = Aspects::new();
        K::aspects(&mut aspects);
        let readings = Readings::new(aspects);
        let params_json = canonical_json(&params);
        Self {
            fingerprint: Fingerprint::of(K::NAME, K::VERSION, &params_json),
            params: params_json,
            rule: Arc::new(Rule { params, steering: Steering::new(&readings) }),
            explainer: Arc::new(Explainer::new(readings)),
        }
    }

    fn instance(
        &self,
        solved: SolvedTask<K>,
        draws: u32,
    ) -> Result<Box<dyn TaskInstance>, JudgeError> {
        let fields = Fields::of(&solved.task).map_err(|error| JudgeError::Unwritable {
            kind: K::NAME.to_owned(),
            reason: error.to_string(),
        })?;
        let (rule, explainer) = (Arc::clone(&self.rule), Arc::clone(&self.explainer));
        Ok(Box::new(Instance { solved, fields, draws, rule, explainer }))
    }
}

impl<K: Kind> Exercise for KindExercise<K> {
    fn kind(&self) -> &str {
        K::NAME
    }

    fn version(&self) -> u32 {
        K::VERSION
    }

    fn params(&self) -> &str {
        &self.params
    }

    fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// The right answers are found when a task is made; judging only compares.
    fn workloads(&self) -> Workloads {
        Workloads { generate: K::WORKLOAD, judge: Workload::Light }
    }

    fn misconceptions(&self) -> &[Explanation] {
        &self.explainer.misconceptions
    }

    fn aspects(&self) -> usize {
        self.explainer.readings.aspects()
    }

    fn min_misconceptions(&self) -> usize {
        K::MIN_MISCONCEPTIONS
    }

    fn instantiate(&self, seed: &Seed) -> Result<Box<dyn TaskInstance>, JudgeError> {
        guarded::<K, _>("generating a task", || {
            let mut rng = ChaCha8Rng::from_seed(*seed);
            let mut passes = vec![0_u32; self.misconceptions().len()];
            for draws in 1..=DRAW_LIMIT {
                let solved = self.rule.draw(&mut rng);
                let passing = self.rule.steering.passing(&solved.task, &solved.solutions);
                if passing.is_empty() {
                    return self.instance(solved, draws);
                }
                for index in passing {
                    if let Some(passes) = passes.get_mut(index) {
                        *passes += 1;
                    }
                }
            }
            Err(JudgeError::Undiscriminated {
                kind: K::NAME.to_owned(),
                draws: DRAW_LIMIT,
                misconception: self.most_passed(&passes).to_owned(),
            })
        })
    }

    fn prepare(&self) {
        let prepare = || {
            self.explainer.prepare(&self.rule);
            Ok(())
        };
        // What fails here is logged when an answer is explained.
        drop(guarded::<K, _>("preparing explanations", prepare));
    }

    fn parse_task(&self, json: &str) -> Result<Box<dyn TaskInstance>, UnreadableTask> {
        let task: K::Task =
            serde_json::from_str(json).map_err(|error| UnreadableTask(error.to_string()))?;
        guarded::<K, _>("solving the sample task", || {
            let solutions = K::reference(&task);
            self.instance(SolvedTask::new(task, solutions), 1)
        })
        .map_err(|error| UnreadableTask(error.to_string()))
    }

    fn places_of<'a>(&self, item: &'a str) -> Vec<&'a str> {
        K::places_of(item)
    }
}

impl<K: Kind> KindExercise<K> {
    /// The misconception that passed most often, the first of several.
    #[expect(clippy::expect_used, reason = "a kind without misconceptions has no task drawn again")]
    fn most_passed(&self, passes: &[u32]) -> &str {
        let most = passes.iter().max();
        let mut mistakes = self.misconceptions().iter().zip(passes);
        &mistakes.find(|&(_, passes)| Some(passes) == most).expect("some misconception passed").0.id
    }
}

/// Runs a kind's code. A kind that panics is a server error on one task and must not take a worker thread with it.
fn guarded<K: Kind, T>(
    doing: &'static str,
    run: impl FnOnce() -> Result<T, JudgeError>,
) -> Result<T, JudgeError> {
    // Kinds share no state: what a panic leaves behind is dropped with the closure.
    catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|_| Err(JudgeError::Panicked { kind: K::NAME.to_owned(), doing }))
}

/// A task of a kind that is served.
struct Instance<K: Kind> {
    solved: SolvedTask<K>,
    fields: Fields,
    draws: u32,
    rule: Arc<Rule<K>>,
    explainer: Arc<Explainer<K>>,
}

impl<K: Kind> TaskInstance for Instance<K> {
    fn fields(&self) -> &Fields {
        &self.fields
    }

    fn draws(&self) -> u32 {
        self.draws
    }

    fn judge(&self, answer: &Answer, _evidence: &Evidence) -> Verdict {
        let judge = || {
            Ok(match self.solved.read(answer) {
                Ok(given) => {
                    let marks: Marks = self.solved.each_mark(&given).collect();
                    if marks.all_right() {
                        Verdict::Accepted
                    } else {
                        Verdict::Wrong { marks, feedback: K::FEEDBACK }
                    }
                }
                Err(malformed) => Verdict::Malformed(malformed),
            })
        };
        guarded::<K, _>("judging an answer", judge).unwrap_or_else(Verdict::JudgeError)
    }

    fn compare(&self, answer: &Answer) -> Vec<ComparedItem> {
        let compare = || {
            Ok(self
                .solved
                .read(answer)
                .map_or_else(|_| Vec::new(), |given| self.solved.compare(&given)))
        };
        // What fails here fails in the same way when the answer is judged.
        guarded::<K, _>("comparing an answer", compare).unwrap_or_default()
    }

    fn diagnose(
        &self,
        answer: &Answer,
        _evidence: &Evidence,
    ) -> Result<Option<Diagnosis>, JudgeError> {
        guarded::<K, _>("explaining an answer", || {
            Ok(self.explainer.explain(&self.rule, &self.solved, answer))
        })
    }

    fn canonical(&self, answer: &Answer) -> Result<Answer, Malformed> {
        let mut items = self.solved.read(answer)?;
        K::arrange(&mut items);
        Ok(Answer::from_items(&items))
    }

    fn solution(&self) -> WorkedAnswer {
        self.solved.solution().into()
    }

    fn wrong_solutions(&self) -> Vec<(Explanation, WorkedAnswer)> {
        let misread = self.solved.misread_by(self.rule.steering.misreadings());
        let known = self.explainer.misconceptions.iter().zip(misread);
        let unshown = self.rule.steering.unshown(&self.solved.solutions, misread);
        let known = known.enumerate().filter(|(index, _)| !unshown.contains(index));
        let answers = known.flat_map(|(_, (explanation, solutions))| {
            let mut answers = Choice::ALL.map(|choice| answer(solutions, choice)).to_vec();
            answers.dedup();
            answers.into_iter().map(|answer| (explanation.clone(), answer.into()))
        });
        answers.collect()
    }

    fn compound_solution(&self, number: usize) -> Option<([usize; 2], Answer)> {
        let pairs = &self.explainer.pairs;
        let &[one, other] = pairs.get(number.checked_rem(pairs.len())?)?;
        Some(([one, other], self.misread(&[one, other], Choice::First)?))
    }

    fn misread(&self, misconceptions: &[usize], choice: Choice) -> Option<Answer> {
        let reading = self.explainer.readings.with(misconceptions)?;
        let solutions: Vec<K::Solution> = K::solve(&self.solved.task, &reading).collect();
        Some(answer(&solutions, choice))
    }

    fn follows_rule(&self) -> bool {
        self.misread(&[], Choice::First) == Some(self.solution().answer)
    }

    fn panels(&self) -> Vec<Panel> {
        K::panels(&self.solved.task)
    }

    fn questions(&self) -> Vec<Question> {
        K::questions(&self.solved.task, &self.solved.solutions)
    }
}
