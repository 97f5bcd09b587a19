//! What comes in.

use super::admitting::Draft;
use super::hierarchical_memory::HierarchicalMemory;
use crate::error::MemoryError;
use crate::note::{Instead, MemoryNote, Notes, WordsTask};
use crate::words::WordsFailure;
use amb_memory::LATEST_TIME;
use amb_memory::hierarchy::{
    Admission, ChangeSet, Fact, HierarchyError, Importance, MAX_BATCH, MemoryId, MemoryLayer,
    MemoryType, NewMemory, PreparedMemory, Speaker, episodic_memories, is_reflection_due,
};
use amb_memory::task::Trust;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Something to be remembered. What is not said of it is what gives it least weight: a source's words, of which nobody
/// knows where they come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Observation {
    /// The text. What is marked as recalled from memory is left out of it; of more than 16,000 characters the head and the
    /// tail are kept, and a note says so.
    pub content: String,
    /// What it is.
    pub memory_type: MemoryType,
    /// Where it is to live.
    pub layer: MemoryLayer,
    /// Whose words it holds.
    pub speaker: Speaker,
    /// How far it can be trusted.
    pub trust: Trust,
    /// How important it is, 0 to 1; none to have it estimated.
    pub importance: Option<f32>,
    /// Memories that belong to it.
    pub related_ids: BTreeSet<MemoryId>,
    /// When it was, in milliseconds since 1970; none for now.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub at: Option<i64>,
    /// The content as structured knowledge. One about the user is taken from first-hand words alone.
    pub fact: Option<Fact>,
}

impl Default for Observation {
    fn default() -> Self {
        Self {
            content: String::new(),
            memory_type: MemoryType::Observation,
            layer: MemoryLayer::Episodic,
            speaker: Speaker::default(),
            trust: Trust::default(),
            importance: None,
            related_ids: BTreeSet::new(),
            at: None,
            fact: None,
        }
    }
}

/// What became of an observation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ObservedMemory {
    /// It is remembered, as a new entry or as one that was there.
    Kept(Admission),
    /// It is not, and could not be.
    Refused(RefusedObservation),
}

/// Why an observation is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RefusedObservation {
    /// Nothing of it can be seen, or all of it was recalled from memory.
    NothingToRemember,
    /// Its importance is no share.
    ImportanceOutOfRange,
    /// Its fact lacks a part, or one is too long.
    MalformedFact,
    /// Its fact is about the user, and its words are not first-hand.
    AboutUserFromOthersWords,
    /// Its time is none that can be counted to.
    ImpossibleTime,
}

/// What is to be done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MemoryDue {
    /// Enough importance has accumulated for a reflection.
    pub reflection: bool,
    /// There are more episodic memories than are kept as they are, or many in which no facts were looked for.
    pub consolidation: bool,
}

/// What became of observations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ObservationReport {
    /// One for each, in their order.
    pub memories: Vec<ObservedMemory>,
    /// What is to be done next; none where the store did not say after all was written.
    pub due: Option<MemoryDue>,
    /// What was done without.
    pub notes: Vec<MemoryNote>,
}

/// An observation, or why it is none.
type Prepared = Result<PreparedMemory, RefusedObservation>;

impl HierarchicalMemory {
    /// Remembers one thing.
    ///
    /// # Errors
    /// As [`Self::observe_all`].
    pub async fn observe(
        &self,
        observation: Observation,
    ) -> Result<ObservationReport, MemoryError> {
        self.observe_all(vec![observation]).await
    }

