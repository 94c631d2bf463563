//! `/metrics`: what the server measures, for Prometheus.
//!
//! | file | what |
//! |---|---|
//! | `requests` | requests by route, with their times; problems by code |
//! | `answers` | verdicts, what explains them, and how long kinds take |
//!
//! At the server's main address it is for this machine and for instructors. A server that is started with an address for it serves it there, to
//! whoever can reach that address, and at the main one no more.
//!
//! No label has anything that a request says: each is one of those that the program, the challenges or the catalogue of problems have. So there
//! is no name, key or address in it, and no caller can make it grow.

mod answers;
mod requests;

use actix_web::dev::Payload;
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder as _};

pub(super) use self::answers::{AnswerMetrics, NotExplained};
use self::requests::RequestMetrics;
use super::ambient::now;
use super::caller::{Caller, RequiredInstructor};
use super::extract::{Extract, NoQuery};
use super::openapi::Operation;
use super::problem::{Code, Problem};
use super::reply::{self, TextReply};
use super::routes;
use super::state::{SharedState, State};
use crate::compute::{self, ComputePool};
use crate::metrics::{Exposition, process};
use crate::step::Timestamp;

/// What the part of the server measures that knows HTTP, and where it finds the rest.
pub(super) struct Metrics {
    pub(super) requests: RequestMetrics,
    pub(super) answers: AnswerMetrics,
    /// The pools of one set of threads, by name.
    pools: Vec<(&'static str, ComputePool)>,
    started: Timestamp,
}

impl Metrics {
    /// The metrics of a server that begins now, with these pools.
    pub(super) fn new(pools: Vec<(&'static str, ComputePool)>) -> Self {
        Self {
            requests: RequestMetrics::new(),
            answers: AnswerMetrics::new(),
            pools,
            started: now(),
        }
    }
}

/// Where the metrics of a server are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MetricsAddress {
    /// With everything else.
    Main,
    /// At an address of their own.
    Separate,
}

/// Who may read the metrics at the server's main address: somebody on this machine, or an instructor.
pub(super) struct MetricsReader;

impl Extract for MetricsReader {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        if request.app_data::<MetricsAddress>() != Some(&MetricsAddress::Main) {
            return Err(routes::unknown(request));
        }
        if !State::of(request).addresses.is_local(request) {
            RequiredInstructor::extract(request, payload).await?;
        }
        Ok(Self)
    }

    fn describe(operation: &mut Operation) {
        Caller::describe(operation);
        operation.may_fail(&[Code::AuthMissing, Code::AuthInstructor, Code::RouteUnknown]);
    }
}

/// `GET /metrics` at the server's main address.
pub(super) async fn get(
    _: MetricsReader,
    _: NoQuery,
    state: SharedState,
) -> TextReply<reply::Metrics> {
    text_reply(&state)
}

/// `GET /metrics` at an address of its own.
async fn get_separate(request: HttpRequest, state: SharedState) -> HttpResponse {
    text_reply(&state).respond_to(&request)
}

/// What there is at an address of its own. Everything else is unknown there.
pub(super) fn configure_separate(app: &mut ServiceConfig) {
    app.route("/metrics", web::get().to(get_separate));
}

fn text_reply(state: &State) -> TextReply<reply::Metrics> {
    TextReply::ok(text(state))
}

fn text(state: &State) -> String {
    let mut out = Exposition::default();
    out.gauges("gradus_build_info", "The version of the program; always 1.")
        .value(&[("version", env!("CARGO_PKG_VERSION"))], 1);
    let metrics = &state.metrics;
    metrics.requests.expose(&mut out);
    metrics.answers.expose(&mut out);
    compute::expose(&metrics.pools, &mut out);
    state.store.metrics().expose(&mut out);
    state.matches.expose(&mut out);
    out.gauges("gradus_connections", "Connections that are open at the main address.")
        .value(&[], state.connections.taken());
    out.gauges("gradus_listeners", "Listeners to events of matches and of the scoreboard.")
        .value(&[], state.rates.listeners());
    process::expose(metrics.started.seconds(), &mut out);
    out.into_text()
}
