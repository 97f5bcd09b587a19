//! A memory from data that anybody may have written.

use super::bank::TaskBank;
use super::conflict::Conflict;
use super::consistency::{Inconsistency, check_graph, check_quotes, check_tree, is_unit};
use super::error::TaskError;
use super::evidence::{EvidenceIndex, EvidencePassage};
use super::export::{
    EvidenceExport, PassageExport, TASK_EXPORT_FORMAT, TASK_EXPORT_VERSION, TaskExport,
};
use super::ids::{ConflictId, EntryId, NodeId};
use super::interaction_tree::InteractionTree;
use super::node::QueryGraphNode;
use super::old_disputes::{FIRST_WITH_CONFLICTS, upgraded};
use super::query_graph::QueryGraph;
use super::trust::Trust;
use crate::retrieval::RetrievalError;
use crate::text::{Outline, Span, passages, visible};
use serde::Deserialize;
use std::collections::BTreeMap;
use thiserror::Error;

/// The largest JSON text that is imported, and exported: 480 MiB. A string of JavaScript holds little more (512 MiB
/// in V8), and a run over 20 MiB of prose, all that a request may bring, leaves ten to fifteen bytes of JSON per
/// byte: vectors are not rounded, so that an imported memory answers as the exported one.
pub const MAX_IMPORT_BYTES: usize = 480 << 20;

type Nodes = BTreeMap<NodeId, QueryGraphNode>;

/// Why data is not imported.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The text is larger than [`MAX_IMPORT_BYTES`].
    #[error("{bytes} bytes are more than the {MAX_IMPORT_BYTES} that can be imported")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// It is not JSON, or not of the format's shape.
    #[error("not a task's memory: {0}")]
    Malformed(#[from] serde_json::Error),
    /// It is of another format.
    #[error("the format is {found:?}, not {TASK_EXPORT_FORMAT:?}")]
    WrongFormat {
        /// The format it names.
        found: String,
    },
    /// It names a version that never was.
    #[error("no export has version 0: the file was changed, or is damaged")]
    NoVersion,
    /// It is of a version this crate does not read.
    #[error("the export is of version {found}; versions up to {supported} can be read")]
    UnsupportedVersion {
        /// The version it names.
        found: u64,
        /// The newest version that is read.
        supported: u32,
    },
    /// Its vectors cannot be of the size it names.
    #[error("vectors of {0} numbers are not supported")]
    Dimensions(usize),
    /// Its parts contradict each other.
    #[error(transparent)]
    Inconsistent(#[from] Inconsistency),
}

/// The kinds of [`ImportError`], for callers that decide by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportErrorKind {
    /// It is too large.
    TooLarge,
    /// It is no export.
    Malformed,
    /// It is an export of a version unknown here.
    UnsupportedVersion,
    /// It is an export that contradicts itself.
    Inconsistent,
}

impl ImportError {
    /// The kind of this error.
    #[must_use]
    pub fn kind(&self) -> ImportErrorKind {
        match self {
            Self::TooLarge { .. } => ImportErrorKind::TooLarge,
            Self::Malformed(_) | Self::WrongFormat { .. } | Self::NoVersion => {
                ImportErrorKind::Malformed
            }
            Self::UnsupportedVersion { .. } => ImportErrorKind::UnsupportedVersion,
            Self::Dimensions(_) | Self::Inconsistent(_) => ImportErrorKind::Inconsistent,
        }
    }
}

impl From<TaskError> for ImportError {
    fn from(error: TaskError) -> Self {
        Self::Inconsistent(error.into())
    }
}

/// Header of an export. Read first, so that a newer export fails by its version and not by an unknown field.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u64,
}

