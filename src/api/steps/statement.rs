//! `/step_NN/statement`: the statement in the reader's language, as Markdown or HTML.

use actix_web::dev::Payload;
use actix_web::mime::{self, Mime};
use actix_web::{Either, HttpRequest};

use crate::app::step_request::StepRequest;
use crate::pages::frame::Frame;
use crate::pages::models::StatementPage;
use crate::pages::view::{PageReply, View};
use crate::step::Language;
use crate::wire::accept::{asked_for, preferred_language, prefers_html};
use crate::wire::extract::{Extract, NoQuery};
use crate::wire::openapi::Operation;
use crate::wire::problem::Problem;
use crate::wire::reply::{Markdown, TextReply};

/// `GET /step_NN/statement`.
pub(crate) async fn get(
    request: StatementRequest,
    _: NoQuery,
    view: View,
) -> Result<Either<PageReply, TextReply<Markdown>>, Problem> {
    let StatementRequest { step: StepRequest { step, caller, base_url, .. }, .. } = &request;
    let statement = step.statement(request.language);
    let (language, base_url) = (statement.language(), base_url.to_string());
    match view {
        View::Page(frame) if request.wants_html => {
            // Instructors write the statements, so their HTML is passed through.
            let (title, statement) = (statement.title(), statement.html(&base_url));
            let frame = Frame { language, ..frame.seen_by(&**caller) };
            PageReply::ok(language, &StatementPage { frame, number: step.number, title, statement })
                .map(Either::Left)
        }
        _ => {
            let text = TextReply::ok(statement.markdown(&base_url));
            Ok(Either::Right(text.negotiated(language)))
        }
    }
}

/// The requested step, language and form.
pub(crate) struct StatementRequest {
    step: StepRequest,
    /// The language of the query, or by `Accept-Language`, or English.
    language: Language,
    /// Whether HTML is preferred to Markdown.
    wants_html: bool,
}

#[expect(clippy::expect_used, reason = "the media type is a constant")]
fn markdown() -> Mime {
    "text/markdown".parse().expect("`text/markdown` is a media type")
}

impl Extract for StatementRequest {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let step = StepRequest::extract(request, payload).await?;
        let exists = |language| step.step.statement(language).language() == language;
        let language = match asked_for(request)? {
            Some(language) => language,
            None => preferred_language(request, exists).unwrap_or_default(),
        };
        let wants_html = prefers_html(request, &[markdown(), mime::TEXT_PLAIN]);
        Ok(Self { step, language, wants_html })
    }

    fn describe(operation: &mut Operation) {
        StepRequest::describe(operation);
    }
}
