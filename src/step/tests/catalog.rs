use std::collections::BTreeMap;

use super::sum::Sum;
use crate::step::{Catalog, Fault, Folder, Language, Registry, StepNumber, check};

const STEP: &str = "kind = \"test/sum\"\ntrack = \"Sums\"\npoints = 5\nrevision = 1\n";
const STATEMENT: &str =
    "# Sums\n\n```json task\n{\"pairs\": [[1, 2]]}\n```\n\n```text answer\n3\n```\n";

fn folder(name: &str, files: &[(&str, &str)]) -> Folder {
    let file = |&(name, text): &(&str, &str)| (name.to_owned(), text.as_bytes().to_vec());
    Folder { name: name.to_owned(), files: files.iter().map(file).collect::<BTreeMap<_, _>>() }
}

fn good(name: &str) -> Folder {
    folder(name, &[("step.toml", STEP), ("statement.en.md", STATEMENT)])
}

fn load(folders: Vec<Folder>) -> Result<Catalog, Vec<Fault>> {
    let (catalog, faults) = Catalog::gather(folders, &Registry::default().with::<Sum>());
    if faults.is_empty() { Ok(catalog) } else { Err(faults) }
}

fn faults(folders: Vec<Folder>) -> Vec<String> {
    load(folders).map(|_| ()).unwrap_err().iter().map(Fault::to_string).collect()
}

/// The faults of a folder with this `step.toml`.
fn manifest_faults(manifest: &str) -> Vec<String> {
    faults(vec![folder("07-sums", &[("step.toml", manifest), ("statement.en.md", STATEMENT)])])
}

#[test]
fn a_folder_is_a_step() {
    let catalog = load(vec![good("12-more-sums"), good("07-sums")]).unwrap();
    let number = |number| StepNumber::new(number).unwrap();
    let step = catalog.get(number(7)).unwrap();
    assert_eq!((step.track.as_str(), step.points, step.revision), ("Sums", 5, 1));
    assert_eq!(step.statement(Language::English).title(), "Sums");
    assert_eq!(catalog.after(number(7)).unwrap().number, number(12));
    assert!(catalog.after(number(12)).is_none());
}

#[test]
fn a_language_that_is_missing_falls_back_to_english() {
    let mut folder = good("07-sums");
    let japanese = STATEMENT.replace("# Sums", "# 足し算");
    folder.files.insert("statement.ja.md".to_owned(), japanese.into_bytes());
    let catalog = load(vec![folder]).unwrap();
    let step = catalog.steps().next().unwrap();
    assert_eq!(step.statement(Language::Japanese).title(), "足し算");
    assert_eq!(step.statement(Language::Chinese).title(), "Sums");
}

#[test]
fn every_fault_of_a_manifest_is_on_its_own_line() {
    let manifest = "kind = \"test/sums\"\ntrack = 5\npionts = 5\nrevision = -1\n";
    assert_eq!(
        manifest_faults(manifest),
        [
            "07-sums/step.toml:1: there is no kind `test/sums`; choose one of test/sum",
            "07-sums/step.toml:2: invalid type: integer `5`, expected a string; correct it",
            "07-sums/step.toml:3: unknown field `pionts`, expected one of `kind`, `track`, `points`, `revision`; correct its name or leave it out",
            "07-sums/step.toml:4: invalid value: integer `-1`, expected a whole number from 1 to 1000000; correct it",
            "07-sums/step.toml: `points` is missing; add it",
        ]
    );
}

#[test]
fn every_fault_of_the_params_is_on_its_own_line() {
    let manifest = format!("{STEP}\n[params]\npairs = 10\nnumbers = [5, 1]\ncolour = \"red\"\n");
    assert_eq!(
        manifest_faults(&manifest),
        [
            "07-sums/step.toml:7: invalid value: integer `10`, expected a whole number from 1 to 9; correct it",
            "07-sums/step.toml:8: invalid value: a list of others, expected two whole numbers in ascending order, [from, to], within 0 to 99; correct it",
            "07-sums/step.toml:9: unknown field `colour`, expected `pairs` or `numbers`; correct its name or leave it out",
        ]
    );
}

