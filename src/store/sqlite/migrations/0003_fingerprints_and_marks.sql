-- A task is named by its step's fingerprint. What was a revision before is kept: it is the fingerprint of no step of today.
ALTER TABLE attempts RENAME COLUMN revision TO fingerprint;
ALTER TABLE games    RENAME COLUMN revision TO fingerprint;

-- What the reply to a wrong answer told, so that the same answer gets the same reply: how many items are right, how many there
-- are, and the position of the first wrong one, from 1. Attempts from before this migration have none of it.
ALTER TABLE attempts ADD COLUMN items_right INTEGER CHECK (items_right IS NULL OR verdict = 'wrong');
ALTER TABLE attempts ADD COLUMN items_total INTEGER CHECK ((items_total IS NULL) = (items_right IS NULL));
ALTER TABLE attempts ADD COLUMN first_wrong INTEGER CHECK (first_wrong IS NULL OR items_right IS NOT NULL);
