//! Conversions from the errors of the other modules into problems: which code each error gets.

use std::time::Duration;

use crate::app::class::{ClassError, ImportError};
use crate::app::compute::PoolError;
use crate::app::matches::MatchError;
use crate::app::rates::RateError;
use crate::course::{NotAName, RosterDiagnostic};
use crate::game::record::{RecordError, WrongFormat};
use crate::game::{
    MoveError, NoComputersTurn, NotByRules, NothingToUndo, SetupError, TooManyMoves,
};
use crate::step::{Diagnosis, JudgeError, Malformed, TRIES, TokenError, Translated, quoted};
use crate::store::{NotARecordName, RecordName, Refusal, StoreError};
use crate::wire::extract::SEAT_KEY;
use crate::wire::messages::{Message, message};
use crate::wire::problem::{Code, Extension, FaultReply, Problem};

impl Problem {
    /// An answer is malformed. What can be done about it is said: why it is so, or at least the hint on its format, if one is known.
    pub(crate) fn malformed(
        malformed: &Malformed,
        diagnosis: Option<Diagnosis>,
        hint: Option<&Translated>,
    ) -> Self {
        let (code, extension) = match *malformed {
            Malformed::Empty { expected } => (Code::AnswerEmpty, Extension::Empty { expected }),
            Malformed::Count { expected, found } => {
                (Code::AnswerCount, Extension::Count { expected, found })
            }
            Malformed::Item { position, .. } => (Code::AnswerItem, Extension::Item { position }),
        };
        let detail = malformed.told();
        let detail = match (&diagnosis, hint) {
            (Some(_), _) => detail.ended(),
            (None, Some(hint)) => detail.ended().followed_by(hint),
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
            TokenError::Future => (Code::TaskFuture, message(Message::TaskFuture).clone()),
        };
        Self::new(code, detail)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NameTaken => {
                Self::new(Code::LearnerTaken, message(Message::NameTaken).clone())
            }
            StoreError::LearnerUnknown => {
                Self::new(Code::AuthKey, message(Message::AuthKey).clone())
            }
            StoreError::MemberTaken => {
                Self::new(Code::MemberTaken, message(Message::MemberTaken).clone())
            }
            StoreError::InstructorTaken => {
                Self::new(Code::InstructorTaken, message(Message::InstructorTaken).clone())
            }
            StoreError::EntryUnknown => {
                Self::new(Code::EntryUnknown, message(Message::EntryUnknown).clone())
            }
            StoreError::TooManyRecords(limit) => Self::new(
                Code::LimitRecords,
                message(Message::LimitRecords).with(&[("limit", &limit)]),
            ),
            StoreError::RecordTaken => {
                Self::new(Code::RecordTaken, message(Message::RecordTaken).clone())
            }
            StoreError::RecordUnknown => {
                Self::new(Code::RecordUnknown, message(Message::RecordUnknown).clone())
            }
            StoreError::MatchChanged => {
                Self::new(Code::GameChanged, message(Message::GameChanged).clone())
            }
            StoreError::Database(text) => Self::internal(Code::StoreFailed, text),
        }
    }
}

impl From<ClassError> for Problem {
    fn from(error: ClassError) -> Self {
        match error {
            ClassError::Store(error) => error.into(),
            ClassError::NoRandom(_) => Self::internal(Code::ServerError, error.to_string()),
        }
    }
}

impl From<ImportError> for Problem {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Diagnostics(faults) => Self::invalid_roster(faults),
            ImportError::Class(error) => error.into(),
        }
    }
}

impl Problem {
    /// A class list is not imported. The detail has the first fault.
    pub(crate) fn invalid_roster(faults: Vec<RosterDiagnostic>) -> Self {
        let (line, what, help) = faults
            .first()
            .map_or((0, "", ""), |first| (first.line, first.what.as_str(), first.help.as_str()));
        let detail = message(Message::RosterInvalid).with(&[
            ("count", &faults.len()),
            ("line", &line),
            ("what", &what),
            ("help", &help),
        ]);
        let faults = faults.into_iter().map(FaultReply::from).collect();
        Self::new(Code::RosterInvalid, detail).with(Extension::Faults { faults })
    }

