//! The middleware around every request: it assigns an id, renders problems, counts the request for the metrics, and
//! logs one line.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _};
use tracing::Level;

use crate::app::ambient::random_bytes;
use crate::app::caller::LoggedPerson;
use crate::app::connection::{Exchange, ReplyBody};
use crate::app::state::State;
use crate::course::LearnerId;
use crate::metrics::stopwatch;
use crate::pages;
use crate::wire::base_url::Addresses;
use crate::wire::browser;
use crate::wire::problem::{Code, Problem};
use crate::wire::routes::route_of;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The ids of a server's requests: consecutive numbers.
#[derive(Clone)]
pub(crate) struct RequestIds(Arc<AtomicU64>);

impl RequestIds {
    /// Starts at a random number, so that two servers do not share ids.
    pub(crate) fn new() -> Result<Self, Problem> {
        Ok(Self(Arc::new(AtomicU64::new(u64::from_be_bytes(random_bytes()?)))))
    }

    /// The id of a request: the one from a trusted proxy, or a new one.
    fn of(&self, request: &ServiceRequest) -> HeaderValue {
        let given = request.headers().get(REQUEST_ID).filter(|id| is_sane(id.as_bytes()));
        let trusts = || {
            let request = request.request();
            Addresses::of(request).is_from_trusted_proxy(request)
        };
        match given.filter(|_| trusts()) {
            Some(id) => id.clone(),
            None => HeaderValue::from(self.0.fetch_add(1, Ordering::Relaxed)),
        }
    }
}

/// Whether an id from outside is safe in a header and in the log.
fn is_sane(id: &[u8]) -> bool {
    let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    (1..=64).contains(&id.len()) && id.iter().all(allowed)
}

/// Handles a request.
pub(crate) async fn handle(
    ids: RequestIds,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<ReplyBody<BoxBody>>, Error> {
    let exchange = Exchange::of(request.request());
    let id = ids.of(&request);
    let elapsed = stopwatch();
    let response = next.call(request).await?.map_into_boxed_body();
    let (mut response, problem) = match response.response().error() {
        None => (response, None),
        // Boxed: actix keeps room for this future in every connection, also in one that waits for a request.
        Some(_) => Box::pin(render_problem(response)).await,
    };
    let time = elapsed();
    let State { metrics, activity, .. } = &****State::of(response.request());
    metrics.requests.answered(&response, time);
    if let Some(problem) = &problem {
        metrics.requests.refused(problem.code());
    }
    activity.observe(&response, problem.as_ref().map(Problem::code));
    log(&response, problem.as_ref(), &id, time);
    response.headers_mut().insert(REQUEST_ID, id);
    browser::insert_headers(&mut response);
    Ok(response.map_body(|_, body| ReplyBody::new(body, exchange)))
}

/// Replaces the response of an error with its problem document or page.
async fn render_problem(
    response: ServiceResponse<BoxBody>,
) -> (ServiceResponse<BoxBody>, Option<Problem>) {
    let Some(error) = response.response().error() else { return (response, None) };
    // Handlers and extractors return only problems, so an error of another type is unexpected.
    let unexpected = || Problem::internal(Code::ServerError, error.to_string());
    let problem = error.as_error::<Problem>().cloned().unwrap_or_else(unexpected);
    let rendered = pages::view::respond_with(&problem, response.request()).await;
    (response.into_response(rendered), Some(problem))
}

/// How many characters of a method are logged; the longest registered one has 17.
const METHOD_LENGTH: usize = 20;

/// Logs one line. It has no address, query, key or body, so no secret can be in it. The detail of a problem is logged only when
/// the server failed; then it is not in the reply.
#[expect(clippy::expect_used, reason = "ids are checked where they come from")]
fn log(
    response: &ServiceResponse<BoxBody>,
    problem: Option<&Problem>,
    id: &HeaderValue,
    time: Duration,
) {
    let (request, status) = (response.request(), response.status());
    let code = problem.map(Problem::code);
    // What is full has not failed, and under attack it is most of the log.
    let is_full = matches!(code, Some(Code::LimitBusy | Code::LimitListeners | Code::LimitBodies));
    let has_failed = status.is_server_error() && !is_full;
    if !has_failed && !tracing::enabled!(Level::INFO) {
        return;
    }
    // No request takes 584,000 years.
    let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    // A method may be any text of any length.
    let method = request.method().as_str();
    let method = method.split_at_checked(METHOD_LENGTH).map_or(method, |(shown, _)| shown);
    // An address that no route matches has no name.
    let route = route_of(request).unwrap_or("none");
    let status = status.as_u16();
    let request_id = id.to_str().expect("`is_sane` and `next` allow only visible ASCII");
    let (learner, instructor) = match request.extensions().get() {
        Some(LoggedPerson::Learner(LearnerId(id))) => (Some(*id), None),
        Some(LoggedPerson::Instructor) => (None, Some(true)),
        None => (None, None),
    };
    let code = code.map(|code| code.entry().code);
    let detail = problem.filter(|_| has_failed).map(Problem::detail);
    let detail = detail.as_deref();
    // The level of an event is a constant.
    macro_rules! log_at {
        ($level:ident, $message:literal) => {
            tracing::$level!(
                method, route, status, micros, request_id, learner, instructor, code, detail,
                $message
            )
        };
    }
    if has_failed {
        log_at!(error, "request failed");
    } else {
        log_at!(info, "request");
    }
}
