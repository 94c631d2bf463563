//! A learner: what registration returns, and what the server knows of the one who asks.

use serde::Deserialize;

use super::credentials::{Credentials, Key};
use crate::StepNumber;

/// A new learner. The key is shown this once: keep it.
#[derive(Clone, Debug, Deserialize)]
pub struct Registration {
    /// The learner's name.
    pub name: String,
    /// The learner's key.
    pub key: Key,
}

impl From<Registration> for Credentials {
    fn from(new: Registration) -> Self {
        Self::Bearer(new.key)
    }
}

/// The learner who asks, and how far they have come: `GET /me`.
#[derive(Clone, Debug, Deserialize)]
pub struct Learner {
    /// The learner's name.
    pub name: String,
    /// The steps solved so far.
    pub solved: Vec<StepNumber>,
    /// The sum of their points.
    pub points: u32,
    /// How many answers were judged.
    pub attempts: u64,
    /// The address of the next step; `None` when all are solved.
    pub next: Option<String>,
}
