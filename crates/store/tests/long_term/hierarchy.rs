use amb_memory::ListCursor;
use amb_memory::hierarchy::{
    Change, ChangeSet, ChannelQuery, ContentHash, EntryVitals, Forgotten, Known, MemoryEntry,
    MemoryId, MemoryLayer, MemoryScope, MemoryState, Ranking, Search,
};
use amb_store::contract::{Opening, Place, hierarchy};
use amb_store::long_term::{HierarchyInMemory, HierarchyStore, LongTermFuture};
use futures::executor::block_on;

use crate::medium::{Medium, is_noticed};

/// A defect of a store of memories.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Defect {
    AppliesInPieces,
    FindsTheForgotten,
    MissesSyntax,
    FindsTheLeastWords,
    LeavesEqualsToTheirIds,
    ComparesAnything,
    BreaksTiesBackwards,
    KnowsTheRememberedAlone,
    NamesNoSources,
    CountsTheSummarised,
    ListsTooMany,
    FoldsFacts,
    RestoresTouched,
}

type Shared = Medium<HierarchyInMemory, Defect>;

impl Place<dyn HierarchyStore> for Shared {
    fn open(&self) -> Opening<'_, dyn HierarchyStore> {
        Box::pin(async {
            self.write()?;
            Ok(Box::new(self.clone()) as Box<dyn HierarchyStore>)
        })
    }
}

impl Shared {
    fn has(&self, defect: Defect) -> bool {
        self.defect == Some(defect)
    }

    async fn spoilt(&self, query: &ChannelQuery, mut ranking: Ranking) -> Ranking {
        let is_by_words = matches!(query.search, Search::Keyword { .. });
        match self.defect {
            Some(Defect::FindsTheForgotten) if query.search == Search::Newest => {
                let forgotten = self.kept().forgotten_after(None, 1).await.unwrap();
                ranking
                    .ids
                    .extend(forgotten.into_iter().map(|it| it.entry.id));
            }
            Some(Defect::MissesSyntax) => {
                if let Search::Keyword { text, .. } = &query.search
                    && text.contains('"')
                {
                    ranking.ids.clear();
                }
            }
            Some(Defect::FindsTheLeastWords) if is_by_words => ranking.ids.reverse(),
            Some(Defect::LeavesEqualsToTheirIds) => {
                if let Search::Keyword { terms, .. } = &query.search
                    && terms.len() == 1
                {
                    let all = ChannelQuery {
                        limit: usize::MAX,
                        ..query.clone()
                    };
                    ranking = self.kept().search(&[all]).await.unwrap().remove(0);
                    ranking.ids.sort_unstable();
                    ranking.ids.truncate(query.limit);
                }
            }
            Some(Defect::ComparesAnything) => ranking.not_comparable = 0,
            Some(Defect::BreaksTiesBackwards) if query.search == Search::Oldest => {
                ranking.ids.reverse();
            }
            _ => {}
        }
        ranking
    }
}

impl HierarchyStore for Shared {
    fn apply<'a>(&'a self, changes: &'a ChangeSet) -> LongTermFuture<'a, ()> {
        Box::pin(async move {
            self.write()?;
            if self.has(Defect::AppliesInPieces) {
                for change in changes.changes() {
                    self.kept().apply(&vec![change.clone()].into()).await?;
                    self.write()?;
                }
            } else {
                self.kept().apply(changes).await?;
            }
            if self.has(Defect::RestoresTouched) {
                for change in changes.changes() {
                    if let Change::Restore { id } = change {
                        let touch = Change::touch(id.clone(), 0);
                        let _ = self.kept().apply(&vec![touch].into()).await;
                    }
                }
            }
            Ok(self.write()?)
        })
    }

    fn search<'a>(&'a self, queries: &'a [ChannelQuery]) -> LongTermFuture<'a, Vec<Ranking>> {
        Box::pin(async move {
            let mut spoilt = Vec::new();
            for (query, ranking) in queries.iter().zip(self.kept().search(queries).await?) {
                spoilt.push(self.spoilt(query, ranking).await);
            }
            Ok(spoilt)
        })
    }

