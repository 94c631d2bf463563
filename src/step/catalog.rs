//! The steps that a server has, made from challenge folders: one folder adds a step.

use std::collections::BTreeMap;

use super::coherence;
use super::exercise::Exercise;
use super::fault::{Fault, FaultCode};
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
    /// The line of its manifest where the track is named.
    pub(super) track_line: usize,
    /// What solving it is worth.
    pub points: u32,
    /// Goes up whenever the same seed would give another board.
    pub revision: u32,
    exercise: Exercise,
    english: Statement,
    translations: BTreeMap<Language, Statement>,
}

impl Step {
    /// The kind and its parameters.
    #[must_use]
    pub const fn exercise(&self) -> &Exercise {
        &self.exercise
    }

    /// The statement in a language, and in English where it is not translated.
    #[must_use]
    pub fn statement(&self, language: Language) -> &Statement {
        self.translations.get(&language).unwrap_or(&self.english)
    }

    /// The languages that have no statement, where the English one stands in.
    pub fn untranslated(&self) -> impl Iterator<Item = Language> {
        let others = Language::ALL.into_iter().filter(|&language| language != Language::English);
        others.filter(|language| !self.translations.contains_key(language))
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
        // Of folders with faults too, so that all is told at once.
        let mut numbers: BTreeMap<StepNumber, String> = BTreeMap::new();
        let mut faults = Vec::new();
        if folders.is_empty() {
            let mend = "add one, as `07-line-patterns`";
            faults.push(Fault::new(FaultCode::NoChallenges, ".", "no challenge folder", mend));
        }
        for folder in folders {
            if let Ok(number) = number_of(&folder.name) {
                if let Some(first) = numbers.get(&number) {
                    let what = format!("step {number} is in {first} already");
                    let mend = "give one of them another number";
                    faults.push(Fault::new(FaultCode::FolderNumber, &folder.name, what, mend));
                } else {
                    numbers.insert(number, folder.name.clone());
                }
            }
            let (step, found) = Step::from_folder(folder, registry);
            faults.extend(found);
            if let Some(step) = step {
                steps.entry(step.number).or_insert(step);
            }
        }
        faults.extend(coherence::faults(steps.values()));
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
    /// The step of a folder if it is sound, and everything that is to be mended.
    fn from_folder(folder: Folder, registry: &Registry) -> (Option<Self>, Vec<Fault>) {
        let mut faults = Vec::new();
        let number = keep(&mut faults, number_of(&folder.name).map_err(|fault| vec![fault]));
        for required in ["step.toml", "statement.en.md"] {
            if !folder.files.contains_key(required) {
                let (what, mend) = (format!("no {required}"), "add it: another step's is a model");
                faults.push(Fault::new(FaultCode::FileMissing, &folder.name, what, mend));
            }
        }
        let (mut manifest, mut slips) = (None, Vec::new());
        let mut statements = BTreeMap::new();
        for (name, bytes) in folder.files {
            let file = format!("{}/{name}", folder.name);
            let Ok(text) = String::from_utf8(bytes) else {
                let code = FaultCode::FileEncoding;
                faults.push(Fault::new(code, file, "not UTF-8", "save it as UTF-8"));
                continue;
            };
            // Some editors begin a file with a byte order mark.
            let text = text.trim_start_matches('\u{feff}').to_owned();
            if name == "step.toml" {
                let parsed = Manifest::parse(&file, &text, registry);
                manifest = Some(keep(&mut faults, parsed));
            } else if let Some(language) = statement_language(&name) {
                let parsed = keep(&mut faults, Statement::parse(&file, language, text));
                if let Some(statement) = &parsed {
                    slips.extend(coherence::slips(number, statement, &file));
                }
                statements.insert(language, parsed);
            } else {
                faults.push(Fault::new(
                    FaultCode::FileUnknown,
                    file,
                    "a file of no known name",
                    "take it away, or name it step.toml, statement.en.md, statement.zh.md or statement.ja.md",
                ));
            }
        }
        let english = statements.remove(&Language::English).flatten();
        let step = match (number, manifest.flatten(), english) {
            (Some(number), Some(manifest), Some(english)) if faults.is_empty() => {
                let translations = statements
                    .into_iter()
                    .filter_map(|(language, statement)| Some((language, statement?)))
                    .collect();
                Some(Self {
                    number,
                    folder: folder.name,
                    track: manifest.track,
                    track_line: manifest.track_line,
                    points: manifest.points,
                    revision: manifest.revision,
                    exercise: manifest.exercise,
                    english,
                    translations,
                })
            }
            _ => None,
        };
        faults.extend(slips);
        (step, faults)
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
                FaultCode::FolderName,
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
