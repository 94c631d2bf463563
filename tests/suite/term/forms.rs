//! The gradebook in the forms of spreadsheets and learning platforms.

use gradus::course::Detail;
use serde_json::Value;

use super::calendar::utc;
use super::gradebook::{Row, StepResult};
use super::rules::STEPS;
use super::school::School;

/// A file's lines with their cells, the head first.
fn cells(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|line| line.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// Points as they are written: `7.5`.
fn written(hundredths: u32) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The grade of a step on a platform, with what is written where it was not tried.
fn grade(row: &Row<'_>, number: &str, untried: &str, excused: &str) -> String {
    let result = row.result(number);
    if result.is_excused() {
        excused.to_owned()
    } else if result.attempts == 0 && result.decided.is_none() {
        untried.to_owned()
    } else {
        written(result.grade())
    }
}

impl School {
    /// Compares the three forms with the log.
    pub(super) async fn has_the_right_forms(&self) {
        let book = self.get("/gradebook").await;
        let steps = book["steps"].as_array().unwrap();
        let text = |step: &Value, name: &str| step[name].as_str().unwrap().to_owned();
        let numbers: Vec<String> = steps.iter().map(|step| text(step, "step")).collect();
        let items: Vec<String> = steps
            .iter()
            .map(|step| format!("{} {}", text(step, "step"), text(step, "title")))
            .collect();
        assert!(STEPS.iter().all(|step| numbers.iter().any(|number| number == step)));
        let rows = self.rows();

        let lines = cells(&self.file("/gradebook?format=csv").await.text);
        let details = Detail::ALL.map(|detail| detail.spec().heading);
        let head = ["name", "section"].into_iter().chain(details).map(str::to_owned);
        let columns = numbers.iter().flat_map(|number| {
            ["points", "solved", "late", "attempts"].map(|column| format!("{number} {column}"))
        });
        let head = head.chain(columns).chain(["total", "solved", "possible"].map(str::to_owned));
        let expected = rows.iter().map(|row| spreadsheet(row, steps));
        same(&lines, &[head.collect()], expected);

        let lines = cells(&self.file("/gradebook?format=moodle").await.text);
        let head = ["Name", "ID number", "Email address"].map(str::to_owned).into_iter();
        let expected = rows.iter().map(|row| {
            let (name, details) = (&row.member.name, &row.member.details);
            let or_none = |detail, what| match details.get(detail) {
                Some(text) => text.to_owned(),
                None => format!("no {what}: {name}"),
            };
            let id = or_none(Detail::StudentId, "ID number");
            let email = or_none(Detail::Email, "e-mail address");
            let grades = numbers.iter().map(|number| grade(row, number, "-", "-"));
            [name.clone(), id, email].into_iter().chain(grades).collect()
        });
        same(&lines, &[head.chain(items.iter().cloned()).collect()], expected);

        let lines = cells(&self.file("/gradebook?format=canvas").await.text);
        let head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"].map(str::to_owned);
        let head: Vec<String> = head.into_iter().chain(items).collect();
        let possible = ["    Points Possible", "", "", "", ""].map(str::to_owned).into_iter();
        let possible = possible.chain(steps.iter().map(|step| step["points"].to_string()));
        let expected = rows.iter().map(|row| {
            let member = row.member;
            let detail = |detail| member.details.get(detail).unwrap_or_default();
            let (id, email) = (detail(Detail::StudentId), detail(Detail::Email));
            let person = [&member.name, "", id, email, member.section].map(str::to_owned);
            let grades = numbers.iter().map(|number| grade(row, number, "", "EX"));
            person.into_iter().chain(grades).collect()
        });
        same(&lines, &[head, possible.collect()], expected);

        let lines = cells(&self.file("/gradebook?format=moodle&columns=total").await.text);
        for (line, row) in lines.iter().skip(1).zip(&rows) {
            let has_grade = |result: &StepResult| result.attempts > 0 || result.decided.is_some();
            let is_tried = row.results.iter().any(has_grade);
            // In proportion, for those of whom less is expected.
            let all = f64::from(maximum(row, steps, |_| true));
            let own = f64::from(maximum(row, steps, |result| !result.is_excused()));
            let raised = (f64::from(row.total()) * all / own).round();
            let total = if is_tried { format!("{}", raised / 100.0) } else { "-".to_owned() };
            assert_eq!((&line[0], &line[3]), (&row.member.name, &total));
        }
    }
}

/// The points of the steps whose results are counted.
fn maximum(row: &Row<'_>, steps: &[Value], is_counted: impl Fn(&StepResult) -> bool) -> u32 {
    let counted =
        steps.iter().filter(|step| is_counted(&row.result(step["step"].as_str().unwrap())));
    counted.map(|step| u32::try_from(step["points"].as_u64().unwrap()).unwrap()).sum()
}

/// A learner's line in a spreadsheet.
fn spreadsheet(row: &Row<'_>, steps: &[Value]) -> Vec<String> {
    let member = row.member;
    let details = Detail::ALL.map(|detail| member.details.get(detail).unwrap_or_default());
    let results = steps.iter().flat_map(|step| {
        let result = row.result(step["step"].as_str().unwrap());
        let late = match (result.solved_at, result.is_late) {
            (None, _) => "",
            (Some(_), false) => "no",
            (Some(_), true) => "yes",
        };
        let solved = result.solved_at.map(utc).unwrap_or_default();
        let points =
            if result.is_excused() { "excused".to_owned() } else { written(result.grade()) };
        [points, solved, late.to_owned(), result.attempts.to_string()]
    });
    let person = [&member.name, member.section].into_iter().chain(details).map(str::to_owned);
    let all = maximum(row, steps, |result| !result.is_excused());
    let sums = [written(row.total()), row.solved().count().to_string(), all.to_string()];
    person.chain(results).chain(sums).collect()
}

/// Compares lines with a head and what is below it.
fn same(
    lines: &[Vec<String>],
    head: &[Vec<String>],
    rows: impl ExactSizeIterator<Item = Vec<String>>,
) {
    assert_eq!(lines.len(), head.len() + rows.len());
    let mut lines = lines.iter();
    for expected in head {
        assert_eq!(lines.next(), Some(expected));
    }
    for (line, expected) in lines.zip(rows) {
        assert_eq!(*line, expected);
    }
}
