//! Golden boards: whatever changes a board that was published must raise its step's `revision`, or a learner's token
//! would show another board than the one that was solved. Three tasks of each step are on record to see such a change.

pub(crate) mod boards;

use std::collections::BTreeSet;
use std::fs;

use boards::Golden;
use gradus::challenges;

const MEND: &str = "is it meant? then run: cargo run --example renew-golden-boards";

#[test]
fn the_same_identity_gives_the_board_that_it_has_always_given() {
    let catalog = challenges::load(None).unwrap();
    let changed = catalog.steps().filter(|step| Golden::on_record(step) != Some(Golden::of(step)));
    let changed: Vec<_> = changed.map(|step| step.folder.as_str()).collect();
    assert!(changed.is_empty(), "other boards than on record: {}; {MEND}", changed.join(", "));
}

#[test]
fn boards_on_record_are_those_of_a_step() {
    let catalog = challenges::load(None).unwrap();
    let steps: BTreeSet<_> = catalog.steps().map(|step| boards::path(&step.folder)).collect();
    let files = fs::read_dir(boards::directory()).unwrap().map(|entry| entry.unwrap().path());
    assert_eq!(files.collect::<BTreeSet<_>>(), steps, "{MEND}");
}
