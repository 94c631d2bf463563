//! Which handler answers which address, and what the description of the API says of it.
//!
//! An address has everything in one place: its pattern, its handlers, and of each handler what its types do not say
//! ([`About`]). `openapi` makes the document from the same table, so an address without a description does not compile.
//!
//! Actix finds the address and compares one pattern after the other, some 0.1 µs each. So the steps, which are asked for most, come first. The
//! method is found here, because the reply to an unknown one names those that the address supports.

use std::panic::AssertUnwindSafe;
use std::rc::Rc;

use actix_service::fn_service;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::web::{ServiceConfig, resource};
use actix_web::{Error, Handler, HttpRequest, HttpResponse, Responder};
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;

use super::base_url::{Addresses, PATHS_OF_THE_HOST};
use super::browser::{self, has_credentials, is_cross_site};
use super::extract::Extract;
use super::openapi::{About, Describe, Operation};
use super::problem::{Code, Members, Problem};
use super::received::refuse_body;
use crate::step::near_miss;
use crate::texts;

/// Adds all addresses to an application, each below the prefix. `meant_by` gives the step that somebody may have meant by an address at which there is
/// nothing.
pub(crate) fn configure(
    groups: impl IntoIterator<Item = Group>,
    prefix: &str,
    meant_by: fn(&HttpRequest) -> Option<String>,
    app: &mut ServiceConfig,
) {
    let mut known = Vec::new();
    for address in groups.into_iter().flat_map(|group| group.addresses) {
        let (path, address) = (address.path, Rc::new(address));
        known.push(path);
        let service = fn_service(move |request| {
            reply(Ok::<_, fn(&HttpRequest) -> Option<String>>(Rc::clone(&address)), request)
        });
        let resource = resource(patterns(path, prefix)).app_data(Route(path));
        app.service(resource.default_service(service));
    }
    known.retain(|path| !path.contains('{'));
    let known: Rc<[&str]> = known.into();
    app.default_service(fn_service(move |request| {
        let known = Rc::clone(&known);
        let meant =
            move |request: &HttpRequest| meant_by(request).or_else(|| near(request, &known));
        reply(Err(meant), request)
    }));
}

/// The address, without parts of its own, that a request has mistyped.
fn near(request: &HttpRequest, known: &[&str]) -> Option<String> {
    let addresses = Addresses::of(request);
    let path = addresses.path_of(request)?;
    // A path below an address is another one.
    let meant = near_miss(path, known).filter(|meant| path.len() <= meant.len() + 2)?;
    Some(format!("{}{meant}", addresses.prefix()))
}

/// The patterns of the paths at which a server with this prefix has an address.
fn patterns(path: &'static str, prefix: &str) -> Vec<String> {
    let pattern = match (prefix, path) {
        ("", path) => path.to_owned(),
        // Requests come without the slash at their end.
        (prefix, "/") => prefix.to_owned(),
        (prefix, path) => format!("{prefix}{path}"),
    };
    let is_of_the_host = !prefix.is_empty() && PATHS_OF_THE_HOST.contains(&path);
    let own = is_of_the_host.then(|| path.to_owned());
    [pattern].into_iter().chain(own).collect()
}

/// The addresses of one concern.
pub(crate) struct Group {
    /// What they are about, in a word or two.
    pub(crate) tag: &'static str,
    /// The same in a sentence.
    pub(crate) description: &'static str,
    pub(crate) addresses: Vec<Address>,
}

/// An address without handlers, for programs and the server's own pages.
pub(crate) fn at(path: &'static str) -> Address {
    Address { path, endpoints: Vec::new(), pages: Pages::Own }
}

/// The same, for the pages of other sites too.
pub(crate) fn shared(path: &'static str) -> Address {
    Address { pages: Pages::AnySite, ..at(path) }
}

/// The pages that may use an address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pages {
    Own,
    /// Without credentials.
    AnySite,
}

/// Extracts the arguments of a handler one after the other, and calls it.
type Call = Box<dyn Fn(HttpRequest, Payload) -> LocalBoxFuture<'static, HandlerResult>>;

type HandlerResult = Result<HttpResponse, Problem>;

/// An address with a handler for each method that it supports. Any other method is refused.
pub(crate) struct Address {
    /// Its pattern.
    pub(crate) path: &'static str,
    pub(crate) endpoints: Vec<Endpoint>,
    pages: Pages,
}

/// What replies to the requests of an address.
pub(crate) struct Endpoint {
    /// The methods by which it is asked for. The first one is described.
    pub(crate) methods: &'static [&'static str],
    call: Call,
    pub(crate) about: About,
    /// Describes the types of its handler.
    pub(crate) describe: fn(&mut Operation),
}

/// A handler whose arguments are extracted from a request, and whose replies are described.
pub(crate) trait DescribedHandler<Args: Extract>:
    Handler<Args, Output: Responder + Describe + 'static>
{
}

impl<F, Args: Extract> DescribedHandler<Args> for F where
    F: Handler<Args, Output: Responder + Describe + 'static>
{
}

