//! Renews the golden boards: `cargo run --example renew-golden-boards`.
//!
//! A step whose boards are no longer those on record gets the next `revision` in its `step.toml`, so that tokens of the
//! old boards are refused instead of showing new ones. Steps that have not changed are left alone.

#![expect(clippy::unwrap_used, reason = "a tool for developers: it stops where something is wrong")]
#![expect(clippy::panic, reason = "a tool for developers: it stops where something is wrong")]

mod boards;

use std::fs;
use std::path::{Path, PathBuf};

use boards::Golden;
use gradus::challenges::{self, LoadError};

fn main() {
    let challenges: PathBuf = [env!("CARGO_MANIFEST_DIR"), "challenges"].iter().collect();
    fs::create_dir_all(boards::directory()).unwrap();
    let load = || challenges::load(Some(&challenges)).unwrap_or_else(|error| refuse(&error));
    for step in load().steps() {
        let (was, is) = (Golden::on_record(step), Golden::of(step));
        if was.is_some_and(|was| was.revision == is.revision && was != is) {
            raise_revision(&challenges.join(&step.folder).join("step.toml"), step.revision);
            println!("{}: revision {}", step.folder, step.revision + 1);
        }
    }
    let catalog = load();
    let steps = catalog.steps().filter(|step| Golden::on_record(step) != Some(Golden::of(step)));
    for step in steps {
        let mut json = serde_json::to_string_pretty(&Golden::of(step)).unwrap();
        json.push('\n');
        fs::write(boards::path(&step.folder), json).unwrap();
        println!("{}: three boards on record", step.folder);
    }
    for entry in fs::read_dir(boards::directory()).unwrap() {
        let path = entry.unwrap().path();
        if !catalog.steps().any(|step| boards::path(&step.folder) == path) {
            fs::remove_file(&path).unwrap();
            println!("{}: taken away, it belongs to no step", path.display());
        }
    }
}

/// Faults are mended first: nothing is renewed beside them.
fn refuse(error: &LoadError) -> ! {
    eprintln!("{error}");
    std::process::exit(1)
}

/// Writes the next revision into a manifest, and leaves everything else as it stands.
fn raise_revision(manifest: &Path, revision: u32) {
    let text = fs::read_to_string(manifest).unwrap();
    let is_revision =
        |line: &str| line.split('=').next().is_some_and(|key| key.trim() == "revision");
    let (old, new) = (revision.to_string(), (revision + 1).to_string());
    let raise = |line: &str| {
        if is_revision(line) { line.replacen(&old, &new, 1) } else { line.to_owned() }
    };
    let raised: String = text.split_inclusive('\n').map(raise).collect();
    assert_ne!(raised, text, "{}: no line `revision = {revision}`", manifest.display());
    fs::write(manifest, raised).unwrap();
}
