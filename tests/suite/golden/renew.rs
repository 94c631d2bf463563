//! Renews the golden boards: `cargo run -p gradus-tests --example renew-golden-boards`.
//!
//! It refuses boards that have changed under the same fingerprint: then the kind's `VERSION` has to be raised first.

#![expect(clippy::unwrap_used, reason = "a tool for developers: it stops where something is wrong")]
#![expect(clippy::panic, reason = "a tool for developers: it stops where something is wrong")]

mod boards;

use std::fs;

use boards::Golden;
use gradus::challenges;

fn main() {
    fs::create_dir_all(boards::directory()).unwrap();
    let curriculum = challenges::load(None, None).unwrap_or_else(|error| {
        eprintln!("{error}");
        std::process::exit(1)
    });
    let catalog = curriculum.catalog;
    for step in catalog.steps() {
        let folder = &step.folder.name;
        let (was, is) = (Golden::on_record(step), Golden::of(step));
        if was.as_ref() == Some(&is) {
            continue;
        }
        if was.is_some_and(|was| was.fingerprint == is.fingerprint) {
            eprintln!(
                "{folder}: the boards have changed, the fingerprint has not: raise the VERSION of the kind"
            );
            std::process::exit(1);
        }
        let mut json = serde_json::to_string_pretty(&is).unwrap();
        json.push('\n');
        fs::write(boards::path(folder), json).unwrap();
        println!("{folder}: boards on record");
    }
    for entry in fs::read_dir(boards::directory()).unwrap() {
        let path = entry.unwrap().path();
        if !catalog.steps().any(|step| boards::path(&step.folder.name) == path) {
            fs::remove_file(&path).unwrap();
            println!("{}: taken away, it belongs to no step", path.display());
        }
    }
}
