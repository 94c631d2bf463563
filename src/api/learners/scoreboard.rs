//! `/scoreboard`: the standings; `live` sends them as server-sent events.

use std::sync::Arc;

use actix_web::Either;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::ambient::uptime;
use crate::app::caller::Caller;
use crate::app::class::{Curriculum, steps_of};
use crate::app::scoreboard::Published;
use crate::app::state::{SharedState, State};
use crate::course::rfc3339;
use crate::course::{Credit, LearnerId, ScoreboardNames, Standing, Standings};
use crate::pages::frame::Frame;
use crate::pages::scoreboard::{ScoreboardPage, SectionView, StandingView};
use crate::pages::view::{PageReply, View};
use crate::step::Timestamp;
use crate::store::StoreError;
use crate::texts;
use crate::wire::extract::{ApiQuery, QueryFields};
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::Reply;

pub(crate) mod live;

/// So many rows are shown at most, besides the caller's own. A class has 300.
const LISTED: usize = 1000;

/// The standings of a server.
async fn standings(state: &State) -> Result<Arc<Published>, StoreError> {
    let compute = async {
        let (entries, grades) =
            (state.store.scoreboard_entries().await?, state.store.grades().await?);
        let learners =
            entries.into_iter().map(|entry| (entry.learner, entry.section, entry.nickname));
        Ok(Standings::new(learners, &steps_of(&state.curriculum()), &grades))
    };
    state.scoreboard.get(uptime, compute).await
}

/// Which part of the scoreboard.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ScoreboardQuery)]
pub(crate) struct ScoreboardFields {
    /// Only the learners of this section, with their ranks among themselves.
    section: Option<String>,
}

impl QueryFields for ScoreboardFields {}

impl ScoreboardFields {
    /// The section; none if it is left empty, as a form sends it.
    fn section(self) -> Option<String> {
        self.section.map(|section| section.trim().to_owned()).filter(|section| !section.is_empty())
    }
}

/// The standings. Nobody's name is in them.
#[derive(Serialize, ToSchema)]
#[schema(as = Scoreboard)]
pub(crate) struct ScoreboardReply {
    is_success: bool,
    /// The name of the course; null if it has none.
    course: Option<String>,
    /// The time zone of the course.
    time_zone: String,
    /// The section whose learners are listed; null for all.
    section: Option<String>,
    /// The sections of the course.
    sections: Vec<String>,
    /// The learners, the best first: by points, then by who had them earlier. At most 1000, and the caller.
    standings: Vec<Row>,
}

/// A learner in the standings.
#[derive(Serialize, ToSchema)]
#[schema(as = Standing)]
pub(crate) struct Row {
    /// Among those who are listed; those who are equal share the better one.
    rank: usize,
    /// The name that the learner has chosen for the scoreboard; null for those who have none, and where the course shows none.
    nickname: Option<String>,
    section: Option<String>,
    #[schema(value_type = f64)]
    points: Credit,
    /// How many steps are solved.
    solved: u32,
    /// When the last step was solved that earned points, in the format of RFC 3339. It is told to the minute, ranks are by the second.
    last: Option<String>,
    /// Whether it is the caller.
    you: bool,
    #[serde(skip)]
    last_at: Option<Timestamp>,
}

/// Whose standings are shown to whom.
struct Viewpoint {
    section: Option<String>,
    caller: Option<LearnerId>,
}

impl Viewpoint {
    fn reply(&self, standings: &Standings, curriculum: &Curriculum) -> ScoreboardReply {
        let course = &curriculum.course;
        let of_section = self.section.as_deref();
        let rows = standings.ranked(of_section).enumerate().filter(|(place, (_, standing))| {
            *place < LISTED || self.caller == Some(standing.learner)
        });
        let rows = rows.map(|(_, (rank, standing))| self.row(rank, standing, course.scoreboard));
        let sections = match &course.sections[..] {
            [] => standings.sections(),
            sections => sections.to_vec(),
        };
        ScoreboardReply {
            is_success: true,
            course: course.name.clone(),
            time_zone: course.zone_name().to_owned(),
            section: self.section.clone(),
            sections: sections.iter().map(ToString::to_string).collect(),
            standings: rows.collect(),
        }
    }

