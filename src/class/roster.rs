//! Importing a class list.

use serde::Serialize;
use thiserror::Error;

use super::ClassError;
use crate::course::{Learner, LearnerId, RosterFault, RosterRow};
use crate::step::Timestamp;
use crate::store::{RosterEntry, Store};

/// What is done with somebody who has registered by themselves under a name that is on the class list: it may be somebody else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnRegistered {
    /// The list is refused, and names them.
    #[default]
    Refuse,
    /// They are the learner on the list, and keep their key.
    Keep,
    /// They are the learner on the list, and get a new key.
    Rekey,
}

/// What an import would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterPlan {
    /// The new learners.
    pub add: Vec<RosterRow>,
    /// The learners who change, with what the list says; the flag says whether they get a new key.
    pub change: Vec<(LearnerId, RosterRow, NewKey)>,
    /// How many stay as they are.
    pub unchanged: usize,
    /// The learners on the roster who are not on the list; they stay.
    pub missing: Vec<Learner>,
}

/// Whether a learner gets a new key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewKey {
    /// The key stays.
    No,
    /// A new one is made.
    Yes,
}

/// What an import has done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RosterReport {
    /// Those who have a new key, in the order of the list. The keys are shown only here.
    pub keys: Vec<ImportedLearner>,
    /// How many were added.
    pub added: usize,
    /// How many were changed.
    pub changed: usize,
    /// How many stayed as they are.
    pub unchanged: usize,
    /// The names of learners on the roster who are not on the list; they stay.
    pub missing: Vec<String>,
}

/// A learner with a new key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ImportedLearner {
    /// The name.
    pub name: String,
    /// The key.
    pub key: String,
}

/// Why a class list is not imported. Nothing of it is.
#[derive(Debug, Error)]
pub enum ImportError {
    /// All that is wrong with the list.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<RosterFault>),
    /// The store failed.
    #[error(transparent)]
    Class(#[from] ClassError),
}

/// Plans an import: a row is a known learner by the student id, else by the e-mail address, else by the name.
pub fn plan(
    rows: Vec<RosterRow>,
    known: &[RosterEntry],
    on_registered: OnRegistered,
) -> Result<RosterPlan, Vec<RosterFault>> {
    todo!()
}

/// Carries out a plan, and makes the keys.
pub async fn import(store: &dyn Store, plan: RosterPlan, at: Timestamp) -> Result<RosterReport, ImportError> {
    todo!()
}

/// The learner whom an instructor names: by `#37`, the id, or by the name.
pub async fn find_learner(store: &dyn Store, named: &str) -> Result<Option<RosterEntry>, ClassError> {
    todo!()
}
