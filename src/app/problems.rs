//! Conversions from the errors of the other modules into problems: which code each error gets.

use std::time::Duration;

use crate::app::ambient::NoRandomBytes;
use crate::app::class::ClassError;
use crate::app::compute::PoolError;
use crate::app::matches::MatchError;
use crate::course::{
    AttemptId, DecisionId, ExtensionId, LearnerId, NotAName, RosterDiagnostic, SectionName,
};
use crate::game::record::WrongFormat;
use crate::game::{MoveError, NoComputersTurn, Rejection, SetupError, UndoError};
use crate::step::{Diagnosis, JudgeError, Malformed, TRIES, Text, TokenError, quoted};
use crate::store::{InstructorId, NotARecordName, RecordName, Refusal, StoreError};
use crate::texts;
use crate::wire::extract::SEAT_KEY;
use crate::wire::problem::{Code, Members, Problem};

impl Problem {
    /// An answer is malformed. What can be done about it is said: why it is so, or at least the hint on its format, if one is known.
    pub(crate) fn malformed(
        malformed: &Malformed,
        diagnosis: Option<Diagnosis>,
        hint: Option<Text>,
    ) -> Self {
        let mut members = Members::default();
        let code = match *malformed {
            Malformed::Empty { expected } => {
                members.expected = Some(expected);
                Code::AnswerEmpty
            }
            Malformed::Count { expected, found } => {
                (members.expected, members.found) = (Some(expected), Some(found));
                Code::AnswerCount
            }
            Malformed::Item { position, .. } => {
                members.position = Some(position);
                Code::AnswerItem
            }
        };
        let detail = malformed.message();
        let detail = match (&diagnosis, hint) {
            (Some(_), _) => texts::sentence::end(detail),
            (None, Some(hint)) => texts::sentence::next(detail, hint),
            (None, None) => detail,
        };
        Self::new(code, detail).with(members).explained(diagnosis)
    }
}

impl From<TokenError> for Problem {
    fn from(error: TokenError) -> Self {
        let (code, detail) = match error {
            TokenError::Forged => (Code::TaskForged, texts::task::forged()),
            TokenError::Foreign => (Code::TaskForeign, texts::task::foreign()),
            TokenError::OtherStep(step) => (Code::TaskStep, texts::task::step(step)),
            TokenError::Outdated => (Code::TaskOutdated, texts::task::outdated()),
            TokenError::Expired => (Code::TaskExpired, texts::task::expired()),
            TokenError::Future => (Code::TaskFuture, texts::task::future()),
        };
        Self::new(code, detail)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NameTaken => Self::new(Code::LearnerTaken, texts::name::taken()),
            StoreError::Refused(refusal) => refusal.into(),
            StoreError::LearnerUnknown => Self::new(Code::AuthKey, texts::auth::key()),
            StoreError::MemberTaken => Self::new(Code::MemberTaken, texts::class::member()),
            StoreError::InstructorTaken => {
                Self::new(Code::InstructorTaken, texts::class::instructor_taken())
            }
            StoreError::EntryUnknown | StoreError::NothingToVoid => {
                Self::new(Code::EntryUnknown, texts::class::entry())
            }
            StoreError::TooManyRecords(limit) => {
                Self::new(Code::LimitRecords, texts::limit::records(limit))
            }
            StoreError::RecordTaken => Self::new(Code::RecordTaken, texts::record::taken()),
            StoreError::RecordUnknown => Self::new(Code::RecordUnknown, texts::record::unknown()),
            StoreError::MatchChanged => Self::new(Code::GameChanged, texts::game::changed()),
            StoreError::Database(text) => Self::internal(Code::StoreFailed, text),
        }
    }
}

