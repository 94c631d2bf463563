//! The cases to run before a release: they take too long to be run for every change, or need rights that few have. `tests/run.sh --long`
//! runs them.
//!
//! | module | what it holds | the part of it that every run has |
//! |---|---|---|
//! | `full_disk` | a disk fills up under a server | `faults::database`: a limit on files |
//! | `image` | the container image is built | `packaging::containers` |
//! | `losses` | a replica is killed, PostgreSQL stops, restarts or falls silent while a class solves and plays | `fleet`, `faults::postgres` |
//! | `pages` | every page is for everybody, and every board is drawn | `browser` |
//! | here | 1000 tasks of each step, ten rounds of `solve-all`, all wrong programs, a whole term | the modules that are called |

mod full_disk;
mod image;
mod losses;
mod pages;

use crate::author::check::challenges_have_no_diagnostics;
use crate::programs::no_program_passes_and_most_are_told_why;
use crate::solve_all::all_steps_pass;
use crate::term;

#[case]
fn on_a_thousand_seeds_the_challenges_of_the_program_have_no_diagnostics() {
    challenges_have_no_diagnostics(1000);
}

/// There is a file for every step that asks questions, but the handshake.
#[case]
fn no_program_of_the_first_set_passes_and_most_are_told_why() {
    no_program_passes_and_most_are_told_why("first", 31, 1);
}

/// It is older than step 30.
#[case]
fn no_program_of_the_second_set_passes_and_most_are_told_why() {
    no_program_passes_and_most_are_told_why("second", 30, 1);
}

#[case]
async fn all_steps_pass_again_and_again() {
    all_steps_pass(10).await;
}

#[case]
async fn a_class_of_three_hundred_has_the_grades_that_it_has_earned_in_a_term() {
    term::grades_are_right_in(term::WEEKS).await;
}
