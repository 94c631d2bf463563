//! Languages that are added at start: a directory of texts with a file for each, such as `fr.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use gradus_text::{Template, TextsError, load, missing};
use serde::Serialize;
use thiserror::Error;

use crate::step::Language;
use crate::{TEXTS, game, rules, step};

/// Why a directory of texts cannot be used.
#[derive(Debug, Error)]
pub enum LanguagesError {
    /// The directory or a file cannot be read.
    #[error("{path} cannot be read: {source}; expected a directory of texts, such as `fr.toml`", path = path.display())]
    Unreadable {
        /// The directory or the file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file has something else than texts of the program.
    #[error(transparent)]
    Texts(#[from] TextsError),
}

/// The texts that a language lacks: they are shown in English.
#[derive(Serialize)]
pub struct MissingTexts {
    /// The language.
    pub language: Language,
    /// The keys of the texts.
    pub keys: Vec<&'static str>,
}

/// All texts of the program.
fn texts() -> Vec<&'static [Template]> {
    [step::TEXTS, rules::TEXTS, game::TEXTS, TEXTS].concat()
}

/// Adds the languages of a directory, and overrides texts of those that the program has. Call it once, before anything is shown.
pub fn add_languages(directory: &Path) -> Result<(), LanguagesError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |source| LanguagesError::Unreadable { path, source }
    };
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(directory).map_err(unreadable(directory))? {
        let path = entry.map_err(unreadable(directory))?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let tag = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            files.insert(tag, fs::read_to_string(&path).map_err(unreadable(&path))?);
        }
    }
    Ok(load(&files, &texts())?)
}

/// The texts that the added languages lack; nothing for a language that lacks none.
#[must_use]
pub fn missing_texts() -> Vec<MissingTexts> {
    let texts = texts();
    let of = |language| MissingTexts { language, keys: missing(language, &texts).collect() };
    Language::all().map(of).filter(|missing| !missing.keys.is_empty()).collect()
}
