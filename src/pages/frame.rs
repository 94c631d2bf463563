//! The frame of every page: its head, and the bar at its top.

use super::assets;
use crate::step::Language;
use crate::texts::{LanguageName, Pages};

/// The Content-Security-Policy of pages: they load the server's own files only, and no other site can show them in a frame.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What the frame of a page shows.
pub(crate) struct Frame {
    pub(crate) language: Language,
    /// The page's own path.
    pub(crate) path: String,
    /// The address that shows the page in another language, up to the language's tag.
    pub(crate) address: String,
    /// The name of the learner who is signed in.
    pub(crate) learner: Option<String>,
    /// The name of the instructor who is signed in.
    pub(crate) instructor: Option<String>,
    /// Whether the course has a scoreboard.
    pub(crate) has_scoreboard: bool,
}

impl Frame {
    /// The texts of the page.
    pub(crate) fn texts(&self) -> Pages {
        Pages(self.language)
    }

    /// The address of a file that the page loads.
    #[expect(clippy::unused_self, reason = "templates call methods")]
    pub(crate) fn asset(&self, name: &str) -> String {
        assets::address(name)
    }

    /// The languages, each with its name in itself.
    #[expect(clippy::unused_self, reason = "templates call methods")]
    pub(crate) fn languages(&self) -> impl Iterator<Item = (Language, &'static str)> {
        let english = LanguageName(Language::ENGLISH).own();
        Language::all().map(move |language| match LanguageName(language).own() {
            // A language that does not say its name is called by its tag.
            own if own == english && language != Language::ENGLISH => (language, language.tag()),
            own => (language, own),
        })
    }
}

/// The parts of a text, with whether each is code: that is what is between backticks.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.split('`').enumerate().map(|(index, part)| (!index.is_multiple_of(2), part))
}
