//! Tasks on record, 200 for each kind, and what every reading of the kind answers to them.
//!
//! The tasks are JSON and not seeds: a rule or a misreading that moves to another place has to answer as before, also where its boards
//! are drawn in another way.

use std::fmt::Write as _;
use std::fs::File;
use std::io;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use gradus::step::{Choice, Exercise};

/// Where the tasks of a kind are on record: one JSON object a line, compressed.
pub(crate) fn path(kind: &str) -> PathBuf {
    let file = format!("{}.jsonl.gz", kind.replace('/', "-"));
    [env!("CARGO_MANIFEST_DIR"), "data", "bank", &file].iter().collect()
}

/// What the rule and each misconception of a kind answer to the tasks on record: a name and a hash in each line.
pub(crate) fn answers(exercise: &dyn Exercise) -> io::Result<String> {
    let tasks = io::read_to_string(GzDecoder::new(File::open(path(exercise.kind()))?))?;
    let misconceptions = exercise.misconceptions();
    let mut hashers = vec![blake3::Hasher::new(); misconceptions.len() + 1];
    for task in tasks.lines() {
        let task = exercise.parse_task(task).map_err(io::Error::other)?;
        for (place, hasher) in hashers.iter_mut().enumerate() {
            let read: &[usize] = match place {
                0 => &[],
                _ => &[place - 1],
            };
            for choice in Choice::ALL {
                let answer = task.misread(read, choice).ok_or(io::ErrorKind::InvalidData)?;
                hasher.update(answer.as_str().as_bytes()).update(b"\n");
            }
        }
    }
    let names = misconceptions.iter().map(|known| known.id.as_str());
    let mut lines = String::new();
    for (name, hasher) in ["the rule"].into_iter().chain(names).zip(hashers) {
        let hash = hasher.finalize().to_hex();
        writeln!(lines, "{} {name}", &hash[..16]).map_err(io::Error::other)?;
    }
    Ok(lines)
}
