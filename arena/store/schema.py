"""The tables and views of a results file, as SQL that `.schema` shows to its readers, and the numbers that mark it."""

from __future__ import annotations

APPLICATION_ID = 0x6172656E  # "aren": says that an SQLite file is a results file of arena
FORMAT = 1
"""Raised by every change that could make an older reader misread a file. Kept as `PRAGMA user_version`."""

TABLES = """
CREATE TABLE meta (
    -- What holds for the whole tournament: one row a fact.
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL         -- JSON
) WITHOUT ROWID;

CREATE TABLE bots (
    -- Who takes part: one row a bot.
    number INTEGER PRIMARY KEY, -- from 0; what `seats.bot`, `faults.bot` and `matches.bots` mean
    id TEXT NOT NULL UNIQUE,    -- slug and short hash: for keys and file names
    name TEXT NOT NULL,         -- as the bot's author wrote it: only to show, and to be cleaned before
    kind TEXT NOT NULL,         -- class, program, installed or command
    source TEXT NOT NULL,       -- where it was found, as a person would write it
    sha256 TEXT NOT NULL,       -- of its files
    language TEXT,
    author TEXT,
    version TEXT,
    description TEXT,
    games TEXT,                 -- the games that it plays, a JSON list; null for all
    deterministic INTEGER NOT NULL, -- 0 or 1
    stateless INTEGER NOT NULL, -- 0 or 1
    folder TEXT                 -- its snapshot; relative to the results folder if it lies there; null if it has none
);

CREATE TABLE matches (
    -- One row an attempt at a match; what was void is played again, as the next attempt.
    number INTEGER NOT NULL,    -- the match's place in the schedule, from 0
    attempt INTEGER NOT NULL,   -- from 1
    table_no INTEGER NOT NULL,  -- the table: a set of bots with a deal
    rotation INTEGER NOT NULL,  -- of the seats, from 0
    unit INTEGER NOT NULL,      -- of the schedule, from 0
    round INTEGER NOT NULL,
    seats INTEGER NOT NULL,     -- how many
    bots TEXT NOT NULL,         -- by seat, the bots' numbers: a JSON list
    teams TEXT,                 -- by seat, its side: a JSON list; null where each seat is a side of its own
    worker INTEGER NOT NULL,
    started REAL NOT NULL,      -- seconds since 1970, UTC
    wall_ms REAL NOT NULL,
    decisions INTEGER NOT NULL, -- of the game, the forced ones too
    ranks TEXT,                 -- by seat, 1 is best: a JSON list; null if there are none
    scores TEXT,                -- by seat, the game's own points or null: a JSON list; null if there are none
    rated TEXT NOT NULL,        -- by seat, whether its result may be rated: a JSON list
    void TEXT,                  -- why it counts for nobody, though the rules are sound
    error TEXT,                 -- a game error, with game and decision: scored for nobody
    lost INTEGER NOT NULL,      -- 1 if the worker that played it died
    counted INTEGER NOT NULL,   -- 1 for the attempt that settles the match: the one that was not void, or the last
    surplus INTEGER NOT NULL,   -- 1 if it was played beyond the end of the schedule, and is not rated
    PRIMARY KEY (number, attempt)
) WITHOUT ROWID;
CREATE UNIQUE INDEX matches_by_table ON matches (table_no, rotation, attempt);

CREATE TABLE seats (
    -- One row a seat of an attempt.
    number INTEGER NOT NULL,    -- of the match
    attempt INTEGER NOT NULL,
    seat INTEGER NOT NULL,      -- from 0
    bot INTEGER NOT NULL REFERENCES bots (number),
    rank INTEGER,
    score INTEGER,              -- the game's own points
    placement REAL,             -- (beaten + ties/2) / (seats not on its side); null at one seat and if not rated
    rated INTEGER NOT NULL,     -- 0 if a partner's fault spoilt its result, or nobody's counts
    faults INTEGER NOT NULL,    -- how many
    answers INTEGER NOT NULL,   -- how many
    ms REAL NOT NULL,           -- of all its answers together
    max_ms REAL NOT NULL,       -- of the slowest
    noise INTEGER NOT NULL,     -- lines that were no answers
    late INTEGER NOT NULL,      -- answers to earlier decisions
    stderr TEXT NOT NULL,       -- the end of what it wrote there
    PRIMARY KEY (number, attempt, seat)
) WITHOUT ROWID;

CREATE TABLE faults (
    -- One row a fault, with its evidence: ends of what was seen, bounded.
    number INTEGER NOT NULL,    -- of the match
    attempt INTEGER NOT NULL,
    nth INTEGER NOT NULL,       -- of the faults of the attempt, from 0
    seat INTEGER NOT NULL,
    bot INTEGER NOT NULL REFERENCES bots (number),
    at INTEGER NOT NULL,        -- how many answers were given in the match before it
    kind TEXT NOT NULL,         -- start, timeout, crash, invalid, illegal, memory or limit
    why TEXT NOT NULL,          -- one sentence
    hint TEXT,                  -- what a beginner might try
    ms REAL NOT NULL,           -- how long the decision had lasted
    sent TEXT NOT NULL,         -- the last line that the bot was sent
    output TEXT NOT NULL,       -- what the bot wrote to standard output in this decision
    stderr TEXT NOT NULL,       -- what it wrote to standard error
    exit TEXT,                  -- its exit status or signal, if it ended by itself
    PRIMARY KEY (number, attempt, nth)
) WITHOUT ROWID;

CREATE TABLE replays (
    -- The match kept, one row an attempt that has one: a line of JSON, as `arena replay` reads it.
    number INTEGER NOT NULL,    -- of the match
    attempt INTEGER NOT NULL,
    replay BLOB NOT NULL,
    PRIMARY KEY (number, attempt)
) WITHOUT ROWID;

CREATE TABLE progress (
    -- Counts of what is in this file, in one row, so that a follower need not count.
    matches INTEGER NOT NULL,   -- counted ones
    attempts INTEGER NOT NULL,
    played INTEGER NOT NULL,    -- counted ones that were neither void nor a game error
    void INTEGER NOT NULL,      -- attempts
    errors INTEGER NOT NULL,    -- counted ones
    lost INTEGER NOT NULL,      -- attempts
    surplus INTEGER NOT NULL,   -- counted ones
    faults INTEGER NOT NULL,    -- in counted matches
    faulty INTEGER NOT NULL,    -- counted matches with a fault
    decisions INTEGER NOT NULL, -- in counted matches
    wall_ms REAL NOT NULL,      -- of all attempts together
    written REAL NOT NULL       -- when, in seconds since 1970, UTC
);
INSERT INTO progress VALUES (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0);

CREATE VIEW results AS
    -- What came of it: one row a seat of each counted attempt, with the bot's name. `rated` is 0 for surplus matches too.
    SELECT m.number, m.table_no, m.rotation, m.unit, m.round, m.seats, s.seat, b.name AS bot, b.id AS bot_id,
        s.rank, s.score, s.placement, s.rated AND NOT m.surplus AND m.ranks IS NOT NULL AS rated, m.surplus,
        s.faults, s.answers, s.ms, s.max_ms, m.decisions, m.void, m.error
    FROM matches m JOIN seats s USING (number, attempt) JOIN bots b ON b.number = s.bot
    WHERE m.counted = 1;

CREATE VIEW fault_list AS
    -- Every fault in a counted match, with the bot's name.
    SELECT m.number, m.table_no, m.rotation, m.round, f.seat, b.name AS bot, b.id AS bot_id, f.at, f.kind, f.why, f.hint,
        f.ms, f.sent, f.output, f.stderr, f.exit
    FROM matches m JOIN faults f USING (number, attempt) JOIN bots b ON b.number = f.bot
    WHERE m.counted = 1;

CREATE VIEW summary AS
    -- One row a bot: how it did in the matches that are rated, by the mean of its placements.
    SELECT bot, bot_id, count(*) AS matches, avg(placement) AS placement, sum(rank = 1) AS firsts, avg(score) AS score,
        sum(faults) AS faults, sum(ms) / sum(answers) AS ms_an_answer, max(max_ms) AS max_ms
    FROM results WHERE rated GROUP BY bot_id ORDER BY placement DESC, bot_id;
"""

