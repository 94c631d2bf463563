//! `/healthz`, `/readyz` and `/problems`: the state of the server, and the API's description of itself.

use serde::Serialize;
use utoipa::openapi::Components;
use utoipa::{OpenApi, ToSchema};

use super::answer::{AnswerForm, VerdictReply};
use super::extract::NoQuery;
use super::games::changes::{MatchForm, MoveForm};
use super::games::views::{LinesQuery, LinesReply, RecordQuery, StateReply};
use super::problem::{Code, Document, Entry, Problem};
use super::reply::Reply;
use super::state::SharedState;
use super::step::{StepFields, TaskReply};
use super::{ladder, learners, records};

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

/// `GET /readyz`: the database responds too.
pub(super) async fn readyz(_: NoQuery, state: SharedState) -> Result<Reply<Health>, Problem> {
    state.store.ready().await?;
    Ok(Reply::ok(OK))
}

/// `GET /problems`: every code that a problem document may have.
pub(super) async fn problems(_: NoQuery) -> Reply<Vec<Entry>> {
    Reply::ok(Code::ALL.iter().map(|code| code.entry()).collect())
}

/// The types of the API's requests and replies.
#[derive(OpenApi)]
#[openapi(components(schemas(
    StepFields,
    TaskReply,
    AnswerForm,
    VerdictReply,
    ladder::Ladder,
    learners::Registration,
    learners::Registered,
    learners::Me,
    MatchForm,
    MoveForm,
    StateReply,
    LinesQuery,
    LinesReply,
    RecordQuery,
    records::SaveForm,
    records::Saved,
    records::RecordList,
    records::Loaded,
    Health,
    Entry,
    Document,
)))]
struct Api;

/// The schemas of all requests and replies.
#[must_use]
#[expect(clippy::expect_used, reason = "`Api` lists them")]
#[expect(clippy::missing_panics_doc, reason = "`Api` is a constant with schemas")]
pub fn schemas() -> Components {
    Api::openapi().components.expect("`Api` has schemas")
}
