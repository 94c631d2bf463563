//! `/games`: the requests and replies of matches. [`crate::app::matches`] hosts them.
//!
//! | file | what |
//! |---|---|
//! | `changes` | `POST /games`, `POST /games/{id}/moves`, `/undo`, `/advance` |
//! | `views` | `GET /games/{id}`, `/lines`, `/record`, `/picture.svg`, `/why` |
//! | `look` | the query of a match's page and picture |
//! | `page` | the page of a match, as browsers ask for it |
//! | `list` | `GET /games`: what can be played |
//! | `events` | `GET /games/{id}/events` |
//! | `requested` | the extractors of the match and the seat that a request names |
//! | `free_matches` | which matches a course allows that belong to no step |

pub(crate) mod changes;
pub(crate) mod events;
mod free_matches;
pub(crate) mod list;
pub(crate) mod look;
mod page;
mod requested;
pub(crate) mod views;

use crate::api::steps::{TASKS, TOKENS};
use crate::wire::openapi::about;
use crate::wire::problem::Code;
use crate::wire::routes::{Group, shared};

/// What a request that lets a computer move may be refused with.
const COMPUTERS: &[Code] = &[Code::GameFree, Code::LimitBusy, Code::LimitCaller];

pub(crate) fn group() -> Group {
    let addresses = vec![
        shared("/games")
            .get(
                list::get,
                about("List the games")
                    .more("With all that a request for a new match needs: seats, computers, options and record formats."),
            )
            .post(
                changes::create,
                about("Start a match")
                    .more(
                        "Of a `game` with its options, from a `record`, or for the `task` of a match step. The keys of the humans' seats are in \
                         this reply; whoever has one can move.",
                    )
                    .codes(&[TOKENS, TASKS, COMPUTERS, &[
                        Code::RecordForm,
                        Code::RecordIllegal,
                        Code::StepUnknown,
                        Code::LimitMatches,
                    ]]),
            ),
        shared("/games/{id}").get(
            views::get,
            about("See how a match stands").more("Everybody may who knows its id."),
        ),
        shared("/games/{id}/moves").post(
            changes::play,
            about("Make a move")
                .more("The computers whose turn it is then move at once.")
                .codes(&[COMPUTERS, &[
                    Code::MoveIllegal,
                    Code::MoveTurn,
                    Code::MoveOver,
                    Code::GameChanged,
                ]]),
        ),
        shared("/games/{id}/undo").post(
            changes::undo,
            about("Take moves back")
                .more("A seat takes back its own last move and the computers' replies, until another person moves.")
                .codes(&[&[Code::UndoNothing, Code::UndoStep, Code::UndoOther, Code::GameChanged]]),
        ),
        shared("/games/{id}/advance").post(
            changes::advance,
            about("Let a computer make its move")
                .more("After an undo, with the key of a seat. In a match in which computers play each other, the learner who created it may, or everybody if that was nobody with a key.")
                .codes(&[COMPUTERS, &[Code::AdvanceHuman, Code::AdvanceOwner, Code::MoveOver, Code::GameChanged]]),
        ),
        shared("/games/{id}/why").get(
            views::why,
            about("Ask why the computer `rules` made a move")
                .codes(&[&[Code::GameFree, Code::WhyPlayer]]),
        ),
        shared("/games/{id}/lines").get(views::lines, about("List the complete lines of a player")),
        shared("/games/{id}/record")
            .get(views::record, about("Fetch the record of a match in one of the game's formats")),
        shared("/games/{id}/picture.svg").get(views::picture, about("Look at the board of a match")),
        shared("/games/{id}/events").get(
            events::get,
            about("Follow a match")
                .more("The events `state`, `move`, `undo` and `end` each have the state after them, as `GET /games/{id}` has it.")
                .codes(&[&[Code::LimitListeners]]),
        ),
    ];
    Group { tag: "Matches", description: "Games between people and computers.", addresses }
}
