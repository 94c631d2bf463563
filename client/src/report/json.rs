//! A solve run as one JSON document:
//!
//! ```json
//! {"server": "http://127.0.0.1:8080/", "passed": false, "planned": 40, "done": 2, "failed": 1, "error": null,
//!  "rounds": [{"step": "07", "round": 1, "outcome": "accepted", "ms": 12, "detail": null, "diagnosis": null},
//!             {"step": "12", "round": 1, "outcome": "wrong", "ms": 9, "detail": "…",
//!              "diagnosis": {"fit": "whole", "causes": [{"id": "…", "hint": "…"}]},
//!              "attempt": {"task": "…", "answer": ["hh", "gi"], "repeat": "gradus-client solve 12 …"}}]}
//! ```
//!
//! `attempt` is what was sent in a round that failed. `outcome` is `accepted`, `wrong`, `refused`, `unsolved`, `not won` or `no solver`; `error` says why the rest was abandoned.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::solve::Failure;
use crate::solve_run::{Round, SolveRun};

/// Writes the document and a line's end.
///
/// # Errors
/// When the writer fails.
pub fn write(run: &SolveRun, mut writer: impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut writer, &document(run))?;
    writeln!(writer)?;
    writer.flush()
}

fn document(run: &SolveRun) -> Value {
    json!({
        "server": run.server,
        "passed": run.passed(),
        "planned": run.planned,
        "done": run.rounds.len(),
        "failed": run.failed(),
        "error": run.abandoned.as_ref().map(ToString::to_string),
        "rounds": run.rounds.iter().map(|one| round(one, &run.server)).collect::<Vec<_>>(),
    })
}

fn round(round: &Round, server: &str) -> Value {
    let attempt = round.failed_attempt(server).map(|(attempt, repeat)| {
        json!({ "task": attempt.task, "answer": attempt.answer, "repeat": repeat })
    });
    json!({
        "step": round.step,
        "round": round.number,
        "outcome": round.outcome(),
        "ms": u64::try_from(round.elapsed.as_millis()).unwrap_or(u64::MAX),
        "detail": round.result.as_ref().err().map(ToString::to_string),
        "diagnosis": round.result.as_ref().err().and_then(Failure::diagnosis),
        "attempt": attempt,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    fn written(run: &SolveRun) -> Value {
        let mut bytes = Vec::new();
        write(run, &mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    #[test]
    fn the_document_has_every_round() {
        let run = sample::run(2, vec![sample::accepted(1), sample::unsolvable()]);
        let attempt = json!({
            "task": "T-1", "answer": ["hh", "gi"],
            "repeat": "gradus-client solve 88 --server http://127.0.0.1:8080/ --task T-1",
        });
        let expected = json!({
            "server": "http://127.0.0.1:8080/", "passed": false, "planned": 2, "done": 2, "failed": 1, "error": null,
            "rounds": [
                {"step": "07", "round": 1, "outcome": "accepted", "ms": 12, "detail": null, "diagnosis": null, "attempt": null},
                {"step": "88", "round": 1, "outcome": "no solver", "ms": 12, "detail": "this client has no solver for the kind \"gomoku/renju\"", "diagnosis": null, "attempt": attempt},
            ],
        });
        assert_eq!(written(&run), expected);
    }

    #[test]
    fn a_wrong_and_a_malformed_answer_have_their_diagnosis() {
        let document = written(&sample::run(2, vec![sample::wrong(), sample::malformed()]));
        let expected = json!({"fit": "items", "causes": [{"id": "swapped", "hint": "Row first."}, {"id": "shifted", "hint": "From 0."}]});
        assert_eq!(document["rounds"][0]["diagnosis"], expected);
        assert_eq!(document["rounds"][1]["outcome"], "refused");
        let expected =
            json!({"fit": "form", "causes": [{"id": "quoted", "hint": "No quotation marks."}]});
        assert_eq!(document["rounds"][1]["diagnosis"], expected);
    }

    #[test]
    fn a_lost_server_is_named() {
        let document = written(&sample::abandoned(9, vec![sample::accepted(1)]));
        assert_eq!(document["passed"], false);
        assert_eq!(document["done"], 1);
        let error = "the server at http://127.0.0.1:8080/ does not answer: connection refused";
        assert_eq!(document["error"], error);
    }
}
