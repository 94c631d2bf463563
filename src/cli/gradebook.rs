//! `gradus gradebook`: who has solved what, as a table for spreadsheets and learning platforms.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use gradus::app::class::{Curriculum, gradebook};
use gradus::course::{GradeColumns, GradebookFormat, SectionName};
use gradus::store::Store;

use super::class::{ClassCommandError, CourseOptions, DatabaseOptions, OutputFile, check_section};
use super::output::print;

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
    /// Write it into this new file, which only its owner can read, instead of printing it
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
        let file = self.output.as_deref().map(OutputFile::begin).transpose()?;
        let curriculum = self.course.load()?;
        let store = self.database.open().await?;
        let table = self.table(&*store, &curriculum).await;
        store.close().await;
        let table = table?;
        if let Some(file) = file {
            file.finish(|file| file.write_all(table.as_bytes()))?;
        } else {
            print(|out| out.write_all(table.as_bytes()))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    async fn table(
        &self,
        store: &dyn Store,
        curriculum: &Curriculum,
    ) -> Result<String, ClassCommandError> {
        if let Some(section) = &self.section {
            check_section(section, curriculum, &store.roster().await?)?;
        }
        let gradebook = gradebook(store, curriculum, self.section.as_ref()).await?;
        Ok(gradebook.to_csv(self.format.into(), self.columns.into()))
    }
}
