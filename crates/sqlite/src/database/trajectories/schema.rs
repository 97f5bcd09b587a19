//! The schema of trajectory memory.

/// The table of the state beside the graph.
pub const STATE: &str = "trajectory_state";

/// Nodes, relations and the word index. A relation names its ends by their ids and may outlive them, as in memory.
///
/// - `record` is the row as JSON without its vector, a fragment's without `abstracted_into`; columns repeat the fields
///   that searches use.
/// - `teaches` is 1 for a fragment that no consolidation has looked at yet.
/// - `worked` repeats the fragments that went well in successful runs, in the order of a search by task.
pub const TRAJECTORIES: &str = "
    CREATE TABLE trajectories (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        task_type TEXT NOT NULL,
        repo TEXT NOT NULL,
        success INTEGER NOT NULL,
        record TEXT NOT NULL
    ) STRICT;
    CREATE TABLE trajectory_terms (
        term TEXT NOT NULL,
        number INTEGER NOT NULL REFERENCES trajectories ON DELETE CASCADE,
        PRIMARY KEY (term, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX trajectory_terms_by_number ON trajectory_terms (number);
    CREATE TABLE fragments (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        task_type TEXT NOT NULL,
        phase TEXT NOT NULL,
        error_type TEXT,
        fragment_type TEXT NOT NULL,
        outcome TEXT NOT NULL,
        ended_at INTEGER NOT NULL,
        occurrences INTEGER NOT NULL,
        abstracted_into TEXT,
        teaches INTEGER NOT NULL,
        record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX fragments_by_time ON fragments (teaches, ended_at, id);
    CREATE INDEX fragments_by_outcome ON fragments (outcome, ended_at, id);
    CREATE INDEX fragments_by_condition ON fragments
        (task_type, phase, error_type, outcome, occurrences);
    CREATE INDEX fragments_by_methodology ON fragments (abstracted_into)
        WHERE abstracted_into IS NOT NULL;
    CREATE TABLE patterns (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        error_type TEXT NOT NULL,
        frequency INTEGER NOT NULL,
        record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX patterns_by_type ON patterns (error_type, frequency);
    CREATE TABLE pattern_keywords (
        number INTEGER NOT NULL REFERENCES patterns ON DELETE CASCADE,
        keyword TEXT NOT NULL,
        PRIMARY KEY (number, keyword)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE methodologies (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        error_type TEXT,
        task_type TEXT NOT NULL,
        confidence REAL NOT NULL,
        last_used INTEGER,
        record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX methodologies_by_task ON methodologies (task_type, confidence);
    CREATE TABLE methodology_terms (
        term TEXT NOT NULL,
        number INTEGER NOT NULL REFERENCES methodologies ON DELETE CASCADE,
        PRIMARY KEY (term, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX methodology_terms_by_number ON methodology_terms (number);
    CREATE TABLE has_fragment (
        trajectory TEXT NOT NULL,
        place INTEGER NOT NULL,
        fragment TEXT NOT NULL,
        PRIMARY KEY (trajectory, place, fragment)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX has_fragment_by_fragment ON has_fragment (fragment);
    CREATE TABLE caused (
        fragment TEXT NOT NULL,
        pattern TEXT NOT NULL,
        PRIMARY KEY (fragment, pattern)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX caused_by_pattern ON caused (pattern);
    CREATE TABLE resolved_by (
        pattern TEXT NOT NULL,
        methodology TEXT NOT NULL,
        success_rate REAL NOT NULL,
        avg_steps REAL NOT NULL,
        cases INTEGER NOT NULL,
        PRIMARY KEY (pattern, methodology)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX resolved_by_methodology ON resolved_by (methodology);
    CREATE TABLE worked (
        task_type TEXT NOT NULL,
        repo TEXT NOT NULL,
        ended_at INTEGER NOT NULL,
        fragment TEXT NOT NULL,
        PRIMARY KEY (task_type, repo, ended_at, fragment)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX worked_by_time ON worked (task_type, ended_at, fragment);
    CREATE INDEX worked_by_fragment ON worked (fragment);
    CREATE TABLE trajectory_vectors (
        number INTEGER PRIMARY KEY REFERENCES trajectories ON DELETE CASCADE,
        model INTEGER NOT NULL REFERENCES models,
        dimensions INTEGER NOT NULL,
        vector BLOB NOT NULL
    ) STRICT;
    CREATE TABLE fragment_vectors (
        number INTEGER PRIMARY KEY REFERENCES fragments ON DELETE CASCADE,
        model INTEGER NOT NULL REFERENCES models,
        dimensions INTEGER NOT NULL,
        vector BLOB NOT NULL
    ) STRICT;
    CREATE TABLE methodology_vectors (
        number INTEGER PRIMARY KEY REFERENCES methodologies ON DELETE CASCADE,
        model INTEGER NOT NULL REFERENCES models,
        dimensions INTEGER NOT NULL,
        vector BLOB NOT NULL
    ) STRICT;
    CREATE TABLE trajectory_state (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        revision INTEGER NOT NULL DEFAULT 0,
        learned_since INTEGER NOT NULL DEFAULT 0,
        consolidated_at INTEGER,
        failure_patterns TEXT NOT NULL DEFAULT '[]'
    ) STRICT;
    INSERT INTO trajectory_state (one) VALUES (1);
";
