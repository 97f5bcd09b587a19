//! Memories that fit a prompt, by their relevance.

use super::PromptMemory;
use crate::fitting::{level, shortened, topic_tokens};

/// A memory, and how well it fits the step.
pub(super) struct Ranked {
    /// The memory.
    pub(super) memory: PromptMemory,
    /// Its fused score; none if only its link to a hit brought it.
    pub(super) score: Option<f32>,
}

/// Tokens of a memory in the prompt beside its texts: its id, its origin, labels.
const MEMORY_TOKENS: usize = 64;

/// A memory that does not fit takes no more than one of so many parts of the room.
const MEMORY_SHARE: usize = 4;

/// Tokens below which a memory is rather left out than shortened.
const MEMORY_LEAST: usize = 170;

impl PromptMemory {
    fn tokens(&self) -> usize {
        topic_tokens(&self.context, &self.keywords, &self.summary) + MEMORY_TOKENS
    }

    /// In at most so many tokens, of which labels take some in any case.
    fn within(self, room: usize) -> Self {
        if self.tokens() <= room {
            return self;
        }
        let left = room.saturating_sub(MEMORY_TOKENS);
        let keywords = shortened(&self.keywords.join(", "), left / 8).into_owned();
        Self {
            context: shortened(&self.context, left / 8).into_owned(),
            keywords: vec![keywords],
            summary: shortened(&self.summary, left - left / 4).into_owned(),
            ..self
        }
    }
}

/// The memories that fit so many tokens, in the order given, and how many do not: the least related are left out, long
/// ones are shortened.
pub(super) fn within_room(memories: Vec<Ranked>, room: usize) -> (Vec<PromptMemory>, usize) {
    let count = memories.len();
    let sizes = memories.iter().map(|ranked| ranked.memory.tokens());
    let most = match level(sizes, room) {
        usize::MAX => usize::MAX,
        even => even.max(room / MEMORY_SHARE).max(MEMORY_LEAST),
    };
    let mut ranked: Vec<(usize, Ranked)> = memories.into_iter().enumerate().collect();
    let score = |ranked: &Ranked| ranked.score.unwrap_or(f32::NEG_INFINITY);
    ranked.sort_by(|(_, left), (_, right)| score(right).total_cmp(&score(left)));
    let mut left = room;
    let fits = |(at, ranked): (usize, Ranked)| {
        let memory = ranked.memory.within(most);
        let size = memory.tokens();
        let fits = size <= left;
        left -= if fits { size } else { 0 };
        fits.then_some((at, memory))
    };
    let mut shown: Vec<(usize, PromptMemory)> = ranked.into_iter().filter_map(fits).collect();
    shown.sort_by_key(|(at, _)| *at);
    let left_out = count - shown.len();
    (
        shown.into_iter().map(|(_, memory)| memory).collect(),
        left_out,
    )
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{NodeId, Trust};

    use super::*;

    fn ranked(id: &str, words: usize, score: Option<f32>) -> Ranked {
        Ranked {
            memory: PromptMemory {
                id: NodeId::from(id),
                context: String::new(),
                keywords: Vec::new(),
                summary: "s".repeat(words * 4),
                trust: Trust::Given,
            },
            score,
        }
    }

    /// MB-14, MB-18: what does not fit is left out by its relevance, and counted; the others keep their order.
    #[test]
    fn mb_14_the_least_related_memories_are_left_out() {
        let memories = || {
            vec![
                ranked("neighbour", 100, None),
                ranked("third", 100, Some(0.2)),
                ranked("first", 100_000, Some(0.9)),
                ranked("second", 100, Some(0.5)),
            ]
        };
        for (room, expected, left_out) in [
            (1_000_000, vec!["neighbour", "third", "first", "second"], 0),
            (4000, vec!["neighbour", "third", "first", "second"], 0),
            (600, vec!["third", "first", "second"], 1),
            (400, vec!["first", "second"], 2),
            (0, vec![], 4),
        ] {
            let (shown, without) = within_room(memories(), room);
            let ids: Vec<&str> = shown.iter().map(|memory| memory.id.as_str()).collect();
            assert_eq!((ids, without), (expected, left_out), "{room}");
            let size: usize = shown.iter().map(PromptMemory::tokens).sum();
            assert!(size <= room, "{size} of {room}");
        }
    }
}
