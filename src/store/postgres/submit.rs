//! Submitting attempts: one statement decides and records several, see `submit_attempts` in `0002_attempts.sql`.

use std::collections::BTreeMap;

use sqlx::PgConnection;

use crate::step::TRIES;
use crate::store::attempt_request::{AttemptRequest, Change, KnownFacts, Submitted};
use crate::store::error::{Result, StoreError};
use crate::store::guessing::{CLOCK_TOLERANCE, pauses};
use crate::store::value::{Row, Value};

/// Submits attempts, and returns what came of each, in their order.
///
/// Every task and exercise is sent along, because only the database knows which it has.
pub(super) async fn submit(
    requests: &[&AttemptRequest],
    connection: &mut PgConnection,
) -> sqlx::Result<Vec<Result<Submitted>>> {
    // In an order that is the same for all processes: so no two of them wait for each other.
    let attempts = requests.iter().map(|request| &request.attempt);
    let exercises: BTreeMap<i64, _> =
        attempts.map(|attempt| (attempt.fingerprint.to_bits().into(), &attempt.exercise)).collect();
    let each = exercises.values();
    let mut query = sqlx::query(
        "WITH new_exercises AS (
             INSERT INTO exercises (fingerprint, kind, version, params)
             SELECT * FROM unnest($27::bigint[], $28::text[], $29::bigint[], $30::text[]) AS new (fingerprint, kind, version, params)
             ORDER BY fingerprint
             ON CONFLICT DO NOTHING)
         SELECT is_learner_known, id, verdict, items_right, items_total, first_wrong, fit, causes, worth, at,
                wrong_on_task, earlier_wrong, wrong_in_a_row, last_wrong_at, today, is_voided, written
         FROM submit_attempts(
             $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
             $26)",
    );
    let mut columns: Vec<_> = requests.iter().map(|new| new.values.iter()).collect();
    for _ in 0..AttemptRequest::VALUES {
        let column: Vec<&Value> = columns.iter_mut().filter_map(Iterator::next).collect();
        query = Value::bind_all(&column, query);
    }
    let rows = query
        .bind(i64::from(TRIES))
        .bind(pauses().map(|pause| pause.map(u64::cast_signed)).collect::<Vec<_>>())
        .bind(CLOCK_TOLERANCE.cast_signed())
        .bind(exercises.keys().copied().collect::<Vec<_>>())
        .bind(each.clone().map(|exercise| exercise.kind.as_str()).collect::<Vec<_>>())
        .bind(each.clone().map(|exercise| i64::from(exercise.version)).collect::<Vec<_>>())
        .bind(each.map(|exercise| exercise.params.as_str()).collect::<Vec<_>>())
        .fetch_all(connection)
        .await?;
    let submitted = rows.iter().zip(requests);
    Ok(submitted.map(|(row, request)| outcome(&mut Row::postgres(row), request)).collect())
}

/// What came of an attempt: the same conclusion from the same facts as the database has drawn, which only reports what it has written.
fn outcome(row: &mut Row<'_>, request: &AttemptRequest) -> Result<Submitted> {
    if !row.read::<bool>()? {
        return Err(StoreError::LearnerUnknown);
    }
    let facts: KnownFacts = row.read()?;
    let decision = request.decide(facts);
    let expected = match &decision {
        Ok((Change::Insert, _)) => "attempt",
        Ok((Change::Replace(_), _)) => "verdict",
        Ok((Change::Nothing, _)) | Err(_) => "nothing",
    };
    let written: String = row.read()?;
    if written == expected {
        decision.map(|(_, submitted)| submitted)
    } else {
        // A bug.
        let text = format!("of an attempt, {expected} was to be written, and {written} was");
        Err(StoreError::Database(text))
    }
}
