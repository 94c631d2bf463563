//! `/instructor`: the course with its steps.

use askama::Template;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::sections;
use crate::app::state::SharedState;
use crate::course::{Phase, Share, StepRules};
use crate::pages::frame::Frame;
use crate::pages::view::{Shown, View};
use crate::step::{Language, Step, StepNumber, Timestamp};
use crate::texts::InstructorPages;
use crate::wire::accept::ReplyLanguage;
use crate::wire::base_url::BaseUrl;
use crate::wire::extract::NoQuery;
use crate::wire::problem::Problem;

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
    #[schema(value_type = Option<String>)]
    opens: Option<Timestamp>,
    /// The last second at which an answer earns all points; null: always.
    #[schema(value_type = Option<String>)]
    due: Option<Timestamp>,
    /// The last second at which answers are judged; null: always.
    #[schema(value_type = Option<String>)]
    closes: Option<Timestamp>,
    /// Whether it is as a step that does not exist, whatever the dates say.
    hidden: bool,
    phase: StepPhase,
    /// The share of the points after `due`, in hundredths, where it is not all of them.
    #[serde(skip)]
    late: Option<u8>,
}

/// What learners may do with a step now.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
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
    decisions: String,
    instructors: String,
    rejudge: String,
    regrade: String,
}

/// The page of the course, with forms that judge or grade all attempts again.
#[derive(Template)]
#[template(path = "instructor/overview.html")]
struct OverviewPage {
    frame: Frame,
    overview: Overview,
}

/// `GET /instructor`: the course, its sections and its steps.
pub(crate) async fn get(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Shown<Overview>, Problem> {
    let roster = state.store.roster().await?;
    let curriculum = state.curriculum();
    let (extensions, now) = (state.class.extensions(), now());
    let step =
        |step| CourseStep::of(step, curriculum.rules(step, None, &extensions), language, now);
    let overview = Overview {
        is_success: true,
        course: curriculum.course.name.clone(),
        time_zone: curriculum.course.zone_name().to_owned(),
        sections: sections(&curriculum.course, &roster).iter().map(ToString::to_string).collect(),
        learners: roster.len(),
        steps: curriculum.steps.iter().map(step).collect(),
        links: Links::below(&base_url),
    };
    view.show(&instructor, overview, |frame, overview| OverviewPage { frame, overview })
}

/// Which columns of the steps have anything in them.
impl Overview {
    fn has_opens(&self) -> bool {
        self.steps.iter().any(|step| step.opens.is_some())
    }

    fn has_due(&self) -> bool {
        self.steps.iter().any(|step| step.due.is_some())
    }

    fn has_closes(&self) -> bool {
        self.steps.iter().any(|step| step.closes.is_some())
    }

    fn has_late(&self) -> bool {
        self.steps.iter().any(|step| step.late.is_some())
    }

    /// The name of the course.
    fn title(&self, words: InstructorPages) -> &str {
        self.course.as_deref().unwrap_or_else(|| words.overview())
    }
}

impl CourseStep {
    fn of(step: &Step, rules: StepRules, language: Language, now: Timestamp) -> Self {
        let has_late_share = rules.due.is_some() && rules.late != Share::ALL;
        Self {
            step: step.number,
            kind: step.exercise().kind().to_owned(),
            title: step.statement(language).title().to_owned(),
            points: rules.points,
            opens: rules.opens,
            due: rules.due,
            closes: rules.closes,
            hidden: rules.hidden,
            phase: rules.phase(now).into(),
            late: has_late_share.then(|| rules.late.hundredths()),
        }
    }

    /// What learners may do with it now, in words.
    fn phase_name(&self, words: InstructorPages) -> &'static str {
        match self.phase {
            _ if self.hidden => words.hidden(),
            StepPhase::NotOpen => words.not_open(),
            StepPhase::Open => words.open(),
            StepPhase::Late => words.open_late(),
            StepPhase::Closed => words.closed(),
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
            decisions: at("decisions"),
            instructors: at("instructors"),
            rejudge: at("rejudge"),
            regrade: at("regrade"),
        }
    }
}
