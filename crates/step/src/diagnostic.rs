//! What is wrong with a challenge or with the course file, where, and what its author can do about it.

use std::fmt;

use serde::{Serialize, Serializer};

/// Writes the catalogue once: the codes, their list, and what they mean.
macro_rules! codes {
    ($($name:ident = $code:literal, $meaning:literal;)*) => {
        /// Everything that can be wrong with a challenge or with the course file. A script may rely on the codes; they never change their meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum DiagnosticCode {
            $(#[doc = $meaning] $name,)*
        }

        impl DiagnosticCode {
            /// Every code, in the order in which a folder is read; then those of the course file.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The code's text.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// What the code means.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $meaning,)* }
            }
        }
    };
}

codes! {
    NoChallenges = "challenges.none", "There is no challenge folder.";
    FolderName = "folder.name", "The folder name is not the name of a step.";
    FolderNumber = "folder.number", "Two folders have one number.";
    FileMissing = "file.missing", "A file that every step has is missing.";
    FileUnknown = "file.unknown", "A file has a name that is not used.";
    FileEncoding = "file.encoding", "A file is not UTF-8.";
    TomlSyntax = "toml.syntax", "A line is not TOML.";
    TomlKey = "toml.key", "A key is unknown.";
    TomlMissing = "toml.missing", "A key that every step has is missing.";
    TomlValue = "toml.value", "A value is of another type, or out of range.";
    TomlKind = "toml.kind", "There is no kind of this name.";
    TomlTrack = "toml.track", "Two steps write the name of a track differently.";
    StatementTitle = "statement.title", "A statement has no title, or that of another step.";
    StatementSample = "statement.sample", "A statement has no sample task or no sample answer, or has one twice.";
    StatementAddress = "statement.address", "A statement has the address of another step.";
    StatementMark = "statement.mark", "A statement has a placeholder that is not filled in.";
    PictureFile = "picture.file", "A picture has a name, a size or a content that is not served.";
    PictureMissing = "picture.missing", "A statement shows a picture that does not lie beside it.";
    PictureUnused = "picture.unused", "No statement shows a picture.";
    SampleTask = "sample.task", "The sample task is not one of the step's kind.";
    SampleCount = "sample.count", "The sample has more or fewer items than the step's tasks.";
    SampleAnswer = "sample.answer", "The sample answer is not accepted.";
    SampleLanguage = "sample.language", "A sample is not the same in all languages.";
    TaskImpossible = "task.impossible", "For some seed no task can be made on which every misconception fails.";
    TaskDraws = "task.draws", "A task is found only after too many draws.";
    TaskUnsteady = "task.unsteady", "The same seed gives two different tasks.";
    TaskField = "task.field", "A task has a field with a name that is reserved for the server.";
    JudgeReference = "judge.reference", "The reference's own answer is not accepted.";
    JudgeCanonical = "judge.canonical", "The canonical form of a right answer is not accepted.";
    JudgeJunk = "judge.junk", "Junk is not malformed, or is accepted, or cannot be judged.";
    MisconceptionFew = "misconception.few", "The kind has too few misconceptions.";
    MisconceptionId = "misconception.id", "The id of a misconception is not plain, or not its own.";
    MisconceptionPasses = "misconception.passes", "A misconception's answer is not rejected.";
    MisconceptionRule = "misconception.rule", "The right reading gives another answer than the reference.";
    MisconceptionMute = "misconception.mute", "Misconceptions' answers are not explained by them.";
    MisconceptionPairs = "misconception.pairs", "Answers of two misconceptions at once are not explained.";
    MisconceptionFalse = "misconception.false", "Answers without a cause are told one.";
    BudgetGuess = "budget.guess", "A blind guess is right too often.";
    BudgetLeak = "budget.leak", "A reply reveals too much of the answer.";
    BudgetTries = "budget.tries", "Somebody who tries until the task is closed finds the answer too often.";
    BudgetTime = "budget.time", "A task takes too long to make or to judge.";
    BudgetWorkload = "budget.workload", "A kind takes longer than its workload allows.";
    CourseCode = "course.code", "The course code is missing, or is none, or is not asked for.";
    CourseZone = "course.zone", "There is no time zone of this name.";
    CourseStep = "course.step", "The course file names a step that does not exist.";
    CourseSection = "course.section", "A section has a name that cannot be one, or that another one has.";
    CourseLearner = "course.learner", "A learner has a name that cannot be one, or is given twice.";
    CourseDate = "course.date", "A date is not one, or dates are in the wrong order.";
    CourseTwice = "course.twice", "Warning: the clocks show a time twice, and the first one counts.";
    CourseNobody = "course.nobody", "Warning: rules of a section or of a learner count for nobody on the roster.";
    CourseGames = "course.games", "Warning: in a graded course, hosted games can solve steps.";
    CourseMatches = "course.matches", "Warning: in a graded course, published programs win match steps that have points.";
}

impl Serialize for DiagnosticCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// One thing that is wrong with a challenge folder or the course file, as its author reads it: where, what, and the help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Which entry of the catalogue.
    pub code: DiagnosticCode,
    /// The file or folder, relative to the challenges.
    pub file: String,
    /// The line in the file, from 1, where there is one to name.
    pub line: Option<usize>,
    /// What was found.
    pub what: String,
    /// What the author can do about it.
    pub help: String,
}

impl Diagnostic {
    /// A diagnostic of a whole file or folder.
    pub fn new(
        code: DiagnosticCode,
        file: impl Into<String>,
        what: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self { code, file: file.into(), line: None, what: what.into(), help: help.into() }
    }

    /// The same diagnostic, on this line.
    #[must_use]
    pub fn on_line(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }
}

/// As compilers write it, so that an editor can jump there: `07-sums/step.toml:3: what; help (code)`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}; {} ({})", self.what, self.help, self.code.as_str())
    }
}
