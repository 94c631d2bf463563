//! `gradus instructors`: who runs the class.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use gradus::app::class::new_instructor_key;
use gradus::app::now;
use gradus::course::{LearnerKey, LearnerName};
use gradus::store::{Instructor, InstructorId, Store, StoreError};

use super::class::{ClassCommandError, DatabaseOptions, print_keys, print_table};

/// The options of `gradus instructors`.
#[derive(Args)]
pub(crate) struct Instructors {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    database: DatabaseOptions,
}

#[derive(Subcommand)]
enum Action {
    /// Add an instructor, and print the key: NAME, a tab, KEY
    Add {
        /// The name
        name: LearnerName,
    },
    /// List the instructors
    List,
    /// Remove an instructor; the key is no longer valid
    Remove {
        /// The name
        name: LearnerName,
    },
    /// Print a new key for an instructor; the old one is no longer valid
    Rekey {
        /// The name
        name: LearnerName,
    },
}

impl Instructors {
    /// Does it, and prints what is to be known.
    pub(crate) async fn run(self) -> Result<ExitCode, ClassCommandError> {
        let store = match self.action {
            Action::Add { .. } => self.database.open_or_create().await?,
            _ => self.database.open().await?,
        };
        let result = self.action.execute(&*store).await;
        store.close().await;
        result.map(|()| ExitCode::SUCCESS)
    }
}

impl Action {
    async fn execute(self, store: &dyn Store) -> Result<(), ClassCommandError> {
        match self {
            Self::Add { name } => {
                let key = new_instructor_key()?;
                match store.add_instructor(&name, key.hash(), now()).await {
                    Ok(_) => show(&name, &key),
                    Err(StoreError::InstructorTaken) => {
                        Err(ClassCommandError::InstructorTaken(name))
                    }
                    Err(StoreError::NameTaken) => {
                        Err(ClassCommandError::NameTaken(name.to_string()))
                    }
                    Err(error) => Err(error.into()),
                }
            }
            Self::List => {
                let instructors = store.instructors().await?.into_iter();
                let rows = instructors.map(|instructor| [instructor.name.to_string()]);
                Ok(print_table(["name"], rows)?)
            }
            Self::Remove { name } => {
                let (found, id) = find(store, &name).await?;
                store.remove_instructor(id).await?;
                eprintln!("{} is no longer an instructor.", found.name);
                if store.instructors().await?.is_empty() {
                    eprintln!(
                        "No instructor is left in the database; `gradus instructors add` adds one."
                    );
                }
                Ok(())
            }
            Self::Rekey { name } => {
                let (found, id) = find(store, &name).await?;
                let key = new_instructor_key()?;
                store.rekey_instructor(id, key.hash()).await?;
                show(&found.name, &key)
            }
        }
    }
}

/// The instructor of this name in the database.
async fn find(
    store: &dyn Store,
    name: &LearnerName,
) -> Result<(Instructor, InstructorId), ClassCommandError> {
    let instructors = store.instructors().await?;
    let found = instructors.iter().find(|known| known.name.folded() == name.folded());
    found.and_then(|found| Some((found.clone(), found.id?))).ok_or_else(|| {
        let known = instructors.iter().map(|instructor| instructor.name.clone()).collect();
        ClassCommandError::NoInstructor { name: name.clone(), known }
    })
}

/// Prints an instructor's key.
fn show(name: &LearnerName, key: &LearnerKey) -> Result<(), ClassCommandError> {
    print_keys([(name.as_str(), key.reveal())], "gradus instructors rekey")?;
    eprintln!("The key is shown only here: the database has its hash.");
    Ok(())
}
