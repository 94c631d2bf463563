//! The keys of the server: those of its secret, and for how long those of the secret before are accepted.

use super::ambient::now;
use crate::step::{Keyring, Secret, TOKEN_LIFETIME};
use crate::store::{Store, StoreError};

/// The keys of a secret, and perhaps of another one that it replaces, which is accepted for a day.
///
/// The day begins when the later of the two was first used with this database: so it is the same on every replica and after a restart, and it ends
/// also where the first secret has come back. The day of a secret that has never been used, which other replicas may be going to have, begins
/// when a server was first started with it; if it comes into use, its day begins again.
///
/// A secret that was lost is made anew without anybody being asked. It is logged if the database was used, but with none of the secrets here.
pub async fn keyring_of(
    secret: &Secret,
    previous: Option<&Secret>,
    store: &dyn Store,
) -> Result<Keyring, StoreError> {
    let keyring = Keyring::new(secret);
    let own = keyring.receipts().public();
    let previous = previous.map(|secret| (secret, Keyring::new(secret).receipts().public()));
    let used = store.receipt_keys().await?;
    let is_used = |key| used.contains(&key);
    if !used.is_empty() && !is_used(own) && !previous.is_some_and(|(_, key)| is_used(key)) {
        tracing::warn!(
            "this database was used with another secret: all boards are new ones, and earlier tokens and keys of seats are refused. If the secret was lost, stop the server and put it back; if it is replaced, name the old one with --previous-secret-file"
        );
    }
    let Some((previous, other)) = previous else { return Ok(keyring) };
    store.keep_receipt_key(own, now()).await?;
    let first_use = store.receipt_key_kept_at(other).await?;
    let begin = match first_use {
        Some(first) => store.receipt_key_kept_at(own).await?.map_or(first, |used| used.max(first)),
        None => store.note_previous_secret(other, now()).await?,
    };
    let end = begin.plus(TOKEN_LIFETIME);
    match (end.seconds().saturating_sub(now().seconds()), first_use) {
        (0, Some(_)) => {
            tracing::warn!("the previous secret is no longer accepted and can be taken away");
        }
        (0, None) => tracing::warn!(
            "the previous secret is no longer accepted: no server has used it since it was first named, more than a day ago. Exchange the two, or name another new one, whose day begins then"
        ),
        (seconds, Some(_)) => {
            tracing::info!(seconds, "the previous secret is accepted for this time");
        }
        (seconds, None) => tracing::info!(
            seconds,
            "the previous secret, which no server has used yet, is accepted for this time; exchange the two before it is over"
        ),
    }
    Ok(keyring.with_previous(previous, end))
}
