-- SQLite's format 14: what it is for is written there.
ALTER TABLE extensions DROP CONSTRAINT extensions_check;
ALTER TABLE extensions ADD CONSTRAINT extensions_check CHECK (section IS NULL OR learner IS NULL);
ALTER TABLE extensions ALTER COLUMN step DROP NOT NULL;
ALTER TABLE extensions ADD COLUMN zone text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE extensions ALTER COLUMN zone DROP DEFAULT;