    fn row(&self, rank: usize, standing: &Standing, names: ScoreboardNames) -> Row {
        let nickname = match names {
            ScoreboardNames::Nicknames => standing.nickname.as_ref(),
            ScoreboardNames::Anonymous | ScoreboardNames::Off => None,
        };
        let last = standing.last.map(minute_of);
        Row {
            rank,
            nickname: nickname.map(|nickname| nickname.as_str().to_owned()),
            section: standing.section.as_ref().map(ToString::to_string),
            points: standing.points,
            solved: standing.solved,
            last: last.map(rfc3339),
            you: self.caller == Some(standing.learner),
            last_at: last,
        }
    }
}

/// The minute that a moment is in: a second would tell in a small section who it was.
fn minute_of(moment: Timestamp) -> Timestamp {
    Timestamp::from_seconds(moment.seconds() / 60 * 60)
}

/// That the course has a scoreboard.
pub(crate) fn is_on(state: &State) -> Result<(), Problem> {
    match state.curriculum().course.scoreboard {
        ScoreboardNames::Off => Err(Problem::new(Code::ScoreboardOff, texts::class::scoreboard())),
        ScoreboardNames::Anonymous | ScoreboardNames::Nicknames => Ok(()),
    }
}

/// `GET /scoreboard`: the standings, for everybody.
pub(crate) async fn get(
    caller: Caller,
    ApiQuery(query): ApiQuery<ScoreboardFields>,
    view: View,
    state: SharedState,
) -> Result<Either<PageReply, Reply<ScoreboardReply>>, Problem> {
    is_on(&state)?;
    let learner = caller.learner.as_ref().map(|learner| learner.id);
    let viewpoint = Viewpoint { section: query.section(), caller: learner };
    let told = standings(&state).await?;
    let curriculum = state.curriculum();
    let reply = viewpoint.reply(&told.standings, &curriculum);
    match view {
        View::Data => Ok(Either::Right(Reply::ok(reply))),
        View::Page(frame) => {
            let language = frame.language;
            let frame = frame.seen_by(&caller);
            let page = page(frame, reply, &curriculum, learner.is_some());
            PageReply::ok(language, &page).map(Either::Left)
        }
    }
}

fn page(
    frame: Frame,
    reply: ScoreboardReply,
    curriculum: &Curriculum,
    is_learner: bool,
) -> ScoreboardPage {
    let (course, texts) = (&curriculum.course, frame.texts());
    let section = reply.section;
    let query = section.as_deref().map(query_of).unwrap_or_default();
    let sections = reply.sections.into_iter().map(|name| SectionView {
        query: query_of(&name),
        is_shown: section.as_ref() == Some(&name),
        name,
    });
    let rows = reply.standings.into_iter().map(|row| StandingView {
        rank: row.rank,
        nickname: row.nickname,
        section: row.section,
        points: row.points.to_string(),
        solved: row.solved,
        last: row.last_at.map(|moment| course.local_time(moment)),
        is_own: row.you,
    });
    ScoreboardPage {
        frame,
        course: reply.course,
        times: texts.times_of_zone(reply.time_zone.clone()),
        zone: reply.time_zone,
        sections: sections.collect(),
        rows: rows.collect(),
        is_of_all: section.is_none(),
        events: format!("/scoreboard/events{query}"),
        can_choose_nickname: is_learner && course.scoreboard == ScoreboardNames::Nicknames,
    }
}

/// The query that chooses a section.
fn query_of(section: &str) -> String {
    format!("?section={}", utf8_percent_encode(section, NON_ALPHANUMERIC))
}
