-- The learner who created a match, so that their matches can be listed: the open ones first. How a match ended is stored with its moves,
-- so that a list needs no replay. Matches from before this migration belong to nobody.
ALTER TABLE games ADD COLUMN owner  INTEGER REFERENCES learners (id);
ALTER TABLE games ADD COLUMN status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'won', 'draw'));

-- Its order is the list's, so that a list of many matches is not sorted.
CREATE INDEX games_by_owner ON games (owner, status != 'open', changed_at DESC, started_at DESC) WHERE owner IS NOT NULL;
