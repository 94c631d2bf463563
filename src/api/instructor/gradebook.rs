//! `/instructor/gradebook`: who has solved what, when, and for how many points.

use actix_web::body::BoxBody;
use actix_web::{HttpRequest, HttpResponse, Responder};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Field;
use super::overview::sections;
use super::{check_listed, moment};
use crate::app::authentication::RequiredInstructor;
use crate::app::class::gradebook;
use crate::app::state::SharedState;
use crate::course::{
    Credit, EmailAddress, GradeColumns, GradeRow, Gradebook, GradebookFormat, GradebookStep,
    SectionName, StepResult, StudentId,
};
use crate::pages::instructor::gradebook::GradebookPage;
use crate::pages::view::{PageReply, View};
use crate::step::StepNumber;
use crate::wire::extract::{ApiQuery, QueryFields};
use crate::wire::openapi::{Describe, Operation};
use crate::wire::problem::Problem;
use crate::wire::reply::{Csv, Reply, TextReply};

/// Which part of the gradebook, and in which form.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GradebookQuery)]
pub(crate) struct GradebookFields {
    /// Only the learners of this section.
    #[schema(value_type = Option<String>)]
    section: Option<Field<SectionName>>,
    /// A file for a spreadsheet, or for the import of a learning platform; without it a page or JSON.
    format: Option<Format>,
    /// Which grades a platform's file has; without it those of the steps.
    columns: Option<Columns>,
}

impl QueryFields for GradebookFields {
    const IS_SPARSE: bool = true;
}

/// The form of a gradebook.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GradebookFormat)]
enum Format {
    /// JSON, also in a browser.
    Json,
    /// One line for each learner, with everything.
    Csv,
    /// Moodle's import of grades.
    Moodle,
    /// Canvas's import of a gradebook.
    Canvas,
}

/// Whose grades a platform's file has.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GradebookColumns)]
enum Columns {
    /// One column for each step.
    Steps,
    /// Only the total.
    Total,
}

impl From<Columns> for GradeColumns {
    fn from(columns: Columns) -> Self {
        match columns {
            Columns::Steps => Self::Steps,
            Columns::Total => Self::Total,
        }
    }
}

/// Who has solved what.
#[derive(Serialize, ToSchema)]
#[schema(as = Gradebook)]
pub(crate) struct GradebookData {
    is_success: bool,
    /// All steps that are not hidden, whether they are open or not.
    steps: Vec<BookStep>,
    /// By section and name.
    learners: Vec<GradedLearner>,
}

/// A step of the gradebook.
#[derive(Serialize, ToSchema)]
pub(crate) struct BookStep {
    #[schema(value_type = String)]
    step: StepNumber,
    kind: String,
    title: String,
    /// The points by the general rules.
    points: u32,
}

/// A learner with the results.
#[derive(Serialize, ToSchema)]
pub(crate) struct GradedLearner {
    id: i64,
    name: String,
    #[schema(value_type = Option<String>)]
    section: Option<SectionName>,
    #[schema(value_type = Option<String>)]
    email: Option<EmailAddress>,
    #[schema(value_type = Option<String>)]
    student_id: Option<StudentId>,
    /// One for each step of the gradebook, in its order.
    results: Vec<ResultReply>,
    /// What they have earned.
    #[schema(value_type = f64)]
    total: Credit,
    /// How many steps are solved.
    solved: u32,
}

/// A learner's result at a step.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResultReply {
    /// How many answers were judged.
    attempts: u32,
    /// When an answer was accepted first, in the format of RFC 3339; null if none was.
    solved_at: Option<String>,
    /// Whether the accepted answer that counts was late.
    late: bool,
    /// What it earned.
    #[schema(value_type = f64)]
    points: Credit,
}

/// A step with a learner's result.
#[derive(Serialize, ToSchema)]
pub(crate) struct GradedStep {
    #[schema(value_type = String)]
    step: StepNumber,
    kind: String,
    title: String,
    #[serde(flatten)]
    result: ResultReply,
}

/// `GET /instructor/gradebook`: the gradebook of a section, or of the whole class.
pub(crate) async fn get(
    RequiredInstructor(instructor): RequiredInstructor,
    ApiQuery(query): ApiQuery<GradebookFields>,
    view: View,
    state: SharedState,
) -> Result<GradebookReply, Problem> {
    let section = query.section.map(|Field(section)| section);
    let roster = state.store.roster().await?;
    let sections = sections(&state.curriculum().course, &roster);
    check_listed(&sections, section.as_ref())?;
    let book = gradebook(&*state.store, &state.curriculum(), section.as_ref()).await?;
    let columns = query.columns.map_or(GradeColumns::Steps, GradeColumns::from);
    let download = |name, format| {
        let csv = TextReply::ok(book.to_csv(format, columns));
        Ok(GradebookReply::File(csv.into_file(name)))
    };
    match (query.format, view) {
        (Some(Format::Csv), _) => download("gradebook.csv", GradebookFormat::Csv),
        (Some(Format::Moodle), _) => download("gradebook-moodle.csv", GradebookFormat::Moodle),
        (Some(Format::Canvas), _) => download("gradebook-canvas.csv", GradebookFormat::Canvas),
        (None, View::Page(frame)) => {
            let frame = frame.seen_by(&instructor);
            let page = GradebookPage::new(frame, book, &sections, section.as_ref());
            PageReply::ok(page.frame.language, &page).map(GradebookReply::Page)
        }
        (Some(Format::Json), _) | (None, View::Data) => {
            Ok(GradebookReply::Data(Reply::ok(book.into())))
        }
    }
}

/// The gradebook as data, as a file, or as a page.
pub(crate) enum GradebookReply {
    Data(Reply<GradebookData>),
    File(TextReply<Csv>),
    Page(PageReply),
}

impl Responder for GradebookReply {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        match self {
            Self::Data(reply) => reply.respond_to(request),
            Self::File(file) => file.respond_to(request),
            Self::Page(page) => page.respond_to(request),
        }
    }
}

impl Describe for GradebookReply {
    fn describe(operation: &mut Operation) {
        Reply::<GradebookData>::describe(operation);
        TextReply::<Csv>::describe(operation);
        PageReply::describe(operation);
    }
}

impl From<Gradebook> for GradebookData {
    fn from(Gradebook { steps, rows }: Gradebook) -> Self {
        Self {
            is_success: true,
            steps: steps.into_iter().map(BookStep::from).collect(),
            learners: rows.into_iter().map(GradedLearner::from).collect(),
        }
    }
}

impl From<GradebookStep> for BookStep {
    fn from(GradebookStep { number, kind, title, points }: GradebookStep) -> Self {
        Self { step: number, kind, title, points }
    }
}

impl From<GradeRow> for GradedLearner {
    fn from(row: GradeRow) -> Self {
        let GradeRow { learner, email, student_id, results, total, solved } = row;
        Self {
            id: learner.id.0,
            name: learner.name.to_string(),
            section: learner.section,
            email,
            student_id,
            results: results.into_iter().map(ResultReply::from).collect(),
            total,
            solved,
        }
    }
}

impl From<StepResult> for ResultReply {
    fn from(StepResult { attempts, solved_at, late, credit }: StepResult) -> Self {
        Self { attempts, solved_at: moment(solved_at), late, points: credit }
    }
}

impl GradedStep {
    /// A step with a learner's result.
    pub(crate) fn of(step: &GradebookStep, result: StepResult) -> Self {
        let GradebookStep { number, kind, title, .. } = step.clone();
        Self { step: number, kind, title, result: result.into() }
    }
}
