-- Two learners may have one name if both have a student id, so the forms of a name are no longer unique. The program checks names instead, in the
-- transaction that changes them. SQLite drops such a constraint only with its table. Foreign keys are not enforced while migrations run.

CREATE TABLE learners_before AS SELECT * FROM learners;
DROP TABLE learners;

CREATE TABLE learners (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    name            TEXT    NOT NULL,
    -- The name in the form in which names are compared.
    name_folded     TEXT    NOT NULL,
    -- What names have in common that look alike (UTS 39), of the name as it is written and of the folded one. The program fills them in.
    name_skeleton   TEXT,
    folded_skeleton TEXT,
    -- The key itself is nowhere.
    key_hash        BLOB    NOT NULL UNIQUE CHECK (length(key_hash) = 32),
    registered_at   INTEGER NOT NULL,
    section         TEXT,
    email           TEXT,
    student_id      TEXT,
    on_roster       INTEGER NOT NULL DEFAULT 0 CHECK (on_roster IN (0, 1)),
    is_forgotten    INTEGER NOT NULL DEFAULT 0 CHECK (is_forgotten IN (0, 1)),
    nickname                 TEXT,
    nickname_skeleton        TEXT,
    nickname_folded_skeleton TEXT
) STRICT;

INSERT INTO learners (id, name, name_folded, name_skeleton, folded_skeleton, key_hash, registered_at, section, email, student_id, on_roster,
                      is_forgotten, nickname, nickname_skeleton, nickname_folded_skeleton)
SELECT id, name, name_folded, name_skeleton, folded_skeleton, key_hash, registered_at, section, email, student_id, on_roster,
       is_forgotten, nickname, nickname_skeleton, nickname_folded_skeleton
FROM learners_before ORDER BY id;
DROP TABLE learners_before;

CREATE UNIQUE INDEX learners_by_email           ON learners (lower(email));
CREATE UNIQUE INDEX learners_by_student_id      ON learners (student_id);
CREATE UNIQUE INDEX learners_by_nickname        ON learners (nickname_skeleton);
CREATE UNIQUE INDEX learners_by_folded_nickname ON learners (nickname_folded_skeleton);
CREATE INDEX learners_by_name            ON learners (name_folded);
CREATE INDEX learners_by_skeleton        ON learners (name_skeleton);
CREATE INDEX learners_by_folded_skeleton ON learners (folded_skeleton);

-- The rules of a learner are found by the student id too.
CREATE TRIGGER learners_changed AFTER UPDATE OF name, section, student_id, key_hash, is_forgotten ON learners
WHEN (OLD.name, OLD.section, OLD.student_id, OLD.key_hash, OLD.is_forgotten) IS NOT (NEW.name, NEW.section, NEW.student_id, NEW.key_hash, NEW.is_forgotten)
BEGIN UPDATE class_version SET version = version + 1; END;

CREATE TRIGGER learners_deleted AFTER DELETE ON learners
BEGIN UPDATE class_version SET version = version + 1; END;
