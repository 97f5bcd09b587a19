//! A consolidation is applied.

use amb_memory::trajectory::TrajectoryError;
use amb_memory::trajectory::consolidator::{Consolidation, Merged};
use amb_store::long_term::LongTermError;

use super::Neo4jStore;
use crate::graph::{Change, Counters, fragment, merged, methodology, pattern};

impl Neo4jStore {
    pub(super) async fn apply(&self, consolidation: &Consolidation) -> Result<(), LongTermError> {
        let fragments = consolidation.fragments.iter();
        let fragments = fragments.filter_map(|fragment| fragment.embedding.as_ref());
        let methodologies = consolidation.methodologies.iter();
        let methodologies = methodologies.filter_map(|known| known.embedding.as_ref());
        self.make_room(fragments.chain(methodologies)).await?;
        let change = change(consolidation)?;
        let basis = consolidation.basis;
        let _turn = self.writing.lock().await;
        if self.write(basis, &change).await? {
            return Ok(());
        }
        let actual = self.revision().await?;
        Err(TrajectoryError::Stale { basis, actual }.into())
    }
}

fn change(consolidation: &Consolidation) -> Result<Change, LongTermError> {
    let Consolidation { removed, .. } = consolidation;
    let counters = Counters::learned_since(0)
        .consolidated_at(consolidation.consolidated_at)
        .failure_patterns(&consolidation.failure_patterns)?;
    let methodologies = consolidation.methodologies.iter().map(methodology);
    let fragments = consolidation.fragments.iter().map(fragment);
    let patterns = consolidation.patterns.iter().map(pattern);
    let abstracted = consolidation.abstracted.iter();
    let abstracted = abstracted.map(|(fragment, methodology)| Merged {
        from: fragment.to_string(),
        into: methodology.to_string(),
    });
    let gone = removed.expired.iter().chain(&removed.lost);
    Ok(Change {
        counters,
        patterns: patterns.collect::<Result<_, _>>()?,
        methodologies: methodologies.collect::<Result<_, _>>()?,
        resolved_by: consolidation.resolved_by.clone(),
        abstracted: abstracted.collect(),
        merged_methodologies: merged(&consolidation.merged_methodologies),
        merged_fragments: merged(&consolidation.merged_fragments),
        revised_fragments: fragments.collect::<Result<_, _>>()?,
        removed_methodologies: removed.weak.clone(),
        removed_fragments: gone.cloned().collect(),
        removed_patterns: removed.unused.clone(),
        ..Change::default()
    })
}
