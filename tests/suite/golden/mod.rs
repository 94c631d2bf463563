//! Golden boards: whatever changes a board that was published must change its step's fingerprint, or a learner's token
//! would show another board than the one that was solved. The boards of some seeds are on record to see such a change.

pub(crate) mod boards;

use std::collections::BTreeSet;
use std::fs;

use boards::Golden;

use crate::catalog;

const RENEW: &str =
    "is it meant? then run: cargo run -p gradus-tests --example renew-golden-boards";

#[test]
fn the_same_seed_gives_the_board_that_it_has_always_given() {
    for step in catalog().steps() {
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
    let steps: BTreeSet<_> =
        catalog().steps().map(|step| boards::path(&step.folder.name)).collect();
    let files = fs::read_dir(boards::directory()).unwrap().map(|entry| entry.unwrap().path());
    assert_eq!(files.collect::<BTreeSet<_>>(), steps, "{RENEW}");
}
