//! The frame of every page: its head, and the bar at its top.

use super::assets;
use super::texts::Texts;
use crate::step::Language;

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
    pub(crate) fn texts(&self) -> &'static Texts {
        Texts::of(self.language)
    }

    /// The address of a file that the page loads.
    #[expect(clippy::unused_self, reason = "templates call methods")]
    pub(crate) fn asset(&self, name: &str) -> String {
        assets::address(name)
    }

    /// The languages, each with its name in itself.
    #[expect(clippy::unused_self, reason = "templates call methods")]
    pub(crate) fn languages(&self) -> [(Language, &'static str); 3] {
        Language::ALL.map(|language| match language {
            Language::English => (language, "English"),
            Language::Chinese => (language, "中文"),
            Language::Japanese => (language, "日本語"),
        })
    }
}
