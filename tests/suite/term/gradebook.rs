//! The grades by the log, beside those of the server.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use gradus::course::Detail;
use serde_json::{Value, json};

use super::calendar::utc;
use super::decisions::Decided;
use super::rules::{SECTIONS, STEPS};
use super::school::{Attempt, Member, School};
use crate::server::{Caller as _, Reply};

/// A learner's result at a step.
#[derive(Clone, Copy, Default)]
pub(super) struct StepResult {
    pub(super) attempts: usize,
    pub(super) solved_at: Option<u64>,
    pub(super) is_late: bool,
    /// In hundredths of a point, by the answers alone.
    pub(super) worth: u32,
    pub(super) decided: Option<Decided>,
    /// The latest decision that voids answers.
    voided_by: Option<i64>,
}

impl StepResult {
    fn of(attempts: &[&Attempt]) -> Self {
        let counts = |attempt: &&&Attempt| attempt.is_right && attempt.voided_by.is_empty();
        let right = || attempts.iter().filter(counts);
        let best = right().max_by_key(|attempt| (attempt.worth, !attempt.is_late));
        Self {
            attempts: attempts.len(),
            solved_at: right().map(|attempt| attempt.at).min(),
            is_late: best.is_some_and(|best| best.is_late),
            worth: best.map(|best| best.worth).unwrap_or_default(),
            decided: None,
            voided_by: attempts.iter().flat_map(|attempt| &attempt.voided_by).max().copied(),
        }
    }

    /// What counts, in hundredths of a point.
    pub(super) fn grade(&self) -> u32 {
        self.decided.map_or(self.worth, |decided| decided.points.unwrap_or(0))
    }

    pub(super) fn is_excused(&self) -> bool {
        self.decided.is_some_and(|decided| decided.points.is_none())
    }

    fn json(&self) -> Value {
        let mut result = json!({
            "attempts": self.attempts, "solved_at": self.solved_at.map(utc),
            "late": self.is_late, "points": points(self.grade()),
        });
        if let Some(decided) = self.decided {
            let action = if decided.points.is_some() { "set" } else { "excuse" };
            result["decision"] =
                json!({ "id": decided.id, "action": action, "computed": points(self.worth) });
        }
        if let Some(id) = self.voided_by {
            result["voided_by"] = json!(id);
        }
        result
    }
}

/// A learner with the results at the steps of the course.
pub(super) struct Row<'a> {
    pub(super) place: usize,
    pub(super) member: &'a Member,
    pub(super) results: [StepResult; STEPS.len()],
}

impl Row<'_> {
    /// In hundredths of a point.
    pub(super) fn total(&self) -> u32 {
        self.results.iter().map(StepResult::grade).sum()
    }

    pub(super) fn solved(&self) -> impl Iterator<Item = &StepResult> {
        self.results.iter().filter(|result| result.solved_at.is_some())
    }

    /// The result at whatever step of the server; steps that are not of the course are not tried.
    pub(super) fn result(&self, number: &str) -> StepResult {
        let place = STEPS.iter().position(|step| *step == number);
        place.map(|place| self.results[place]).unwrap_or_default()
    }

    /// When the last step was solved that earned something.
    fn last(&self) -> Option<u64> {
        self.solved()
            .filter(|result| result.grade() > 0)
            .filter_map(|result| result.solved_at)
            .max()
    }
}

/// Points as they are in JSON.
pub(super) fn points(hundredths: u32) -> Value {
    match hundredths % 100 {
        0 => json!(hundredths / 100),
        _ => json!(f64::from(hundredths) / 100.0),
    }
}

