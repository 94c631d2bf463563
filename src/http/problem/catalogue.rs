//! Every problem code, with its status and its meaning.

use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// The properties of a code.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Entry {
    /// The stable code.
    pub code: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What the code means.
    pub title: &'static str,
}

/// Defines the codes, their list and their entries from one table.
macro_rules! codes {
    ($($name:ident = $code:literal, $status:literal, $title:literal;)*) => {
        /// Every kind of problem. Clients may rely on the codes: a code never changes its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The code's text, status and title.
            #[must_use]
            pub const fn entry(self) -> Entry {
                match self {
                    $(Self::$name => Entry { code: $code, status: $status, title: $title },)*
                }
            }
        }
    };
}

codes! {
    StepUnknown = "step.unknown", 404, "There is no such step";
    RouteUnknown = "route.unknown", 404, "There is nothing at this address";
    MethodUnknown = "method.unknown", 405, "The address does not support this method";
    QueryInvalid = "query.invalid", 400, "The query cannot be understood";
    AnswerEmpty = "answer.empty", 422, "The answer is empty";
    AnswerCount = "answer.count", 422, "The answer has the wrong number of items";
    AnswerItem = "answer.item", 422, "An item is malformed";
    AnswerForm = "answer.form", 422, "The answer cannot be read";
    TaskForged = "task.forged", 400, "This server did not issue the token";
    TaskForeign = "task.foreign", 403, "The token belongs to another caller";
    TaskExpired = "task.expired", 410, "The token is too old";
    TaskOutdated = "task.revision", 410, "The step has changed since the token was issued";
    TaskStep = "task.step", 409, "The token belongs to another step";
    AuthKey = "auth.key", 401, "The key is not valid";
    AuthForm = "auth.form", 401, "The credentials cannot be read";
    AuthMissing = "auth.missing", 401, "A key is needed";
    LearnerName = "learner.name", 422, "The learner's name is not allowed";
    LearnerTaken = "learner.taken", 409, "The name is taken";
    GameUnknown = "game.unknown", 404, "There is no such match";
    GameForm = "game.form", 422, "The match cannot be set up";
    GameChanged = "game.changed", 409, "The match has changed in the meantime";
    SeatMissing = "seat.missing", 401, "A seat's key is needed";
    SeatKey = "seat.key", 403, "The key belongs to no seat of this match";
    MoveForm = "move.form", 422, "The move cannot be read";
    MoveIllegal = "move.illegal", 409, "The move is against the rules";
    MoveTurn = "move.turn", 409, "It is another seat's turn";
    MoveOver = "move.over", 409, "The match is over";
    UndoNothing = "undo.nothing", 409, "There is nothing to take back";
    UndoStep = "undo.step", 409, "A step's match has no undo";
    AdvanceHuman = "advance.human", 409, "It is not a computer's turn";
    LinesPlayer = "lines.player", 400, "There is no such player";
    RecordForm = "record.form", 422, "The record cannot be read";
    RecordIllegal = "record.illegal", 422, "The record contradicts itself";
    RecordFormat = "record.format", 400, "The game does not support this format";
    RecordName = "record.name", 422, "The record's name is not allowed";
    RecordTaken = "record.taken", 409, "The learner already has a record with this name";
    RecordUnknown = "record.unknown", 404, "The learner has no such record";
    BodySize = "body.size", 413, "The body is too large";
    BodyJson = "body.json", 400, "The body is not JSON";
    BodyType = "body.type", 415, "The body's type is not supported";
    BodyBroken = "body.broken", 400, "The body did not arrive whole";
    BodySlow = "body.slow", 408, "The body took too long to arrive";
    JudgeError = "judge.error", 500, "The answer could not be judged";
    StoreFailed = "store.failed", 503, "The database does not answer";
    LimitBusy = "limit.busy", 503, "Too many computations are waiting";
    ServerError = "server.error", 500, "The server failed";
}

impl Code {
    /// The code's status.
    #[expect(clippy::expect_used, reason = "a test converts the status of every code")]
    pub(in crate::http) fn status(self) -> StatusCode {
        StatusCode::from_u16(self.entry().status)
            .expect("every status in the catalogue is an HTTP status")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_status_of_an_error() {
        for code in Code::ALL {
            let status = code.status();
            assert!(status.is_client_error() || status.is_server_error(), "{code:?}");
        }
    }
}
