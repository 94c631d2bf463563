-- A wrong answer may fit a board that its learner has not answered, or has answered with another right answer: a foreign answer names the
-- board, no longer an accepted attempt.
DROP TRIGGER attempts_inserted;
DROP TRIGGER attempts_judged;
ALTER TABLE foreign_answers RENAME TO foreign_answers_by_attempts;

-- Answers that are wrong for their learner's board and right for that of another.
CREATE TABLE foreign_answers (
    id      INTEGER PRIMARY KEY,
    attempt INTEGER NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
    -- The other board: step and fingerprint are those of the attempt.
    learner INTEGER NOT NULL REFERENCES learners (id),
    nonce   INTEGER NOT NULL,
    UNIQUE (attempt, learner, nonce)
) STRICT;

CREATE INDEX foreign_answers_by_learner ON foreign_answers (learner, nonce);

INSERT INTO foreign_answers (attempt, learner, nonce)
SELECT earlier.wrong_attempt, theirs.learner, theirs.nonce
FROM foreign_answers_by_attempts AS earlier JOIN attempts AS theirs ON theirs.id = earlier.right_attempt
ORDER BY earlier.id;

DROP TABLE foreign_answers_by_attempts;

-- Equal answers are found in whichever order they come. A wrong one is noted for at most eight boards: one that fits more fits by chance.
CREATE TRIGGER attempts_inserted AFTER INSERT ON attempts
BEGIN
    INSERT OR IGNORE INTO foreign_answers (attempt, learner, nonce)
    SELECT NEW.id, learner, nonce FROM attempts
    WHERE NEW.verdict = 'wrong' AND verdict = 'accepted'
      AND step = NEW.step AND fingerprint = NEW.fingerprint AND canonical_hash = NEW.canonical_hash AND learner != NEW.learner
    ORDER BY id LIMIT 8;

    INSERT OR IGNORE INTO foreign_answers (attempt, learner, nonce)
    SELECT id, NEW.learner, NEW.nonce FROM attempts
    WHERE NEW.verdict = 'accepted' AND verdict = 'wrong'
      AND step = NEW.step AND fingerprint = NEW.fingerprint AND canonical_hash = NEW.canonical_hash AND learner != NEW.learner
      AND (SELECT count(*) FROM foreign_answers AS noted WHERE noted.attempt = attempts.id) < 8;
END;

CREATE TRIGGER attempts_judged AFTER UPDATE OF verdict ON attempts
WHEN OLD.verdict != NEW.verdict
BEGIN
    -- What was wrong is right, or what was right for this board is wrong.
    DELETE FROM foreign_answers WHERE attempt = NEW.id;
    DELETE FROM foreign_answers
    WHERE NEW.verdict = 'wrong' AND learner = NEW.learner AND nonce = NEW.nonce
      AND attempt IN (SELECT id FROM attempts
                      WHERE step = NEW.step AND fingerprint = NEW.fingerprint AND canonical_hash = NEW.canonical_hash);

    INSERT OR IGNORE INTO foreign_answers (attempt, learner, nonce)
    SELECT NEW.id, learner, nonce FROM attempts
    WHERE NEW.verdict = 'wrong' AND verdict = 'accepted'
      AND step = NEW.step AND fingerprint = NEW.fingerprint AND canonical_hash = NEW.canonical_hash AND learner != NEW.learner
    ORDER BY id LIMIT 8;

    INSERT OR IGNORE INTO foreign_answers (attempt, learner, nonce)
    SELECT id, NEW.learner, NEW.nonce FROM attempts
    WHERE NEW.verdict = 'accepted' AND verdict = 'wrong'
      AND step = NEW.step AND fingerprint = NEW.fingerprint AND canonical_hash = NEW.canonical_hash AND learner != NEW.learner
      AND (SELECT count(*) FROM foreign_answers AS noted WHERE noted.attempt = attempts.id) < 8;
END;

-- The boards of a step that have been answered, the latest last.
CREATE INDEX tasks_by_step ON tasks (step, fingerprint);
