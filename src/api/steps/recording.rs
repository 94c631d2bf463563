//! Recording a learner's attempt, and what the reply tells of an answer.

use std::sync::Arc;

use super::judging::{JudgedAnswer, OtherBoards, Unexplained, explain};
use crate::api::learners::receipts;
use crate::app::foreign_answers::RecordedWrong;
use crate::app::state::State;
use crate::course::{Credit, Learner, Phase, Receipt, StepRules};
use crate::step::{
    Diagnosis, Marks, Step, Submission, Timestamp, Verdict, Wrong, explanation, format_hint,
};
use crate::store::{
    NewAttempt, RawAnswer, Standing, StoredDiagnosis, StoredExercise, StoredVerdict, Submitted,
    VerdictBasis, answer_hash,
};
use crate::wire::problem::Problem;

/// What the reply to an answer says.
pub(crate) enum Outcome {
    Accepted {
        /// None if nobody's answer was recorded.
        receipt: Option<String>,
    },
    Wrong(Told),
}

impl Outcome {
    fn without_receipt(told: Option<Told>) -> Self {
        told.map_or(Self::Accepted { receipt: None }, Self::Wrong)
    }
}

/// What the reply to a wrong answer says.
pub(crate) struct Told {
    pub(crate) wrong: Wrong,
    pub(crate) diagnosis: Option<Diagnosis>,
    /// The other boards of the caller that the answer does not fit either.
    pub(crate) others: Option<OtherBoards>,
    /// Whether it is not told any more how many items are right.
    pub(crate) is_count_over: bool,
    /// How many more wrong answers to the task are judged; none for an anonymous caller, and where a task is not closed.
    pub(crate) tries_left: Option<u32>,
}

impl JudgedAnswer {
    /// Records a learner's attempt, and returns what the reply says about it. If the same answer
    /// to the same task was recorded before, the recorded verdict is returned. Nobody else's answer is recorded.
    ///
    /// The store may refuse it: then it is not told whether it is right.
    pub(crate) async fn record(
        mut self,
        state: &Arc<State>,
        learner: Option<&Learner>,
        rules: &StepRules,
        at: Timestamp,
    ) -> Result<Outcome, Problem> {
        let Some(learner) = learner else { return self.told().map(Outcome::without_receipt) };
        let Some(mut submitted) = self.submit(state, learner, rules, at).await? else {
            return self.told().map(Outcome::without_receipt);
        };
        let is_told = match &submitted {
            Submitted::Recorded(verdict, _, _) => *verdict != StoredVerdict::Accepted,
            // With a diagnosis are stored the ids of its causes, not what their hints are filled with.
            Submitted::Repeated(verdict, _, _) => matches!(
                verdict,
                StoredVerdict::Wrong { marks: None, .. }
                    | StoredVerdict::Wrong { diagnosis: Some(_), .. }
            ),
            Submitted::Refused(_) => false,
        };
        // It was expected to be refused. The store replaces a verdict that is not explained.
        if is_told && self.unexplained == Some(Unexplained::Refusal) {
            self = Box::pin(explain(state, self)).await;
            submitted = self.submit(state, learner, rules, at).await?.unwrap_or(submitted);
        }
        // A repeated answer changes no standings.
        if let Submitted::Recorded(StoredVerdict::Accepted, _, _) = &submitted {
            state.scoreboard.has_changed();
        }
        if let Submitted::Recorded(StoredVerdict::Wrong { .. }, _, _) = &submitted {
            self.compare_with_others(state, learner)?;
        }
        let (step, identity) = (Arc::clone(&self.step), self.identity);
        let receipt = self.receipt(state, learner, rules, &submitted)?;
        let (stored, standing, verdict) = match submitted {
            Submitted::Recorded(stored, standing, _) => (stored, standing, self.told()?),
            // A repeated answer is told the same as before, whatever boards were served since.
            Submitted::Repeated(stored, standing, _) => {
                let told = self.told()?.map(|told| Told { others: None, ..told });
                (stored, standing, told)
            }
            Submitted::Refused(refusal) => {
                state.refusals.refused(learner, &identity, refusal, at);
                return Err(refusal.into());
            }
        };
        state.refusals.stands(learner, &identity, standing);
        Ok(match (stored, verdict) {
            (StoredVerdict::Wrong { marks, diagnosis }, Some(told)) => {
                Outcome::Wrong(told.with_stored(&step, marks, diagnosis).with_standing(standing))
            }
            // An answer is accepted if it was accepted before or is accepted now.
            (StoredVerdict::Accepted, _) | (_, None) => Outcome::Accepted { receipt },
        })
    }

    /// The receipt of an attempt that is accepted, with what it earned when it was recorded.
    fn receipt(
        &self,
        state: &State,
        learner: &Learner,
        rules: &StepRules,
        submitted: &Submitted,
    ) -> Result<Option<String>, Problem> {
        let (Submitted::Recorded(StoredVerdict::Accepted, _, then)
        | Submitted::Repeated(StoredVerdict::Accepted, _, then)) = submitted
        else {
            return Ok(None);
        };
        let credit = if then.is_ungraded { Credit::of_points(rules.points) } else { then.worth };
        let receipt = Receipt {
            learner,
            step: self.identity.step,
            kind: self.step.exercise().kind(),
            fingerprint: self.identity.fingerprint,
            nonce: self.identity.nonce,
            answer: answer_hash(self.canonical()?.as_str()),
            credit,
            at: then.at,
        };
        Ok(Some(receipts::issue(state, &state.curriculum(), &receipt)))
    }

