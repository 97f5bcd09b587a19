use std::cell::Cell;

use amb_memory::ListCursor;
use amb_memory::trajectory::consolidator::{Consolidation, Evidence, EvidenceQuery};
use amb_memory::trajectory::graph::{GraphRows, ImportedRows};
use amb_memory::trajectory::records::{Fragment, FragmentId, MethodologyId, TrajectoryId};
use amb_memory::trajectory::retriever::{Candidates, ErrorQuery, Ranked, RetrievalQueries};
use amb_memory::trajectory::statistics::{MistakeQuery, StatisticsRows};
use amb_memory::trajectory::vectors::{NewVector, TextPage, VectorQuery};
use amb_memory::trajectory::writer::Learned;
use amb_store::contract::{Opening, Place, trajectories};
use amb_store::long_term::{LongTermFuture, TrajectoriesInMemory, TrajectoryStore};
use futures::executor::block_on;

use crate::medium::{Medium, is_noticed};

/// A defect of a store of trajectories.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Defect {
    LearnsWithoutErrors,
    LearnsWithoutErrorsWhereInterrupted,
    TakesAnyBasis,
    ReversesFragments,
    FindsTooFewByState,
    FindsTheLeastByState,
    TakesOtherModels,
    ReversesMistakes,
    ListsTooMany,
    FindsCasesWithoutRuns,
    LeavesOutLost,
    CountsUnknownAsKnown,
    LosesFailurePatterns,
    PutsVectorsOfFormerTexts,
    PutsVectorsUncounted,
    ForgetsNoMethodology,
}

type Shared = Medium<TrajectoriesInMemory, Defect>;

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

impl Place<dyn TrajectoryStore> for Shared {
    fn open(&self) -> Opening<'_, dyn TrajectoryStore> {
        Box::pin(async {
            self.write()?;
            Ok(Box::new(self.clone()) as Box<dyn TrajectoryStore>)
        })
    }
}

fn called() {
    CALLS.set(CALLS.get() + 1);
}

impl TrajectoryStore for Shared {
    fn learn<'a>(&'a self, learned: &'a Learned) -> LongTermFuture<'a, ()> {
        called();
        Box::pin(async move {
            let mut without_errors = learned.clone();
            without_errors.caused.clear();
            self.write()?;
            let interrupted = self.write();
            let learned = match self.defect {
                Some(Defect::LearnsWithoutErrors) => &without_errors,
                Some(Defect::LearnsWithoutErrorsWhereInterrupted) if interrupted.is_err() => {
                    &without_errors
                }
                _ => learned,
            };
            self.kept().learn(learned).await?;
            Ok(interrupted?)
        })
    }

    fn candidates<'a>(&'a self, queries: &'a RetrievalQueries) -> LongTermFuture<'a, Candidates> {
        called();
        Box::pin(async move {
            let mut found = self.kept().candidates(queries).await?;
            let by_state = &mut found.state.methodologies;
            match self.defect {
                Some(Defect::FindsTooFewByState) => by_state.truncate(1),
                Some(Defect::FindsTheLeastByState) => by_state.reverse(),
                Some(Defect::ReversesFragments) => found.task.fragments.reverse(),
                Some(Defect::TakesOtherModels) => {
                    let more = found.task.fragments.first().cloned();
                    found.meaning.fragments.extend(more);
                }
                _ => {}
            }
            Ok(found)
        })
    }

    fn by_error<'a>(&'a self, query: &'a ErrorQuery) -> LongTermFuture<'a, Ranked> {
        called();
        self.kept().by_error(query)
    }

    fn mistakes<'a>(&'a self, query: &'a MistakeQuery) -> LongTermFuture<'a, Vec<Fragment>> {
        called();
        Box::pin(async move {
            let mut found = self.kept().mistakes(query).await?;
            if self.defect == Some(Defect::ReversesMistakes) {
                found.reverse();
            }
            Ok(found)
        })
    }

    fn evidence<'a>(&'a self, query: &'a EvidenceQuery) -> LongTermFuture<'a, Evidence> {
        called();
        Box::pin(async move {
            let mut evidence = self.kept().evidence(query).await?;
            if self.defect == Some(Defect::LeavesOutLost) {
                evidence.lost.clear();
            }
            // Removes the parts and the order that the contract leaves open.
            evidence.patterns.retain(|used| {
                let is = |id| used.pattern.id == id;
                let mut caused = evidence.caused.iter();
                let mut related = evidence.resolved_by.iter();
                caused.any(|relation| is(relation.pattern.clone()))
                    || used.caused != used.pattern.frequency
                    || !related.any(|relation| is(relation.pattern.clone()))
            });
            evidence.patterns.reverse();
            evidence.resolved_by.reverse();
            Ok(evidence)
        })
    }

    fn consolidate<'a>(&'a self, consolidation: &'a Consolidation) -> LongTermFuture<'a, ()> {
        called();
        Box::pin(async move {
            let mut consolidation = consolidation.clone();
            if self.defect == Some(Defect::TakesAnyBasis) {
                let query = EvidenceQuery::new(&Default::default());
                consolidation.basis = self.kept().evidence(&query).await?.revision;
            }
            if self.defect == Some(Defect::LosesFailurePatterns) {
                consolidation.failure_patterns.clear();
            }
            self.write()?;
            self.kept().consolidate(&consolidation).await?;
            Ok(self.write()?)
        })
    }

