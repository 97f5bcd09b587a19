//! Observations.

use super::admitting::Draft;
use super::hierarchical_memory::HierarchicalMemory;
use super::writing::{TURNS, is_overtaken};
use crate::error::MemoryError;
use crate::note::{Instead, MemoryNote, Notes, WordsTask};
use crate::words::WordsFailure;
use amb_memory::LATEST_TIME;
use amb_memory::hierarchy::{
    Admission, AdmissionOutcome, Change, ChangeSet, Fact, HierarchyError, Importance, MAX_BATCH,
    MemoryEntry, MemoryId, MemoryLayer, MemoryType, NewMemory, PreparedMemory, Speaker,
    episodic_memories, is_called_important, is_reflection_due,
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
    /// Type of the memory.
    pub memory_type: MemoryType,
    /// Layer of the memory.
    pub layer: MemoryLayer,
    /// Whose words it holds.
    pub speaker: Speaker,
    /// Trust label of the memory.
    pub trust: Trust,
    /// Importance, 0 to 1; `None` for an estimate.
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

/// Result of an observation.
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

/// Work that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MemoryDue {
    /// Enough importance has accumulated for a reflection.
    pub reflection: bool,
    /// There are more episodic memories than are kept as they are, or many in which no facts were looked for.
    pub consolidation: bool,
}

/// Report of observations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ObservationReport {
    /// One for each, in their order.
    pub memories: Vec<ObservedMemory>,
    /// Work that is due; `None` if the store did not answer after all was written.
    pub due: Option<MemoryDue>,
    /// Notes on degraded results.
    pub notes: Vec<MemoryNote>,
}

/// A new entry whose importance is estimated, and that a model may rate.
struct Unrated {
    id: MemoryId,
    content: String,
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

    /// Remembers several observations, in parts of [`MAX_BATCH`], each of which is written whole (AF-13). The same
    /// content is kept once in each layer; near-duplicates are reported and kept. An observation that cannot be kept is
    /// reported, and the others are kept.
    ///
    /// A model rates the importance after all is written with an estimate (AF-14). A model may take minutes, and the
    /// observations must not be lost meanwhile.
    ///
    /// # Errors
    /// That of the store; [`MemoryError::Interrupted`] if parts were written before.
    pub async fn observe_all(
        &self,
        observations: Vec<Observation>,
    ) -> Result<ObservationReport, MemoryError> {
        let mut notes = Notes::default();
        let mut unrated = Vec::new();
        let mut memories = Vec::with_capacity(observations.len());
        let of = observations.len();
        for part in observations.chunks(MAX_BATCH) {
            let done = memories.len();
            match self.observe_part(part, &mut unrated, &mut notes).await {
                Ok(kept) => memories.extend(kept),
                Err(MemoryError::Store(cause)) if done > 0 => {
                    let cause = Box::new(cause);
                    return Err(MemoryError::Interrupted { done, of, cause });
                }
                Err(error) => return Err(error),
            }
        }
        for part in unrated.chunks(MAX_BATCH) {
            if let Err(failure) = self.rate(part).await {
                notes.words_failed(WordsTask::Importance, Instead::PlainWords, &failure);
                break;
            }
        }
        Ok(ObservationReport {
            memories,
            due: self.due().await.ok(),
            notes: notes.into_vec(),
        })
    }

    /// Returns the work that is due.
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
        unrated: &mut Vec<Unrated>,
        notes: &mut Notes,
    ) -> Result<Vec<ObservedMemory>, MemoryError> {
        let now = self.world.now();
        let new: Vec<Result<NewMemory, RefusedObservation>> =
            part.iter().map(|one| new_memory(one, now)).collect();
        for memory in new.iter().flatten() {
            self.sensory.borrow_mut().push(memory.clone());
        }
        let prepared: Vec<Prepared> = new
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
        unrated.extend(unrated_of(&drafts, &admissions));
        let mut admissions = admissions.into_iter().flatten();
        let observed = prepared.into_iter().map(|memory| match memory {
            Ok(_) => admissions.next().map(ObservedMemory::Kept),
            Err(refused) => Some(ObservedMemory::Refused(refused)),
        });
        Ok(observed.flatten().collect())
    }

    /// Gives entries the importance that a model finds in them, where there is one.
    async fn rate(&self, new: &[Unrated]) -> Result<(), WordsFailure> {
        let state = self.store.state().await;
        let reflected_at = state.map_err(unwritten)?.reflected_at;
        let texts: Vec<&str> = new.iter().map(|one| one.content.as_str()).collect();
        let Some(shares) = self.words.importance(&texts).await? else {
            return Ok(());
        };
        if !are_shares(&shares, texts.len()) {
            let detail = format!("{} shares for {} texts", shares.len(), texts.len());
            return Err(WordsFailure::of_answer(detail));
        }
        let weighed = self.weigh(new, &shares, reflected_at).await;
        weighed.map_err(unwritten)
    }

    /// Gives entries these importances. One that was forgotten or corrected meanwhile stays as it is. The difference to the
    /// estimate counts towards the next reflection, unless there was one since `reflected_at`, which took the estimate.
    async fn weigh(
        &self,
        new: &[Unrated],
        shares: &[f32],
        reflected_at: Option<i64>,
    ) -> Result<(), MemoryError> {
        let ids: Vec<MemoryId> = new.iter().map(|one| one.id.clone()).collect();
        for _ in 0..TURNS {
            let is_reflected = self.store.state().await?.reflected_at != reflected_at;
            let entries = self.store.entries(&ids).await?;
            let share_of = |entry: &MemoryEntry| {
                let is_it = |one: &Unrated| one.id == entry.id && one.content == entry.content;
                new.iter().position(is_it).and_then(|at| shares.get(at))
            };
            let mut further = 0.0;
            let mut changes = Vec::with_capacity(entries.len());
            for entry in entries {
                let Some(&share) = share_of(&entry) else {
                    continue;
                };
                let importance = rated(&entry, share);
                if entry.is_event() && !is_reflected {
                    further += f64::from(importance) - f64::from(entry.importance);
                }
                let entry = MemoryEntry {
                    importance,
                    ..entry
                };
                changes.push(Change::Replace(Box::new(entry)));
            }
            if changes.is_empty() {
                return Ok(());
            }
            let importance = further;
            changes.push(Change::Accumulate { importance });
            match self.write(&ChangeSet::from(changes)).await {
                Ok(()) => return Ok(()),
                Err(error) if is_overtaken(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(MemoryError::Contended { attempts: TURNS })
    }
}

/// Those of what came in that are new entries, with an importance that was estimated.
fn unrated_of(drafts: &[Draft], admissions: &[Option<Admission>]) -> Vec<Unrated> {
    let all = drafts.iter().zip(admissions);
    let new = all.filter_map(|(draft, admission)| {
        let admission = admission.as_ref()?;
        let is_new = admission.outcome == AdmissionOutcome::Stored;
        (is_new && draft.memory.is_estimated()).then(|| Unrated {
            id: admission.id.clone(),
            content: draft.memory.content().to_owned(),
        })
    });
    new.collect()
}

/// The importance of an entry that a model gave this share. What is first-hand and asks to be kept in mind is no less
/// important than by the estimate: the word of whoever told it counts for more.
fn rated(entry: &MemoryEntry, share: f32) -> f32 {
    if entry.may_last() && is_called_important(&entry.content) {
        return share.max(entry.importance);
    }
    share
}

/// That importances could not be written.
fn unwritten(error: impl std::fmt::Display) -> WordsFailure {
    WordsFailure::of_answer(error.to_string())
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
    // Whether anything is left to be remembered is asked first.
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
