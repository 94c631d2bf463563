//! Rendering a problem: as a JSON document for programs, as a page for browsers.

use actix_web::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, RETRY_AFTER, VARY,
    WWW_AUTHENTICATE,
};
use actix_web::http::{StatusCode, header};
use actix_web::mime::{APPLICATION_JSON, Mime};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Entry, Extension, Problem};
use crate::http::accept::prefers_html;
use crate::step::Language;
use crate::web::page;

const PROBLEM_JSON: &str = "application/problem+json";

#[expect(clippy::expect_used, reason = "the media type is a constant")]
fn problem_json() -> Mime {
    PROBLEM_JSON.parse().expect("`PROBLEM_JSON` is a media type")
}

/// The public detail of every server error.
const SERVER_ERROR_DETAIL: &str =
    "It is not your fault, and nothing was counted against you. Please try again.";

/// A problem document, RFC 9457.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub(in crate::http) struct Document<'a> {
    /// Always false.
    is_success: bool,
    /// The address of the code's description, relative to the server.
    r#type: String,
    /// What the code means.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What was wrong with this request and what was expected.
    detail: &'a str,
    /// The stable code.
    code: &'static str,
    /// Members for programs, by code.
    #[serde(flatten)]
    extension: Option<&'a Extension>,
}

impl Problem {
    /// The response with this problem, as the caller prefers it.
    pub(in crate::http) fn render(&self, request: &HttpRequest) -> HttpResponse {
        let mut response = HttpResponse::build(self.code.status());
        self.insert_headers(&mut response);
        if prefers_html(request, &[problem_json(), APPLICATION_JSON]) {
            response.insert_header((CONTENT_TYPE, header::ContentType::html()));
            response.insert_header((CONTENT_SECURITY_POLICY, page::POLICY));
            return response.body(self.page());
        }
        response.insert_header((CONTENT_TYPE, PROBLEM_JSON));
        match serde_json::to_vec(&self.document()) {
            Ok(body) => response.body(body),
            // The status alone still tells the caller what happened.
            Err(_) => response.finish(),
        }
    }

    fn insert_headers(&self, response: &mut HttpResponseBuilder) {
        response.insert_header((CACHE_CONTROL, HeaderValue::from_static("no-store")));
        response.insert_header((VARY, HeaderValue::from_static("Accept")));
        if self.code.status() == StatusCode::UNAUTHORIZED {
            let challenge = "Basic realm=\"gradus\", charset=\"UTF-8\"";
            response.insert_header((WWW_AUTHENTICATE, HeaderValue::from_static(challenge)));
        }
        match self.extension {
            Some(Extension::Retry { retry_after }) => {
                response.insert_header((RETRY_AFTER, retry_after.to_string()));
            }
            Some(Extension::Methods { allowed }) => {
                response.insert_header((ALLOW, allowed.join(", ")));
            }
            _ => {}
        }
    }

    fn document(&self) -> Document<'_> {
        let Entry { code, status, title } = self.code.entry();
        Document {
            is_success: false,
            r#type: format!("/problems#{code}"),
            title,
            status,
            detail: self.public_detail(),
            code,
            extension: self.extension.as_ref(),
        }
    }

    fn page(&self) -> String {
        let Entry { code, status, title } = self.code.entry();
        let detail = page::escape(self.public_detail());
        let body = format!(
            "<h1>{title}</h1>\n<p>{detail}</p>\n<p><small>{status}, <code>{code}</code></small></p>\n"
        );
        page::html(Language::English, title, &body)
    }

    /// The detail for the caller. That of a server error is only in the log: it could reveal internals.
    fn public_detail(&self) -> &str {
        if self.code.status().is_server_error() { SERVER_ERROR_DETAIL } else { &self.detail }
    }
}
