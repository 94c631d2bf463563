//! Who has solved what, when, and for how many points.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use super::credit::Credit;
use super::decision::{Decision, DecisionAction, Decisions};
use super::learner::{LearnerId, RosterEntry};
use super::member::SectionName;
use gradus_step::{StepNumber, Timestamp};

/// What a store knows of a learner at a step of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The learner.
    pub learner: LearnerId,
    /// The step.
    pub step: StepNumber,
    /// The kind that the step had; empty if it was not stored.
    pub kind: String,
    /// How many answers were judged, without repeated ones.
    pub attempts: u32,
    /// When an answer was accepted first.
    pub solved_at: Option<Timestamp>,
    /// The best credit of an accepted answer.
    pub credit: Credit,
    /// Whether the accepted answer with that credit was late.
    pub late: bool,
    /// Whether an answer was accepted of which it is not stored what it is worth: it earns the points that the step has today.
    pub is_ungraded: bool,
}

impl Grade {
    /// What the learner has earned at the step, which has so many points today.
    pub fn earned(&self, points: u32) -> Credit {
        if self.is_ungraded { self.credit.max(Credit::of_points(points)) } else { self.credit }
    }
}

/// A step of a gradebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradebookStep {
    /// Its number.
    pub number: StepNumber,
    /// Its kind.
    pub kind: String,
    /// Its title.
    pub title: String,
    /// The points by the general rules.
    pub points: u32,
}

/// A learner of a gradebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradeRow {
    /// The learner.
    pub entry: RosterEntry,
    /// The results, one for each step of the gradebook, in its order.
    pub results: Vec<StepResult>,
    /// The sum of the credits.
    pub total: Credit,
    /// The sum of the points of the steps that are not excused.
    pub possible: u32,
    /// How many steps are solved.
    pub solved: u32,
}

/// A learner's result at a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepResult {
    /// How many answers were judged.
    pub attempts: u32,
    /// When an answer was accepted first.
    pub solved_at: Option<Timestamp>,
    /// Whether it was late.
    pub late: bool,
    /// What the answers have earned.
    pub computed: Credit,
    /// The decision that sets or excuses the step. It counts instead of what the answers have earned.
    pub decision: Option<Arc<Decision>>,
    /// The latest decision that has voided answers.
    pub void: Option<Arc<Decision>>,
}

/// Who has solved what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gradebook {
    /// The steps.
    pub steps: Vec<GradebookStep>,
    /// The learners by section and name.
    pub rows: Vec<GradeRow>,
}

impl Gradebook {
    /// The gradebook of these learners and steps. A grade counts only for a step of its kind, or if its kind was not stored.
    ///
    /// Learners without a section come last.
    pub fn new(
        steps: Vec<GradebookStep>,
        mut learners: Vec<RosterEntry>,
        grades: &[Grade],
        decisions: &Decisions,
    ) -> Self {
        sort_by_section(&mut learners);
        let rows = {
            let results = results(&steps, grades, decisions);
            let row = |entry: RosterEntry| {
                let results = results(entry.learner.in_section());
                GradeRow::new(entry, &steps, results)
            };
            learners.into_iter().map(row).collect()
        };
        Self { steps, rows }
    }

    /// The sum of the steps' points.
    pub fn points(&self) -> u32 {
        self.steps.iter().map(|step| step.points).sum()
    }
}

/// Sorts learners as a gradebook lists them: by section and name; those without a section come last.
pub fn sort_by_section(learners: &mut [RosterEntry]) {
    learners.sort_by_cached_key(|RosterEntry { learner, .. }| {
        let section = learner.section.clone();
        (section.is_none(), section, learner.name.folded(), learner.id)
    });
}

/// What a learner of a section has at each of these steps. A grade counts only for a step of its kind, or if its kind was not stored.
pub(super) fn results<'a>(
    steps: &'a [GradebookStep],
    grades: &'a [Grade],
    decisions: &'a Decisions,
) -> impl Fn((LearnerId, Option<&SectionName>)) -> Vec<StepResult> + 'a {
    let mut of_learner: HashMap<(LearnerId, StepNumber), Vec<&Grade>> = HashMap::new();
    for grade in grades {
        of_learner.entry((grade.learner, grade.step)).or_default().push(grade);
    }
    move |(learner, section)| {
        let result = |step: &GradebookStep| {
            let grades = of_learner.get(&(learner, step.number)).into_iter().flatten();
            let grades = grades.copied().filter(|grade| step.counts(grade));
            decisions.result((learner, section), (step.number, &step.kind, step.points), grades)
        };
        steps.iter().map(result).collect()
    }
}

impl GradeRow {
    fn new(entry: RosterEntry, steps: &[GradebookStep], results: Vec<StepResult>) -> Self {
        let total = results.iter().map(StepResult::credit).sum();
        let counted = steps.iter().zip(&results).filter(|(_, result)| !result.is_excused());
        let possible = counted.map(|(step, _)| step.points).sum();
        let solved = results.iter().map(|result| u32::from(result.solved_at.is_some())).sum();
        Self { entry, results, total, possible, solved }
    }

    /// How many answers were judged.
    pub fn attempts(&self) -> u64 {
        self.results.iter().map(|result| u64::from(result.attempts)).sum()
    }
}

impl GradebookStep {
    /// Whether a grade of the step's number is one of this step: a number that is used again does not inherit who solved it.
    fn counts(&self, grade: &Grade) -> bool {
        grade.kind == self.kind || grade.kind.is_empty()
    }
}

