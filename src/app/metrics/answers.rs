//! Verdicts by step, what explains them, and how long kinds take to make tasks and to judge answers.

use std::time::Duration;

use crate::metrics::{Counter, Exposition, Family, Histogram};
use crate::step::{Diagnosis, Step, StepNumber, Verdict, explanation};

/// What is measured of tasks and answers.
#[derive(Debug)]
pub(crate) struct AnswerMetrics {
    verdicts: Family<(StepNumber, &'static str), Counter>,
    /// By what the diagnosis explains, or why there is none.
    diagnoses: Family<(StepNumber, &'static str), Counter>,
    causes: Family<(StepNumber, String), Counter>,
    /// By kind.
    generated: Family<String, Histogram<Duration>>,
    /// By kind.
    judged: Family<String, Histogram<Duration>>,
}

/// Why a wrong answer has no diagnosis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotExplained {
    /// Nothing that is known explains it.
    Unknown,
    /// It was not looked at: too many others waited, or it was expected to be refused.
    Skipped,
}

impl NotExplained {
    fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "none",
            Self::Skipped => "skipped",
        }
    }
}

impl AnswerMetrics {
    pub(crate) fn new() -> Self {
        Self {
            verdicts: Family::new(Counter::default),
            diagnoses: Family::new(Counter::default),
            causes: Family::new(Counter::default),
            generated: Family::new(Histogram::default),
            judged: Family::new(Histogram::default),
        }
    }

    /// A task of a kind was made in this time.
    pub(crate) fn generated(&self, kind: &str, time: Duration) {
        self.generated.with(kind, |times| times.observe(time));
    }

    /// An answer to a task of a kind was judged in this time.
    pub(crate) fn judged(&self, kind: &str, time: Duration) {
        self.judged.with(kind, |times| times.observe(time));
    }

    /// An answer to a step has this verdict.
    pub(crate) fn verdict(&self, step: StepNumber, verdict: &Verdict) {
        let verdict = match verdict {
            Verdict::Accepted => "accepted",
            Verdict::Wrong(_) => "wrong",
            Verdict::Malformed(_) => "malformed",
            Verdict::JudgeError(_) => "judge_error",
        };
        self.verdicts.with(&(step, verdict), Counter::increment);
    }

    /// A diagnosis of an answer to a step. Of several misreadings at once each is a cause. Only causes that the step knows are counted, so
    /// there are no more of them than in its files.
    pub(crate) fn diagnosis(&self, step: &Step, diagnosis: &Diagnosis) {
        self.diagnoses.with(&(step.number, diagnosis.fit.as_str()), Counter::increment);
        let causes = diagnosis.causes.iter().flat_map(|cause| cause.id.split('+'));
        for cause in causes.filter(|cause| explanation(step.exercise(), cause).is_some()) {
            self.causes.with(&(step.number, cause.to_owned()), Counter::increment);
        }
    }

    /// A wrong answer to a step has no diagnosis.
    pub(crate) fn no_diagnosis(&self, step: StepNumber, reason: NotExplained) {
        self.diagnoses.with(&(step, reason.as_str()), Counter::increment);
    }

    /// Writes all that as metrics.
    pub(crate) fn expose(&self, out: &mut Exposition) {
        let mut samples =
            out.counters("gradus_verdicts_total", "Answers that were judged, by step and verdict.");
        for ((step, verdict), count) in self.verdicts.sorted() {
            samples.value(&[("step", step.as_str()), ("verdict", verdict)], count.get());
        }
        let mut samples = out.counters(
            "gradus_diagnoses_total",
            "Answers that are not accepted, by step and by what their diagnosis explains; `none` if nothing known explains them.",
        );
        for ((step, fit), count) in self.diagnoses.sorted() {
            samples.value(&[("step", step.as_str()), ("fit", fit)], count.get());
        }
        let mut samples = out.counters(
            "gradus_diagnosis_causes_total",
            "Causes in diagnoses, by step. A diagnosis may have several.",
        );
        for ((step, cause), count) in self.causes.sorted() {
            samples.value(&[("step", step.as_str()), ("cause", &*cause)], count.get());
        }
        let mut samples = out.histograms(
            "gradus_generate_duration_seconds",
            "How long making a task took, without waiting for a thread, by kind.",
        );
        for (kind, times) in self.generated.sorted() {
            samples.histogram(&[("kind", &*kind)], &times);
        }
        let mut samples = out.histograms(
            "gradus_judge_duration_seconds",
            "How long judging an answer took, without waiting for a thread, by kind.",
        );
        for (kind, times) in self.judged.sorted() {
            samples.histogram(&[("kind", &*kind)], &times);
        }
    }
}
