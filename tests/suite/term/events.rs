//! What instructors do while the term runs.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::calendar::{When, utc};
use super::gradebook::points;
use super::rules::{Dates, STEPS};
use super::school::{Attempt, School};
use crate::server::{Caller as _, Reply};

/// The step whose judge is found to have been wrong.
const REJUDGED: usize = 5;

/// The step whose points change.
const REGRADED: usize = 6;

impl School {
    /// What happens on the Monday of a week.
    pub(super) async fn events_of(&mut self, week: u64) {
        match week {
            1 => self.decide_about_results().await,
            2 => self.void_answers().await,
            3 => {
                let dates = Dates {
                    due: Some(When::Hour(30, 12)),
                    closes: Some(When::Day(31)),
                    ..Dates::default()
                };
                self.extend_for_learner(7, 2, dates).await;
                self.extend_and_take_back(8, 2).await;
            }
            4 => self.rekey(20).await,
            5 => {
                let dates = Dates {
                    due: Some(When::Day(43)),
                    closes: Some(When::Day(45)),
                    ..Dates::default()
                };
                self.extend_for_section("B", 4, dates).await;
                self.rename(30, "Emmy Noether").await;
            }
            6 => {
                self.forget(11, "remove").await;
                self.forget(12, "keep").await;
            }
            7 => self.move_to(38, "F").await,
            8 => self.rejudge().await,
            9 => {
                let dates = Dates { closes: Some(When::Day(65)), ..Dates::default() };
                self.extend_for_section("C", REGRADED, dates).await;
                self.change_points(20).await;
            }
            11 => self.regrade().await,
            _ => {}
        }
    }

    async fn extend_for_learner(&mut self, learner: usize, step: usize, dates: Dates) {
        let mut form = extension(step, dates);
        form.insert("learner".to_owned(), json!(self.members[learner].name));
        self.done("/extensions", form.into()).await;
        self.rulebook.extended_learners.push((learner, step, dates));
    }

    async fn extend_for_section(&mut self, section: &'static str, step: usize, dates: Dates) {
        let mut form = extension(step, dates);
        form.insert("section".to_owned(), json!(section));
        self.done("/extensions", form.into()).await;
        self.rulebook.extended_sections.push((section, step, dates));
    }

    /// Gives an extension by mistake.
    async fn extend_and_take_back(&self, learner: usize, step: usize) {
        let dates = Dates { closes: Some(When::Day(60)), ..Dates::default() };
        let mut form = extension(step, dates);
        form.insert("learner".to_owned(), json!(self.members[learner].id));
        let given = self.done("/extensions", form.into()).await;
        self.done(&format!("/extensions/{}/remove", given["id"]), json!({})).await;
    }

    /// Gives a learner a new key.
    async fn rekey(&mut self, learner: usize) {
        let old = self.learner(learner);
        assert_eq!(Reply::to(old.get("/me")).await.status, 200);
        let path = format!("/learners/{}/rekey", self.members[learner].id);
        let new = self.done(&path, json!({})).await;
        new["key"].as_str().unwrap().clone_into(&mut self.members[learner].key);
        Reply::to(old.get("/me")).await.problem("auth.key");
        assert_eq!(Reply::to(self.learner(learner).get("/me")).await.status, 200);
    }

    async fn rename(&mut self, learner: usize, name: &str) {
        let path = format!("/learners/{}", self.members[learner].id);
        let changed = self.done(&path, json!({ "name": name })).await;
        assert_eq!(changed["name"], name);
        name.clone_into(&mut self.members[learner].name);
    }

    async fn move_to(&mut self, learner: usize, section: &'static str) {
        let path = format!("/learners/{}", self.members[learner].id);
        let changed = self.done(&path, json!({ "section": section })).await;
        assert_eq!(changed["section"], section);
        self.members[learner].section = section;
    }

    /// Forgets a learner; what becomes of the attempts is `keep` or `remove`.
    async fn forget(&mut self, learner: usize, attempts: &str) {
        let member = &self.members[learner];
        let form = json!({ "attempts": attempts, "confirm": member.name });
        self.done(&format!("/learners/{}/forget", member.id), form).await;
        Reply::to(self.learner(learner).get("/me")).await.problem("auth.key");
        self.members[learner].is_forgotten = true;
        if attempts == "remove" {
            self.log.retain(|attempt| attempt.learner != learner);
        }
    }

    /// All verdicts of a step are found to be wrong. The grades are right again when the answers are judged again.
    async fn rejudge(&self) {
        let number = STEPS[REJUDGED];
        let of_step: Vec<&Attempt> =
            self.log.iter().filter(|attempt| attempt.step == REJUDGED).collect();
        // As if the judge of step 11 had been wrong in both ways.
        let sql = "UPDATE attempts SET items_right = NULL, items_total = NULL, first_wrong = NULL, fit = NULL, causes = NULL,
                       verdict = iif(verdict = 'wrong', 'accepted', 'wrong')
                   WHERE step = 11";
        let spoilt = self.workplace.change_database(sql).await;
        assert_eq!(spoilt, of_step.len() as u64);
        let sql = "UPDATE step_progress SET solved_at = NULL, credit = NULL, credit_late = 0 WHERE step = 11";
        self.workplace.change_database(sql).await;

        let mut expected: Vec<Value> =
            of_step.iter().map(|attempt| self.rejudged(attempt)).collect();
        sort(&mut expected);
        for apply in [false, true] {
            let solved = self.solved(number).await;
            assert!(solved.is_empty(), "{solved:?}");
            let report = self.done("/rejudge", json!({ "step": number, "apply": apply })).await;
            assert_eq!(report["judged"], of_step.len());
            assert_eq!((&report["skipped"], &report["applied"]), (&json!(0), &json!(apply)));
            let fields = ["learner", "at", "was", "is"];
            assert_eq!(changes(&report, &fields), expected);
        }
        assert!(!self.solved(number).await.is_empty());
        self.has_the_right_gradebook().await;
        let again = self.done("/rejudge", json!({ "step": number })).await;
        assert_eq!(again["changed"], json!([]));
    }

