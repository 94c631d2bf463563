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
