//! The tasks of a few identities, as they have always been.

use std::fs;
use std::io;
use std::path::PathBuf;

use gradus::step::{Exercise, Keyring, Nonce, Secret, Step, Subject, TaskIdentity};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The golden boards of one step, as its file has them.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Golden {
    pub(crate) revision: u32,
    pub(crate) tasks: Vec<GoldenTask>,
}

/// A task, and the identity that it is made from, with a secret of 32 zero bytes.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GoldenTask {
    subject: String,
    nonce: u64,
    task: Value,
}

impl Golden {
    /// The boards that a step gives now.
    pub(crate) fn of(step: &Step) -> Self {
        let keyring = Keyring::new(&Secret::from_bytes([0; 32]));
        let caller = |address: &str| address.parse().unwrap();
        let identities = [
            ("learner Ada", Subject::Learner("Ada"), Nonce::from_bits(2_963_520)),
            ("address 192.0.2.1", Subject::Anonymous(caller("192.0.2.1")), Nonce::from_bits(1)),
            ("address 2001:db8::1", Subject::Anonymous(caller("2001:db8::1")), Nonce::random(7)),
        ];
        let tasks = identities.map(|(name, subject, nonce)| {
            let subject = keyring.subject(subject);
            let (step, revision, exercise) = (step.number, step.revision, step.exercise());
            let seed = keyring.seed(&TaskIdentity { step, revision, subject, nonce });
            let task = match exercise {
                Exercise::Puzzle(puzzle) => {
                    serde_json::to_value(puzzle.pose(&seed).unwrap().fields()).unwrap()
                }
                Exercise::Match(exercise) => serde_json::to_value(exercise.pose(&seed)).unwrap(),
            };
            GoldenTask { subject: name.to_owned(), nonce: nonce.to_bits(), task }
        });
        Self { revision: step.revision, tasks: tasks.into() }
    }

    /// The boards that are on record; none for a new step.
    pub(crate) fn on_record(step: &Step) -> Option<Self> {
        match fs::read_to_string(path(&step.folder)) {
            Ok(json) => Some(serde_json::from_str(&json).unwrap()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => panic!("{}: {error}", step.folder),
        }
    }
}

/// Where the boards of a step are on record.
pub(crate) fn path(folder: &str) -> PathBuf {
    directory().join(format!("{folder}.json"))
}

/// Where all boards are on record.
pub(crate) fn directory() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", "golden"].iter().collect()
}
