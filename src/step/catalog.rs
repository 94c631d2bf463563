//! The steps that a server has, made from challenge folders: one folder adds a step.

use std::collections::BTreeMap;

use super::exercise::Exercise;
use super::fault::Fault;
use super::folder::Folder;
use super::language::Language;
use super::manifest::Manifest;
use super::number::StepNumber;
use super::registry::Registry;
use super::statement::Statement;

/// One step of the ladder.
pub struct Step {
    /// Its number.
    pub number: StepNumber,
    /// The name of its folder.
    pub folder: String,
    /// The heading under which the ladder shows it.
    pub track: String,
    /// What solving it is worth.
    pub points: u32,
    /// Goes up whenever the same seed would give another board.
    pub revision: u32,
    exercise: Box<dyn Exercise>,
    english: Statement,
    translations: BTreeMap<Language, Statement>,
}

impl Step {
    /// The kind and its parameters.
    #[must_use]
    pub fn exercise(&self) -> &dyn Exercise {
        &*self.exercise
    }

    /// The statement in a language, and in English where it is not translated.
    #[must_use]
    pub fn statement(&self, language: Language) -> &Statement {
        self.translations.get(&language).unwrap_or(&self.english)
    }

    /// Every statement, the English one first.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        std::iter::once(&self.english).chain(self.translations.values())
    }
}

/// The steps by number.
pub struct Catalog {
    steps: BTreeMap<StepNumber, Step>,
}

impl Catalog {
    /// Understands the challenge folders that can be understood, and says what is wrong with the others.
    #[must_use]
    pub fn gather(folders: Vec<Folder>, registry: &Registry) -> (Self, Vec<Fault>) {
        let mut steps: BTreeMap<StepNumber, Step> = BTreeMap::new();
        let mut faults = Vec::new();
        if folders.is_empty() {
            faults.push(Fault::new(".", "no challenge folder", "add one, as `07-line-patterns`"));
        }
        for folder in folders {
            let Some(step) = keep(&mut faults, Step::from_folder(folder, registry)) else {
                continue;
            };
            if let Some(first) = steps.get(&step.number) {
                let what = format!("step {} is in {} already", step.number, first.folder);
                faults.push(Fault::new(step.folder, what, "give one of them another number"));
            } else {
                steps.insert(step.number, step);
            }
        }
        (Self { steps }, faults)
    }

    /// The step with this number.
    #[must_use]
    pub fn get(&self, number: StepNumber) -> Option<&Step> {
        self.steps.get(&number)
    }

    /// The step that follows: the next number that exists.
    #[must_use]
    pub fn after(&self, number: StepNumber) -> Option<&Step> {
        use std::ops::Bound::{Excluded, Unbounded};
        let mut later = self.steps.range((Excluded(number), Unbounded));
        later.next().map(|(_, step)| step)
    }

    /// All steps in the order of their numbers.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.values()
    }
}

impl Step {
    fn from_folder(folder: Folder, registry: &Registry) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let number = keep(&mut faults, number_of(&folder.name).map_err(|fault| vec![fault]));
        for required in ["step.toml", "statement.en.md"] {
            if !folder.files.contains_key(required) {
                faults.push(Fault::new(&folder.name, format!("no {required}"), "add it"));
            }
        }
        let mut manifest = None;
        let mut statements = BTreeMap::new();
        for (name, bytes) in folder.files {
            let file = format!("{}/{name}", folder.name);
            let Ok(text) = String::from_utf8(bytes) else {
                faults.push(Fault::new(file, "not UTF-8", "save it as UTF-8"));
                continue;
            };
            // Some editors begin a file with a byte order mark.
            let text = text.trim_start_matches('\u{feff}').to_owned();
            if name == "step.toml" {
                let parsed = Manifest::parse(&file, &text, registry);
                manifest = Some(keep(&mut faults, parsed));
            } else if let Some(language) = statement_language(&name) {
                let parsed = Statement::parse(&file, language, text);
                statements.insert(language, keep(&mut faults, parsed));
            } else {
                faults.push(Fault::new(
                    file,
                    "a file of no known name",
                    "expected step.toml, statement.en.md, statement.zh.md or statement.ja.md",
                ));
            }
        }
        let english = statements.remove(&Language::English).flatten();
        match (number, manifest.flatten(), english) {
            (Some(number), Some(manifest), Some(english)) if faults.is_empty() => Ok(Self {
                number,
                folder: folder.name,
                track: manifest.track,
                points: manifest.points,
                revision: manifest.revision,
                exercise: manifest.exercise,
                english,
                translations: statements
                    .into_iter()
                    .filter_map(|(language, statement)| Some((language, statement?)))
                    .collect(),
            }),
            _ => Err(faults),
        }
    }
}

/// Keeps what was understood; what was not becomes faults.
fn keep<T>(faults: &mut Vec<Fault>, result: Result<T, Vec<Fault>>) -> Option<T> {
    result.map_err(|found| faults.extend(found)).ok()
}

fn number_of(folder: &str) -> Result<StepNumber, Fault> {
    folder
        .split_once('-')
        .filter(|(_, words)| is_plain(words))
        .and_then(|(number, _)| number.parse().ok())
        .ok_or_else(|| {
            Fault::new(
                folder,
                "the folder's name is not that of a step",
                "name it with two digits and small words joined by hyphens, as `07-line-patterns`",
            )
        })
}

fn is_plain(words: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !words.is_empty() && words.bytes().all(allowed)
}

fn statement_language(file: &str) -> Option<Language> {
    let tag = file.strip_prefix("statement.")?.strip_suffix(".md")?;
    Language::ALL.into_iter().find(|language| language.tag() == tag)
}