    /// Remembers several things, in parts of [`MAX_BATCH`], each of which is written whole (AF-13). The same content
    /// is kept once in each layer; what says nearly the same is reported and kept. One that cannot be kept is told and
    /// does not keep the others away.
    ///
    /// # Errors
    /// That of the store; [`MemoryError::Interrupted`] if parts were written before.
    pub async fn observe_all(
        &self,
        observations: Vec<Observation>,
    ) -> Result<ObservationReport, MemoryError> {
        let mut notes = Notes::default();
        let mut memories = Vec::with_capacity(observations.len());
        let of = observations.len();
        for part in observations.chunks(MAX_BATCH) {
            let done = memories.len();
            match self.observe_part(part, &mut notes).await {
                Ok(kept) => memories.extend(kept),
                Err(MemoryError::Store(cause)) if done > 0 => {
                    let cause = Box::new(cause);
                    return Err(MemoryError::Interrupted { done, of, cause });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(ObservationReport {
            memories,
            due: self.due().await.ok(),
            notes: notes.into_vec(),
        })
    }

    /// What is to be done next.
    ///
    /// # Errors
    /// That of the store.
    pub async fn due(&self) -> Result<MemoryDue, MemoryError> {
        let state = self.store.state().await?;
        let episodic = self.store.count(&episodic_memories()).await?;
        Ok(MemoryDue {
            reflection: is_reflection_due(&state, &self.settings.reflection),
            consolidation: self.is_consolidation_due(episodic).await?,
        })
    }

    async fn observe_part(
        &self,
        part: &[Observation],
        notes: &mut Notes,
    ) -> Result<Vec<ObservedMemory>, MemoryError> {
        let now = self.world.now();
        let new: Vec<Result<NewMemory, RefusedObservation>> =
            part.iter().map(|one| new_memory(one, now)).collect();
        let weighed = self.weighed(new, notes).await;
        for memory in weighed.iter().flatten() {
            self.sensory.borrow_mut().push(memory.clone());
        }
        let prepared: Vec<Prepared> = weighed
            .into_iter()
            .map(|memory| memory.and_then(prepared))
            .collect();
        for memory in prepared.iter().flatten() {
            notes.content_cut(memory.left_out());
        }
        let texts: Vec<&str> = prepared
            .iter()
            .flatten()
            .map(PreparedMemory::content)
            .collect();
        let embeddings = self.embed(&texts, notes).await;
        let drafts: Vec<Draft> = prepared
            .iter()
            .flatten()
            .zip(embeddings)
            .map(|(memory, embedding)| Draft {
                memory: memory.clone(),
                embedding,
                rests_on: BTreeSet::new(),
            })
            .collect();
        let admissions = self.admit(&drafts, &ChangeSet::default(), notes).await?;
        let mut admissions = admissions.into_iter().flatten();
        let observed = prepared.into_iter().map(|memory| match memory {
            Ok(_) => admissions.next().map(ObservedMemory::Kept),
            Err(refused) => Some(ObservedMemory::Refused(refused)),
        });
        Ok(observed.flatten().collect())
    }

    /// These with the importance that a model gives them, where it gives one.
    async fn weighed(
        &self,
        mut new: Vec<Result<NewMemory, RefusedObservation>>,
        notes: &mut Notes,
    ) -> Vec<Result<NewMemory, RefusedObservation>> {
        let is_open = |memory: &&mut NewMemory| matches!(memory.importance, Importance::Estimated);
        let mut open: Vec<&mut NewMemory> = new.iter_mut().flatten().filter(is_open).collect();
        if open.is_empty() {
            return new;
        }
        let texts: Vec<&str> = open.iter().map(|memory| memory.content.as_str()).collect();
        let weights = match self.words.importance(&texts).await {
            Ok(None) => return new,
            Ok(Some(weights)) if are_shares(&weights, texts.len()) => weights,
            Ok(Some(weights)) => {
                let detail = format!("{} shares for {} texts", weights.len(), texts.len());
                let failure = WordsFailure { detail };
                notes.words_failed(WordsTask::Importance, Instead::PlainWords, &failure);
                return new;
            }
            Err(failure) => {
                notes.words_failed(WordsTask::Importance, Instead::PlainWords, &failure);
                return new;
            }
        };
        for (memory, weight) in open.iter_mut().zip(weights) {
            memory.importance = Importance::Given(weight);
        }
        new
    }
}

fn are_shares(weights: &[f32], texts: usize) -> bool {
    weights.len() == texts && weights.iter().all(|weight| (0.0..=1.0).contains(weight))
}

/// An observation as something new, if it can be kept.
fn new_memory(observation: &Observation, now: i64) -> Result<NewMemory, RefusedObservation> {
    let at = observation.at.unwrap_or(now);
    if at.unsigned_abs() > LATEST_TIME {
        return Err(RefusedObservation::ImpossibleTime);
    }
    let Observation { speaker, trust, .. } = *observation;
    let memory = NewMemory {
        layer: observation.layer,
        importance: observation
            .importance
            .map_or(Importance::Estimated, Importance::Given),
        related_ids: observation.related_ids.clone(),
        fact: sound_fact(observation)?,
        ..NewMemory::observed(
            &observation.content,
            observation.memory_type,
            speaker,
            trust,
            at,
        )
    };
    // Whether anything is left to be remembered is asked before a model is.
    prepared(memory.clone())?;
    Ok(memory)
}

fn sound_fact(observation: &Observation) -> Result<Option<Fact>, RefusedObservation> {
    let Some(fact) = &observation.fact else {
        return Ok(None);
    };
    let fact = Fact::new(&fact.subject, &fact.relation, &fact.value)
        .map_err(|_| RefusedObservation::MalformedFact)?;
    let is_first_hand = observation.speaker.is_first_hand(observation.trust);
    if fact.is_about_user() && !is_first_hand {
        return Err(RefusedObservation::AboutUserFromOthersWords);
    }
    Ok(Some(fact))
}

fn prepared(memory: NewMemory) -> Prepared {
    memory.prepare().map_err(|refused| match refused {
        HierarchyError::ImportanceOutOfRange(_) => RefusedObservation::ImportanceOutOfRange,
        _ => RefusedObservation::NothingToRemember,
    })
}
