-- Row ids are never used again, so that nobody who kept the id of a learner takes another one for them. SQLite can say so only when it
-- makes a table, so these two are made anew. Foreign keys are not enforced while migrations run.

CREATE TABLE learners_anew (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    name            TEXT    NOT NULL,
    -- The name in the form in which names are compared.
    name_folded     TEXT    NOT NULL UNIQUE,
    -- What names have in common that look alike (UTS 39), of the name as it is written and of the folded one. They are filled in by the
    -- program. A name from before this migration that looks like an earlier one has none: it stays, and no further one is registered.
    name_skeleton   TEXT    UNIQUE,
    folded_skeleton TEXT    UNIQUE,
    -- The key itself is nowhere.
    key_hash        BLOB    NOT NULL UNIQUE CHECK (length(key_hash) = 32),
    registered_at   INTEGER NOT NULL
) STRICT;

INSERT INTO learners_anew (id, name, name_folded, key_hash, registered_at)
SELECT id, name, name_folded, key_hash, registered_at FROM learners;

DROP TABLE learners;
ALTER TABLE learners_anew RENAME TO learners;

CREATE TABLE attempts_anew (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    learner         INTEGER NOT NULL REFERENCES learners (id),
    step            INTEGER NOT NULL CHECK (step BETWEEN 1 AND 99),
    fingerprint     INTEGER NOT NULL,
    -- 64 bits without a sign, kept as the signed number with the same bits.
    nonce           INTEGER NOT NULL,
    -- The answer in its canonical form, or the beginning of a very long one.
    canonical       TEXT    NOT NULL,
    -- The first 16 bytes of the canonical answer's BLAKE3 hash: answers of 7 KB would make a huge index.
    canonical_hash  BLOB    NOT NULL CHECK (length(canonical_hash) = 16),
    -- The answer as it was sent, if it differs. Of one that is much longer the beginning is kept, and of the rest its bytes' number and the
    -- first 16 bytes of their hash.
    raw             TEXT,
    raw_rest_length INTEGER CHECK (raw_rest_length IS NULL OR raw IS NOT NULL),
    raw_rest_hash   BLOB    CHECK ((raw_rest_hash IS NULL) = (raw_rest_length IS NULL)),
    verdict         TEXT    NOT NULL CHECK (verdict IN ('accepted', 'wrong')),
    -- What the reply to a wrong answer told, see the migrations 3 and 4.
    items_right     INTEGER CHECK (items_right IS NULL OR verdict = 'wrong'),
    items_total     INTEGER CHECK ((items_total IS NULL) = (items_right IS NULL)),
    first_wrong     INTEGER CHECK (first_wrong IS NULL OR items_right IS NOT NULL),
    fit             TEXT,
    causes          TEXT    CHECK (causes IS NULL OR verdict = 'wrong'),
    at              INTEGER NOT NULL,
    -- The same answer to the same task counts once. It also finds all answers to a task.
    UNIQUE (learner, step, fingerprint, nonce, canonical_hash)
) STRICT;

INSERT INTO attempts_anew (id, learner, step, fingerprint, nonce, canonical, canonical_hash, raw,
                           verdict, items_right, items_total, first_wrong, fit, causes, at)
SELECT id, learner, step, fingerprint, nonce, canonical, canonical_hash, nullif(raw, canonical),
       verdict, items_right, items_total, first_wrong, fit, causes, at
FROM attempts;

DROP TABLE attempts;
ALTER TABLE attempts_anew RENAME TO attempts;

-- The latest attempts at a step are read in its order.
CREATE INDEX attempts_by_step ON attempts (learner, step, at);

-- How a learner stands at a step: what would else be counted over all attempts. It changes in the transaction that records an attempt.
CREATE TABLE step_progress (
    learner         INTEGER NOT NULL REFERENCES learners (id),
    step            INTEGER NOT NULL CHECK (step BETWEEN 1 AND 99),
    attempts        INTEGER NOT NULL,
    -- When an answer was accepted first.
    solved_at       INTEGER,
    -- How many answers were wrong since the last accepted one, and when the last of all wrong ones was judged.
    wrong_in_a_row  INTEGER NOT NULL,
    last_wrong_at   INTEGER,
    -- How many of the attempts were made on the day of the latest one; days are counted from 1970-01-01.
    day             INTEGER NOT NULL,
    attempts_on_day INTEGER NOT NULL,
    PRIMARY KEY (learner, step)
) STRICT, WITHOUT ROWID;

INSERT INTO step_progress
SELECT learner, step, count(*), min(at) FILTER (WHERE verdict = 'accepted'),
       count(*) FILTER (WHERE verdict = 'wrong' AND id > last_accepted), max(at) FILTER (WHERE verdict = 'wrong'),
       max(at) / 86400, count(*) FILTER (WHERE at / 86400 = last_day)
FROM (SELECT *,
             coalesce(max(id) FILTER (WHERE verdict = 'accepted') OVER (PARTITION BY learner, step), 0) AS last_accepted,
             max(at / 86400) OVER (PARTITION BY learner, step) AS last_day
      FROM attempts)
GROUP BY learner, step;

-- Matches of nobody expire: those that have been idle for the longest time are found first.
CREATE INDEX games_of_nobody ON games (changed_at) WHERE owner IS NULL AND step IS NULL;
