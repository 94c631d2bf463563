//! Where a transaction of the writer begins and ends.

use sqlx::{QueryBuilder, Sqlite};

/// Begins a transaction, and takes the write lock at once, so that no later statement can fail to get it.
pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";

/// Ends a transaction: what was changed in it is on disk.
pub(super) const COMMIT: &str = "COMMIT";

/// Which boundaries of a transaction are parts of the queries that submit attempts.
///
/// Each query is sent to the thread of the connection, and waking that thread takes longer than a statement does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Boundaries {
    /// Nothing of the transaction comes before these attempts.
    pub(super) begins: bool,
    /// Nothing of it comes after them.
    pub(super) ends: bool,
}

impl Boundaries {
    /// Begins the transaction if it begins here, before anything else is in the query.
    pub(super) fn begin(self, query: &mut QueryBuilder<Sqlite>) {
        if self.begins {
            query.push(BEGIN).push("; ");
        }
    }

    /// Ends the transaction if it ends here, after all else in the query.
    pub(super) fn end(self, query: &mut QueryBuilder<Sqlite>) {
        if self.ends {
            query.push("; ").push(COMMIT);
        }
    }
}
