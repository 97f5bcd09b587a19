//! Constraints, indexes, and the node with their version.

/// The version of the graph that this program reads and writes.
pub const VERSION: u32 = 1;

/// Reads the version of the memory, if there is one.
pub const MEMORY: &str =
    "MATCH (memory:TrajectoryMemory {id: 'trajectories'}) RETURN memory.version AS version";

/// Statements that turn an empty database into a memory, in order; each is idempotent. The node comes last ([`BEGIN`]),
/// so its existence implies all the others.
pub const SCHEMA: [&str; 14] = [
    "CREATE CONSTRAINT amb_memory IF NOT EXISTS FOR (n:TrajectoryMemory) REQUIRE n.id IS UNIQUE",
    "CREATE CONSTRAINT amb_trajectory IF NOT EXISTS FOR (n:Trajectory) REQUIRE n.id IS UNIQUE",
    "CREATE CONSTRAINT amb_fragment IF NOT EXISTS FOR (n:Fragment) REQUIRE n.id IS UNIQUE",
    "CREATE CONSTRAINT amb_pattern IF NOT EXISTS FOR (n:ErrorPattern) REQUIRE n.id IS UNIQUE",
    "CREATE CONSTRAINT amb_methodology IF NOT EXISTS FOR (n:Methodology) REQUIRE n.id IS UNIQUE",
    "CREATE INDEX amb_error_type IF NOT EXISTS FOR (n:ErrorPattern) ON (n.error_type)",
    "CREATE INDEX amb_outcome IF NOT EXISTS FOR (n:Fragment) ON (n.outcome, n.ended_at)",
    "CREATE INDEX amb_teaches IF NOT EXISTS FOR (n:Fragment) ON (n.teaches, n.ended_at)",
    "CREATE INDEX amb_abstracted IF NOT EXISTS FOR (n:Fragment) ON (n.abstracted_into)",
    "CREATE INDEX amb_fragment_space IF NOT EXISTS FOR (n:Fragment) ON (n.space)",
    "CREATE INDEX amb_methodology_space IF NOT EXISTS FOR (n:Methodology) ON (n.space)",
    "CREATE INDEX amb_trajectory_time IF NOT EXISTS FOR (n:Trajectory) ON (n.ended_at, n.id)",
    "CREATE INDEX amb_task IF NOT EXISTS FOR (n:Trajectory) ON (n.task_type, n.success)",
    "CREATE INDEX amb_methodology_task IF NOT EXISTS FOR (n:Methodology) ON (n.task_type)",
];

/// Waits until indexes are ready.
pub const AWAIT_INDEXES: &str = "CALL db.awaitIndexes(20)";

/// Begins a memory, unless there is one.
pub const BEGIN: &str = "MERGE (memory:TrajectoryMemory {id: 'trajectories'})
    ON CREATE SET memory.version = $given.version, memory.lock = 0, memory.revision = 0, memory.learned_since = 0,
        memory.failure_patterns = '[]'
    RETURN memory.version AS version";
