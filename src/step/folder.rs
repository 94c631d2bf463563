//! Challenge folders as they are found, before anybody has understood them.

use std::collections::BTreeMap;

/// One folder of the challenges: its name, and its files by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// The folder's name, as `07-line-patterns`.
    pub name: String,
    /// The files in it.
    pub files: BTreeMap<String, Vec<u8>>,
}
