//! What types expect of fields, in every language.

use crate::texts::{expected, json};
use gradus_step::Text;

/// The text for what a type says in English while serde reads it: serde passes nothing else on. A type that says something else needs
/// a line here; every test that meets it fails.
pub(super) fn expected(english: &str) -> Text {
    match english {
        "fresh-combined" => json::fresh_combined(),
        "a string" => expected::string(),
        "a string, a number, or a list of them" => expected::answer(),
        "a sequence" => expected::list(),
        "u32" => expected::natural_number(),
        "a whole number from 1 on" => expected::positive_number(),
        "the name of a game" => expected::game(),
        "a move, as a text or a whole number" => expected::made_move(),
        "a whole number from 0 to 9007199254740991" => expected::seed(),
        "up to 8 icons of 1 to 8 visible characters" => expected::icons(),
        "the number of a page from 1 on" => expected::page(),
        "a position from 1 on" => expected::position(),
        "0 or 1" => expected::zero_or_one(),
        "a number from 1 to 8" => expected::up_to_eight(),
        "a player" => expected::player(),
        "a depth from 1 to 4" => expected::depth(),
        "`fresh=1`" => expected::fresh(),
        "the number of a step, two digits" => expected::step(),
        "the name of a section, up to 32 characters" => expected::section(),
        "an e-mail address, as ada@example.org" => expected::email(),
        "a student id, up to 64 characters" => expected::student_id(),
        "an empty text: learners choose their own nicknames" => expected::no_nickname(),
        "a whole number" => expected::integer(),
        "the name of a learner, or the id" => expected::learner(),
        "true or false" | "a boolean" => expected::boolean(),
        "a number from 1 to 500" => expected::up_to_500(),
        other => {
            debug_assert!(false, "no text says what {other:?} is");
            other.into()
        }
    }
}
