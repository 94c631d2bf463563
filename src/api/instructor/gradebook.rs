//! `/instructor/gradebook`: who has solved what, when, and for how many points.

use actix_web::Either;
use askama::Template;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Field;
use super::learners::RosterLearner;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::{gradebook, sections};
use crate::app::state::{SharedState, State};
use crate::course::{
    Credit, GradeColumns, GradeRow, Gradebook, GradebookFormat, GradebookStep, SectionName,
    StepResult,
};
use crate::pages::frame::Frame;
use crate::pages::instructor::{SectionLinks, with_query};
use crate::pages::view::{Shown, View};
use crate::step::{StepNumber, Timestamp};
use crate::wire::extract::{ApiQuery, QueryFields};
use crate::wire::problem::Problem;
use crate::wire::reply::{Csv, TextReply};

/// The path of the page and its files.
const PATH: &str = "/instructor/gradebook";

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
    #[serde(flatten)]
    person: RosterLearner,
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
    pub(super) attempts: u32,
    /// When an answer was accepted first, in the format of RFC 3339; null if none was.
    #[schema(value_type = Option<String>)]
    pub(super) solved_at: Option<Timestamp>,
    /// Whether the accepted answer that counts was late.
    pub(super) late: bool,
    /// What it earned.
    #[schema(value_type = f64)]
    pub(super) points: Credit,
}

/// A step with a learner's result.
#[derive(Serialize, ToSchema)]
pub(crate) struct GradedStep {
    #[schema(value_type = String)]
    pub(super) step: StepNumber,
    kind: String,
    title: String,
    #[serde(flatten)]
    pub(super) result: ResultReply,
}

/// The gradebook of the class or of a section.
#[derive(Template)]
#[template(path = "instructor/gradebook.html")]
struct GradebookPage {
    frame: Frame,
    sections: SectionLinks,
    book: GradebookData,
}

/// `GET /instructor/gradebook`: the gradebook of a section, or of the whole class.
pub(crate) async fn get(
    RequiredInstructor(instructor): RequiredInstructor,
    ApiQuery(query): ApiQuery<GradebookFields>,
    view: View,
    state: SharedState,
) -> Result<Either<Shown<GradebookData>, TextReply<Csv>>, Problem> {
    let (book, sections) = read(&state, PATH, query.section).await?;
    let columns = match query.columns {
        Some(Columns::Total) => GradeColumns::Total,
        Some(Columns::Steps) | None => GradeColumns::Steps,
    };
    let file = |name, format| {
        Ok(Either::Right(TextReply::ok(book.to_csv(format, columns)).into_file(name)))
    };
    let view = match query.format {
        Some(Format::Csv) => return file("gradebook.csv", GradebookFormat::Csv),
        Some(Format::Moodle) => return file("gradebook-moodle.csv", GradebookFormat::Moodle),
        Some(Format::Canvas) => return file("gradebook-canvas.csv", GradebookFormat::Canvas),
        Some(Format::Json) => View::Data,
        None => view,
    };
    let page = |frame, book| GradebookPage { frame, sections, book };
    view.show(&instructor, GradebookData::from(book), page).map(Either::Left)
}

/// The gradebook of a section or of the whole class, with links to the gradebook of each section.
pub(super) async fn read(
    state: &State,
    path: &'static str,
    section: Option<Field<SectionName>>,
) -> Result<(Gradebook, SectionLinks), Problem> {
    let chosen = section.map(|Field(section)| section);
    let (roster, curriculum) = (state.store.roster().await?, state.curriculum());
    let sections = sections(&curriculum.course, &roster);
    if let Some(section) = &chosen {
        Problem::check_section(&sections, section.as_str())?;
    }
    let book = gradebook(&*state.store, &curriculum, roster, chosen.as_ref()).await?;
    Ok((book, SectionLinks { path, sections, chosen }))
}

impl GradebookPage {
    /// The points of all steps.
    fn points(&self) -> u32 {
        self.book.steps.iter().map(|step| step.points).sum()
    }

    /// The path of each file, its name, and what it is for.
    fn downloads(&self) -> [(String, &'static str, &'static str); 5] {
        let words = self.frame.words();
        let file = |format: &str, columns: &str| {
            let section =
                self.sections.chosen.as_ref().map(|section| ("section", section.as_str()));
            with_query(PATH, [("format", format), ("columns", columns)].into_iter().chain(section))
        };
        [
            (file("csv", "steps"), words.file_csv(), words.file_csv_lead()),
            (file("moodle", "steps"), words.file_moodle(), words.file_moodle_lead()),
            (file("moodle", "total"), words.file_moodle_total(), words.file_total_lead()),
            (file("canvas", "steps"), words.file_canvas(), words.file_canvas_lead()),
            (file("canvas", "total"), words.file_canvas_total(), words.file_total_lead()),
        ]
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
    fn from(GradeRow { entry, results, total, solved }: GradeRow) -> Self {
        Self {
            person: entry.into(),
            results: results.into_iter().map(ResultReply::from).collect(),
            total,
            solved,
        }
    }
}

impl From<StepResult> for ResultReply {
    fn from(StepResult { attempts, solved_at, late, credit }: StepResult) -> Self {
        Self { attempts, solved_at, late, points: credit }
    }
}

impl ResultReply {
    /// The points with a star for a late answer; without a right answer, how many were wrong, in brackets.
    fn text(&self) -> String {
        match (self.solved_at, self.attempts, self.late) {
            (Some(_), _, true) => format!("{}*", self.points),
            (Some(_), _, false) => self.points.to_string(),
            (None, 0, _) => String::new(),
            (None, attempts, _) => format!("({attempts})"),
        }
    }
}

impl GradedStep {
    /// A step with a learner's result.
    pub(crate) fn of(step: &GradebookStep, result: StepResult) -> Self {
        let GradebookStep { number, kind, title, .. } = step.clone();
        Self { step: number, kind, title, result: result.into() }
    }

    /// The step's title in the language of a page; the gradebook is in one language for everybody.
    pub(super) fn title(&self, frame: &Frame) -> String {
        let found = frame.curriculum.steps.get(self.step);
        found.map_or(&*self.title, |found| found.statement(frame.language).title()).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_shows_what_was_earned_or_how_often_it_was_tried() {
        let solved_at = Some(Timestamp::from_seconds(5));
        let credit = Credit::from_hundredths(750);
        let text = |result: StepResult| ResultReply::from(result).text();
        let solved = StepResult { attempts: 3, solved_at, late: false, credit };
        assert_eq!(text(solved), "7.5");
        assert_eq!(text(StepResult { late: true, ..solved }), "7.5*");
        assert_eq!(text(StepResult { attempts: 3, ..StepResult::default() }), "(3)");
        assert_eq!(text(StepResult::default()), "");
    }
}