PARTS = """
CREATE TABLE IF NOT EXISTS parts (
    -- Parts of matches by which the game splits results: one row a label of an attempt that was played to its end.
    -- Seats that made a fault, and their partners, have none.
    number INTEGER NOT NULL,    -- of the match
    attempt INTEGER NOT NULL,
    split TEXT NOT NULL,        -- such as role
    label TEXT NOT NULL,        -- such as saboteur
    results TEXT NOT NULL,      -- a JSON list of [seat, result], one entry a part; results in 0..1
    PRIMARY KEY (number, attempt, split, label)
) WITHOUT ROWID;

CREATE VIEW IF NOT EXISTS part_list AS
    -- One row a part of each counted match, with the bot's name. `rated` is 0 for surplus matches.
    SELECT m.number, m.table_no, m.rotation, m.unit, m.round, m.seats, s.seat, b.name AS bot, b.id AS bot_id,
        p.split, p.label, json_extract(e.value, '$[1]') AS result, NOT m.surplus AS rated
    -- CROSS keeps this order, which is twice as fast as the one that SQLite chooses.
    FROM parts p CROSS JOIN matches m ON m.number = p.number AND m.attempt = p.attempt CROSS JOIN json_each(p.results) e
        CROSS JOIN seats s ON s.number = p.number AND s.attempt = p.attempt AND s.seat = json_extract(e.value, '$[0]')
        CROSS JOIN bots b ON b.number = s.bot
    WHERE m.counted = 1;
"""
"""Added to format 1 later. A file without them is read as one without parts, and gets them when it is gone on with."""
