//! Settings of a graded course by which points are earned without solving a step.
//!
//! Hosted games know the rules that the steps ask about: a match shows the board, the scores, the lines and the winner of the moves that are made in it, and a
//! computer shows the move that it would make. `docs/class.md` has the table of the steps; the tests compare it with these lists.

use gradus_step::{Diagnostic, DiagnosticCode, StepNumber};

use super::file::{Course, FreeMatches, Registration};
use super::schedule::Extensions;

/// The kinds that a match between people solves: its moves are those of the task.
const BY_PEOPLE: [&str; 18] = [
    "gomoku/coordinates",
    "gomoku/stones",
    "gomoku/five",
    "gomoku/replay",
    "numerical/free-numbers",
    "numerical/outcome",
    "numerical/win-in-one",
    "four-in-a-row/cell-ids",
    "four-in-a-row/count-lines",
    "four-in-a-row/threats",
    "four-in-a-row/double-threat",
    "tesseract/plane",
    "tesseract/tiles",
    "tesseract/scores",
    "tesseract/show-lines",
    "tesseract/winner",
    "tesseract/export",
    "tesseract/best-tile",
];

/// The kinds that only a computer solves, which continues a record.
const BY_COMPUTERS: [&str; 8] = [
    "gomoku/best-move",
    "gomoku/match",
    "numerical/endgame",
    "numerical/match",
    "four-in-a-row/cpu-rule",
    "four-in-a-row/forced-win",
    "four-in-a-row/match",
    "tesseract/match",
];

/// The kinds whose answer is a match that the learner has won. Published programs win them too.
const MATCHES: [&str; 4] =
    ["gomoku/match", "numerical/match", "four-in-a-row/match", "tesseract/match"];

impl Course {
    /// The same course, which also warns of the settings that let points be earned without solving a step, if the course is graded: if not everybody may
    /// register. Of each step, the number, the kind and the points in its folder are given.
    #[must_use]
    pub fn warning_of_exposures<'a>(
        mut self,
        steps: impl IntoIterator<Item = (StepNumber, &'a str, u32)>,
    ) -> Self {
        let Some(file) = self.file.clone().filter(|_| self.registration != Registration::Open)
        else {
            return self;
        };
        let worth = steps.into_iter().filter(|&(number, _, points)| {
            let rules = self.rules(number, points, None, None, &Extensions::default());
            rules.points > 0 && !self.is_hidden(number)
        });
        let worth: Vec<_> = worth.map(|(number, kind, _)| (number, kind)).collect();
        let listed = |is_listed: &dyn Fn(&str) -> bool| {
            let numbers = worth.iter().filter(|(_, kind)| is_listed(kind));
            numbers.map(|(number, _)| number.to_string()).collect::<Vec<_>>().join(", ")
        };
        let exposed = match self.free_matches {
            FreeMatches::None => String::new(),
            FreeMatches::People => listed(&|kind| BY_PEOPLE.contains(&kind)),
            FreeMatches::All => {
                listed(&|kind| BY_PEOPLE.contains(&kind) || BY_COMPUTERS.contains(&kind))
            }
        };
        let matches = listed(&|kind| MATCHES.contains(&kind));
        let of_games = (!exposed.is_empty()).then(|| {
            let what = format!("matches that belong to no step can solve these steps: {exposed}");
            let help = "write `free = false` under `[games]`";
            Diagnostic::new(DiagnosticCode::CourseGames, &*file, what, help)
        });
        let of_matches = (!matches.is_empty()).then(|| {
            let what = format!(
                "these steps are won by published programs, and by a second server that plays for the learner: {matches}"
            );
            let help = "give them `points = 0` under `[steps.NN]`, or ask the learners about their programs";
            Diagnostic::new(DiagnosticCode::CourseMatches, &*file, what, help)
        });
        self.warnings.extend(of_games.into_iter().chain(of_matches));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codes of the warnings of a course with these lines, and with a step of each list.
    fn warned(lines: &str) -> Vec<String> {
        let steps = [(5, "gomoku/five"), (8, "gomoku/best-move"), (9, "gomoku/match")];
        let steps = steps.map(|(number, kind)| (StepNumber::new(number).unwrap(), kind, 10));
        let numbers = steps.map(|(number, ..)| number);
        let course = Course::parse("course.toml", lines, &numbers).unwrap();
        let course = course.warning_of_exposures(steps);
        let said = |warning: &Diagnostic| {
            let (_, steps) = warning.what.rsplit_once(": ").unwrap();
            format!("{} {steps}", warning.code.as_str())
        };
        course.warnings().iter().map(said).collect()
    }

    #[test]
    fn only_a_graded_course_is_warned_and_only_of_steps_with_points() {
        let matches = "course.matches 09";
        assert_eq!(warned(""), [""; 0]);
        assert_eq!(warned("registration = \"open\""), [""; 0]);
        assert_eq!(warned("registration = \"closed\""), ["course.games 05, 08, 09", matches]);
        let people = "registration = \"closed\"\n[games]\nfree = \"people\"";
        assert_eq!(warned(people), ["course.games 05", matches]);
        let none = "registration = \"closed\"\n[games]\nfree = false";
        assert_eq!(warned(none), [matches]);
        for rule in ["points = 0", "hidden = true"] {
            assert_eq!(warned(&format!("{none}\n[steps.09]\n{rule}")), [""; 0]);
            assert_eq!(warned(&format!("{people}\n[defaults]\n{rule}")), [""; 0]);
        }
    }
}
