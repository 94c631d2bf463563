-- What learners do at a step besides their attempts, for the signals. Servers count it in memory, and add it here now and then.
CREATE TABLE step_activity (
    learner          INTEGER NOT NULL REFERENCES learners (id),
    step             INTEGER NOT NULL CHECK (step BETWEEN 1 AND 99),
    -- The first request for the step since this table exists.
    seen_at          INTEGER NOT NULL,
    -- How many malformed answers were sent, and the code and the time of the last one.
    malformed        INTEGER NOT NULL DEFAULT 0,
    malformed_code   TEXT,
    malformed_at     INTEGER,
    -- How many answers `gradus-client solve-all` sent, and when it sent the last one.
    solve_all        INTEGER NOT NULL DEFAULT 0,
    solve_all_at     INTEGER,
    -- How many wrong answers were not compared with the boards of others.
    uncompared       INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (learner, step)
) STRICT, WITHOUT ROWID;

-- How many items of a foreign answer are not those of the other board's right answer.
ALTER TABLE foreign_answers ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;

-- Won matches with equal moves are looked for.
CREATE INDEX games_won ON games (history) WHERE status = 'won';
