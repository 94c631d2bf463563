//! Which handler answers which address, and what the description of the API says of it. The middleware has removed a trailing slash.
//!
//! An address has everything in one place: its pattern, its handlers, and of each handler what its types do not say
//! ([`About`]). `openapi` makes the document from the same table, so an address without a description does not compile.

use std::panic::AssertUnwindSafe;
use std::rc::Rc;

use actix_service::fn_service;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::web::{PayloadConfig, ServiceConfig};
use actix_web::{Error, Handler, HttpRequest, HttpResponse, Responder};
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use matchit::Router;

use super::body::BODY_LIMIT;
use super::cors;
use super::extract::Extract;
use super::openapi::{About, Describe, Documented, Operation};
use super::problem::{Code, Extension, Problem};
use super::site::{has_credentials, is_cross_site};
use crate::texts;

/// Actix compares the address of a request with one pattern after the other, by regular expressions. So it knows no address: a tree finds
/// the handlers, in a time that does not depend on how many there are.
pub(crate) fn configure(groups: impl IntoIterator<Item = Group>, app: &mut ServiceConfig) {
    app.app_data(PayloadConfig::new(BODY_LIMIT));
    let routes = Rc::new(Routes::new(groups));
    app.default_service(fn_service(move |request| Rc::clone(&routes).reply(request)));
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
    let parts = path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
    Address { path, parts, operations: Vec::new(), pages: Pages::Own, documented: Vec::new() }
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
type Call = Box<dyn Fn(HttpRequest, Payload) -> LocalBoxFuture<'static, Reply>>;

type Reply = Result<HttpResponse, Problem>;

/// An address with a handler for each method that it supports. Any other method is refused.
pub(crate) struct Address {
    path: &'static str,
    /// The names of the parts of the path.
    parts: Vec<&'static str>,
    operations: Vec<(&'static [&'static str], Call)>,
    pages: Pages,
    documented: Vec<Documented>,
}

impl Address {
    /// Its pattern.
    pub(crate) fn path(&self) -> &'static str {
        self.path
    }

    /// What is said of its operations.
    pub(crate) fn documented(&self) -> &[Documented] {
        &self.documented
    }

    /// HEAD gets the reply to GET without its body.
    pub(crate) fn get<F: Handler<Args>, Args: Extract + 'static>(
        self,
        handler: F,
        about: About,
    ) -> Self
    where
        F::Output: Responder + Describe + 'static,
    {
        self.on(&["GET", "HEAD"], handler, about)
    }

    pub(crate) fn post<F: Handler<Args>, Args: Extract + 'static>(
        self,
        handler: F,
        about: About,
    ) -> Self
    where
        F::Output: Responder + Describe + 'static,
    {
        self.on(&["POST"], handler, about)
    }

    pub(crate) fn put<F: Handler<Args>, Args: Extract + 'static>(
        self,
        handler: F,
        about: About,
    ) -> Self
    where
        F::Output: Responder + Describe + 'static,
    {
        self.on(&["PUT"], handler, about)
    }

    pub(crate) fn delete<F: Handler<Args>, Args: Extract + 'static>(
        self,
        handler: F,
        about: About,
    ) -> Self
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
        let call = move |request: HttpRequest, mut payload: Payload| {
            let handler = handler.clone();
            let reply = async move {
                let arguments = Args::extract(&request, &mut payload).await?;
                // A body that nobody has read is not kept.
                drop(payload);
                let reply = handler.call(arguments).await;
                Ok(reply.respond_to(&request).map_into_boxed_body())
            };
            reply.boxed_local()
        };
        self.operations.push((methods, Box::new(call)));
        self.documented.push(Documented { methods, about, describe: describe::<Args, F::Output> });
        self
    }

    /// Replies to a request.
    async fn reply(&self, request: &HttpRequest, payload: Payload) -> Reply {
        if self.pages == Pages::AnySite && cors::is_preflight(request.head()) {
            return Ok(cors::preflight(&self.allowed().join(", ")));
        }
        admit(self.pages, request)?;
        let method = request.method();
        let mut operations = self.operations.iter();
        match operations.find(|(methods, _)| methods.contains(&method.as_str())) {
            Some((_, call)) => call(request.clone(), payload).await,
            None => Err(refusal(method, self.allowed())),
        }
    }

    /// The methods that it supports.
    fn allowed(&self) -> Vec<&'static str> {
        self.operations.iter().flat_map(|(methods, _)| methods.iter().copied()).collect()
    }
}

/// All addresses, as those of requests are looked up.
struct Routes(Router<Address>);

impl Routes {
    #[expect(
        clippy::expect_used,
        reason = "the paths are constants, and every start of a server inserts them"
    )]
    fn new(groups: impl IntoIterator<Item = Group>) -> Self {
        let mut router = Router::new();
        for address in groups.into_iter().flat_map(|group| group.addresses) {
            router.insert(address.path, address).expect("no two addresses are alike");
        }
        Self(router)
    }

    /// Replies to a request. A handler that panics is an error of the server.
    async fn reply(self: Rc<Self>, mut request: ServiceRequest) -> Result<ServiceResponse, Error> {
        let address = self.find(&mut request);
        let (request, payload) = request.into_parts();
        let reply = async {
            match address {
                Some(address) => address.reply(&request, payload).await,
                None => admit(Pages::Own, &request).and_then(|()| Err(unknown(&request))),
            }
        };
        let reply = AssertUnwindSafe(reply).catch_unwind().await;
        let reply = reply
            .unwrap_or_else(|_| Err(Problem::internal(Code::ServerError, "the handler panicked")));
        let reply = reply.unwrap_or_else(HttpResponse::from_error);
        Ok(ServiceResponse::new(request, reply))
    }

    /// The address of a request, which gets to know its parts and its pattern.
    fn find(&self, request: &mut ServiceRequest) -> Option<&Address> {
        let found = self.0.at(request.match_info().as_str()).ok()?;
        let address = found.value;
        let values: Vec<String> = found.params.iter().map(|(_, value)| value.to_owned()).collect();
        let known = request.match_info_mut();
        known.add_static(ROUTE, address.path);
        address.parts.iter().zip(values).for_each(|(name, value)| known.add_static(*name, value));
        Some(address)
    }
}

/// Under which name a request knows the pattern of its address, beside the parts of its path: none of these is called so.
const ROUTE: &str = "{route}";

/// The pattern of the address that a request is for; none if there is nothing.
pub(crate) fn route_of(request: &HttpRequest) -> Option<&str> {
    request.match_info().get(ROUTE)
}

/// Refuses what the page of another site may not ask for.
fn admit(pages: Pages, request: &HttpRequest) -> Result<(), Problem> {
    if pages == Pages::AnySite {
        cors::share(request);
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
    Problem::new(Code::MethodUnknown, detail).with(Extension::Methods { allowed })
}

/// There is nothing at the address of a request.
pub(crate) fn unknown(request: &HttpRequest) -> Problem {
    let shown: String = request.path().chars().take(60).collect();
    let detail = texts::route::unknown(shown);
    Problem::new(Code::RouteUnknown, detail)
}
