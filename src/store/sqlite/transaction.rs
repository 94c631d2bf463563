//! The bounds of the writer's transactions.

use sqlx::{QueryBuilder, Sqlite};

/// Begins a transaction, and takes the write lock at once, so that no later statement can fail to get it.
pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";

/// Ends a transaction: what was changed in it is on disk.
pub(super) const COMMIT: &str = "COMMIT";

/// Whether a transaction begins with the first query of some attempts, and whether it ends with their last one.
///
/// Each query is sent to the thread of the connection, and waking that thread takes longer than a statement does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) begins: bool,
    pub(super) ends: bool,
}

impl Bounds {
    /// The first query, without its own statements.
    pub(super) fn first_query(self) -> QueryBuilder<Sqlite> {
        let mut query = QueryBuilder::new("");
        if self.begins {
            query.push(BEGIN).push("; ");
        }
        query
    }

    /// Adds to the last query, after its own statements, what ends the transaction.
    pub(super) fn end(self, query: &mut QueryBuilder<Sqlite>) {
        if self.ends {
            query.push("; ").push(COMMIT);
        }
    }
}
