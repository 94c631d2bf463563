//! The secrets of servers, by their public keys of receipts: those that servers have used, and those that they only know.

use async_trait::async_trait;

use super::database::Database;
use super::error::Result;
use super::value::values;
use crate::step::Timestamp;

/// The secrets of servers, by their public keys of receipts.
#[async_trait]
pub trait Secrets {
    /// Stores a public key of receipts, unless it is stored already.
    async fn keep_receipt_key(&self, public: [u8; 32], at: Timestamp) -> Result<()>;

    /// All public keys of receipts, the latest first.
    async fn receipt_keys(&self) -> Result<Vec<[u8; 32]>>;

    /// When a public key of receipts was stored: since then a server has used its secret. None if the key is not stored.
    async fn receipt_key_kept_at(&self, public: [u8; 32]) -> Result<Option<Timestamp>>;

    /// Notes that a server knows a secret that no server has used, and returns since when the first server has known it.
    async fn note_previous_secret(&self, public: [u8; 32], at: Timestamp) -> Result<Timestamp>;
}

#[async_trait]
impl<D: Database> Secrets for D {
    async fn keep_receipt_key(&self, public: [u8; 32], at: Timestamp) -> Result<()> {
        // Each server asks at each start. Without the condition PostgreSQL would use up an id each time.
        let sql = "INSERT INTO receipt_keys (public, kept_at)
                   SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM receipt_keys WHERE public = $1)
                   ON CONFLICT (public) DO NOTHING";
        self.execute(sql, values![public, at]).await.map(drop)
    }

    async fn receipt_keys(&self) -> Result<Vec<[u8; 32]>> {
        self.rows("SELECT public FROM receipt_keys ORDER BY id DESC", values![]).await
    }

    async fn receipt_key_kept_at(&self, public: [u8; 32]) -> Result<Option<Timestamp>> {
        self.row("SELECT kept_at FROM receipt_keys WHERE public = $1", values![public]).await
    }

    async fn note_previous_secret(&self, public: [u8; 32], at: Timestamp) -> Result<Timestamp> {
        let sql = "INSERT INTO previous_secrets (public, named_at) VALUES ($1, $2)
                   ON CONFLICT (public) DO UPDATE SET named_at =
                       CASE WHEN excluded.named_at < previous_secrets.named_at
                            THEN excluded.named_at ELSE previous_secrets.named_at END
                   RETURNING named_at";
        self.write_one(sql, values![public, at]).await
    }
}
