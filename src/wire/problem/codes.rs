//! Every problem code, with its status and its meaning.

use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::step::Language;
use crate::texts::ProblemTitle;

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
    ($($name:ident = $code:literal, $status:literal, $title:ident;)*) => {
        /// Every kind of problem. Clients may rely on the codes: a code never changes its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code {
            $(#[doc = concat!("`", $code, "`")] $name,)*
        }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The title in a language.
            pub fn title(self, language: Language) -> &'static str {
                match self {
                    $(Self::$name => ProblemTitle(language).$title(),)*
                }
            }

            /// The code's text, status and title.
            pub fn entry(self) -> Entry {
                let title = self.title(Language::ENGLISH);
                match self {
                    $(Self::$name => Entry { code: $code, status: $status, title },)*
                }
            }
        }
    };
}

codes! {
    StepUnknown = "step.unknown", 404, step_unknown;
    StepClosed = "step.closed", 403, step_closed;
    RouteUnknown = "route.unknown", 404, route_unknown;
    MethodUnknown = "method.unknown", 405, method_unknown;
    RequestSite = "request.site", 403, request_site;
    QueryInvalid = "query.invalid", 400, query_invalid;
    AnswerEmpty = "answer.empty", 422, answer_empty;
    AnswerCount = "answer.count", 422, answer_count;
    AnswerItem = "answer.item", 422, answer_item;
    AnswerForm = "answer.form", 422, answer_form;
    TaskForged = "task.forged", 400, task_forged;
    TaskForeign = "task.foreign", 403, task_foreign;
    TaskExpired = "task.expired", 410, task_expired;
    TaskFuture = "task.future", 400, task_future;
    TaskOutdated = "task.revision", 410, task_outdated;
    TaskStep = "task.step", 409, task_step;
    TaskClosed = "task.closed", 409, task_closed;
    TaskVoided = "task.voided", 409, task_voided;
    AuthKey = "auth.key", 401, auth_key;
    AuthForm = "auth.form", 401, auth_form;
    AuthMissing = "auth.missing", 401, auth_missing;
    AuthInstructor = "auth.instructor", 403, auth_instructor;
    RegistrationClosed = "registration.closed", 403, registration_closed;
    RegistrationCode = "registration.code", 403, registration_code;
    LearnerName = "learner.name", 422, learner_name;
    LearnerTaken = "learner.taken", 409, learner_taken;
    LearnerUnknown = "learner.unknown", 404, learner_unknown;
    MemberTaken = "member.taken", 409, member_taken;
    NicknameTaken = "nickname.taken", 409, nickname_taken;
    RosterInvalid = "roster.invalid", 422, roster_invalid;
    ClassForm = "class.form", 422, class_form;
    ForgetConfirm = "forget.confirm", 422, forget_confirm;
    SectionUnknown = "section.unknown", 422, section_unknown;
    ExtensionUnknown = "extension.unknown", 404, extension_unknown;
    DecisionUnknown = "decision.unknown", 404, decision_unknown;
    InstructorUnknown = "instructor.unknown", 404, instructor_unknown;
    InstructorTaken = "instructor.taken", 409, instructor_taken;
    AttemptUnknown = "attempt.unknown", 404, attempt_unknown;
    EntryUnknown = "entry.unknown", 404, entry_unknown;
    ScoreboardOff = "scoreboard.off", 404, scoreboard_off;
    GameUnknown = "game.unknown", 404, game_unknown;
    GameForm = "game.form", 422, game_form;
    GameFree = "game.free", 403, game_free;
    GameChanged = "game.changed", 409, game_changed;
    SeatMissing = "seat.missing", 401, seat_missing;
    SeatKey = "seat.key", 403, seat_key;
    MoveForm = "move.form", 422, move_form;
    MoveIllegal = "move.illegal", 409, move_illegal;
    MoveTurn = "move.turn", 409, move_turn;
    MoveOver = "move.over", 409, move_over;
    UndoNothing = "undo.nothing", 409, undo_nothing;
    UndoMoves = "undo.moves", 422, undo_moves;
    UndoStep = "undo.step", 409, undo_step;
    UndoOther = "undo.other", 409, undo_other;
    AdvanceHuman = "advance.human", 409, advance_human;
    AdvanceOwner = "advance.owner", 403, advance_owner;
    HistoryAt = "history.at", 400, history_at;
    WhyPlayer = "why.player", 409, why_player;
    LinesPlayer = "lines.player", 400, lines_player;
    RecordForm = "record.form", 422, record_form;
    RecordIllegal = "record.illegal", 422, record_illegal;
    RecordFormat = "record.format", 400, record_format;
    RecordName = "record.name", 422, record_name;
    RecordTaken = "record.taken", 409, record_taken;
    RecordUnknown = "record.unknown", 404, record_unknown;
    LimitRecords = "limit.records", 409, limit_records;
    HeadForm = "head.form", 400, head_form;
    HeadSize = "head.size", 431, head_size;
    HeadSlow = "head.slow", 408, head_slow;
    BodyUnexpected = "body.unexpected", 400, body_unexpected;
    BodySize = "body.size", 413, body_size;
    BodyJson = "body.json", 400, body_json;
    BodyFields = "body.fields", 422, body_fields;
    BodyType = "body.type", 415, body_type;
    BodyBroken = "body.broken", 400, body_broken;
    BodySlow = "body.slow", 408, body_slow;
    JudgeError = "judge.error", 500, judge_error;
    StoreFailed = "store.failed", 503, store_failed;
    // What is in front of the servers says it, as nginx does with the file in `packaging`: no server is there that could.
    ServerUnavailable = "server.unavailable", 503, server_unavailable;
    LimitConnections = "limit.connections", 503, limit_connections;
    LimitBusy = "limit.busy", 503, limit_busy;
    LimitTasks = "limit.tasks", 429, limit_tasks;
    LimitAnswers = "limit.answers", 429, limit_answers;
    LimitRegistrations = "limit.registrations", 429, limit_registrations;
    LimitCodes = "limit.codes", 429, limit_codes;
    LimitMatches = "limit.matches", 429, limit_matches;
    LimitSaves = "limit.saves", 429, limit_saves;
    LimitNicknames = "limit.nicknames", 429, limit_nicknames;
    LimitBodies = "limit.bodies", 503, limit_bodies;
    LimitListeners = "limit.listeners", 503, limit_listeners;
    LimitCaller = "limit.caller", 429, limit_caller;
    LimitCooldown = "limit.cooldown", 429, limit_cooldown;
    LimitAttempts = "limit.attempts", 429, limit_attempts;
    ServerError = "server.error", 500, server_error;
}

impl Code {
    /// The code's status.
    #[expect(clippy::expect_used, reason = "a test converts the status of every code")]
    pub(crate) fn status(self) -> StatusCode {
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
