//! Conflicts of exports before version 5, which had them as sentences: taken apart as far as that goes. Nothing is lost: what
//! cannot be taken apart stays as it was told, with unknown sides.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::conflict::{Conflict, ConflictStatus, Dissent, Quote};
use super::consistency::Inconsistency;
use super::entry::InteractionEntry;
use super::export::{EvidenceExport, InteractionTreeExport, QueryGraphExport, TaskExport};
use super::export::{TASK_EXPORT_FORMAT, TASK_EXPORT_VERSION};
use super::ids::{ConflictId, EntryId, NodeId};
use super::import::ImportError;
use super::insight_doc::InsightDoc;
use super::interaction_tree::{MergeEvent, Ruling};
use super::unique_map;
use crate::text::Language;

/// The `version` of exports from which on conflicts are data.
pub const FIRST_WITH_CONFLICTS: u64 = 5;

#[derive(Deserialize)]
struct OldExport {
    dimensions: usize,
    insight_doc: InsightDoc,
    query_graph: OldGraph,
    interaction_tree: OldTree,
    #[serde(default)]
    evidence: Option<EvidenceExport>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OldGraph {
    #[serde(deserialize_with = "unique_map::deserialize")]
    nodes: BTreeMap<NodeId, Map<String, Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OldTree {
    #[serde(deserialize_with = "unique_map::deserialize")]
    entries: BTreeMap<EntryId, InteractionEntry>,
    #[serde(deserialize_with = "unique_map::deserialize")]
    node_to_entries: BTreeMap<NodeId, Vec<EntryId>>,
    merge_events: Vec<Map<String, Value>>,
}

/// A node's dispute.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OldDispute {
    with: Vec<NodeId>,
    description: String,
    #[serde(default)]
    about: Vec<String>,
    resolution: OldResolution,
    #[serde(default)]
    grounds: String,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum OldResolution {
    Unresolved,
    Inconclusive,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OldRuling {
    upheld: NodeId,
    conflict: String,
    grounds: String,
    #[serde(default)]
    held: Vec<String>,
    #[serde(default)]
    refuted: Vec<String>,
}

/// An export before version 5 as one of today's.
pub(super) fn upgraded(json: &str) -> Result<TaskExport, ImportError> {
    let mut old: OldExport = serde_json::from_str(json)?;
    let mut conflicts = Conflicts::default();
    let mut disputes: BTreeMap<NodeId, OldDispute> = BTreeMap::new();
    for (id, node) in &mut old.query_graph.nodes {
        let dispute = node.insert("disputed".to_owned(), Value::Array(Vec::new()));
        let dispute: Option<OldDispute> = serde_json::from_value(dispute.unwrap_or_default())?;
        if let Some(dispute) = dispute {
            disputes.insert(id.clone(), dispute);
        }
    }
    let mut nodes = BTreeMap::new();
    for (id, node) in old.query_graph.nodes {
        nodes.insert(id, serde_json::from_value(Value::Object(node))?);
    }
    conflicts.note_disputes(&disputes)?;
    let mut merge_events = Vec::new();
    for mut event in old.interaction_tree.merge_events {
        let ruling = event.remove("ruling").unwrap_or_default();
        let ruling: Option<OldRuling> = serde_json::from_value(ruling)?;
        let mut event: MergeEvent = serde_json::from_value(Value::Object(event))?;
        event.ruling = ruling.map(|ruling| conflicts.ruling(&event, ruling));
        merge_events.push(event);
    }
    let mut graph = QueryGraphExport {
        nodes,
        conflicts: conflicts.found,
    };
    for conflict in graph.conflicts.values().filter(|one| one.status.is_open()) {
        for node in &conflict.about {
            graph.nodes.entry(node.clone()).and_modify(|node| {
                node.disputed.insert(conflict.id.clone());
            });
        }
    }
    Ok(TaskExport {
        format: TASK_EXPORT_FORMAT.to_owned(),
        version: TASK_EXPORT_VERSION,
        dimensions: old.dimensions,
        insight_doc: old.insight_doc,
        query_graph: graph,
        interaction_tree: InteractionTreeExport {
            entries: old.interaction_tree.entries,
            node_to_entries: old.interaction_tree.node_to_entries,
            merge_events,
        },
        evidence: old.evidence,
    })
}

#[derive(Default)]
struct Conflicts {
    found: BTreeMap<ConflictId, Conflict>,
}

impl Conflicts {
    fn add(&mut self, conflict: Conflict) -> ConflictId {
        let id = ConflictId::from(format!("c{}", self.found.len() + 1));
        let conflict = Conflict {
            id: id.clone(),
            ..conflict
        };
        self.found.insert(id.clone(), conflict);
        id
    }

    /// Each pair of nodes once, with what either says of it.
    fn note_disputes(
        &mut self,
        disputes: &BTreeMap<NodeId, OldDispute>,
    ) -> Result<(), Inconsistency> {
        let mut known: BTreeSet<(&NodeId, &NodeId, [String; 2])> = BTreeSet::new();
        for (node, dispute) in disputes {
            if dispute.with.is_empty() || !dispute.with.is_sorted_by(|a, b| a < b) {
                return Err(Inconsistency::MalformedDispute(node.clone()));
            }
            for (at, partner) in dispute.with.iter().enumerate() {
                if partner == node {
                    return Err(Inconsistency::SelfReference(node.clone()));
                }
                let back = disputes.get(partner);
                if back.is_none_or(|back| back.with.binary_search(node).is_err()) {
                    return Err(Inconsistency::OneWayReference {
                        from: node.clone(),
                        to: partner.clone(),
                    });
                }
                let about = match dispute.about.len() == dispute.with.len() {
                    true => dispute.about.get(at).unwrap_or(&dispute.description),
                    false => &dispute.description,
                };
                let pair = if node < partner {
                    (node, partner)
                } else {
                    (partner, node)
                };
                // A dispute that says nothing is one all the same.
                let told = about.lines().chain(about.is_empty().then_some(""));
                for dissent in told.map(dissent_of) {
                    if known.insert((pair.0, pair.1, dissent.key().map(str::to_owned))) {
                        self.add(of_dispute([node, partner], dissent, dispute));
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the ruling of an older file: its named sentences, and the others in its description.
    fn ruling(&mut self, event: &MergeEvent, old: OldRuling) -> Ruling {
        let mut merged = event.merged_node_ids.iter();
        let other = merged.find(|node| **node != old.upheld);
        let about = [&old.upheld, other.unwrap_or(&event.new_node_id)];
        let pairs = old.held.iter().zip(&old.refuted).map(|(held, refuted)| {
            let sides = [held.as_str(), refuted.as_str()].map(Quote::from);
            Dissent::of(Language::English, sides)
        });
        let mut decided: Vec<Dissent> = pairs.collect();
        let mut known: BTreeSet<[String; 2]> = BTreeSet::new();
        for dissent in &decided {
            known.insert(dissent.key().map(str::to_owned));
        }
        for dissent in old.conflict.lines().map(dissent_of) {
            if known.insert(dissent.key().map(str::to_owned)) {
                decided.push(dissent);
            }
        }
        let conflicts = decided.into_iter().map(|dissent| {
            self.add(Conflict {
                id: ConflictId::from(""),
                about: about.map(NodeId::clone),
                dissent,
                status: ConflictStatus::Refuted,
                upheld: Some(old.upheld.clone()),
                grounds: old.grounds.clone(),
            })
        });
        Ruling {
            conflicts: conflicts.collect(),
            upheld: old.upheld.clone(),
            grounds: old.grounds.clone(),
        }
    }
}

fn of_dispute(about: [&NodeId; 2], dissent: Dissent, dispute: &OldDispute) -> Conflict {
    Conflict {
        id: ConflictId::from(""),
        about: about.map(NodeId::clone),
        dissent,
        status: match dispute.resolution {
            OldResolution::Unresolved => ConflictStatus::Open,
            OldResolution::Inconclusive => ConflictStatus::Undecided,
        },
        upheld: None,
        grounds: dispute.grounds.clone(),
    }
}

/// A sentence of an older file as data. Its sides are known where it can be taken apart in one way only, and says no more
/// than they do.
#[must_use]
pub fn dissent_of(sentence: &str) -> Dissent {
    const FORMS: [(Language, &str, &str); 2] = [
        (Language::English, "” stands against “", "”"),
        (Language::Chinese, "”与“", "”相矛盾"),
    ];
    let found = FORMS.iter().find_map(|(language, between, end)| {
        let inside = sentence.strip_prefix('“')?.strip_suffix(end)?;
        let (left, right) = inside.split_once(between)?;
        let is_one_way = !right.contains(between);
        is_one_way.then(|| Dissent::of(*language, [left, right].map(Quote::from)))
    });
    found.unwrap_or_else(|| Dissent::told(sentence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_24_an_old_sentence_is_taken_apart_in_one_way_or_stays() {
        for (sentence, sides) in [
            (
                "“A is 5.” stands against “A is 7.”",
                Some(["A is 5.", "A is 7."]),
            ),
            (
                "“The “Quill” is new.” stands against “The “Quill” is old.”",
                Some(["The “Quill” is new.", "The “Quill” is old."]),
            ),
            (
                "“塔高七米。”与“塔高五米。”相矛盾",
                Some(["塔高七米。", "塔高五米。"]),
            ),
            ("“a” stands against “b” stands against “c”", None),
            ("“1932” (guide) stands against “1937” (chronicle).", None),
            ("The nodes differ.", None),
            ("“ stands against ”", None),
            ("", None),
        ] {
            let dissent = dissent_of(sentence);
            assert_eq!(dissent.description, sentence);
            let found = dissent.sides.map(|sides| sides.map(|side| side.text));
            assert_eq!(
                found,
                sides.map(|sides| sides.map(str::to_owned)),
                "{sentence}"
            );
        }
    }
}
