//! `gradus gradebook`: who has solved what, as a table for spreadsheets and learning platforms.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use gradus::app::class::gradebook;
use gradus::course::{GradeColumns, GradebookFormat, SectionName};
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
        let table = self.database.open(read).await?.to_csv(self.format, self.columns);
        match file {
            Some(file) => finish_file(file, |file| file.write_all(table.as_bytes())).map(drop),
            None => Ok(print(|out| out.write_all(table.as_bytes()))?),
        }
    }
}
