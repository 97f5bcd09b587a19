//! Task memory: what one research run knows, in three layers (seed 000 §2.1).
//!
//! - [`InsightDoc`]: the goal, what is done, the one thing to do next;
//! - [`QueryGraph`]: summaries as nodes, `related` links between them, hybrid retrieval over them;
//! - [`InteractionTree`]: what was read and said, word for word, append-only.
//!
//! [`TaskBank`] holds the three together with the [`EvidenceIndex`] over the third, keeps them
//! consistent, exports and imports them. Ids and times are passed in: nothing here has a clock or
//! randomness.

mod bank;
mod conflict;
mod consistency;
mod disputes;
mod entry;
mod error;
mod evidence;
mod export;
mod export_json;
pub(crate) mod ids;
mod import;
mod insight_doc;
mod interaction_tree;
mod node;
mod old_disputes;
mod query_graph;
mod recall;
mod trust;
mod unique_map;

pub use bank::{NewNode, TaskBank};
pub use conflict::{Conflict, ConflictStatus, Dissent, Quote, QuotePlace};
pub use consistency::Inconsistency;
pub use entry::{Attachment, AttachmentType, EntryMetadata, InteractionEntry, SourceRef, ToolCall};
pub use error::{TaskError, TaskErrorKind};
pub use evidence::{EvidenceIndex, EvidencePassage, PassageHit, PassageId, indexed_text};
pub use export::{
    EvidenceExport, InteractionTreeExport, PassageExport, QueryGraphExport, TASK_EXPORT_FORMAT,
    TASK_EXPORT_VERSION, TaskExport,
};
pub use export_json::{ExportError, export_json};
pub(crate) use ids::id;
pub use ids::{ConflictId, EntryId, NodeId};
pub use import::{ImportError, ImportErrorKind, MAX_IMPORT_BYTES};
pub use insight_doc::{CompletedTask, InsightDoc, TaskStatus, TaskType};
pub use interaction_tree::{InteractionTree, MergeEvent, Ruling};
pub use node::{NodeUpdate, QueryGraphNode};
pub use old_disputes::{FIRST_WITH_CONFLICTS, dissent_of};
pub use query_graph::QueryGraph;
pub use recall::RecalledNode;
pub use trust::Trust;
