//! Which handler answers which address, and what the description of the API says of it. The middleware has removed a trailing slash.
//!
//! An address has everything in one place: its pattern, its handlers, and of each handler what its types do not say
//! ([`About`]). `openapi` makes the document from the same table, so an address without a description does not compile.

mod games;
mod instructors;
mod learners;
mod server;
mod steps;

use std::future::ready;
use std::panic::AssertUnwindSafe;

use actix_web::dev::{AppService, HttpServiceFactory};
use actix_web::guard;
use actix_web::http::Method;
use actix_web::web::{self, PayloadConfig, ServiceConfig};
use actix_web::{Handler, HttpRequest, HttpResponse, Resource, Responder, Route};
use futures_util::FutureExt as _;

use super::body::BODY_LIMIT;
use super::cors;
use super::extract::{Extract, RequestedPath};
use super::messages::{Message, message};
use super::openapi::{About, Describe, Documented, Group, Operation};
use super::problem::{Code, Extension, Problem};
use super::session::{has_credentials, is_from_another_site};

pub(super) fn configure(app: &mut ServiceConfig) {
    app.app_data(PayloadConfig::new(BODY_LIMIT));
    let mut addresses: Vec<_> = groups().into_iter().flat_map(|group| group.addresses).collect();
    addresses.sort_by_key(|address| Turn::of(address.path));
    for address in addresses {
        app.service(address);
    }
    app.default_service(to(web::route(), Pages::Own, unknown));
}

/// When an address is compared with that of a request: actix compares one after the other, and a pattern takes much longer than a text.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    /// What is asked for most.
    Step,
    Text,
    Pattern,
}

impl Turn {
    fn of(path: &str) -> Self {
        match (path.starts_with("/step_"), path.contains('{')) {
            (true, _) => Self::Step,
            (false, false) => Self::Text,
            (false, true) => Self::Pattern,
        }
    }
}

/// Every address, by what it is about.
pub(super) fn groups() -> [Group; 5] {
    [steps::group(), learners::group(), games::group(), instructors::group(), server::group()]
}

/// An address without handlers, for programs and the server's own pages. The log shows the resource's name, which is the path.
fn at(path: &'static str) -> Address {
    let resource = web::resource(path).name(path);
    Address { path, resource, allowed: Vec::new(), pages: Pages::Own, documented: Vec::new() }
}

/// The same, for the pages of other sites too.
fn shared(path: &'static str) -> Address {
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
pub(super) struct Address {
    path: &'static str,
    resource: Resource,
    allowed: Vec<&'static str>,
    pages: Pages,
    documented: Vec<Documented>,
}

impl Address {
    /// Its pattern.
    pub(super) fn path(&self) -> &'static str {
        self.path
    }

    /// What is said of its operations.
    pub(super) fn documented(&self) -> &[Documented] {
        &self.documented
    }

    /// HEAD gets the reply to GET without its body.
    fn get<F: Handler<Args>, Args: Extract + 'static>(self, handler: F, about: About) -> Self
    where
        F::Output: Responder + Describe + 'static,
    {
        self.on(&["GET", "HEAD"], handler, about)
    }

    fn post<F: Handler<Args>, Args: Extract + 'static>(self, handler: F, about: About) -> Self
    where
        F::Output: Responder + Describe + 'static,
    {
        self.on(&["POST"], handler, about)
    }

    fn put<F: Handler<Args>, Args: Extract + 'static>(self, handler: F, about: About) -> Self
    where
        F::Output: Responder + Describe + 'static,
    {
        self.on(&["PUT"], handler, about)
    }

    fn delete<F: Handler<Args>, Args: Extract + 'static>(self, handler: F, about: About) -> Self
    where
        F::Output: Responder + Describe + 'static,
    {
        self.on(&["DELETE"], handler, about)
    }

    fn on<F: Handler<Args>, Args: Extract + 'static>(
        mut self,
        methods: &'static [&'static str],
        handler: F,
        about: About,
    ) -> Self
    where
        F::Output: Responder + Describe + 'static,
    {
        // The guards of actix also store what they allow, for a refusal; `allowed` knows it already.
        let is_one_of =
            guard::fn_guard(|context| methods.contains(&context.head().method.as_str()));
        let route = to(web::route().guard(is_one_of), self.pages, handler);
        self.allowed.extend(methods);
        let describe = describe::<Args, F::Output>;
        self.documented.push(Documented { methods, about, describe });
        Self { resource: self.resource.route(route), ..self }
    }
}

/// Describes an operation by what its handler takes and what it replies.
fn describe<Args: Extract, Reply: Describe>(operation: &mut Operation) {
    Args::describe(operation);
    Reply::describe(operation);
}

impl HttpServiceFactory for Address {
    fn register(self, config: &mut AppService) {
        let Self { mut resource, allowed, pages, .. } = self;
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