impl StepResult {
    /// The result of a learner's grades at one step, which has so many points today: one of its kind, and one of attempts without a kind. Nothing is
    /// decided about it.
    pub(super) fn computed<'a>(grades: impl IntoIterator<Item = &'a Grade>, points: u32) -> Self {
        let grades: Vec<&Grade> = grades.into_iter().collect();
        // Of the accepted answers, the one that earned the most; of several, one that was not late.
        let solved = grades.iter().filter(|grade| grade.solved_at.is_some());
        let best = solved.max_by_key(|grade| (grade.earned(points), Reverse(grade.late)));
        Self {
            attempts: grades.iter().map(|grade| grade.attempts).sum(),
            solved_at: grades.iter().filter_map(|grade| grade.solved_at).min(),
            late: best.is_some_and(|grade| grade.late),
            computed: best.map(|grade| grade.earned(points)).unwrap_or_default(),
            decision: None,
            void: None,
        }
    }

    /// What counts: what is decided, or else what the answers have earned. An excused step earns nothing.
    pub fn credit(&self) -> Credit {
        match self.decision.as_ref().map(|decision| decision.action) {
            Some(DecisionAction::Set(credit)) => credit,
            Some(DecisionAction::Excuse) => Credit::NONE,
            Some(DecisionAction::Void(_)) | None => self.computed,
        }
    }

    /// Whether the step does not count for the learner.
    pub fn is_excused(&self) -> bool {
        let decision = self.decision.as_ref();
        decision.is_some_and(|decision| decision.action == DecisionAction::Excuse)
    }

    /// Whether there is something to grade: an answer, or what is decided.
    pub fn is_graded(&self) -> bool {
        self.attempts > 0 || self.decision.is_some()
    }

    /// What was decided and shows in the result.
    pub fn decisions(&self) -> impl Iterator<Item = &Arc<Decision>> {
        self.decision.iter().chain(&self.void)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Details, Learner};

    fn step(number: &str, kind: &str) -> GradebookStep {
        let number = number.parse().unwrap();
        GradebookStep { number, kind: kind.into(), title: "A step".into(), points: 20 }
    }

    fn learner(id: i64, name: &str, section: &str) -> RosterEntry {
        let (name, section) = (name.parse().unwrap(), section.parse().ok());
        RosterEntry {
            learner: Learner {
                id: LearnerId(id),
                name,
                section,
                is_on_roster: true,
                student_id: None,
                has_namesake: false,
            },
            details: Details::default(),
            nickname: None,
            registered_at: Timestamp::from_seconds(0),
        }
    }

    fn grade(learner: i64, step: &str, kind: &str) -> Grade {
        Grade {
            learner: LearnerId(learner),
            step: step.parse().unwrap(),
            kind: kind.into(),
            attempts: 2,
            solved_at: None,
            credit: Credit::NONE,
            late: false,
            is_ungraded: false,
        }
    }

    fn solved(grade: Grade, at: u64, points: u32, late: bool) -> Grade {
        let solved_at = Some(Timestamp::from_seconds(at));
        Grade { solved_at, credit: Credit::of_points(points), late, ..grade }
    }

    #[test]
    fn learners_are_listed_by_section_and_name() {
        let learners = vec![
            learner(1, "zoe", "A"),
            learner(2, "Ada", ""),
            learner(3, "Alan", "B"),
            learner(4, "Yves", "A"),
        ];
        let gradebook =
            Gradebook::new(vec![step("07", "a/b")], learners, &[], &Decisions::default());
        let names: Vec<&str> =
            gradebook.rows.iter().map(|row| row.entry.learner.name.as_str()).collect();
        assert_eq!(names, ["Yves", "zoe", "Alan", "Ada"]);
        assert!(gradebook.rows.iter().all(|row| row.results == [StepResult::default()]));
        assert_eq!(gradebook.points(), 20);
    }

    #[test]
    fn what_is_not_graded_earns_the_points_of_today() {
        let before = |at, points| {
            let grade = solved(grade(1, "07", ""), at, points, false);
            Gradebook::new(
                vec![step("07", "a/b")],
                vec![learner(1, "Ada", "A")],
                &[
                    Grade { is_ungraded: true, ..grade },
                    solved(self::grade(1, "07", "a/b"), 200, 10, true),
                ],
                &Decisions::default(),
            )
        };
        let credit =
            |gradebook: Gradebook| (gradebook.rows[0].total, gradebook.rows[0].results[0].late);
        assert_eq!(credit(before(100, 0)), (Credit::of_points(20), false));
        assert_eq!(credit(before(100, 25)), (Credit::of_points(25), false));
    }

    #[test]
    fn a_grade_counts_for_a_step_of_its_kind_and_without_a_kind_for_every_one() {
        let steps = vec![step("07", "a/new"), step("08", "a/b"), step("09", "a/c")];
        let grades = [
            solved(grade(1, "07", "a/old"), 100, 20, false),
            grade(1, "07", "a/new"),
            solved(grade(1, "08", ""), 300, 10, true),
            solved(grade(1, "08", "a/b"), 400, 20, false),
            solved(grade(1, "09", ""), 500, 5, true),
            // A step that is no more, and another learner.
            solved(grade(1, "10", "a/d"), 100, 20, false),
            solved(grade(2, "07", "a/new"), 100, 20, false),
        ];
        let learners = vec![learner(1, "Ada", "A")];
        let gradebook = Gradebook::new(steps, learners, &grades, &Decisions::default());
        let [row] = gradebook.rows.as_slice() else { panic!("one learner") };
        let result = |attempts, solved_at: Option<u64>, late, points| StepResult {
            attempts,
            solved_at: solved_at.map(Timestamp::from_seconds),
            late,
            computed: Credit::of_points(points),
            ..StepResult::default()
        };
        assert_eq!(
            row.results,
            [
                result(2, None, false, 0),
                result(4, Some(300), false, 20),
                result(2, Some(500), true, 5)
            ]
        );
        assert_eq!((row.total, row.solved), (Credit::of_points(25), 2));
    }
}