    /// Looks, later, for a board of another learner that the answer is right for.
    fn compare_with_others(&self, state: &Arc<State>, learner: &Learner) -> Result<(), Problem> {
        // A match belongs to its board.
        if self.task.needs(&self.submission).is_some() {
            return Ok(());
        }
        let canonical = self.canonical()?;
        let wrong = RecordedWrong {
            learner: learner.id,
            step: Arc::clone(&self.step),
            identity: self.identity,
            hash: answer_hash(canonical.as_str()),
            canonical,
        };
        state.foreign_answers.compare_later(wrong);
        Ok(())
    }

    /// The answer in its canonical form.
    fn canonical(&self) -> Result<Submission, Problem> {
        let canonical = self.task.canonical(&self.submission);
        canonical.map_err(|malformed| Problem::malformed(&malformed, None, None))
    }

    /// What the reply says about a wrong answer; none if it is accepted.
    fn told(self) -> Result<Option<Told>, Problem> {
        match self.verdict {
            Verdict::Accepted => Ok(None),
            Verdict::Wrong(wrong) => Ok(Some(Told {
                wrong,
                diagnosis: self.diagnosis,
                others: self.others,
                is_count_over: false,
                tries_left: None,
            })),
            Verdict::Malformed(malformed) => {
                let hint = format_hint(&self.submission, &malformed, &|submission| {
                    self.task.canonical(submission).map(drop)
                });
                Err(Problem::malformed(&malformed, self.diagnosis, hint))
            }
            Verdict::JudgeError(error) => Err(error.into()),
        }
    }

    /// Submits a learner's attempt, which is graded by the rules of now; an answer that cannot be judged is none.
    async fn submit(
        &self,
        state: &State,
        learner: &Learner,
        rules: &StepRules,
        at: Timestamp,
    ) -> Result<Option<Submitted>, Problem> {
        let verdict = match &self.verdict {
            Verdict::Accepted => StoredVerdict::Accepted,
            Verdict::Wrong(wrong) => StoredVerdict::Wrong {
                // Without marks it is explained when it is sent again.
                marks: self.unexplained.is_none().then_some(wrong.marks),
                diagnosis: self.diagnosis.as_ref().map(|diagnosis| StoredDiagnosis {
                    fit: diagnosis.fit,
                    causes: diagnosis.causes.iter().map(|cause| cause.id.clone()).collect(),
                }),
            },
            Verdict::Malformed(_) | Verdict::JudgeError(_) => return Ok(None),
        };
        let canonical = self.canonical()?;
        let needs_evidence = self.task.needs(&self.submission).is_some();
        let exercise = self.step.exercise();
        let attempt = NewAttempt {
            learner: learner.id,
            step: self.identity.step,
            exercise: StoredExercise {
                kind: exercise.kind().to_owned(),
                version: exercise.version(),
                params: exercise.params().to_owned(),
            },
            fingerprint: self.identity.fingerprint,
            nonce: self.identity.nonce,
            raw: RawAnswer::new(self.submission.as_str(), canonical.as_str()),
            canonical: canonical.as_str().to_owned(),
            verdict,
            basis: if needs_evidence { VerdictBasis::Evidence } else { VerdictBasis::Answer },
            worth: rules.credit(at),
            late: rules.phase(at) == Phase::Late,
            task: self.task.fields().to_json(),
            at,
        };
        let said = state.store.submit_attempt(attempt, state.limits.attempts_per_day).await;
        Ok(Some(state.of_learner(learner, said)?))
    }
}

impl Told {
    /// What is stored of the same answer. Attempts that were recorded before marks were stored get the marks of the new verdict.
    fn with_stored(
        self,
        step: &Step,
        marks: Option<Marks>,
        stored: Option<StoredDiagnosis>,
    ) -> Self {
        let ids = |diagnosis: &Diagnosis| -> Vec<String> {
            diagnosis.causes.iter().map(|cause| cause.id.clone()).collect()
        };
        let diagnosis = stored.and_then(|StoredDiagnosis { fit, causes }| {
            // The new one also knows what its hints are filled with.
            match self.diagnosis {
                Some(same) if same.fit == fit && ids(&same) == causes => Some(same),
                _ => {
                    let known = |id: &String| explanation(step.exercise(), id);
                    let causes = causes.iter().map(known).collect::<Option<Vec<_>>>()?;
                    Some(Diagnosis { fit, causes })
                }
            }
        });
        let wrong = Wrong { marks: marks.unwrap_or(self.wrong.marks), ..self.wrong };
        Self { wrong, diagnosis, ..self }
    }

    /// The same as it is told to a learner who stands so.
    fn with_standing(self, standing: Standing) -> Self {
        let wrong = self.wrong.after(standing.earlier_wrong);
        let is_count_over = wrong.feedback != self.wrong.feedback;
        Self { wrong, is_count_over, tries_left: standing.tries_left, ..self }
    }
}