    /// There is no learner with this id.
    pub(crate) fn unknown_learner(id: &str) -> Self {
        let detail = message(Message::LearnerUnknown).with(&[("id", &quoted(id))]);
        Self::new(Code::LearnerUnknown, detail)
    }

    /// There is no learner of this name or id.
    pub(crate) fn nobody_named(named: &str) -> Self {
        let detail = message(Message::NobodyNamed).with(&[("named", &quoted(named))]);
        Self::new(Code::LearnerUnknown, detail)
    }

    /// There is no extension with this id.
    pub(crate) fn unknown_extension(id: &str) -> Self {
        let detail = message(Message::ExtensionUnknown).with(&[("id", &quoted(id))]);
        Self::new(Code::ExtensionUnknown, detail)
    }

    /// There is no instructor with this id.
    pub(crate) fn unknown_instructor(id: &str) -> Self {
        let detail = message(Message::InstructorUnknown).with(&[("id", &quoted(id))]);
        Self::new(Code::InstructorUnknown, detail)
    }

    /// There is no attempt with this id.
    pub(crate) fn unknown_attempt(id: &str) -> Self {
        let detail = message(Message::AttemptUnknown).with(&[("id", &quoted(id))]);
        Self::new(Code::AttemptUnknown, detail)
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let (code, told, seconds) = match refusal {
            Refusal::Closed => {
                let detail = message(Message::TaskClosed).with(&[("tries", &TRIES)]);
                return Self::new(Code::TaskClosed, detail);
            }
            Refusal::CoolingDown(seconds) => (Code::LimitCooldown, Message::LimitCooldown, seconds),
            Refusal::DayIsFull(seconds) => (Code::LimitAttempts, Message::LimitAttempts, seconds),
        };
        let retry_after = u32::try_from(seconds).unwrap_or(u32::MAX);
        Self::new(code, message(told).with(&[("seconds", &seconds)]))
            .with(Extension::Retry { retry_after })
    }
}

impl From<NotAName> for Problem {
    fn from(error: NotAName) -> Self {
        let detail = match error {
            NotAName::Empty => message(Message::NameEmpty).clone(),
            NotAName::Long(count) => message(Message::NameLong).with(&[("count", &count)]),
            NotAName::Character { found, position } => {
                let found = format!("{found:?}");
                message(Message::NameCharacter).with(&[("found", &found), ("position", &position)])
            }
            NotAName::NoLetter => message(Message::NameNoLetter).clone(),
        };
        Self::new(Code::LearnerName, detail)
    }
}

impl From<NotARecordName> for Problem {
    fn from(error: NotARecordName) -> Self {
        let detail = match error {
            NotARecordName::Length(count) => message(Message::RecordLength)
                .with(&[("count", &count), ("limit", &RecordName::LIMIT)]),
            NotARecordName::Character(found) => {
                message(Message::RecordCharacter).with(&[("found", &format!("{found:?}"))])
            }
            NotARecordName::Dots => message(Message::RecordDots).clone(),
        };
        Self::new(Code::RecordName, detail)
    }
}

impl From<SetupError> for Problem {
    fn from(error: SetupError) -> Self {
        Self::new(Code::GameForm, error.told())
    }
}

impl From<MoveError> for Problem {
    fn from(error: MoveError) -> Self {
        let code = match error {
            MoveError::Form(_) => Code::MoveForm,
            MoveError::Illegal(_) => Code::MoveIllegal,
            MoveError::Over => Code::MoveOver,
        };
        Self::new(code, error.told().clone())
    }
}

