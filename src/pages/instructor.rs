//! What the pages for instructors have in common. Every one of them works without scripts.
//!
//! Times are by the clocks of the course, as instructors write them.

use data_encoding::BASE64;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::class::ImportedLearner;
use crate::app::class::signals::Certainty;
use crate::course::{Detail, LearnerKey, LearnerName, RosterColumn, RosterField, SectionName};
use crate::pages::frame::Frame;
use crate::store::StoredVerdict;
use crate::texts::InstructorPages;

impl InstructorPages {
    /// The pages, each with its path and its name.
    pub(crate) fn tabs(self) -> [(&'static str, &'static str); 9] {
        [
            ("/instructor", self.overview()),
            ("/instructor/learners", self.learners()),
            ("/instructor/gradebook", self.gradebook()),
            ("/instructor/attempts", self.attempts()),
            ("/instructor/steps", self.statistics()),
            ("/instructor/signals", self.signals()),
            ("/instructor/extensions", self.extensions()),
            ("/instructor/decisions", self.decisions()),
            ("/instructor/instructors", self.instructors()),
        ]
    }

    /// The label of something that a class list says of a learner.
    pub(crate) fn label(self, field: RosterField) -> String {
        field.label().render(self.0).into_owned()
    }

    /// The label of a column of a class list.
    pub(crate) fn column(self, column: RosterColumn) -> String {
        match column {
            RosterColumn::Field(field) => self.label(field),
            RosterColumn::GivenName => self.given_name().to_owned(),
            RosterColumn::FamilyName => self.family_name().to_owned(),
        }
    }

    /// The details in the order of pages, each with its key and its label.
    pub(crate) fn details(self) -> impl Iterator<Item = (&'static str, String)> {
        let details = Detail::ALL.into_iter().rev();
        details.map(move |detail| (detail.spec().key, self.label(RosterField::Detail(detail))))
    }
}

impl StoredVerdict {
    /// The verdict in a word.
    pub(crate) fn word(&self, words: InstructorPages) -> &'static str {
        if self.is_accepted() { words.right() } else { words.wrong() }
    }
}

impl Certainty {
    /// The certainty in a word.
    pub(crate) fn word(self, words: InstructorPages) -> &'static str {
        match self {
            Self::Certain => words.certain(),
            Self::Likely => words.likely(),
            Self::Possible => words.possible(),
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

/// A name with its new key.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewKey {
    is_success: bool,
    name: String,
    /// The key. It is shown only in this reply: the server stores its hash.
    key: String,
}

/// The page with somebody's new key.
#[derive(askama::Template)]
#[template(path = "instructor/key.html")]
pub(crate) struct KeyPage {
    frame: Frame,
    title: String,
    keys: Vec<ImportedLearner>,
    /// Where the link leads.
    back: String,
}

impl NewKey {
    pub(crate) fn of(name: &LearnerName, key: &LearnerKey) -> Self {
        Self { is_success: true, name: name.to_string(), key: key.reveal().to_owned() }
    }

    /// The page that shows the key, from which a link leads back.
    pub(crate) fn page(self, frame: Frame, back: String) -> KeyPage {
        let Self { name, key, .. } = self;
        let title = frame.words().key_of(&name);
        let learner = ImportedLearner { name, key, ..ImportedLearner::default() };
        KeyPage { frame, title, keys: vec![learner], back }
    }
}

/// New keys as a file: a line for each.
pub(crate) fn keys_csv(keys: &[ImportedLearner]) -> String {
    ImportedLearner::table(keys, false)
}

/// The address of the file, which has the whole file in it: it is not on the server.
pub(crate) fn keys_download(keys: &[ImportedLearner]) -> String {
    // With a byte order mark, by which spreadsheets know the encoding.
    let file = format!("\u{feff}{}", keys_csv(keys));
    format!("data:text/csv;charset=utf-8;base64,{}", BASE64.encode(file.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::Details;
    use crate::step::Language;
    use crate::texts::Pages;

    #[test]
    fn keys_are_a_file_of_names_and_keys() {
        let mut details = Details::default();
        details.set(Detail::Email, "ada@example.org").unwrap();
        let (name, section) = ("Ada, Countess".to_owned(), "A".parse().ok());
        let keys = [ImportedLearner { line: 2, name, key: "gk_1".to_owned(), section, details }];
        let expected = "name,key,section,email\r\n\"Ada, Countess\",gk_1,A,ada@example.org\r\n";
        assert_eq!(keys_csv(&keys), expected);
        let download = keys_download(&keys);
        let (_, file) = download.split_once(',').unwrap();
        let file = BASE64.decode(file.as_bytes()).unwrap();
        assert_eq!(String::from_utf8(file).unwrap(), format!("\u{feff}{}", keys_csv(&keys)));
    }

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
