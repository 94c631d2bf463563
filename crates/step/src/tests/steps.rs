use super::sum::Sum;
use super::{STATEMENT, STEP, folder, good};
use crate::{Diagnostic, Folder, Language, Registry, StepNumber, Steps, Trial, check};

/// A manifest without `[params]`.
const PLAIN: &str = "kind = \"test/sum\"\ntrack = \"Sums\"\npoints = 5\n";

fn load(folders: Vec<Folder>) -> Result<Steps, Vec<Diagnostic>> {
    let (steps, diagnostics) = Steps::gather(folders, &Registry::default().with::<Sum>());
    if diagnostics.is_empty() { Ok(steps) } else { Err(diagnostics) }
}

fn diagnostics(folders: Vec<Folder>) -> Vec<String> {
    load(folders).map(|_| ()).unwrap_err().iter().map(Diagnostic::to_string).collect()
}

/// The diagnostics of a folder with this `step.toml`.
fn manifest_diagnostics(manifest: &str) -> Vec<String> {
    diagnostics(vec![folder("07-sums", &[("step.toml", manifest), ("statement.en.md", STATEMENT)])])
}

#[test]
fn a_folder_is_a_step() {
    let other = STATEMENT.replace("# Sums", "# More sums");
    let files = [("step.toml", STEP), ("statement.en.md", other.as_str())];
    let steps = load(vec![folder("12-more-sums", &files), good("07-sums")]).unwrap();
    let number = |number| StepNumber::new(number).unwrap();
    let step = steps.get(number(7)).unwrap();
    assert_eq!((step.track.as_str(), step.points), ("Sums", 5));
    assert_eq!(step.exercise().kind(), "test/sum");
    assert_eq!(step.statement(Language::ENGLISH).title(), "Sums");
}

#[test]
fn a_language_that_is_missing_falls_back_to_english() {
    let mut folder = good("07-sums");
    let japanese = STATEMENT.replace("# Sums", "# 足し算");
    folder.files.insert("statement.ja.md".to_owned(), japanese.into_bytes());
    let steps = load(vec![folder]).unwrap();
    let step = steps.iter().next().unwrap();
    assert_eq!(step.statement(Language::JAPANESE).title(), "足し算");
    assert_eq!(step.statement(Language::CHINESE).title(), "Sums");
    assert_eq!(check(step, Trial::unmeasured(1)).untranslated, [Language::CHINESE]);
}

#[test]
fn everything_wrong_with_a_manifest_is_on_its_own_line() {
    let manifest = "kind = \"test/sums\"\ntrack = 5\npionts = 5\nrevision = 3\n";
    assert_eq!(
        manifest_diagnostics(manifest),
        [
            "07-sums/step.toml:1: there is no kind `test/sums`; choose one of test/sum (toml.kind)",
            "07-sums/step.toml:2: invalid type: integer `5`; write a text of one line (toml.value)",
            "07-sums/step.toml:3: unknown field `pionts`; did you mean `points`? write one of `kind`, `track`, `points`, or leave it out; the kind's own keys go below a line `[params]` (toml.key)",
            "07-sums/step.toml:4: `revision` is no longer a key; delete the line: changes of the kind or of its [params] are detected automatically (toml.key)",
            "07-sums/step.toml: `points` is missing; add a line `points = 10` (toml.missing)",
        ]
    );
}

#[test]
fn everything_wrong_with_the_params_is_on_its_own_line() {
    let manifest = format!("{PLAIN}\n[params]\npairs = 10\nnumbers = [5, 1]\ncolour = \"red\"\n");
    assert_eq!(
        manifest_diagnostics(&manifest),
        [
            "07-sums/step.toml:6: invalid value: integer `10`; write a whole number from 1 to 9 (toml.value)",
            "07-sums/step.toml:7: invalid value: a list of others; write two whole numbers in ascending order, [from, to], within 0 to 99 (toml.value)",
            "07-sums/step.toml:8: unknown field `colour`; write `pairs` or `numbers`, or leave it out (toml.key)",
        ]
    );
}

