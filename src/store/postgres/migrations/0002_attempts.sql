-- What is decided and counted about attempts.


-- How learners stand, counted again after an attempt has changed. Their rows are locked.

-- What the accepted attempts of a learner have earned at a step of a kind.
CREATE FUNCTION recount_earned(of_learner bigint, of_step bigint, of_kind text) RETURNS void LANGUAGE sql AS $$
    WITH accepted AS (
        SELECT at, worth, late FROM attempts
        WHERE learner = of_learner AND step = of_step AND kind = of_kind AND verdict = 'accepted')
    UPDATE step_progress SET
        solved_at = (SELECT min(at) FROM accepted),
        credit = (SELECT max(worth) FROM accepted),
        credit_late = coalesce((SELECT late FROM accepted WHERE worth IS NOT NULL ORDER BY worth DESC, late LIMIT 1), FALSE),
        is_ungraded = EXISTS (SELECT 1 FROM accepted WHERE worth IS NULL)
    WHERE learner = of_learner AND step = of_step AND kind = of_kind
$$;

-- How many answers of a learner to a step of a kind were wrong in a row.
CREATE FUNCTION recount_wrong(of_learner bigint, of_step bigint, of_kind text) RETURNS void LANGUAGE sql AS $$
    WITH judged AS (
        SELECT id, verdict, at FROM attempts WHERE learner = of_learner AND step = of_step AND kind = of_kind)
    UPDATE step_progress SET
        wrong_in_a_row = (SELECT count(*) FROM judged
                          WHERE id > coalesce((SELECT max(id) FROM judged WHERE verdict = 'accepted'), 0)),
        last_wrong_at = (SELECT max(at) FROM judged WHERE verdict = 'wrong')
    WHERE learner = of_learner AND step = of_step AND kind = of_kind
$$;


-- What came of an attempt: what was known when it came, by which the program tells the rest, and what was written.
CREATE TYPE submitted AS (
    is_learner_known boolean,
    -- The same answer to the same task, if it was recorded before.
    id               bigint,
    verdict          text,
    items_right      bigint,
    items_total      bigint,
    first_wrong      bigint,
    fit              text,
    causes           text,
    worth            bigint,
    at               bigint,
    -- How many answers to the task were wrong, and how many of these were recorded before the same one.
    wrong_on_task    bigint,
    earlier_wrong    bigint,
    -- The latest wrong answers to the step.
    wrong_in_a_row   bigint,
    last_wrong_at    bigint,
    -- How many attempts the learner has made on that day, at all steps.
    today            bigint,
    -- `attempt`: a new one. `verdict`: that of the same answer was replaced. `nothing`: it is repeated or refused.
    written          text
);

-- Decides about attempts and records them, in the order in which they are given: everything about a judged answer in one statement. The rule
-- is that of `NewAttempt::decide` in the program, which draws the same conclusions from what is returned; its numbers are arguments.
--
-- Each array has one value for each attempt. `tries` is the number of wrong answers that closes a task; `pauses` has the seconds of the pause
-- after no wrong answer in a row, after one, and so on, null where there is none; its last value stands for all that follow. What was wrong at a
-- time further ahead than `clock_tolerance` seconds was so before the clock was set back, and makes no pause.
CREATE FUNCTION submit_attempts(
    learners bigint[], steps bigint[], kinds text[], fingerprints bigint[], nonces bigint[],
    canonicals text[], canonical_hashes bytea[], raws text[], raw_rest_lengths bigint[], raw_rest_hashes bytea[],
    verdicts text[], items_rights bigint[], items_totals bigint[], first_wrongs bigint[], fits text[], cause_lists text[],
    are_by_evidence boolean[], worths bigint[], are_late boolean[], tasks_as_json bytea[], days bigint[], ats bigint[], per_days bigint[],
    tries bigint, pauses bigint[], clock_tolerance bigint)
RETURNS SETOF submitted LANGUAGE plpgsql
-- The plans are made when the tables are still empty, and kept.
SET enable_seqscan = off AS $$
DECLARE
    asked      record;
    told       submitted;
    is_right   boolean;
    of_kind    text;
    last_pause integer := array_length(pauses, 1) - 1;
