//! Every code that a problem may have, with its status and its meaning.

use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// What is the same for every problem of one code.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Entry {
    /// The stable code.
    pub code: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What the code means.
    pub title: &'static str,
}

/// Writes the catalogue once: the codes, their list, and their entries.
macro_rules! codes {
    ($($name:ident = $code:literal, $status:literal, $title:literal;)*) => {
        /// Every kind of problem that a request can meet. Clients may rely on the codes; they never change their meaning.
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
    MethodUnknown = "method.unknown", 405, "The address has no such method";
    QueryInvalid = "query.invalid", 400, "The query cannot be understood";
    AnswerEmpty = "answer.empty", 422, "The answer is empty";
    AnswerCount = "answer.count", 422, "The answer has the wrong number of items";
    AnswerItem = "answer.item", 422, "An item is malformed";
    AnswerForm = "answer.form", 422, "There is no answer of the right form";
    TaskForged = "task.forged", 400, "The token is not one of this server";
    TaskForeign = "task.foreign", 403, "The token belongs to somebody else";
    TaskExpired = "task.expired", 410, "The token is too old";
    TaskOutdated = "task.revision", 410, "The step has changed since";
    TaskStep = "task.step", 409, "The token belongs to another step";
    AuthKey = "auth.key", 401, "The key is not right";
    AuthForm = "auth.form", 401, "The credentials cannot be read";
    AuthMissing = "auth.missing", 401, "A key is needed";
    LearnerName = "learner.name", 422, "The name cannot be a learner's";
    LearnerTaken = "learner.taken", 409, "The name is taken";
    GameUnknown = "game.unknown", 404, "There is no such match";
    GameForm = "game.form", 422, "No match can be made of this";
    GameChanged = "game.changed", 409, "The match has changed meanwhile";
    SeatMissing = "seat.missing", 401, "A seat's key is needed";
    SeatKey = "seat.key", 403, "The key is not one of this match";
    MoveForm = "move.form", 422, "The move cannot be read";
    MoveIllegal = "move.illegal", 409, "The move is against the rules";
    MoveTurn = "move.turn", 409, "Another seat is to move";
    MoveOver = "move.over", 409, "The match is over";
    UndoNothing = "undo.nothing", 409, "There is nothing to take back";
    UndoStep = "undo.step", 409, "In a step's match nothing is taken back";
    AdvanceHuman = "advance.human", 409, "No computer is to move";
    LinesPlayer = "lines.player", 400, "There is no such player";
    RecordForm = "record.form", 422, "The record cannot be read";
    RecordIllegal = "record.illegal", 422, "The record contradicts itself";
    RecordFormat = "record.format", 400, "The game is not written in this format";
    RecordName = "record.name", 422, "The name cannot be a record's";
    RecordTaken = "record.taken", 409, "The learner has a record of this name";
    RecordUnknown = "record.unknown", 404, "The learner has no such record";
    RequestInvalid = "request.invalid", 400, "The request cannot be understood";
    BodySize = "body.size", 413, "The body is too large";
    BodyJson = "body.json", 400, "The body is not JSON";
    BodyType = "body.type", 415, "The body is of a type that is not read";
    BodyBroken = "body.broken", 400, "The body did not arrive whole";
    BodySlow = "body.slow", 408, "The body takes too long";
    JudgeError = "judge.error", 500, "The answer could not be judged";
    StoreFailed = "store.failed", 503, "The database does not answer";
    LimitBusy = "limit.busy", 503, "Too many computers think already";
    ServerError = "server.error", 500, "The server failed";
}

impl Code {
    /// The code's status.
    #[expect(clippy::expect_used, reason = "a test goes through all codes")]
    pub(in crate::http) fn status(self) -> StatusCode {
        StatusCode::from_u16(self.entry().status).expect("the catalogue has statuses of HTTP only")
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
