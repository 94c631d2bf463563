//! The pages, each with its template in `templates/`.

use askama::Template;
use serde_json::Value;

use super::assets;
use super::frame::Frame;
use super::picture::TaskBoard;
use crate::game::json::Members;
use crate::step::{Language, StepNumber, Timestamp};
use crate::texts::Pages;
use crate::wire::decision::LearnersDecision;
use crate::wire::verdict::VerdictReply;

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
    pub(crate) prefix: String,
}

impl DocsPage {
    fn texts(&self) -> Pages {
        Pages(self.language)
    }

    /// The address of a file that the page loads.
    fn asset(&self, name: &str) -> String {
        assets::address(&self.prefix, name)
    }
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
    /// That the step has closed; none while answers are judged.
    pub(crate) closed: Option<String>,
    /// Until when the task can be answered, as a sentence; none if it cannot.
    pub(crate) until: Option<String>,
    /// The task, a member a line.
    pub(crate) json: String,
    /// The address of the step, for the programs to begin with.
    pub(crate) url: String,
    /// Whether the answer is a match that is won.
    pub(crate) is_match: bool,
    /// What was answered.
    pub(crate) answer: String,
    /// The verdict on the answer, or why it is not judged.
    pub(crate) verdict: Option<Result<VerdictReply, String>>,
    /// What instructors have decided about the learner's result.
    pub(crate) decisions: Vec<LearnersDecision>,
    /// The learner's latest attempts, the latest first.
    pub(crate) attempts: Vec<AttemptView>,
}

/// An attempt of the learner.
pub(crate) struct AttemptView {
    /// When it was judged.
    pub(crate) at: Timestamp,
    /// The beginning of the answer.
    pub(crate) answer: String,
    pub(crate) is_accepted: bool,
    /// Whether an instructor has voided it.
    pub(crate) is_void: bool,
    /// The token of its task, as long as it can be shown.
    pub(crate) token: Option<String>,
}

/// An object of JSON with each of its members in a line.
pub(crate) fn in_lines(json: &[u8]) -> String {
    let Ok(members) = serde_json::from_slice::<Members>(json) else {
        return String::from_utf8_lossy(json).into_owned();
    };
    let members = members.iter().map(|(name, value)| format!("  {}: {value}", Value::from(name)));
    format!("{{\n{}\n}}", members.collect::<Vec<_>>().join(",\n"))
}
