-- SQLite's format 14: what it is for is written there.
ALTER TABLE extensions DROP CONSTRAINT extensions_check;
ALTER TABLE extensions ADD CONSTRAINT extensions_check CHECK (section IS NULL OR learner IS NULL);
