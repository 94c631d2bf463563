//! Which handler answers which address. The middleware has removed a trailing slash.

use std::future::ready;
use std::panic::AssertUnwindSafe;

use actix_web::dev::{AppService, HttpServiceFactory};
use actix_web::guard;
use actix_web::http::Method;
use actix_web::web::{self, PayloadConfig, ServiceConfig};
use actix_web::{Handler, HttpRequest, HttpResponse, Resource, Responder, Route};
use futures_util::FutureExt as _;

use super::body::BODY_LIMIT;
use super::extract::{Extract, RequestedPath};
use super::games::{catalog, changes, events, views, why};
use super::messages::{Message, message};
use super::problem::{Code, Extension, Problem};
use super::session::{has_credentials, is_from_another_site};
use super::{
    assets, cors, instructor, ladder, learners, me, metrics, operations, receipts, records,
    scoreboard, session, step,
};

pub(super) fn configure(app: &mut ServiceConfig) {
    app.app_data(PayloadConfig::new(BODY_LIMIT))
        .service(shared("/step_{number}").get(step::get).post(step::post))
        .service(shared("/step_{number}/statement").get(step::statement::get))
        .service(shared("/step_{number}/picture.svg").get(step::picture))
        .service(shared("/").get(ladder::get))
        .service(at("/assets/{hash}/{name}").get(assets::get))
        .service(at("/session").get(session::get).post(session::post))
        .service(at("/session/end").post(session::end))
        .service(at("/learners").post(learners::post))
        .service(at("/me").get(learners::me))
        .service(at("/me/nickname").post(me::nickname))
        .service(at("/me/receipts").get(receipts::list))
        .service(shared(receipts::KEYS).get(receipts::keys))
        .service(at("/scoreboard").get(scoreboard::get))
        .service(at("/scoreboard/events").get(scoreboard::events))
        .service(at("/me/records").get(records::list))
        .service(
            at("/me/records/{name}").get(records::get).put(records::put).delete(records::delete),
        )
        .service(shared("/games").get(catalog::get).post(changes::create))
        .service(shared("/games/{id}").get(views::get))
        .service(shared("/games/{id}/moves").post(changes::play))
        .service(shared("/games/{id}/undo").post(changes::undo))
        .service(shared("/games/{id}/advance").post(changes::advance))
        .service(shared("/games/{id}/why").get(why::get))
        .service(shared("/games/{id}/lines").get(views::lines))
        .service(shared("/games/{id}/record").get(views::record))
        .service(shared("/games/{id}/picture.svg").get(views::picture))
        .service(shared("/games/{id}/events").get(events::get))
        .service(shared("/healthz").get(operations::healthz))
        .service(shared("/readyz").get(operations::readyz))
        .service(shared("/problems").get(operations::problems))
        .service(at("/metrics").get(metrics::get))
        .configure(configure_instructor)
        .default_service(to(web::route(), Pages::Own, unknown));
}

/// What is for instructors only.
fn configure_instructor(app: &mut ServiceConfig) {
    app.service(at("/instructor").get(instructor::overview::get))
        .service(at("/instructor/learners").get(instructor::learners::list))
        .service(
            at("/instructor/learners/{id}")
                .get(instructor::learners::get)
                .post(instructor::learners::post),
        )
        .service(at("/instructor/learners/{id}/rekey").post(instructor::learners::rekey))
        .service(at("/instructor/learners/{id}/forget").post(instructor::learners::forget))
        .service(at("/instructor/roster").post(instructor::roster::post))
        .service(at("/instructor/gradebook").get(instructor::gradebook::get))
        .service(at("/instructor/attempts").get(instructor::attempts::list))
        .service(at("/instructor/attempts/{id}").get(instructor::attempts::get))
        .service(at("/instructor/attempts/{id}/picture.svg").get(instructor::attempts::picture))
        .service(at("/instructor/steps").get(instructor::statistics::list))
        .service(at("/instructor/steps/{number}").get(instructor::statistics::get))
        .service(at("/instructor/steps/{number}/preview").get(instructor::statistics::preview))
        .service(at("/instructor/signals").get(instructor::signals::get))
        .service(
            at("/instructor/extensions")
                .get(instructor::extensions::list)
                .post(instructor::extensions::post),
        )
        .service(at("/instructor/extensions/{id}/remove").post(instructor::extensions::remove))
        .service(
            at("/instructor/instructors")
                .get(instructor::instructors::list)
                .post(instructor::instructors::post),
        )
        .service(at("/instructor/instructors/{id}/remove").post(instructor::instructors::remove))
        .service(at("/instructor/instructors/{id}/rekey").post(instructor::instructors::rekey))
        .service(at("/instructor/rejudge").post(instructor::judging_again::post_rejudge))
        .service(at("/instructor/regrade").post(instructor::judging_again::post_regrade));
}

