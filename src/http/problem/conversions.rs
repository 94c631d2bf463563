//! Conversions from the errors of the other modules into problems: which code each error gets.

use super::{Code, Extension, Problem};
use crate::compute::PoolError;
use crate::game::record::{RecordError, WrongFormat};
use crate::game::{MoveError, NoComputersTurn, SetupError};
use crate::http::SEAT_KEY;
use crate::http::messages::{Message, message};
use crate::matches::MatchError;
use crate::step::{Diagnosis, JudgeError, Malformed, Slip, Submission, TokenError, quoted};
use crate::store::{NotAName, NotARecordName, StoreError};

impl Problem {
    /// An answer is malformed. What can be done about it is said if it is known.
    pub(in crate::http) fn malformed(
        submission: &Submission,
        malformed: &Malformed,
        diagnosis: Option<Diagnosis>,
    ) -> Self {
        let (code, extension) = match *malformed {
            Malformed::Empty { expected } => (Code::AnswerEmpty, Extension::Empty { expected }),
            Malformed::Count { expected, found } => {
                (Code::AnswerCount, Extension::Count { expected, found })
            }
            Malformed::Item { position, .. } => (Code::AnswerItem, Extension::Item { position }),
        };
        let detail = malformed.told();
        let detail = match (&diagnosis, Slip::of(submission, malformed)) {
            (Some(_), _) => detail.ended(),
            (None, Some(slip)) => detail.ended().followed_by(slip.hint()),
            (None, None) => detail,
        };
        Self::new(code, detail).with(extension).explained(diagnosis)
    }
}

impl From<TokenError> for Problem {
    fn from(error: TokenError) -> Self {
        let (code, detail) = match error {
            TokenError::Forged => (Code::TaskForged, message(Message::TaskForged).clone()),
            TokenError::Foreign => (Code::TaskForeign, message(Message::TaskForeign).clone()),
            TokenError::OtherStep(step) => {
                (Code::TaskStep, message(Message::TaskStep).with(&[("step", &step)]))
            }
            TokenError::Outdated => (Code::TaskOutdated, message(Message::TaskOutdated).clone()),
            TokenError::Expired => (Code::TaskExpired, message(Message::TaskExpired).clone()),
        };
        Self::new(code, detail)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NameTaken => {
                Self::new(Code::LearnerTaken, "another learner has this name; choose another one")
            }
            StoreError::RecordTaken => Self::new(
                Code::RecordTaken,
                "you already have a record with this name; choose another one",
            ),
            StoreError::MatchChanged => Self::new(
                Code::GameChanged,
                "the match has changed in the meantime; fetch it again",
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

impl From<SetupError> for Problem {
    fn from(error: SetupError) -> Self {
        Self::new(Code::GameForm, error.to_string())
    }
}

impl From<MatchError> for Problem {
    fn from(error: MatchError) -> Self {
        let text = error.to_string();
        match error {
            MatchError::Unknown(id) => Self::unknown_match(id.as_str()),
            MatchError::Changed => Self::new(Code::GameChanged, format!("{text}; fetch it again")),
            MatchError::SeatMissing => Self::new(
                Code::SeatMissing,
                format!("send the seat's key in the header `{SEAT_KEY}`; POST /games gave it"),
            ),
            MatchError::SeatKey => {
                Self::new(Code::SeatKey, format!("{text}; expected one that POST /games gave"))
            }
            MatchError::Turn { .. } => Self::new(Code::MoveTurn, text),
            MatchError::Move(MoveError::Form(_)) => Self::new(Code::MoveForm, text),
            MatchError::Move(MoveError::Illegal(_)) => Self::new(Code::MoveIllegal, text),
            MatchError::Move(MoveError::Over) | MatchError::Advance(NoComputersTurn::Over) => {
                Self::new(Code::MoveOver, text)
            }
            MatchError::Undo(_) => Self::new(Code::UndoNothing, text),
            MatchError::UndoInStep(_) => Self::new(
                Code::UndoStep,
                format!("{text}; create another match with the same token"),
            ),
            MatchError::Advance(NoComputersTurn::Human(_)) => Self::new(Code::AdvanceHuman, text),
            MatchError::Task(_) | MatchError::Broken { .. } | MatchError::Unsaved(_) => {
                Self::new(Code::ServerError, text)
            }
            MatchError::Pool(error) => error.into(),
            MatchError::Store(error) => error.into(),
        }
    }
}

impl Problem {
    /// There is no match with this id.
    pub(in crate::http) fn unknown_match(id: &str) -> Self {
        let detail = format!("there is no match {}; POST /games creates one", quoted(id));
        Self::new(Code::GameUnknown, detail)
    }
}

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Self {
        let code = match error {
            PoolError::Busy(_) => Code::LimitBusy,
            PoolError::Failed(_) => Code::ServerError,
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
