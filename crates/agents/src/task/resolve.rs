//! A validated conflict into memory: integration, merge, and the analysis that follows (MB-11, MB-12).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use amb_memory::task::{Conflict, ConflictId, MergeEvent, NodeId, Ruling, Trust};
use amb_memory::text::visible;

use super::{Adapter, AdapterError};
use crate::protocol::{
    ConflictNotification, Event, IntegrationInput, IntegrationOutput, NodeWithNeighbours,
    ValidationOutput, Verdict,
};

impl Adapter<'_> {
    /// Applies the result of a validation; `trust` is the trust of its grounds. A side that holds leads to a merge. An
    /// inconclusive result leaves both sides visible as disputed. A compatible one ends the dispute.
    pub(super) async fn resolve(
        &mut self,
        conflict: &ConflictNotification,
        validation: &ValidationOutput,
        trust: Trust,
    ) -> Result<(), AdapterError> {
        let ids = &conflict.conflicting_node_ids;
        let graph = self.session.bank.query_graph();
        let known = conflict.conflicts.iter();
        let known = known.filter(|id| graph.conflict(id).is_some());
        let conflicts: Vec<ConflictId> = known.cloned().collect();
        let grounds = visible(&validation.explanation);
        match &validation.verdict {
            Verdict::Supported { node } => {
                let ruling = ids.contains(node).then(|| Ruling {
                    upheld: node.clone(),
                    conflicts,
                    grounds: validation.explanation.clone(),
                });
                self.merge(ids, validation, ruling, trust).await
            }
            Verdict::Inconclusive => {
                for id in &conflicts {
                    self.session.bank.leave_undecided(id, &grounds)?;
                }
                Ok(())
            }
            Verdict::Compatible => {
                for id in &conflicts {
                    self.session.bank.settle(id, &grounds)?;
                }
                self.link_all(ids, &validation.explanation)
            }
        }
    }

    fn link_all(&mut self, ids: &[NodeId], reason: &str) -> Result<(), AdapterError> {
        for (one, other) in pairs(ids) {
            self.session.bank.link(one, other)?;
            (self.context.emit)(Event::NodesLinked {
                from: one.clone(),
                to: other.clone(),
                reason: reason.to_owned(),
            });
        }
        Ok(())
    }

    async fn merge(
        &mut self,
        ids: &[NodeId],
        validation: &ValidationOutput,
        ruling: Option<Ruling>,
        trust: Trust,
    ) -> Result<(), AdapterError> {
        let nodes_to_merge = self.with_neighbours(ids);
        if nodes_to_merge.len() < 2 {
            return Ok(());
        }
        let input = IntegrationInput {
            nodes_to_merge,
            validation: validation.clone(),
        };
        let output = self.engine.integrate(&self.context, &input).await?;
        let (merged, inherited) = self.replace(ids, &output, ruling, trust).await?;
        let trust = self.trust_of(&merged);
        for (neighbour, update) in output.neighbour_updates {
            if inherited.contains(&neighbour) {
                let (context, keywords) = (Some(update.context), Some(update.keywords));
                self.update(&neighbour, context, keywords, trust).await?;
            }
        }
        self.session.new_nodes.push(merged.clone());
        self.question_again(&merged);
        self.analyse_again(&merged, &inherited).await
    }

    /// Queues the other disputes of the merged nodes for validation, unless they wait already. They may be over now
    /// that one side is known to hold.
    fn question_again(&mut self, merged: &NodeId) {
        let graph = self.session.bank.query_graph();
        let Some(node) = graph.node(merged) else {
            return;
        };
        let mut by_partner: BTreeMap<NodeId, Vec<&Conflict>> = BTreeMap::new();
        for conflict in graph.conflicts_of(node) {
            if let Some(partner) = conflict.other(merged) {
                by_partner
                    .entry(partner.clone())
                    .or_default()
                    .push(conflict);
            }
        }
        for (partner, conflicts) in by_partner {
            let between = |waiting: &ConflictNotification| {
                let ids = &waiting.conflicting_node_ids;
                ids.contains(merged) && ids.contains(&partner)
            };
            if !self.session.conflicts.iter().any(between) {
                let lines = conflicts.iter().map(|one| one.dissent.description.as_str());
                self.session.conflicts.push_back(ConflictNotification {
                    conflict_description: lines.collect::<Vec<_>>().join("\n"),
                    conflicts: conflicts.iter().map(|one| one.id.clone()).collect(),
                    conflicting_node_ids: vec![partner, merged.clone()],
                });
            }
        }
    }

    fn with_neighbours(&self, ids: &[NodeId]) -> Vec<NodeWithNeighbours> {
        let graph = self.session.bank.query_graph();
        ids.iter()
            .filter_map(|id| {
                let node = graph.node(id)?;
                let others = node.links.iter().filter(|other| !ids.contains(other));
                let mut neighbours: Vec<_> = others.filter_map(|other| graph.node(other)).collect();
                neighbours.sort_by_key(|neighbour| Reverse((neighbour.timestamp, &neighbour.id)));
                let neighbours = neighbours.iter();
                Some(NodeWithNeighbours {
                    node: self.info(id)?,
                    timestamp: node.timestamp,
                    neighbours: neighbours.filter_map(|one| self.info(&one.id)).collect(),
                })
            })
            .collect()
    }

    /// Puts the merged node in the place of the old ones; returns it and the edges it inherited.
    async fn replace(
        &mut self,
        ids: &[NodeId],
        output: &IntegrationOutput,
        ruling: Option<Ruling>,
        trust: Trust,
    ) -> Result<(NodeId, BTreeSet<NodeId>), AdapterError> {
        let content = &output.merged_node;
        let node = self
            .build_node(&content.summary, &content.context, &content.keywords, trust)
            .await?;
        let id = node.id.clone();
        let event = MergeEvent {
            event_id: self.identifier()?,
            merged_node_ids: ids.to_vec(),
            new_node_id: id.clone(),
            timestamp: node.timestamp,
            description: output.interaction_tree_description.clone(),
            ruling,
        };
        self.session.bank.merge(node, event)?;
        (self.context.emit)(Event::NodesMerged {
            from: ids.to_vec(),
            into: id.clone(),
            context: content.context.clone(),
            description: output.interaction_tree_description.clone(),
        });
        self.redirect_conflicts(ids, &id);
        let links = self
            .session
            .bank
            .query_graph()
            .node(&id)
            .map(|node| node.links.clone());
        Ok((id, links.unwrap_or_default()))
    }

    /// Conflicts that wait with a merged node now wait with the one in its place; one between the merged
    /// nodes themselves is settled.
    fn redirect_conflicts(&mut self, merged: &[NodeId], into: &NodeId) {
        let mut seen = BTreeSet::new();
        for conflict in &mut self.session.conflicts {
            for id in &mut conflict.conflicting_node_ids {
                if merged.contains(id) {
                    *id = into.clone();
                }
            }
            conflict.conflicting_node_ids.sort();
            conflict.conflicting_node_ids.dedup();
        }
        self.session.conflicts.retain(|conflict| {
            conflict.conflicting_node_ids.len() > 1
                && seen.insert((
                    conflict.conflicting_node_ids.clone(),
                    conflict.conflicts.clone(),
                ))
        });
    }

    /// Analyses a merged node without the neighbours it inherited. A further conflict is noted and
    /// planned like any other, unless merges have already followed from one another too often.
    async fn analyse_again(
        &mut self,
        merged: &NodeId,
        inherited: &BTreeSet<NodeId>,
    ) -> Result<(), AdapterError> {
        let depth = self.session.bank.interaction_tree().merge_depth(merged);
        if depth > self.context.settings.merge_depth {
            (self.context.emit)(Event::Warning {
                code: "merge_depth".to_owned(),
                message: format!(
                    "A merged topic was not compared again after {depth} merges in a row."
                ),
            });
            return Ok(());
        }
        self.relate(merged, inherited).await
    }
}

/// Each pair of these nodes, once.
fn pairs(ids: &[NodeId]) -> impl Iterator<Item = (&NodeId, &NodeId)> {
    ids.iter()
        .enumerate()
        .flat_map(|(index, one)| ids.iter().skip(index + 1).map(move |other| (one, other)))
}
