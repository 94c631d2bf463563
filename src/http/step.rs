//! `/step_NN`: the task of a step, and the verdict on an answer.

use std::num::NonZeroUsize;
use std::ops::Deref;
use std::sync::Arc;

use actix_web::body::BoxBody;
use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, Responder};
use arc_swap::Guard;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use utoipa::ToSchema;

use super::ambient::{now, random_bytes, rfc3339};
use super::answer::{AnswerForm, VerdictReply};
use super::base_url::BaseUrl;
use super::body::{ApiBody, RequestBody as _};
use super::caller::Caller;
use super::extract::{ApiQuery, Extract, NoQuery, QueryFields, path_part, read_field};
use super::judging::{JudgedAnswer, identity_of};
use super::ladder::{game_of, track_name};
use super::messages::{Message, ReplyLanguage, message};
use super::page::{PageReply, View};
use super::problem::{Code, Extension, Problem};
use super::reply::{ContentType, Reply, TextReply};
use super::state::{Purpose, SharedState, State};
use crate::fields::Members;
use crate::game::GameName;
use crate::step::{
    Catalog, Fields, Language, Nonce, Step, StepNumber, Submission, TaskInstance, Timestamp, Token,
    quoted,
};
use crate::store::PastAttempt;
use crate::web::frame::Frame;
use crate::web::pages::{AttemptView, StepPage, VerdictView};
use crate::web::picture::{inline_task, of_task};
use crate::web::snippets::snippets;
use crate::web::texts::fill;

/// `GET /step_NN`: the task; with `ans` in the query, the verdict on it.
pub(super) async fn get(
    request: StepRequest,
    ApiQuery(query): ApiQuery<StepQuery>,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    method: Method,
) -> Result<StepReply, Problem> {
    match (query, view) {
        // HEAD is safe: judging would record an attempt.
        (StepQuery::Judge(_), _) if method == Method::HEAD => {
            Err(Problem::new(Code::MethodUnknown, message(Message::MethodHead).clone())
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
            Box::pin(request.page(choice, frame)).await.map(StepReply::Page)
        }
        (StepQuery::Judge(form), View::Page(frame)) => {
            Box::pin(request.judged_page(form, frame)).await.map(StepReply::Page)
        }
    }
}

/// `POST /step_NN`: the verdict on an answer.
pub(super) async fn post(
    request: StepRequest,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    ApiBody(form): ApiBody<AnswerForm>,
) -> Result<StepReply, Problem> {
    match view {
        View::Data => request.judge(form, language).await.map(StepReply::Verdict),
        View::Page(frame) => Box::pin(request.judged_page(form, frame)).await.map(StepReply::Page),
    }
}

/// `GET /step_NN/picture.svg`: the boards of a task, drawn. The browser keeps the picture of a task that is named.
pub(super) async fn picture(
    request: StepRequest,
    ApiQuery(PictureFields { task, wrong }): ApiQuery<PictureFields>,
    ReplyLanguage(language): ReplyLanguage,
) -> Result<TextReply, Problem> {
    let token = request.token(task.map_or(TaskChoice::Current, TaskChoice::Named))?;
    let StepRequest { state, step, .. } = &request;
    let task = state.task(&step.step, token.task, Purpose::Show).await?;
    let svg = of_task(
        step.statement(language).title(),
        &task.panels(),
        wrong.map(|Position(position)| position.get() - 1),
        language,
    );
    Ok(TextReply::ok(ContentType::Svg, svg))
}

/// The query of a picture's address.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TaskPictureQuery)]
pub(super) struct PictureFields {
    /// The token of a task; without one it is the caller's.
    task: Option<String>,
    /// The position of an item, from 1, whose board or place is marked.
    #[schema(value_type = Option<usize>)]
    wrong: Option<Position>,
}

impl QueryFields for PictureFields {}

/// The position of an item, from 1.
struct Position(NonZeroUsize);

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_field(deserializer, |text| text.parse().ok().map(Self), "a position from 1 on")
    }
}

