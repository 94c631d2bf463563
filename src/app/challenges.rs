//! Loading the challenge folders, those in the binary or those of an instructor's directory, the course file, and the languages that are added: a
//! directory of texts with a file for each, such as `fr.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use gradus_text::{Template, TextsError, load as load_texts, missing};
use rust_embed::RustEmbed;
use serde::Serialize;
use thiserror::Error;

use crate::app::class::Curriculum;
use crate::course::Course;
use crate::game::match_exercise;
use crate::step::{
    self, Diagnostic, DiagnosticCode, Folder, Language, PICTURE_LIMIT, Picture, Registry, Step,
    StepNumber, Steps, Trial,
};
use crate::{TEXTS, course, game, rules};

/// Every kind that a `step.toml` may name.
pub fn registry() -> Registry {
    match_exercise::register(rules::registry())
}

#[derive(RustEmbed)]
#[folder = "challenges/"]
struct Embedded;

/// The name of the course file in a directory of challenges.
const COURSE_FILE: &str = "course.toml";

/// Why the challenges cannot be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A file or directory cannot be read: what the system says, and what was expected.
    #[error("{path} cannot be read: {1}; expected {2}", path = .0.display())]
    Unreadable(PathBuf, io::Error, &'static str),
    /// The path is a challenge, not a directory of challenges.
    #[error("{path} is a challenge; expected the directory that contains it", path = .0.display())]
    OneChallenge(PathBuf),
    /// There is no course file any more. Without it every step would be open.
    #[error("{path} is missing, but its rules are in force; put it back, or start the server again without it", path = .0.display())]
    CourseMissing(PathBuf),
    /// A file has something else than texts of the program.
    #[error(transparent)]
    Texts(#[from] TextsError),
    /// All diagnostics of the folders and of the course file.
    #[error("{}", lines(.0))]
    Diagnostics(Vec<Diagnostic>),
}

/// What was expected where something cannot be read.
const CHALLENGES: &str = "a readable directory of challenges";
const COURSE: &str = "the file of a course";
const TEXTS_DIRECTORY: &str = "a directory of texts, such as `fr.toml`";

fn lines(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")
}

/// How each step of a directory is checked at the start: briefly, so that the server starts quickly.
const START_TRIAL: Trial = Trial::unmeasured(3);

/// How a new or changed step is checked before a reload: as `gradus check` does by default.
const RELOAD_TRIAL: Trial = Trial::unmeasured(500);

/// Everything that is found, also where there are diagnostics.
pub struct Gathered {
    /// The valid steps.
    pub steps: Steps,
    /// What is wrong with the folders.
    pub diagnostics: Vec<Diagnostic>,
    /// The course file, if there is one.
    pub course: Option<CourseFile>,
}

/// A course file.
pub struct CourseFile {
    /// Its name in diagnostics.
    pub name: String,
    /// The rules, or what is wrong with them.
    pub course: Result<Course, Vec<Diagnostic>>,
}

/// The steps of a directory, or the embedded ones, and the rules of the course, unless they have diagnostics.
///
/// The rules are those of the file `course`; without one, of `course.toml` in the directory, or else in the working directory, if it is there.
pub fn load(directory: Option<&Path>, course: Option<&Path>) -> Result<Curriculum, LoadError> {
    gather(directory, course)?.without_diagnostics()
}

/// The same, to be served. The steps of a directory are checked with a few tasks, because their author may not have run `gradus check`.
pub fn load_to_serve(
    directory: Option<&Path>,
    course: Option<&Path>,
) -> Result<Curriculum, LoadError> {
    let mut gathered = gather(directory, course)?;
    if directory.is_some() {
        let reports = gathered.steps.iter().map(|step| step::check(step, START_TRIAL));
        gathered.diagnostics.extend(reports.flat_map(|report| report.diagnostics));
    }
    gathered.without_diagnostics()
}

/// The current steps and rules, to replace those that are `served`, unless they have diagnostics.
///
/// Only new and changed steps are checked, with as many tasks as `gradus check` tries. A course file may be added; one that is in
/// force may not go.
pub fn reload(
    directory: Option<&Path>,
    course: Option<&Path>,
    served: &Curriculum,
) -> Result<Curriculum, LoadError> {
    let mut gathered = gather(directory, course)?;
    if gathered.course.is_none() && served.course.is_from_file() {
        let path = directory.unwrap_or(Path::new("")).join(COURSE_FILE);
        return Err(LoadError::CourseMissing(path));
    }
    let is_known = |step: &&Step| {
        served.steps.get(step.number).is_some_and(|served| served.folder == step.folder)
    };
    let changed = gathered.steps.iter().filter(|step| !is_known(step));
    let reports = changed.map(|step| step::check(step, RELOAD_TRIAL));
    gathered.diagnostics.extend(reports.flat_map(|report| report.diagnostics));
    gathered.without_diagnostics()
}

/// The valid steps of a directory, or the embedded ones, the diagnostics of the others, and the course file: the one that is named, or
/// `course.toml` in the directory, or else in the working directory, if it is there.
pub fn gather(directory: Option<&Path>, course: Option<&Path>) -> Result<Gathered, LoadError> {
    let folders = folders(directory)?;
    // Steps that cannot be read exist too: the rules for them are no mistake.
    let mut numbers: Vec<StepNumber> =
        folders.iter().filter_map(|folder| folder.number().ok()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let (steps, mut diagnostics) = Steps::gather(folders, &registry());
    let of_all = diagnostics.iter_mut().filter(|one| one.code == DiagnosticCode::NoChallenges);
    for (diagnostic, directory) in of_all.zip(directory) {
        diagnostic.file = directory.display().to_string();
    }
    let course = read_course(directory, course)?;
    let exposed = || steps.iter().map(|step| (step.number, step.exercise().kind(), step.points));
    let course = course.map(|(name, bytes)| {
        let course = parse_course(&name, &bytes, &numbers);
        CourseFile { course: course.map(|course| course.warning_of_exposures(exposed())), name }
    });
    Ok(Gathered { steps, diagnostics, course })
}

impl Gathered {
    fn without_diagnostics(mut self) -> Result<Curriculum, LoadError> {
        let course = match self.course.map(|file| file.course) {
            Some(Ok(course)) => course,
            Some(Err(diagnostics)) => {
                self.diagnostics.extend(diagnostics);
                Course::default()
            }
            None => Course::default(),
        };
        if self.diagnostics.is_empty() {
            Ok(Curriculum { steps: self.steps, course })
        } else {
            Err(LoadError::Diagnostics(self.diagnostics))
        }
    }
}

/// The course file that is read if none is named; none if there is none.
pub fn default_course(directory: Option<&Path>) -> Option<PathBuf> {
    course_places(directory).find(|path| path.exists())
}

/// Where it is looked for. The database and the secret are in the working directory too, so commands there have the rules that the server has.
fn course_places(directory: Option<&Path>) -> impl Iterator<Item = PathBuf> {
    let in_directory = directory.map(|directory| directory.join(COURSE_FILE));
    in_directory.into_iter().chain([PathBuf::from(COURSE_FILE)])
}

/// The name and the content of the course file, if there is one.
fn read_course(
    directory: Option<&Path>,
    course: Option<&Path>,
) -> Result<Option<(String, Vec<u8>)>, LoadError> {
    if let Some(path) = course {
        let bytes = fs::read(path).map_err(unreadable(path, COURSE))?;
        return Ok(Some((path.display().to_string(), bytes)));
    }
    for path in course_places(directory) {
        match fs::read(&path) {
            Ok(bytes) => return Ok(Some((COURSE_FILE.to_owned(), bytes))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(unreadable(&path, COURSE)(error)),
        }
    }
    Ok(None)
}

fn parse_course(name: &str, bytes: &[u8], steps: &[StepNumber]) -> Result<Course, Vec<Diagnostic>> {
    let text = str::from_utf8(bytes).map_err(|_| {
        let (what, help) = ("not UTF-8", "save it as UTF-8");
        vec![Diagnostic::new(DiagnosticCode::FileEncoding, name, what, help)]
    })?;
    // Some editors begin a file with a byte order mark.
    Course::parse(name, text.trim_start_matches('\u{feff}'), steps)
}

fn folders(directory: Option<&Path>) -> Result<Vec<Folder>, LoadError> {
    match directory {
        Some(path) if path.join("step.toml").is_file() => {
            Err(LoadError::OneChallenge(path.to_owned()))
        }
        Some(path) => read_all(path),
        None => Ok(embedded()),
    }
}

/// All folders of a directory, in the order of their names. Files beside the folders are ignored, and so is what editors and systems leave.
fn read_all(directory: &Path) -> Result<Vec<Folder>, LoadError> {
    let mut folders = Vec::new();
    for (name, path) in entries(directory, CHALLENGES)? {
        if path.is_dir() {
            let files = entries(&path, CHALLENGES)?
                .into_iter()
                .filter(|(name, path)| path.is_file() && !(is_picture(name) && path.is_symlink()))
                .map(|(name, path)| {
                    let bytes = read_file(&name, &path).map_err(unreadable(&path, CHALLENGES))?;
                    Ok((name, bytes))
                })
                .collect::<Result<_, LoadError>>()?;
            folders.push(Folder { name, files });
        }
    }
    Ok(folders)
}

/// Whether a file is named like a picture. A link is not followed then: what is served lies in the folder.
fn is_picture(name: &str) -> bool {
    Picture::is_picture(name)
}

/// The content of a file. Of a picture that is too large only so much is read that this is seen.
fn read_file(name: &str, path: &Path) -> io::Result<Vec<u8>> {
    if !is_picture(name) {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(PICTURE_LIMIT as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The error of a path that cannot be read.
fn unreadable(path: &Path, expected: &'static str) -> impl Fn(io::Error) -> LoadError {
    move |error| LoadError::Unreadable(path.to_owned(), error, expected)
}

fn entries(
    directory: &Path,
    expected: &'static str,
) -> Result<BTreeMap<String, PathBuf>, LoadError> {
    let unreadable = unreadable(directory, expected);
    let mut entries = BTreeMap::new();
    for entry in fs::read_dir(directory).map_err(&unreadable)? {
        let entry = entry.map_err(&unreadable)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !is_left_behind(&name) {
            entries.insert(name, entry.path());
        }
    }
    Ok(entries)
}

/// Whether a name is one that an editor, an archive or a system gives to files of its own: hidden files, backups, thumbnails.
fn is_left_behind(name: &str) -> bool {
    let lower = name.to_lowercase();
    let ends = [
        "~",
        ".bak",
        ".old",
        ".orig",
        ".rej",
        ".save",
        ".swp",
        ".kate-swp",
        ".swo",
        ".swn",
        ".swx",
        ".tmp",
    ];
    let names = [
        "thumbs.db",
        "ehthumbs.db",
        "desktop.ini",
        "__macosx",
        "$recycle.bin",
        "system volume information",
        "lost+found",
        "icon\r",
    ];
    let is_autosave = lower.len() > 1 && lower.starts_with('#') && lower.ends_with('#');
    lower.starts_with(['.', '~'])
        || is_autosave
        || ends.iter().any(|end| lower.ends_with(end))
        || names.contains(&&*lower)
        // Synology's folders of thumbnails.
        || lower.starts_with("@ea")
}

fn embedded() -> Vec<Folder> {
    let mut folders: BTreeMap<String, Folder> = BTreeMap::new();
    for path in Embedded::iter() {
        if path.split('/').any(is_left_behind) {
            continue;
        }
        if let (Some((name, file)), Some(content)) = (path.split_once('/'), Embedded::get(&path)) {
            let folder = folders
                .entry(name.to_owned())
                .or_insert_with(|| Folder { name: name.to_owned(), files: BTreeMap::new() });
            folder.files.insert(file.to_owned(), content.data.into_owned());
        }
    }
    folders.into_values().collect()
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
    [step::TEXTS, rules::TEXTS, game::TEXTS, course::TEXTS, TEXTS].concat()
}

/// Adds the languages of a directory, and overrides texts of those that the program has. Call it once, before anything is shown.
pub fn add_languages(directory: &Path) -> Result<(), LoadError> {
    let mut files = BTreeMap::new();
    for (name, path) in entries(directory, TEXTS_DIRECTORY)? {
        if let Some(tag) = name.strip_suffix(".toml") {
            let text = fs::read_to_string(&path).map_err(unreadable(&path, TEXTS_DIRECTORY))?;
            files.insert(tag.to_owned(), text);
        }
    }
    Ok(load_texts(&files, &texts())?)
}

/// The texts that the added languages lack; nothing for a language that lacks none.
pub fn missing_texts() -> Vec<MissingTexts> {
    let texts = texts();
    let of = |language| MissingTexts { language, keys: missing(language, &texts).collect() };
    Language::all().map(of).filter(|missing| !missing.keys.is_empty()).collect()
}
