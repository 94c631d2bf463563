-- Who learns, and what they answered. Times are seconds since 1970-01-01T00:00:00Z.

CREATE TABLE learners (
    id            INTEGER PRIMARY KEY,
    name          TEXT    NOT NULL,
    -- The name in the form in which names are compared.
    name_folded   TEXT    NOT NULL UNIQUE,
    -- The key itself is nowhere.
    key_hash      BLOB    NOT NULL UNIQUE CHECK (length(key_hash) = 32),
    registered_at INTEGER NOT NULL
) STRICT;

CREATE TABLE attempts (
    id             INTEGER PRIMARY KEY,
    learner        INTEGER NOT NULL REFERENCES learners (id),
    step           INTEGER NOT NULL CHECK (step BETWEEN 1 AND 99),
    revision       INTEGER NOT NULL,
    -- 64 bits without a sign, kept as the signed number with the same bits.
    nonce          INTEGER NOT NULL,
    raw            TEXT    NOT NULL,
    canonical      TEXT    NOT NULL,
    -- The first 16 bytes of the canonical answer's BLAKE3 hash: answers of 7 KB would make a huge index.
    canonical_hash BLOB    NOT NULL CHECK (length(canonical_hash) = 16),
    verdict        TEXT    NOT NULL CHECK (verdict IN ('accepted', 'wrong')),
    misconception  TEXT    CHECK (misconception IS NULL OR verdict = 'wrong'),
    at             INTEGER NOT NULL,
    -- The same answer to the same task counts once.
    UNIQUE (learner, step, revision, nonce, canonical_hash)
) STRICT;

-- A learner's progress is read from this index alone.
CREATE INDEX attempts_by_step ON attempts (learner, step, verdict);
