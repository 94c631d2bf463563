//! A solve run as `JUnit` XML, which CI systems read: a suite for each step, a case for each round. A round that failed has the task, the
//! answer, and the command that tries the task again. An error that ended the run is a case of its own, so that a run that was cut short does
//! not look complete.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use crate::draw::one_line;
use crate::solve_run::{Round, SolveRun};

/// Writes the XML.
///
/// # Errors
/// When the writer fails.
pub fn write(run: &SolveRun, writer: impl Write) -> io::Result<()> {
    write_report(&report(run), writer)
}

/// Writes the XML of a run that could not begin.
///
/// # Errors
/// When the writer fails.
pub fn write_error(error: &str, writer: impl Write) -> io::Result<()> {
    let mut report = Report::new("gradus-client");
    report.add_test_suite(error_suite("the run begins", "refused", error));
    write_report(&report, writer)
}

fn write_report(report: &Report, mut writer: impl Write) -> io::Result<()> {
    let xml = report.to_string();
    let xml = xml.map_err(|error: SerializeError| io::Error::other(error))?;
    writer.write_all(xml.as_bytes())?;
    writer.flush()
}

fn report(run: &SolveRun) -> Report {
    let mut report = Report::new("gradus-client");
    for rounds in run.rounds.chunk_by(|one, next| one.step == next.step) {
        report.add_test_suites(rounds.first().map(|first| suite(first, rounds, &run.server)));
    }
    if let Some(error) = &run.abandoned {
        let error = error.to_string();
        report.add_test_suite(error_suite("the server answers to the end", "unreachable", &error));
    }
    report
}

/// The suite of the server, with one case that has an error.
fn error_suite(case: &str, kind: &str, error: &str) -> TestSuite {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type(kind).set_message(one_line(error));
    let mut suite = TestSuite::new("server");
    suite.add_test_case(TestCase::new(case, status));
    suite
}

fn suite(first: &Round, rounds: &[Round], server: &str) -> TestSuite {
    let mut suite = TestSuite::new(format!("step_{}", first.step));
    suite.set_time(rounds.iter().map(|round| round.elapsed).sum());
    suite.add_test_cases(rounds.iter().map(|round| case(round, server)));
    suite
}

fn case(round: &Round, server: &str) -> TestCase {
    let status = match &round.result {
        Ok(_) => TestCaseStatus::success(),
        Err(failure) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(failure.name()).set_message(one_line(&failure.to_string()));
            if let Some((attempt, repeat)) = round.failed_attempt(server) {
                let answer = attempt.answer.join(",");
                status.set_description(format!(
                    "task: {}\nanswer: {answer}\nrepeat: {repeat}",
                    attempt.task
                ));
            }
            status
        }
    };
    let mut case = TestCase::new(format!("round {}", round.number), status);
    case.set_classname(format!("step_{}", round.step)).set_time(round.elapsed);
    case
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn steps_are_suites_and_rounds_are_cases() {
        let rounds = vec![sample::accepted(1), sample::accepted(2), sample::wrong()];
        let mut xml = Vec::new();
        write(&sample::abandoned(9, rounds), &mut xml).unwrap();
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="gradus-client" tests="4" skipped="0" failures="1" errors="1">
    <testsuite name="step_07" tests="2" skipped="0" errors="0" failures="0" time="0.025">
        <testcase name="round 1" classname="step_07" time="0.012"/>
        <testcase name="round 2" classname="step_07" time="0.012"/>
    </testsuite>
    <testsuite name="step_12" tests="1" skipped="0" errors="0" failures="1" time="0.012">
        <testcase name="round 1" classname="step_12" time="0.012">
            <failure message="Not yet: look &lt;again&gt; [2J [items: swapped or shifted]" type="wrong">task: T-1
answer: hh,gi
repeat: gradus-client solve 12 --server http://127.0.0.1:8080/ --task T-1</failure>
        </testcase>
    </testsuite>
    <testsuite name="server" tests="1" skipped="0" errors="1" failures="0">
        <testcase name="the server answers to the end">
            <error message="the server at http://127.0.0.1:8080/ does not answer: connection refused" type="unreachable"/>
        </testcase>
    </testsuite>
</testsuites>
"#;
        assert_eq!(String::from_utf8(xml).unwrap(), expected);
    }
}