/// An address without handlers, for programs and the server's own pages. The log shows the resource's name, which is the path.
fn at(path: &str) -> Address {
    let resource = web::resource(path).name(path);
    Address { resource, allowed: Vec::new(), pages: Pages::Own }
}

/// The same, for the pages of other sites too.
fn shared(path: &str) -> Address {
    Address { pages: Pages::AnySite, ..at(path) }
}

/// The pages that may use an address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pages {
    Own,
    /// Without credentials.
    AnySite,
}

/// An address with a handler for each method that it supports. Any other method is refused.
struct Address {
    resource: Resource,
    allowed: Vec<&'static str>,
    pages: Pages,
}

impl Address {
    /// HEAD gets the reply to GET without its body.
    fn get<F: Handler<Args>, Args: Extract + 'static>(self, handler: F) -> Self
    where
        F::Output: Responder + 'static,
    {
        self.on(&["GET", "HEAD"], handler)
    }

    fn post<F: Handler<Args>, Args: Extract + 'static>(self, handler: F) -> Self
    where
        F::Output: Responder + 'static,
    {
        self.on(&["POST"], handler)
    }

    fn put<F: Handler<Args>, Args: Extract + 'static>(self, handler: F) -> Self
    where
        F::Output: Responder + 'static,
    {
        self.on(&["PUT"], handler)
    }

    fn delete<F: Handler<Args>, Args: Extract + 'static>(self, handler: F) -> Self
    where
        F::Output: Responder + 'static,
    {
        self.on(&["DELETE"], handler)
    }

    fn on<F: Handler<Args>, Args: Extract + 'static>(
        self,
        methods: &'static [&'static str],
        handler: F,
    ) -> Self
    where
        F::Output: Responder + 'static,
    {
        // The guards of actix also store what they allow, for a refusal; `allowed` knows it already.
        let is_one_of =
            guard::fn_guard(|context| methods.contains(&context.head().method.as_str()));
        let route = to(web::route().guard(is_one_of), self.pages, handler);
        let allowed = [&self.allowed, methods].concat();
        Self { resource: self.resource.route(route), allowed, ..self }
    }
}

impl HttpServiceFactory for Address {
    fn register(self, config: &mut AppService) {
        let Self { mut resource, allowed, pages } = self;
        if pages == Pages::AnySite {
            let is_preflight = guard::fn_guard(|context| cors::is_preflight(context.head()));
            let methods = allowed.join(", ");
            let preflight = move || ready(cors::preflight(&methods));
            resource = resource.route(web::route().guard(is_preflight).to(preflight));
        }
        let refuse = move |method: Method| {
            let allowed = allowed.clone();
            async move { Err::<HttpResponse, _>(refusal(&method, allowed)) }
        };
        resource.default_service(to(web::route(), pages, refuse)).register(config);
    }
}

/// The address does not support this method.
fn refusal(method: &Method, allowed: Vec<&'static str>) -> Problem {
    let expected = allowed.join(", ");
    let detail =
        message(Message::MethodUnknown).with(&[("method", method), ("expected", &expected)]);
    Problem::new(Code::MethodUnknown, detail).with(Extension::Methods { allowed })
}

/// Extracts the arguments of a handler one after the other, and calls it. A handler that panics is an error of the server.
fn to<F: Handler<Args>, Args: Extract>(route: Route, pages: Pages, handler: F) -> Route
where
    F::Output: Responder + 'static,
{
    route.to(move |request: HttpRequest, payload: web::Payload| {
        let handler = handler.clone();
        let reply = async move {
            if pages == Pages::AnySite {
                cors::share(&request);
            }
            if !request.method().is_safe()
                && is_from_another_site(&request)
                && (pages == Pages::Own || has_credentials(&request))
            {
                return Err(Problem::new(Code::RequestSite, message(Message::RequestSite).clone()));
            }
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

async fn unknown(path: RequestedPath) -> Result<HttpResponse, Problem> {
    Err(unknown_route(path))
}

/// There is nothing at this address.
pub(super) fn unknown_route(RequestedPath(path): RequestedPath) -> Problem {
    let shown: String = path.chars().take(60).collect();
    let detail = message(Message::RouteUnknown).with(&[("path", &shown)]);
    Problem::new(Code::RouteUnknown, detail)
}
