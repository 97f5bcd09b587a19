//! A document in memory: retrieval and answers.

use amb_agents::engine::{Embeddings, Engine, Progress, RunContext};
use amb_agents::extractive::{ExtractiveEngine, candidate_signals};
use amb_agents::protocol::{
    Answer, AnswerInput, Event, EvidencePassage, ResearchRequest, ResearchResult,
};
use amb_agents::run::{Research, retrieve_evidence, term_rarity};
use amb_agents::settings::Settings;
use amb_agents::spending::Meter;
use amb_agents::task::Session;
use amb_memory::task::PassageId;
use amb_memory::text::language;
use anyhow::Result;
use futures::executor::block_on;
use futures::future::AbortHandle;
use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::corpus::{Document, Question};
use crate::host::BenchHost;
use crate::measure::Sought;

/// A session that has read a document.
pub struct Memory {
    session: Session,
    settings: Settings,
    /// Contradictions that the engine found in it.
    pub conflicts: Vec<String>,
}

/// Evidence and answer for a question.
pub struct Found {
    /// The retrieved passages, best first.
    pub evidence: Vec<EvidencePassage>,
    /// The answer made of them.
    pub answer: Answer,
}

/// A sentence of the evidence.
pub struct Candidate {
    /// True if it overlaps the answering quote.
    pub is_right: bool,
    /// True if its passage holds the answering quote.
    pub is_in_passage: bool,
    /// Values of its signals, by name.
    pub signals: BTreeMap<&'static str, f32>,
    /// The sentence.
    pub text: String,
}

impl Memory {
    /// Reads a document as any run does.
    ///
    /// # Errors
    /// The run failed.
    pub fn read(host: &BenchHost, document: &Document) -> Result<Self> {
        Ok(Self::run(host, &Self::request(document))?.0)
    }

    /// Reads a document as far as a run does before its first answer. Each question finds it so.
    ///
    /// # Errors
    /// The run failed.
    pub fn read_for_answer(host: &BenchHost, document: &Document) -> Result<Self> {
        Ok(Self::run_until(host, &Self::request(document), true)?.0)
    }

    fn request(document: &Document) -> ResearchRequest {
        ResearchRequest {
            question: document
                .questions
                .first()
                .map(|q| q.question.clone())
                .unwrap_or_default(),
            documents: vec![document.text.clone()],
            ..ResearchRequest::default()
        }
    }

    /// Runs a request without a language model; returns the memory that it leaves, and its result.
    ///
    /// # Errors
    /// The run failed.
    pub fn run(host: &BenchHost, request: &ResearchRequest) -> Result<(Self, ResearchResult)> {
        Self::run_until(host, request, false)
    }

    fn run_until(
        host: &BenchHost,
        request: &ResearchRequest,
        first_answer: bool,
    ) -> Result<(Self, ResearchResult)> {
        let conflicts = RefCell::new(Vec::new());
        let (handle, stop) = AbortHandle::new_pair();
        let emit = |event| match event {
            Event::NodesDisputed { description, .. } => conflicts.borrow_mut().push(description),
            Event::Answered { .. } if first_answer => handle.abort(),
            _ => {}
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
        let result = block_on(research.run(&mut session, request, stop))?;
        let memory = Self {
            session,
            settings,
            conflicts: conflicts.into_inner(),
        };
        Ok((memory, result))
    }

    /// Number of passages.
    #[must_use]
    pub fn passages(&self) -> usize {
        self.session.bank.evidence().len()
    }

    /// Retrieves evidence for a question and answers it.
    ///
    /// # Errors
    /// Retrieval or the engine failed.
    pub fn ask(&self, host: &BenchHost, question: &str) -> Result<Found> {
        self.with_evidence(host, question, |context, input| {
            let answer = block_on(ExtractiveEngine::new().answer(context, &input))?;
            Ok(Found {
                evidence: input.evidence,
                answer,
            })
        })
    }

    /// Retrieves evidence for a question; returns its sentences with their signals.
    ///
    /// # Errors
    /// Retrieval or the embedder failed.
    pub fn candidates(&self, host: &BenchHost, question: &Question) -> Result<Vec<Candidate>> {
        let sought = Sought::of(question);
        let found = self.with_evidence(host, &question.question, |context, input| {
            let evidence = input.evidence.iter();
            let holds: Vec<bool> = evidence.map(|it| sought.is_in(&it.text)).collect();
            Ok((holds, block_on(candidate_signals(context, &input))?))
        })?;
        let (holds, found) = found;
        Ok(found
            .into_iter()
            .map(|one| Candidate {
                is_right: sought.is_quoted_by(&one.text),
                is_in_passage: holds.get(one.passage).copied().unwrap_or_default(),
                signals: one.signals.into_iter().collect(),
                text: one.text,
            })
            .collect())
    }

    fn with_evidence<T>(
        &self,
        host: &BenchHost,
        question: &str,
        act: impl FnOnce(&RunContext<'_>, AnswerInput) -> Result<T>,
    ) -> Result<T> {
        let emit = |_| {};
        let progress = Progress::new(&emit);
        let embeddings = Embeddings::new(host, &progress, &emit, self.settings.embedding_batch)?;
        // Passages that get their vectors for one question have none for the next.
        let mut bank = self.session.bank.clone();
        let found = block_on(retrieve_evidence(
            &mut bank,
            &embeddings,
            &self.settings,
            question,
            self.settings.retrieval_k,
        ))?;
        let input = AnswerInput {
            question: question.to_owned(),
            question_coverage: found.coverage,
            term_rarity: term_rarity(&bank, question),
            disputes: Vec::new(),
            closed: Vec::new(),
            retrieved: Vec::new(),
            completed: Vec::new(),
            evidence: found.passages,
        };
        let context = RunContext {
            embeddings: &embeddings,
            language: language(question),
            progress: &progress,
            settings: &self.settings,
            host,
            meter: &Meter::unlimited(),
            emit: &emit,
        };
        act(&context, input)
    }

    /// Texts of the five passages nearest by cosine alone; none without a model.
    ///
    /// # Errors
    /// The model failed.
    pub fn by_meaning(&self, host: &BenchHost, question: &str) -> Result<Vec<String>> {
        let emit = |_| {};
        let progress = Progress::new(&emit);
        let embeddings = Embeddings::new(host, &progress, &emit, 1)?;
        let Some(asked) = block_on(embeddings.embed_one(question.to_owned()))? else {
            return Ok(Vec::new());
        };
        let index = self.session.bank.evidence().index();
        let hits = index.semantic_search(&asked.vector, self.settings.retrieval_k)?;
        Ok(hits.iter().filter_map(|hit| self.text(&hit.key)).collect())
    }

    /// Texts of the five passages best by BM25 alone.
    #[must_use]
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
