//! `/healthz`, `/readyz` and `/problems`: the state of the server, and the API's description of itself.

use actix_web::Either;
use serde::Serialize;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{Components, RefOr};
use utoipa::{Modify, OpenApi, ToSchema};

use super::ambient::now;
use super::caller::Caller;
use super::extract::{NoFields, NoQuery};
use super::games::catalog::GameList;
use super::games::changes::{MatchForm, MoveForm, UndoForm};
use super::games::look::LookQuery;
use super::games::views::{LinesQuery, LinesReply, RecordQuery, StateReply};
use super::games::why::{WhyQuery, WhyReply};
use super::instructor::{
    self, attempts, extensions, gradebook, instructors, judging_again, learners as class_learners,
    overview, roster, signals, statistics,
};
use super::messages::{LANG, ReplyLanguage};
use super::page::{PageReply, View};
use super::problem::{Code, Document, Entry, Problem};
use super::reply::Reply;
use super::state::SharedState;
use super::step::{AnswerForm, PictureFields, StepFields, TaskReply, VerdictReply};
use super::{ladder, learners, me, receipts, records, scoreboard};
use crate::step::Language;
use crate::web::pages::ProblemsPage;

/// The state of the server.
#[derive(Serialize, ToSchema)]
pub(super) struct Health {
    is_success: bool,
    status: &'static str,
}

const OK: Health = Health { is_success: true, status: "ok" };

/// `GET /healthz`: the process responds.
pub(super) async fn healthz(_: NoQuery) -> Reply<Health> {
    Reply::ok(OK)
}

/// `GET /readyz`: what is written reaches the disk too.
pub(super) async fn readyz(_: NoQuery, state: SharedState) -> Result<Reply<Health>, Problem> {
    let probe = async { state.store.ready().await.map_err(Problem::from) };
    state.readiness.get(now, probe).await?;
    Ok(Reply::ok(OK))
}

/// `GET /problems`: every code that a problem document may have.
pub(super) async fn problems(
    caller: Caller,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
) -> Result<Either<PageReply, Reply<Vec<Entry>>>, Problem> {
    let entry = |code: &Code| Entry { title: code.title(language), ..code.entry() };
    let entries: Vec<Entry> = Code::ALL.iter().map(entry).collect();
    match view {
        View::Data => Ok(Either::Right(Reply::ok(entries))),
        View::Page(frame) => {
            let frame = frame.seen_by(&caller);
            let problems = entries.iter().map(|entry| (entry.code, entry.status, entry.title));
            let page = ProblemsPage { frame, problems: problems.collect() };
            PageReply::ok(language, &page).map(Either::Left)
        }
    }
}

/// The types of the API's requests and replies.
#[derive(OpenApi)]
#[openapi(modifiers(&LangInQueries), components(schemas(
    NoFields,
    StepFields,
    PictureFields,
    TaskReply,
    AnswerForm,
    VerdictReply,
    ladder::Ladder,
    learners::RegistrationForm,
    learners::Registered,
    learners::Me,
    me::NicknameForm,
    me::NicknameReply,
    receipts::ReceiptList,
    receipts::KeySet,
    scoreboard::ScoreboardFields,
    scoreboard::ScoreboardReply,
    GameList,
    MatchForm,
    MoveForm,
    UndoForm,
    LookQuery,
    StateReply,
    WhyQuery,
    WhyReply,
    LinesQuery,
    LinesReply,
    RecordQuery,
    records::SaveForm,
    records::Saved,
    records::RecordsFields,
    records::RecordList,
    records::Loaded,
    overview::Overview,
    class_learners::LearnersFields,
    class_learners::LearnerList,
    class_learners::LearnerReply,
    class_learners::LearnerForm,
    class_learners::ForgetForm,
    class_learners::EmptyForm,
    roster::RosterFields,
    roster::RosterForm,
    roster::RosterReply,
    gradebook::GradebookFields,
    gradebook::GradebookData,
    attempts::AttemptsFields,
    attempts::AttemptList,
    attempts::ReplayReply,
    attempts::PictureFields,
    statistics::StatisticsList,
    statistics::StepReply,
    signals::Signals,
    extensions::ExtensionList,
    extensions::ExtensionForm,
    extensions::Extended,
    instructors::InstructorList,
    instructors::InstructorForm,
    judging_again::RejudgeForm,
    judging_again::RejudgeReply,
    judging_again::RegradeForm,
    judging_again::RegradeReply,
    instructor::Done,
    instructor::NewKey,
    Health,
    Entry,
    Document,
)))]
struct Api;

/// Every query may name the language of the reply, which no query's type has: `messages` reads it.
struct LangInQueries;

impl Modify for LangInQueries {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let schemas = api.components.iter_mut().flat_map(|components| &mut components.schemas);
        for (_, schema) in schemas.filter(|(name, _)| name.ends_with("Query")) {
            if let RefOr::T(Schema::Object(query)) = schema {
                query.properties.insert(LANG.to_owned(), lang().into());
            }
        }
    }
}

fn lang() -> Schema {
    let description = "The language of the reply. Without it, `Accept-Language` decides.";
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(Language::ALL.map(Language::tag)))
        .description(Some(description))
        .into()
}

/// The schemas of all requests and replies.
#[must_use]
#[expect(clippy::expect_used, reason = "`Api` lists them")]
#[expect(clippy::missing_panics_doc, reason = "`Api` is a constant with schemas")]
pub fn schemas() -> Components {
    Api::openapi().components.expect("`Api` has schemas")
}
