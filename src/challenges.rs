//! Loading the challenge folders: those in the binary, or those of an instructor's directory.

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

/// Why the catalogue cannot be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A file or directory cannot be read.
    #[error("{path} cannot be read: {source}; expected a readable directory of challenges", path = path.display())]
    Unreadable {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The path is a challenge, not a directory of challenges.
    #[error("{path} is a challenge; expected the directory that contains it", path = path.display())]
    OneChallenge {
        /// The directory.
        path: PathBuf,
    },
    /// All diagnostics of the folders.
    #[error("{}", lines(.0))]
    Diagnostics(Vec<Diagnostic>),
}

fn lines(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")
}

/// How each step of a directory is checked at the start: briefly, so that the server starts quickly.
const START_TRIAL: Trial = Trial::unmeasured(3);

/// How a new or changed step is checked before a reload: as `gradus check` does by default.
const RELOAD_TRIAL: Trial = Trial::unmeasured(500);

/// The steps of a directory, or the embedded ones, unless they have diagnostics.
///
/// The steps of a directory are checked with a few tasks, because their author may not have run `gradus check`.
pub fn load(directory: Option<&Path>) -> Result<Catalog, LoadError> {
    let (catalog, mut diagnostics) = gather(directory)?;
    if directory.is_some() {
        diagnostics
            .extend(catalog.steps().flat_map(|step| step::check(step, START_TRIAL).diagnostics));
    }
    without_diagnostics(catalog, diagnostics)
}

/// The current steps of a directory, to replace those that are `served`, unless they have diagnostics.
///
/// Only new and changed steps are checked, with as many tasks as `gradus check` tries.
pub fn reload(directory: &Path, served: &Catalog) -> Result<Catalog, LoadError> {
    let (catalog, mut diagnostics) = gather(Some(directory))?;
    let is_known =
        |step: &&Step| served.get(step.number).is_some_and(|served| served.folder == step.folder);
    let changed = catalog.steps().filter(|step| !is_known(step));
    diagnostics.extend(changed.flat_map(|step| step::check(step, RELOAD_TRIAL).diagnostics));
    without_diagnostics(catalog, diagnostics)
}

fn without_diagnostics(
    catalog: Catalog,
    diagnostics: Vec<Diagnostic>,
) -> Result<Catalog, LoadError> {
    if diagnostics.is_empty() { Ok(catalog) } else { Err(LoadError::Diagnostics(diagnostics)) }
}

/// The valid steps of a directory, or the embedded ones, and the diagnostics of the others.
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

/// All folders of a directory, in the order of their names. Files beside the folders are ignored, and so are names that begin with a
/// dot or end with a tilde, which editors create.
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
