//! The types of the API's requests and replies, as `OpenAPI` describes them.

use utoipa::OpenApi;
use utoipa::openapi::Components;

use super::answer::{AnswerForm, VerdictReply};
use super::games::collection::MatchForm;
use super::games::moves::MoveForm;
use super::games::showing::LinesReply;
use super::games::state_reply::StateReply;
use super::problem::{Document, Entry};
use super::step::TaskReply;
use super::{ladder, learners, operations, records};

#[derive(OpenApi)]
#[openapi(components(schemas(
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
    LinesReply,
    records::SaveForm,
    records::Saved,
    records::RecordList,
    records::Loaded,
    operations::Health,
    Entry,
    Document,
)))]
struct Api;

/// The schemas of all requests and replies.
#[must_use]
#[expect(clippy::expect_used, reason = "they are listed above")]
#[expect(clippy::missing_panics_doc, reason = "it cannot happen")]
pub fn schemas() -> Components {
    Api::openapi().components.expect("the API has schemas")
}
