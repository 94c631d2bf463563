-- Secrets that a server was told of before any server has used them, by their public keys of receipts, and since when: the day for which they are
-- accepted begins then. Receipts are verified only with the keys of secrets that were used, which are in `receipt_keys`.
CREATE TABLE previous_secrets (
    public   BLOB    NOT NULL PRIMARY KEY CHECK (length(public) = 32),
    named_at INTEGER NOT NULL
) STRICT;
