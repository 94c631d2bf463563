//! Tasks in SQLite: each is stored once, compressed, with the first attempt at it.

use std::io::{self, Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection, SqlitePool};

use crate::store::{AttemptId, NewAttempt};

/// Stores the tasks of attempts that are the first ones at them.
pub(super) async fn insert(
    attempts: &[&NewAttempt],
    connection: &mut SqliteConnection,
) -> sqlx::Result<()> {
    let compressed = deflate(attempts.iter().map(|attempt| attempt.task.as_str()))?;
    let mut query =
        QueryBuilder::<Sqlite>::new("INSERT INTO tasks (learner, step, fingerprint, nonce, json) ");
    query.push_values(attempts.iter().zip(compressed), |mut row, (attempt, json)| {
        row.push_bind(attempt.learner.0)
            .push_bind(attempt.step.get())
            .push_bind(attempt.fingerprint.to_bits())
            .push_bind(attempt.nonce.to_bits().cast_signed())
            .push_bind(json);
    });
    query.build().execute(connection).await?;
    Ok(())
}

/// The task of an attempt as JSON, if it is stored.
pub(super) async fn of_attempt(
    readers: &SqlitePool,
    id: AttemptId,
) -> sqlx::Result<Option<String>> {
    let compressed: Option<Vec<u8>> = sqlx::query_scalar(
        "SELECT json FROM attempts JOIN tasks USING (learner, step, fingerprint, nonce) WHERE attempts.id = ?1",
    )
    .bind(id.0)
    .fetch_optional(readers)
    .await?;
    compressed.map(|compressed| inflate(&compressed).map_err(sqlx::Error::decode)).transpose()
}

/// Compresses texts. One encoder does it for all, because setting one up takes longer than compressing a task.
fn deflate<'a>(texts: impl Iterator<Item = &'a str>) -> io::Result<Vec<Vec<u8>>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    let compressed = texts.map(|text| {
        encoder.write_all(text.as_bytes())?;
        encoder.reset(Vec::new())
    });
    compressed.collect()
}

fn inflate(compressed: &[u8]) -> io::Result<String> {
    let mut text = String::new();
    DeflateDecoder::new(compressed).read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_compressed_by_itself() {
        let long = r#"{"rows":["1 2 3","4 5 6"]},"#.repeat(500);
        let texts = ["{}", &long, "", "{\"board\":\"小林\"}"];
        let compressed = deflate(texts.into_iter()).unwrap();
        assert!(compressed[1].len() < long.len() / 20);
        for (text, compressed) in texts.iter().zip(&compressed) {
            assert_eq!(inflate(compressed).unwrap(), *text);
        }
    }
}
