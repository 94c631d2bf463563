//! `/instructor/signals`: answers that fit another learner's board, and who gets no further.

use actix_web::Either;
use serde::Serialize;
use utoipa::ToSchema;

use super::NamedLearner;
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::state::SharedState;
use crate::course::rfc3339;
use crate::pages::instructor::statistics::SignalsPage;
use crate::pages::view::{PageReply, View};
use crate::step::{StepNumber, Timestamp};
use crate::store::{ForeignAnswer, StuckLearner};
use crate::wire::extract::NoQuery;
use crate::wire::problem::Problem;
use crate::wire::reply::Reply;

/// How many of each there are at most.
const LISTED: u32 = 200;

/// A learner is stuck with so many wrong answers and no right one.
const STUCK_WRONG: u32 = 6;

/// And if the first one was judged so many seconds ago: an hour.
const STUCK_SECONDS: u64 = 60 * 60;

/// What an instructor should look at.
#[derive(Serialize, ToSchema)]
pub(crate) struct Signals {
    is_success: bool,
    /// Answers that were wrong for their learner's board and right for that of another, those found last first; at most 200.
    foreign: Vec<ForeignReply>,
    /// Learners with at least 6 wrong answers at a step and no right one, the first an hour ago or earlier; the longest first, at most 200.
    stuck: Vec<StuckReply>,
}

/// An answer that was wrong for its learner's board and right for that of another. Who has it from whom is not known.
#[derive(Serialize, ToSchema)]
pub(crate) struct ForeignReply {
    /// The id of the wrong attempt.
    attempt: i64,
    /// Who has sent it.
    learner: NamedLearner,
    /// Whose board it fits: the first that was found.
    other: NamedLearner,
    /// The id of the other's first accepted attempt at that board; null if they have not solved it.
    other_attempt: Option<i64>,
    /// For how many other learners' boards it is right; at most 8 are noted. An answer that is right for many is so by chance.
    fits: u32,
    #[schema(value_type = String)]
    step: StepNumber,
    /// When the wrong one was judged, in the format of RFC 3339.
    at: String,
    /// When the other's was judged; null if there is none.
    other_at: Option<String>,
}

/// A learner who gets no further at a step.
#[derive(Serialize, ToSchema)]
pub(crate) struct StuckReply {
    learner: NamedLearner,
    #[schema(value_type = String)]
    step: StepNumber,
    /// How many answers were wrong.
    wrong: u32,
    /// When the first one was judged, in the format of RFC 3339.
    since: String,
    /// When the last one was judged.
    last: String,
}

/// `GET /instructor/signals`: foreign answers, and who is stuck.
pub(crate) async fn get(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    state: SharedState,
) -> Result<Either<PageReply, Reply<Signals>>, Problem> {
    let before = Timestamp::from_seconds(now().seconds().saturating_sub(STUCK_SECONDS));
    let foreign = state.store.foreign_answers(LISTED).await?;
    let stuck = state.store.stuck_learners(STUCK_WRONG, before, LISTED).await?;
    match view {
        View::Page(frame) => {
            let (frame, curriculum) = (frame.seen_by(&instructor), state.curriculum());
            let page = SignalsPage::new(frame, &curriculum, &foreign, &stuck);
            PageReply::ok(page.frame.language, &page).map(Either::Left)
        }
        View::Data => Ok(Either::Right(Reply::ok(Signals {
            is_success: true,
            foreign: foreign.iter().map(ForeignReply::from).collect(),
            stuck: stuck.iter().map(StuckReply::from).collect(),
        }))),
    }
}

impl From<&ForeignAnswer> for ForeignReply {
    fn from(foreign: &ForeignAnswer) -> Self {
        Self {
            attempt: foreign.attempt.0,
            learner: (&foreign.learner).into(),
            other: (&foreign.other).into(),
            other_attempt: foreign.solved.map(|(attempt, _)| attempt.0),
            fits: foreign.fits,
            step: foreign.step,
            at: rfc3339(foreign.at),
            other_at: foreign.solved.map(|(_, at)| rfc3339(at)),
        }
    }
}

impl From<&StuckLearner> for StuckReply {
    fn from(stuck: &StuckLearner) -> Self {
        Self {
            learner: (&stuck.learner).into(),
            step: stuck.step,
            wrong: stuck.wrong,
            since: rfc3339(stuck.since),
            last: rfc3339(stuck.last),
        }
    }
}