impl School {
    /// The gradebook by the log: by section and name.
    pub(super) fn rows(&self) -> Vec<Row<'_>> {
        let mut attempts: BTreeMap<(usize, usize), Vec<&Attempt>> = BTreeMap::new();
        for attempt in &self.log {
            attempts.entry((attempt.learner, attempt.step)).or_default().push(attempt);
        }
        let row = |(place, member): (usize, _)| {
            let mut results = [StepResult::default(); STEPS.len()];
            for (step, result) in results.iter_mut().enumerate() {
                if let Some(attempts) = attempts.get(&(place, step)) {
                    *result = StepResult::of(attempts);
                }
                result.decided = self.decided(place, step);
            }
            Row { place, member, results }
        };
        let members = self.members.iter().enumerate();
        let mut rows: Vec<Row<'_>> =
            members.filter(|(_, member)| !member.is_forgotten).map(row).collect();
        rows.sort_by_key(|row| (row.member.section, row.member.name.to_lowercase()));
        rows
    }

    /// Compares the gradebook of the server with that of the log.
    pub(super) async fn has_the_right_gradebook(&self) {
        let book = self.get("/gradebook").await;
        let steps = book["steps"].as_array().unwrap();
        for (number, points) in STEPS.iter().zip(self.rulebook.points) {
            let step = steps.iter().find(|step| step["step"] == *number).unwrap();
            assert_eq!(step["points"], points, "step {number}");
        }
        let (rows, learners) = (self.rows(), book["learners"].as_array().unwrap());
        assert_eq!(learners.len(), rows.len());
        for (learner, row) in learners.iter().zip(&rows) {
            let text = |step: &Value| step["step"].as_str().unwrap().to_owned();
            let result = |step: &Value| row.result(&text(step)).json();
            let counted = steps.iter().filter(|step| !row.result(&text(step)).is_excused());
            let possible: u64 = counted.map(|step| step["points"].as_u64().unwrap()).sum();
            let Member { id, name, section, details, .. } = row.member;
            let mut expected = json!({
                "id": id, "name": name, "section": section,
                "results": steps.iter().map(result).collect::<Vec<_>>(),
                "total": points(row.total()), "possible": possible,
                "solved": row.solved().count(),
            });
            for detail in Detail::ALL {
                expected[detail.spec().key] = json!(details.get(detail));
            }
            assert_eq!(*learner, expected);
        }
    }

    /// Compares what a learner is told with the log.
    pub(super) async fn learner_sees_the_same(&self, learner: usize) {
        let me = Reply::to(self.learner(learner).get("/me")).await.json();
        let rows = self.rows();
        let row = rows.iter().find(|row| row.place == learner).unwrap();
        let solved: Vec<usize> =
            (0..STEPS.len()).filter(|&step| row.results[step].solved_at.is_some()).collect();
        let counted = solved.iter().filter(|&&step| !row.results[step].is_excused());
        let worth: u32 = counted.map(|&step| self.rulebook.points[step]).sum();
        let attempts: usize = row.results.iter().map(|result| result.attempts).sum();
        let expected = [
            json!(row.member.name),
            json!(row.member.section),
            json!(solved.iter().map(|&step| STEPS[step]).collect::<Vec<_>>()),
            json!(worth),
            points(row.total()),
            json!(attempts),
        ];
        let fields = ["name", "section", "solved", "points", "earned", "attempts"];
        assert_eq!(fields.map(|field| me[field].clone()), expected);
    }

    /// Compares the scoreboard with the log, for the class and for a section.
    pub(super) async fn has_the_right_scoreboard(&self) {
        for section in [None, Some(SECTIONS[5])] {
            let query = section.map(|section| format!("?section={section}")).unwrap_or_default();
            let reply = Reply::to(self.anonymous().get(&format!("/scoreboard{query}"))).await;
            assert_eq!(reply.status, 200, "{reply}");
            let mut rows = self.rows();
            rows.retain(|row| section.is_none_or(|section| row.member.section == section));
            let place = |row: &Row<'_>| (Reverse(row.total()), row.last());
            rows.sort_by_key(|row| (place(row), row.member.id));
            let expected: Vec<Value> = rows
                .iter()
                .map(|row| {
                    let better = rows.iter().filter(|other| place(other) < place(row)).count();
                    json!({
                        "rank": better + 1, "nickname": null, "section": row.member.section,
                        "points": points(row.total()), "solved": row.solved().count(),
                        "last": row.last().map(|at| utc(at / 60 * 60)), "you": false,
                    })
                })
                .collect();
            let standings = reply.json()["standings"].as_array().unwrap().clone();
            assert_eq!(standings.len(), expected.len());
            for (standing, expected) in standings.iter().zip(&expected) {
                assert_eq!(standing, expected);
            }
        }
    }
}
