//! One topic into memory: structure, node, entry, retrieval, analysis (seed 000 §4.3).

use std::collections::BTreeSet;

use amb_memory::retrieval::Query;
use amb_memory::task::{
    Attachment, AttachmentType, EntryId, EntryMetadata, EvidencePassage, InteractionEntry, NewNode,
    NodeId, NodeUpdate, QueryGraphNode, Resolution, SourceRef, TaskType, Trust, same_sides,
};
use amb_memory::text::{Outline, Span};

use super::read::Reading;
use super::{Adapter, AdapterError};
use crate::engine::{
    AnalysisInput, Cluster, ConflictNotification, NodeInfo, Relation, Relationship, StructureInput,
    WindowPassage,
};
use crate::event::Event;
use crate::extractive::{passage_context, sides};
use crate::host::ContentHash;
use crate::run::file_of;

/// An unbroken part of a topic's original text; it becomes an entry.
pub(super) struct Part {
    pub text: String,
    /// Where it stands in the text being read.
    pub place: Option<Span>,
    pub source: Option<SourceRef>,
    pub trust: Trust,
}

impl Part {
    /// A text that stands in no document.
    pub(super) fn unplaced(text: &str, trust: Trust) -> Self {
        Self {
            text: text.to_owned(),
            place: None,
            source: None,
            trust,
        }
    }

    /// What a model says that an image shows.
    pub(super) fn described(image: &str, text: &str) -> Self {
        Self {
            text: text.to_owned(),
            place: None,
            source: Some(SourceRef::new(image, Span::new(0, text.len()), 0)),
            trust: Trust::Model,
        }
    }
}

/// A topic and where it comes from.
pub(super) struct Remembered<'t> {
    pub topic: &'t Cluster,
    /// At least one; the attachments go with the first.
    pub parts: Vec<Part>,
    pub reading: Option<&'t Reading<'t>>,
    pub attachments: Vec<Attachment>,
}

fn gives_orders(entry: &&InteractionEntry) -> bool {
    entry.metadata.gives_orders
}

fn document_of(entry: &InteractionEntry) -> Option<&str> {
    let source = entry.metadata.source.as_ref();
    source.map(|source| source.document.as_str())
}

