//! Replacing the server's secret: for how long the one before is accepted.

use super::ambient::now;
use crate::step::{Keyring, Secret, TOKEN_LIFETIME};
use crate::store::{Store, StoreError};

/// The keys of a secret that replaces another one, which is accepted for a day.
///
/// The day begins when the later of the two was first used with this database: so it is the same on every replica and after a restart, and it ends
/// also where the first secret has come back. A secret that has never been used is the one that other replicas are going to have: it is accepted
/// until this process is started again.
pub async fn rotated_keyring(
    secret: &Secret,
    previous: &Secret,
    store: &dyn Store,
) -> Result<Keyring, StoreError> {
    let keyring = Keyring::new(secret);
    let own = keyring.receipts().public();
    store.keep_receipt_key(own, now()).await?;
    let used = store.receipt_key_kept_at(own).await?;
    let other = Keyring::new(previous).receipts().public();
    let previous_used = store.receipt_key_kept_at(other).await?;
    let replaced = previous_used.map(|at| used.map_or(at, |used| used.max(at)));
    match replaced.map(|at| at.plus(TOKEN_LIFETIME).seconds()) {
        None => tracing::info!("the other secret is accepted; no server has used it yet"),
        Some(end) => match end.saturating_sub(now().seconds()) {
            0 => tracing::warn!("the previous secret is no longer accepted and can be taken away"),
            seconds => tracing::info!(seconds, "the previous secret is accepted for this time"),
        },
    }
    Ok(keyring.with_previous(previous, replaced))
}
