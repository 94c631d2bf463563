//! Golden boards: whatever changes a board that was published must change its step's fingerprint, or a learner's token
//! would show another board than the one that was solved. The boards of some seeds are on record to see such a change, and of
//! each kind 200 tasks with what every reading answers to them.

mod bank;
pub(crate) mod boards;

use std::collections::BTreeSet;
use std::fs;

use boards::Golden;
use gradus::app::challenges::registry;

use crate::catalog;

const RENEW: &str =
    "is it meant? then run: cargo run -p gradus-tests --example renew-golden-boards";

#[test]
fn the_same_seed_gives_the_board_that_it_has_always_given() {
    for step in catalog().iter() {
        let folder = &step.folder.name;
        let (was, is) = (Golden::on_record(step), Golden::of(step));
        if was.as_ref().is_some_and(|was| was.fingerprint == is.fingerprint) {
            assert_eq!(
                was,
                Some(is),
                "{folder}: the kind's boards have changed: raise its VERSION"
            );
        } else {
            assert_eq!(was, Some(is), "{folder}: {RENEW}");
        }
    }
}

#[test]
fn boards_on_record_are_those_of_a_step() {
    let steps: BTreeSet<_> = catalog().iter().map(|step| boards::path(&step.folder.name)).collect();
    let files = fs::read_dir(boards::directory()).unwrap().map(|entry| entry.unwrap().path());
    assert_eq!(files.collect::<BTreeSet<_>>(), steps, "{RENEW}");
}

/// Compares what the kinds of a track answer to the tasks on record with what they have always answered.
fn assert_answers(track: &str) {
    let registry = registry();
    for kind in registry.names().filter(|kind| kind.split('/').next() == Some(track)) {
        // A match is no task that a reading could answer.
        if kind.ends_with("/match") {
            continue;
        }
        let exercise = registry.exercise(kind, kind, "").unwrap();
        let answers =
            bank::answers(&*exercise).unwrap_or_else(|error| panic!("{kind}: {error}: {RENEW}"));
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_path => "../../data/bank" }, {
            insta::assert_snapshot!(kind.replace('/', "-"), answers);
        });
    }
}

#[test]
fn readings_of_gomoku_answer_as_before() {
    assert_answers("gomoku");
}

#[test]
fn readings_of_numerical_tic_tac_toe_answer_as_before() {
    assert_answers("numerical");
}

#[test]
fn readings_of_four_in_a_row_answer_as_before() {
    assert_answers("four-in-a-row");
}

#[test]
fn readings_of_the_tesseract_answer_as_before() {
    assert_answers("tesseract");
}
