//! Locks of PostgreSQL, each held until the transaction ends. They are taken in the order that `0001_gradus.sql` names.
//!
//! On SQLite they do nothing: its one writer is alone.

use super::connection::Connection;
use super::failure::Failure;
use super::value::{Value, values};
use crate::course::LearnerId;

impl Connection<'_> {
    /// Locks names and nicknames: a name is free if no other table or column has one that looks like it.
    pub(super) async fn lock_names(&mut self) -> Result<(), Failure> {
        self.lock("SELECT lock_names()", &[]).await
    }

    /// Locks a learner whose row is going to change. Transactions that are about to refer to the learner, as a new match does, wait too. Otherwise two of
    /// them could wait for each other, because a name and a key are parts of unique indexes.
    pub(super) async fn lock_learner_for_update(
        &mut self,
        learner: LearnerId,
    ) -> Result<(), Failure> {
        self.lock("SELECT 1 FROM learners WHERE id = $1 FOR UPDATE", &values![learner]).await
    }

    /// The same for the learners of a list, which has a column `learner`.
    pub(super) async fn lock_learners_for_update(&mut self, list: &Value) -> Result<(), Failure> {
        let sql = "SELECT 1 FROM learners WHERE id IN (SELECT learner FROM {list} AS given) ORDER BY id FOR UPDATE";
        self.lock(sql, &values![list]).await
    }

    /// Keeps a learner and those of a list, which has a column `learner`, from being forgotten. They may go on answering.
    pub(super) async fn lock_learners_for_reference(
        &mut self,
        learner: LearnerId,
        list: &Value,
    ) -> Result<(), Failure> {
        let sql =
            "SELECT 1 FROM learners WHERE id = $2 OR id IN (SELECT learner FROM {list} AS given)
                   ORDER BY id FOR KEY SHARE";
        self.lock(sql, &values![list, learner]).await
    }

    /// Locks a learner, so that no other transaction changes what belongs to the learner.
    pub(super) async fn lock_learner(&mut self, learner: LearnerId) -> Result<(), Failure> {
        self.lock("SELECT lock_learners(ARRAY[$1::bigint])", &values![learner]).await
    }

    /// Locks the attempts of a list, which has a column `attempt`, with their learners.
    pub(super) async fn lock_attempts(&mut self, list: &Value) -> Result<(), Failure> {
        let sql = "SELECT lock_attempts(ARRAY(SELECT attempt FROM {list} AS given))";
        self.lock(sql, &values![list]).await
    }

    /// Locks the answers with this hash.
    pub(super) async fn lock_answers(&mut self, hash: [u8; 16]) -> Result<(), Failure> {
        self.lock("SELECT lock_answers(ARRAY[$1::bytea])", &values![hash]).await
    }

    /// Keeps all other transactions from noting and deleting foreign answers, and from recording attempts.
    ///
    /// Otherwise the lock of an answer guards its foreign answers. To forget a learner deletes those of many answers, too many to lock each. A
    /// transaction that judges some of them again deletes the same ones in another order, so the two could wait for each other.
    pub(super) async fn lock_foreign_answers(&mut self) -> Result<(), Failure> {
        self.lock("LOCK TABLE foreign_answers IN SHARE ROW EXCLUSIVE MODE", &[]).await
    }
}
