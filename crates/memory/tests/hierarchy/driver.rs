//! Driver of the pure steps: asks a store, hands on, writes.

use amb_memory::hierarchy::*;
use amb_memory::retrieval::Embedding;
use amb_memory::task::Trust;
use amb_memory::text::Language;
use std::collections::BTreeSet;

pub const DAY: i64 = 86_400_000;
pub const HOUR: i64 = 3_600_000;
/// 22 November 2026, 15:00 UTC, a Sunday.
pub const NOW: i64 = 20_779 * DAY + 15 * HOUR;

/// One user's memory, with a clock and ids that count.
#[derive(Clone, Default)]
pub struct Mind {
    pub table: EntryTable,
    pub settings: HierarchySettings,
    ids: u32,
}

impl Mind {
    pub fn next_id(&mut self) -> MemoryId {
        self.ids += 1;
        format!("m{:04}", self.ids).as_str().into()
    }

    /// The arrival of something new, as it would be looked up.
    pub fn arrival(&mut self, memory: NewMemory, vector: Option<&[f32]>) -> Arrival {
        let memory = memory.prepare().unwrap();
        let embedding = vector.map(|vector| Embedding::new("mini", vector).unwrap());
        self.look_up(memory, embedding)
    }

    fn look_up(&mut self, memory: PreparedMemory, embedding: Option<Embedding>) -> Arrival {
        let nearest = self
            .table
            .search(&memory.neighbour_query(embedding.as_ref()));
        let contents = memory.spelling().contents();
        let kept = contents.map(|(layer, hash)| self.table.known(layer, &hash));
        let (memory, known) = memory.among(kept);
        Arrival {
            id: self.next_id(),
            known,
            neighbours: self.table.entries(&nearest.ids),
            embedding,
            memory,
        }
    }

    pub fn remember(&mut self, memory: NewMemory) -> Admission {
        self.remember_with(memory, None)
    }

    pub fn remember_with(&mut self, memory: NewMemory, vector: Option<&[f32]>) -> Admission {
        let arrival = self.arrival(memory, vector);
        let admitted = admit(vec![arrival], &self.settings).unwrap();
        self.table.apply(&admitted.changes).unwrap();
        admitted.admissions.into_iter().next().unwrap()
    }

    pub fn recall(&self, request: RecallRequest) -> Recollection {
        let settings = &self.settings.retrieval;
        let plan = plan_recall(request, settings).unwrap();
        let rankings: Vec<_> = plan.queries.iter().map(|q| self.table.search(q)).collect();
        let ids: Vec<_> = rankings.iter().flat_map(|r| r.ids.clone()).collect();
        let found = rank(&plan, &rankings, self.table.entries(&ids), settings).unwrap();
        let queries = found.later_queries(&plan, settings);
        let rankings: Vec<_> = queries.iter().map(|q| self.table.search(q)).collect();
        let ids: BTreeSet<_> = rankings.iter().flat_map(|r| r.ids.clone()).collect();
        let entries = self.table.entries(&ids.into_iter().collect::<Vec<_>>());
        found.newer_first(&plan, &rankings, entries, settings)
    }

    /// The contents recalled for a question.
    pub fn ask(&self, question: &str) -> Vec<String> {
        contents(&self.recall(RecallRequest::new(question, NOW)))
    }

    pub fn get(&self, id: &MemoryId) -> &MemoryEntry {
        self.table.get(id).unwrap()
    }

    /// Reflects without a model: the ids of the insights, and what was refused.
    pub fn reflect(&mut self) -> (Vec<MemoryId>, Vec<RefusedInsight>) {
        let settings = self.settings.reflection;
        let state = self.table.state().clone();
        let recent = self.table.search(&recent_memories(&settings)).ids;
        let (mut insights, mut refused) = (Vec::new(), Vec::new());
        for request in questions_requests(self.table.entries(&recent), &settings) {
            let reply = template_questions(&request);
            for query in reflection_queries(&request, &reply, &settings, NOW) {
                let recollection = self.recall(query.recall.clone());
                let Some(request) = insight_request(&query, &recollection, &settings) else {
                    continue;
                };
                match insight_memory(&request, &quoted_insight(&request)) {
                    Insight::New(memory) => insights.push(self.remember(*memory).id),
                    Insight::Refused(why) => refused.push(why),
                }
            }
        }
        self.table.apply(&reflected(&state, &state, NOW)).unwrap();
        (insights, refused)
    }

