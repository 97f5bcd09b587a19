//! Queries of a run at a step.

use super::trajectory_memory::TrajectoryMemory;
use crate::error::MemoryError;
use crate::note::{MemoryNote, Notes};
use amb_memory::task::Trust;
use amb_memory::text::{Language, language};
use amb_memory::trajectory::records::{FragmentId, MethodologyId, MethodologyKind, State};
use amb_memory::trajectory::retriever::{
    Candidates, ErrorWords, Recalled, RecalledItem, RetrievalResult, fuse, queries, render,
};
use serde::{Deserialize, Serialize};

/// Result of a query at a step, with the reason for each item.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct QueryReport {
    /// The items, with the dimensions they were found in.
    pub result: RetrievalResult,
    /// Texts for a model: solutions of the error, advice, warnings, similar cases, in this order.
    pub told: Vec<Told>,
    /// The methodologies among these. A run that was given them names them when it is learned, so that they are judged
    /// by how it went.
    pub given: Vec<MethodologyId>,
    /// Notes on degraded results.
    pub notes: Vec<MemoryNote>,
}

/// An item as a model is told it. The text is data, of a trust that whoever writes a prompt tells along.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Told {
    /// The id of the methodology or fragment.
    pub id: String,
    /// The words.
    pub text: String,
    /// True if the text is a warning.
    pub is_warning: bool,
    /// Trust label of the text.
    pub trust: Trust,
}

impl TrajectoryMemory {
    /// Asks by error, task, state and meaning, and makes one result of it (CG-04). A state without a vector is
    /// embedded.
    ///
    /// # Errors
    /// That of the store.
    pub async fn query(&self, state: &State, repo: &str) -> Result<QueryReport, MemoryError> {
        self.query_without(state, repo, &[]).await
    }

    /// The same without what has one of these ids or says the same: others come in its place.
    pub(crate) async fn query_without(
        &self,
        state: &State,
        repo: &str,
        without: &[String],
    ) -> Result<QueryReport, MemoryError> {
        let mut notes = Notes::default();
        let mut state = state.clone();
        let text = state.embedding_text();
        if state.embedding.is_none() && !text.is_empty() {
            let embedded = self.embed(&[text.as_str()], &mut notes).await;
            state.embedding = embedded.into_iter().next().flatten();
        }
        let asked = queries(&state, repo, &self.settings);
        let mut candidates = self.store.candidates(&asked).await?;
        self.leave_out(&mut candidates, without).await?;
        let error = ErrorWords::of(&state);
        let result = fuse(candidates, &error, self.world.now(), &self.settings);
        let spoken = language(&state.task_description);
        Ok(QueryReport {
            told: self.told(in_order(&result), spoken),
            given: given(&result),
            result,
            notes: notes.into_vec(),
        })
    }

    /// Takes what is not wanted out of a store's answers.
    pub(super) async fn leave_out(
        &self,
        candidates: &mut Candidates,
        without: &[String],
    ) -> Result<(), MemoryError> {
        if !without.is_empty() {
            let ids: Vec<FragmentId> = without.iter().cloned().map(FragmentId::from).collect();
            let cases = self.store.cases(&ids).await?;
            candidates.leave_out(without, &cases.fragments);
        }
        Ok(())
    }

    /// These items as a model is told them, in the settings' language or else in this one (CG-11).
    pub(super) fn told<'r>(
        &self,
        items: impl Iterator<Item = &'r Recalled>,
        spoken: Language,
    ) -> Vec<Told> {
        let told = items.filter_map(|recalled| self.tell(recalled, spoken));
        told.collect()
    }

    /// An item as a model is told it; none of a methodology if those are switched off.
    pub(crate) fn tell(&self, recalled: &Recalled, spoken: Language) -> Option<Told> {
        let language = self.settings.language.unwrap_or(spoken);
        let format = self.settings.methodology_format;
        let (id, text, trust) = match &recalled.item {
            RecalledItem::Methodology(methodology) => (
                methodology.id.to_string(),
                render(methodology, format, language)?,
                methodology.trust,
            ),
            RecalledItem::Fragment(fragment) => (
                fragment.id.to_string(),
                fragment.description.clone(),
                fragment.trust,
            ),
        };
        Some(Told {
            id,
            text,
            is_warning: warns(recalled),
            trust,
        })
    }
}

impl QueryReport {
    /// The items: solutions of the error, advice, warnings, similar cases.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = &Recalled> {
        in_order(&self.result)
    }
}

fn in_order(result: &RetrievalResult) -> impl Iterator<Item = &Recalled> {
    let solutions = result.error_solutions.iter();
    solutions
        .chain(&result.methodologies)
        .chain(&result.warnings)
        .chain(&result.similar_fragments)
}

fn given(result: &RetrievalResult) -> Vec<MethodologyId> {
    let ids = in_order(result).filter_map(|recalled| match &recalled.item {
        RecalledItem::Methodology(methodology) => Some(methodology.id.clone()),
        RecalledItem::Fragment(_) => None,
    });
    ids.collect()
}

fn warns(recalled: &Recalled) -> bool {
    match &recalled.item {
        RecalledItem::Methodology(methodology) => methodology.kind == MethodologyKind::Warning,
        RecalledItem::Fragment(fragment) => fragment.is_failed(),
    }
}
