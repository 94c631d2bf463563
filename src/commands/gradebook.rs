//! `gradus gradebook`: who has solved what, as a table for spreadsheets and learning platforms.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use gradus::class::{Curriculum, gradebook};
use gradus::course::{GradeColumns, GradebookFormat, SectionName};
use gradus::store::Store;

use super::class::{ClassCommandError, CourseOptions, DatabaseOptions, draft_for};

/// The options of `gradus gradebook`.
#[derive(Args)]
pub(crate) struct Gradebook {
    /// Only the learners of this section
    #[arg(long)]
    section: Option<SectionName>,
    /// The form of the table
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The grades in it
    #[arg(long, value_enum, default_value_t)]
    columns: Columns,
    /// Write it into this file, which only its owner can read, instead of printing it
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    course: CourseOptions,
    #[command(flatten)]
    database: DatabaseOptions,
}

/// The form of the table.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    /// Everything, for spreadsheets
    #[default]
    Csv,
    /// For Moodle's import of grades
    Moodle,
    /// For Canvas's import of a gradebook
    Canvas,
}

impl From<Format> for GradebookFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Csv => Self::Csv,
            Format::Moodle => Self::Moodle,
            Format::Canvas => Self::Canvas,
        }
    }
}

/// The grades in the table.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Columns {
    /// A column for each step, and the total
    #[default]
    Steps,
    /// Only the total
    Total,
}

impl From<Columns> for GradeColumns {
    fn from(columns: Columns) -> Self {
        match columns {
            Columns::Steps => Self::Steps,
            Columns::Total => Self::Total,
        }
    }
}

impl Gradebook {
    /// Prints or writes the gradebook.
    pub(crate) async fn run(self) -> Result<ExitCode, ClassCommandError> {
        let curriculum = self.course.load()?;
        let store = self.database.open().await?;
        let table = self.table(&*store, &curriculum).await;
        store.close().await;
        let table = table?;
        if let Some(path) = &self.output {
            write(path, &table)?;
        } else {
            let mut out = io::stdout().lock();
            out.write_all(table.as_bytes())?;
            out.flush()?;
        }
        Ok(ExitCode::SUCCESS)
    }

    async fn table(
        &self,
        store: &dyn Store,
        curriculum: &Curriculum,
    ) -> Result<String, ClassCommandError> {
        if let Some(section) = &self.section {
            check_section(store, curriculum, section).await?;
        }
        let gradebook = gradebook(store, curriculum, self.section.as_ref()).await?;
        Ok(gradebook.to_csv(self.format.into(), self.columns.into()))
    }
}

/// A section exists if the course names it, or some learner is in it.
async fn check_section(
    store: &dyn Store,
    curriculum: &Curriculum,
    section: &SectionName,
) -> Result<(), ClassCommandError> {
    let mut known = curriculum.course.sections.clone();
    for entry in store.roster().await? {
        known.extend(entry.learner.section.filter(|section| !known.contains(section)));
    }
    if known.contains(section) {
        return Ok(());
    }
    Err(ClassCommandError::NoSection { name: section.to_string(), known })
}

/// Writes a file as a whole: what was there stays until the new one is complete.
fn write(path: &Path, table: &str) -> Result<(), ClassCommandError> {
    let unwritable = |source| ClassCommandError::Unwritable { path: path.to_owned(), source };
    let mut draft = draft_for(path)?;
    draft.write_all(table.as_bytes()).map_err(unwritable)?;
    draft.as_file().sync_all().map_err(unwritable)?;
    draft.persist(path).map_err(|failed| unwritable(failed.error))?;
    Ok(())
}
