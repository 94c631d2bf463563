//! The handlers of `/openapi.json` and `/docs`.

use std::sync::{Arc, LazyLock};

use actix_web::body::BoxBody;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use actix_web::{HttpRequest, HttpResponse, Responder};

use crate::app::state::SharedState;
use crate::pages::models::{DOCS_POLICY, DocsPage};
use crate::pages::view::PageReply;
use crate::wire::accept::ReplyLanguage;
use crate::wire::browser::let_everybody_read;
use crate::wire::extract::NoQuery;
use crate::wire::openapi::{Describe, Operation};
use crate::wire::problem::Problem;
use crate::wire::reply::ConstantBody;

/// `GET /openapi.json`: the description of the API.
pub(crate) async fn json(_: NoQuery) -> DocumentReply {
    DocumentReply
}

/// `GET /docs`: the same for people, who may try every request there.
pub(crate) async fn docs(
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    state: SharedState,
) -> Result<PageReply, Problem> {
    let prefix = state.addresses.prefix().to_owned();
    Ok(PageReply::ok(language, &DocsPage { language, prefix })?.with_policy(DOCS_POLICY))
}

/// The document as it is sent, written when it is first asked for. The application has it, which knows all routes.
#[derive(Clone)]
pub(crate) struct ApiDocument(
    Arc<LazyLock<ConstantBody, Box<dyn FnOnce() -> ConstantBody + Send>>>,
);

impl ApiDocument {
    pub(crate) fn new(write: impl FnOnce() -> ConstantBody + Send + 'static) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(write))))
    }
}

/// The description of the API.
pub(crate) struct DocumentReply;

impl Responder for DocumentReply {
    type Body = BoxBody;

    /// The same for everybody and on the pages of every site until the server is replaced, so caches may keep it for a while.
    #[expect(clippy::expect_used, reason = "the application has it")]
    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let ApiDocument(document) =
            request.app_data().expect("`serve` adds the document to the application");
        let mut response = HttpResponse::Ok();
        response
            .insert_header((CONTENT_TYPE, "application/json"))
            .insert_header((CACHE_CONTROL, "public, max-age=300"))
            .insert_header((VARY, "Accept-Encoding"));
        let mut response = document.respond(request, &mut response);
        let_everybody_read(response.headers_mut());
        response
    }
}

impl Describe for DocumentReply {
    fn describe(operation: &mut Operation) {
        operation.replies_with("application/json", "This document.");
    }
}
