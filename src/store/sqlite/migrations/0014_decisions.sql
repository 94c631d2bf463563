-- An extension may be for everybody: then it has neither a section nor a learner. It may be for all steps: then it has no step. It has the time
-- zone of the course from when it was given; those from before do not. SQLite drops a constraint only with its table.

CREATE TABLE extensions_anew (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    step     INTEGER CHECK (step BETWEEN 1 AND 99),
    section  TEXT,
    learner  INTEGER REFERENCES learners (id),
    opens    INTEGER,
    due      INTEGER,
    closes   INTEGER,
    reason   TEXT    NOT NULL,
    -- The name of the instructor, who may have been removed since.
    given_by TEXT    NOT NULL,
    given_at INTEGER NOT NULL,
    zone     TEXT    NOT NULL,
    CHECK (section IS NULL OR learner IS NULL)
) STRICT;

INSERT INTO extensions_anew (id, step, section, learner, opens, due, closes, reason, given_by, given_at, zone)
SELECT id, step, section, learner, opens, due, closes, reason, given_by, given_at, '' FROM extensions;
-- The ids of removed extensions are not used again.
DELETE FROM sqlite_sequence WHERE name = 'extensions_anew';
INSERT INTO sqlite_sequence (name, seq) SELECT 'extensions_anew', seq FROM sqlite_sequence WHERE name = 'extensions';
DROP TABLE extensions;
ALTER TABLE extensions_anew RENAME TO extensions;

CREATE TRIGGER extensions_of_forgotten BEFORE INSERT ON extensions
WHEN (SELECT is_forgotten FROM learners WHERE id = NEW.learner)
BEGIN SELECT raise(ABORT, 'the learner is forgotten'); END;

CREATE TRIGGER extensions_inserted AFTER INSERT ON extensions
BEGIN UPDATE class_version SET version = version + 1; END;

CREATE TRIGGER extensions_changed AFTER UPDATE ON extensions
BEGIN UPDATE class_version SET version = version + 1; END;

CREATE TRIGGER extensions_deleted AFTER DELETE ON extensions
BEGIN UPDATE class_version SET version = version + 1; END;

-- What instructors decide about a step of one kind. Rows stay: one that was taken back is history.
CREATE TABLE decisions (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    step          INTEGER NOT NULL CHECK (step BETWEEN 1 AND 99),
    kind          TEXT    NOT NULL,
    -- Whom it is for: a section, a learner, or everybody.
    section       TEXT,
    learner       INTEGER REFERENCES learners (id),
    action        TEXT    NOT NULL CHECK (action IN ('set', 'excuse', 'void')),
    -- In hundredths of a point.
    points        INTEGER CHECK (points >= 0),
    -- The only attempt that is voided. It may have been removed since.
    attempt       INTEGER CHECK (attempt IS NULL OR action = 'void'),
    reason        TEXT    NOT NULL,
    is_public     INTEGER NOT NULL CHECK (is_public IN (0, 1)),
    -- The names of instructors, who may have been removed since.
    made_by       TEXT    NOT NULL,
    made_at       INTEGER NOT NULL,
    taken_back_by TEXT,
    taken_back_at INTEGER,
    CHECK (section IS NULL OR learner IS NULL),
    CHECK ((action = 'set') = (points IS NOT NULL)),
    CHECK ((taken_back_by IS NULL) = (taken_back_at IS NULL))
) STRICT;

CREATE TRIGGER decisions_of_forgotten BEFORE INSERT ON decisions
WHEN (SELECT is_forgotten FROM learners WHERE id = NEW.learner)
BEGIN SELECT raise(ABORT, 'the learner is forgotten'); END;

CREATE TRIGGER decisions_inserted AFTER INSERT ON decisions
BEGIN UPDATE class_version SET version = version + 1; END;

CREATE TRIGGER decisions_changed AFTER UPDATE ON decisions
BEGIN UPDATE class_version SET version = version + 1; END;

-- The latest decision in force that voids the attempt.
ALTER TABLE attempts ADD COLUMN voided_by INTEGER REFERENCES decisions (id);

-- Nearly always empty, so that each answer can ask it.
CREATE INDEX attempts_voided ON attempts (learner, step, fingerprint, nonce) WHERE voided_by IS NOT NULL;

-- The attempts that a decision voids, or voided until it was taken back.
CREATE TABLE voided_attempts (
    decision INTEGER NOT NULL REFERENCES decisions (id),
    attempt  INTEGER NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
    PRIMARY KEY (decision, attempt)
) STRICT, WITHOUT ROWID;

CREATE INDEX voided_attempts_by_attempt ON voided_attempts (attempt);
