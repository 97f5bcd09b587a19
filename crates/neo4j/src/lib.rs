//! Trajectory memory on a Neo4j server that many share (seed 003; CG-09).
//!
//! - [`Neo4jStore`]: the [`TrajectoryStore`](amb_store::long_term::TrajectoryStore), over Neo4j's HTTP Query API v2;
//! - [`Exchange`]: the seam to the host's HTTP client: a tab, a Worker, Node, a native program;
//! - [`Neo4jSettings`]: the server, the login, timeouts and retries.
//!
//! **The graph** has the seed's names:
//! `(:Trajectory)-[:HAS_FRAGMENT {order}]->(:Fragment)-[:CAUSED_ERROR]->(:ErrorPattern)` and
//! `(:ErrorPattern)-[:RESOLVED_BY {success_rate, avg_steps, cases}]->(:Methodology)`.
//! Fields of a record are properties of its node, by their names; `embedding` is the exact vector as JSON. Search
//! fields stand beside them: `terms`, `teaches`, `space` and `vector_…`. One node, `:TrajectoryMemory`, holds the
//! schema's version, the revision and the counters.
//!
//! **Every call is one statement**, sent alone: a client that goes away leaves nothing open on the server. It first
//! locks the node `:TrajectoryMemory`, so that calls of all clients take effect one by one. A read is of one moment,
//! though Neo4j reads concurrent commits. If a write needs a computation after a read, it is written on the condition
//! that the revision is unchanged, and computed again otherwise. An explicit transaction would hold the lock while a
//! reply travels, and need the same member of a cluster twice.
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
