//! `gradus sample [DIR] --step NN`: a task and its answer, for the statement of a step. The layout is own code because the pretty printer of `serde_json`
//! gives each number of a board a line.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use gradus::app::challenges;
use gradus::new_file::draft_in;
use gradus::step::{Answer, Fields, Language, Statement, Step, StepNumber, trial_seed};
use serde_json::value::RawValue;
use tempfile::NamedTempFile;

use super::error::CliError;
use super::output::print;

/// The options of `gradus sample`.
#[derive(Args)]
pub(crate) struct Sample {
    /// The directory with the challenge folders [default: those in the program]
    dir: Option<PathBuf>,
    /// The step that the sample is for
    #[arg(long, value_name = "NN")]
    step: StepNumber,
    /// The seed of the task: any number
    #[arg(long, default_value_t = 0)]
    seed: u32,
    /// Write the sample into the step's statements, all languages, instead of printing it
    #[arg(long, requires = "dir")]
    write: bool,
}

impl Sample {
    /// Prints the sample, or writes it into the statements.
    pub(crate) fn run(&self) -> Result<(), CliError> {
        let gathered = challenges::gather(self.dir.as_deref(), None)?;
        let step = gathered.steps.get(self.step).ok_or_else(|| {
            CliError::Failed(format!(
                "there is no step {} without diagnostics; `gradus check` shows them",
                self.step
            ))
        })?;
        let instance = step.exercise().instantiate(&trial_seed(self.seed))?;
        let task = layout(instance.fields());
        let answer = in_lines(step, &instance.solution().answer);
        match &self.dir {
            Some(dir) if self.write => write(&dir.join(&step.folder.name), step, &task, &answer),
            _ => Ok(print(|out| {
                write!(out, "```json task\n{task}\n```\n\n```text answer\n{answer}\n```\n")
            })?),
        }
    }
}

/// Writes the sample into all statements or into none: likely errors, such as a full disk or a read-only file, occur before the first
/// statement is replaced, and each file is replaced as a whole.
fn write(folder: &Path, step: &Step, task: &str, answer: &str) -> Result<(), CliError> {
    let draft = |statement: &Statement| {
        let path = folder.join(statement.file_name());
        match draft_of(&path, folder, &statement.with_sample(task, answer)) {
            Ok(draft) => Ok((draft, path)),
            Err(error) => Err(CliError::unwritable(&path, &error)),
        }
    };
    let drafts: Vec<_> = step.statements().map(draft).collect::<Result<_, _>>()?;
    let replace = |(draft, path): (NamedTempFile, PathBuf)| match draft.persist(&path) {
        Ok(_) => Ok(path),
        Err(failed) => Err(CliError::unwritable(&path, &failed.error)),
    };
    let written: Vec<_> = drafts.into_iter().map(replace).collect::<Result<_, _>>()?;
    Ok(print(|out| {
        written.iter().try_for_each(|path| writeln!(out, "{} has a new sample", path.display()))
    })?)
}

/// A temporary file with the text, in the folder of the file that it will replace and with the same permissions.
fn draft_of(path: &Path, folder: &Path, text: &str) -> io::Result<NamedTempFile> {
    let now = File::options().write(true).open(path)?;
    let mut draft = draft_in(folder)?;
    draft.as_file_mut().write_all(text.as_bytes())?;
    draft.as_file().set_permissions(now.metadata()?.permissions())?;
    draft.as_file().sync_all()?;
    Ok(draft)
}

/// The maximal length of a line.
const WIDTH: usize = 110;

/// A task formatted for people: one field per line, and one element per line in long lists of lists or texts.
fn layout(fields: &Fields) -> String {
    let fields = fields.by_name().into_iter();
    let fields = fields.map(|(name, value)| format!("  {name:?}: {}", field(value.get())));
    format!("{{\n{}\n}}", fields.collect::<Vec<_>>().join(",\n"))
}

fn field(json: &str) -> String {
    // Only a list has elements.
    let elements: Vec<Box<RawValue>> = serde_json::from_str(json).unwrap_or_else(|_| Vec::new());
    let is_flat = elements.iter().all(|element| !element.get().starts_with(['[', '{', '"']));
    if is_flat || spaced(json).len() <= WIDTH {
        return spaced(json);
    }
    let elements = elements.iter().map(|element| format!("    {}", spaced(element.get())));
    format!("[\n{}\n  ]", elements.collect::<Vec<_>>().join(",\n"))
}

/// Compact JSON, as the server writes it, with a blank after every comma and colon.
fn spaced(json: &str) -> String {
    let mut is_text = false;
    let mut line = String::with_capacity(json.len() * 2);
    for symbol in json.chars() {
        line.push(symbol);
        // The texts of tasks contain no quotation marks.
        is_text ^= symbol == '"';
        if !is_text && matches!(symbol, ',' | ':') {
            line.push(' ');
        }
    }
    line
}

/// An answer with as many items per line as the step's present sample, because the statement may refer to its lines.
fn in_lines(step: &Step, answer: &Answer) -> String {
    let now = step.statement(Language::ENGLISH).sample_answer().text.trim();
    let per_line = match now.split_once('\n') {
        Some((first, _)) => first.trim().trim_end_matches(',').split(',').count(),
        None => usize::MAX,
    };
    let items: Vec<&str> = answer.items().collect();
    let lines: Vec<String> = items.chunks(per_line).map(|items| items.join(",")).collect();
    lines.join(",\n")
}
