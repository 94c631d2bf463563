-- The trigger of an accepted answer opens a temporary table each time, because it counts in the table that it fills. So it is asked beforehand
-- whether there are any equal answers: hardly ever.
DROP TRIGGER accepted_attempts_inserted;

CREATE TRIGGER accepted_attempts_inserted AFTER INSERT ON attempts
WHEN NEW.verdict = 'accepted' AND EXISTS (
    SELECT 1 FROM attempts
    WHERE verdict = 'wrong'
      AND step = NEW.step AND fingerprint = NEW.fingerprint AND canonical_hash = NEW.canonical_hash AND learner != NEW.learner)
BEGIN
    INSERT OR IGNORE INTO foreign_answers (attempt, learner, nonce)
    SELECT id, NEW.learner, NEW.nonce FROM attempts
    WHERE verdict = 'wrong'
      AND step = NEW.step AND fingerprint = NEW.fingerprint AND canonical_hash = NEW.canonical_hash AND learner != NEW.learner
      AND (SELECT count(*) FROM foreign_answers AS noted WHERE noted.attempt = attempts.id) < 8;
END;
