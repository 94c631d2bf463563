-- An attempt changes fewer pages, each of which has to be written before it is confirmed: a task is found by its attempts, and the latest
-- attempts at a step among all of the learner's at it.
DROP INDEX attempts_by_step;

CREATE TABLE tasks_anew (
    -- That of the attempt with which it was stored: the first one at it, or the first since tasks are stored. The other attempts at it have the
    -- same learner, step, fingerprint and nonce.
    id          INTEGER PRIMARY KEY REFERENCES attempts (id),
    learner     INTEGER NOT NULL REFERENCES learners (id),
    step        INTEGER NOT NULL CHECK (step BETWEEN 1 AND 99),
    fingerprint INTEGER NOT NULL,
    nonce       INTEGER NOT NULL,
    json        BLOB    NOT NULL
) STRICT;

INSERT INTO tasks_anew (id, learner, step, fingerprint, nonce, json)
SELECT (SELECT min(id) FROM attempts
        WHERE attempts.learner = tasks.learner AND attempts.step = tasks.step
          AND attempts.fingerprint = tasks.fingerprint AND attempts.nonce = tasks.nonce) AS first_attempt,
       learner, step, fingerprint, nonce, json
FROM tasks
WHERE first_attempt IS NOT NULL;

DROP TABLE tasks;
ALTER TABLE tasks_anew RENAME TO tasks;

-- The boards of a step that have been answered, the latest last.
CREATE INDEX tasks_by_step ON tasks (step, fingerprint);

-- Equal answers are found in whichever order they come, as before: a wrong one among the right ones, and the other way round.
DROP TRIGGER attempts_inserted;

CREATE TRIGGER wrong_attempts_inserted AFTER INSERT ON attempts WHEN NEW.verdict = 'wrong'
BEGIN
    INSERT OR IGNORE INTO foreign_answers (attempt, learner, nonce)
    SELECT NEW.id, learner, nonce FROM attempts
    WHERE verdict = 'accepted'
      AND step = NEW.step AND fingerprint = NEW.fingerprint AND canonical_hash = NEW.canonical_hash AND learner != NEW.learner
    ORDER BY id LIMIT 8;
END;

CREATE TRIGGER accepted_attempts_inserted AFTER INSERT ON attempts WHEN NEW.verdict = 'accepted'
BEGIN
    INSERT OR IGNORE INTO foreign_answers (attempt, learner, nonce)
    SELECT id, NEW.learner, NEW.nonce FROM attempts
    WHERE verdict = 'wrong'
      AND step = NEW.step AND fingerprint = NEW.fingerprint AND canonical_hash = NEW.canonical_hash AND learner != NEW.learner
      AND (SELECT count(*) FROM foreign_answers AS noted WHERE noted.attempt = attempts.id) < 8;
END;