/// A task, a verdict, or the page with both.
pub(super) enum StepReply {
    Task(Reply<TaskReply<'static>>),
    Verdict(Reply<VerdictReply>),
    Page(PageReply),
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

/// The request in the query of a step's address.
#[derive(Deserialize)]
#[serde(try_from = "StepFields")]
pub(super) enum StepQuery {
    /// Show a task.
    Show(TaskChoice),
    /// Judge an answer.
    Judge(AnswerForm),
}

impl QueryFields for StepQuery {
    /// An answer has the same code in a query and in a body.
    fn code_of(field: &str) -> Code {
        if field == "ans" { AnswerForm::INVALID } else { Code::QueryInvalid }
    }
}

/// Which task to show.
pub(super) enum TaskChoice {
    /// The task of the current window.
    Current,
    /// A new task.
    Fresh,
    /// The task that a token names.
    Named(String),
}

/// So many attempts of a learner are on the page of a step.
const ATTEMPTS: u32 = 20;

/// So many characters of each answer.
const ANSWER_BEGINNING: usize = 60;

/// The query of a step's address: `fresh`, or `task`, or `ans` and perhaps the `task` that it answers.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StepQuery)]
pub(super) struct StepFields {
    /// The items, with commas between them, or a JSON list.
    #[schema(value_type = Option<String>)]
    ans: Option<Submission>,
    /// The token of a task.
    task: Option<String>,
    /// Whether to make a new task.
    #[serde(default)]
    #[schema(value_type = bool)]
    fresh: Fresh,
}

/// Whether to make a new task: `?fresh`, `?fresh=1`.
#[derive(Clone, Copy, Default)]
enum Fresh {
    Yes,
    #[default]
    No,
}

impl<'de> Deserialize<'de> for Fresh {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| match text {
            "0" | "false" => Some(Self::No),
            "" | "1" | "true" => Some(Self::Yes),
            _ => None,
        };
        read_field(deserializer, read, "`fresh=1`")
    }
}

impl TryFrom<StepFields> for StepQuery {
    /// The name of a text in the catalogue of [`fields`](crate::fields).
    type Error = &'static str;

    fn try_from(fields: StepFields) -> Result<Self, Self::Error> {
        let StepFields { ans, task, fresh } = fields;
        match (ans, task, fresh) {
            (None, None, Fresh::No) => Ok(Self::Show(TaskChoice::Current)),
            (None, None, Fresh::Yes) => Ok(Self::Show(TaskChoice::Fresh)),
            (None, Some(token), Fresh::No) => Ok(Self::Show(TaskChoice::Named(token))),
            (Some(ans), task, Fresh::No) => Ok(Self::Judge(AnswerForm { task, ans })),
            (_, _, Fresh::Yes) => Err("fresh-combined"),
        }
    }
}

/// The step that an address names, with the catalogue that was current when the request arrived.
pub(super) struct RequestedStep {
    catalog: Guard<Arc<Catalog>>,
    step: Arc<Step>,
}

impl Extract for RequestedStep {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let catalog = State::of(request).catalog();
        let text = path_part(request, "number");
        let step = text.parse().ok().and_then(|number| catalog.get(number).cloned());
        match step {
            Some(step) => Ok(Self { catalog, step }),
            None => Err(unknown(&catalog, text)),
        }
    }
}

impl Deref for RequestedStep {
    type Target = Step;

    fn deref(&self) -> &Step {
        &self.step
    }
}

fn unknown(catalog: &Catalog, text: &str) -> Problem {
    let known_steps: Vec<StepNumber> = catalog.steps().map(|step| step.number).collect();
    let known: Vec<String> = known_steps.iter().map(ToString::to_string).collect();
    let detail = message(Message::StepUnknown)
        .with(&[("found", &quoted(text)), ("known", &known.join(", "))]);
    Problem::new(Code::StepUnknown, detail).with(Extension::Steps { known_steps })
}

/// A request to a step: the step, the caller and the time.
pub(super) struct StepRequest {
    state: SharedState,
    step: RequestedStep,
    caller: Caller,
    now: Timestamp,
    base_url: BaseUrl,
}

impl Extract for StepRequest {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        Ok(Self {
            step: RequestedStep::extract(request, payload).await?,
            caller: Caller::extract(request, payload).await?,
            state: SharedState::extract(request, payload).await?,
            base_url: BaseUrl::extract(request, payload).await?,
            now: now(),
        })
    }
}