impl From<ClassError> for Problem {
    fn from(error: ClassError) -> Self {
        match error {
            ClassError::Store(error) => error.into(),
            ClassError::LearnerUnknown(LearnerId(id)) => Self::unknown_learner(&id),
            ClassError::InstructorUnknown(InstructorId(id)) => Self::unknown_instructor(&id),
            ClassError::ExtensionUnknown(ExtensionId(id)) => Self::unknown_extension(&id),
            ClassError::DecisionUnknown(DecisionId(id)) => Self::unknown_decision(&id),
            ClassError::AttemptUnknown(AttemptId(id)) => Self::unknown_attempt(&id),
            ClassError::Refused(detail) => Self::new(Code::ClassForm, detail),
            ClassError::NoRandom(error) => error.into(),
        }
    }
}

impl From<NoRandomBytes> for Problem {
    fn from(error: NoRandomBytes) -> Self {
        Self::internal(Code::ServerError, error.to_string())
    }
}

impl Problem {
    /// A class list is not imported. The detail has the first fault.
    pub(crate) fn invalid_roster(faults: Vec<RosterDiagnostic>) -> Self {
        let detail = faults.first().map_or_else(texts::server::error, |first| {
            texts::class::roster(first.line, &first.what, &first.help, faults.len())
        });
        Self::new(Code::RosterInvalid, detail).with_faults(faults)
    }

    /// There is no learner with this id.
    pub(crate) fn unknown_learner(id: &(impl ToString + ?Sized)) -> Self {
        Self::new(Code::LearnerUnknown, texts::class::learner(quoted(&id.to_string())))
    }

    /// There is no learner of this name or id.
    pub(crate) fn nobody_named(named: &str) -> Self {
        Self::new(Code::LearnerUnknown, texts::class::nobody_named(quoted(named)))
    }

    /// There is no extension with this id.
    pub(crate) fn unknown_extension(id: &(impl ToString + ?Sized)) -> Self {
        Self::new(Code::ExtensionUnknown, texts::class::extension(quoted(&id.to_string())))
    }

    /// There is no decision in force with this id.
    pub(crate) fn unknown_decision(id: &(impl ToString + ?Sized)) -> Self {
        Self::new(Code::DecisionUnknown, texts::class::decision(quoted(&id.to_string())))
    }

    /// There is no instructor with this id.
    pub(crate) fn unknown_instructor(id: &(impl ToString + ?Sized)) -> Self {
        Self::new(Code::InstructorUnknown, texts::class::instructor(quoted(&id.to_string())))
    }

    /// There is no attempt with this id.
    pub(crate) fn unknown_attempt(id: &(impl ToString + ?Sized)) -> Self {
        Self::new(Code::AttemptUnknown, texts::class::attempt(quoted(&id.to_string())))
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let (code, detail, seconds) = match refusal {
            Refusal::Closed => {
                let detail = texts::task::closed(TRIES);
                return Self::new(Code::TaskClosed, detail);
            }
            Refusal::Voided => return Self::new(Code::TaskVoided, texts::task::voided()),
            Refusal::CoolingDown(seconds) => {
                (Code::LimitCooldown, texts::limit::cooldown(seconds), seconds)
            }
            Refusal::DayIsFull(seconds) => {
                (Code::LimitAttempts, texts::limit::attempts(seconds), seconds)
            }
        };
        Self::new(code, detail).retry_in(u32::try_from(seconds).unwrap_or(u32::MAX))
    }
}

impl From<NotAName> for Problem {
    fn from(error: NotAName) -> Self {
        Self::new(Code::LearnerName, error.message())
    }
}

impl From<NotARecordName> for Problem {
    fn from(error: NotARecordName) -> Self {
        let detail = match error {
            NotARecordName::Length(count) => texts::record::length(count, RecordName::LIMIT),
            NotARecordName::Character(found) => texts::record::character(format!("{found:?}")),
            NotARecordName::Dots => texts::record::dots(),
        };
        Self::new(Code::RecordName, detail)
    }
}

impl From<SetupError> for Problem {
    fn from(SetupError(rejection): SetupError) -> Self {
        Self::new(Code::GameForm, rejection.message())
    }
}

