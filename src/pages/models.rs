//! The pages, each with its template in `templates/`.

use askama::Template;

use super::assets;
use super::frame::Frame;
use super::picture::TaskBoard;
use crate::step::{Language, StepNumber};
use crate::texts::Pages;

/// All steps, by track.
#[derive(Template)]
#[template(path = "ladder.html")]
pub(crate) struct LadderPage {
    pub(crate) frame: Frame,
    pub(crate) base_url: String,
    /// The step of the example.
    pub(crate) first: String,
    /// Of which time zone the dates are, as a sentence; none if no step has any.
    pub(crate) times: Option<String>,
    pub(crate) tracks: Vec<TrackView>,
}

/// The steps of one game.
pub(crate) struct TrackView {
    pub(crate) name: String,
    /// The game that it is of, as it is called on the wire.
    pub(crate) game: Option<&'static str>,
    pub(crate) steps: Vec<StepView>,
    /// How many the learner has solved; none without a learner.
    pub(crate) solved: Option<usize>,
    /// Steps and points in words.
    pub(crate) summary: String,
}

/// A step on the ladder.
pub(crate) struct StepView {
    pub(crate) number: StepNumber,
    pub(crate) title: String,
    /// In words.
    pub(crate) points: String,
    /// When it is due and closes, in words.
    pub(crate) dates: Option<String>,
    pub(crate) state: StepState,
}

/// What a learner has done with a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepState {
    Solved,
    /// The first that is not solved.
    Next,
    Tried,
    Open,
}

impl StepState {
    const fn class(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Next => "next",
            Self::Tried => "tried",
            Self::Open => "open",
        }
    }

    fn text(self, texts: Pages) -> Option<&'static str> {
        match self {
            Self::Solved => Some(texts.solved()),
            Self::Next => Some(texts.next()),
            Self::Tried => Some(texts.tried()),
            Self::Open => None,
        }
    }
}

/// A statement.
#[derive(Template)]
#[template(path = "statement.html")]
pub(crate) struct StatementPage<'a> {
    pub(crate) frame: Frame,
    pub(crate) number: StepNumber,
    pub(crate) title: &'a str,
    /// HTML, as instructors write it.
    pub(crate) statement: String,
}

/// An error.
#[derive(Template)]
#[template(path = "problem.html")]
pub(crate) struct ProblemPage {
    pub(crate) frame: Frame,
    pub(crate) title: &'static str,
    pub(crate) detail: String,
    pub(crate) status: u16,
    pub(crate) code: &'static str,
    /// Whether signing in would help.
    pub(crate) asks_for_key: bool,
}

/// All errors that there are.
#[derive(Template)]
#[template(path = "problems.html")]
pub(crate) struct ProblemsPage {
    pub(crate) frame: Frame,
    /// Code, status and title of each.
    pub(crate) problems: Vec<(&'static str, u16, &'static str)>,
}

/// The Content-Security-Policy of the page with the description of the API: the viewer's style has its icons as `data:` addresses.
pub(crate) const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The description of the API, in its viewer. The page has no frame: the style of the other pages is not made for the viewer.
#[derive(Template)]
#[template(path = "docs.html")]
pub(crate) struct DocsPage {
    pub(crate) language: Language,
}

impl DocsPage {
    fn texts(&self) -> Pages {
        Pages(self.language)
    }

    /// The address of a file that the page loads.
    #[expect(clippy::unused_self, reason = "templates call methods")]
    fn asset(&self, name: &str) -> String {
        assets::address(name)
    }
}

/// Where one signs in or registers.
#[derive(Template)]
#[template(path = "session.html")]
pub(crate) struct SessionPage {
    pub(crate) frame: Frame,
    pub(crate) name_limit: usize,
    pub(crate) sign_in: FormView,
    /// None if nobody can register.
    pub(crate) register: Option<FormView>,
    /// Whether the course asks for its code.
    pub(crate) asks_code: bool,
}

/// What a form with a name shows when it was refused; nothing before it is sent.
#[derive(Default)]
pub(crate) struct FormView {
    /// The name that was sent.
    pub(crate) name: String,
    /// The course code that was sent.
    pub(crate) code: String,
    /// Why it was refused.
    pub(crate) told: Option<String>,
}

/// The key of a new learner.
#[derive(Template)]
#[template(path = "registered.html")]
pub(crate) struct RegisteredPage {
    pub(crate) frame: Frame,
    pub(crate) message: String,
    pub(crate) key: String,
}

/// A step: its statement, the learner's board, and where to answer.
#[derive(Template)]
#[template(path = "step.html")]
pub(crate) struct StepPage {
    pub(crate) frame: Frame,
    pub(crate) track: String,
    /// The game that it is of, as it is called on the wire.
    pub(crate) game: Option<&'static str>,
    pub(crate) number: StepNumber,
    pub(crate) title: String,
    /// In words.
    pub(crate) points: String,
    /// When it is due and closes, in words.
    pub(crate) dates: Option<String>,
    /// That the reader sees it though learners do not.
    pub(crate) notice: Option<&'static str>,
    /// HTML, as instructors write it.
    pub(crate) statement: String,
    pub(crate) boards: Vec<TaskBoard>,
    /// The marks on the boards, as SVG elements, each with what it means.
    pub(crate) legend: Vec<(String, &'static str)>,
    /// The token of the task.
    pub(crate) token: String,
    /// Whether answers are judged: not after the step has closed.
    pub(crate) takes_answers: bool,
    /// Until when the task can be answered, as a sentence; none if it cannot.
    pub(crate) until: Option<String>,
    /// The task, a member a line.
    pub(crate) json: String,
    /// The beginnings of programs in several languages: the name of each language, and the program.
    pub(crate) snippets: [(&'static str, String); 4],
    /// Whether the answer is a match that is won.
    pub(crate) is_match: bool,
    /// What was answered.
    pub(crate) answer: String,
    pub(crate) verdict: Option<VerdictView>,
    /// The learner's latest attempts, the latest first.
    pub(crate) attempts: Vec<AttemptView>,
}

/// A moment in UTC, in the format of RFC 3339. Where scripts run, a page has it in the reader's own time.
pub(crate) struct Moment(pub(crate) String);

impl Moment {
    /// For people, to the minute.
    pub(crate) fn text(&self) -> String {
        let Self(moment) = self;
        let date_and_time = moment.split_once('T').zip(moment.rsplit_once(':'));
        date_and_time.map_or_else(
            || moment.clone(),
            |((date, _), (minute, _))| {
                format!("{date} {} UTC", minute.get(date.len() + 1..).unwrap_or_default())
            },
        )
    }
}

/// An attempt of the learner.
pub(crate) struct AttemptView {
    /// When it was judged.
    pub(crate) at: Moment,
    /// The beginning of the answer.
    pub(crate) answer: String,
    pub(crate) is_accepted: bool,
    /// The token of its task, as long as it can be shown.
    pub(crate) token: Option<String>,
}

/// What is said of an answer.
#[derive(Default)]
pub(crate) struct VerdictView {
    /// `good` or `bad`; empty if there is no answer.
    pub(crate) class: &'static str,
    pub(crate) message: String,
    /// The address of the next step.
    pub(crate) next: Option<String>,
    /// The position of the first wrong item, from 1, where it is told.
    pub(crate) first_wrong: Option<usize>,
    /// How many tries are left, if there are many.
    pub(crate) tries_left: Option<String>,
}
