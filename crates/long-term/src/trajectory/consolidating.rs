//! Methodologies out of what was learned.

use super::trajectory_memory::TrajectoryMemory;
use crate::error::MemoryError;
use crate::note::{Instead, MemoryNote, Notes, WordsTask};
use crate::words::WordsFailure;
use amb_memory::trajectory::TrajectoryError;
use amb_memory::trajectory::consolidator::{
    Abstraction, AbstractionRequest, Answer, Consolidation, EvidenceQuery, Occasion, consolidate,
    from_template, is_due, plan,
};
use amb_memory::trajectory::records::MethodologyId;
use amb_store::long_term::LongTermError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Attempts of one consolidation while others write.
const TURNS: usize = 5;

/// Consolidations that one call does, where more is left than one looks at.
const ROUNDS: u32 = 8;

/// Outcome of consolidations.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ConsolidationRounds {
    /// Consolidations that were written; none where none was due.
    pub rounds: u32,
    /// Changes of the consolidations.
    pub revised: Revised,
    /// True if fragments are left to abstract.
    pub more: bool,
    /// Notes on degraded results.
    pub notes: Vec<MemoryNote>,
}

/// Changes of consolidations.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Revised {
    /// Methodologies that were made or changed.
    pub methodologies: BTreeSet<MethodologyId>,
    /// Methodologies that went because they did not help.
    pub removed: BTreeSet<MethodologyId>,
    /// Fragments that became part of a methodology.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub abstracted: usize,
    /// Methodologies and fragments that said the same as another and became one with it.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub merged: usize,
    /// Fragments that went: failures beyond those that are kept, and such of no run.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub removed_fragments: usize,
}

impl Revised {
    fn count(&mut self, done: &Consolidation) {
        let changed = done.methodologies.iter().map(|row| row.id.clone());
        self.methodologies.extend(changed);
        let gone = done.merged_methodologies.iter().map(|merge| &merge.from);
        for gone in gone.chain(&done.removed.weak) {
            self.methodologies.remove(gone);
        }
        self.removed.extend(done.removed.weak.iter().cloned());
        self.abstracted += done.abstracted.len();
        self.merged += done.merged_methodologies.len() + done.merged_fragments.len();
        self.removed_fragments += done.removed.expired.len() + done.removed.lost.len();
    }
}

impl TrajectoryMemory {
    /// Consolidates, if the occasion makes it due (CG-05): puts into words what was learned since, revises and cleans
    /// up. Each round is one write; one that was made from memory as it no longer is is made anew from what it is now,
    /// without asking for the same words again.
    ///
    /// # Errors
    /// That of the store, or [`MemoryError::Contended`]. Rounds before it stay written.
    pub async fn consolidate(
        &self,
        occasion: Occasion,
    ) -> Result<ConsolidationRounds, MemoryError> {
        let mut done = ConsolidationRounds::default();
        let learned = self.store.learned_since().await?;
        if !is_due(learned, occasion, &self.settings) {
            return Ok(done);
        }
        let mut notes = Notes::default();
        let mut query = EvidenceQuery::new(&self.settings);
        while done.rounds < ROUNDS {
            let round = self.round(&query, &mut notes).await?;
            done.rounds += 1;
            done.revised.count(&round);
            done.more = round.more;
            if !round.more {
                break;
            }
            if round.abstracted.is_empty() {
                let Some(further) = query.further() else {
                    break;
                };
                query = further;
            }
        }
        done.notes = notes.into_vec();
        Ok(done)
    }

    async fn round(
        &self,
        query: &EvidenceQuery,
        notes: &mut Notes,
    ) -> Result<Consolidation, MemoryError> {
        let evidence = self.store.evidence(query).await?;
        let requests = plan(&evidence, &self.settings);
        let answers = self.answers(requests, notes).await;
        for _ in 0..TURNS {
            // Words took their time: memory is looked at again.
            let evidence = self.store.evidence(query).await?;
            let made = consolidate(&evidence, &answers, self.world.now(), &self.settings);
            let written = self.store.consolidate(&made).await;
            let changed = made.methodologies.iter();
            self.embedded
                .written(changed.map(|row| row.embedding.as_ref()));
            match written {
                Ok(()) => return Ok(made),
                Err(error) if is_stale(&error) => {}
                // If it was written, the next one finds that nothing is left to be done.
                Err(error) if error.is_in_doubt() => self.check_reachable(error).await?,
                Err(error) => return Err(error.into()),
            }
        }
        Err(MemoryError::Contended { attempts: TURNS })
    }

    /// Checks that the store answers; if not, returns its earlier error.
    async fn check_reachable(&self, error: LongTermError) -> Result<(), MemoryError> {
        match self.store.learned_since().await {
            Ok(_) => Ok(()),
            Err(_) => Err(error.into()),
        }
    }

    async fn answers(&self, requests: Vec<AbstractionRequest>, notes: &mut Notes) -> Vec<Answer> {
        let mut worded: Vec<(AbstractionRequest, Abstraction)> = Vec::with_capacity(requests.len());
        for request in requests {
            let abstraction = self.abstraction(&request, notes).await;
            worded.push((request, abstraction));
        }
        let texts: Vec<String> = worded
            .iter()
            .map(|(_, words)| format!("{}\n{}", words.situation, words.strategy))
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let embeddings = self.embed(&texts, notes).await;
        let answers = worded.into_iter().zip(embeddings);
        answers
            .map(|((request, abstraction), embedding)| Answer {
                request,
                abstraction,
                embedding,
            })
            .collect()
    }

    /// A group in words: a model's, or a template's where the model failed or said nothing.
    async fn abstraction(&self, request: &AbstractionRequest, notes: &mut Notes) -> Abstraction {
        let failure = match self.words.abstraction(request).await {
            Ok(words) if !is_blank(&words) => return words,
            Ok(_) => WordsFailure::of_answer("the situation or the strategy is empty".to_owned()),
            Err(failure) => failure,
        };
        notes.words_failed(WordsTask::Abstraction, Instead::PlainWords, &failure);
        from_template(request)
    }
}

fn is_blank(words: &Abstraction) -> bool {
    let parts = [&words.situation, &words.strategy];
    parts
        .into_iter()
        .any(|part| amb_memory::text::is_blank(part))
}

fn is_stale(error: &LongTermError) -> bool {
    matches!(
        error,
        LongTermError::Trajectory(TrajectoryError::Stale { .. })
    )
}
