//! New memories, before and after preparation.

use super::super::change_set::ForgetReason;
use super::super::entry::{
    ContentHash, Fact, Importance, Kept, MAX_CONTENT_CHARS, MAX_RELATED, MAX_SOURCES, MemoryEntry,
    MemoryId, MemoryLayer, MemoryType, Met, Speaker, Spelling, kept,
};
use super::super::error::HierarchyError;
use super::super::recall::{
    ChannelQuery, MemoryScope, RecallChannel, Search, without_recalled, without_recalled_by_user,
};
use super::Known;
use crate::retrieval::Embedding;
use crate::task::Trust;
use crate::text::is_blank;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Entries that a new one is compared with.
const NEIGHBOURS: usize = 8;

/// Something to remember, as it comes from outside: of any length, with anything in it.
#[derive(Debug, Clone, PartialEq)]
pub struct NewMemory {
    /// The text.
    pub content: String,
    /// Type of the memory.
    pub memory_type: MemoryType,
    /// Layer of the memory.
    pub layer: MemoryLayer,
    /// Whose words it holds. Whoever hands it over says so; no text does.
    pub speaker: Speaker,
    /// Trust label of the memory.
    pub trust: Trust,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// Importance of the memory.
    pub importance: Importance,
    /// Memories that belong to it.
    pub related_ids: BTreeSet<MemoryId>,
    /// Memories that it was made of.
    pub source_ids: BTreeSet<MemoryId>,
    /// The content as structured knowledge.
    pub fact: Option<Fact>,
}

impl NewMemory {
    /// An event to be kept in episodic memory, with the seed's estimate of its importance.
    #[must_use]
    pub fn observed(
        content: &str,
        memory_type: MemoryType,
        speaker: Speaker,
        trust: Trust,
        at: i64,
    ) -> Self {
        Self {
            content: content.to_owned(),
            memory_type,
            layer: MemoryLayer::Episodic,
            speaker,
            trust,
            at,
            importance: Importance::Estimated,
            related_ids: BTreeSet::new(),
            source_ids: BTreeSet::new(),
            fact: None,
        }
    }

    /// Returns the part to keep: without text recalled from memory, without invisible characters, within
    /// [`MAX_CONTENT_CHARS`]. Importance is estimated from the whole text, before it is cut.
    ///
    /// # Errors
    /// Nothing is left, or the given importance is not within 0 to 1.
    pub fn prepare(self) -> Result<PreparedMemory, HierarchyError> {
        let own = match self.speaker {
            Speaker::User => without_recalled_by_user(&self.content),
            _ => without_recalled(&self.content),
        };
        let Kept {
            text: content,
            left_out,
        } = kept(&own, MAX_CONTENT_CHARS);
        let is_cut = matches!(own, Cow::Owned(_));
        if is_blank(&content) || is_cut && says_nothing(&content) {
            return Err(HierarchyError::EmptyContent);
        }
        Ok(PreparedMemory {
            importance: self.importance.of(own.trim())?,
            content_hash: ContentHash::of(&content),
            memory: Self { content, ..self },
            left_out,
        })
    }
}

/// Something to remember, fit to be kept.
#[derive(Debug, Clone, PartialEq)]
pub struct PreparedMemory {
    memory: NewMemory,
    content_hash: ContentHash,
    importance: f32,
    left_out: usize,
}