    /// Consolidates; [`model_facts`] reads the facts.
    pub fn consolidate(&mut self, now: i64) -> ConsolidationReport {
        let (changes, report) = self.consolidation(now);
        self.table.apply(&changes).unwrap();
        report
    }

    pub fn consolidation(&mut self, now: i64) -> (ChangeSet, ConsolidationReport) {
        let settings = self.settings;
        let scope = episodic_memories();
        let queries = consolidation_queries(self.table.count(&scope), &settings.consolidation);
        let read = |query: &ChannelQuery| self.table.entries(&self.table.search(query).ids);
        let material = ConsolidationMaterial {
            old: queries.old.as_ref().map(read).unwrap_or_default(),
            unread: read(&queries.unread),
            vitals: self.table.vitals(&scope),
        };
        let plan = plan_consolidation(&material, now, &settings.consolidation);
        let replies = ConsolidationReplies {
            summaries: plan
                .summaries
                .iter()
                .map(|r| Some(quoted_summary(r)))
                .collect(),
            facts: plan.facts.iter().map(|r| Some(model_facts(r))).collect(),
        };
        let drafts = draft_consolidation(&plan, &replies).unwrap();
        let known_facts: Vec<_> = drafts
            .subjects
            .iter()
            .flat_map(|(subject, relation)| self.table.facts(subject, relation))
            .collect();
        let memories = drafts.memories.clone().into_iter();
        let arrivals: Vec<_> = memories.map(|memory| self.look_up(memory, None)).collect();
        conclude_consolidation(&plan, &drafts, arrivals, &known_facts, &settings).unwrap()
    }
}

/// A stand-in for a model: reads facts off sentences with these beginnings.
pub fn model_facts(request: &FactsRequest) -> FactsReply {
    const BEGINNINGS: [(&str, &str); 7] = [
        ("I live in ", "lives in"),
        ("I like ", "likes"),
        ("I don’t like ", "dislikes"),
        ("I prefer ", "prefers"),
        ("我住在", "住在"),
        ("我喜欢", "喜欢"),
        ("My name is ", "name"),
    ];
    let mut facts = Vec::new();
    for memory in request
        .memories
        .iter()
        .filter(|_| request.may_speak_of_user)
    {
        for sentence in memory.content.split_inclusive(['.', '!', '。']) {
            let sentence = sentence.trim().trim_start_matches("Remember: ");
            let read = BEGINNINGS
                .iter()
                .find_map(|(begins, relation)| Some((relation, sentence.strip_prefix(begins)?)));
            facts.extend(read.map(|(relation, value)| FactReply {
                subject: Fact::USER.to_owned(),
                relation: (*relation).to_owned(),
                value: value.trim_end_matches(['.', '!', '。']).to_owned(),
                source_ids: vec![memory.id.clone()],
            }));
        }
    }
    FactsReply { facts }
}

pub fn contents(recollection: &Recollection) -> Vec<String> {
    let memories = recollection.memories.iter();
    memories
        .map(|recalled| recalled.entry.content.clone())
        .collect()
}

/// Returns a memory of the user's words.
pub fn said(text: &str, at: i64) -> NewMemory {
    NewMemory::observed(
        text,
        MemoryType::Conversation,
        Speaker::User,
        Trust::Given,
        at,
    )
}

/// Returns a memory of a page's words.
pub fn read(text: &str, at: i64) -> NewMemory {
    let page = Trust::FoundPage;
    NewMemory::observed(text, MemoryType::Observation, Speaker::Source, page, at)
}

pub fn english(recollection: &Recollection, limit: usize) -> RecalledContext {
    recollection.context(
        &CoreMemory::default(),
        limit,
        Language::English,
        UtcOffset::default(),
    )
}
