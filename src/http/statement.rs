//! `/step_NN/statement`: the statement in the reader's language, as Markdown or HTML.

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::mime::{self, Mime};

use super::accept::{preferred_language, prefers_html};
use super::base_url::BaseUrl;
use super::extract::{Extract, NoQuery};
use super::messages::asked_for;
use super::problem::Problem;
use super::reply::{ContentType, TextReply};
use super::step::RequestedStep;
use crate::step::{Language, Statement};
use crate::web::page;

/// `GET /step_NN/statement`.
pub(super) async fn get(request: StatementRequest, _: NoQuery, base_url: BaseUrl) -> TextReply {
    let statement = request.step.statement(request.language);
    let base_url = base_url.to_string();
    let text = match request.format {
        ContentType::Html => page(statement, &base_url),
        _ => statement.markdown(&base_url),
    };
    TextReply::ok(request.format, text).negotiated(statement.language())
}

/// The requested step, language and format.
pub(super) struct StatementRequest {
    step: RequestedStep,
    /// The language of the query, or by `Accept-Language`, or English.
    language: Language,
    /// HTML or Markdown, by `Accept`.
    format: ContentType,
}

#[expect(clippy::expect_used, reason = "the media type is a constant")]
fn markdown() -> Mime {
    "text/markdown".parse().expect("`text/markdown` is a media type")
}

impl Extract for StatementRequest {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let step = RequestedStep::extract(request, payload).await?;
        let exists = |language| step.statement(language).language() == language;
        let language = match asked_for(request)? {
            Some(language) => language,
            None => preferred_language(request, exists).unwrap_or_default(),
        };
        let wants_html = prefers_html(request, &[markdown(), mime::TEXT_PLAIN]);
        let format = if wants_html { ContentType::Html } else { ContentType::Markdown };
        Ok(Self { step, language, format })
    }
}

/// A statement as a page. Instructors write the statements, so their HTML is passed through.
fn page(statement: &Statement, base_url: &str) -> String {
    let title = page::escape(statement.title());
    page::html(statement.language(), &title, &statement.html(base_url))
}