BEGIN
    PERFORM lock_learners(learners);
    PERFORM lock_answers(canonical_hashes);
    FOR asked IN
        SELECT * FROM unnest(
            learners, steps, kinds, fingerprints, nonces, canonicals, canonical_hashes, raws, raw_rest_lengths, raw_rest_hashes,
            verdicts, items_rights, items_totals, first_wrongs, fits, cause_lists, are_by_evidence, worths, are_late, tasks_as_json,
            days, ats, per_days)
        AS asked (
            learner, step, kind, fingerprint, nonce, canonical, canonical_hash, raw, raw_rest_length, raw_rest_hash,
            verdict, items_right, items_total, first_wrong, fit, causes, is_by_evidence, worth, late, json,
            day, at, per_day)
    LOOP
        is_right := asked.verdict = 'accepted';

        -- In the order of the type's fields.
        SELECT EXISTS (SELECT 1 FROM learners WHERE learners.id = asked.learner AND NOT is_forgotten),
               same.id, same.verdict, same.items_right, same.items_total, same.first_wrong, same.fit, same.causes, same.worth, same.at,
               wrong.on_task, wrong.earlier,
               coalesce(progress.wrong_in_a_row, unnamed.wrong_in_a_row, 0),
               CASE WHEN progress.kind IS NULL THEN unnamed.last_wrong_at ELSE progress.last_wrong_at END,
               (SELECT coalesce(sum(any_step.attempts_on_day), 0)::bigint FROM step_progress AS any_step
                WHERE any_step.learner = asked.learner AND any_step.day = asked.day)
        INTO told
        FROM (VALUES (TRUE)) AS one_row
        LEFT JOIN attempts AS same
          ON same.learner = asked.learner AND same.step = asked.step AND same.fingerprint = asked.fingerprint
         AND same.nonce = asked.nonce AND same.canonical_hash = asked.canonical_hash
        LEFT JOIN step_progress AS progress
          ON progress.learner = asked.learner AND progress.step = asked.step AND progress.kind = asked.kind
        LEFT JOIN step_progress AS unnamed
          ON unnamed.learner = asked.learner AND unnamed.step = asked.step AND unnamed.kind = ''
        CROSS JOIN LATERAL (
            SELECT count(*) AS on_task, count(*) FILTER (WHERE same.id IS NULL OR answer.id < same.id) AS earlier
            FROM attempts AS answer
            WHERE answer.learner = asked.learner AND answer.step = asked.step AND answer.fingerprint = asked.fingerprint
              AND answer.nonce = asked.nonce AND answer.verdict = 'wrong') AS wrong;

        told.written := CASE
            WHEN NOT told.is_learner_known THEN 'nothing'
            WHEN told.id IS NOT NULL THEN CASE
                WHEN told.verdict = 'wrong'
                     AND (is_right OR asked.is_by_evidence
                          OR told.items_total IS NULL AND (told.fit IS NULL OR told.causes IS NULL) AND asked.items_total IS NOT NULL)
                THEN 'verdict' ELSE 'nothing' END
            WHEN told.wrong_on_task >= tries AND NOT asked.is_by_evidence THEN 'nothing'
            WHEN told.last_wrong_at <= asked.at + clock_tolerance
                 AND told.last_wrong_at + pauses[1 + least(told.wrong_in_a_row, last_pause)] > asked.at THEN 'nothing'
            WHEN told.today >= asked.per_day THEN 'nothing'
            ELSE 'attempt' END;

        IF told.written = 'attempt' THEN
            INSERT INTO attempts (learner, step, kind, fingerprint, nonce, canonical, canonical_hash, raw, raw_rest_length, raw_rest_hash,
                                  verdict, items_right, items_total, first_wrong, fit, causes, worth, late, at)
            VALUES (asked.learner, asked.step, asked.kind, asked.fingerprint, asked.nonce, asked.canonical, asked.canonical_hash,
                    asked.raw, asked.raw_rest_length, asked.raw_rest_hash, asked.verdict, asked.items_right, asked.items_total,
                    asked.first_wrong, asked.fit, asked.causes, asked.worth, asked.late, asked.at);

            INSERT INTO tasks (learner, step, fingerprint, nonce, json)
            VALUES (asked.learner, asked.step, asked.fingerprint, asked.nonce, asked.json)
            ON CONFLICT DO NOTHING;

            INSERT INTO step_progress AS mine (learner, step, kind, attempts, first_at, solved_at, credit, credit_late,
                                               wrong_in_a_row, last_wrong_at, day, attempts_on_day)
            VALUES (asked.learner, asked.step, asked.kind, 1, asked.at,
                    CASE WHEN is_right THEN asked.at END, CASE WHEN is_right THEN asked.worth END, is_right AND asked.late,
                    CASE WHEN is_right THEN 0 ELSE told.wrong_in_a_row + 1 END, CASE WHEN NOT is_right THEN asked.at END, asked.day, 1)
            -- The least and the greatest of a value and null is the value.
            ON CONFLICT (learner, step, kind) DO UPDATE SET
                attempts = mine.attempts + 1,
                first_at = least(mine.first_at, excluded.first_at),
                solved_at = least(mine.solved_at, excluded.solved_at),
                credit = greatest(mine.credit, excluded.credit),
                credit_late = CASE
                    WHEN excluded.credit IS NULL OR excluded.credit < mine.credit THEN mine.credit_late
                    WHEN excluded.credit = mine.credit THEN mine.credit_late AND excluded.credit_late
                    ELSE excluded.credit_late END,
                wrong_in_a_row = excluded.wrong_in_a_row,
                last_wrong_at = CASE
                    WHEN mine.last_wrong_at > excluded.last_wrong_at + clock_tolerance THEN excluded.last_wrong_at
                    ELSE greatest(mine.last_wrong_at, excluded.last_wrong_at) END,
                attempts_on_day = CASE WHEN mine.day = excluded.day THEN mine.attempts_on_day + 1 ELSE 1 END,
                day = excluded.day;
        ELSIF told.written = 'verdict' THEN
            -- An answer that is judged by itself was as right when it was sent first, so it keeps the time and the worth of then. Evidence
            -- has changed in the meantime: what counts is when it was right.
            UPDATE attempts SET
                verdict = asked.verdict, items_right = asked.items_right, items_total = asked.items_total,
                first_wrong = asked.first_wrong, fit = asked.fit, causes = asked.causes,
                worth = CASE WHEN asked.is_by_evidence THEN asked.worth ELSE worth END,
                late = CASE WHEN asked.is_by_evidence THEN asked.late ELSE late END,
                at = CASE WHEN asked.is_by_evidence THEN asked.at ELSE at END
            WHERE id = told.id RETURNING kind INTO of_kind;
            IF is_right THEN
                PERFORM recount_earned(asked.learner, asked.step, of_kind);
                -- The next wrong one is the first in a row.
                UPDATE step_progress SET wrong_in_a_row = 0 WHERE learner = asked.learner AND step = asked.step;
            END IF;
        END IF;
        RETURN NEXT told;
    END LOOP;
END
$$;
