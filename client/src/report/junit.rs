//! A solve run as `JUnit` XML, which CI systems read: a suite for each step, a case for each round. A server that stopped answering is a case
//! of its own with an error, so that a run that was cut short does not look complete.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use crate::draw::one_line;
use crate::solve_run::{Round, SolveRun};

/// Writes the XML.
///
/// # Errors
/// When the writer fails.
pub fn write(run: &SolveRun, mut writer: impl Write) -> io::Result<()> {
    let xml = report(run).to_string();
    let xml = xml.map_err(|error: SerializeError| io::Error::other(error))?;
    writer.write_all(xml.as_bytes())?;
    writer.flush()
}

fn report(run: &SolveRun) -> Report {
    let mut report = Report::new("gradus-client");
    for rounds in run.rounds.chunk_by(|one, next| one.step == next.step) {
        report.add_test_suites(rounds.first().map(|first| suite(first, rounds)));
    }
    if let Some(error) = &run.abandoned {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_type("unreachable").set_message(error.to_string());
        let mut suite = TestSuite::new("server");
        suite.add_test_case(TestCase::new("the server answers to the end", status));
        report.add_test_suite(suite);
    }
    report
}

fn suite(first: &Round, rounds: &[Round]) -> TestSuite {
    let mut suite = TestSuite::new(format!("step_{}", first.step));
    suite.set_time(rounds.iter().map(|round| round.elapsed).sum());
    suite.add_test_cases(rounds.iter().map(case));
    suite
}

fn case(round: &Round) -> TestCase {
    let status = match &round.result {
        Ok(_) => TestCaseStatus::success(),
        Err(failure) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(failure.name()).set_message(one_line(&failure.to_string()));
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
            <failure message="Not yet: look &lt;again&gt; [2J [items: swapped or shifted]" type="wrong"/>
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
