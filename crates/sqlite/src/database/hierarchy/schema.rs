//! The schema of hierarchical memory.

/// The table of the state beside the entries.
pub const STATE: &str = "hierarchy_state";

/// Memories, remembered and forgotten; the words of the remembered; their derivations.
///
/// - `record` is the entry without its vector; columns repeat the fields that searches use.
/// - `importance` is the bits of a number that is not negative, which have its order.
/// - `stands` is 1 for a remembered entry while no remembered summary stands for it. Lists by time and importance hold
///   only those; lists of a range of time hold the others, too.
/// - `length` is the number of terms for BM25; `documents` and `terms` count all remembered entries.
/// - `memory_words` holds the analyzer's terms in an encoding of this crate, one token each, beside labels that narrow
///   searches. Deleted entries leave the index at once, not with a later merge.
pub const HIERARCHY: &str = "
    CREATE TABLE memories (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        layer TEXT NOT NULL,
        content_hash TEXT NOT NULL,
        memory_type TEXT NOT NULL,
        speaker TEXT NOT NULL,
        first_hand INTEGER NOT NULL,
        facts_taken INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        importance INTEGER NOT NULL,
        last_accessed INTEGER NOT NULL,
        access_count INTEGER NOT NULL,
        subject TEXT,
        relation TEXT,
        summary TEXT,
        stands INTEGER NOT NULL,
        length INTEGER NOT NULL,
        record TEXT NOT NULL,
        forgotten_at INTEGER,
        reason TEXT,
        UNIQUE (layer, content_hash)
    ) STRICT;
    CREATE INDEX memories_by_time ON memories
        (created_at, id, stands, layer, memory_type, speaker, first_hand, facts_taken)
        WHERE forgotten_at IS NULL;
    CREATE INDEX memories_by_importance ON memories
        (importance, created_at, id, layer, memory_type, speaker, first_hand, facts_taken)
        WHERE stands = 1;
    CREATE INDEX memories_by_summary ON memories (summary) WHERE summary IS NOT NULL;
    CREATE INDEX memories_by_fact ON memories (subject, relation) WHERE subject IS NOT NULL;
    CREATE INDEX forgotten_memories ON memories (id) WHERE forgotten_at IS NOT NULL;
    CREATE TABLE memory_vectors (
        number INTEGER PRIMARY KEY REFERENCES memories ON DELETE CASCADE,
        model INTEGER NOT NULL REFERENCES models,
        dimensions INTEGER NOT NULL,
        vector BLOB NOT NULL
    ) STRICT;
    CREATE TABLE memory_sources (
        source TEXT NOT NULL,
        number INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE,
        PRIMARY KEY (source, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX memory_sources_by_entry ON memory_sources (number);
    CREATE TABLE hierarchy_state (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        revision INTEGER NOT NULL DEFAULT 0,
        documents INTEGER NOT NULL DEFAULT 0,
        terms INTEGER NOT NULL DEFAULT 0,
        accumulated REAL NOT NULL DEFAULT 0,
        reflected_at INTEGER,
        consolidated_at INTEGER,
        core TEXT NOT NULL DEFAULT '{}'
    ) STRICT;
    INSERT INTO hierarchy_state (one) VALUES (1);
    CREATE VIRTUAL TABLE memory_words USING fts5
        (terms, tokenize = 'ascii', detail = none, columnsize = 0);
    INSERT INTO memory_words (memory_words, rank) VALUES ('secure-delete', 1);
";
