/** Marks a file as a memory bank of this program: “RMem” in ASCII. @see https://sqlite.org/pragma.html#pragma_application_id */
export const applicationId = 0x524d656d

/**
 * Numbered by their place, from 1; forward only. A released one never changes.
 *
 * Days are local days since 1970-01-01, times epoch milliseconds. Everything below `turn` derives from the turns. What
 * the views are filled from (`unit`) is kept apart from what people read (`unit_text`), so that loading reads little.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE bank (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    time_zone TEXT NOT NULL,
    date_order TEXT CHECK (date_order IN ('DMY', 'MDY')),
    analyser TEXT NOT NULL,
    model TEXT,
    dimension INTEGER,
    -- Rises when rows were removed or replaced: views made before are built anew.
    generation INTEGER NOT NULL DEFAULT 1,
    -- Rises with each batch of vectors.
    vector_change INTEGER NOT NULL DEFAULT 0,
    -- Whether removed rows may still stand in free space of the file.
    unerased INTEGER NOT NULL DEFAULT 0,
    frozen INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE session (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    turns INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE speaker (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    turns INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE turn (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    session INTEGER NOT NULL REFERENCES session (number),
    speaker INTEGER NOT NULL REFERENCES speaker (number),
    time INTEGER NOT NULL,
    time_inferred INTEGER NOT NULL,
    day INTEGER NOT NULL,
    role TEXT,
    text TEXT NOT NULL,
    metadata TEXT
  ) STRICT;
  CREATE INDEX turn_by_time ON turn (time);
  CREATE INDEX turn_by_session ON turn (session, time, position, speaker);
  CREATE INDEX turn_by_speaker ON turn (speaker, time);

  CREATE TABLE unit (
    -- Never used again, as a vector for a forgotten unit may still be on its way.
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    turn INTEGER NOT NULL REFERENCES turn (position),
    part INTEGER NOT NULL,
    session INTEGER NOT NULL REFERENCES session (number),
    speaker INTEGER NOT NULL REFERENCES speaker (number),
    time INTEGER NOT NULL,
    day INTEGER NOT NULL,
    event_first INTEGER,
    event_last INTEGER,
    flags INTEGER NOT NULL,
    persons TEXT NOT NULL,
    terms TEXT NOT NULL
  ) STRICT;
  CREATE INDEX unit_by_turn ON unit (turn, part);

  CREATE TABLE unit_text (
    unit INTEGER PRIMARY KEY REFERENCES unit (key),
    content TEXT NOT NULL,
    -- Null where it is the restatement.
    passage TEXT
  ) STRICT;

  -- Source turns of a unit after its first.
  CREATE TABLE further_source (
    turn INTEGER NOT NULL REFERENCES turn (position),
    unit INTEGER NOT NULL REFERENCES unit (key),
    PRIMARY KEY (turn, unit)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX further_source_by_unit ON further_source (unit);

  -- A unit stands in exactly one of the next three.
  CREATE TABLE pending (unit INTEGER PRIMARY KEY REFERENCES unit (key)) STRICT;
  CREATE TABLE unembeddable (unit INTEGER PRIMARY KEY REFERENCES unit (key)) STRICT;
  CREATE TABLE vector (
    unit INTEGER PRIMARY KEY REFERENCES unit (key),
    change INTEGER NOT NULL,
    scale REAL NOT NULL,
    -- Little-endian int16, one a dimension.
    numbers BLOB NOT NULL
  ) STRICT;
  CREATE INDEX vector_by_change ON vector (change);

  CREATE TABLE person (
    name TEXT PRIMARY KEY,
    units INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE alias (
    turn INTEGER NOT NULL REFERENCES turn (position),
    alias TEXT NOT NULL,
    person TEXT NOT NULL,
    PRIMARY KEY (turn, alias, person)
  ) STRICT, WITHOUT ROWID;
  `,
  // New tables alone, so that a bank of the first schema can be read without being written; see `standIn`.
  `
  -- Units that a language model wrote, and the window that it saw then; all others are drawn without a model.
  CREATE TABLE model_unit (
    unit INTEGER PRIMARY KEY REFERENCES unit (key),
    anchor_window INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX model_unit_by_window ON model_unit (anchor_window);

  -- Every turn that a model saw in a window: forgetting one drops all that was written of the window.
  CREATE TABLE window_turn (
    turn INTEGER NOT NULL REFERENCES turn (position),
    anchor_window INTEGER NOT NULL,
    -- 1 where it was seen for its surroundings only; a turn is anchored in one window at most.
    overlap INTEGER NOT NULL,
    PRIMARY KEY (turn, anchor_window)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX window_turn_by_window ON window_turn (anchor_window);
  CREATE UNIQUE INDEX anchored_turn ON window_turn (turn) WHERE overlap = 0;

  CREATE TABLE refused_turn (turn INTEGER PRIMARY KEY REFERENCES turn (position)) STRICT;

  CREATE TABLE model_person (
    name TEXT PRIMARY KEY,
    units INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE episode_shape (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    tokens INTEGER NOT NULL,
    overlap REAL NOT NULL,
    tokenizer TEXT NOT NULL
  ) STRICT;

  CREATE TABLE episode (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    first_position INTEGER NOT NULL,
    first_offset INTEGER NOT NULL,
    last_position INTEGER NOT NULL,
    last_offset INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    sealed INTEGER NOT NULL,
    first_time INTEGER NOT NULL,
    last_time INTEGER NOT NULL,
    -- Null where it lost turns and was not cut anew since.
    hash TEXT
  ) STRICT;
  CREATE INDEX torn_episode ON episode (number) WHERE hash IS NULL;

  -- By what they summarise, so that they outlast another cut.
  CREATE TABLE summary (
    hash TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    by TEXT NOT NULL CHECK (by IN ('model', 'extract')),
    scale REAL,
    -- As in vector.
    numbers BLOB
  ) STRICT, WITHOUT ROWID;
  `,
]
