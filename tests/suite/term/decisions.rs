//! What instructors decide about results, and what the decisions leave of the grades: computed here from the log, without the server's code.

use serde_json::{Value, json};

use super::calendar::{HOUR, moment};
use super::plan::{Sent, Visit};
use super::rules::STEPS;
use super::school::School;
use crate::server::{Caller as _, Reply};

/// Whom a decision is for.
#[derive(Clone, Copy)]
pub(super) enum Whom {
    Learner(usize),
    Section(&'static str),
    Everybody,
}

/// A decision that sets or excuses a step.
pub(super) struct Ruling {
    id: i64,
    step: usize,
    whom: Whom,
    /// In hundredths of a point; none: excused.
    points: Option<u32>,
}

/// What is decided about a result.
#[derive(Clone, Copy)]
pub(super) struct Decided {
    pub(super) id: i64,
    /// In hundredths of a point; none: excused.
    pub(super) points: Option<u32>,
}

impl School {
    /// What the decisions say of a learner's step: for everybody, then for the section, then for the learner; the last word counts.
    pub(super) fn decided(&self, learner: usize, step: usize) -> Option<Decided> {
        let section = self.members[learner].section;
        let mut decided = None;
        let narrower: [&dyn Fn(Whom) -> bool; 3] = [
            &|whom| matches!(whom, Whom::Everybody),
            &|whom| matches!(whom, Whom::Section(name) if name == section),
            &|whom| matches!(whom, Whom::Learner(one) if one == learner),
        ];
        for is_meant in narrower {
            for ruling in self.rulings.iter().filter(|ruling| ruling.step == step) {
                if is_meant(ruling.whom) {
                    decided = Some(Decided { id: ruling.id, points: ruling.points });
                }
            }
        }
        decided
    }

    /// Decisions about the first step, for all three audiences; one of them is taken back.
    pub(super) async fn decide_about_results(&mut self) {
        self.rule(0, Whom::Everybody, Some(425)).await;
        let of_section = self.rule(0, Whom::Section("B"), Some(100)).await;
        self.rule(0, Whom::Section("C"), None).await;
        self.rule(0, Whom::Learner(2), Some(500)).await;
        self.rule(0, Whom::Learner(7), None).await;
        self.rule(0, Whom::Learner(7), Some(0)).await;
        self.rule(0, Whom::Learner(100), None).await;
        self.has_the_right_gradebook().await;
        self.take_back(of_section).await;
        self.rulings.retain(|ruling| ruling.id != of_section);
        self.has_the_right_gradebook().await;
    }

    /// Sets the points of a step, or excuses it.
    async fn rule(&mut self, step: usize, whom: Whom, points: Option<u32>) -> i64 {
        let mut form = self.about(step, whom);
        form["action"] = json!(if points.is_some() { "set" } else { "excuse" });
        if let Some(points) = points {
            form["points"] = json!(f64::from(points) / 100.0);
        }
        let id = self.done("/decisions", form).await["id"].as_i64().unwrap();
        self.rulings.push(Ruling { id, step, whom, points });
        id
    }

    fn about(&self, step: usize, whom: Whom) -> Value {
        let mut form = json!({ "step": STEPS[step] });
        match whom {
            Whom::Learner(learner) => form["learner"] = json!(self.members[learner].id),
            Whom::Section(section) => form["section"] = json!(section),
            Whom::Everybody => form["everybody"] = json!(true),
        }
        form
    }

    async fn take_back(&self, decision: i64) {
        self.done(&format!("/decisions/{decision}/take-back"), json!({})).await;
    }

    /// Voids two answers to the second step and all of a section, and takes one of these back. Somebody answers again.
    pub(super) async fn void_answers(&mut self) {
        let step = 1;
        let is_right = |learner: usize| {
            self.log.iter().any(|answer| {
                (answer.learner, answer.step, answer.is_right) == (learner, step, true)
            })
        };
        let of_d: Vec<usize> = (0..self.members.len())
            .filter(|&learner| self.members[learner].section == "D" && is_right(learner))
            .take(2)
            .collect();
        let [first, second] = of_d[..] else { panic!("two have solved it: {of_d:?}") };
        let kept = self.void_attempt(first, step).await;
        let back = self.void_attempt(second, step).await;
        self.has_the_right_gradebook().await;
        self.take_back(back).await;
        self.restore(back);
        self.has_the_right_gradebook().await;

        let mut form = self.about(step, Whom::Section("E"));
        form["action"] = json!("void");
        let voided = self.done("/decisions", form).await;
        let id = voided["id"].as_i64().unwrap();
        let mut count = 0;
        let members = &self.members;
        for answer in self.log.iter_mut().filter(|answer| answer.step == step) {
            if members[answer.learner].section == "E" {
                answer.voided_by.push(id);
                count += 1;
            }
        }
        assert_eq!(voided["voided"], count);
        self.has_the_right_gradebook().await;

        // The step is open again for them, until it closes.
        let at = moment(14, 10 * HOUR);
        self.set_clock(at);
        let judged =
            self.visit(at, Visit { learner: first, step, answers: vec![Sent::Right] }).await;
        assert_eq!(judged.len(), 1);
        self.log.extend(judged);
        assert!(kept < id);
    }

    /// Voids the accepted answer of a learner.
    async fn void_attempt(&mut self, learner: usize, step: usize) -> i64 {
        let (member, number) = (self.members[learner].id, STEPS[step]);
        let list = self.get(&format!("/attempts?learner={member}&step={number}")).await;
        let mut attempts = list["attempts"].as_array().unwrap().iter();
        let accepted = attempts.find(|attempt| attempt["verdict"] == "accepted").unwrap();
        let form = json!({ "action": "void", "attempt": accepted["id"], "reason": "copied" });
        let id = self.done("/decisions", form).await["id"].as_i64().unwrap();
        let at = accepted["at"].as_str().unwrap();
        let answer = self.log.iter_mut().find(|answer| {
            (answer.learner, answer.step, answer.is_right) == (learner, step, true)
                && super::calendar::utc(answer.at) == at
        });
        answer.unwrap().voided_by.push(id);
        let receipts = Reply::to(self.learner(learner).get("/me/receipts")).await.json();
        let mut receipts = receipts["receipts"].as_array().unwrap().iter();
        let others = self.log.iter().filter(|answer| {
            (answer.learner, answer.step, answer.is_right) == (learner, step, true)
                && answer.voided_by.is_empty()
        });
        assert_eq!(receipts.any(|receipt| receipt["step"] == number), others.count() > 0);
        id
    }

    fn restore(&mut self, decision: i64) {
        for answer in &mut self.log {
            answer.voided_by.retain(|id| *id != decision);
        }
    }
}