    /// How an attempt is reported whose verdict was the wrong one.
    fn rejudged(&self, attempt: &Attempt) -> Value {
        let (was, is) =
            if attempt.is_right { ("wrong", "accepted") } else { ("accepted", "wrong") };
        json!([self.named(attempt.learner), utc(attempt.at), was, is])
    }

    /// A learner as the server names them; null if they are forgotten.
    fn named(&self, learner: usize) -> Value {
        let member = &self.members[learner];
        if member.is_forgotten {
            return Value::Null;
        }
        json!({ "id": member.id, "name": member.name })
    }

    /// The names of those who have solved a step, by the gradebook.
    async fn solved(&self, number: &str) -> Vec<String> {
        let book = self.get("/gradebook").await;
        let mut steps = book["steps"].as_array().unwrap().iter();
        let place = steps.position(|step| step["step"] == number).unwrap();
        let learners = book["learners"].as_array().unwrap().iter();
        let solved = learners.filter(|row| !row["results"][place]["solved_at"].is_null());
        solved.map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    }

    /// The course file says another number of points; what was earned stays.
    async fn change_points(&mut self, points: u32) {
        self.rulebook.points[REGRADED] = points;
        self.workplace.write("course.toml", self.rulebook.course());
        self.server.signal("HUP");
        while self.points_of(STEPS[REGRADED]).await != points {}
        self.has_the_right_gradebook().await;
    }

    async fn points_of(&self, number: &str) -> Value {
        let course = self.get("").await;
        let mut steps = course["steps"].as_array().unwrap().iter();
        steps.find(|step| step["step"] == number).unwrap()["points"].clone()
    }

    /// Grades all by the rules of today: first it is only told, then it is done for one step.
    async fn regrade(&mut self) {
        let all = self.done("/regrade", json!({})).await;
        assert_eq!(regraded(&all), self.grades_of_today(|_| true));
        let form = |apply: bool| json!({ "step": STEPS[REGRADED], "apply": apply });
        let expected = self.grades_of_today(|attempt| attempt.step == REGRADED);
        assert!(expected.len() > 200, "{expected:?}");
        assert_eq!(regraded(&self.done("/regrade", form(false)).await), expected);
        self.has_the_right_gradebook().await;
        assert_eq!(regraded(&self.done("/regrade", form(true)).await), expected);

        for place in 0..self.log.len() {
            let Attempt { learner, step, at, .. } = self.log[place];
            if step == REGRADED && !self.members[learner].is_forgotten {
                let (worth, is_late) = self.rules(learner, step).worth(at);
                let attempt = &mut self.log[place];
                (attempt.worth, attempt.is_late) = (worth, is_late);
            }
        }
        self.has_the_right_gradebook().await;
        assert_eq!(regraded(&self.done("/regrade", form(true)).await), Vec::<Value>::new());
        // What is graded otherwise at other steps is only told.
        let rest = self.done("/regrade", json!({})).await;
        let expected = self.grades_of_today(|_| true);
        assert!(!expected.is_empty());
        assert_eq!(regraded(&rest), expected);
    }

    /// The grades that are others by the rules of today, as they are reported: of each learner at each step the best right answer that is not void.
    fn grades_of_today(&self, is_meant: impl Fn(&Attempt) -> bool) -> Vec<Value> {
        let of_class = |attempt: &&Attempt| !self.members[attempt.learner].is_forgotten;
        let attempts = self.log.iter().filter(of_class).filter(|&attempt| is_meant(attempt));
        let mut best: BTreeMap<(usize, usize), (u32, u32)> = BTreeMap::new();
        for attempt in attempts.filter(|it| it.is_right && it.voided_by.is_empty()) {
            let &Attempt { learner, step, at, worth, .. } = attempt;
            let (before, after) = best.entry((learner, step)).or_default();
            *before = worth.max(*before);
            *after = self.rules(learner, step).worth(at).0.max(*after);
        }
        let mut grades: Vec<Value> = best
            .into_iter()
            .filter(|(_, (before, after))| before != after)
            .map(|((learner, step), (before, after))| {
                json!([self.named(learner), STEPS[step], points(before), points(after)])
            })
            .collect();
        sort(&mut grades);
        grades
    }
}

/// The form of an extension without whom it is for.
fn extension(step: usize, dates: Dates) -> Map<String, Value> {
    let dates = dates.given().map(|(name, when)| (name.to_owned(), json!(when.to_string())));
    dates.chain([("step".to_owned(), json!(STEPS[step]))]).collect()
}

/// What a report says of each attempt that has changed, in some order of the contents.
fn changes(report: &Value, fields: &[&str]) -> Vec<Value> {
    let attempts = report["changed"].as_array().unwrap().iter();
    let told = |attempt: &Value| fields.iter().map(|field| attempt[field].clone()).collect();
    let mut told: Vec<Value> = attempts.map(told).collect();
    sort(&mut told);
    told
}

fn regraded(report: &Value) -> Vec<Value> {
    changes(report, &["learner", "step", "before", "after"])
}

fn sort(values: &mut [Value]) {
    values.sort_by_cached_key(Value::to_string);
}
