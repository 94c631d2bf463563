//! `/metrics`: what the server measures, for Prometheus.
//!
//! At the server's main address it is for this machine and for instructors. A server that is started with an address for it serves it there, to
//! whoever can reach that address, and at the main one no more.
//!
//! No label has anything that a request says: each is one of those that the program, the challenges or the catalogue of problems have. So there
//! is no name, key or address in it, and no caller can make it grow.

use actix_web::dev::Payload;
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder as _};
use prometheus_client::metrics::{gauge::ConstGauge, info::Info};

use crate::app::authentication::RequiredInstructor;
use crate::app::caller::Caller;
use crate::app::compute;
use crate::app::metrics::MetricsAddress;
use crate::app::state::{SharedState, State};
use crate::metrics::{self, Registry, process};
use crate::wire::base_url::Addresses;
use crate::wire::extract::{Extract, NoQuery};
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::TextReply;
use crate::wire::{reply, routes};

/// Who may read the metrics at the server's main address: somebody on this machine, or an instructor.
pub(crate) struct MetricsReader;

impl Extract for MetricsReader {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        if request.app_data::<MetricsAddress>() != Some(&MetricsAddress::Main) {
            return Err(routes::unknown(request, None));
        }
        if !Addresses::of(request).is_local(request) {
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
pub(crate) async fn get(
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
pub(crate) fn configure_separate(app: &mut ServiceConfig) {
    app.route("/metrics", web::get().to(get_separate));
}

fn text_reply(state: &State) -> TextReply<reply::Metrics> {
    let mut out = Registry::default();
    let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
    out.register("gradus_build", "The version of the program; always 1", version);
    let metrics = &state.metrics;
    metrics.requests.expose(&mut out);
    metrics.answers.expose(&mut out);
    compute::expose(&metrics.pools, &mut out);
    state.store.metrics().expose(&mut out);
    state.matches.expose(&mut out);
    let help = "Connections that are open at the main address";
    out.register("gradus_connections", help, ConstGauge::new(state.connections.taken()));
    let help = "Listeners to events of matches and of the scoreboard";
    out.register("gradus_listeners", help, ConstGauge::new(state.rates.listeners.taken()));
    process::expose(metrics.started.seconds(), &mut out);
    TextReply::ok(metrics::text(&out))
}
