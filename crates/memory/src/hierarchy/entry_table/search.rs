//! The ranked lists that recall asks for.

use super::super::entry::{MemoryEntry, MemoryId};
use super::super::recall::{ChannelQuery, MemoryScope, Ranking, Search};
use super::table::EntryTable;
use crate::retrieval::Embedding;
use std::cmp::Reverse;

impl EntryTable {
    /// The ranked list that a query asks for.
    #[must_use]
    pub fn search(&self, query: &ChannelQuery) -> Ranking {
        let scope = &query.scope;
        let limit = query.limit;
        match &query.search {
            Search::Keyword { text, .. } => self.by_words(text, scope, limit),
            Search::Semantic { embedding } => self.by_meaning(embedding, scope, limit),
            Search::Newest => self.sorted(scope, limit, |entry| Reverse(entry.created_at)),
            Search::Oldest => self.sorted(scope, limit, |entry| entry.created_at),
            Search::MostImportant => self.sorted(scope, limit, |entry| {
                // An importance is not below zero, so its bits have its order, but for the sign of a zero.
                (
                    Reverse(entry.importance.abs().to_bits()),
                    Reverse(entry.created_at),
                )
            }),
        }
    }

    /// Asks the index for more until enough of what it finds lies in the scope.
    fn by_words(&self, text: &str, scope: &MemoryScope, limit: usize) -> Ranking {
        let admits = |id: &MemoryId| {
            let entry = self.get(id);
            entry.is_some_and(|entry| scope.admits(entry))
        };
        let mut asked = limit.max(1);
        loop {
            let hits = self.words.keyword_search(text, asked);
            let is_all = hits.len() < asked;
            let found = hits.into_iter().map(|hit| hit.key);
            let ids: Vec<MemoryId> = found.filter(admits).take(limit).collect();
            if is_all || ids.len() == limit {
                return ranking(ids.iter(), limit, 0);
            }
            asked = asked.saturating_mul(4);
        }
    }

    fn by_meaning(&self, query: &Embedding, scope: &MemoryScope, limit: usize) -> Ranking {
        let mut not_comparable = 0;
        let mut found: Vec<(f32, &MemoryId)> = Vec::new();
        for entry in self.entries.values().filter(|entry| scope.admits(entry)) {
            match entry.embedding.as_ref().and_then(|own| query.cosine(own)) {
                Some(cosine) => found.push((cosine, &entry.id)),
                None => not_comparable += 1,
            }
        }
        // The sort is stable and the entries came in the order of their ids.
        found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        ranking(found.into_iter().map(|(_, id)| id), limit, not_comparable)
    }

    fn sorted<K: Ord>(
        &self,
        scope: &MemoryScope,
        limit: usize,
        key: impl Fn(&MemoryEntry) -> K,
    ) -> Ranking {
        let mut found: Vec<&MemoryEntry> = self.in_scope(scope).collect();
        found.sort_by_key(|entry| key(entry));
        ranking(found.into_iter().map(|entry| &entry.id), limit, 0)
    }
}

fn ranking<'t>(
    ids: impl Iterator<Item = &'t MemoryId>,
    limit: usize,
    not_comparable: usize,
) -> Ranking {
    Ranking {
        ids: ids.take(limit).cloned().collect(),
        not_comparable,
    }
}
