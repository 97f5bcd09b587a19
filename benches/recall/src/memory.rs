//! A document in memory, and what the memory finds in it.

use amb_agents::engine::{Answer, AnswerInput, Engine, EngineContext, EvidencePassage};
use amb_agents::event::Event;
use amb_agents::extractive::ExtractiveEngine;
use amb_agents::run::{
    Embeddings, Progress, Research, ResearchRequest, Session, retrieve_evidence, term_rarity,
};
use amb_agents::settings::Settings;
use amb_agents::spending::Meter;
use amb_memory::task::PassageId;
use amb_memory::text::language;
use anyhow::{Context, Result};
use futures::executor::block_on;
use futures::future::AbortHandle;
use std::cell::RefCell;

use crate::corpus::Document;
use crate::host::BenchHost;

/// A session that has read a document.
pub struct Memory {
    session: Session,
    settings: Settings,
    /// What the engine took for contradictions.
    pub conflicts: Vec<String>,
}

/// What the memory makes of a question.
pub struct Found {
    /// The retrieved passages, best first.
    pub evidence: Vec<EvidencePassage>,
    /// The answer made of them.
    pub answer: Answer,
}

impl Memory {
    /// Reads a document as any run does.
    pub fn read(host: &BenchHost, document: &Document) -> Result<Self> {
        let request = ResearchRequest {
            question: document
                .questions
                .first()
                .map(|q| q.question.clone())
                .unwrap_or_default(),
            documents: vec![document.text.clone()],
            ..ResearchRequest::default()
        };
        let conflicts = RefCell::new(Vec::new());
        let emit = |event| {
            if let Event::NodesDisputed { description, .. } = event {
                conflicts.borrow_mut().push(description);
            }
        };
        let settings = Settings::default();
        let mut session = Session::begin(host, &request.question)?;
        let research = Research {
            host,
            engine: &ExtractiveEngine::new(),
            actor: None,
            settings: &settings,
            emit: &emit,
        };
        let (_, stop) = AbortHandle::new_pair();
        block_on(research.run(&mut session, &request, stop))?;
        Ok(Self {
            session,
            settings,
            conflicts: conflicts.into_inner(),
        })
    }

    /// Number of passages.
    pub fn passages(&self) -> usize {
        self.session.bank.evidence().len()
    }

    /// Retrieves evidence for a question and answers it.
    pub fn ask(&self, host: &BenchHost, question: &str) -> Result<Found> {
        let emit = |_| {};
        let progress = Progress::new(&emit);
        let embeddings = Embeddings::new(host, &progress, &emit, self.settings.embedding_batch)?;
        let bank = &self.session.bank;
        let found = block_on(retrieve_evidence(
            bank,
            &embeddings,
            &self.settings,
            question,
        ))?;
        let input = AnswerInput {
            question: question.to_owned(),
            question_coverage: found.coverage,
            term_rarity: term_rarity(bank, question),
            disputes: Vec::new(),
            decided: Vec::new(),
            retrieved: Vec::new(),
            completed: Vec::new(),
            evidence: found.passages,
        };
        let context = EngineContext {
            embeddings: &embeddings,
            language: language(question),
            report_language: None,
            host,
            meter: &Meter::unlimited(),
            emit: &emit,
        };
        let answer = block_on(ExtractiveEngine::new().answer(&context, &input))?;
        Ok(Found {
            evidence: input.evidence,
            answer,
        })
    }

    /// Texts of the five passages nearest by cosine alone.
    pub fn by_meaning(&self, host: &BenchHost, question: &str) -> Result<Vec<String>> {
        let emit = |_| {};
        let progress = Progress::new(&emit);
        let embeddings = Embeddings::new(host, &progress, &emit, 1)?;
        let asked = block_on(embeddings.embed_one(question.to_owned()))?.context("an embedder")?;
        let index = self.session.bank.evidence().index();
        let hits = index.semantic_search(&asked.vector, self.settings.retrieval_k)?;
        Ok(hits.iter().filter_map(|hit| self.text(&hit.key)).collect())
    }

    /// Texts of the five passages best by BM25 alone.
    pub fn by_keywords(&self, question: &str) -> Vec<String> {
        let index = self.session.bank.evidence().index();
        let hits = index.keyword_search(question, self.settings.retrieval_k);
        hits.iter().filter_map(|hit| self.text(&hit.key)).collect()
    }

    fn text(&self, id: &PassageId) -> Option<String> {
        let span = self.session.bank.evidence().span(id)?;
        let entry = self.session.bank.interaction_tree().entry(&id.entry)?;
        Some(span.of(&entry.text).to_owned())
    }
}