impl Adapter<'_> {
    /// Makes a node and its entries of a topic, and finds how it stands to what is known.
    pub(super) async fn remember(
        &mut self,
        remembered: Remembered<'_>,
    ) -> Result<NodeId, AdapterError> {
        let topic = remembered.topic;
        let input = StructureInput {
            content: topic.content.clone(),
            context: topic.context.clone(),
            keywords: topic.keywords.clone(),
        };
        let summary = self
            .engine
            .structure(&self.context(), &input)
            .await?
            .summary;
        let trust = Trust::least(remembered.parts.iter().map(|part| part.trust));
        let node = self
            .build_node(&summary, &topic.context, &topic.keywords, trust)
            .await?;
        let id = node.id.clone();
        self.add(node, remembered).await?;
        self.relate(&id, &BTreeSet::new()).await?;
        Ok(id)
    }

    /// A node with its vector over summary, context and keywords (MB-05).
    pub(super) async fn build_node(
        &self,
        summary: &str,
        context: &str,
        keywords: &[String],
        trust: Trust,
    ) -> Result<QueryGraphNode, AdapterError> {
        let text = format!("{summary} {context} {}", keywords.join(" "));
        let embedding = self.embeddings.embed_one(text).await?;
        Ok(QueryGraphNode {
            id: self.node_id()?,
            summary: summary.to_owned(),
            context: context.to_owned(),
            keywords: keywords.to_vec(),
            embedding_model: embedding.as_ref().and_then(|_| self.embeddings.model_id()),
            embedding: embedding.map(|embedding| embedding.vector),
            timestamp: self.host.now()?,
            trust,
            gives_orders: false,
            links: BTreeSet::new(),
            disputed: None,
        })
    }

    fn build_entry(
        &self,
        part: &Part,
        attachments: Vec<Attachment>,
    ) -> Result<InteractionEntry, AdapterError> {
        Ok(InteractionEntry {
            entry_id: self.entry_id()?,
            text: part.text.clone(),
            timestamp: self.host.now()?,
            metadata: EntryMetadata {
                source: part.source.clone(),
                trust: part.trust,
                ..EntryMetadata::default()
            },
            attachments,
        })
    }

    /// An attachment whose bytes lie in the blob store (MB-04).
    pub(super) fn attachment(
        &self,
        r#type: AttachmentType,
        blob: &ContentHash,
    ) -> Result<Attachment, AdapterError> {
        Ok(Attachment {
            id: self.identifier()?,
            r#type,
            content: blob.to_string(),
        })
    }

    /// Adds a node and its entries, and indexes the entries' passages as evidence.
    async fn add(
        &mut self,
        node: QueryGraphNode,
        remembered: Remembered<'_>,
    ) -> Result<(), AdapterError> {
        let Remembered {
            parts,
            reading,
            mut attachments,
            ..
        } = remembered;
        let id = node.id.clone();
        let mut event = Event::NodeAdded {
            id: id.clone(),
            context: node.context.clone(),
            keywords: node.keywords.clone(),
            document: None,
        };
        let mut node = Some(node);
        for part in parts {
            let evidence = self.evidence_of(&part, reading).await?;
            let entry = self.build_entry(&part, std::mem::take(&mut attachments))?;
            let entry_id = entry.entry_id.clone();
            match node.take() {
                Some(node) => self
                    .session
                    .bank
                    .add_node_with_entry(NewNode { node, entry })?,
                None => self.session.bank.add_entry(&id, entry)?,
            }
            self.warn_where_it_orders(&entry_id);
            self.session.bank.add_evidence(&entry_id, evidence)?;
            if let (Some(reading), Some(place)) = (reading, part.place) {
                self.count_read(reading, place);
            }
            if let (Event::NodeAdded { document, .. }, Some(source)) = (&mut event, part.source) {
                document.get_or_insert(source.document);
            }
        }
        self.session.new_nodes.push(id);
        (self.emit)(event);
        Ok(())
    }

    fn warn_where_it_orders(&mut self, id: &EntryId) {
        let entry = self.session.bank.interaction_tree().entry(id);
        let Some(entry) = entry.filter(gives_orders) else {
            return;
        };
        let document = document_of(entry).unwrap_or("A text").to_owned();
        self.warn_of_orders(&document, true);
    }

    /// Says that a document gives orders to a model, and whether memory keeps any of them: of each once, and once more
    /// where only then some are kept. The pages of a file are one document.
    pub(crate) fn warn_of_orders(&mut self, document: &str, keeps: bool) {
        let document = file_of(document);
        let warned_of = &mut self.session.warned_of;
        if warned_of.get(document).is_some_and(|kept| *kept || !keeps) {
            return;
        }
        warned_of.insert(document.to_owned(), keeps);
        let kept = if keeps {
            "Its words are kept as data, marked wherever they are shown."
        } else {
            "Memory keeps none of them, and the agent was told not to follow them."
        };
        (self.emit)(Event::Warning {
            code: "gives_orders".to_owned(),
            message: format!("{document} gives orders to a language model, or quotes such. {kept}"),
        });
    }

    /// The passages of a part, with what stands above them and their vectors.
    async fn evidence_of(
        &self,
        part: &Part,
        reading: Option<&Reading<'_>>,
    ) -> Result<Vec<EvidencePassage>, AdapterError> {
        let text = part.text.as_str();
        let whole = Span::new(0, text.len());
        let passages = match (reading, part.place) {
            (Some(reading), Some(place)) => reading.passages_in(place),
            _ => WindowPassage::of(text, &Outline::new(text), whole),
        };
        let mut evidence: Vec<EvidencePassage> = passages
            .into_iter()
            .map(|passage| {
                let headings: Vec<&str> = passage.headings.iter().map(String::as_str).collect();
                EvidencePassage {
                    span: passage.span,
                    context: passage_context(&headings),
                    vector: None,
                }
            })
            .collect();
        let texts: Vec<String> = evidence
            .iter()
            .map(|passage| passage.embedding_text(text))
            .collect();
        if let Some(vectors) = self.embeddings.embed(&texts).await? {
            for (passage, embedding) in evidence.iter_mut().zip(vectors) {
                passage.vector = Some(embedding.vector);
            }
        }
        Ok(evidence)
    }

    /// Retrieves candidates for a node and has them analysed; conflicts are noted, relations linked.
    pub(super) async fn relate(
        &mut self,
        id: &NodeId,
        exclude: &BTreeSet<NodeId>,
    ) -> Result<(), AdapterError> {
        let Some(new_node) = self.info(id) else {
            return Ok(());
        };
        let mut exclude = exclude.clone();
        exclude.insert(id.clone());
        let candidate_nodes = self.candidates(id, &exclude)?;
        if candidate_nodes.is_empty() {
            return Ok(());
        }
        let input = AnalysisInput {
            new_node,
            candidate_nodes,
        };
        let output = self.engine.analyse(&self.context(), &input).await?;
        for relationship in output.relationships {
            self.apply(id, relationship).await?;
        }
        Ok(())
    }

    /// Nodes that may conflict with a node or relate to it: the hits, then their neighbours, as many
    /// as hits were asked for. Without that bound the cost of a node would grow with the graph.
    fn candidates(
        &self,
        id: &NodeId,
        exclude: &BTreeSet<NodeId>,
    ) -> Result<Vec<NodeInfo>, AdapterError> {
        let graph = self.session.bank.query_graph();
        let Some(node) = graph.node(id) else {
            return Ok(Vec::new());
        };
        let k = self.settings.retrieval_k;
        let mut recalled = graph.retrieve(&Query {
            text: &node.keywords.join(" "),
            vector: node.embedding.as_deref(),
            alpha: self.settings.retrieval_alpha,
            k,
            exclude: Some(exclude),
        })?;
        recalled.sort_by_key(|found| found.is_neighbour);
        let nearest = recalled.iter().take(2 * k);
        Ok(nearest
            .filter_map(|found| self.info(&found.node.id))
            .collect())
    }

    async fn apply(&mut self, id: &NodeId, found: Relationship) -> Result<(), AdapterError> {
        let other = found.existing_node_id;
        match found.relation {
            Relation::Unrelated => Ok(()),
            Relation::Conflict {
                conflict_description,
            } => self.note_conflict(&other, id, conflict_description),
            Relation::Related {
                context_update_new,
                context_update_existing,
                keywords_update_new,
                keywords_update_existing,
            } => {
                self.session.bank.link(id, &other)?;
                (self.emit)(Event::NodesLinked {
                    from: id.clone(),
                    to: other.clone(),
                    reason: found.reasoning,
                });
                // Either update was made of both.
                let trust = Trust::least([id, &other].map(|id| self.trust_of(id)));
                self.update(id, context_update_new, keywords_update_new, trust)
                    .await?;
                let (context, keywords) = (context_update_existing, keywords_update_existing);
                self.update(&other, context, keywords, trust).await
            }
        }
    }

    /// Takes up contradictions between nodes that were neither disputed yet nor validated; whether there were any.
    pub(crate) fn dispute(
        &mut self,
        conflicts: Vec<ConflictNotification>,
    ) -> Result<bool, AdapterError> {
        let mut is_new = false;
        for conflict in conflicts {
            let [one, other] = conflict.conflicting_node_ids.as_slice() else {
                continue;
            };
            let graph = self.session.bank.query_graph();
            let disputed = graph.node(one).and_then(|node| node.disputed.as_ref());
            let is_disputed = disputed.is_some_and(|dispute| dispute.with.contains(other));
            if !is_disputed && !self.has_validated(&conflict) {
                self.note_conflict(one, other, conflict.conflict_description)?;
                is_new = true;
            }
        }
        Ok(is_new)
    }

    /// Whether a step has validated a conflict: what it found stands, or each answer would begin it anew. What was found for an
    /// earlier question stands as long as no further text is known.
    fn has_validated(&self, conflict: &ConflictNotification) -> bool {
        let sides = sides(&conflict.conflict_description).concat();
        let bank = &self.session.bank;
        let knows_more = bank.interaction_tree().entries().len() > self.session.texts_before;
        let earlier = if knows_more {
            self.session.steps_before
        } else {
            0
        };
        let mut steps = bank.insight_doc().completed_tasks().iter().skip(earlier);
        steps.any(|step| {
            step.r#type == TaskType::CrossValidate
                && sides.iter().all(|side| step.description.contains(side))
        })
    }

    fn note_conflict(
        &mut self,
        existing: &NodeId,
        new: &NodeId,
        description: String,
    ) -> Result<(), AdapterError> {
        self.session
            .bank
            .dispute(existing, new, &description, Resolution::Unresolved)?;
        let ids = vec![existing.clone(), new.clone()];
        let waits = |waiting: &ConflictNotification| {
            ids.iter()
                .all(|id| waiting.conflicting_node_ids.contains(id))
                && same_sides(&waiting.conflict_description, &description)
        };
        if self.session.conflicts.iter().any(waits) {
            return Ok(());
        }
        (self.emit)(Event::NodesDisputed {
            ids: ids.clone(),
            description: description.clone(),
        });
        self.session.conflicts.push_back(ConflictNotification {
            conflicting_node_ids: ids,
            conflict_description: description,
        });
        Ok(())
    }

    pub(super) fn trust_of(&self, id: &NodeId) -> Trust {
        let node = self.session.bank.query_graph().node(id);
        node.map_or(Trust::default(), |node| node.trust)
    }

    /// New context and keywords for a node, with a new vector (MB-07); `None` leaves a field. `trust` is that
    /// of what they were made of.
    pub(super) async fn update(
        &mut self,
        id: &NodeId,
        context: Option<String>,
        keywords: Option<Vec<String>>,
        trust: Trust,
    ) -> Result<(), AdapterError> {
        let Some(node) = self.info(id) else {
            return Ok(());
        };
        let context = context.unwrap_or_else(|| node.context.clone());
        let keywords = keywords.unwrap_or_else(|| node.keywords.clone());
        if context == node.context && keywords == node.keywords {
            return Ok(());
        }
        let text = format!("{} {context} {}", node.summary, keywords.join(" "));
        let embedding = self
            .embeddings
            .embed_one(text)
            .await?
            .map(|embedding| embedding.vector);
        let model = embedding.as_ref().and_then(|_| self.embeddings.model_id());
        (self.emit)(Event::NodeUpdated {
            id: id.clone(),
            context: context.clone(),
            keywords: keywords.clone(),
        });
        let update = NodeUpdate {
            context,
            keywords,
            embedding,
            embedding_model: model,
            trust,
        };
        Ok(self.session.bank.update_node(id, update)?)
    }
}
