//! Learners: registration, progress, sessions, the scoreboard, records and receipts.

mod me;
pub(crate) mod receipts;
pub(crate) mod records;
mod scoreboard;
mod session;

use crate::wire::openapi::about;
use crate::wire::problem::Code;
use crate::wire::routes::{Group, at, shared};

pub(crate) fn group() -> Group {
    let addresses = vec![
        at("/learners").post(
            session::register,
            about("Register a name")
                .more("The key is shown in this reply and nowhere else: the server stores its hash.")
                .codes(&[&[
                    Code::LearnerName,
                    Code::LearnerTaken,
                    Code::RegistrationClosed,
                    Code::RegistrationCode,
                    Code::LimitRegistrations,
                    Code::LimitCodes,
                    Code::StoreFailed,
                ]]),
        ),
        at("/me").get(me::get, about("See what you have solved, your matches and records")),
        at("/me/nickname").post(
            me::nickname,
            about("Choose your name on the scoreboard").codes(&[&[
                Code::LearnerName,
                Code::NicknameTaken,
                Code::ScoreboardOff,
                Code::LimitNicknames,
            ]]),
        ),
        at("/me/receipts").get(
            receipts::list,
            about("List the receipts of your solved steps")
                .more("A receipt is a compact JWS (RFC 7515), which `/.well-known/jwks.json` verifies."),
        ),
        shared(receipts::KEYS).get(
            receipts::keys,
            about("Fetch the keys that verify receipts")
                .more("A set of keys, RFC 7517.")
                .codes(&[&[Code::StoreFailed]]),
        ),
        at("/me/records").get(records::list, about("List your saved records")),
        at("/me/records/{name}")
            .get(
                records::get,
                about("Load a saved record")
                    .more("`POST /games` continues it.")
                    .codes(&[&[Code::RecordUnknown]]),
            )
            .put(
                records::put,
                about("Save the record of a match").codes(&[&[
                    Code::GameUnknown,
                    Code::RecordTaken,
                    Code::RecordUnknown,
                    Code::LimitRecords,
                    Code::LimitSaves,
                ]]),
            )
            .delete(
                records::delete,
                about("Delete a saved record").codes(&[&[Code::RecordUnknown]]),
            ),
        at("/scoreboard").get(
            scoreboard::get,
            about("Read the standings")
                .more("Nobody's name is in them, only the nicknames that learners have chosen.")
                .codes(&[&[Code::ScoreboardOff, Code::SectionUnknown]]),
        ),
        at("/scoreboard/events").get(
            scoreboard::live::events,
            about("Follow the standings")
                .more("An event `standings` has the data of `GET /scoreboard`: now, and again whenever they have changed.")
                .codes(&[&[Code::ScoreboardOff, Code::SectionUnknown, Code::LimitListeners]]),
        ),
        at("/session")
            .get(session::get, about("See who has signed in with this browser"))
            .post(session::post, about("Sign in with a browser").codes(&[&[
                Code::AuthKey,
                Code::StoreFailed,
            ]])),
        at("/session/end").post(session::end, about("Sign out")),
    ];
    Group {
        tag: "Learners",
        description: "Registration, progress, records and the scoreboard.",
        addresses,
    }
}
