//! The tasks of a few seeds, as they have always been.

use std::path::PathBuf;
use std::{fs, io};

use gradus::step::{Step, TaskInstance, trial_seed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The golden boards of one step, as its file has them.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Golden {
    kind: String,
    /// What makes the boards: other boards have another one.
    pub(crate) fingerprint: String,
    /// The tasks of the first trial seeds.
    tasks: Vec<Value>,
    /// The BLAKE3 hash over the JSON of the tasks of many more seeds.
    others: String,
}

/// How many tasks are on record in full.
const SHOWN: u32 = 3;

/// Up to which seed the tasks are hashed.
const HASHED: u32 = 203;

impl Golden {
    /// The boards that a step gives now.
    pub(crate) fn of(step: &Step) -> Self {
        let exercise = step.exercise();
        let task = |number| exercise.instantiate(&trial_seed(number)).unwrap();
        let json = |task: Box<dyn TaskInstance>| task.fields().as_json().to_owned();
        let mut others = blake3::Hasher::new();
        for number in SHOWN..HASHED {
            others.update(json(task(number)).as_bytes());
        }
        Self {
            kind: exercise.kind().to_owned(),
            fingerprint: exercise.fingerprint().to_string(),
            tasks: (0..SHOWN)
                .map(|number| serde_json::from_str(&json(task(number))).unwrap())
                .collect(),
            others: others.finalize().to_hex().to_string(),
        }
    }

    /// The boards that are on record; none for a new step.
    pub(crate) fn on_record(step: &Step) -> Option<Self> {
        match fs::read_to_string(path(&step.folder.name)) {
            Ok(json) => Some(serde_json::from_str(&json).unwrap()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => panic!("{}: {error}", step.folder.name),
        }
    }
}

/// Where the boards of a step are on record.
pub(crate) fn path(folder: &str) -> PathBuf {
    directory().join(format!("{folder}.json"))
}

/// Where all boards are on record.
pub(crate) fn directory() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "data", "golden"].iter().collect()
}
