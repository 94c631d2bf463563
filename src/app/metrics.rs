//! What the server measures of requests and answers. `/metrics` shows it, with what the store, the matches and the pools measure.

use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServiceResponse;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::{counter::Counter, family::Family, histogram::Histogram};

use super::ambient::now;
use super::compute::ComputePool;
use crate::metrics::{LabelText, Registry, durations};
use crate::step::{Diagnosis, Step, StepNumber, Timestamp, Verdict, explanation};
use crate::wire::problem::Code;
use crate::wire::routes::route_of;

/// What the part of the server measures that knows HTTP, and where it finds the rest.
pub(crate) struct Metrics {
    pub(crate) requests: RequestMetrics,
    pub(crate) answers: Arc<AnswerMetrics>,
    /// The pools of one set of threads, by name.
    pub(crate) pools: Vec<(&'static str, ComputePool)>,
    /// When the server began.
    pub(crate) started: Timestamp,
}

impl Metrics {
    /// The metrics of a server that begins now, with these pools.
    pub(crate) fn new(pools: Vec<(&'static str, ComputePool)>) -> Self {
        Self {
            requests: RequestMetrics::new(),
            answers: Arc::new(AnswerMetrics::new()),
            pools,
            started: now(),
        }
    }
}

/// Where the metrics of a server are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetricsAddress {
    /// With everything else.
    Main,
    /// At an address of their own.
    Separate,
}

/// The methods that have a figure of their own. Another one may be any text.
const METHODS: [&str; 6] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];

/// What is said of everything else: an address that no route matches, a method that no route has.
const OTHER: &str = "other";

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: &'static str,
    method: &'static str,
    status: u16,
}

/// How long requests take, and which problems they have.
#[derive(Debug)]
pub(crate) struct RequestMetrics {
    times: Family<RequestLabels, Histogram>,
    problems: Family<[(&'static str, &'static str); 1], Counter>,
}

impl RequestMetrics {
    /// Every code is there from the beginning: what begins with 0 shows its first change.
    pub(crate) fn new() -> Self {
        let problems = Family::<_, Counter>::default();
        for code in Code::ALL {
            problems.get_or_create(&[("code", code.entry().code)]).inc_by(0);
        }
        Self { times: Family::new_with_constructor(durations), problems }
    }

    /// A request is answered after this time. Of an endless reply, that is when it begins.
    pub(crate) fn answered<B>(&self, response: &ServiceResponse<B>, time: Duration) {
        let request = response.request();
        let method = request.method().as_str();
        let labels = RequestLabels {
            route: route_of(request).unwrap_or(OTHER),
            method: METHODS.into_iter().find(|known| *known == method).unwrap_or(OTHER),
            status: response.status().as_u16(),
        };
        self.times.get_or_create(&labels).observe(time.as_secs_f64());
    }

    /// A request, or a connection, is refused with this code.
    pub(crate) fn refused(&self, code: Code) {
        self.problems.get_or_create(&[("code", code.entry().code)]).inc();
    }

    /// Registers all that.
    pub(crate) fn expose(&self, out: &mut Registry) {
        let help = "How long requests took until the reply began, by route, method and status";
        out.register("gradus_http_request_duration_seconds", help, self.times.clone());
        let help = "Replies that are problems, by code; those of limits begin with `limit.`";
        out.register("gradus_http_problems", help, self.problems.clone());
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct VerdictLabels {
    step: LabelText<StepNumber>,
    verdict: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct FitLabels {
    step: LabelText<StepNumber>,
    /// What the diagnosis explains, or why there is none.
    fit: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CauseLabels {
    step: LabelText<StepNumber>,
    cause: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct KindLabel {
    kind: String,
}

/// What is measured of tasks and answers.
#[derive(Debug)]
pub(crate) struct AnswerMetrics {
    verdicts: Family<VerdictLabels, Counter>,
    diagnoses: Family<FitLabels, Counter>,
    causes: Family<CauseLabels, Counter>,
    generated: Family<KindLabel, Histogram>,
    judged: Family<KindLabel, Histogram>,
}

impl AnswerMetrics {
    pub(crate) fn new() -> Self {
        Self {
            verdicts: Family::default(),
            diagnoses: Family::default(),
            causes: Family::default(),
            generated: Family::new_with_constructor(durations),
            judged: Family::new_with_constructor(durations),
        }
    }

    /// A task of a kind was made in this time.
    pub(crate) fn generated(&self, kind: &str, time: Duration) {
        let label = KindLabel { kind: kind.to_owned() };
        self.generated.get_or_create(&label).observe(time.as_secs_f64());
    }

    /// An answer to a task of a kind was judged in this time.
    pub(crate) fn judged(&self, kind: &str, time: Duration) {
        let label = KindLabel { kind: kind.to_owned() };
        self.judged.get_or_create(&label).observe(time.as_secs_f64());
    }

    /// An answer to a step has this verdict.
    pub(crate) fn verdict(&self, step: StepNumber, verdict: &Verdict) {
        let verdict = match verdict {
            Verdict::Accepted => "accepted",
            Verdict::Wrong { .. } => "wrong",
            Verdict::Malformed(_) => "malformed",
            Verdict::JudgeError(_) => "judge_error",
        };
        self.verdicts.get_or_create(&VerdictLabels { step: LabelText(step), verdict }).inc();
    }

    /// An answer to a step is refused without a verdict.
    pub(crate) fn refused(&self, step: StepNumber) {
        self.verdicts
            .get_or_create(&VerdictLabels { step: LabelText(step), verdict: "refused" })
            .inc();
    }

    /// A diagnosis of an answer to a step. Of several misreadings at once each is a cause. Only causes that the step knows are counted, so
    /// there are no more of them than in its files.
    pub(crate) fn diagnosis(&self, step: &Step, diagnosis: &Diagnosis) {
        self.diagnosed(step.number, diagnosis.fit.as_str());
        let causes = diagnosis.causes.iter().flat_map(|cause| cause.id.split('+'));
        for cause in causes.filter(|cause| explanation(step.exercise(), cause).is_some()) {
            let labels = CauseLabels { step: LabelText(step.number), cause: cause.to_owned() };
            self.causes.get_or_create(&labels).inc();
        }
    }

    /// Nothing that is known explains a wrong answer to a step.
    pub(crate) fn no_diagnosis(&self, step: StepNumber) {
        self.diagnosed(step, "none");
    }

    /// A wrong answer to a step is not explained: too many others wait.
    pub(crate) fn skipped_diagnosis(&self, step: StepNumber) {
        self.diagnosed(step, "skipped");
    }

    fn diagnosed(&self, step: StepNumber, fit: &'static str) {
        self.diagnoses.get_or_create(&FitLabels { step: LabelText(step), fit }).inc();
    }

    /// Registers all that.
    pub(crate) fn expose(&self, out: &mut Registry) {
        let help = "Answers, by step and verdict; `refused` without a verdict, because of a pause or another limit";
        out.register("gradus_verdicts", help, self.verdicts.clone());
        let help = "Answers that are not accepted, by step and by what their diagnosis explains; `none` if nothing known explains them";
        out.register("gradus_diagnoses", help, self.diagnoses.clone());
        let help = "Causes in diagnoses, by step. A diagnosis may have several";
        out.register("gradus_diagnosis_causes", help, self.causes.clone());
        let help = "How long making a task took, without waiting for a thread, by kind";
        out.register("gradus_generate_duration_seconds", help, self.generated.clone());
        let help = "How long judging an answer took, without waiting for a thread, by kind";
        out.register("gradus_judge_duration_seconds", help, self.judged.clone());
    }
}
