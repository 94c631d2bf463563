//! What is in `packaging/`: it names only what exists, and works with the real server.

pub(crate) mod containers;
mod nginx;
mod service;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::places::REPOSITORY;
use crate::server::Workplace;

/// A file in `packaging/`, or in a folder of it.
pub(crate) fn path(name: impl AsRef<Path>) -> PathBuf {
    Path::new(REPOSITORY).join("packaging").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap()
}

/// The variables that the server's options have. One is read without an option.
fn variables() -> BTreeSet<String> {
    let help = Workplace::new().gradus(&["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let options = help.split("[env: ").skip(1).map(name_at_start);
    options.chain(["GRADUS_INSTRUCTORS".to_owned()]).collect()
}

/// All names like `GRADUS_BIND` in a text, also in comments.
fn named_variables(text: &str) -> BTreeSet<String> {
    text.match_indices("GRADUS_").map(|(at, _)| name_at_start(&text[at..])).collect()
}

fn name_at_start(text: &str) -> String {
    text.chars().take_while(|symbol| symbol.is_ascii_uppercase() || *symbol == '_').collect()
}

/// The pairs of a file with a `NAME=value` on each line.
fn pairs(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let pairs = lines.map(|line| line.split_once('=').unwrap_or_else(|| panic!("{line:?}")));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[case]
fn every_variable_that_is_named_is_that_of_an_option() {
    let known = variables();
    assert!(known.contains("GRADUS_BIND"), "{known:?}");
    let files = [
        "Containerfile",
        "compose.yaml",
        "compose.env",
        "systemd/gradus.env",
        "systemd/gradus.service",
    ];
    for file in files {
        let unknown: Vec<_> = named_variables(&text(file)).difference(&known).cloned().collect();
        assert!(unknown.is_empty(), "{file} names {unknown:?}");
    }
}
