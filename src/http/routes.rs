//! Which handler answers which address. The middleware has removed a trailing slash.

use std::panic::AssertUnwindSafe;

use actix_web::guard;
use actix_web::http::Method;
use actix_web::web::{self, PayloadConfig, ServiceConfig};
use actix_web::{Handler, HttpRequest, HttpResponse, Resource, Responder, Route};
use futures_util::FutureExt as _;

use super::body::BODY_LIMIT;
use super::extract::{Extract, RequestedPath};
use super::games::{changes, events, views};
use super::messages::{Message, message};
use super::problem::{Code, Extension, Problem};
use super::{ladder, learners, operations, records, statement, step};

pub(super) fn configure(app: &mut ServiceConfig) {
    app.app_data(PayloadConfig::new(BODY_LIMIT))
        .service(
            at("/step_{number}", &["GET", "HEAD", "POST"])
                .route(to(on(READ), step::get))
                .route(to(on(&["POST"]), step::post)),
        )
        .service(at("/step_{number}/statement", READ).route(to(on(READ), statement::get)))
        .service(at("/", READ).route(to(on(READ), ladder::get)))
        .service(at("/learners", &["POST"]).route(to(on(&["POST"]), learners::post)))
        .service(at("/me", READ).route(to(on(READ), learners::me)))
        .service(at("/me/records", READ).route(to(on(READ), records::list)))
        .service(
            at("/me/records/{name}", &["GET", "HEAD", "PUT"])
                .route(to(on(READ), records::get))
                .route(to(on(&["PUT"]), records::put)),
        )
        .configure(games)
        .service(at("/healthz", READ).route(to(on(READ), operations::healthz)))
        .service(at("/readyz", READ).route(to(on(READ), operations::readyz)))
        .service(at("/problems", READ).route(to(on(READ), operations::problems)))
        .default_service(to(web::route(), unknown_route));
}

fn games(app: &mut ServiceConfig) {
    app.service(at("/games", &["POST"]).route(to(on(&["POST"]), changes::create)))
        .service(at("/games/{id}", READ).route(to(on(READ), views::get)))
        .service(at("/games/{id}/moves", &["POST"]).route(to(on(&["POST"]), changes::play)))
        .service(at("/games/{id}/undo", &["POST"]).route(to(on(&["POST"]), changes::undo)))
        .service(at("/games/{id}/advance", &["POST"]).route(to(on(&["POST"]), changes::advance)))
        .service(at("/games/{id}/lines", READ).route(to(on(READ), views::lines)))
        .service(at("/games/{id}/record", READ).route(to(on(READ), views::record)))
        .service(at("/games/{id}/picture.svg", READ).route(to(on(READ), views::picture)))
        .service(at("/games/{id}/events", READ).route(to(on(READ), events::get)));
}

/// The methods of a read-only address.
const READ: &[&str] = &["GET", "HEAD"];

/// The resource at a path. Any other method than the allowed ones is refused. The log shows the
/// resource's name, which is the path.
fn at(path: &str, allowed: &'static [&'static str]) -> Resource {
    let refuse = move |method: Method| async move {
        let expected = allowed.join(", ");
        let detail =
            message(Message::MethodUnknown).with(&[("method", &method), ("expected", &expected)]);
        let problem = Problem::new(Code::MethodUnknown, detail);
        Err::<HttpResponse, _>(problem.with(Extension::Methods { allowed }))
    };
    web::resource(path).name(path).default_service(to(web::route(), refuse))
}

/// A route for some of the methods. HEAD gets the reply to GET without its body.
// The guards of actix also store what they allow, for a refusal; `at` knows it already.
fn on(methods: &'static [&'static str]) -> Route {
    web::route().guard(guard::fn_guard(|context| methods.contains(&context.head().method.as_str())))
}

/// Extracts the arguments of a handler one after the other, and calls it. A handler that panics is an error of the server.
fn to<F: Handler<Args>, Args: Extract>(route: Route, handler: F) -> Route
where
    F::Output: Responder + 'static,
{
    route.to(move |request: HttpRequest, payload: web::Payload| {
        let handler = handler.clone();
        let reply = async move {
            let arguments = Args::extract(&request, &mut payload.into_inner()).await?;
            Ok(handler.call(arguments).await.respond_to(&request))
        };
        AssertUnwindSafe(reply).catch_unwind().map(|reply| {
            reply.unwrap_or_else(|_| {
                Err(Problem::internal(Code::ServerError, "the handler panicked"))
            })
        })
    })
}

async fn unknown_route(RequestedPath(path): RequestedPath) -> Result<HttpResponse, Problem> {
    let shown: String = path.chars().take(60).collect();
    let detail = message(Message::RouteUnknown).with(&[("path", &shown)]);
    Err(Problem::new(Code::RouteUnknown, detail))
}
