-- The exercise of each fingerprint, so that attempts can be replayed after a course has changed its constants. A row is written with the first
-- attempt at the exercise. Exercises whose attempts are all from before this migration have none.
CREATE TABLE exercises (
    fingerprint INTEGER PRIMARY KEY,
    kind        TEXT    NOT NULL,
    version     INTEGER NOT NULL,
    -- The parameters as canonical JSON: the text that is hashed for the fingerprint, with kind and version.
    params      TEXT    NOT NULL
) STRICT;
