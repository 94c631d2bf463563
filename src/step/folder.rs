//! Challenge folders as they are found, before anybody has understood them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// One folder of the challenges: its name, and its files by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// The folder's name, as `07-line-patterns`.
    pub name: String,
    /// The files in it.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Folder {
    /// Reads every folder in a directory, in the order of their names. Files beside the folders, and names that begin
    /// with a dot, are passed over.
    pub fn read_all(directory: &Path) -> io::Result<Vec<Self>> {
        let mut folders = Vec::new();
        for (name, path) in visible_entries(directory)? {
            if path.is_dir() {
                let files = visible_entries(&path)?
                    .into_iter()
                    .filter(|(_, path)| path.is_file())
                    .map(|(name, path)| Ok((name, fs::read(path)?)))
                    .collect::<io::Result<_>>()?;
                folders.push(Self { name, files });
            }
        }
        Ok(folders)
    }
}

fn visible_entries(directory: &Path) -> io::Result<BTreeMap<String, std::path::PathBuf>> {
    fs::read_dir(directory)?
        .map(|entry| {
            let entry = entry?;
            Ok((entry.file_name().to_string_lossy().into_owned(), entry.path()))
        })
        .filter(|entry| !matches!(entry, Ok((name, _)) if name.starts_with('.')))
        .collect()
}