impl TaskBank {
    /// The memory that [`TaskBank::export`] wrote as JSON, complete, or an error: nothing is repaired
    /// or left out. Only labels of trust go down to [`Trust::Imported`]: whoever wrote the file wrote them
    /// too.
    ///
    /// # Errors
    /// [`ImportError`], the first reason found.
    pub fn import(json: &str) -> Result<Self, ImportError> {
        if json.len() > MAX_IMPORT_BYTES {
            return Err(ImportError::TooLarge { bytes: json.len() });
        }
        let header: Header = serde_json::from_str(json)?;
        check_header(header.format, header.version)?;
        Self::from_export(match header.version < FIRST_WITH_CONFLICTS {
            true => upgraded(json)?,
            false => serde_json::from_str(json)?,
        })
    }

    /// The memory of an export that was read already; as [`Self::import`].
    ///
    /// # Errors
    /// [`ImportError`], the first reason found.
    pub fn from_export(export: TaskExport) -> Result<Self, ImportError> {
        check_header(export.format.clone(), u64::from(export.version))?;
        check_dimensions(export.dimensions)?;
        if export.insight_doc.doc_id().trim().is_empty() {
            return Err(Inconsistency::NoDocId.into());
        }
        check_ids(&export)?;
        check_graph(&export.query_graph.nodes, &export.query_graph.conflicts)?;
        check_vectors(&export)?;
        let conflicts = export.query_graph.conflicts;
        let tree = InteractionTree::of_parts(
            export.interaction_tree.entries,
            export.interaction_tree.node_to_entries,
            export.interaction_tree.merge_events,
        );
        check_tree(&tree, &export.query_graph.nodes)?;
        check_quotes(&conflicts, &tree)?;
        check_rulings(&conflicts, &tree)?;
        let (tree, nodes) = as_imported(tree, export.query_graph.nodes);
        Ok(Self {
            dimensions: export.dimensions,
            insight_doc: export.insight_doc,
            query_graph: indexed_graph(nodes, conflicts, export.dimensions)?,
            evidence: indexed_evidence(
                evidence_of(export.evidence, &tree),
                &tree,
                export.dimensions,
            )?,
            interaction_tree: tree,
        })
    }
}

/// BX-05: models are shown the ids of nodes and entries; each is a single word.
fn check_ids(export: &TaskExport) -> Result<(), Inconsistency> {
    const MAX_BYTES: usize = 200;
    let is_word = |id: &str| {
        let shown = !id.is_empty() && !id.contains(char::is_whitespace) && visible(id) == id;
        shown && id.len() <= MAX_BYTES
    };
    let nodes = export.query_graph.nodes.keys().map(NodeId::as_str);
    let entries = export.interaction_tree.entries.keys().map(EntryId::as_str);
    let conflicts = export.query_graph.conflicts.keys().map(ConflictId::as_str);
    if nodes.chain(entries).chain(conflicts).all(is_word) {
        Ok(())
    } else {
        Err(Inconsistency::UnfitId)
    }
}

/// A ruling is on conflicts that are there.
fn check_rulings(
    conflicts: &BTreeMap<ConflictId, Conflict>,
    tree: &InteractionTree,
) -> Result<(), TaskError> {
    let rulings = tree
        .merge_events()
        .iter()
        .filter_map(|event| event.ruling.as_ref());
    let mut named = rulings.flat_map(|ruling| &ruling.conflicts);
    match named.find(|id| !conflicts.contains_key(id)) {
        Some(id) => Err(TaskError::UnknownConflict(id.clone())),
        None => Ok(()),
    }
}

/// BX-05: an import cannot raise its own trust.
fn as_imported(mut tree: InteractionTree, mut nodes: Nodes) -> (InteractionTree, Nodes) {
    for entry in tree.entries.values_mut() {
        entry.metadata.trust = entry.metadata.trust.min(Trust::Imported);
    }
    for node in nodes.values_mut() {
        node.trust = node.trust.min(Trust::Imported);
    }
    (tree, nodes)
}

