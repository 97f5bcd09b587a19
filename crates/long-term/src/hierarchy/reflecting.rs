//! From memories to insights.

use super::admitting::Draft;
use super::hierarchical_memory::{HierarchicalMemory, Urgency};
use crate::error::MemoryError;
use crate::note::{Instead, MemoryNote, Notes, WordsTask};
use amb_memory::hierarchy::{
    Admission, Insight, InsightReply, InsightRequest, MAX_BATCH, MemoryId, NewMemory,
    PreparedMemory, QuestionsReply, QuestionsRequest, RecallRequest, ReflectionQuery,
    RefusedInsight, insight_memory, insight_request, is_reflection_due, questions_requests,
    quoted_insight, recent_memories, reflected, reflection_queries, template_questions,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Report of a reflection.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReflectionReport {
    /// True if a reflection took place: it was due, or requested.
    pub done: bool,
    /// Questions that were looked up.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub questions: usize,
    /// Insights that are remembered, as new entries or as ones that were there.
    pub insights: Vec<Admission>,
    /// Answers that were not kept.
    pub refused: Vec<RefusedInsight>,
    /// Notes on degraded results.
    pub notes: Vec<MemoryNote>,
}

/// An insight, and the memories that its writer was shown.
struct Found {
    memory: PreparedMemory,
    shown: BTreeSet<MemoryId>,
}

impl HierarchicalMemory {
    /// Reflects: questions, what is known to each, what follows from it (AF-08). The insights, and that it was done,
    /// are written as one; what accumulated since it began counts towards the next.
    ///
    /// # Errors
    /// That of the store; then nothing was written, and it stays due.
    pub async fn reflect(&self, urgency: Urgency) -> Result<ReflectionReport, MemoryError> {
        let settings = self.settings.reflection;
        let begun_with = self.store.state().await?;
        if urgency == Urgency::WhenDue && !is_reflection_due(&begun_with, &settings) {
            return Ok(ReflectionReport::default());
        }
        let now = self.world.now();
        let mut notes = Notes::default();
        let mut report = ReflectionReport {
            done: true,
            ..ReflectionReport::default()
        };
        let queries = self.reflection_queries(now, &mut notes).await?;
        report.questions = queries.len();
        let mut found = Vec::new();
        for query in queries {
            match self.answer(&query, &mut notes).await? {
                Some(Ok(insight)) => found.push(insight),
                Some(Err(refused)) => report.refused.push(refused),
                None => {}
            }
        }
        found.truncate(MAX_BATCH);
        let drafts = self.drafts(found, &mut notes).await;
        let done = reflected(&begun_with, &self.store.state().await?, now);
        let admissions = self.admit(&drafts, &done, &mut notes).await?;
        report.insights = admissions.into_iter().flatten().collect();
        report.notes = notes.into_vec();
        Ok(report)
    }

    /// Returns the questions that recent memories raise, with the vectors of their queries.
    async fn reflection_queries(
        &self,
        now: i64,
        notes: &mut Notes,
    ) -> Result<Vec<ReflectionQuery>, MemoryError> {
        let settings = self.settings.reflection;
        let recent = self.store.search(&[recent_memories(&settings)]).await?;
        let recent: Vec<MemoryId> = recent.into_iter().flat_map(|found| found.ids).collect();
        let recent = self.store.entries(&recent).await?;
        let mut queries = Vec::new();
        for request in questions_requests(recent, &settings) {
            let reply = self.questions(&request, notes).await;
            queries.extend(reflection_queries(&request, &reply, &settings, now));
        }
        let texts: Vec<String> = queries
            .iter()
            .map(|query| query.recall.text.clone())
            .filter(|text| !text.trim().is_empty())
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut embeddings = self.embed(&texts, notes).await.into_iter();
        for query in &mut queries {
            if !query.recall.text.trim().is_empty() {
                query.recall.embedding = embeddings.next().flatten();
            }
        }
        Ok(queries)
    }

    async fn questions(&self, request: &QuestionsRequest, notes: &mut Notes) -> QuestionsReply {
        match self.words.questions(request).await {
            Ok(reply) => reply,
            Err(failure) => {
                notes.words_failed(WordsTask::Questions, Instead::PlainWords, &failure);
                template_questions(request)
            }
        }
    }

    /// Returns the insight for a question; `None` if too little is known.
    async fn answer(
        &self,
        query: &ReflectionQuery,
        notes: &mut Notes,
    ) -> Result<Option<Result<Found, RefusedInsight>>, MemoryError> {
        let recall: RecallRequest = query.recall.clone();
        let recollection = self.find(recall).await?;
        let settings = &self.settings.reflection;
        let Some(request) = insight_request(query, &recollection, settings) else {
            return Ok(None);
        };
        let reply = self.insight(&request, notes).await;
        Ok(Some(match insight_memory(&request, &reply) {
            Insight::New(memory) => found(*memory, &request),
            Insight::Refused(refused) => Err(refused),
        }))
    }

    async fn insight(&self, request: &InsightRequest, notes: &mut Notes) -> InsightReply {
        match self.words.insight(request).await {
            Ok(reply) => reply,
            Err(failure) => {
                notes.words_failed(WordsTask::Insight, Instead::PlainWords, &failure);
                quoted_insight(request)
            }
        }
    }

    async fn drafts(&self, found: Vec<Found>, notes: &mut Notes) -> Vec<Draft> {
        let texts: Vec<&str> = found.iter().map(|found| found.memory.content()).collect();
        let embeddings = self.embed(&texts, notes).await;
        found
            .into_iter()
            .zip(embeddings)
            .map(|(found, embedding)| Draft {
                memory: found.memory,
                embedding,
                rests_on: found.shown,
            })
            .collect()
    }
}

fn found(memory: NewMemory, request: &InsightRequest) -> Result<Found, RefusedInsight> {
    let shown = request.evidence.iter().map(|shown| shown.id.clone());
    Ok(Found {
        shown: shown.collect(),
        memory: memory.prepare().map_err(|_| RefusedInsight::Nothing)?,
    })
}
