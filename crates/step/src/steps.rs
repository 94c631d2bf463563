//! Challenge folders, and the steps that a server makes of them: one folder adds a step.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::answer::Answer;
use super::diagnostic::{Diagnostic, DiagnosticCode};
use super::exercise::Exercise;
use super::identity::StepNumber;
use super::manifest::{Manifest, Registry};
use super::picture::Picture;
use super::statement::Statement;
use gradus_text::Language;

/// The steps by number.
pub struct Steps {
    steps: BTreeMap<StepNumber, Arc<Step>>,
}

impl Steps {
    /// Makes steps of the folders that can be read, and diagnostics of the others.
    pub fn gather(folders: Vec<Folder>, registry: &Registry) -> (Self, Vec<Diagnostic>) {
        let mut steps: BTreeMap<StepNumber, Arc<Step>> = BTreeMap::new();
        // Folders that cannot be read count too, so that everything is reported at once.
        let mut numbers: BTreeMap<StepNumber, String> = BTreeMap::new();
        let mut diagnostics = Vec::new();
        if folders.is_empty() {
            let (what, help) = ("no challenge folder", "add one, such as `07-line-patterns`");
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

/// One folder of the challenges as it is found: its name, and its files by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// The folder's name, as `07-line-patterns`.
    pub name: String,
    /// The files in it. A step's have no pictures: it keeps them by themselves.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// One step of the ladder.
pub struct Step {
    /// Its number.
    pub number: StepNumber,
    /// The folder that defines it.
    pub folder: Folder,
    /// The heading under which the ladder shows it.
    pub track: String,
    /// The line of its manifest where the track is named.
    pub(super) track_line: usize,
    /// The points for solving it.
    pub points: u32,
    exercise: Box<dyn Exercise>,
    /// Whether its explanations are prepared or will be.
    is_prepared: AtomicBool,
    english: Statement,
    translations: BTreeMap<Language, Statement>,
    pictures: BTreeMap<String, Picture>,
}

impl Step {
    /// The kind with the step's parameters.
    pub fn exercise(&self) -> &dyn Exercise {
        &*self.exercise
    }

    /// Whether this is the first call: then the caller has to [prepare](Exercise::prepare) the explanations.
    pub fn begin_preparation(&self) -> bool {
        !self.is_prepared.swap(true, Ordering::Relaxed)
    }

    /// The statement in a language, and in English where it is not translated.
    pub fn statement(&self, language: Language) -> &Statement {
        self.translations.get(&language).unwrap_or(&self.english)
    }

    /// A picture that lies beside the statements.
    pub fn picture(&self, name: &str) -> Option<&Picture> {
        self.pictures.get(name)
    }

    /// The languages that have no statement; the English one is shown instead.
    pub fn untranslated(&self) -> impl Iterator<Item = Language> {
        let others = Language::all().filter(|&language| language != Language::ENGLISH);
        others.filter(|language| !self.translations.contains_key(language))
    }

    /// Every statement, the English one first.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        std::iter::once(&self.english).chain(self.translations.values())
    }

    /// Whether an answer is that of the example in a statement.
    pub fn is_sample_answer(&self, answer: &Answer) -> bool {
        self.statements().any(|statement| {
            let sample = Answer::new(statement.sample_answer().text.trim());
            sample.count() == answer.count()
                && sample
                    .items()
                    .zip(answer.items())
                    .all(|(one, other)| one.eq_ignore_ascii_case(other))
        })
    }

    /// The name of one of the step's files, as diagnostics give it.
    pub fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.folder.name)
    }

