//! `/instructor/gradebook`: who has solved what, when, and for how many points.

use std::num::NonZeroU16;
use std::sync::Arc;

use actix_web::Either;
use askama::Template;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Field;
use super::learners::RosterLearner;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::{
    Curriculum, GradebookPage as BookPage, gradebook, gradebook_page, sections,
};
use crate::app::state::{SharedState, State};
use crate::course::{
    Credit, DecisionId, GradeColumns, GradeRow, Gradebook, GradebookFormat, GradebookStep,
    RosterEntry, SectionName, StepResult,
};
use crate::pages::frame::Frame;
use crate::pages::instructor::{SectionLinks, with_query};
use crate::pages::view::{Shown, View};
use crate::step::{StepNumber, Timestamp};
use crate::texts;
use crate::texts::InstructorPages;
use crate::wire::decision::DecidedAction;
use crate::wire::extract::{ApiQuery, QueryFields};
use crate::wire::problem::{Code, Problem};
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
    /// Only this page of 200 learners, from 1. A page in a browser begins with the first one; JSON and files have all learners without it.
    #[schema(value_type = Option<u16>, minimum = 1)]
    page: Option<NonZeroU16>,
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
    /// The number of the page, from 1; absent if these are all learners.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<usize>,
    /// How many pages there are; absent if these are all learners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pages: Option<usize>,
    /// How many learners there are on all pages.
    learners_total: usize,
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
    /// The points of the steps that are not excused.
    possible: u32,
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
    /// What counts: what the answers have earned, unless something else is decided.
    #[schema(value_type = f64)]
    pub(super) points: Credit,
    /// What is decided, if the step is set or excused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) decision: Option<DecisionInResult>,
    /// The id of the latest decision that has voided answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>)]
    pub(super) voided_by: Option<DecisionId>,
}

/// A decision that counts instead of what the answers have earned.
#[derive(Serialize, ToSchema)]
pub(crate) struct DecisionInResult {
    #[schema(value_type = i64)]
    id: DecisionId,
    action: DecidedAction,
    /// What the answers have earned.
    #[schema(value_type = f64)]
    computed: Credit,
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
    let columns = match query.columns {
        Some(Columns::Total) => GradeColumns::Total,
        Some(Columns::Steps) | None => GradeColumns::Steps,
    };
    let file = match query.format {
        Some(Format::Csv) => Some(("gradebook.csv", GradebookFormat::Csv)),
        Some(Format::Moodle) => Some(("gradebook-moodle.csv", GradebookFormat::Moodle)),
        Some(Format::Canvas) => Some(("gradebook-canvas.csv", GradebookFormat::Canvas)),
        Some(Format::Json) | None => None,
    };
    let view = if query.format.is_some() { View::Data } else { view };
    let first = matches!(view, View::Page(..)).then_some(NonZeroU16::MIN);
    let page = query.page.or(first).filter(|_| file.is_none());
    let (book, sections) = match page {
        None => {
            let (book, sections) = read(&state, PATH, query.section).await?;
            if let Some((name, format)) = file {
                let csv = TextReply::ok(book.to_csv(format, columns));
                return Ok(Either::Right(csv.into_file(name)));
            }
            let learners = book.rows.len();
            (GradebookData::of(book, None, learners), sections)
        }
        Some(page) => {
            let (roster, curriculum, sections) = chosen(&state, PATH, query.section).await?;
            let (store, section) = (&*state.store, sections.chosen.as_ref());
            let found = gradebook_page(store, &curriculum, roster, section, page.get().into());
            let Some(BookPage { book, page, pages, learners }) = found.await? else {
                return Err(Problem::new(Code::QueryInvalid, texts::class::no_page(page)));
            };
            (GradebookData::of(book, Some((page, pages)), learners), sections)
        }
    };
    let page = |frame, book| GradebookPage { frame, sections, book };
    view.show(&instructor, book, page).map(Either::Left)
}

/// The gradebook of a section or of the whole class, with links to the gradebook of each section.
pub(super) async fn read(
    state: &State,
    path: &'static str,
    section: Option<Field<SectionName>>,
) -> Result<(Gradebook, SectionLinks), Problem> {
    let (roster, curriculum, sections) = chosen(state, path, section).await?;
    let book = gradebook(&*state.store, &curriculum, roster, sections.chosen.as_ref()).await?;
    Ok((book, sections))
}

/// The roster and the steps, and the section that is chosen among those that there are.
async fn chosen(
    state: &State,
    path: &'static str,
    section: Option<Field<SectionName>>,
) -> Result<(Vec<RosterEntry>, Arc<Curriculum>, SectionLinks), Problem> {
    let chosen = section.map(|Field(section)| section);
    let (roster, curriculum) = (state.store.roster().await?, Arc::clone(&state.curriculum()));
    let sections = sections(&curriculum.course, &roster);
    if let Some(section) = &chosen {
        Problem::check_section(&sections, section.as_str())?;
    }
    Ok((roster, curriculum, SectionLinks { path, sections, chosen }))
}

