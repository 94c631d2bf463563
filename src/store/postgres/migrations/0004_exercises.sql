-- SQLite's format 12: what the columns mean is written there.
CREATE TABLE exercises (
    fingerprint bigint PRIMARY KEY,
    kind        text   COLLATE "C" NOT NULL,
    version     bigint NOT NULL,
    params      text   COLLATE "C" NOT NULL
);
