//! Where the challenge folders come from: those in the binary, or a directory of the instructor's.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;
use thiserror::Error;

use crate::kinds::registry::registry;
use crate::step::{self, Catalog, Fault, Folder, Trial};

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
    /// The folders have faults: all of them.
    #[error("{}", lines(.0))]
    Faults(Vec<Fault>),
}

fn lines(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n")
}

/// How each step of an instructor's own is tried before it is served: so that nobody waits for the server.
const BRIEFLY: Trial = Trial::unmeasured(3);

/// The steps of a directory, or the embedded ones; no fault is suffered.
///
/// Steps of a directory are checked over a few tasks, since their author may have forgotten to.
pub fn load(directory: Option<&Path>) -> Result<Catalog, LoadError> {
    let (catalog, mut faults) = gather(directory)?;
    if directory.is_some() {
        faults.extend(catalog.steps().flat_map(|step| step::check(step, BRIEFLY).faults));
    }
    if faults.is_empty() { Ok(catalog) } else { Err(LoadError::Faults(faults)) }
}

/// The sound steps of a directory, or the embedded ones, and the faults of the others.
pub fn gather(directory: Option<&Path>) -> Result<(Catalog, Vec<Fault>), LoadError> {
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
