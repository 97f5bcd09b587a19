//! One memory (seed 004, 记忆条目结构).

use super::super::error::HierarchyError;
use super::content::{MAX_CONTENT_CHARS, bounded};
use super::content_hash::ContentHash;
use super::fact::Fact;
use super::memory_id::MemoryId;
use super::memory_type::{MemoryLayer, MemoryType, Speaker};
use super::spelling::Spelling;
use crate::Listed;
use crate::retrieval::Embedding;
use crate::retrieval::{DocumentTerms, analyze_document};
use crate::task::Trust;
use crate::text::is_blank;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Related memories that an entry names.
pub const MAX_RELATED: usize = 64;

/// Sources that an entry names.
pub const MAX_SOURCES: usize = 256;

/// One memory, episodic or semantic, with all that a store keeps of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MemoryEntry {
    /// Its id.
    pub id: MemoryId,
    /// Content of the memory: up to [`MAX_CONTENT_CHARS`] characters, all of them visible.
    pub content: String,
    /// Type of the memory.
    pub memory_type: MemoryType,
    /// Layer of the memory.
    pub layer: MemoryLayer,
    /// When it was made, or told last, in milliseconds since 1970. Of what is made of memories: the time of its newest
    /// source.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created_at: i64,
    /// When it was last recalled or observed again, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub last_accessed: i64,
    /// 0 to 1.
    pub importance: f32,
    /// Number of recalls and repeated observations.
    pub access_count: u32,
    /// Memories that belong to it, near-duplicates among them.
    pub related_ids: BTreeSet<MemoryId>,
    /// The memories that it was made of (the seed's `source_id`): of an insight, a summary, a fact.
    pub source_ids: BTreeSet<MemoryId>,
    /// The summary that stands for it. While that summary is remembered it is what lists by time and importance hold in
    /// this entry's place; by its own words and meaning, and in a range of time, this one is found at all times.
    pub summary_id: Option<MemoryId>,
    /// The content's vector; none where no embedder runs.
    pub embedding: Option<Embedding>,
    /// [`ContentHash::of`] the content; [`ContentHash::as_told`] where another entry of its layer has that. Two entries of one
    /// layer never have the same.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub content_hash: ContentHash,
    /// At most that of the least trusted memory it was made of.
    pub trust: Trust,
    /// Whose words it holds.
    pub speaker: Speaker,
    /// The content as structured knowledge, where it is that.
    pub fact: Option<Fact>,
    /// True if facts were looked for in the entry.
    pub facts_taken: bool,
}

impl Listed for MemoryEntry {
    fn place(&self) -> (i64, &str) {
        (self.created_at, self.id.as_str())
    }
}

impl MemoryEntry {
    /// Returns true if the entry may become a fact about the user: see [`Speaker::is_first_hand`].
    #[must_use]
    pub fn is_first_hand(&self) -> bool {
        self.speaker.is_first_hand(self.trust)
    }

    /// Returns true if the entry is an event: episodic, with no memory as its source. The importance of events counts
    /// towards the next reflection.
    #[must_use]
    pub fn is_event(&self) -> bool {
        self.layer == MemoryLayer::Episodic && self.source_ids.is_empty()
    }

    /// Returns true if the entry may be important enough never to fade. It is first-hand, or holds the user's own words
    /// from an imported file, of which no fact is made.
    #[must_use]
    pub fn may_last(&self) -> bool {
        self.speaker == Speaker::User || self.is_first_hand()
    }

    /// Its content, as it is told apart from others.
    #[must_use]
    pub fn spelling(&self) -> Spelling<'_> {
        Spelling {
            content: &self.content,
            layer: self.layer,
            speaker: self.speaker,
        }
    }

    /// The terms that a store indexes it under, so that two-character Chinese words are found.
    #[must_use]
    pub fn terms(&self) -> DocumentTerms {
        analyze_document(&self.content)
    }

    /// This entry with a corrected content. Its labels stay; the old vector is not this text's, and
    /// facts are looked for again. A fact whose value alone is corrected stays one: "user lives in: Leeds". Whether
    /// another entry has this content, or stands beside it, is for its [`Spelling`] to say.
    ///
    /// # Errors
    /// The content is empty.
    pub fn corrected(
        &self,
        content: &str,
        embedding: Option<Embedding>,
    ) -> Result<Self, HierarchyError> {
        let content = bounded(content, MAX_CONTENT_CHARS);
        if is_blank(&content) {
            return Err(HierarchyError::EmptyContent);
        }
        Ok(Self {
            content_hash: ContentHash::of(&content),
            fact: self.corrected_fact(&content),
            content,
            embedding,
            facts_taken: self.layer == MemoryLayer::Semantic,
            ..self.clone()
        })
    }

    fn corrected_fact(&self, content: &str) -> Option<Fact> {
        let old = self.fact.as_ref()?;
        let value = content.strip_prefix(&old.statement())?;
        Fact::new(&old.subject, &old.relation, value).ok()
    }

    /// Checks the invariants of this type. A store checks before it writes; so does an import.
    ///
    /// # Errors
    /// Names the first violation.
    pub fn check(&self) -> Result<(), HierarchyError> {
        if !self.id.is_sound() {
            return Err(HierarchyError::MalformedId);
        }
        self.check_content()?;
        if !(0.0..=1.0).contains(&self.importance) {
            return Err(HierarchyError::ImportanceOutOfRange(self.importance));
        }
        self.check_references()?;
        self.fact.as_ref().map_or(Ok(()), Fact::check)
    }

    fn check_content(&self) -> Result<(), HierarchyError> {
        let chars = self.content.chars().count();
        if is_blank(&self.content) {
            return Err(HierarchyError::EmptyContent);
        }
        if chars > MAX_CONTENT_CHARS {
            let id = self.id.clone();
            return Err(HierarchyError::ContentTooLong { id, chars });
        }
        let is_its_own = self.content_hash == ContentHash::of(&self.content)
            || self.content_hash == ContentHash::as_told(&self.content);
        if !is_its_own {
            return Err(HierarchyError::HashMismatch(self.id.clone()));
        }
        Ok(())
    }

    fn check_references(&self) -> Result<(), HierarchyError> {
        let named = [
            (&self.related_ids, MAX_RELATED),
            (&self.source_ids, MAX_SOURCES),
        ];
        for (ids, most) in named {
            if ids.len() > most {
                return Err(HierarchyError::TooManyReferences {
                    id: self.id.clone(),
                    count: ids.len(),
                    most,
                });
            }
        }
        let names_itself = self.related_ids.contains(&self.id)
            || self.source_ids.contains(&self.id)
            || self.summary_id.as_ref() == Some(&self.id);
        if names_itself {
            return Err(HierarchyError::SelfReference(self.id.clone()));
        }
        Ok(())
    }
}
