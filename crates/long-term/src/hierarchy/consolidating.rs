//! Old memories compressed, faded ones forgotten, facts taken.

use super::hierarchical_memory::{HierarchicalMemory, Urgency};
use super::writing::{TURNS, is_overtaken};
use crate::error::MemoryError;
use crate::note::{Instead, MemoryNote, Notes, WordsTask};
use crate::words::WordsFailure;
use amb_memory::hierarchy::{
    Arrival, ChannelQuery, ConsolidationDrafts, ConsolidationMaterial, ConsolidationPlan,
    ConsolidationReplies, ConsolidationReport, FactsReply, FactsRequest, MemoryEntry,
    PreparedMemory, SummaryReply, SummaryRequest, conclude_consolidation, consolidation_queries,
    draft_consolidation, episodic_memories, is_compression_due, is_knowledge_due,
    plan_consolidation, unread_memories,
};
use amb_memory::retrieval::Embedding;
use amb_store::long_term::LongTermError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Outcome of a consolidation.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ConsolidationOutcome {
    /// True if a consolidation took place: it was due, or requested.
    pub done: bool,
    /// Report of the consolidation.
    pub report: ConsolidationReport,
    /// True if more episodic memories are left than the threshold allows; another consolidation takes further ones.
    pub more: bool,
    /// Notes on degraded results.
    pub notes: Vec<MemoryNote>,
}

/// A model that could not be reached so often, one time after the other, is asked for no more of the same kind in one
/// consolidation: each try takes its time.
const TRIES: usize = 3;

/// Replies and vectors from earlier attempts of one consolidation, so that no request is repeated.
#[derive(Default)]
struct Answered {
    /// Number of failures to reach the model since its last reply.
    unreached: usize,
    summaries: Vec<(SummaryRequest, Option<SummaryReply>)>,
    facts: Vec<(FactsRequest, Option<FactsReply>)>,
    embeddings: BTreeMap<String, Option<Embedding>>,
}