    fn learned_since(&self) -> LongTermFuture<'_, u32> {
        called();
        self.kept().learned_since()
    }

    fn statistics(&self) -> LongTermFuture<'_, StatisticsRows> {
        called();
        self.kept().statistics()
    }

    fn rows_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, GraphRows> {
        called();
        let more = usize::from(self.defect == Some(Defect::ListsTooMany));
        self.kept().rows_after(after, limit + more)
    }

    fn cases<'a>(&'a self, ids: &'a [FragmentId]) -> LongTermFuture<'a, GraphRows> {
        called();
        Box::pin(async move {
            let mut cases = self.kept().cases(ids).await?;
            if self.defect == Some(Defect::FindsCasesWithoutRuns) {
                cases.trajectories.truncate(1);
            }
            Ok(cases)
        })
    }

    fn knowledge(&self) -> LongTermFuture<'_, GraphRows> {
        called();
        self.kept().knowledge()
    }

    fn import<'a>(&'a self, rows: &'a GraphRows) -> LongTermFuture<'a, ImportedRows> {
        called();
        Box::pin(async move {
            self.write()?;
            let mut imported = self.kept().import(rows).await?;
            if self.defect == Some(Defect::CountsUnknownAsKnown) {
                imported.known_trajectories += imported.trajectories;
            }
            self.write()?;
            Ok(imported)
        })
    }

    fn without_vectors<'a>(&'a self, query: &'a VectorQuery) -> LongTermFuture<'a, TextPage> {
        called();
        self.kept().without_vectors(query)
    }

    fn put_vectors<'a>(&'a self, vectors: &'a [NewVector]) -> LongTermFuture<'a, usize> {
        called();
        Box::pin(async move {
            let mut vectors = vectors.to_vec();
            if self.defect == Some(Defect::PutsVectorsOfFormerTexts) {
                let all = VectorQuery {
                    model: "none".to_owned(),
                    dimensions: 1,
                    after: None,
                    limit: usize::MAX,
                };
                let texts = self.kept().without_vectors(&all).await?.without;
                for new in &mut vectors {
                    let now = texts.iter().find(|text| text.of == new.text.of);
                    new.text = now.cloned().unwrap_or_else(|| new.text.clone());
                }
            }
            self.write()?;
            let put = self.kept().put_vectors(&vectors).await?;
            self.write()?;
            let uncounted = self.defect == Some(Defect::PutsVectorsUncounted);
            Ok(if uncounted { vectors.len() } else { put })
        })
    }

    fn forget<'a>(&'a self, id: &'a TrajectoryId) -> LongTermFuture<'a, bool> {
        called();
        Box::pin(async move {
            self.write()?;
            let was_there = self.kept().forget(id).await?;
            self.write()?;
            Ok(was_there)
        })
    }

    fn forget_methodology<'a>(&'a self, id: &'a MethodologyId) -> LongTermFuture<'a, bool> {
        called();
        Box::pin(async move {
            self.write()?;
            if self.defect == Some(Defect::ForgetsNoMethodology) {
                let known = self.kept().knowledge().await?.methodologies;
                return Ok(known.iter().any(|methodology| methodology.id == *id));
            }
            let was_there = self.kept().forget_methodology(id).await?;
            self.write()?;
            Ok(was_there)
        })
    }
}

/// CG-09: the contract of trajectory memory, in memory, within three thousand calls.
#[test]
fn cg_09_trajectories_in_memory_hold_the_contract() {
    CALLS.set(0);
    block_on(trajectories::holds(async || Shared::new(None)));
    let calls = CALLS.get();
    assert!((500..3_000).contains(&calls), "{calls} calls");
}

/// CG-09: writes that fail before they begin, or are carried out and not answered for, leave no third state.
#[test]
fn cg_09_trajectories_survive_failed_writes() {
    block_on(trajectories::survives_faults(async || Shared::new(None)));
}

/// CG-09: no store that answers otherwise passes.
#[test]
fn cg_09_defects_of_a_trajectory_store_are_noticed() {
    for defect in [
        Defect::LearnsWithoutErrors,
        Defect::TakesAnyBasis,
        Defect::ReversesFragments,
        Defect::FindsTooFewByState,
        Defect::FindsTheLeastByState,
        Defect::TakesOtherModels,
        Defect::ReversesMistakes,
        Defect::ListsTooMany,
        Defect::FindsCasesWithoutRuns,
        Defect::LeavesOutLost,
        Defect::CountsUnknownAsKnown,
        Defect::LosesFailurePatterns,
        Defect::PutsVectorsOfFormerTexts,
        Defect::PutsVectorsUncounted,
        Defect::ForgetsNoMethodology,
    ] {
        is_noticed(defect, || {
            block_on(trajectories::holds(async || Shared::new(Some(defect))));
        });
    }
    let torn = Defect::LearnsWithoutErrorsWhereInterrupted;
    is_noticed(torn, || {
        block_on(trajectories::survives_faults(async || {
            Shared::new(Some(torn))
        }));
    });
}