    /// The step of a folder if it can be served, and all its diagnostics.
    pub(super) fn from_folder(
        mut folder: Folder,
        registry: &Registry,
    ) -> (Option<Self>, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let number = keep(&mut diagnostics, folder.number().map_err(|found| vec![found]));
        for required in ["step.toml", "statement.en.md"] {
            if !folder.files.contains_key(required) {
                let (what, help) =
                    (format!("no {required}"), "add it; the file of another step can be a model");
                let code = DiagnosticCode::FileMissing;
                diagnostics.push(Diagnostic::new(code, &folder.name, what, help));
            }
        }
        // Diagnostics of statements that can be read do not make the step unusable.
        let mut lints = Vec::new();
        let mut manifest = None;
        let mut statements = BTreeMap::new();
        let is_picture = |name: &String, _: &mut Vec<u8>| Picture::is_picture(name);
        let pictures: BTreeMap<_, _> = folder.files.extract_if(.., is_picture).collect();
        let names: Vec<String> = pictures.keys().cloned().collect();
        for (name, bytes) in &folder.files {
            let file = format!("{}/{name}", folder.name);
            let Ok(text) = str::from_utf8(bytes) else {
                let code = DiagnosticCode::FileEncoding;
                diagnostics.push(Diagnostic::new(code, file, "not UTF-8", "save it as UTF-8"));
                continue;
            };
            // Some editors begin a file with a byte order mark.
            let text = text.trim_start_matches('\u{feff}');
            if name == "step.toml" {
                manifest = keep(&mut diagnostics, Manifest::parse(&file, text, registry));
            } else if let Some(language) = statement_language(name) {
                let parsed = Statement::parse(&file, language, text.to_owned());
                if let Some(statement) = keep(&mut diagnostics, parsed) {
                    lints.extend(statement.lint(number, &file));
                    statements.insert(language, statement);
                }
            } else {
                diagnostics.push(Diagnostic::new(
                    DiagnosticCode::FileUnknown,
                    file,
                    "a file with an unknown name",
                    format!("delete it, or name it step.toml or {}", statement_names()),
                ));
            }
        }
        let pictures = read_pictures(&folder.name, pictures, &mut diagnostics);
        lints.extend(lint_pictures(&folder.name, &names, &pictures, &statements));
        let english = statements.remove(&Language::ENGLISH);
        let step = match (number, manifest, english) {
            (Some(number), Some(manifest), Some(english)) => Some(Self {
                number,
                folder,
                track: manifest.track,
                track_line: manifest.track_line,
                points: manifest.points,
                exercise: manifest.exercise,
                is_prepared: AtomicBool::new(false),
                english,
                translations: statements,
                pictures,
            }),
            _ => None,
        };
        diagnostics.extend(lints);
        (step, diagnostics)
    }
}

impl Folder {
    /// The number that the folder's name begins with.
    pub fn number(&self) -> Result<StepNumber, Diagnostic> {
        self.name
            .split_once('-')
            .filter(|(_, words)| is_plain(words))
            .and_then(|(number, _)| number.parse().ok())
            .ok_or_else(|| {
                Diagnostic::new(
                    DiagnosticCode::FolderName,
                    &self.name,
                    "the folder name is not the name of a step",
                    "name it with two digits and lower-case words joined by hyphens, such as `07-line-patterns`",
                )
            })
    }
}

/// Keeps what was understood; what was not becomes diagnostics.
fn keep<T>(diagnostics: &mut Vec<Diagnostic>, result: Result<T, Vec<Diagnostic>>) -> Option<T> {
    result.map_err(|found| diagnostics.extend(found)).ok()
}

fn is_plain(words: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !words.is_empty() && words.bytes().all(allowed)
}

/// The pictures of a folder by name. Files that are none, or none that is served, become diagnostics.
fn read_pictures(
    folder: &str,
    files: BTreeMap<String, Vec<u8>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Picture> {
    let mut pictures = BTreeMap::new();
    for (name, bytes) in files {
        match Picture::read(&name, bytes) {
            Ok(picture) => drop(pictures.insert(name, picture)),
            Err((what, help)) => {
                let file = format!("{folder}/{name}");
                diagnostics.push(Diagnostic::new(DiagnosticCode::PictureFile, file, what, help));
            }
        }
    }
    pictures
}

/// Lints the pictures of a folder and the statements that show them against each other. `names` are also those of the pictures that are not
/// served: each has a diagnostic already.
fn lint_pictures(
    folder: &str,
    names: &[String],
    pictures: &BTreeMap<String, Picture>,
    statements: &BTreeMap<Language, Statement>,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for statement in statements.values() {
        for link in statement.pictures.iter().filter(|link| !names.contains(&link.name)) {
            let file = format!("{folder}/{}", statement.file_name());
            let what = format!("there is no picture {:?} beside the statement", link.name);
            let help = "put the file there; links, subfolders and names that begin with a dot are not served";
            let missing = Diagnostic::new(DiagnosticCode::PictureMissing, file, what, help);
            diagnostics.push(missing.on_line(link.line));
        }
    }
    let links = statements.values().flat_map(|statement| &statement.pictures);
    for name in pictures.keys().filter(|&name| !links.clone().any(|link| link.name == *name)) {
        let (file, what) = (format!("{folder}/{name}"), "no statement shows this picture");
        let help = format!("write `![…]({name})` in a statement, or delete the picture");
        diagnostics.push(Diagnostic::new(DiagnosticCode::PictureUnused, file, what, help));
    }
    diagnostics
}

/// `statement.en.md, statement.zh.md, …`
fn statement_names() -> String {
    let names = Language::all().map(|language| format!("statement.{language}.md"));
    names.collect::<Vec<_>>().join(", ")
}

fn statement_language(file: &str) -> Option<Language> {
    let tag = file.strip_prefix("statement.")?.strip_suffix(".md")?;
    Language::all().find(|language| language.tag() == tag)
}
