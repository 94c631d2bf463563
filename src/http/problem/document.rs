//! A problem as it is sent: a JSON document for programs, a page for browsers.

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

#[expect(clippy::expect_used, reason = "a constant")]
fn problem_json() -> Mime {
    PROBLEM_JSON.parse().expect("this is a media type")
}

/// What is said of a fault of ours.
const OUR_FAULT: &str =
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
    /// What was wrong with this request, and what was expected.
    detail: &'a str,
    /// The stable code.
    code: &'static str,
    /// What a program may want to know besides.
    #[serde(flatten)]
    extension: Option<&'a Extension>,
}

impl Problem {
    /// The response to a request that met this problem, in the form that its caller prefers.
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
            // The status says what can be said.
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

    /// Of a fault of ours the caller is told no inner details.
    fn public_detail(&self) -> &str {
        if self.code.status().is_server_error() { OUR_FAULT } else { &self.detail }
    }
}