#[test]
fn the_name_of_a_folder_is_a_number_and_small_words() {
    for name in ["sums", "7-sums", "07", "07-", "07-Sums", "07-two_sums", "07-two sums", "07-sömme"]
    {
        let reported = diagnostics(vec![good(name)]);
        let expected = format!("{name}: the folder name is not the name of a step; ");
        assert!(
            reported.len() == 1 && reported.iter().all(|reported| reported.starts_with(&expected)),
            "{reported:?}"
        );
    }
    assert_eq!(load(vec![good("07-2-sums")]).unwrap().iter().count(), 1);
}

#[test]
fn a_line_that_is_no_toml_has_one_diagnostic() {
    let reported = manifest_diagnostics(&STEP.replace("points = 5", "points = cheap"));
    assert_eq!(reported.len(), 1, "{reported:?}");
}

#[test]
fn two_mistakes_on_one_line_are_both_reported() {
    let diagnostics =
        manifest_diagnostics(&format!("{PLAIN}params = {{ pairs = 10, colour = 1 }}\n"));
    assert_eq!(diagnostics.len(), 2, "{diagnostics:?}");
    assert!(
        diagnostics.iter().all(|diagnostic| diagnostic.starts_with("07-sums/step.toml:4: ")),
        "{diagnostics:?}"
    );
}

#[test]
fn a_track_has_a_name() {
    let diagnostics = manifest_diagnostics(&STEP.replace("\"Sums\"", "\" \""));
    assert_eq!(
        diagnostics,
        ["07-sums/step.toml:2: invalid value: string \" \"; write a text of one line (toml.value)"]
    );
}

#[test]
fn params_that_are_no_table_are_named() {
    let diagnostics = manifest_diagnostics(&format!("{PLAIN}params = 3\n"));
    assert_eq!(
        diagnostics,
        ["07-sums/step.toml:4: `params` is not a table; write it as `[params]` (toml.value)"]
    );
}

#[test]
fn a_folder_says_everything_that_it_lacks() {
    let diagnostics = diagnostics(vec![
        folder("sums", &[("statement.de.md", "# Summen"), ("step.toml", STEP)]),
        folder("08-sums", &[("statement.en.md", "no title")]),
    ]);
    assert_eq!(
        diagnostics,
        [
            "sums: the folder name is not the name of a step; name it with two digits and lower-case words joined by hyphens, such as `07-line-patterns` (folder.name)",
            "sums: no statement.en.md; add it; the file of another step can be a model (file.missing)",
            "sums/statement.de.md: a file with an unknown name; delete it, or name it step.toml or statement.en.md, statement.zh.md, statement.ja.md (file.unknown)",
            "08-sums: no step.toml; add it; the file of another step can be a model (file.missing)",
            "08-sums/statement.en.md: no title; begin with a line `# Title` (statement.title)",
            "08-sums/statement.en.md: no sample task; add a block fenced as ```json task; it may be empty until `gradus sample` writes it (statement.sample)",
            "08-sums/statement.en.md: no sample answer; add a block fenced as ```text answer; it may be empty until `gradus sample` writes it (statement.sample)",
        ]
    );
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let step = format!("\u{feff}{STEP}");
    let statement = format!("\u{feff}{STATEMENT}");
    let files = [("step.toml", step.as_str()), ("statement.en.md", statement.as_str())];
    let steps = load(vec![folder("07-sums", &files)]).unwrap();
    assert_eq!(steps.iter().next().unwrap().statement(Language::ENGLISH).title(), "Sums");
}

#[test]
fn the_fingerprint_changes_with_the_parameters_and_with_nothing_else() {
    let fingerprint = |step: &str| {
        let files = [("step.toml", step), ("statement.en.md", STATEMENT)];
        let (steps, _) =
            Steps::gather(vec![folder("07-sums", &files)], &Registry::default().with::<Sum>());
        steps.iter().next().unwrap().exercise().fingerprint()
    };
    let plain = fingerprint(PLAIN);
    assert_eq!(plain, fingerprint(&format!("{PLAIN}[params]\npairs = 3\nnumbers = [0, 9]\n")));
    assert_eq!(plain, fingerprint(&PLAIN.replace("points = 5", "points = 50")));
    assert_ne!(plain, fingerprint(&format!("{PLAIN}[params]\npairs = 4\n")));
}