impl PreparedMemory {
    /// The text to be embedded.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.memory.content
    }

    /// Characters of its middle that are not kept, as it is longer than [`MAX_CONTENT_CHARS`].
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Returns true if the importance is an estimate, not given by the caller.
    #[must_use]
    pub fn is_estimated(&self) -> bool {
        matches!(self.memory.importance, Importance::Estimated)
    }

    /// Its content, as it is told apart from others: what the store is asked for.
    #[must_use]
    pub fn spelling(&self) -> Spelling<'_> {
        Spelling {
            content: self.content(),
            layer: self.layer(),
            speaker: self.memory.speaker,
        }
    }

    /// The hash that it stands by.
    pub(in crate::hierarchy) fn content_hash(&self) -> &ContentHash {
        &self.content_hash
    }

    /// Its hash as it was told.
    pub(super) fn told_hash(&self) -> ContentHash {
        ContentHash::as_told(self.content())
    }

    /// It, and what is known of it: of what is kept by its [`Spelling::contents`], in their order. Beside one that is like
    /// it but for the spelling, it stands by the hash as it was told.
    #[must_use]
    pub fn among(self, kept: [Option<Known>; 2]) -> (Self, Option<Known>) {
        if let Met::Beside(content_hash) = self.spelling().met(Known::entries(&kept)) {
            let beside = Self {
                content_hash,
                ..self
            };
            return (beside, None);
        }
        let [told_so, like] = kept;
        (self, told_so.or(like))
    }

    /// It by the hash as it was told.
    pub(super) fn beside(self) -> Self {
        Self {
            content_hash: self.told_hash(),
            ..self
        }
    }

    /// Returns the layer of the memory.
    #[must_use]
    pub fn layer(&self) -> MemoryLayer {
        self.memory.layer
    }

    /// Returns the query for near-duplicates: the entries of the same layer that are nearest by meaning, or by words
    /// without a vector.
    #[must_use]
    pub fn neighbour_query(&self, embedding: Option<&Embedding>) -> ChannelQuery {
        let scope = MemoryScope {
            layer: Some(self.layer()),
            ..MemoryScope::default()
        };
        let (channel, search) = match embedding.cloned() {
            Some(embedding) => (RecallChannel::Semantic, Search::Semantic { embedding }),
            None => (RecallChannel::Keyword, Search::words_of(self.content())),
        };
        ChannelQuery {
            channel,
            search,
            scope,
            limit: NEIGHBOURS,
        }
    }

    /// When it was made.
    pub(super) fn at(&self) -> i64 {
        self.memory.at
    }

    /// Returns true if the memory may become a fact about the user.
    pub(super) fn is_first_hand(&self) -> bool {
        self.memory.speaker.is_first_hand(self.memory.trust)
    }

    /// Returns true if the memory is an event: no memory is its source.
    pub(super) fn is_event(&self) -> bool {
        self.memory.source_ids.is_empty()
    }

    /// Returns true if the memory brings back a memory that was forgotten for this reason.
    pub(super) fn brings_back(&self, reason: ForgetReason) -> bool {
        let is_faded = matches!(reason, ForgetReason::Faded { .. });
        self.is_event() && (is_faded || self.memory.speaker == Speaker::User)
    }

    /// Gives the words of another entry, which are the same, this speaker and trust, and what they rest on.
    pub(super) fn vouch_for(&self, entry: &mut MemoryEntry) {
        if !self.is_event() {
            let sources = self.memory.source_ids.clone();
            entry.source_ids = others(sources, &entry.id, MAX_SOURCES);
        }
        entry.speaker = self.memory.speaker;
        entry.trust = self.memory.trust;
        entry.facts_taken = false;
    }

    /// The entry with this id.
    pub(super) fn into_entry(self, id: MemoryId, embedding: Option<Embedding>) -> MemoryEntry {
        let memory = self.memory;
        MemoryEntry {
            related_ids: others(memory.related_ids, &id, MAX_RELATED),
            source_ids: others(memory.source_ids, &id, MAX_SOURCES),
            id,
            content: memory.content,
            memory_type: memory.memory_type,
            layer: memory.layer,
            created_at: memory.at,
            last_accessed: memory.at,
            importance: self.importance,
            access_count: 0,
            summary_id: None,
            embedding,
            content_hash: self.content_hash,
            trust: memory.trust,
            speaker: memory.speaker,
            facts_taken: memory.layer == MemoryLayer::Semantic,
            fact: memory.fact,
        }
    }
}

/// Returns true if a text has only the marks of a quotation, list or fence that something else stood in, and at most
/// one letter or figure of an item.
fn says_nothing(text: &str) -> bool {
    let is_mark = |c: char| {
        let is_punctuation = matches!(c, '\u{2010}'..='\u{2027}' | '\u{3001}'..='\u{301f}' | '\u{ff01}'..='\u{ff0f}');
        c.is_whitespace() || c.is_ascii_punctuation() || is_punctuation
    };
    let mut said = text.chars().filter(|c| !is_mark(*c));
    said.next().is_none_or(char::is_alphanumeric) && said.next().is_none()
}

/// So many of these ids, without its own.
fn others(ids: BTreeSet<MemoryId>, own: &MemoryId, most: usize) -> BTreeSet<MemoryId> {
    let others = ids.into_iter().filter(|other| other != own);
    others.take(most).collect()
}