fn check_vectors(export: &TaskExport) -> Result<(), Inconsistency> {
    let nodes = export.query_graph.nodes.iter();
    let of_nodes =
        nodes.filter_map(|(id, node)| Some((id.to_string(), node.embedding.as_deref()?)));
    let passages = export
        .evidence
        .iter()
        .flat_map(|evidence| &evidence.passages);
    let of_passages = passages.flat_map(|(id, passages)| {
        let vectors = passages
            .iter()
            .filter_map(|passage| passage.vector.as_deref());
        vectors.map(|vector| (id.to_string(), vector))
    });
    let mut vectors = of_nodes.chain(of_passages);
    match vectors.find(|(_, vector)| !is_unit(vector)) {
        Some((id, _)) => Err(Inconsistency::NotUnit(id)),
        None => Ok(()),
    }
}

/// The passages of an export; where they were left out they are made again from its entries. They have no
/// vectors then: words alone find them.
fn evidence_of(export: Option<EvidenceExport>, tree: &InteractionTree) -> EvidenceExport {
    if let Some(export) = export {
        return export;
    }
    let made = tree.entries().map(|entry| {
        let structure = entry.structure();
        let outline = Outline::new(&entry.text, &structure);
        let passage = |span: Span| PassageExport {
            span,
            context: outline.path_at(span.start).join(" › "),
            vector: None,
        };
        let whole = Span::new(0, entry.text.len());
        let made = passages(&entry.text, &structure, whole).into_iter();
        let made = made.map(passage).collect();
        (entry.entry_id.clone(), made)
    });
    EvidenceExport {
        passages: made.collect(),
    }
}

fn check_header(format: String, version: u64) -> Result<(), ImportError> {
    if format != TASK_EXPORT_FORMAT {
        return Err(ImportError::WrongFormat { found: format });
    }
    if version == 0 {
        return Err(ImportError::NoVersion);
    }
    if version > u64::from(TASK_EXPORT_VERSION) {
        return Err(ImportError::UnsupportedVersion {
            found: version,
            supported: TASK_EXPORT_VERSION,
        });
    }
    Ok(())
}

/// An export must not be able to ask for vectors larger than any model's.
fn check_dimensions(dimensions: usize) -> Result<(), ImportError> {
    const LARGEST: usize = 8192;
    if dimensions > LARGEST {
        Err(ImportError::Dimensions(dimensions))
    } else {
        Ok(())
    }
}

fn indexed_graph(
    nodes: Nodes,
    conflicts: BTreeMap<ConflictId, Conflict>,
    dimensions: usize,
) -> Result<QueryGraph, TaskError> {
    let mut graph = QueryGraph::new(dimensions);
    for node in nodes.values() {
        graph.index.upsert(
            node.id.clone(),
            &node.embedding_text(),
            node.embedding.as_deref(),
        )?;
    }
    graph.nodes = nodes;
    graph.conflicts = conflicts;
    for (id, node) in &mut graph.nodes {
        node.embedding = graph.index.vector(id).map(<[f32]>::to_vec);
    }
    Ok(graph)
}

fn indexed_evidence(
    export: EvidenceExport,
    tree: &InteractionTree,
    dimensions: usize,
) -> Result<EvidenceIndex, Inconsistency> {
    let mut evidence = EvidenceIndex::new(dimensions);
    for (id, passages) in export.passages {
        let Some(entry) = tree.entry(&id) else {
            return Err(Inconsistency::PassagesOfUnknownEntry(id));
        };
        let passages = passages.into_iter().map(
            |PassageExport {
                 span,
                 context,
                 vector,
             }| {
                EvidencePassage {
                    span,
                    context,
                    vector,
                }
            },
        );
        let structure = entry.structure();
        evidence.add_entry_passages(&id, &entry.text, &structure, passages.collect())?;
    }
    Ok(evidence)
}

impl From<RetrievalError> for Inconsistency {
    fn from(error: RetrievalError) -> Self {
        Self::Refused(error.into())
    }
}
