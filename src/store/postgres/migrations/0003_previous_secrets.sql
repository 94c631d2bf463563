-- SQLite's format 9: what the columns mean is written there.
CREATE TABLE previous_secrets (
    public   bytea  PRIMARY KEY CHECK (length(public) = 32),
    named_at bigint NOT NULL
);