/// A task: the kind's fields are at the top level, beside those of the server.
// The names of the server's fields are also in `step::ENVELOPE`, so that no kind has one of them.
#[derive(ToSchema)]
pub(super) struct TaskReply<'a> {
    is_success: bool,
    /// The step's number, two digits.
    #[schema(value_type = String)]
    step: StepNumber,
    /// The name of the kind, by which clients choose a solver.
    kind: &'a str,
    // As JSON text, with its quotation marks.
    title: &'a str,
    /// The board and the questions.
    #[schema(value_type = std::collections::BTreeMap<String, Value>)]
    #[serde(flatten)]
    fields: &'a Fields,
    /// The token that names the task.
    task: String,
    /// When the token expires, in the format of RFC 3339.
    expires: String,
    /// The address of the statement.
    statement: String,
    /// The address of the task's boards, drawn.
    picture: String,
}

impl TaskReply<'_> {
    /// Writes the object. Tasks are asked for more often than anything else, and most of a task is written already, so the object is
    /// put together from its parts. Only in the title there may be characters that JSON escapes.
    fn to_json(&self) -> Vec<u8> {
        let Self { is_success, step, kind, title, fields, task, expires, statement, picture } =
            self;
        let is_success = if *is_success { "true" } else { "false" };
        let parts: [&str; 19] = [
            r#"{"is_success":"#,
            is_success,
            r#","step":""#,
            step.as_str(),
            r#"","kind":""#,
            kind,
            r#"","title":"#,
            title,
            ",",
            fields.members(),
            r#""task":""#,
            task,
            r#"","expires":""#,
            expires,
            r#"","statement":""#,
            statement,
            r#"","picture":""#,
            picture,
            r#""}"#,
        ];
        parts.concat().into_bytes()
    }
}

