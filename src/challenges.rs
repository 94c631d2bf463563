//! Where the challenge folders come from: those in the binary, or a directory of the instructor's.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;
use thiserror::Error;

use crate::kinds::registry::registry;
use crate::step::{self, Catalog, Diagnostic, Folder, Step, Trial};

#[derive(RustEmbed)]
#[folder = "challenges/"]
struct Embedded;

/// Why there is no catalogue.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A file or directory cannot be read.
    #[error("{path} cannot be read: {source}; make it readable", path = path.display())]
    Unreadable {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The directory is itself a challenge.
    #[error("{path} is a challenge; expected the directory that it lies in", path = path.display())]
    OneChallenge {
        /// The directory.
        path: PathBuf,
    },
    /// Something is wrong with the folders: all of it.
    #[error("{}", lines(.0))]
    Diagnostics(Vec<Diagnostic>),
}

fn lines(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")
}

/// How each step of an instructor's own is tried before it is served: so that nobody waits for the server.
const BRIEFLY: Trial = Trial::unmeasured(3);

/// How a step is tried that takes the place of one that is served: as `gradus check` does by default.
const THOROUGHLY: Trial = Trial::unmeasured(500);

/// The steps of a directory, or the embedded ones, if nothing is wrong with them.
///
/// Steps of a directory are checked over a few tasks, since their author may have forgotten to.
pub fn load(directory: Option<&Path>) -> Result<Catalog, LoadError> {
    let (catalog, mut diagnostics) = gather(directory)?;
    if directory.is_some() {
        diagnostics.extend(catalog.steps().flat_map(|step| step::check(step, BRIEFLY).diagnostics));
    }
    sound(catalog, diagnostics)
}

/// The steps of a directory as they are now, to be served in place of others, if nothing is wrong with them.
///
/// Only what is new or has changed is checked, over as many tasks as `gradus check` tries.
pub fn reload(directory: &Path, served: &Catalog) -> Result<Catalog, LoadError> {
    let (catalog, mut diagnostics) = gather(Some(directory))?;
    let is_known =
        |step: &&Step| served.get(step.number).is_some_and(|served| served.folder == step.folder);
    let changed = catalog.steps().filter(|step| !is_known(step));
    diagnostics.extend(changed.flat_map(|step| step::check(step, THOROUGHLY).diagnostics));
    sound(catalog, diagnostics)
}

fn sound(catalog: Catalog, diagnostics: Vec<Diagnostic>) -> Result<Catalog, LoadError> {
    if diagnostics.is_empty() { Ok(catalog) } else { Err(LoadError::Diagnostics(diagnostics)) }
}

/// The sound steps of a directory, or the embedded ones, and the diagnostics of the others.
pub fn gather(directory: Option<&Path>) -> Result<(Catalog, Vec<Diagnostic>), LoadError> {
    Ok(Catalog::gather(folders(directory)?, &registry()))
}

fn folders(directory: Option<&Path>) -> Result<Vec<Folder>, LoadError> {
    match directory {
        Some(path) if path.join("step.toml").is_file() => {
            Err(LoadError::OneChallenge { path: path.to_owned() })
        }
        Some(path) => read_all(path),
        None => Ok(embedded()),
    }
}

/// Every folder in a directory, in the order of their names. Files beside the folders, and names that begin with a dot or
/// end with a tilde, as editors leave them, are passed over.
fn read_all(directory: &Path) -> Result<Vec<Folder>, LoadError> {
    let mut folders = Vec::new();
    for (name, path) in entries(directory)? {
        if path.is_dir() {
            let files = entries(&path)?
                .into_iter()
                .filter(|(_, path)| path.is_file())
                .map(|(name, path)| Ok((name, fs::read(&path).map_err(unreadable(&path))?)))
                .collect::<Result<_, LoadError>>()?;
            folders.push(Folder { name, files });
        }
    }
    Ok(folders)
}

/// The error of a path that cannot be read.
fn unreadable(path: &Path) -> impl Fn(io::Error) -> LoadError {
    move |source| LoadError::Unreadable { path: path.to_owned(), source }
}

fn entries(directory: &Path) -> Result<BTreeMap<String, PathBuf>, LoadError> {
    fs::read_dir(directory)
        .map_err(unreadable(directory))?
        .map(|entry| {
            let entry = entry.map_err(unreadable(directory))?;
            Ok((entry.file_name().to_string_lossy().into_owned(), entry.path()))
        })
        .filter(
            |entry| !matches!(entry, Ok((name, _)) if name.starts_with('.') || name.ends_with('~')),
        )
        .collect()
}

fn embedded() -> Vec<Folder> {
    let mut folders: BTreeMap<String, Folder> = BTreeMap::new();
    for path in Embedded::iter() {
        if let (Some((name, file)), Some(content)) = (path.split_once('/'), Embedded::get(&path)) {
            let folder = folders
                .entry(name.to_owned())
                .or_insert_with(|| Folder { name: name.to_owned(), files: BTreeMap::new() });
            folder.files.insert(file.to_owned(), content.data.into_owned());
        }
    }
    folders.into_values().collect()
}
