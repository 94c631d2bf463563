-- SQLite's format 15: what the columns mean is written there.
CREATE TABLE step_activity (
    learner        bigint NOT NULL REFERENCES learners (id),
    step           bigint NOT NULL CHECK (step BETWEEN 1 AND 99),
    seen_at        bigint NOT NULL,
    malformed      bigint NOT NULL DEFAULT 0,
    malformed_code text   COLLATE "C",
    malformed_at   bigint,
    solve_all      bigint NOT NULL DEFAULT 0,
    solve_all_at   bigint,
    uncompared     bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (learner, step)
);

ALTER TABLE foreign_answers ADD COLUMN changed bigint NOT NULL DEFAULT 0;

CREATE INDEX games_won ON games (history) WHERE status = 'won';
