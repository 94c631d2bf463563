//! The pages for instructors. Every one of them works without scripts.
//!
//! | file | pages |
//! |---|---|
//! | `overview` | the course with its steps |
//! | `learners` | the class, one learner, importing a class list |
//! | `keys` | new keys, which are shown once |
//! | `extensions` | dates that were moved, and moving them |
//! | `gradebook` | who has solved what |
//! | `attempts` | attempts, and one of them again beside the reference |
//! | `statistics` | how the steps go, and what may need a talk |
//! | `instructors` | who runs the class |
//! | `again` | judging and grading again |
//!
//! Times are by the clocks of the course, as instructors write them.

pub(crate) mod again;
pub(crate) mod attempts;
pub(crate) mod extensions;
pub(crate) mod gradebook;
pub(crate) mod instructors;
pub(crate) mod keys;
pub(crate) mod learners;
pub(crate) mod overview;
pub(crate) mod statistics;

use super::frame::Frame;
use crate::app::class::Curriculum;
use crate::course::{Course, SectionName};
use crate::step::{Language, StepNumber, Timestamp};
use crate::texts::InstructorPages;

impl InstructorPages {
    /// The pages, each with its path and its name.
    pub(crate) fn tabs(self) -> [(&'static str, &'static str); 8] {
        [
            ("/instructor", self.overview()),
            ("/instructor/learners", self.learners()),
            ("/instructor/gradebook", self.gradebook()),
            ("/instructor/attempts", self.attempts()),
            ("/instructor/steps", self.statistics()),
            ("/instructor/signals", self.signals()),
            ("/instructor/extensions", self.extensions()),
            ("/instructor/instructors", self.instructors()),
        ]
    }
}

impl Frame {
    /// The texts of the pages for instructors.
    pub(crate) fn words(&self) -> InstructorPages {
        InstructorPages(self.language)
    }
}

/// Steps with their titles, for lists from which one is chosen.
pub(crate) type StepTitles = Vec<(StepNumber, String)>;

/// The steps with their titles.
fn titles(curriculum: &Curriculum, language: Language) -> StepTitles {
    let steps = curriculum.catalog.steps();
    steps.map(|step| (step.number, step.statement(language).title().to_owned())).collect()
}

/// The title of a step; its number alone if it does not exist any more.
fn title_of(curriculum: &Curriculum, step: StepNumber, language: Language) -> String {
    curriculum.catalog.get(step).map_or_else(
        || step.to_string(),
        |found| format!("{step} · {}", found.statement(language).title()),
    )
}

/// A moment on the clocks of the course; nothing without one.
fn time(course: &Course, moment: Option<Timestamp>) -> String {
    moment.map(|moment| course.local_time(moment)).unwrap_or_default()
}

/// A section that a page can be about, or the whole class.
pub(crate) struct SectionLink {
    pub(crate) name: String,
    pub(crate) path: String,
    pub(crate) is_chosen: bool,
}

/// The whole class, and its sections, at a page's path.
fn section_links(
    path: &str,
    sections: &[SectionName],
    chosen: Option<&SectionName>,
    words: InstructorPages,
) -> Vec<SectionLink> {
    let all = SectionLink {
        name: words.all_sections().to_owned(),
        path: path.to_owned(),
        is_chosen: chosen.is_none(),
    };
    let link = |section: &SectionName| SectionLink {
        name: section.to_string(),
        path: with_query(path, &[("section", section.as_str())]),
        is_chosen: chosen == Some(section),
    };
    std::iter::once(all).chain(sections.iter().map(link)).collect()
}

/// A path with a query of these fields.
fn with_query(path: &str, fields: &[(&str, &str)]) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Pages;

    #[test]
    fn each_date_has_one_word_for_learners_and_instructors() {
        for language in Language::all() {
            let (words, texts) = (InstructorPages(language), Pages(language));
            let dates = [
                (words.opens(), texts.opens("{time}")),
                (words.due(), texts.due("{time}")),
                (words.closes(), texts.closes("{time}")),
            ];
            for (word, _) in &dates {
                for (own, text) in &dates {
                    let has_word = text.to_lowercase().contains(&word.to_lowercase());
                    assert_eq!(has_word, word == own, "{word}: {text}, in {language}");
                }
            }
        }
    }
}