impl From<MoveError> for Problem {
    fn from(error: MoveError) -> Self {
        let code = match error {
            MoveError::Form(_) => Code::MoveForm,
            MoveError::Illegal(_) => Code::MoveIllegal,
            MoveError::Over => Code::MoveOver,
        };
        Self::new(code, error.message())
    }
}

impl From<MatchError> for Problem {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Unknown(id) => Self::unknown_match(id.as_str()),
            MatchError::Changed => StoreError::MatchChanged.into(),
            MatchError::SeatMissing => Self::new(Code::SeatMissing, texts::seat::missing(SEAT_KEY)),
            MatchError::SeatKey => Self::new(Code::SeatKey, texts::seat::key()),
            MatchError::Turn { turn, seat } => {
                Self::new(Code::MoveTurn, texts::moves::turn(turn, seat))
            }
            MatchError::Move(error) => error.into(),
            MatchError::Advance(NoComputersTurn::Over) => MoveError::Over.into(),
            MatchError::Undo(UndoError::NotMoved(seat)) => {
                Self::new(Code::UndoNothing, texts::undo::nothing(seat))
            }
            MatchError::Undo(UndoError::TooMany { made: 0, .. }) => {
                Self::new(Code::UndoNothing, texts::history::empty())
            }
            MatchError::Undo(UndoError::TooMany { asked, made }) => {
                Self::new(Code::UndoMoves, texts::undo::moves(asked, made))
            }
            MatchError::Undo(UndoError::OfOther(seat)) => {
                Self::new(Code::UndoOther, texts::undo::other(seat))
            }
            MatchError::UndoInStep(step) => Self::new(Code::UndoStep, texts::undo::step(step)),
            MatchError::Advance(NoComputersTurn::Human(seat)) => {
                Self::new(Code::AdvanceHuman, texts::advance::human(seat))
            }
            MatchError::Task(_) | MatchError::Broken { .. } | MatchError::Unsaved(_) => {
                Self::internal(Code::ServerError, error.to_string())
            }
            MatchError::Pool(error) => error.into(),
            MatchError::Store(error) => error.into(),
        }
    }
}

impl Problem {
    /// Refuses a section that is not one of these.
    pub(crate) fn check_section(known: &[SectionName], section: &str) -> Result<(), Self> {
        if known.iter().any(|known| known.as_str() == section) {
            return Ok(());
        }
        let found = quoted(section);
        let names: Vec<&str> = known.iter().map(SectionName::as_str).collect();
        let detail = if names.is_empty() {
            texts::class::no_section(found)
        } else {
            texts::class::section(found, names.join(", "))
        };
        Err(Self::new(Code::SectionUnknown, detail))
    }

    /// There is no match with this id.
    pub(crate) fn unknown_match(id: &str) -> Self {
        let detail = texts::game::unknown(quoted(id));
        Self::new(Code::GameUnknown, detail)
    }
}

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Busy(wait) => Self::waiting(Code::LimitBusy, texts::limit::busy, wait),
            PoolError::CallerBusy(wait) => {
                Self::waiting(Code::LimitCaller, texts::limit::caller, wait)
            }
            PoolError::Failed(_) => Self::internal(Code::ServerError, error.to_string()),
        }
    }
}

impl Problem {
    /// Computations wait, and this one would wait so long.
    fn waiting(code: Code, detail: fn(u32) -> Text, wait: Duration) -> Self {
        let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
        Self::new(code, detail(seconds)).retry_in(seconds)
    }
}

impl From<Rejection> for Problem {
    fn from(record: Rejection) -> Self {
        let code = match record {
            Rejection::Form(_) => Code::RecordForm,
            Rejection::Illegal(_) => Code::RecordIllegal,
        };
        Self::new(code, record.message())
    }
}

impl From<WrongFormat> for Problem {
    fn from(WrongFormat(message): WrongFormat) -> Self {
        Self::new(Code::RecordFormat, message)
    }
}

impl From<JudgeError> for Problem {
    fn from(error: JudgeError) -> Self {
        Self::internal(Code::JudgeError, error.to_string())
    }
}
