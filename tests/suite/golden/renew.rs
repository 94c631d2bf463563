//! Renews the golden boards, and puts tasks of new kinds on record: `cargo run -p gradus-tests --example renew-golden-boards`.
//!
//! It refuses boards that have changed under the same fingerprint: then the kind's `VERSION` has to be raised first.

#![expect(clippy::unwrap_used, reason = "a tool for developers: it stops where something is wrong")]
#![expect(clippy::panic, reason = "a tool for developers: it stops where something is wrong")]

#[expect(dead_code, reason = "what the tasks on record are answered with is for the tests")]
mod bank;
mod boards;

use std::fs::{self, File};
use std::io::{self, Write as _};

use boards::Golden;
use flate2::Compression;
use flate2::write::GzEncoder;
use gradus::app::challenges;
use gradus::app::challenges::registry;
use gradus::step::{Exercise, trial_seed};

/// How many tasks of a kind are on record.
const TASKS: u32 = 200;

/// Puts tasks of a kind on record, if there are none. Those on record are never replaced.
fn record(exercise: &dyn Exercise) -> io::Result<bool> {
    let path = bank::path(exercise.kind());
    if path.exists() {
        return Ok(false);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = GzEncoder::new(File::create(&path)?, Compression::best());
    for number in 0..TASKS {
        let task = exercise.instantiate(&trial_seed(number)).map_err(io::Error::other)?;
        writeln!(file, "{}", task.fields().as_json())?;
    }
    file.finish()?;
    Ok(true)
}

fn main() {
    let registry = registry();
    for kind in registry.names().filter(|kind| !kind.ends_with("/match")) {
        if record(&*registry.exercise(kind, kind, "").unwrap()).unwrap() {
            println!("{kind}: tasks on record");
        }
    }
    fs::create_dir_all(boards::directory()).unwrap();
    let curriculum = challenges::load(None, None).unwrap_or_else(|error| {
        eprintln!("{error}");
        std::process::exit(1)
    });
    let catalog = curriculum.steps;
    for step in catalog.iter() {
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
        if !catalog.iter().any(|step| boards::path(&step.folder.name) == path) {
            fs::remove_file(&path).unwrap();
            println!("{}: taken away, it belongs to no step", path.display());
        }
    }
}
