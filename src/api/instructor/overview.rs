//! `/instructor`: the course with its steps.

use actix_web::Either;
use serde::Serialize;
use utoipa::ToSchema;

use super::moment;
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::Curriculum;
use crate::app::state::SharedState;
use crate::course::{Course, Extensions, Phase, SectionName, StepRules};
use crate::pages::instructor::overview::OverviewPage;
use crate::pages::view::{PageReply, View};
use crate::step::{Language, Step, StepNumber, Timestamp};
use crate::store::RosterEntry;
use crate::wire::base_url::BaseUrl;
use crate::wire::extract::NoQuery;
use crate::wire::language::ReplyLanguage;
use crate::wire::problem::Problem;
use crate::wire::reply::Reply;

/// The course.
#[derive(Serialize, ToSchema)]
pub(crate) struct Overview {
    is_success: bool,
    /// The name of the course; null if it has none.
    course: Option<String>,
    /// The name of the time zone by whose clocks dates are written.
    time_zone: String,
    /// The sections: those of the course, and those that learners are in.
    sections: Vec<String>,
    /// How many learners there are.
    learners: usize,
    /// All steps, also those that are not open.
    steps: Vec<CourseStep>,
    links: Links,
}

/// A step of the course, by the rules for those who are in no section.
#[derive(Serialize, ToSchema)]
pub(crate) struct CourseStep {
    #[schema(value_type = String)]
    step: StepNumber,
    kind: String,
    /// In the language of the reply.
    title: String,
    points: u32,
    /// When it opens, in the format of RFC 3339; null if it was open from the beginning.
    opens: Option<String>,
    /// The last second at which an answer earns all points; null: always.
    due: Option<String>,
    /// The last second at which answers are judged; null: always.
    closes: Option<String>,
    /// Whether it is as a step that does not exist, whatever the dates say.
    hidden: bool,
    phase: StepPhase,
}

/// What learners may do with a step now.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StepPhase {
    /// It is as a step that does not exist.
    NotOpen,
    /// Answers earn all points.
    Open,
    /// Answers earn the late share.
    Late,
    /// Answers are not judged any more.
    Closed,
}

impl From<Phase> for StepPhase {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::NotOpen => Self::NotOpen,
            Phase::Open => Self::Open,
            Phase::Late => Self::Late,
            Phase::Closed => Self::Closed,
        }
    }
}

/// The addresses of what there is besides.
#[derive(Serialize, ToSchema)]
pub(crate) struct Links {
    learners: String,
    roster: String,
    gradebook: String,
    attempts: String,
    steps: String,
    signals: String,
    extensions: String,
    instructors: String,
    rejudge: String,
    regrade: String,
}

/// `GET /instructor`: the course, its sections and its steps.
pub(crate) async fn get(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Either<PageReply, Reply<Overview>>, Problem> {
    let roster = state.store.roster().await?;
    let curriculum = state.curriculum();
    let sections = sections(&curriculum.course, &roster);
    match view {
        View::Page(frame) => {
            let frame = frame.seen_by(&instructor);
            let page = OverviewPage::new(frame, &curriculum, roster.len(), &sections, now());
            PageReply::ok(language, &page).map(Either::Left)
        }
        View::Data => Ok(Either::Right(Reply::ok(Overview {
            is_success: true,
            course: curriculum.course.name.clone(),
            time_zone: curriculum.course.zone_name().to_owned(),
            sections: sections.iter().map(ToString::to_string).collect(),
            learners: roster.len(),
            steps: steps(&curriculum, language, now()),
            links: Links::below(&base_url),
        }))),
    }
}

/// The sections of a course in its order, and then those that learners are in besides.
pub(crate) fn sections(course: &Course, roster: &[RosterEntry]) -> Vec<SectionName> {
    let mut others: Vec<&SectionName> =
        roster.iter().filter_map(|entry| entry.learner.section.as_ref()).collect();
    others.retain(|section| !course.sections.contains(section));
    others.sort_unstable();
    others.dedup();
    course.sections.iter().chain(others).cloned().collect()
}

fn steps(curriculum: &Curriculum, language: Language, now: Timestamp) -> Vec<CourseStep> {
    let none = Extensions::default();
    let rules = |step| curriculum.rules(step, None, &none);
    let steps = curriculum.steps.iter();
    steps.map(|step| CourseStep::of(step, rules(step), language, now)).collect()
}

impl CourseStep {
    fn of(step: &Step, rules: StepRules, language: Language, now: Timestamp) -> Self {
        Self {
            step: step.number,
            kind: step.exercise().kind().to_owned(),
            title: step.statement(language).title().to_owned(),
            points: rules.points,
            opens: moment(rules.opens),
            due: moment(rules.due),
            closes: moment(rules.closes),
            hidden: rules.hidden,
            phase: rules.phase(now).into(),
        }
    }
}

impl Links {
    fn below(base_url: &BaseUrl) -> Self {
        let at = |name: &str| format!("{base_url}/instructor/{name}");
        Self {
            learners: at("learners"),
            roster: at("roster"),
            gradebook: at("gradebook"),
            attempts: at("attempts"),
            steps: at("steps"),
            signals: at("signals"),
            extensions: at("extensions"),
            instructors: at("instructors"),
            rejudge: at("rejudge"),
            regrade: at("regrade"),
        }
    }
}
