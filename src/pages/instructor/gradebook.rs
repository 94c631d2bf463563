//! Who has solved what.

use askama::Template;

use super::{SectionLink, section_links, with_query};
use crate::course::{
    Credit, GradeRow, Gradebook, GradebookStep, LearnerId, SectionName, StepResult,
};
use crate::pages::frame::Frame;

/// The gradebook of the class or of a section.
#[derive(Template)]
#[template(path = "instructor/gradebook.html")]
pub(crate) struct GradebookPage {
    pub(crate) frame: Frame,
    sections: Vec<SectionLink>,
    summary: String,
    steps: Vec<GradebookStep>,
    /// The points of all steps.
    points: Credit,
    rows: Vec<Row>,
    /// The path of each file, its name, and what it is for.
    downloads: Vec<(String, &'static str, &'static str)>,
}

/// A learner with the results.
struct Row {
    id: LearnerId,
    name: String,
    section: String,
    total: Credit,
    solved: u32,
    results: Vec<Cell>,
}

/// A result at a step.
struct Cell {
    /// The points with a star for a late answer; without a right answer, how many were wrong, in brackets.
    text: String,
    is_solved: bool,
}

/// The path of the page and its files.
const PATH: &str = "/instructor/gradebook";

impl GradebookPage {
    /// The page of a gradebook.
    pub(crate) fn new(
        frame: Frame,
        gradebook: Gradebook,
        sections: &[SectionName],
        chosen: Option<&SectionName>,
    ) -> Self {
        let words = frame.words();
        let Gradebook { steps, rows } = gradebook;
        let file = |format, columns| {
            let fields = [("format", format), ("columns", columns)];
            let section = chosen.map(|section| ("section", section.as_str()));
            with_query(PATH, &fields.into_iter().chain(section).collect::<Vec<_>>())
        };
        Self {
            sections: section_links(PATH, sections, chosen, words),
            summary: words.class_size(rows.len()),
            points: steps.iter().map(|step| Credit::of_points(step.points)).sum(),
            rows: rows.into_iter().map(Row::from).collect(),
            downloads: vec![
                (file("csv", "steps"), words.file_csv(), words.file_csv_lead()),
                (file("moodle", "steps"), words.file_moodle(), words.file_moodle_lead()),
                (file("moodle", "total"), words.file_moodle_total(), words.file_total_lead()),
                (file("canvas", "steps"), words.file_canvas(), words.file_canvas_lead()),
                (file("canvas", "total"), words.file_canvas_total(), words.file_total_lead()),
            ],
            steps,
            frame,
        }
    }
}

impl From<GradeRow> for Row {
    fn from(row: GradeRow) -> Self {
        let GradeRow { learner, results, total, solved, .. } = row;
        Self {
            id: learner.id,
            name: learner.name.to_string(),
            section: learner.section.map(|section| section.to_string()).unwrap_or_default(),
            total,
            solved,
            results: results.into_iter().map(Cell::from).collect(),
        }
    }
}

impl From<StepResult> for Cell {
    fn from(result: StepResult) -> Self {
        let StepResult { attempts, solved_at, late, credit } = result;
        let text = match (solved_at, attempts, late) {
            (Some(_), _, true) => format!("{credit}*"),
            (Some(_), _, false) => credit.to_string(),
            (None, 0, _) => String::new(),
            (None, attempts, _) => format!("({attempts})"),
        };
        Self { text, is_solved: solved_at.is_some() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Timestamp;

    #[test]
    fn a_cell_says_what_was_earned_or_how_often_it_was_tried() {
        let solved_at = Some(Timestamp::from_seconds(5));
        let credit = Credit::from_hundredths(750);
        let text = |result| Cell::from(result).text;
        let solved = StepResult { attempts: 3, solved_at, late: false, credit };
        assert_eq!(text(solved), "7.5");
        assert_eq!(text(StepResult { late: true, ..solved }), "7.5*");
        assert_eq!(text(StepResult { attempts: 3, ..StepResult::default() }), "(3)");
        assert_eq!(text(StepResult::default()), "");
    }
}