impl Address {
    /// HEAD gets the reply to GET without its body.
    pub(crate) fn get<A: Extract>(self, handler: impl DescribedHandler<A>, about: About) -> Self {
        self.on(&["GET", "HEAD"], handler, about)
    }

    pub(crate) fn post<A: Extract>(self, handler: impl DescribedHandler<A>, about: About) -> Self {
        self.on(&["POST"], handler, about)
    }

    pub(crate) fn put<A: Extract>(self, handler: impl DescribedHandler<A>, about: About) -> Self {
        self.on(&["PUT"], handler, about)
    }

    pub(crate) fn delete<A: Extract>(
        self,
        handler: impl DescribedHandler<A>,
        about: About,
    ) -> Self {
        self.on(&["DELETE"], handler, about)
    }

    fn on<F: DescribedHandler<A>, A: Extract>(
        mut self,
        methods: &'static [&'static str],
        handler: F,
        about: About,
    ) -> Self {
        let call = move |request: HttpRequest, mut payload: Payload| {
            let handler = handler.clone();
            let reply = async move {
                let arguments = A::extract(&request, &mut payload).await?;
                if request.method().is_safe() {
                    refuse_body(&request, &mut payload).await?;
                }
                // A body that nobody has read is not kept.
                drop(payload);
                let reply = handler.call(arguments).await;
                Ok(reply.respond_to(&request).map_into_boxed_body())
            };
            reply.boxed_local()
        };
        let describe = describe::<A, F::Output>;
        self.endpoints.push(Endpoint { methods, call: Box::new(call), about, describe });
        self
    }

    /// Replies to a request.
    async fn reply(&self, request: &HttpRequest, payload: Payload) -> HandlerResult {
        if self.pages == Pages::AnySite && browser::is_preflight(request.head()) {
            return Ok(browser::preflight(&self.allowed().join(", ")));
        }
        admit(self.pages, request)?;
        let method = request.method();
        let mut endpoints = self.endpoints.iter();
        match endpoints.find(|endpoint| endpoint.methods.contains(&method.as_str())) {
            Some(endpoint) => (endpoint.call)(request.clone(), payload).await,
            None => Err(refusal(method, self.allowed())),
        }
    }

    /// The methods that it supports.
    fn allowed(&self) -> Vec<&'static str> {
        self.endpoints.iter().flat_map(|endpoint| endpoint.methods.iter().copied()).collect()
    }
}

/// Replies to a request for an address, if there is one. A handler that panics is an error of the server.
async fn reply(
    address: Result<Rc<Address>, impl FnOnce(&HttpRequest) -> Option<String>>,
    request: ServiceRequest,
) -> Result<ServiceResponse, Error> {
    let (request, payload) = request.into_parts();
    let reply = async {
        let meant_by = match address {
            Ok(address) => return address.reply(&request, payload).await,
            Err(meant_by) => meant_by,
        };
        admit(Pages::Own, &request)?;
        Err(unknown(&request, meant_by(&request)))
    };
    let reply = AssertUnwindSafe(reply).catch_unwind().await;
    let panicked = |_| Err(Problem::internal(Code::ServerError, "the handler panicked"));
    let reply = reply.unwrap_or_else(panicked).unwrap_or_else(HttpResponse::from_error);
    Ok(ServiceResponse::new(request, reply))
}

/// The pattern of a request's address. `HttpRequest::match_pattern` would compare the patterns once more.
#[derive(Clone, Copy)]
struct Route(&'static str);

/// The pattern of the address that a request is for; none if there is nothing.
pub(crate) fn route_of(request: &HttpRequest) -> Option<&'static str> {
    request.app_data().map(|Route(path)| *path)
}

/// Refuses what the page of another site may not ask for.
fn admit(pages: Pages, request: &HttpRequest) -> Result<(), Problem> {
    if pages == Pages::AnySite {
        browser::share(request);
    }
    if !request.method().is_safe()
        && is_cross_site(request)
        && (pages == Pages::Own || has_credentials(request))
    {
        return Err(Problem::new(Code::RequestSite, texts::request::site()));
    }
    Ok(())
}

/// Describes an operation by what its handler takes and what it replies.
fn describe<Args: Extract, Reply: Describe>(operation: &mut Operation) {
    Args::describe(operation);
    Reply::describe(operation);
}

/// The address does not support this method.
fn refusal(method: &Method, allowed: Vec<&'static str>) -> Problem {
    let expected = allowed.join(", ");
    let detail = texts::method::unknown(method, expected);
    Problem::new(Code::MethodUnknown, detail)
        .with(Members { allowed: Some(allowed), ..Members::default() })
}

/// There is nothing at the address of a request; perhaps another one was meant.
pub(crate) fn unknown(request: &HttpRequest, meant: Option<String>) -> Problem {
    let shown: String = request.path().chars().take(60).collect();
    let addresses = Addresses::of(request);
    let detail = match (addresses.path_of(request), meant) {
        (None, _) => texts::route::outside(shown, addresses.prefix()),
        (Some(_), Some(meant)) => texts::route::did_you_mean(shown, meant),
        (Some(_), None) => texts::route::unknown(shown),
    };
    Problem::new(Code::RouteUnknown, detail)
}
