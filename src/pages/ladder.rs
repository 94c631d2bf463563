//! The ladder: all steps by track, as data and as a page.

use askama::Template;
use serde::Serialize;
use utoipa::ToSchema;

use super::frame::Frame;
use super::step_dates::StepDates;
use crate::game::GameName;
use crate::step::StepNumber;
use crate::wire::decision::LearnersDecision;

/// All steps, by track.
#[derive(Serialize, ToSchema)]
pub(crate) struct Ladder {
    pub(crate) is_success: bool,
    pub(crate) name: &'static str,
    /// The name of the learner, if the caller is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) learner: Option<String>,
    /// The name of the instructor, if the caller is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instructor: Option<String>,
    pub(crate) tracks: Vec<Track>,
}

/// The steps of one game, easy to hard.
#[derive(Serialize, ToSchema)]
pub(crate) struct Track {
    // The name that the steps give it.
    #[serde(rename = "track")]
    pub(crate) id: String,
    /// The name in the language of the reply.
    #[serde(skip)]
    pub(crate) name: String,
    #[serde(skip)]
    pub(crate) game: Option<GameName>,
    pub(crate) steps: Vec<LadderStep>,
}

/// One step of the ladder.
#[derive(Serialize, ToSchema)]
pub(crate) struct LadderStep {
    /// The step's number, two digits.
    #[schema(value_type = String)]
    pub(crate) step: StepNumber,
    pub(crate) kind: String,
    /// In the language of the reply.
    pub(crate) title: String,
    pub(crate) points: u32,
    #[serde(flatten)]
    pub(crate) dates: StepDates,
    /// Whether the learner has solved it; absent for an anonymous caller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solved: Option<bool>,
    /// What instructors have decided about the learner's result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) decisions: Vec<LearnersDecision>,
    /// Whether it does not count for the learner.
    #[serde(skip)]
    pub(crate) is_excused: bool,
    #[serde(skip)]
    pub(crate) is_tried: bool,
    #[serde(skip)]
    pub(crate) is_closed: bool,
    /// The dates in words, on a page.
    #[serde(skip)]
    pub(crate) in_words: Option<String>,
    pub(crate) url: String,
    pub(crate) statement: String,
}

/// The ladder as a page.
#[derive(Template)]
#[template(path = "ladder.html")]
pub(crate) struct LadderPage {
    pub(crate) frame: Frame,
    pub(crate) base_url: String,
    /// Of which time zone the dates are, as a sentence; none if no step has any.
    pub(crate) times: Option<String>,
    pub(crate) tracks: Vec<Track>,
    /// The first step that a learner has not solved.
    pub(crate) next: Option<StepNumber>,
}

impl LadderPage {
    /// The steps and points of a track, in words.
    fn summary(&self, track: &Track) -> String {
        let texts = self.frame.texts();
        let points = |counts: fn(&LadderStep) -> bool| -> u32 {
            track.counted().filter(|step| counts(step)).map(|step| step.points).sum()
        };
        let (count, all) = (track.counted().count(), points(|_| true));
        match track.solved() {
            Some(solved) => {
                texts.progress(solved, count, points(|step| step.solved == Some(true)), all)
            }
            None => texts.track_total(count, all),
        }
    }

    /// What a learner has done with a step: the class of its element, and a word.
    fn state(&self, step: &LadderStep) -> (&'static str, Option<&'static str>) {
        let texts = self.frame.texts();
        if step.solved == Some(true) {
            ("solved", Some(texts.solved()))
        } else if self.next == Some(step.step) {
            ("next", Some(texts.next()))
        } else if step.is_tried {
            ("tried", Some(texts.tried()))
        } else {
            ("open", None)
        }
    }
}

impl Track {
    /// The steps that are not excused.
    fn counted(&self) -> impl Iterator<Item = &LadderStep> {
        self.steps.iter().filter(|step| !step.is_excused)
    }

    /// How many steps the learner has solved; none without a learner.
    fn solved(&self) -> Option<usize> {
        self.counted().map(|step| step.solved.map(usize::from)).sum()
    }
}
