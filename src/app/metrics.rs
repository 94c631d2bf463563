//! What the server measures of requests and answers. `/metrics` shows it, with what the store, the matches and the pools measure.

use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServiceResponse;
use actix_web::http::StatusCode;

use super::ambient::now;
use super::compute::ComputePool;
use crate::metrics::{Counter, Exposition, Family, Histogram};
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
        Self { requests: RequestMetrics::new(), answers: Arc::default(), pools, started: now() }
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

/// How long requests take, and which problems they have.
#[derive(Debug)]
pub(crate) struct RequestMetrics {
    /// By the route's address, then by method and status.
    times: Family<String, Family<(&'static str, StatusCode), Histogram<Duration>>>,
    problems: Family<&'static str, Counter>,
}

impl RequestMetrics {
    pub(crate) fn new() -> Self {
        let codes = Code::ALL.iter().map(|code| code.entry().code);
        Self { times: Family::default(), problems: Family::of(codes) }
    }

    /// A request is answered after this time. Of an endless reply, that is when it begins.
    pub(crate) fn answered<B>(&self, response: &ServiceResponse<B>, time: Duration) {
        let request = response.request();
        let route = route_of(request).unwrap_or(OTHER);
        let method = request.method().as_str();
        let method = METHODS.into_iter().find(|known| *known == method).unwrap_or(OTHER);
        let labels = (method, response.status());
        self.times.with(route, |of_route| of_route.with(&labels, |times| times.observe(time)));
    }

    /// A request, or a connection, is refused with this code.
    pub(crate) fn refused(&self, code: Code) {
        self.problems.with(&code.entry().code, Counter::increment);
    }

    /// Writes all that as metrics.
    pub(crate) fn expose(&self, out: &mut Exposition) {
        let mut samples = out.histograms(
            "gradus_http_request_duration_seconds",
            "How long requests took until the reply began, by route, method and status.",
        );
        for (route, of_route) in self.times.sorted() {
            for ((method, status), times) in of_route.sorted() {
                let labels = [("route", &*route), ("method", method), ("status", status.as_str())];
                samples.figure(&labels, &*times);
            }
        }
        out.counters(
            "gradus_http_problems_total",
            "Replies that are problems, by code; those of limits begin with `limit.`.",
        )
        .family(&self.problems, |code| [("code", code)]);
    }
}

/// What is measured of tasks and answers.
#[derive(Debug, Default)]
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

impl AnswerMetrics {
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
            Verdict::Wrong { .. } => "wrong",
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

    /// Nothing that is known explains a wrong answer to a step.
    pub(crate) fn no_diagnosis(&self, step: StepNumber) {
        self.diagnoses.with(&(step, "none"), Counter::increment);
    }

    /// A wrong answer to a step is not explained: too many others wait, or the store is expected to refuse it.
    pub(crate) fn skipped_diagnosis(&self, step: StepNumber) {
        self.diagnoses.with(&(step, "skipped"), Counter::increment);
    }

    /// Writes all that as metrics.
    pub(crate) fn expose(&self, out: &mut Exposition) {
        out.counters("gradus_verdicts_total", "Answers that were judged, by step and verdict.")
            .family(&self.verdicts, |(step, verdict)| {
                [("step", step.as_str()), ("verdict", verdict)]
            });
        out.counters(
            "gradus_diagnoses_total",
            "Answers that are not accepted, by step and by what their diagnosis explains; `none` if nothing known explains them.",
        )
        .family(&self.diagnoses, |(step, fit)| [("step", step.as_str()), ("fit", fit)]);
        out.counters(
            "gradus_diagnosis_causes_total",
            "Causes in diagnoses, by step. A diagnosis may have several.",
        )
        .family(&self.causes, |(step, cause)| [("step", step.as_str()), ("cause", cause)]);
        out.histograms(
            "gradus_generate_duration_seconds",
            "How long making a task took, without waiting for a thread, by kind.",
        )
        .family(&self.generated, |kind| [("kind", kind)]);
        out.histograms(
            "gradus_judge_duration_seconds",
            "How long judging an answer took, without waiting for a thread, by kind.",
        )
        .family(&self.judged, |kind| [("kind", kind)]);
    }
}
