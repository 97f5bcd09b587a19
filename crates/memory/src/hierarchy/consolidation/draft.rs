//! From an engine's replies to memories.

use super::super::entry::Fact;
use super::super::error::HierarchyError;
use super::super::observation::{Arrival, MAX_BATCH, NewMemory, PreparedMemory};
use super::compression::{SummaryReply, quoted_summary, summary_memory};
use super::conclusion::SkippedRequest;
use super::knowledge::{FactsReply, FactsRequest, MAX_FACTS, fact_memory};
use super::plan::ConsolidationPlan;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// An engine's replies, in the order of the plan's requests; none where it failed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConsolidationReplies {
    /// To the requests for summaries.
    pub summaries: Vec<Option<SummaryReply>>,
    /// To the requests for facts.
    pub facts: Vec<Option<FactsReply>>,
}

impl ConsolidationReplies {
    /// Has memories quoted in place of a summary that says what another memory says, be it one of these drafts or one that
    /// their arrivals have met: it could not stand beside that, its group would be asked for again each time. Whether there
    /// is one, so that drafts are to be made anew.
    pub fn quote_repeated(
        &mut self,
        plan: &ConsolidationPlan,
        drafts: &ConsolidationDrafts,
        arrivals: &[Arrival],
    ) -> bool {
        let mut said = BTreeSet::new();
        let mut is_any = false;
        for (purpose, arrival) in drafts.purposes.iter().zip(arrivals) {
            let Purpose::Summary(number) = *purpose else {
                continue;
            };
            let is_new = said.insert(arrival.memory.content_hash());
            if is_new && arrival.known.is_none() {
                continue;
            }
            let quoted = plan.summaries.get(number).map(quoted_summary);
            if let Some(reply) = self.summaries.get_mut(number)
                && *reply != quoted
            {
                *reply = quoted;
                is_any = true;
            }
        }
        is_any
    }
}

/// Why a fact of a reply is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RefusedFact {
    /// Its subject, relation or value is empty or too long.
    Malformed,
    /// It names no memory that was shown.
    WithoutSource,
    /// It is about the user, and was made of others' words.
    AboutUserFromOthersWords,
    /// It is about the user, and the memories that it names do not have the words of its value.
    ValueNotInSource,
    /// The reply holds more facts than are taken from one.
    TooMany,
    /// The same fact was forgotten, and stays so.
    Forgotten,
}

/// Purpose of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To stand for the memories of the plan's request of this number.
    Summary(usize),
    /// To be known.
    Fact,
}

/// Drafts of the memories that a consolidation would add.
#[derive(Debug, Clone, PartialEq)]
pub struct ConsolidationDrafts {
    /// To be embedded and looked up, as arrivals in this order.
    pub memories: Vec<PreparedMemory>,
    /// Subject and relation of each fact, to look up what else is known of it.
    pub subjects: BTreeSet<(String, String)>,
    pub(super) purposes: Vec<Purpose>,
    /// The numbers of the plan's requests for facts that were answered.
    pub(super) read: Vec<usize>,
    pub(super) refused: Vec<RefusedFact>,
    pub(super) skipped: Vec<SkippedRequest>,
}

/// Makes memories of the replies: what cannot be used is left out and told in the report. What
/// exceeds one batch is left for the next consolidation.
///
/// # Errors
/// Not as many replies as requests.
pub fn draft_consolidation(
    plan: &ConsolidationPlan,
    replies: &ConsolidationReplies,
) -> Result<ConsolidationDrafts, HierarchyError> {
    check_number(plan.summaries.len(), replies.summaries.len())?;
    check_number(plan.facts.len(), replies.facts.len())?;
    let mut drafts = ConsolidationDrafts {
        memories: Vec::new(),
        subjects: BTreeSet::new(),
        purposes: Vec::new(),
        read: Vec::new(),
        refused: Vec::new(),
        skipped: Vec::new(),
    };
    for (number, reply) in replies.summaries.iter().enumerate() {
        drafts.add_summary(plan, number, reply.as_ref());
    }
    for (number, (request, reply)) in plan.facts.iter().zip(&replies.facts).enumerate() {
        drafts.add_facts(request, number, reply.as_ref());
    }
    Ok(drafts)
}

fn check_number(expected: usize, actual: usize) -> Result<(), HierarchyError> {
    if expected == actual {
        Ok(())
    } else {
        Err(HierarchyError::RepliesMismatch { expected, actual })
    }
}

impl ConsolidationDrafts {
    fn add_summary(
        &mut self,
        plan: &ConsolidationPlan,
        number: usize,
        reply: Option<&SummaryReply>,
    ) {
        let Some(reply) = reply else {
            return self.skipped.push(SkippedRequest::NoReply);
        };
        let request = plan.summaries.get(number);
        let summary = request.and_then(|request| summary_memory(request, reply));
        match summary.map(NewMemory::prepare) {
            Some(Ok(_)) if self.memories.len() == MAX_BATCH => {
                self.skipped.push(SkippedRequest::BatchFull);
            }
            Some(Ok(memory)) => self.add(memory, Purpose::Summary(number)),
            Some(Err(_)) | None => self.skipped.push(SkippedRequest::EmptyReply),
        }
    }

    fn add_facts(&mut self, request: &FactsRequest, number: usize, reply: Option<&FactsReply>) {
        let Some(reply) = reply else {
            return self.skipped.push(SkippedRequest::NoReply);
        };
        let taken = reply.facts.len().min(MAX_FACTS);
        if self.memories.len() + taken > MAX_BATCH {
            return self.skipped.push(SkippedRequest::BatchFull);
        }
        self.read.push(number);
        let too_many = reply.facts.len() - taken;
        self.refused
            .extend(std::iter::repeat_n(RefusedFact::TooMany, too_many));
        for fact in reply.facts.iter().take(taken) {
            match fact_memory(request, fact) {
                Ok(memory) => self.add_fact(memory),
                Err(refused) => self.refused.push(refused),
            }
        }
    }

    fn add_fact(&mut self, memory: NewMemory) {
        let key = |fact: &Fact| (fact.subject.clone(), fact.relation.clone());
        let subject = memory.fact.as_ref().map(key);
        match memory.prepare() {
            Ok(memory) => {
                self.subjects.extend(subject);
                self.add(memory, Purpose::Fact);
            }
            Err(_) => self.refused.push(RefusedFact::Malformed),
        }
    }

    fn add(&mut self, memory: PreparedMemory, purpose: Purpose) {
        self.memories.push(memory);
        self.purposes.push(purpose);
    }
}