impl HierarchicalMemory {
    /// Consolidates, and writes it as one (AF-09). If a memory that it took up is forgotten meanwhile, the store
    /// refuses, and it is planned anew: its words would live on in a summary.
    ///
    /// # Errors
    /// That of the store, or [`MemoryError::Contended`]; then nothing was written.
    pub async fn consolidate(&self, urgency: Urgency) -> Result<ConsolidationOutcome, MemoryError> {
        let settings = &self.settings.consolidation;
        let mut notes = Notes::default();
        let mut answered = Answered::default();
        for _ in 0..TURNS {
            let count = self.store.count(&episodic_memories()).await?;
            if urgency == Urgency::WhenDue && !self.is_consolidation_due(count).await? {
                return Ok(ConsolidationOutcome::default());
            }
            let material = self.material(count).await?;
            let plan = plan_consolidation(&material, self.world.now(), settings);
            match self.carry_out(&plan, &mut answered, &mut notes).await {
                Ok(report) => {
                    let left = count.saturating_sub(material.old.len());
                    return Ok(ConsolidationOutcome {
                        done: true,
                        more: is_compression_due(left, settings),
                        report,
                        notes: notes.into_vec(),
                    });
                }
                Err(MemoryError::Store(error)) if is_overtaken(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Err(MemoryError::Contended { attempts: TURNS })
    }

    /// Returns true if a consolidation is due, given the number of episodic memories.
    pub(super) async fn is_consolidation_due(
        &self,
        episodic: usize,
    ) -> Result<bool, LongTermError> {
        let settings = &self.settings.consolidation;
        if is_compression_due(episodic, settings) {
            return Ok(true);
        }
        let unread = self.store.count(&unread_memories()).await?;
        Ok(is_knowledge_due(unread, settings))
    }

    async fn material(&self, count: usize) -> Result<ConsolidationMaterial, LongTermError> {
        let queries = consolidation_queries(count, &self.settings.consolidation);
        let old = match &queries.old {
            Some(query) => self.read(query).await?,
            None => Vec::new(),
        };
        let unread = self.read(&queries.unread).await?;
        let mut vitals = self.store.vitals(&episodic_memories()).await?;
        self.accesses.show_in_vitals(&mut vitals);
        Ok(ConsolidationMaterial {
            old,
            unread,
            vitals,
        })
    }

    async fn read(&self, query: &ChannelQuery) -> Result<Vec<MemoryEntry>, LongTermError> {
        let found = self.store.search(std::slice::from_ref(query)).await?;
        let ids: Vec<_> = found.into_iter().flat_map(|found| found.ids).collect();
        self.store.entries(&ids).await
    }

    async fn carry_out(
        &self,
        plan: &ConsolidationPlan,
        answered: &mut Answered,
        notes: &mut Notes,
    ) -> Result<ConsolidationReport, MemoryError> {
        let mut replies = self.replies(plan, answered, notes).await;
        let mut drafts = draft_consolidation(plan, &replies)?;
        let mut arrivals = self.arrivals(&drafts, answered, notes).await?;
        if replies.quote_repeated(plan, &drafts, &arrivals) {
            drafts = draft_consolidation(plan, &replies)?;
            arrivals = self.arrivals(&drafts, answered, notes).await?;
        }
        let subjects: Vec<(String, String)> = drafts.subjects.iter().cloned().collect();
        let known_facts = self.store.facts(&subjects).await?;
        let (changes, report) =
            conclude_consolidation(plan, &drafts, arrivals, &known_facts, &self.settings)?;
        self.write(&changes).await?;
        Ok(report)
    }

    async fn arrivals(
        &self,
        drafts: &ConsolidationDrafts,
        answered: &mut Answered,
        notes: &mut Notes,
    ) -> Result<Vec<Arrival>, LongTermError> {
        let embedded = self.embedded(&drafts.memories, answered, notes).await;
        self.look_up(embedded).await
    }

    async fn replies(
        &self,
        plan: &ConsolidationPlan,
        answered: &mut Answered,
        notes: &mut Notes,
    ) -> ConsolidationReplies {
        let mut replies = ConsolidationReplies::default();
        answered.unreached = 0;
        for request in &plan.summaries {
            let known = answered
                .summaries
                .iter()
                .find(|(asked, _)| asked == request);
            let reply = match known {
                Some((_, reply)) => reply.clone(),
                None if answered.unreached >= TRIES => None,
                None => {
                    let reply = self.words.summary(request).await;
                    let reply = answered.or_later(reply, WordsTask::Summary, notes);
                    answered.summaries.push((request.clone(), reply.clone()));
                    reply
                }
            };
            replies.summaries.push(reply);
        }
        answered.unreached = 0;
        for request in &plan.facts {
            let known = answered.facts.iter().find(|(asked, _)| asked == request);
            let reply = match known {
                Some((_, reply)) => reply.clone(),
                None if answered.unreached >= TRIES => None,
                None => {
                    let reply = self.words.facts(request).await;
                    let reply = answered.or_later(reply, WordsTask::Facts, notes);
                    answered.facts.push((request.clone(), reply.clone()));
                    reply
                }
            };
            replies.facts.push(reply);
        }
        replies
    }

    async fn embedded(
        &self,
        memories: &[PreparedMemory],
        answered: &mut Answered,
        notes: &mut Notes,
    ) -> Vec<(PreparedMemory, Option<Embedding>)> {
        let known = &answered.embeddings;
        let is_new = |text: &&str| !known.contains_key(*text);
        let contents = memories.iter().map(PreparedMemory::content);
        let texts: Vec<&str> = contents.filter(is_new).collect();
        let embeddings = self.embed(&texts, notes).await;
        let embedded = texts.into_iter().map(str::to_owned).zip(embeddings);
        answered.embeddings.extend(embedded);
        let vector = |memory: &PreparedMemory| {
            let known = answered.embeddings.get(memory.content());
            (memory.clone(), known.cloned().flatten())
        };
        memories.iter().map(vector).collect()
    }
}

impl Answered {
    /// A reply, or none where the model failed: what it was to read stays, and is shown to it the next time.
    fn or_later<T>(
        &mut self,
        reply: Result<T, WordsFailure>,
        task: WordsTask,
        notes: &mut Notes,
    ) -> Option<T> {
        match reply {
            Ok(reply) => {
                self.unreached = 0;
                Some(reply)
            }
            Err(failure) => {
                self.unreached = if failure.unreachable {
                    self.unreached + 1
                } else {
                    0
                };
                notes.words_failed(task, Instead::AskedAgain, &failure);
                None
            }
        }
    }
}
