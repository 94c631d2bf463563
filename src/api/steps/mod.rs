//! `/step_NN`: the task of a step, and the verdict on an answer.

mod answer;
mod judging;
mod ladder;
mod page;
mod query;
mod recording;
mod request;
pub(super) mod routes;
pub(crate) mod statement;
mod task;
mod verdict;

pub(crate) use answer::AnswerForm;
pub(crate) use query::{PictureFields, StepQuery};
pub(crate) use task::TaskReply;
pub(crate) use verdict::VerdictReply;

use actix_web::body::BoxBody;
use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, Responder};

use self::query::{Position, TaskChoice};
use self::request::StepRequest;
use crate::app::tasks::Purpose;
use crate::pages::picture::Svg;
use crate::pages::picture::of_task;
use crate::pages::view::{PageReply, View};
use crate::texts;
use crate::wire::body::ApiBody;
use crate::wire::extract::{ApiQuery, NoQuery};
use crate::wire::language::ReplyLanguage;
use crate::wire::openapi::{Describe, Operation};
use crate::wire::problem::{Code, Extension, Problem};
use crate::wire::reply::{Reply, TextReply};

/// `GET /step_NN`: the task; with `ans` in the query, the verdict on it.
pub(crate) async fn get(
    request: StepRequest,
    ApiQuery(query): ApiQuery<StepQuery>,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    method: Method,
) -> Result<StepReply, Problem> {
    match (query, view) {
        // HEAD is safe: judging would record an attempt.
        (StepQuery::Judge(_), _) if method == Method::HEAD => {
            Err(Problem::new(Code::MethodUnknown, texts::method::head())
                .with(Extension::Methods { allowed: vec!["GET", "POST"] }))
        }
        (StepQuery::Show(choice), View::Data) => {
            request.show(choice, language).await.map(StepReply::Task)
        }
        // Boxed, so that requests for tasks need no room for the others.
        (StepQuery::Judge(form), View::Data) => {
            Box::pin(request.judge(form, language)).await.map(StepReply::Verdict)
        }
        (StepQuery::Show(choice), View::Page(frame)) => {
            Box::pin(request.page(choice, *frame)).await.map(StepReply::page)
        }
        (StepQuery::Judge(form), View::Page(frame)) => {
            Box::pin(request.judged_page(form, *frame)).await.map(StepReply::page)
        }
    }
}

/// `POST /step_NN`: the verdict on an answer.
pub(crate) async fn post(
    request: StepRequest,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    ApiBody(form): ApiBody<AnswerForm>,
) -> Result<StepReply, Problem> {
    match view {
        View::Data => request.judge(form, language).await.map(StepReply::Verdict),
        View::Page(frame) => Box::pin(request.judged_page(form, *frame)).await.map(StepReply::page),
    }
}

/// `GET /step_NN/picture.svg`: the boards of a task, drawn. The browser keeps the picture of a task that is named.
pub(crate) async fn picture(
    request: StepRequest,
    ApiQuery(PictureFields { task, wrong }): ApiQuery<PictureFields>,
    ReplyLanguage(language): ReplyLanguage,
) -> Result<TextReply<Svg>, Problem> {
    let token = request.token(task.map_or(TaskChoice::Current, TaskChoice::Named))?;
    let StepRequest { state, step, caller, .. } = &request;
    let task = state.tasks.get(step, token.task, Purpose::Show, caller).await?;
    let svg = of_task(
        step.statement(language).title(),
        &task.panels(),
        wrong.map(|Position(position)| position.get() - 1),
        language,
    );
    Ok(TextReply::ok(svg))
}

/// A task, a verdict, or the page with both.
pub(crate) enum StepReply {
    Task(Reply<TaskReply<'static>>),
    Verdict(Reply<VerdictReply>),
    Page(Box<PageReply>),
}

impl StepReply {
    fn page(page: PageReply) -> Self {
        Self::Page(Box::new(page))
    }
}

impl Responder for StepReply {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        match self {
            Self::Task(reply) => reply.respond_to(request),
            Self::Verdict(reply) => reply.respond_to(request),
            Self::Page(page) => page.respond_to(request),
        }
    }
}

impl Describe for StepReply {
    fn describe(operation: &mut Operation) {
        Reply::<TaskReply<'static>>::describe(operation);
        Reply::<VerdictReply>::describe(operation);
        PageReply::describe(operation);
    }
}
