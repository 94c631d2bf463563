-- Matches, and the records that learners have put by. Times are seconds since 1970-01-01T00:00:00Z.

CREATE TABLE games (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    -- What was agreed on before the first move, as JSON: the game, its options, the seats, the computers' seed.
    setup      TEXT    NOT NULL,
    -- The task that a step's match was made for: all four, or none.
    step       INTEGER CHECK (step BETWEEN 1 AND 99),
    revision   INTEGER,
    subject    BLOB    CHECK (length(subject) = 16),
    -- 64 bits without a sign, kept as the signed number with the same bits.
    nonce      INTEGER,
    -- All moves, with single blanks between them. They are changed as one, and the version goes up each time.
    history    TEXT    NOT NULL,
    version    INTEGER NOT NULL DEFAULT 0,
    started_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    CHECK ((step IS NULL) = (revision IS NULL) AND (step IS NULL) = (subject IS NULL) AND (step IS NULL) = (nonce IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE records (
    learner  INTEGER NOT NULL REFERENCES learners (id),
    name     TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    moves    INTEGER NOT NULL,
    -- The record as JSON.
    record   TEXT    NOT NULL,
    saved_at INTEGER NOT NULL,
    PRIMARY KEY (learner, name)
) STRICT, WITHOUT ROWID;
