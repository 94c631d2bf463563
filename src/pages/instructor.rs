//! What the pages for instructors have in common. Every one of them works without scripts.
//!
//! Times are by the clocks of the course, as instructors write them.

use crate::app::class::RecordedVerdict;
use crate::course::SectionName;
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

impl RecordedVerdict {
    /// The verdict in a word.
    pub(crate) fn name(self, words: InstructorPages) -> &'static str {
        match self {
            Self::Accepted => words.right(),
            Self::Wrong => words.wrong(),
        }
    }
}

/// The sections that a page can be about, besides the whole class.
pub(crate) struct SectionLinks {
    /// The path of the page.
    pub(crate) path: &'static str,
    pub(crate) sections: Vec<SectionName>,
    pub(crate) chosen: Option<SectionName>,
}

impl SectionLinks {
    /// The address of the page about a section.
    pub(crate) fn address(&self, section: &SectionName) -> String {
        with_query(self.path, [("section", section.as_str())])
    }
}

/// A path with a query of these fields.
pub(crate) fn with_query<V: AsRef<str>>(
    path: &str,
    fields: impl IntoIterator<Item = (&'static str, V)>,
) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    format!("{path}?{query}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Language;
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