#[test]
fn two_faults_on_one_line_are_two_faults() {
    let faults = manifest_faults(&format!("{STEP}params = {{ pairs = 10, colour = 1 }}\n"));
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults.iter().all(|fault| fault.starts_with("07-sums/step.toml:5: ")), "{faults:?}");
}

#[test]
fn points_have_a_limit() {
    let faults = manifest_faults(&STEP.replace("points = 5", "points = 4000000000"));
    assert_eq!(
        faults,
        [
            "07-sums/step.toml:3: invalid value: integer `4000000000`, expected a whole number from 1 to 1000; correct it"
        ]
    );
}

#[test]
fn broken_toml_is_named_with_its_line() {
    let faults = manifest_faults(&STEP.replace("points = 5", "points = five"));
    assert!(faults[0].starts_with("07-sums/step.toml:3: "), "{faults:?}");
    assert_eq!(faults.len(), 1, "{faults:?}");
}

#[test]
fn a_track_has_a_name() {
    let faults = manifest_faults(&STEP.replace("\"Sums\"", "\" \""));
    assert_eq!(
        faults,
        ["07-sums/step.toml:2: `track` is empty or has more than one line; correct it"]
    );
}

#[test]
fn params_that_are_no_table_are_named() {
    let faults = manifest_faults(&format!("{STEP}params = 3\n"));
    assert_eq!(faults, ["07-sums/step.toml:5: `params` is no table; write it as `[params]`"]);
}

#[test]
fn a_folder_says_everything_that_it_lacks() {
    let faults = faults(vec![
        folder("sums", &[("statement.de.md", "# Summen"), ("step.toml", STEP)]),
        folder("08-sums", &[("statement.en.md", "no title")]),
    ]);
    assert_eq!(
        faults,
        [
            "sums: the folder's name is not that of a step; name it with two digits and small words joined by hyphens, as `07-line-patterns`",
            "sums: no statement.en.md; add it",
            "sums/statement.de.md: a file of no known name; expected step.toml, statement.en.md, statement.zh.md or statement.ja.md",
            "08-sums: no step.toml; add it",
            "08-sums/statement.en.md: no title; begin with a line `# Title`",
            "08-sums/statement.en.md: no sample task; add a block fenced as ```json task",
            "08-sums/statement.en.md: no sample answer; add a block fenced as ```text answer",
        ]
    );
}

#[test]
fn a_number_belongs_to_one_folder() {
    let faults = faults(vec![good("07-sums"), good("07-more-sums")]);
    assert_eq!(
        faults,
        ["07-more-sums: step 07 is in 07-sums already; give one of them another number"]
    );
}

#[test]
fn a_file_that_is_no_text_is_named() {
    let mut folder = good("07-sums");
    folder.files.insert("statement.en.md".to_owned(), vec![0xff]);
    assert_eq!(faults(vec![folder]), ["07-sums/statement.en.md: not UTF-8; save it as UTF-8"]);
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let step = format!("\u{feff}{STEP}");
    let statement = format!("\u{feff}{STATEMENT}");
    let files = [("step.toml", step.as_str()), ("statement.en.md", statement.as_str())];
    let catalog = load(vec![folder("07-sums", &files)]).unwrap();
    assert_eq!(catalog.steps().next().unwrap().statement(Language::English).title(), "Sums");
}

#[test]
fn a_sample_stands_there_once() {
    let twice = format!("{STATEMENT}\n```text answer\n4\n```\n");
    let files = [("step.toml", STEP), ("statement.en.md", twice.as_str())];
    assert_eq!(
        faults(vec![folder("07-sums", &files)]),
        ["07-sums/statement.en.md:11: a second block fenced as ```text answer; leave one"]
    );
}

#[test]
fn a_sample_that_asks_for_more_or_less_than_the_tasks_is_a_fault() {
    let catalog = load(vec![good("07-sums")]).unwrap();
    let faults = check(catalog.steps().next().unwrap(), 20).faults;
    assert_eq!(faults.len(), 1);
    assert_eq!(
        faults[0].to_string(),
        "07-sums/statement.en.md:3: the sample task wants 1 items, but the step's tasks want 3; mend the sample"
    );
}

#[test]
fn no_folder_at_all_is_a_fault() {
    assert_eq!(faults(vec![]), [".: no challenge folder; add one, as `07-line-patterns`"]);
}
