//! Trajectory memory on a Neo4j server that many share (seed 003; CG-09).
//!
//! - [`Neo4jStore`]: the [`TrajectoryStore`](amb_store::long_term::TrajectoryStore), over Neo4j's HTTP Query API v2;
//! - [`Exchange`]: the seam to whoever sends HTTP: a tab, a Worker, Node, a native program;
//! - [`Neo4jSettings`]: the server, who asks it, and how patiently.
//!
//! **The graph** has the seed's names: `(:Trajectory)-[:HAS_FRAGMENT {order}]->(:Fragment)-[:CAUSED_ERROR]->(:ErrorPattern)
//! -[:RESOLVED_BY {success_rate, avg_steps, cases}]->(:Methodology)`. Fields of a record are properties of its node, by
//! their names; `embedding` is the exact vector as JSON. Beside them stand what searches go by: `terms`, `teaches`, `space`
//! and `vector_…`. One node, `:TrajectoryMemory`, holds the schema's version, the revision and the counters.
//!
//! **Every call is one statement**, sent for itself: nothing is left open on the server by whoever goes away. It first
//! locks the node `:TrajectoryMemory`, so that calls of all clients take effect one by one, and a look is of one moment
//! though Neo4j reads what is committed meanwhile. What must be computed between reading and writing is written on the
//! condition that the revision is still the one that was read, and computed again if it is not. An explicit transaction
//! would hold the lock while an answer travels, and need the same member of a cluster twice.
//!
//! **Texts never enter Cypher**: statements are constants with parameters. Only the name of a vector index cannot be a
//! parameter; it is made of hexadecimal digits.

mod exchange;
#[macro_use]
mod graph;
mod server;
mod settings;
mod store;
mod wire;

pub use exchange::{Exchange, ExchangeFuture, NotAnswered, Pause, Request, Response};
pub use settings::{Neo4jSettings, Retries, SettingsError, VectorSearch};
pub use store::Neo4jStore;
