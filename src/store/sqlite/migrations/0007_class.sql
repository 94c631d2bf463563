-- The class: the roster, instructors, extensions, what attempts are worth, and what is needed to look at them again.

-- What instructors know of a learner. Of one who is forgotten the row stays, so that the id is not used again, without anything that says
-- who it was: the name is empty, its folded form is `#` with the id, which is no name, and the key's hash is random.
ALTER TABLE learners ADD COLUMN section      TEXT;
ALTER TABLE learners ADD COLUMN email        TEXT;
ALTER TABLE learners ADD COLUMN student_id   TEXT;
ALTER TABLE learners ADD COLUMN on_roster    INTEGER NOT NULL DEFAULT 0 CHECK (on_roster IN (0, 1));
ALTER TABLE learners ADD COLUMN is_forgotten INTEGER NOT NULL DEFAULT 0 CHECK (is_forgotten IN (0, 1));
-- The name on the scoreboard, and its skeletons, as those of the name.
ALTER TABLE learners ADD COLUMN nickname                 TEXT;
ALTER TABLE learners ADD COLUMN nickname_skeleton        TEXT;
ALTER TABLE learners ADD COLUMN nickname_folded_skeleton TEXT;

CREATE UNIQUE INDEX learners_by_email             ON learners (lower(email));
CREATE UNIQUE INDEX learners_by_student_id        ON learners (student_id);
CREATE UNIQUE INDEX learners_by_nickname          ON learners (nickname_skeleton);
CREATE UNIQUE INDEX learners_by_folded_nickname   ON learners (nickname_folded_skeleton);

-- A server may know somebody for a moment longer than the database does. These refuse what would belong to a forgotten learner.
CREATE TRIGGER games_of_forgotten BEFORE INSERT ON games
WHEN (SELECT is_forgotten FROM learners WHERE id = NEW.owner)
BEGIN SELECT raise(ABORT, 'the learner is forgotten'); END;

CREATE TRIGGER records_of_forgotten BEFORE INSERT ON records
WHEN (SELECT is_forgotten FROM learners WHERE id = NEW.learner)
BEGIN SELECT raise(ABORT, 'the learner is forgotten'); END;

CREATE TABLE instructors (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    name            TEXT    NOT NULL,
    name_folded     TEXT    NOT NULL UNIQUE,
    name_skeleton   TEXT    NOT NULL UNIQUE,
    folded_skeleton TEXT    NOT NULL UNIQUE,
    key_hash        BLOB    NOT NULL UNIQUE CHECK (length(key_hash) = 32),
    added_at        INTEGER NOT NULL
) STRICT;

-- Dates of a step that an instructor has moved: for a section or for a learner.
CREATE TABLE extensions (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    step     INTEGER NOT NULL CHECK (step BETWEEN 1 AND 99),
    section  TEXT,
    learner  INTEGER REFERENCES learners (id),
    opens    INTEGER,
    due      INTEGER,
    closes   INTEGER,
    reason   TEXT    NOT NULL,
    -- The name of the instructor, who may have been removed since.
    given_by TEXT    NOT NULL,
    given_at INTEGER NOT NULL,
    CHECK ((section IS NULL) != (learner IS NULL))
) STRICT;

CREATE TRIGGER extensions_of_forgotten BEFORE INSERT ON extensions
WHEN (SELECT is_forgotten FROM learners WHERE id = NEW.learner)
BEGIN SELECT raise(ABORT, 'the learner is forgotten'); END;

-- The version of what servers keep in memory: it is raised by whatever makes that wrong, in whichever process. A new learner or instructor
-- does not raise it: no server can have asked for a key that has just been made.
CREATE TABLE class_version (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    version  INTEGER NOT NULL
) STRICT;

INSERT INTO class_version VALUES (1, 0);

CREATE TRIGGER learners_changed AFTER UPDATE OF name, section, key_hash, is_forgotten ON learners
WHEN (OLD.name, OLD.section, OLD.key_hash, OLD.is_forgotten) IS NOT (NEW.name, NEW.section, NEW.key_hash, NEW.is_forgotten)
BEGIN UPDATE class_version SET version = version + 1; END;

CREATE TRIGGER learners_deleted AFTER DELETE ON learners
BEGIN UPDATE class_version SET version = version + 1; END;

CREATE TRIGGER instructors_changed AFTER UPDATE ON instructors
BEGIN UPDATE class_version SET version = version + 1; END;

CREATE TRIGGER instructors_deleted AFTER DELETE ON instructors
BEGIN UPDATE class_version SET version = version + 1; END;

CREATE TRIGGER extensions_inserted AFTER INSERT ON extensions
BEGIN UPDATE class_version SET version = version + 1; END;

CREATE TRIGGER extensions_changed AFTER UPDATE ON extensions
BEGIN UPDATE class_version SET version = version + 1; END;

CREATE TRIGGER extensions_deleted AFTER DELETE ON extensions
BEGIN UPDATE class_version SET version = version + 1; END;

-- The kind that the step had; empty in attempts from before this migration, which count for every kind.
ALTER TABLE attempts ADD COLUMN kind  TEXT    NOT NULL DEFAULT '';
-- What the attempt earns if it is accepted, in hundredths of a point, by the rules in force when it was made. It is not known of attempts
-- from before this migration: they are worth the points that the step has today, until they are graded.
ALTER TABLE attempts ADD COLUMN worth INTEGER CHECK (worth >= 0);
ALTER TABLE attempts ADD COLUMN late  INTEGER NOT NULL DEFAULT 0 CHECK (late IN (0, 1));