    fn entries<'a>(&'a self, ids: &'a [MemoryId]) -> LongTermFuture<'a, Vec<MemoryEntry>> {
        self.kept().entries(ids)
    }

    fn known<'a>(
        &'a self,
        contents: &'a [(MemoryLayer, ContentHash)],
    ) -> LongTermFuture<'a, Vec<Option<Known>>> {
        Box::pin(async move {
            let mut known = self.kept().known(contents).await?;
            if self.has(Defect::KnowsTheRememberedAlone) {
                for found in &mut known {
                    found.take_if(|found| found.forgotten.is_some());
                }
            }
            Ok(known)
        })
    }

    fn facts<'a>(&'a self, of: &'a [(String, String)]) -> LongTermFuture<'a, Vec<MemoryEntry>> {
        Box::pin(async move {
            let mut of = of.to_vec();
            if self.has(Defect::FoldsFacts) {
                of.extend(
                    of.clone().into_iter().map(|(subject, relation)| {
                        (subject.to_lowercase(), relation.to_lowercase())
                    }),
                );
            }
            self.kept().facts(&of).await
        })
    }

    fn vitals<'a>(&'a self, scope: &'a MemoryScope) -> LongTermFuture<'a, Vec<EntryVitals>> {
        Box::pin(async move {
            let mut vitals = self.kept().vitals(scope).await?;
            if self.has(Defect::NamesNoSources) {
                vitals
                    .iter_mut()
                    .for_each(|vitals| vitals.is_source = false);
            }
            Ok(vitals)
        })
    }

    fn count<'a>(&'a self, scope: &'a MemoryScope) -> LongTermFuture<'a, usize> {
        Box::pin(async move {
            if self.has(Defect::CountsTheSummarised) {
                let all = self.kept().remembered_after(None, 10_000).await?;
                return Ok(all.iter().filter(|entry| scope.admits(entry)).count());
            }
            self.kept().count(scope).await
        })
    }

    fn state(&self) -> LongTermFuture<'_, MemoryState> {
        self.kept().state()
    }

    fn remembered_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, Vec<MemoryEntry>> {
        self.kept().remembered_after(after, limit)
    }

    fn forgotten_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, Vec<Forgotten>> {
        let more = usize::from(self.has(Defect::ListsTooMany));
        self.kept().forgotten_after(after, limit + more)
    }

    fn derived_from<'a>(&'a self, ids: &'a [MemoryId]) -> LongTermFuture<'a, Vec<MemoryId>> {
        self.kept().derived_from(ids)
    }
}

/// AF-03, AF-04: the contract of hierarchical memory, in memory.
#[test]
fn af_03_the_hierarchy_in_memory_holds_the_contract() {
    block_on(hierarchy::holds(async || Shared::new(None)));
}

/// AF-03: writes that fail before they begin, or are carried out and not answered for, leave no third state.
#[test]
fn af_03_the_hierarchy_survives_failed_writes() {
    block_on(hierarchy::survives_faults(async || Shared::new(None)));
}

/// AF-03: no store that answers otherwise passes.
#[test]
fn af_03_defects_of_a_hierarchy_store_are_noticed() {
    for defect in [
        Defect::AppliesInPieces,
        Defect::FindsTheForgotten,
        Defect::MissesSyntax,
        Defect::FindsTheLeastWords,
        Defect::LeavesEqualsToTheirIds,
        Defect::ComparesAnything,
        Defect::BreaksTiesBackwards,
        Defect::KnowsTheRememberedAlone,
        Defect::NamesNoSources,
        Defect::CountsTheSummarised,
        Defect::ListsTooMany,
        Defect::FoldsFacts,
        Defect::RestoresTouched,
    ] {
        is_noticed(defect, || {
            block_on(hierarchy::holds(async || Shared::new(Some(defect))));
        });
    }
    let torn = Defect::AppliesInPieces;
    is_noticed(torn, || {
        block_on(hierarchy::survives_faults(async || Shared::new(Some(torn))));
    });
}
