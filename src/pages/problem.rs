//! Problems as pages.

use actix_web::http::StatusCode;
use actix_web::http::header::{ContentType, WWW_AUTHENTICATE};
use actix_web::mime::APPLICATION_JSON;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template as _;

use super::frame::Frame;
use super::models::ProblemPage;
use super::view::{CHALLENGE, HEADERS, frame_of};
use crate::app::authentication::session_person;
use crate::wire::accept::prefers_html;
use crate::wire::compression;
use crate::wire::language::ReplyLanguage;
use crate::wire::problem::{Code, Document, Problem, problem_json};

/// The response with a problem, as the caller prefers it: a page or the problem document.
pub(crate) async fn respond(problem: &Problem, request: &HttpRequest) -> HttpResponse {
    let language = ReplyLanguage::of(request);
    if !prefers_html(request, &[problem_json(), APPLICATION_JSON]) {
        return problem.respond(language);
    }
    let mut response = problem.response();
    // Most problems come up before it is known who asks.
    let person = session_person(request).await.ok().flatten();
    let frame = frame_of(request, language).seen_by(person.as_ref());
    // A page that cannot be rendered has its status still.
    let html = page(problem, frame).render().unwrap_or_default();
    for header in HEADERS {
        response.insert_header(header);
    }
    if problem.code().status() == StatusCode::UNAUTHORIZED {
        response.insert_header((WWW_AUTHENTICATE, CHALLENGE));
    }
    response.insert_header(ContentType::html());
    compression::respond(request, &mut response, html)
}

fn page(problem: &Problem, frame: Frame) -> ProblemPage {
    let Document { title, detail, status, code, .. } = problem.document(frame.language);
    let asks_for_key = matches!(problem.code(), Code::AuthMissing | Code::AuthInstructor);
    ProblemPage { frame, title, detail, status, code, asks_for_key }
}
