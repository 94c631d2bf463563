//! The cases to run before a release: they take too long to be run for every change, or need rights that few have. `tests/run.sh --long`
//! runs them.
//!
//! | module | what it holds | the part of it that every run has |
//! |---|---|---|
//! | `full_disk` | a disk fills up under a server | `faults::database`: a limit on files |
//! | `image` | the container image is built | `packaging::containers` |
//! | `losses` | a replica is killed and the database restarted while a class solves and plays | `fleet` |
//! | `pages` | every page is for everybody, and every board is drawn | `browser` |
//! | here | 1000 tasks of each step, ten rounds of `solve-all`, all wrong programs, a whole term, PostgreSQL that stops or falls silent | the modules that are called |

mod full_disk;
mod image;
mod losses;
mod pages;

use std::sync::Arc;

use crate::author::check::challenges_have_no_diagnostics;
use crate::faults::postgres::{nothing_is_lost_between, nothing_is_lost_when};
use crate::programs::no_program_passes_and_most_are_told_why;
use crate::server::Cluster;
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

#[case]
async fn nothing_is_lost_when_postgresql_is_stopped_and_started() {
    nothing_is_lost_when(Cluster::stop).await;
}

/// Its machine is gone without a word, or the way to it: no request is answered, and no connection is closed.
#[case]
async fn nothing_is_lost_when_postgresql_falls_silent() {
    let cluster = Cluster::shared();
    let (database, proxy) = cluster.database().behind_proxy();
    let database = database.with_options("options[statement_timeout]=3s");
    let proxy = Arc::new(proxy);
    let (silenced, resumed) = (Arc::clone(&proxy), Arc::clone(&proxy));
    nothing_is_lost_between(database, move || silenced.fall_silent(), move || resumed.resume())
        .await;
}