impl StepRequest {
    /// Shows a task.
    async fn show(
        &self,
        choice: TaskChoice,
        language: Language,
    ) -> Result<Reply<TaskReply<'static>>, Problem> {
        let Self { state, step, .. } = self;
        let token = self.token(choice)?;
        let task = state.task(&step.step, token.task, Purpose::Show).await?;
        Ok(Reply::written(self.reply(&token, &*task, language)?.to_json()))
    }

    fn reply<'a>(
        &'a self,
        token: &Token,
        task: &'a dyn TaskInstance,
        language: Language,
    ) -> Result<TaskReply<'a>, Problem> {
        let Self { state, step, base_url, .. } = self;
        let task_token = state.keyring.sign(token);
        let number = step.number.as_str();
        Ok(TaskReply {
            is_success: true,
            step: step.number,
            kind: step.exercise().kind(),
            title: step.statement(language).title_as_json(),
            fields: task.fields(),
            expires: rfc3339(token.expires())?,
            statement: base_url.join(&["/step_", number, "/statement"]),
            picture: base_url.join(&["/step_", number, "/picture.svg?task=", &task_token]),
            task: task_token,
        })
    }

    /// The page of a task.
    async fn page(&self, choice: TaskChoice, frame: Frame) -> Result<PageReply, Problem> {
        self.page_with(choice, frame, String::new(), None).await
    }

    /// The page of the task that is answered, with the verdict. An answer that cannot be judged is told on the page as well.
    async fn judged_page(&self, form: AnswerForm, frame: Frame) -> Result<PageReply, Problem> {
        let choice = form.task.clone().map_or(TaskChoice::Current, TaskChoice::Named);
        let (answer, language) = (form.ans.as_str().to_owned(), frame.language);
        let verdict = match self.judged(form, language).await {
            Ok(reply) => reply.view(),
            Err(problem) if problem.is_of_answer() => VerdictView {
                class: "bad",
                message: problem.told(language),
                next: None,
                first_wrong: None,
            },
            Err(problem) => return Err(problem),
        };
        self.page_with(choice, frame, answer, Some(verdict)).await
    }

    async fn page_with(
        &self,
        choice: TaskChoice,
        frame: Frame,
        answer: String,
        verdict: Option<VerdictView>,
    ) -> Result<PageReply, Problem> {
        let Self { state, step, base_url, caller, .. } = self;
        let frame = frame.seen_by(caller.learner.as_ref());
        let token = self.token(choice)?;
        let task = state.task(&step.step, token.task, Purpose::Show).await?;
        let reply = self.reply(&token, &*task, frame.language)?;
        let statement = step.statement(frame.language);
        let (language, texts) = (frame.language, frame.texts());
        let url = base_url.join(&["/step_", step.number.as_str()]);
        let page = StepPage {
            track: track_name(step, language),
            game: game_of(step).map(GameName::as_str),
            number: step.number,
            title: statement.title().to_owned(),
            points: fill(&texts.points, &[("points", step.points.to_string())]),
            statement: statement.html(&base_url.to_string()),
            json: in_lines(&reply.to_json()),
            snippets: snippets(&url, &reply.task),
            is_match: task.match_terms().is_some(),
            boards: task_boards(&*task, statement.title(), verdict.as_ref(), language),
            token: reply.task,
            expires: reply.expires,
            answer,
            verdict,
            attempts: self.attempts().await?,
            frame,
        };
        PageReply::ok(language, &page)
    }

    /// The learner's latest attempts at the step; none of somebody without an account.
    async fn attempts(&self) -> Result<Vec<AttemptView>, Problem> {
        let Self { state, step, caller, now, .. } = self;
        let Some(learner) = &caller.learner else { return Ok(Vec::new()) };
        let attempts = state.store.attempts(learner.id, step.number, ATTEMPTS).await?;
        let fingerprint = step.exercise().fingerprint();
        let views = attempts.into_iter().map(|attempt| {
            let PastAttempt { fingerprint: of_task, nonce, raw, is_accepted, at } = attempt;
            let token = Token { task: identity_of(step, caller.subject, nonce), issued: at };
            let can_be_shown = of_task == fingerprint && *now < token.expires();
            Ok(AttemptView {
                at: rfc3339(at)?,
                answer: raw.chars().take(ANSWER_BEGINNING).collect(),
                is_accepted,
                token: can_be_shown.then(|| state.keyring.sign(&token)),
            })
        });
        views.collect()
    }

    /// The token of the chosen task: the caller's, or a new one.
    fn token(&self, choice: TaskChoice) -> Result<Token, Problem> {
        let Self { state, step, caller, now, .. } = self;
        let nonce = match choice {
            TaskChoice::Current => Nonce::of_window(*now, state.window),
            TaskChoice::Fresh => Nonce::random(u64::from_be_bytes(random_bytes()?)),
            TaskChoice::Named(text) => {
                let token = state.keyring.verify(text.trim())?;
                let fingerprint = step.exercise().fingerprint();
                token.validate(step.number, fingerprint, caller.subject, *now)?;
                return Ok(token);
            }
        };
        Ok(Token { task: identity_of(step, caller.subject, nonce), issued: *now })
    }

    /// Judges an answer. A learner's attempt is recorded before the reply is sent.
    async fn judge(
        &self,
        form: AnswerForm,
        language: Language,
    ) -> Result<Reply<VerdictReply>, Problem> {
        self.judged(form, language).await.map(Reply::ok)
    }

    async fn judged(&self, form: AnswerForm, language: Language) -> Result<VerdictReply, Problem> {
        let Self { state, step, caller, now, base_url } = self;
        let judged = JudgedAnswer::of(state, &step.step, caller.subject, form, *now).await?;
        Ok(match judged.record(state, caller.learner.as_ref(), *now).await? {
            None => VerdictReply::accepted(&step.catalog, step, base_url, language),
            Some(told) => VerdictReply::wrong(&told, language),
        })
    }
}

/// The boards of a task with what is wrong marked, as SVG elements.
fn task_boards(
    task: &dyn TaskInstance,
    title: &str,
    verdict: Option<&VerdictView>,
    language: Language,
) -> Vec<String> {
    let wrong = verdict.and_then(|verdict| verdict.first_wrong).map(|position| position - 1);
    inline_task(title, &task.panels(), wrong, language)
}

/// An object of JSON with each of its members in a line.
fn in_lines(json: &[u8]) -> String {
    let Ok(members) = serde_json::from_slice::<Members>(json) else { return String::new() };
    let members = members.iter().map(|(name, value)| format!("  {}: {value}", Value::from(name)));
    format!("{{\n{}\n}}", members.collect::<Vec<_>>().join(",\n"))
}
