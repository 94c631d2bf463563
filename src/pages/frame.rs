//! The frame of every page: its head, and the bar at its top.

use std::borrow::Borrow;
use std::sync::Arc;

use super::assets;
use crate::app::class::Curriculum;
use crate::course::ScoreboardNames;
use crate::step::{Language, StepNumber, Timestamp};
use crate::texts::{InstructorPages, LanguageName, Pages};

/// The Content-Security-Policy of pages: they load the server's own files only, and no other site can show them in a frame.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What the frame of a page shows.
pub(crate) struct Frame {
    pub(crate) language: Language,
    /// What the server's paths begin with in every link.
    pub(crate) prefix: String,
    /// The page's own path.
    pub(crate) path: String,
    /// The path that shows the page in another language, up to the language's tag.
    pub(crate) address: String,
    /// The name of the learner who is signed in.
    pub(crate) learner: Option<String>,
    /// The name of the instructor who is signed in.
    pub(crate) instructor: Option<String>,
    /// The steps, and the rules of the course.
    pub(crate) curriculum: Arc<Curriculum>,
}

impl Frame {
    /// The texts of the page.
    pub(crate) fn texts(&self) -> Pages {
        Pages(self.language)
    }

    /// The texts of the pages for instructors.
    pub(crate) fn words(&self) -> InstructorPages {
        InstructorPages(self.language)
    }

    /// The name of the course, if it has one.
    pub(crate) fn course(&self) -> Option<&str> {
        self.curriculum.course.name.as_deref()
    }

    /// Whether the course has a scoreboard.
    pub(crate) fn has_scoreboard(&self) -> bool {
        self.curriculum.course.scoreboard != ScoreboardNames::Off
    }

    /// Whether the page is one below this tab, such as that of an attempt. The overview has none.
    pub(crate) fn is_below(&self, tab: &str) -> bool {
        let below = self.path.strip_prefix(tab).is_some_and(|rest| rest.starts_with('/'));
        below && tab != "/instructor"
    }

    /// A moment on the clocks of the course.
    pub(crate) fn time(&self, moment: impl Borrow<Timestamp>) -> String {
        self.curriculum.course.local_time(*moment.borrow())
    }

    /// A moment on the clocks of the course; empty without one.
    pub(crate) fn date(&self, moment: impl Borrow<Option<Timestamp>>) -> String {
        moment.borrow().map(|moment| self.time(moment)).unwrap_or_default()
    }

    /// The last second of a phase on the clocks of the course; empty without one.
    pub(crate) fn end(&self, moment: impl Borrow<Option<Timestamp>>) -> String {
        moment.borrow().map(|end| self.curriculum.course.local_end(end)).unwrap_or_default()
    }

    /// Whose clocks the page's times are by, in words.
    pub(crate) fn clocks(&self) -> String {
        self.words().clocks(self.curriculum.course.zone_name())
    }

    /// The steps with their titles, for lists from which one is chosen.
    pub(crate) fn step_titles(&self) -> impl Iterator<Item = (StepNumber, &str)> {
        let steps = self.curriculum.steps.iter();
        steps.map(|step| (step.number, step.statement(self.language).title()))
    }

    /// The number of a step, and its title as long as the step exists.
    pub(crate) fn step_title(&self, step: impl Borrow<StepNumber>) -> String {
        let step = *step.borrow();
        self.curriculum.steps.get(step).map_or_else(
            || step.to_string(),
            |found| format!("{step} · {}", found.statement(self.language).title()),
        )
    }

    /// The address of a file that the page loads.
    pub(crate) fn asset(&self, name: &str) -> String {
        assets::address(&self.prefix, name)
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
