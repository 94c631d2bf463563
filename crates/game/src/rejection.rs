//! Why names, setups and records are rejected.

use gradus_step::Text;
use thiserror::Error;

/// Why a setup or a record is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// It cannot be read: another form, or cut off.
    #[error("{}", .0.english())]
    Form(Text),
    /// It can be read, but no such game can be played, or can have been played.
    #[error("{}", .0.english())]
    Illegal(Text),
}

impl Rejection {
    /// What is wrong.
    pub fn message(&self) -> Text {
        match self {
            Self::Form(message) | Self::Illegal(message) => message.clone(),
        }
    }
}

/// Nothing of this kind has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no {kind} {name:?}")]
pub struct UnknownName {
    kind: &'static str,
    name: String,
}

impl UnknownName {
    pub(super) fn new(kind: &'static str, name: &str) -> Self {
        Self { kind, name: name.to_owned() }
    }
}
