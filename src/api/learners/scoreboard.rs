//! `/scoreboard`: the standings; `live` sends them as server-sent events.

use std::sync::Arc;

use askama::Template;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::ambient::uptime;
use crate::app::caller::Caller;
use crate::app::class::{Curriculum, steps_of};
use crate::app::scoreboard::{Published, require_scoreboard};
use crate::app::state::{SharedState, State};
use crate::course::{Course, Credit, LearnerId, ScoreboardNames, SectionName, Standing, Standings};
use crate::pages::frame::Frame;
use crate::pages::view::{Shown, View};
use crate::step::Timestamp;
use crate::store::StoreError;
use crate::wire::extract::{ApiQuery, QueryFields};
use crate::wire::problem::Problem;

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
        let decisions = state.class.decisions();
        Ok(Standings::new(learners, &steps_of(&state.curriculum()), &grades, &decisions))
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
    #[schema(value_type = Option<String>)]
    last: Option<Timestamp>,
    /// Whether it is the caller.
    you: bool,
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
        ScoreboardReply {
            is_success: true,
            course: course.name.clone(),
            time_zone: course.zone_name().to_owned(),
            section: self.section.clone(),
            sections: sections_of(course, standings).iter().map(ToString::to_string).collect(),
            standings: rows.collect(),
        }
    }

    /// Refuses a section that the class does not have.
    fn check(&self, standings: &Standings, course: &Course) -> Result<(), Problem> {
        let sections = || sections_of(course, standings);
        self.section
            .as_deref()
            .map_or(Ok(()), |section| Problem::check_section(&sections(), section))
    }

    fn row(&self, rank: usize, standing: &Standing, names: ScoreboardNames) -> Row {
        let nickname = match names {
            ScoreboardNames::Nicknames => standing.nickname.as_ref(),
            ScoreboardNames::Anonymous | ScoreboardNames::Off => None,
        };
        Row {
            rank,
            nickname: nickname.map(|nickname| nickname.as_str().to_owned()),
            section: standing.section.as_ref().map(ToString::to_string),
            points: standing.points,
            solved: standing.solved,
            last: standing.last.map(minute_of),
            you: self.caller == Some(standing.learner),
        }
    }
}

/// The sections of the course; if it names none, those of the learners.
fn sections_of(course: &Course, standings: &Standings) -> Vec<SectionName> {
    match &course.sections[..] {
        [] => standings.sections(),
        sections => sections.to_vec(),
    }
}

/// The minute that a moment is in: a second would tell in a small section who it was.
fn minute_of(moment: Timestamp) -> Timestamp {
    Timestamp::from_seconds(moment.seconds() / 60 * 60)
}

/// `GET /scoreboard`: the standings, for everybody.
pub(crate) async fn get(
    caller: Caller,
    ApiQuery(query): ApiQuery<ScoreboardFields>,
    view: View,
    state: SharedState,
) -> Result<Shown<ScoreboardReply>, Problem> {
    require_scoreboard(&state.curriculum().course)?;
    let learner = caller.learner.as_ref().map(|learner| learner.id);
    let viewpoint = Viewpoint { section: query.section(), caller: learner };
    let published = standings(&state).await?;
    viewpoint.check(&published.standings, &state.curriculum().course)?;
    let reply = viewpoint.reply(&published.standings, &state.curriculum());
    view.show(&caller, reply, |frame, board| ScoreboardPage { frame, board })
}

/// The standings of the class, or of a section.
#[derive(Template)]
#[template(path = "scoreboard.html")]
struct ScoreboardPage {
    frame: Frame,
    board: ScoreboardReply,
}

impl ScoreboardPage {
    /// The query that chooses a section.
    fn query(section: &str) -> String {
        format!("?section={}", utf8_percent_encode(section, NON_ALPHANUMERIC))
    }

    /// The address that sends the same standings live.
    fn events(&self) -> String {
        let query = self.board.section.as_deref().map(Self::query).unwrap_or_default();
        format!("/scoreboard/events{query}")
    }

    fn can_choose_nickname(&self) -> bool {
        let names = self.frame.curriculum.course.scoreboard;
        self.frame.learner.is_some() && names == ScoreboardNames::Nicknames
    }
}
