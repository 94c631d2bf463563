//! The pages that a learner has for themselves.

use askama::Template;

use super::frame::Frame;
use super::models::FormView;
use crate::step::StepNumber;

/// What the server knows of a learner, and what they can do about it.
#[derive(Template)]
#[template(path = "me.html")]
pub(crate) struct MePage {
    pub(crate) frame: Frame,
    pub(crate) name: String,
    /// The name of the course.
    pub(crate) course: Option<String>,
    pub(crate) section: Option<String>,
    /// Points and solved steps in words.
    pub(crate) progress: String,
    /// The form for the name on the scoreboard; none where the scoreboard shows no names.
    pub(crate) nickname: Option<FormView>,
    pub(crate) name_limit: usize,
    pub(crate) has_scoreboard: bool,
}

/// The receipts of a learner.
#[derive(Template)]
#[template(path = "receipts.html")]
pub(crate) struct ReceiptsPage {
    pub(crate) frame: Frame,
    /// The name of the learner.
    pub(crate) name: String,
    pub(crate) receipts: Vec<ReceiptView>,
    /// Of which time zone the times are, as a sentence.
    pub(crate) times: String,
    /// The address of the keys that verify them.
    pub(crate) keys: String,
}

/// A receipt.
pub(crate) struct ReceiptView {
    pub(crate) step: StepNumber,
    pub(crate) title: String,
    /// In words.
    pub(crate) points: String,
    /// By the clocks of the course.
    pub(crate) at: String,
    /// The receipt itself.
    pub(crate) receipt: String,
}
