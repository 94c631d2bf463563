//! Replacing the server's secret: for how long the one before is accepted.

use super::ambient::now;
use crate::step::{Keyring, PreviousUse, Secret};
use crate::store::{Store, StoreError};

/// The keys of a secret that replaces another one, which is accepted for a day.
///
/// The day begins when the later of the two was first used with this database: so it is the same on every replica and after a restart, and it ends
/// also where the first secret has come back. The day of a secret that has never been used, which other replicas may be going to have, begins
/// when a server was first started with it; if it comes into use, its day begins again.
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
    let usage = match (store.receipt_key_kept_at(other).await?, used) {
        (Some(first), Some(used)) if first <= used => PreviousUse::Until(used),
        (Some(first), _) => PreviousUse::Elsewhere(first),
        (None, _) => PreviousUse::Elsewhere(store.note_previous_secret(other, now()).await?),
    };
    match usage.end().seconds().saturating_sub(now().seconds()) {
        0 => tracing::warn!("the previous secret is no longer accepted and can be taken away"),
        seconds => tracing::info!(seconds, "the previous secret is accepted for this time"),
    }
    Ok(keyring.with_previous(previous, usage))
}
