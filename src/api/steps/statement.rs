//! `/step_NN/statement`: the statement in the reader's language, as Markdown or HTML, and the pictures in it.

use actix_web::body::BoxBody;
use actix_web::dev::Payload;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue};
use actix_web::mime::{self, Mime};
use actix_web::web::Bytes;
use actix_web::{Either, HttpRequest, HttpResponse, Responder};

use crate::app::step_request::StepRequest;
use crate::pages::frame::Frame;
use crate::pages::models::StatementPage;
use crate::pages::view::{PageReply, View};
use crate::step::{Language, Picture, StepNumber};
use crate::wire::accept::{asked_for, preferred_language, prefers_html};
use crate::wire::extract::{Extract, NoQuery, path_part};
use crate::wire::openapi::{Describe, Operation};
use crate::wire::problem::Problem;
use crate::wire::reply::{Markdown, NO_SNIFFING, REFERRER, TextReply};
use crate::wire::routes;

/// `GET /step_NN/statement`.
pub(crate) async fn get(
    request: StatementRequest,
    _: NoQuery,
    view: View,
) -> Result<Either<PageReply, TextReply<Markdown>>, Problem> {
    let StatementRequest { step: StepRequest { step, caller, base_url, .. }, .. } = &request;
    let statement = step.statement(request.language);
    let language = statement.language();
    match view {
        View::Page(frame) if request.wants_html => {
            // Instructors write the statements, so their HTML is passed through.
            let pictures = pictures(&frame.prefix, step.number);
            let statement_html = statement.html(base_url.as_str(), &pictures);
            let (title, statement) = (statement.title(), statement_html);
            let frame = Frame { language, ..frame.seen_by(&**caller) };
            PageReply::ok(language, &StatementPage { frame, number: step.number, title, statement })
                .map(Either::Left)
        }
        _ => {
            let pictures = pictures(base_url.as_str(), step.number);
            let text = TextReply::ok(statement.markdown(base_url.as_str(), &pictures));
            Ok(Either::Right(text.negotiated(language)))
        }
    }
}

/// Where the pictures of a step are, below the server's address or its prefix.
pub(super) fn pictures(server: &str, step: StepNumber) -> String {
    format!("{server}/step_{step}/pictures/")
}

/// `GET /step_NN/pictures/NAME`: a picture exists for a caller exactly when its step does.
pub(crate) async fn picture(request: PictureRequest, _: NoQuery) -> PictureRequest {
    request
}

/// The requested picture.
pub(crate) struct PictureRequest(Picture);

impl Extract for PictureRequest {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let StepRequest { step, .. } = StepRequest::extract(request, payload).await?;
        let picture = step.picture(path_part(request, "name")).cloned();
        picture.map(Self).ok_or_else(|| routes::unknown(request, None))
    }

    fn describe(operation: &mut Operation) {
        StepRequest::describe(operation);
        let description = "The name of the picture's file.";
        operation.has_path_part("name", description, "^[a-zA-Z0-9._-]+$", "board.png");
    }
}

/// No browser runs a script in a picture that is opened by itself.
const PICTURE_POLICY: HeaderValue = HeaderValue::from_static("sandbox; default-src 'none'");

impl Responder for PictureRequest {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        let Self(Picture { media_type, bytes }) = self;
        HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, media_type))
            .insert_header((CONTENT_SECURITY_POLICY, PICTURE_POLICY))
            .insert_header((CACHE_CONTROL, "no-store"))
            .insert_header(NO_SNIFFING)
            .insert_header(REFERRER)
            .body(Bytes::from_owner(bytes))
    }
}

impl Describe for PictureRequest {
    fn describe(operation: &mut Operation) {
        for media_type in Picture::media_types() {
            operation.replies_with(media_type, "A picture in the statement.");
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
