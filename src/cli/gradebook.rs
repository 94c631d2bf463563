//! `gradus gradebook`: who has solved what, as a table for spreadsheets and learning platforms.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use encoding_rs::UTF_8;
use gradus::app::class::gradebook;
use gradus::course::{FilledCanvas, GradeColumns, Gradebook as Book, GradebookFormat, SectionName};
use gradus::option_values::one_of;
use gradus::store::Store;

use super::class::{CourseOptions, DatabaseOptions, check_section};
use super::error::CliError;
use super::output::{begin_file, finish_file, print};

/// The options of `gradus gradebook`.
#[derive(Args)]
pub(crate) struct Gradebook {
    /// Only the learners of this section
    #[arg(long)]
    section: Option<SectionName>,
    /// The form of the table
    #[arg(long, default_value = "csv", value_parser = one_of(FORMATS))]
    format: GradebookFormat,
    /// The grades in it
    #[arg(long, default_value = "steps", value_parser = one_of(COLUMNS))]
    columns: GradeColumns,
    /// Fill the grades into a gradebook that Canvas has exported, and keep the rest of it; with `--format canvas`
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Write it into this new file, which only its owner can read, instead of printing it
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    course: CourseOptions,
    #[command(flatten)]
    database: DatabaseOptions,
}

const FORMATS: &[(&str, &str, GradebookFormat)] = &[
    ("csv", "Everything, for spreadsheets", GradebookFormat::Csv),
    ("moodle", "For Moodle's import of grades", GradebookFormat::Moodle),
    ("canvas", "For Canvas's import of a gradebook", GradebookFormat::Canvas),
];

const COLUMNS: &[(&str, &str, GradeColumns)] = &[
    ("steps", "A column for each step, and the total", GradeColumns::Steps),
    ("total", "Only the total", GradeColumns::Total),
];

impl Gradebook {
    /// Prints or writes the gradebook.
    pub(crate) async fn run(self) -> Result<(), CliError> {
        if self.from.is_some() && self.format != GradebookFormat::Canvas {
            return Err(CliError::Usage("--from needs --format canvas".to_owned()));
        }
        let export = self.from.as_deref().map(read_text).transpose()?;
        let file = self.output.as_deref().map(begin_file).transpose()?;
        let curriculum = self.course.load()?;
        let section = self.section.as_ref();
        let read = async |store: &dyn Store| {
            let roster = store.roster().await?;
            if let Some(section) = section {
                check_section(section, &curriculum, &roster)?;
            }
            Ok(gradebook(store, &curriculum, roster, section).await?)
        };
        let gradebook = self.database.open(read).await?;
        let table = match &export {
            Some(export) => self.fill(&gradebook, export)?,
            None => gradebook.to_csv(self.format, self.columns),
        };
        match file {
            Some(file) => finish_file(file, |file| file.write_all(table.as_bytes())).map(drop),
            None => Ok(print(|out| out.write_all(table.as_bytes()))?),
        }
    }

    /// Fills the grades into an exported gradebook, and names who is in only one of the two.
    fn fill(&self, gradebook: &Book, export: &str) -> Result<String, CliError> {
        let filled = gradebook.fill_canvas(export, self.columns).map_err(|error| {
            let file = self.from.as_deref().unwrap_or(Path::new("")).display();
            CliError::Failed(format!("{file}: {error}"))
        })?;
        let FilledCanvas { csv, unknown, missing, ambiguous, added, differing } = filled;
        name_all("Canvas has these students, and the gradebook does not", &unknown);
        name_all("The gradebook has these learners, and Canvas does not", &missing);
        name_all(
            "Two learners have this name, or two lines of the file. The lines are unchanged. Write the student id into the column SIS User ID, or the e-mail address into SIS Login ID",
            &ambiguous,
        );
        name_all("The file had no column for these. Canvas creates an assignment for each", &added);
        name_all("The points possible differ. Change them in Canvas or in the course", &differing);
        Ok(csv)
    }
}

/// Prints names below a title, if there are any.
fn name_all(title: &str, names: &[String]) {
    if !names.is_empty() {
        eprintln!("{title}:");
        for name in names {
            eprintln!("  {name}");
        }
    }
}

/// A text file in UTF-8, or in UTF-16 with a byte order mark.
fn read_text(path: &Path) -> Result<String, CliError> {
    let bytes = fs::read(path).map_err(|error| CliError::unreadable(path, &error))?;
    String::from_utf8(bytes).or_else(|error| {
        let (text, _, is_damaged) = UTF_8.decode(error.as_bytes());
        if is_damaged {
            let path = path.display();
            return Err(CliError::Failed(format!(
                "{path} is not UTF-8; export it from Canvas again"
            )));
        }
        Ok(text.into_owned())
    })
}
