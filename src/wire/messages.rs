//! What replies say to a learner, in every language.

use std::sync::LazyLock;

use crate::step::{Catalogue, Filling, Language, Translated};

static MESSAGES: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::parse(include_str!("messages.toml")));

/// Defines the messages and their list from one table: the section and the name of each in the catalogue.
macro_rules! messages {
    ($($message:ident = $section:literal, $name:literal;)*) => {
        /// A message of the catalogue.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Message {
            $($message,)*
        }

        impl Message {
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$message),*];

            const fn name(self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$message => ($section, $name),)*
                }
            }
        }
    };
}

messages! {
    Accepted = "verdict", "accepted";
    AcceptedLast = "verdict", "accepted-last";
    Wrong = "verdict", "wrong";
    Counted = "verdict", "counted";
    Located = "verdict", "located";
    NoOtherBoard = "verdict", "no-other-board";
    OneOfThese = "verdict", "one-of-these";
    CountOver = "verdict", "count-over";
    TriesLeft = "verdict", "tries-left";
    TryLeft = "verdict", "try-left";
    NoTryLeft = "verdict", "no-try-left";
    LearnerKey = "learner", "key";
    NameEmpty = "name", "empty";
    NameLong = "name", "long";
    NameCharacter = "name", "character";
    NameNoLetter = "name", "no-letter";
    NameTaken = "name", "taken";
    RegistrationClosed = "registration", "closed";
    RegistrationCodeMissing = "registration", "code-missing";
    RegistrationCodeWrong = "registration", "code-wrong";
    LearnerUnknown = "class", "learner";
    NobodyNamed = "class", "nobody-named";
    MemberTaken = "class", "member";
    NicknameTaken = "class", "nickname";
    RosterInvalid = "class", "roster";
    ForgetConfirm = "class", "forget";
    SectionUnknown = "class", "section";
    SectionNone = "class", "no-section";
    ExtensionUnknown = "class", "extension";
    ExtensionAudience = "class", "audience";
    ExtensionNothing = "class", "no-change";
    ExtensionOrder = "class", "order";
    ExtensionReason = "class", "reason";
    TimeForm = "class", "time";
    TimeSkipped = "class", "time-skipped";
    InstructorUnknown = "class", "instructor";
    InstructorTaken = "class", "instructor-taken";
    AttemptUnknown = "class", "attempt";
    EntryUnknown = "class", "entry";
    ScoreboardOff = "class", "scoreboard";
    RecordTaken = "record", "taken";
    RecordLength = "record", "length";
    RecordCharacter = "record", "character";
    RecordDots = "record", "dots";
    RecordUnknown = "record", "unknown";
    GameUnknown = "game", "unknown";
    GameChanged = "game", "changed";
    GameFreeNone = "game", "free-none";
    GameFreePeople = "game", "free-people";
    TaskAlone = "game", "task-alone";
    RecordAlone = "game", "record-alone";
    GameNone = "game", "none";
    NoMatchStep = "game", "no-match-step";
    SeatMissing = "seat", "missing";
    SeatKey = "seat", "key";
    SeatTwice = "seat", "twice";
    MoveTurn = "move", "turn";
    UndoNothing = "undo", "nothing";
    UndoMoves = "undo", "moves";
    UndoStep = "undo", "step";
    HistoryAt = "history", "at";
    HistoryEmpty = "history", "empty";
    WhyPlayer = "why", "player";
    AdvanceHuman = "advance", "human";
    LimitConnections = "limit", "connections";
    LimitBusy = "limit", "busy";
    LimitTasks = "limit", "tasks";
    LimitAnswers = "limit", "answers";
    LimitRegistrations = "limit", "registrations";
    LimitCodes = "limit", "codes";
    LimitMatches = "limit", "matches";
    LimitSaves = "limit", "saves";
    LimitNicknames = "limit", "nicknames";
    LimitListeners = "limit", "listeners";
    LimitCaller = "limit", "caller";
    LimitCooldown = "limit", "cooldown";
    LimitAttempts = "limit", "attempts";
    LimitRecords = "limit", "records";
    MethodHead = "method", "head";
    MethodUnknown = "method", "unknown";
    AuthMissing = "auth", "missing";
    AuthKey = "auth", "key";
    AuthInstructor = "auth", "instructor";
    AuthForm = "auth", "form";
    AuthTwice = "auth", "twice";
    TaskForged = "task", "forged";
    TaskForeign = "task", "foreign";
    TaskStep = "task", "step";
    TaskOutdated = "task", "outdated";
    TaskExpired = "task", "expired";
    TaskFuture = "task", "future";
    TaskClosed = "task", "closed";
    StepUnknown = "step", "unknown";
    StepNoneOpen = "step", "none-open";
    StepClosed = "step", "closed";
    StepGone = "step", "gone";
    BodyEmpty = "body", "empty";
    BodyMissing = "body", "missing";
    BodyList = "body", "list";
    BodyOther = "body", "other";
    BodyForm = "body", "form";
    BodyJsonAsForm = "body", "json-as-form";
    QueryOfBody = "query", "of-body";
    BodyContentType = "body", "content-type";
    BodyNoContentType = "body", "no-content-type";
    BodyContentEncoding = "body", "content-encoding";
    BodyTooLarge = "body", "too-large";
    BodySlow = "body", "slow";
    BodyNotUtf8 = "body", "not-utf8";
    TheBody = "body", "itself";
    BodyBroken = "body", "broken";
    PlayerUnknown = "player", "unknown";
    RouteUnknown = "route", "unknown";
    RequestSite = "request", "site";
    LookOfPage = "query", "look-of-page";
    ServerError = "server", "error";
}

/// The message, its `{names}` not yet filled in.
#[expect(clippy::expect_used, reason = "a test asks for all of them")]
pub(crate) fn message(message: Message) -> &'static Translated {
    let (section, name) = message.name();
    MESSAGES.get(section, name).expect("the catalogue has every message")
}

/// The message in one language.
pub(crate) fn text(language: Language, name: Message, values: &[(&str, &dyn Filling)]) -> String {
    message(name).fill(language, values)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_message_is_in_the_catalogue_and_every_text_is_a_message() {
        let names: BTreeSet<_> = Message::ALL.iter().map(|message| message.name()).collect();
        assert_eq!(names.len(), Message::ALL.len());
        assert!(Message::ALL.iter().all(|&name| !message(name).get(Language::English).is_empty()));
        let sections: BTreeSet<_> = names.iter().map(|(section, _)| *section).collect();
        assert_eq!(MESSAGES.sections().collect::<BTreeSet<_>>(), sections);
        let texts = sections
            .iter()
            .flat_map(|&section| MESSAGES.names(section).map(move |name| (section, name)));
        assert_eq!(texts.collect::<BTreeSet<_>>(), names);
    }
}
