//! `/step_NN/picture.svg`: the boards of a task, drawn.

use std::num::NonZeroUsize;

use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use crate::app::step_request::StepRequest;
use crate::app::tasks::Purpose;
use crate::pages::picture::{Svg, of_task};
use crate::wire::accept::ReplyLanguage;
use crate::wire::extract::{ApiQuery, QueryFields, read_field};
use crate::wire::problem::Problem;
use crate::wire::reply::TextReply;

/// The query of a picture's address.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TaskPictureQuery)]
pub(crate) struct PictureFields {
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

/// `GET /step_NN/picture.svg`. The browser keeps the picture of a task that is named.
pub(crate) async fn get(
    request: StepRequest,
    ApiQuery(PictureFields { task, wrong }): ApiQuery<PictureFields>,
    ReplyLanguage(language): ReplyLanguage,
) -> Result<TextReply<Svg>, Problem> {
    let token = request.token(task.into())?;
    let StepRequest { state, step, caller, .. } = &request;
    let task = state.tasks.get(step, token.task, Purpose::Show, caller).await?;
    let wrong = wrong.map(|Position(position)| position.get() - 1);
    let title = step.statement(language).title();
    Ok(TextReply::ok(of_task(title, &task.panels(), wrong, language)))
}