impl GradebookPage {
    /// The numbers of all pages with their addresses, if there are several. The address of the one that is shown is empty.
    fn pages(&self) -> Vec<(usize, String)> {
        let (Some(page), Some(pages @ 2..)) = (self.book.page, self.book.pages) else {
            return Vec::new();
        };
        let section = self.sections.chosen.as_ref().map(|section| ("section", section.to_string()));
        let address = |number: usize| {
            if number == page {
                return String::new();
            }
            with_query(PATH, section.clone().into_iter().chain([("page", number.to_string())]))
        };
        (1..=pages).map(|number| (number, address(number))).collect()
    }

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

impl GradebookData {
    /// A gradebook, or a page of it: its number, and how many there are.
    fn of(
        Gradebook { steps, rows }: Gradebook,
        place: Option<(usize, usize)>,
        learners_total: usize,
    ) -> Self {
        let (page, pages) = place.unzip();
        Self {
            is_success: true,
            steps: steps.into_iter().map(BookStep::from).collect(),
            learners: rows.into_iter().map(GradedLearner::from).collect(),
            page,
            pages,
            learners_total,
        }
    }
}

impl From<GradebookStep> for BookStep {
    fn from(GradebookStep { number, kind, title, points }: GradebookStep) -> Self {
        Self { step: number, kind, title, points }
    }
}

impl From<GradeRow> for GradedLearner {
    fn from(GradeRow { entry, results, total, possible, solved }: GradeRow) -> Self {
        Self {
            person: entry.into(),
            results: results.iter().map(ResultReply::from).collect(),
            total,
            possible,
            solved,
        }
    }
}

impl From<&StepResult> for ResultReply {
    fn from(result: &StepResult) -> Self {
        let decision = result.decision.as_ref().map(|decision| DecisionInResult {
            id: decision.id,
            action: decision.action.into(),
            computed: result.computed,
        });
        Self {
            attempts: result.attempts,
            solved_at: result.solved_at,
            late: result.late,
            points: result.credit(),
            decision,
            voided_by: result.void.as_ref().map(|void| void.id),
        }
    }
}

impl ResultReply {
    /// The points with a star for a late answer; without a right answer, how many were wrong, in brackets. What is decided takes their place, with a
    /// dagger, and a double dagger follows where answers are void.
    fn text(&self) -> String {
        let computed = match (self.solved_at, self.attempts, self.late) {
            _ if self.decision.is_some() => String::new(),
            (Some(_), _, true) => format!("{}*", self.points),
            (Some(_), _, false) => self.points.to_string(),
            (None, 0, _) => String::new(),
            (None, attempts, _) => format!("({attempts})"),
        };
        let decided = self.decision.as_ref().map(|decision| match decision.action {
            DecidedAction::Excuse => "–†".to_owned(),
            DecidedAction::Set | DecidedAction::Void => format!("{}†", self.points),
        });
        let void = if self.voided_by.is_some() { "‡" } else { "" };
        format!("{}{void}", decided.unwrap_or(computed))
    }

    /// What the signs of the text mean; none if nothing is decided.
    pub(super) fn decided(&self, words: InstructorPages) -> Option<String> {
        let decided = self.decision.as_ref().map(|decision| match decision.action {
            DecidedAction::Excuse => words.cell_excused(decision.computed),
            DecidedAction::Set | DecidedAction::Void => {
                words.cell_set(self.points, decision.computed)
            }
        });
        let void = self.voided_by.map(|_| words.cell_void().to_owned());
        let sentences: Vec<String> = decided.into_iter().chain(void).collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// Whether there are points to show.
    pub(super) fn has_points(&self) -> bool {
        self.solved_at.is_some() || self.decision.is_some()
    }
}

impl GradedStep {
    /// Whether there is anything to see of the learner at the step.
    pub(super) fn is_tried(&self) -> bool {
        self.result.attempts > 0 || self.result.decision.is_some()
    }

    /// A step with a learner's result.
    pub(crate) fn of(step: &GradebookStep, result: &StepResult) -> Self {
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
        let text = |result: StepResult| ResultReply::from(&result).text();
        let solved =
            StepResult { attempts: 3, solved_at, computed: credit, ..StepResult::default() };
        assert_eq!(text(solved.clone()), "7.5");
        assert_eq!(text(StepResult { late: true, ..solved }), "7.5*");
        assert_eq!(text(StepResult { attempts: 3, ..StepResult::default() }), "(3)");
        assert_eq!(text(StepResult::default()), "");
    }
}