impl From<MatchError> for Problem {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Unknown(id) => Self::unknown_match(id.as_str()),
            MatchError::Changed => StoreError::MatchChanged.into(),
            MatchError::SeatMissing => Self::new(
                Code::SeatMissing,
                message(Message::SeatMissing).with(&[("header", &SEAT_KEY)]),
            ),
            MatchError::SeatKey => Self::new(Code::SeatKey, message(Message::SeatKey).clone()),
            MatchError::Turn { turn, seat } => Self::new(
                Code::MoveTurn,
                message(Message::MoveTurn).with(&[("turn", &turn), ("seat", &seat)]),
            ),
            MatchError::Move(error) => error.into(),
            MatchError::Advance(NoComputersTurn::Over) => MoveError::Over.into(),
            MatchError::Undo(NothingToUndo(seat)) => {
                Self::new(Code::UndoNothing, message(Message::UndoNothing).with(&[("seat", &seat)]))
            }
            MatchError::TakeBack(TooManyMoves { made: 0, .. }) => {
                Self::new(Code::UndoNothing, message(Message::HistoryEmpty).clone())
            }
            MatchError::TakeBack(TooManyMoves { asked, made }) => Self::new(
                Code::UndoMoves,
                message(Message::UndoMoves).with(&[("asked", &asked), ("made", &made)]),
            ),
            MatchError::UndoInStep(step) => {
                Self::new(Code::UndoStep, message(Message::UndoStep).with(&[("step", &step)]))
            }
            MatchError::Advance(NoComputersTurn::Human(seat)) => Self::new(
                Code::AdvanceHuman,
                message(Message::AdvanceHuman).with(&[("seat", &seat)]),
            ),
            MatchError::Task(_) | MatchError::Broken { .. } | MatchError::Unsaved(_) => {
                Self::internal(Code::ServerError, error.to_string())
            }
            MatchError::Pool(error) => error.into(),
            MatchError::Store(error) => error.into(),
        }
    }
}

impl Problem {
    /// There is no match with this id.
    pub(crate) fn unknown_match(id: &str) -> Self {
        let detail = message(Message::GameUnknown).with(&[("id", &quoted(id))]);
        Self::new(Code::GameUnknown, detail)
    }
}

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Busy(wait) => Self::waiting(Code::LimitBusy, Message::LimitBusy, wait),
            PoolError::CallerBusy(wait) => {
                Self::waiting(Code::LimitCaller, Message::LimitCaller, wait)
            }
            PoolError::Failed(_) => Self::internal(Code::ServerError, error.to_string()),
        }
    }
}

impl From<RateError> for Problem {
    fn from(error: RateError) -> Self {
        let (code, detail, wait) = match error {
            RateError::Tasks(wait) => (Code::LimitTasks, Message::LimitTasks, wait),
            RateError::Answers(wait) => (Code::LimitAnswers, Message::LimitAnswers, wait),
            RateError::Registrations(wait) => {
                (Code::LimitRegistrations, Message::LimitRegistrations, wait)
            }
            RateError::Codes(wait) => (Code::LimitCodes, Message::LimitCodes, wait),
            RateError::Matches(wait) => (Code::LimitMatches, Message::LimitMatches, wait),
            RateError::Records(wait) => (Code::LimitSaves, Message::LimitSaves, wait),
            RateError::Nicknames(wait) => (Code::LimitNicknames, Message::LimitNicknames, wait),
            RateError::Listeners => {
                return Self::new(Code::LimitListeners, message(Message::LimitListeners).clone());
            }
        };
        let retry_after = whole_seconds(wait);
        Self::new(code, message(detail).with(&[("seconds", &retry_after)]))
            .with(Extension::Retry { retry_after })
    }
}

/// Rounded up: who waits for so long need not wait again. No rate has a period of more than a day.
fn whole_seconds(wait: Duration) -> u32 {
    u32::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u32::MAX)
}

impl Problem {
    /// Computations wait, and this one would wait so long.
    fn waiting(code: Code, detail: Message, wait: Duration) -> Self {
        let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
        let detail = message(detail).with(&[("seconds", &seconds)]);
        Self::new(code, detail).with(Extension::Retry { retry_after: seconds })
    }
}

impl From<NotByRules> for Problem {
    fn from(NotByRules { number }: NotByRules) -> Self {
        Self::new(Code::WhyPlayer, message(Message::WhyPlayer).with(&[("number", &number)]))
    }
}

impl From<RecordError> for Problem {
    fn from(error: RecordError) -> Self {
        let code = match error {
            RecordError::Form(_) => Code::RecordForm,
            RecordError::Illegal(_) => Code::RecordIllegal,
        };
        Self::new(code, error.told().clone())
    }
}

impl From<WrongFormat> for Problem {
    fn from(error: WrongFormat) -> Self {
        Self::new(Code::RecordFormat, error.told())
    }
}

impl From<JudgeError> for Problem {
    fn from(error: JudgeError) -> Self {
        Self::internal(Code::JudgeError, error.to_string())
    }
}
