-- Why an answer is wrong: what the causes explain (`whole`, `form`, `board` or `items`), and their ids, with blanks between them.
-- Until now the one misconception that gave the whole answer was stored.
ALTER TABLE attempts RENAME COLUMN misconception TO causes;
ALTER TABLE attempts ADD COLUMN fit TEXT;
UPDATE attempts SET fit = 'whole' WHERE causes IS NOT NULL;