-- Equal answers to tasks of one step are found by it.
CREATE INDEX attempts_by_answer ON attempts (step, fingerprint, canonical_hash);

-- A task as it was when it was first answered: its JSON, compressed (raw deflate). Tasks that were answered before this migration have none.
CREATE TABLE tasks (
    learner     INTEGER NOT NULL REFERENCES learners (id),
    step        INTEGER NOT NULL CHECK (step BETWEEN 1 AND 99),
    fingerprint INTEGER NOT NULL,
    -- 64 bits without a sign, kept as the signed number with the same bits.
    nonce       INTEGER NOT NULL,
    json        BLOB    NOT NULL,
    PRIMARY KEY (learner, step, fingerprint, nonce)
) STRICT;

-- The verdicts that attempts had before they were judged again.
CREATE TABLE rejudgments (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    attempt     INTEGER NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
    verdict     TEXT    NOT NULL,
    items_right INTEGER,
    items_total INTEGER,
    first_wrong INTEGER,
    fit         TEXT,
    causes      TEXT,
    -- When, and by whom: the name of an instructor, or of the command.
    judged_at   INTEGER NOT NULL,
    judged_by   TEXT    NOT NULL
) STRICT;

CREATE INDEX rejudgments_by_attempt ON rejudgments (attempt);

-- Answers that are wrong for their learner's board and right for that of another learner, whichever came first.
CREATE TABLE foreign_answers (
    id            INTEGER PRIMARY KEY,
    wrong_attempt INTEGER NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
    right_attempt INTEGER NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
    UNIQUE (wrong_attempt, right_attempt)
) STRICT;

CREATE INDEX foreign_answers_by_right ON foreign_answers (right_attempt);

INSERT INTO foreign_answers (wrong_attempt, right_attempt)
SELECT mine.id, theirs.id
FROM attempts AS mine
JOIN attempts AS theirs USING (step, fingerprint, canonical_hash)
WHERE mine.verdict = 'wrong' AND theirs.verdict = 'accepted' AND mine.learner != theirs.learner
ORDER BY max(mine.id, theirs.id);

CREATE TRIGGER attempts_inserted AFTER INSERT ON attempts
BEGIN
    INSERT OR IGNORE INTO foreign_answers (wrong_attempt, right_attempt)
    SELECT iif(NEW.verdict = 'wrong', NEW.id, id), iif(NEW.verdict = 'wrong', id, NEW.id)
    FROM attempts
    WHERE step = NEW.step AND fingerprint = NEW.fingerprint AND canonical_hash = NEW.canonical_hash
      AND learner != NEW.learner AND verdict != NEW.verdict;
END;

CREATE TRIGGER attempts_judged AFTER UPDATE OF verdict ON attempts
WHEN OLD.verdict != NEW.verdict
BEGIN
    DELETE FROM foreign_answers WHERE wrong_attempt = NEW.id OR right_attempt = NEW.id;
    INSERT OR IGNORE INTO foreign_answers (wrong_attempt, right_attempt)
    SELECT iif(NEW.verdict = 'wrong', NEW.id, id), iif(NEW.verdict = 'wrong', id, NEW.id)
    FROM attempts
    WHERE step = NEW.step AND fingerprint = NEW.fingerprint AND canonical_hash = NEW.canonical_hash
      AND learner != NEW.learner AND verdict != NEW.verdict;
END;

-- How a learner stands at a step of one kind. Rows without a kind are from before this migration.
CREATE TABLE step_progress_anew (
    learner         INTEGER NOT NULL REFERENCES learners (id),
    step            INTEGER NOT NULL CHECK (step BETWEEN 1 AND 99),
    kind            TEXT    NOT NULL,
    attempts        INTEGER NOT NULL,
    -- When an answer was judged first, and when one was accepted first.
    first_at        INTEGER NOT NULL,
    solved_at       INTEGER,
    -- The greatest worth of the accepted answers, and whether the one that earned it was late.
    credit          INTEGER,
    credit_late     INTEGER NOT NULL DEFAULT 0 CHECK (credit_late IN (0, 1)),
    -- Whether it is not known what an accepted answer is worth.
    is_ungraded     INTEGER NOT NULL DEFAULT 0 CHECK (is_ungraded IN (0, 1)),
    -- How many answers were wrong since the last accepted one, and when the last of all wrong ones was judged.
    wrong_in_a_row  INTEGER NOT NULL,
    last_wrong_at   INTEGER,
    -- How many of the attempts were made on the day of the latest one; days are counted from 1970-01-01.
    day             INTEGER NOT NULL,
    attempts_on_day INTEGER NOT NULL,
    PRIMARY KEY (learner, step, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO step_progress_anew (learner, step, kind, attempts, first_at, solved_at, is_ungraded,
                                wrong_in_a_row, last_wrong_at, day, attempts_on_day)
SELECT learner, step, '', attempts,
       (SELECT min(at) FROM attempts WHERE attempts.learner = step_progress.learner AND attempts.step = step_progress.step),
       solved_at, solved_at IS NOT NULL, wrong_in_a_row, last_wrong_at, day, attempts_on_day
FROM step_progress;

DROP TABLE step_progress;
ALTER TABLE step_progress_anew RENAME TO step_progress;

-- The public keys of receipts: those of earlier secrets too, so that their receipts stay valid.
CREATE TABLE receipt_keys (
    id      INTEGER PRIMARY KEY,
    public  BLOB    NOT NULL UNIQUE CHECK (length(public) = 32),
    kept_at INTEGER NOT NULL
) STRICT;
