//! The ranked lists that recall asks for.

use super::super::entry::{MemoryEntry, MemoryId};
use super::super::recall::{ChannelQuery, MemoryScope, Ranking, Search};
use super::table::EntryTable;
use crate::retrieval::Embedding;
use std::cmp::Ordering;

impl EntryTable {
    /// The ranked list that a query asks for.
    #[must_use]
    pub fn search(&self, query: &ChannelQuery) -> Ranking {
        let scope = &query.scope;
        let limit = query.limit;
        match &query.search {
            Search::Keyword { text, .. } => self.by_words(text, scope, limit),
            Search::Semantic { embedding } => self.by_meaning(embedding, scope, limit),
            Search::Newest => self.sorted(scope, limit, newest),
            Search::Oldest => self.sorted(scope, limit, |a, b| newest(b, a)),
            Search::MostImportant => self.sorted(scope, limit, |a, b| {
                // A zero below zero is a zero.
                let by_importance = b.importance.abs().total_cmp(&a.importance.abs());
                by_importance.then_with(|| newest(a, b))
            }),
        }
    }

    /// Asks the index for more until enough of what it finds lies in the scope. Its keys put the newest of equals first.
    fn by_words(&self, text: &str, scope: &MemoryScope, limit: usize) -> Ranking {
        let admits = |id: &MemoryId| {
            let entry = self.get(id);
            entry.is_some_and(|entry| scope.admits(entry))
        };
        let mut asked = limit.max(1);
        loop {
            let hits = self.words.keyword_search(text, asked);
            let is_all = hits.len() < asked;
            let found = hits.into_iter().map(|hit| {
                let (_, id) = hit.key.0;
                id
            });
            let ids: Vec<MemoryId> = found.filter(admits).take(limit).collect();
            if is_all || ids.len() == limit {
                return ranking(ids.iter(), limit, 0);
            }
            asked = asked.saturating_mul(4);
        }
    }

    fn by_meaning(&self, query: &Embedding, scope: &MemoryScope, limit: usize) -> Ranking {
        let mut not_comparable = 0;
        let mut found: Vec<(f32, &MemoryEntry)> = Vec::new();
        for entry in self.entries.values().filter(|entry| scope.admits(entry)) {
            match entry.embedding.as_ref().and_then(|own| query.cosine(own)) {
                Some(cosine) => found.push((cosine, entry)),
                None => not_comparable += 1,
            }
        }
        found.sort_by(|(a, one), (b, other)| b.total_cmp(a).then_with(|| newest(one, other)));
        let ids = found.into_iter().map(|(_, entry)| &entry.id);
        ranking(ids, limit, not_comparable)
    }

    fn sorted(
        &self,
        scope: &MemoryScope,
        limit: usize,
        order: impl Fn(&MemoryEntry, &MemoryEntry) -> Ordering,
    ) -> Ranking {
        let mut found: Vec<&MemoryEntry> = self.in_scope(scope).collect();
        found.sort_by(|a, b| order(a, b));
        ranking(found.into_iter().map(|entry| &entry.id), limit, 0)
    }
}

/// The newest first, of one time the greater id: ids are made in ascending order.
fn newest(a: &MemoryEntry, b: &MemoryEntry) -> Ordering {
    (b.created_at, &b.id).cmp(&(a.created_at, &a.id))
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
