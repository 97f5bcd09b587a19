//! A memory as data to be stored or given away.

use super::bank::TaskBank;
use super::conflict::Conflict;
use super::entry::InteractionEntry;
use super::evidence::PassageId;
use super::ids::{ConflictId, EntryId, NodeId};
use super::insight_doc::InsightDoc;
use super::interaction_tree::MergeEvent;
use super::node::QueryGraphNode;
use super::unique_map;
use crate::retrieval::embedding_json;
use crate::text::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The `format` of an export.
pub const TASK_EXPORT_FORMAT: &str = "agentic-memory-bank/task";

/// The newest `version` of the format that this crate writes and reads. Version 2 has labels of trust and
/// rulings, version 3 a flag that is ignored, version 4 structures of texts, version 5 conflicts as data.
pub const TASK_EXPORT_VERSION: u32 = 5;

/// Everything a [`TaskBank`] knows, in the seed's own terms (seed 000 §3). Written as JSON, equal
/// memories give equal bytes: maps are in order of their keys. A reader passes over further fields, so
/// that what a run adds (its answer) can stand in the same file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TaskExport {
    /// [`TASK_EXPORT_FORMAT`].
    pub format: String,
    /// [`TASK_EXPORT_VERSION`].
    pub version: u32,
    /// Numbers per vector.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub dimensions: usize,
    /// The first layer.
    pub insight_doc: InsightDoc,
    /// The second layer.
    pub query_graph: QueryGraphExport,
    /// The third layer.
    pub interaction_tree: InteractionTreeExport,
    /// The indexed passages; `None` where they were left out: they are made again, without vectors.
    #[serde(default)]
    pub evidence: Option<EvidenceExport>,
}

/// The second layer of a [`TaskExport`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QueryGraphExport {
    /// The nodes by id.
    #[serde(deserialize_with = "unique_map::deserialize")]
    pub nodes: BTreeMap<NodeId, QueryGraphNode>,
    /// The conflicts by id, those that are over included.
    #[serde(deserialize_with = "unique_map::deserialize")]
    pub conflicts: BTreeMap<ConflictId, Conflict>,
}

/// The third layer of a [`TaskExport`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct InteractionTreeExport {
    /// The entries by id.
    #[serde(deserialize_with = "unique_map::deserialize")]
    pub entries: BTreeMap<EntryId, InteractionEntry>,
    /// The ids of each node's entries, merged nodes included.
    #[serde(deserialize_with = "unique_map::deserialize")]
    pub node_to_entries: BTreeMap<NodeId, Vec<EntryId>>,
    /// The merges, oldest first.
    pub merge_events: Vec<MergeEvent>,
}

/// The indexed passages of a [`TaskExport`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EvidenceExport {
    /// The passages of each entry, in order.
    #[serde(deserialize_with = "unique_map::deserialize")]
    pub passages: BTreeMap<EntryId, Vec<PassageExport>>,
}

/// An indexed passage of a [`TaskExport`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PassageExport {
    /// Bytes in the entry's text.
    pub span: Span,
    /// Headings above the passage.
    pub context: String,
    /// Its unit vector: base64 of little-endian `f32`.
    #[serde(with = "embedding_json")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>"))]
    pub vector: Option<Vec<f32>>,
}

impl TaskBank {
    /// Everything this memory knows.
    #[must_use]
    pub fn export(&self) -> TaskExport {
        TaskExport {
            format: TASK_EXPORT_FORMAT.to_owned(),
            version: TASK_EXPORT_VERSION,
            dimensions: self.dimensions,
            insight_doc: self.insight_doc.clone(),
            query_graph: self.export_query_graph(),
            interaction_tree: self.export_interaction_tree(),
            evidence: Some(EvidenceExport {
                passages: self.exported_passages(),
            }),
        }
    }

    /// The second layer alone.
    #[must_use]
    pub fn export_query_graph(&self) -> QueryGraphExport {
        QueryGraphExport {
            nodes: self.query_graph.nodes.clone(),
            conflicts: self.query_graph.conflicts.clone(),
        }
    }

    /// The third layer alone.
    #[must_use]
    pub fn export_interaction_tree(&self) -> InteractionTreeExport {
        let tree = &self.interaction_tree;
        InteractionTreeExport {
            entries: tree.entries.clone(),
            node_to_entries: tree.node_to_entries.clone(),
            merge_events: tree.merge_events.clone(),
        }
    }

    fn exported_passages(&self) -> BTreeMap<EntryId, Vec<PassageExport>> {
        let exported = |entry: &EntryId| {
            let passages = self.evidence.passages_of(entry);
            passages
                .map(|(id, span)| self.exported_passage(&id, span))
                .collect()
        };
        self.evidence
            .passages
            .keys()
            .map(|entry| (entry.clone(), exported(entry)))
            .collect()
    }

    fn exported_passage(&self, id: &PassageId, span: Span) -> PassageExport {
        PassageExport {
            span,
            context: self.evidence.context(id).unwrap_or_default().to_owned(),
            vector: self.evidence.vector(id).map(<[f32]>::to_vec),
        }
    }
}
