//! The kinds of the ladder: all of them as `gradus check` proves them, then judged by the published vectors, and track by track by the
//! oracles and by hand-made cases.

mod four_in_a_row;
mod gomoku;
mod numerical;
mod published;
mod tesseract;

use gradus::kinds::registry::registry;
use gradus::step::{Exercise, Trial, check_kind};

/// The exercise of a kind, with parameters as in the `[params]` of a `step.toml`.
fn exercise(kind: &str, params: &str) -> Box<dyn Exercise> {
    let manifest = format!("[params]\n{params}\n");
    registry().exercise(kind, kind, &manifest).unwrap_or_else(|found| panic!("{found:?}"))
}

#[test]
fn every_kind_is_clean_with_its_default_parameters() {
    for kind in registry().names() {
        let report = check_kind(&*exercise(kind, ""), kind, Trial::unmeasured(25));
        assert_eq!(report.diagnostics, [], "{kind}");
        assert!(report.most_draws <= 20, "{kind}: {} draws", report.most_draws);
    }
}
