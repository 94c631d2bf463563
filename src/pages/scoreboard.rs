//! The page of the scoreboard.

use askama::Template;

use super::frame::Frame;

/// The standings of the class, or of a section.
#[derive(Template)]
#[template(path = "scoreboard.html")]
pub(crate) struct ScoreboardPage {
    pub(crate) frame: Frame,
    /// The name of the course.
    pub(crate) course: Option<String>,
    /// The time zone of the times, as the IANA calls it, and a sentence that names it.
    pub(crate) zone: String,
    pub(crate) times: String,
    pub(crate) sections: Vec<SectionView>,
    pub(crate) rows: Vec<StandingView>,
    /// Whether all sections are shown.
    pub(crate) is_of_all: bool,
    /// Where the same is told live.
    pub(crate) events: String,
    /// Whether the reader may choose a nickname.
    pub(crate) can_choose_nickname: bool,
}

/// A section that can be chosen.
pub(crate) struct SectionView {
    pub(crate) name: String,
    pub(crate) query: String,
    pub(crate) is_shown: bool,
}

/// A learner in the standings.
pub(crate) struct StandingView {
    pub(crate) rank: usize,
    pub(crate) nickname: Option<String>,
    pub(crate) section: Option<String>,
    pub(crate) points: String,
    pub(crate) solved: u32,
    /// By the clocks of the course.
    pub(crate) last: Option<String>,
    /// Whether it is the reader.
    pub(crate) is_own: bool,
}
