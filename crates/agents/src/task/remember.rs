//! One topic into memory: structure, node, entry, retrieval, analysis (seed 000 §4.3).

use std::collections::BTreeSet;

use amb_memory::retrieval::Query;
use amb_memory::task::{
    Attachment, AttachmentType, Conflict, Dissent, EntryMetadata, EvidencePassage,
    InteractionEntry, NewNode, NodeId, NodeUpdate, QueryGraphNode, SourceRef, Trust, indexed_text,
};
use amb_memory::text::{Outline, Span, Structure};

use super::read::Reading;
use super::{Adapter, AdapterError};
use crate::extractive::passage_context;
use crate::host::ContentHash;
use crate::protocol::{
    AnalysisInput, Cluster, ConflictNotification, Event, NewConflict, NodeInfo, Relation,
    Relationship, StructureInput, WindowPassage,
};

/// An unbroken part of a topic's original text; it becomes an entry.
pub(super) struct Part {
    pub text: String,
    /// Its position in the text being read.
    pub place: Option<Span>,
    /// The structure of its text; `None` where no reader made one.
    pub structure: Option<Structure>,
    pub source: Option<SourceRef>,
    pub trust: Trust,
}

impl Part {
    /// A text that stands in no document.
    pub(super) fn unplaced(text: &str, trust: Trust) -> Self {
        Self {
            text: text.to_owned(),
            place: None,
            structure: None,
            source: None,
            trust,
        }
    }

    /// A model's description of an image.
    pub(super) fn described(image: &str, text: &str) -> Self {
        Self {
            text: text.to_owned(),
            place: None,
            structure: None,
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

impl Adapter<'_> {
    /// Makes a node and its entries of a topic, and finds how it stands to what is known.
    pub(super) async fn remember(
        &mut self,
        remembered: Remembered<'_>,
    ) -> Result<NodeId, AdapterError> {
        let topic = remembered.topic;
        let whole = match remembered.parts.as_slice() {
            [part] if part.text == topic.content => part.structure.clone(),
            _ => None,
        };
        let input = StructureInput {
            content: topic.content.clone(),
            structure: whole,
            context: topic.context.clone(),
            keywords: topic.keywords.clone(),
        };
        let summary = self.engine.structure(&self.context, &input).await?.summary;
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
        let embedding = self.context.embeddings.embed_one(text).await?;
        Ok(QueryGraphNode {
            id: self.node_id()?,
            summary: summary.to_owned(),
            context: context.to_owned(),
            keywords: keywords.to_vec(),
            embedding_model: embedding
                .as_ref()
                .and_then(|_| self.context.embeddings.model_id()),
            embedding: embedding.map(|embedding| embedding.vector),
            timestamp: self.context.host.now()?,
            trust,
            links: BTreeSet::new(),
            disputed: BTreeSet::new(),
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
            timestamp: self.context.host.now()?,
            metadata: EntryMetadata {
                source: part.source.clone(),
                structure: part.structure.clone(),
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
            self.session.bank.add_evidence(&entry_id, evidence)?;
            if let (Some(reading), Some(place)) = (reading, part.place) {
                self.count_read(reading, place);
            }
            if let (Event::NodeAdded { document, .. }, Some(source)) = (&mut event, part.source) {
                document.get_or_insert(source.document);
            }
        }
        self.session.new_nodes.push(id);
        (self.context.emit)(event);
        Ok(())
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
            _ => {
                let structure = Structure::or_plain(part.structure.as_ref(), text);
                WindowPassage::of(text, &structure, &Outline::new(text, &structure), whole)
            }
        };
        let made = passages.into_iter().map(|passage| {
            let headings: Vec<&str> = passage.headings.iter().map(String::as_str).collect();
            let context = passage_context(&headings);
            let text = indexed_text(&context, &passage.words);
            let span = passage.span;
            let vector = None;
            (
                EvidencePassage {
                    span,
                    context,
                    vector,
                },
                text,
            )
        });
        let (mut evidence, texts): (Vec<EvidencePassage>, Vec<String>) = made.unzip();
        if let Some(vectors) = self.context.embeddings.embed(&texts).await? {
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
        let output = self.engine.analyse(&self.context, &input).await?;
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
        let k = self.context.settings.retrieval_k;
        let mut recalled = graph.retrieve(&Query {
            text: &node.keywords.join(" "),
            vector: node.embedding.as_deref(),
            alpha: self.context.settings.retrieval_alpha,
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
            Relation::Conflict { dissents } => self.note_conflicts([id, &other], dissents),
            Relation::Related {
                context_update_new,
                context_update_existing,
                keywords_update_new,
                keywords_update_existing,
            } => {
                self.session.bank.link(id, &other)?;
                (self.context.emit)(Event::NodesLinked {
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

    /// Takes up new contradictions between nodes without an open conflict, and returns true if there were any. Settled
    /// or decided conflicts stand, or each answer would reopen them.
    pub(crate) fn dispute(&mut self, found: Vec<NewConflict>) -> Result<bool, AdapterError> {
        let mut is_new = false;
        for NewConflict { about, dissent } in found {
            let graph = self.session.bank.query_graph();
            let [one, other] = &about;
            let is_known = |known: &Conflict| {
                known.dissent.is_same(&dissent)
                    || known.status.is_open() && known.is_between(one, other)
            };
            if !graph.conflicts().any(is_known) {
                self.note_conflicts([one, other], vec![dissent])?;
                is_new = true;
            }
        }
        Ok(is_new)
    }

    /// Notes conflicts of a new node with a known one, of which these are the sides in that order.
    fn note_conflicts(
        &mut self,
        [new, existing]: [&NodeId; 2],
        dissents: Vec<Dissent>,
    ) -> Result<(), AdapterError> {
        let bank = &mut self.session.bank;
        let mut conflicts = Vec::new();
        let mut lines = Vec::new();
        for mut dissent in dissents {
            let sides = dissent.sides.iter_mut().flatten();
            for (side, node) in sides.zip([new, existing]) {
                side.place = bank.place_of(node, &side.text);
            }
            lines.push(dissent.description.clone());
            let id = bank.dispute([new, existing], dissent)?;
            if !conflicts.contains(&id) {
                conflicts.push(id);
            }
        }
        let waits = |waiting: &ConflictNotification| {
            conflicts.iter().all(|id| waiting.conflicts.contains(id))
        };
        if self.session.conflicts.iter().any(waits) {
            return Ok(());
        }
        let (ids, description) = (vec![existing.clone(), new.clone()], lines.join("\n"));
        (self.context.emit)(Event::NodesDisputed {
            ids: ids.clone(),
            conflicts: conflicts.clone(),
            description: description.clone(),
        });
        self.session.conflicts.push_back(ConflictNotification {
            conflicting_node_ids: ids,
            conflict_description: description,
            conflicts,
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
            .context
            .embeddings
            .embed_one(text)
            .await?
            .map(|embedding| embedding.vector);
        let model = embedding
            .as_ref()
            .and_then(|_| self.context.embeddings.model_id());
        (self.context.emit)(Event::NodeUpdated {
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
