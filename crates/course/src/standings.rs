//! The standings of the class: who has how many points, without names.

use std::cmp::Reverse;

use super::credit::Credit;
use super::decision::Decisions;
use super::gradebook::{Grade, GradebookStep, StepResult, results};
use super::learner::{LearnerId, Nickname};
use super::member::SectionName;
use gradus_step::Timestamp;

/// A learner in the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The learner, to whom the row is marked; others are not told whose it is.
    pub learner: LearnerId,
    /// The section.
    pub section: Option<SectionName>,
    /// The chosen name.
    pub nickname: Option<Nickname>,
    /// The sum of the credits.
    pub points: Credit,
    /// How many steps are solved.
    pub solved: u32,
    /// When the last step was solved that earned points.
    pub last: Option<Timestamp>,
}

/// All learners, the best first: by points, then by who had them earlier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings(Vec<Standing>);

impl Standings {
    /// The standings of these learners at these steps. A grade counts only for a step of its kind, or if its kind was not stored.
    pub fn new(
        learners: impl IntoIterator<Item = (LearnerId, Option<SectionName>, Option<Nickname>)>,
        steps: &[GradebookStep],
        grades: &[Grade],
        decisions: &Decisions,
    ) -> Self {
        let results = results(steps, grades, decisions);
        let standing = |(learner, section, nickname): (_, Option<SectionName>, _)| {
            let results = results((learner, section.as_ref()));
            let earned = results.iter().filter(|result| result.credit() > Credit::NONE);
            Standing {
                learner,
                section,
                nickname,
                points: results.iter().map(StepResult::credit).sum(),
                solved: results.iter().map(|result| u32::from(result.solved_at.is_some())).sum(),
                last: earned.filter_map(|result| result.solved_at).max(),
            }
        };
        let mut standings: Vec<_> = learners.into_iter().map(standing).collect();
        // Those who are equal keep one order, so that rows do not jump.
        standings.sort_by_key(|standing| (standing.place(), standing.learner));
        Self(standings)
    }

    /// The learners of a section, or all, each with the rank among them. Those who are equal share the better rank.
    pub fn ranked<'a>(
        &'a self,
        section: Option<&'a str>,
    ) -> impl Iterator<Item = (usize, &'a Standing)> {
        let is_shown = move |standing: &&Standing| {
            let of_learner = standing.section.as_ref().map(SectionName::as_str);
            section.is_none_or(|section| of_learner == Some(section))
        };
        let mut before: Option<(usize, &Standing)> = None;
        self.0.iter().filter(is_shown).zip(1..).map(move |(standing, place)| {
            let rank = match before {
                Some((rank, other)) if other.place() == standing.place() => rank,
                _ => place,
            };
            before = Some((rank, standing));
            (rank, standing)
        })
    }

    /// The sections that learners are in, in order.
    pub fn sections(&self) -> Vec<SectionName> {
        let mut sections: Vec<_> =
            self.0.iter().filter_map(|standing| standing.section.clone()).collect();
        sections.sort();
        sections.dedup();
        sections
    }
}

impl Standing {
    /// By what learners are ordered. Who has no points is last.
    fn place(&self) -> (Reverse<Credit>, Option<Timestamp>) {
        (Reverse(self.points), self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_step::StepNumber;

    fn step(number: u8, kind: &str) -> GradebookStep {
        let number = StepNumber::new(number).unwrap();
        GradebookStep { number, kind: kind.to_owned(), title: String::new(), points: 10 }
    }

    fn grade(learner: i64, step: u8, kind: &str, solved: Option<(u64, u32)>) -> Grade {
        Grade {
            learner: LearnerId(learner),
            step: StepNumber::new(step).unwrap(),
            kind: kind.to_owned(),
            attempts: 1,
            solved_at: solved.map(|(at, _)| Timestamp::from_seconds(at)),
            credit: solved.map_or(Credit::NONE, |(_, points)| Credit::of_points(points)),
            late: false,
            is_ungraded: false,
        }
    }

    fn learner(id: i64, section: &str) -> (LearnerId, Option<SectionName>, Option<Nickname>) {
        (LearnerId(id), section.parse().ok(), None)
    }

    /// Rank, learner, points, and the number of solved steps.
    fn ranks(standings: &Standings, section: Option<&str>) -> Vec<(usize, i64, String, u32)> {
        let ranked = standings.ranked(section);
        let shown = |(rank, standing): (usize, &Standing)| {
            (rank, standing.learner.0, standing.points.to_string(), standing.solved)
        };
        ranked.map(shown).collect()
    }

    #[test]
    fn points_decide_and_then_who_had_them_first() {
        let learners =
            [learner(1, "A"), learner(2, "B"), learner(3, "A"), learner(4, ""), learner(5, "B")];
        let steps = [step(1, "a"), step(2, "b")];
        let grades = [
            grade(1, 1, "a", Some((20, 10))),
            grade(2, 1, "a", Some((10, 10))),
            grade(3, 1, "a", Some((30, 10))),
            grade(3, 2, "b", Some((40, 5))),
            grade(4, 1, "a", None),
            grade(5, 1, "a", Some((10, 10))),
            // It earned nothing: it is solved, and does not count for the time.
            grade(5, 2, "b", Some((90, 0))),
            // Not of this class, another kind, and a step that does not exist.
            grade(9, 1, "a", Some((1, 10))),
            grade(1, 2, "a", Some((1, 10))),
            grade(1, 3, "a", Some((1, 10))),
        ];
        let standings = Standings::new(learners, &steps, &grades, &Decisions::default());
        let row = |rank, learner, points: &str, solved| (rank, learner, points.to_owned(), solved);
        let all = [
            row(1, 3, "15", 2),
            row(2, 2, "10", 1),
            row(2, 5, "10", 2),
            row(4, 1, "10", 1),
            row(5, 4, "0", 0),
        ];
        assert_eq!(ranks(&standings, None), all);
        assert_eq!(ranks(&standings, Some("A")), [row(1, 3, "15", 2), row(2, 1, "10", 1)]);
        assert_eq!(ranks(&standings, Some("B")), [row(1, 2, "10", 1), row(1, 5, "10", 2)]);
        assert_eq!(ranks(&standings, Some("C")), []);
        let sections: Vec<_> = standings.sections().iter().map(ToString::to_string).collect();
        assert_eq!(sections, ["A", "B"]);
    }

    #[test]
    fn what_was_solved_before_kinds_were_stored_counts_once() {
        let before = Grade { is_ungraded: true, ..grade(1, 1, "", Some((10, 0))) };
        let grades = [before, grade(1, 1, "a", Some((20, 7)))];
        let standings =
            Standings::new([learner(1, "")], &[step(1, "a")], &grades, &Decisions::default());
        let Standings(rows) = &standings;
        assert_eq!((rows[0].points, rows[0].solved), (Credit::of_points(10), 1));
        assert_eq!(rows[0].last, Some(Timestamp::from_seconds(10)));
    }
}
