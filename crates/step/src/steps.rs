//! The steps that a server has, made from challenge folders: one folder adds a step.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::diagnostic::{Diagnostic, DiagnosticCode};
use super::folder::{Folder, Step};
use super::number::StepNumber;
use super::registry::Registry;

/// The steps by number.
pub struct Steps {
    steps: BTreeMap<StepNumber, Arc<Step>>,
}

impl Steps {
    /// Makes steps of the folders that can be read, and diagnostics of the others.
    #[must_use]
    pub fn gather(folders: Vec<Folder>, registry: &Registry) -> (Self, Vec<Diagnostic>) {
        let mut steps: BTreeMap<StepNumber, Arc<Step>> = BTreeMap::new();
        // Folders that cannot be read count too, so that everything is reported at once.
        let mut numbers: BTreeMap<StepNumber, String> = BTreeMap::new();
        let mut diagnostics = Vec::new();
        if folders.is_empty() {
            let (what, help) = ("no challenge folder", "add one, as `07-line-patterns`");
            diagnostics.push(Diagnostic::new(DiagnosticCode::NoChallenges, ".", what, help));
        }
        for folder in folders {
            if let Ok(number) = folder.number() {
                match numbers.entry(number) {
                    Entry::Vacant(free) => drop(free.insert(folder.name.clone())),
                    Entry::Occupied(first) => {
                        let what = format!("step {number} is in {} already", first.get());
                        let help = "give one of them another number";
                        let code = DiagnosticCode::FolderNumber;
                        diagnostics.push(Diagnostic::new(code, &folder.name, what, help));
                    }
                }
            }
            let (step, found) = Step::from_folder(folder, registry);
            diagnostics.extend(found);
            if let Some(step) = step {
                steps.entry(step.number).or_insert(Arc::new(step));
            }
        }
        diagnostics.extend(lint(steps.values()));
        (Self { steps }, diagnostics)
    }

    /// The step with this number.
    #[must_use]
    pub fn get(&self, number: StepNumber) -> Option<&Arc<Step>> {
        self.steps.get(&number)
    }

    /// All steps in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &Step> {
        self.steps.values().map(|step| &**step)
    }
}

/// Lints the steps against each other: a copied folder often repeats a title. The steps can be served all the same.
fn lint<'a>(steps: impl Iterator<Item = &'a Arc<Step>>) -> Vec<Diagnostic> {
    let (mut tracks, mut titles) = (BTreeMap::new(), BTreeMap::new());
    let mut diagnostics = Vec::new();
    for step in steps {
        // A track that is written in two ways would be on the ladder twice.
        let words: Vec<String> = step.track.split_whitespace().map(str::to_lowercase).collect();
        let first: &Step = tracks.entry(words.join(" ")).or_insert(step);
        if first.track != step.track {
            let what = format!(
                "the track is {:?}, but {:?} in {}",
                step.track, first.track, first.folder.name
            );
            let help = "write it the same way everywhere";
            let code = DiagnosticCode::TomlTrack;
            let diagnostic = Diagnostic::new(code, step.file("step.toml"), what, help);
            diagnostics.push(diagnostic.on_line(step.track_line));
        }
        for statement in step.statements() {
            let title = (statement.language(), statement.title());
            let first: &Step = titles.entry(title).or_insert(step);
            if first.number != step.number {
                let file = step.file(&statement.file_name());
                let name = &first.folder.name;
                let what = format!("the title {:?} is also that of {name}", statement.title());
                let help =
                    "give it a title of its own, and check that the text describes this step";
                diagnostics.push(Diagnostic::new(DiagnosticCode::StatementTitle, file, what, help));
            }
        }
    }
    diagnostics
}
