//! The kinds of the ladder: all of them as `gradus check` proves them, then judged by the published vectors, and track by track by the
//! oracles and by hand-made cases.

mod four_in_a_row;
mod gomoku;
mod numerical;
mod published;
mod tesseract;

use std::collections::BTreeSet;

use gradus::app::challenges::registry;
use gradus::step::{
    Answer, Exercise, Explanation, Language, Malformed, Text, Trial, Verdict, check_kind,
    trial_seed,
};

/// The exercise of a kind, with parameters as in the `[params]` of a `step.toml`.
fn exercise(kind: &str, params: &str) -> Box<dyn Exercise> {
    let manifest = format!("[params]\n{params}\n");
    registry().exercise(kind, kind, &manifest).unwrap_or_else(|found| panic!("{found:?}"))
}

#[case]
fn every_kind_is_clean_with_its_default_parameters() {
    for kind in registry().names() {
        let report = check_kind(&*exercise(kind, ""), kind, Trial::unmeasured(10));
        assert_eq!(report.diagnostics, [], "{kind}");
        assert!(report.most_draws <= 20, "{kind}: {} draws", report.most_draws);
    }
}

/// Whether a text is there in every language, and is not the English one in the others.
fn is_translated(text: &Text) -> bool {
    let english = text.english();
    let is_own = |language| language == Language::ENGLISH || text.render(language) != english;
    !english.is_empty() && Language::all().all(is_own)
}

#[case]
fn every_misconception_has_a_hint_in_every_language() {
    let mut missing = Vec::new();
    for kind in registry().names() {
        for Explanation { id, hint } in exercise(kind, "").misconceptions() {
            if !is_translated(hint) || hint.english() == *id {
                missing.push(format!("{kind}: {id}"));
            }
            // What a hint is filled with, and no place that is left.
            for language in Language::all() {
                assert!(!hint.render(language).contains(['{', '}']), "{kind}: {id}");
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[case]
fn every_hint_is_that_of_a_misconception() {
    let mut used = BTreeSet::new();
    for kind in registry().names() {
        for Explanation { hint, .. } in exercise(kind, "").misconceptions() {
            if let Text::Template(template, _) = hint {
                used.insert(template.key);
            }
        }
    }
    let hints = gradus::rules::TEXTS.iter().copied().flatten().map(|hint| hint.key);
    let is_unused = |hint: &&str| !hint.starts_with("rules.form.") && !used.contains(hint);
    let unused: Vec<_> = hints.filter(is_unused).collect();
    assert!(unused.is_empty(), "{unused:#?}");
}

#[case]
fn every_form_of_an_item_is_named_in_every_language() {
    let mut missing = Vec::new();
    for kind in registry().names() {
        let task = exercise(kind, "").instantiate(&trial_seed(0)).unwrap();
        let right = task.solution();
        let count = right.answer.count();
        // A kind may have items of several forms: one after the other cannot be read.
        for place in 0..count {
            let mut items: Vec<&str> = right.answer.items().collect();
            items[place] = "💥";
            match task.judge(&Answer::from_items(items), &right.evidence) {
                Verdict::Malformed(Malformed::Item { expected, .. })
                    if !is_translated(&expected) =>
                {
                    missing.push(format!("{kind}: {}", expected.english()));
                }
                Verdict::Malformed(Malformed::Item { .. }) => {}
                other => panic!("{kind}: {other:?}"),
            }
        }
    }
    missing.dedup();
    assert!(missing.is_empty(), "{missing:#?}");
}
