//! The errors of the modules below, as problems: for each of them, which code it gets.

use super::{Code, Extension, Problem};
use crate::game::record::{RecordError, WrongFormat};
use crate::game::{MoveError, NoComputersTurn, NoSuchRules, NothingToUndo};
use crate::step::{JudgeError, Malformed, TokenError};
use crate::store::{NotAName, NotARecordName, StoreError};

impl From<Malformed> for Problem {
    fn from(malformed: Malformed) -> Self {
        let (code, extension) = match malformed {
            Malformed::Empty { expected } => (Code::AnswerEmpty, Extension::Empty { expected }),
            Malformed::Count { expected, found } => {
                (Code::AnswerCount, Extension::Count { expected, found })
            }
            Malformed::Item { position, .. } => (Code::AnswerItem, Extension::Item { position }),
        };
        Self::new(code, malformed.to_string()).with(extension)
    }
}

impl From<TokenError> for Problem {
    fn from(error: TokenError) -> Self {
        let (code, help) = match error {
            TokenError::Forged => (Code::TaskForged, "send the step's `task` unchanged"),
            TokenError::Foreign => (
                Code::TaskForeign,
                "fetch and answer a task with the same key, or both without one from the same address",
            ),
            TokenError::OtherStep(_) => (Code::TaskStep, "answer at that step's address"),
            TokenError::Revision => (Code::TaskRevision, "fetch the step again"),
            TokenError::Expired => (Code::TaskExpired, "fetch the step again"),
        };
        Self::new(code, format!("{error}: {help}"))
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NameTaken => {
                Self::new(Code::LearnerTaken, "another learner has this name: choose another one")
            }
            StoreError::RecordTaken => {
                Self::new(Code::RecordTaken, "you have a record of this name: choose another one")
            }
            StoreError::GameChanged => Self::new(
                Code::GameChanged,
                "somebody has moved or taken back meanwhile: look at the match again",
            ),
            StoreError::Database(text) => Self::new(Code::StoreFailed, text),
        }
    }
}

impl From<NotAName> for Problem {
    fn from(error: NotAName) -> Self {
        let expected = "expected 1 to 64 letters, digits, blanks or . _ - – ' ’ + @";
        Self::new(Code::LearnerName, format!("{error}; {expected}"))
    }
}

impl From<NotARecordName> for Problem {
    fn from(error: NotARecordName) -> Self {
        Self::new(Code::RecordName, error.to_string())
    }
}

impl From<NoSuchRules> for Problem {
    fn from(error: NoSuchRules) -> Self {
        Self::new(Code::GameForm, error.to_string())
    }
}

impl From<MoveError> for Problem {
    fn from(error: MoveError) -> Self {
        let code = match error {
            MoveError::Form(_) => Code::MoveForm,
            MoveError::Illegal(_) => Code::MoveIllegal,
            MoveError::Over => Code::MoveOver,
        };
        Self::new(code, error.to_string())
    }
}

impl From<NothingToUndo> for Problem {
    fn from(error: NothingToUndo) -> Self {
        Self::new(Code::UndoNothing, error.to_string())
    }
}

impl From<NoComputersTurn> for Problem {
    fn from(error: NoComputersTurn) -> Self {
        let code = match error {
            NoComputersTurn::Human(_) => Code::AdvanceHuman,
            NoComputersTurn::Over => Code::MoveOver,
        };
        Self::new(code, error.to_string())
    }
}

impl From<RecordError> for Problem {
    fn from(error: RecordError) -> Self {
        let code = match error {
            RecordError::Form(_) => Code::RecordForm,
            RecordError::Illegal(_) => Code::RecordIllegal,
        };
        Self::new(code, error.to_string())
    }
}

impl From<WrongFormat> for Problem {
    fn from(error: WrongFormat) -> Self {
        Self::new(Code::RecordFormat, error.to_string())
    }
}

impl From<JudgeError> for Problem {
    fn from(error: JudgeError) -> Self {
        Self::new(Code::JudgeError, error.to_string())
    }
}
