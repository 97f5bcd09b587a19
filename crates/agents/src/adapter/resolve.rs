//! A validated conflict into memory: integration, merge, and the analysis that follows (MB-11, MB-12).

use std::cmp::Reverse;
use std::collections::BTreeSet;

use amb_memory::task::{MergeEvent, NodeId, Ruling, Trust};
use amb_memory::text::visible;

use super::{Adapter, AdapterError};
use crate::engine::{
    ConflictNotification, IntegrationInput, IntegrationOutput, NodeWithNeighbours,
    ValidationOutput, Verdict,
};
use crate::event::Event;

impl Adapter<'_> {
    /// Carries out what a validation found; `trust` is that of what it rests on. A side that holds leads to a merge; an inconclusive
    /// validation leaves both sides visible as disputed; a compatible one ends the dispute.
    pub(super) async fn resolve(
        &mut self,
        conflict: &ConflictNotification,
        validation: &ValidationOutput,
        trust: Trust,
    ) -> Result<(), AdapterError> {
        let ids = &conflict.conflicting_node_ids;
        let noted = &conflict.conflict_description;
        let about = validation.about.as_ref().unwrap_or(noted);
        match &validation.verdict {
            Verdict::Supported { node } => {
                let ruling = ids.contains(node).then(|| Ruling {
                    upheld: node.clone(),
                    conflict: about.clone(),
                    grounds: validation.explanation.clone(),
                    held: validation
                        .decided
                        .iter()
                        .map(|one| one.held.clone())
                        .collect(),
                    refuted: validation
                        .decided
                        .iter()
                        .map(|one| one.refuted.clone())
                        .collect(),
                });
                self.merge(ids, validation, ruling, trust).await
            }
            Verdict::Inconclusive => {
                if validation.about.is_some() {
                    // Whatever else they were disputed for is no contradiction any more.
                    for (one, other) in pairs(ids) {
                        self.session.bank.settle(one, other)?;
                    }
                }
                self.leave_disputed(ids, about, &validation.explanation)
            }
            Verdict::Compatible => self.settle(ids, &validation.explanation),
        }
    }

    fn leave_disputed(
        &mut self,
        ids: &[NodeId],
        description: &str,
        grounds: &str,
    ) -> Result<(), AdapterError> {
        let grounds = visible(grounds);
        let bank = &mut self.session.bank;
        for (one, other) in pairs(ids) {
            bank.leave_undecided(one, other, description, &grounds)?;
        }
        Ok(())
    }

    fn settle(&mut self, ids: &[NodeId], reason: &str) -> Result<(), AdapterError> {
        for (one, other) in pairs(ids) {
            self.session.bank.settle(one, other)?;
            self.session.bank.link(one, other)?;
            (self.emit)(Event::NodesLinked {
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
        let output = self.engine.integrate(&self.context(), &input).await?;
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

    /// What the merged nodes were disputed for besides may be over now that one side is known to hold: it is
    /// validated again, unless it waits for that anyway.
    fn question_again(&mut self, merged: &NodeId) {
        let graph = self.session.bank.query_graph();
        let Some(dispute) = graph.node(merged).and_then(|node| node.disputed.clone()) else {
            return;
        };
        for (partner, about) in dispute.with.into_iter().zip(dispute.about) {
            let between = |waiting: &ConflictNotification| {
                let ids = &waiting.conflicting_node_ids;
                ids.contains(merged) && ids.contains(&partner)
            };
            if !self.session.conflicts.iter().any(between) {
                self.session.conflicts.push_back(ConflictNotification {
                    conflict_description: about,
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
        (self.emit)(Event::NodesMerged {
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
                    conflict.conflict_description.clone(),
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
        if depth > self.settings.merge_depth {
            (self.emit)(Event::Warning {
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
