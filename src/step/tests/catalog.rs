use super::folders::{STATEMENT, STEP, folder, good};
use super::sum::Sum;
use crate::step::{Catalog, Fault, Folder, Language, Registry, StepNumber};

/// A manifest without `[params]`.
const PLAIN: &str = "kind = \"test/sum\"\ntrack = \"Sums\"\npoints = 5\nrevision = 1\n";

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
    let other = STATEMENT.replace("# Sums", "# More sums");
    let files = [("step.toml", STEP), ("statement.en.md", other.as_str())];
    let catalog = load(vec![folder("12-more-sums", &files), good("07-sums")]).unwrap();
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
            "07-sums/step.toml:1: there is no kind `test/sums`; choose one of test/sum (toml.kind)",
            "07-sums/step.toml:2: invalid type: integer `5`; write a string (toml.value)",
            "07-sums/step.toml:3: unknown field `pionts`; write one of `kind`, `track`, `points`, `revision`, or leave it out; the kind's own keys stand below a line `[params]` (toml.key)",
            "07-sums/step.toml:4: invalid value: integer `-1`; write a whole number from 1 to 1000000 (toml.value)",
            "07-sums/step.toml: `points` is missing; add a line `points = 10` (toml.missing)",
        ]
    );
}

#[test]
fn every_fault_of_the_params_is_on_its_own_line() {
    let manifest = format!("{PLAIN}\n[params]\npairs = 10\nnumbers = [5, 1]\ncolour = \"red\"\n");
    assert_eq!(
        manifest_faults(&manifest),
        [
            "07-sums/step.toml:7: invalid value: integer `10`; write a whole number from 1 to 9 (toml.value)",
            "07-sums/step.toml:8: invalid value: a list of others; write two whole numbers in ascending order, [from, to], within 0 to 99 (toml.value)",
            "07-sums/step.toml:9: unknown field `colour`; write `pairs` or `numbers`, or leave it out (toml.key)",
        ]
    );
}

#[test]
fn two_faults_on_one_line_are_two_faults() {
    let faults = manifest_faults(&format!("{PLAIN}params = {{ pairs = 10, colour = 1 }}\n"));
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults.iter().all(|fault| fault.starts_with("07-sums/step.toml:5: ")), "{faults:?}");
}

#[test]
fn a_track_has_a_name() {
    let faults = manifest_faults(&STEP.replace("\"Sums\"", "\" \""));
    assert_eq!(
        faults,
        ["07-sums/step.toml:2: `track` is no heading; write a text of one line (toml.value)"]
    );
}

#[test]
fn params_that_are_no_table_are_named() {
    let faults = manifest_faults(&format!("{PLAIN}params = 3\n"));
    assert_eq!(
        faults,
        ["07-sums/step.toml:5: `params` is no table; write it as `[params]` (toml.value)"]
    );
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
            "sums: the folder's name is not that of a step; name it with two digits and small words joined by hyphens, as `07-line-patterns` (folder.name)",
            "sums: no statement.en.md; add it: another step's is a model (file.missing)",
            "sums/statement.de.md: a file of no known name; take it away, or name it step.toml, statement.en.md, statement.zh.md or statement.ja.md (file.unknown)",
            "08-sums: no step.toml; add it: another step's is a model (file.missing)",
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
    let catalog = load(vec![folder("07-sums", &files)]).unwrap();
    assert_eq!(catalog.steps().next().unwrap().statement(Language::English).title(), "Sums");
}
