//! The visible state of a store.

use amb_memory::trajectory::consolidator::{Evidence, EvidenceQuery};
use amb_memory::trajectory::graph::GraphRows;
use amb_memory::trajectory::statistics::StatisticsRows;

use crate::long_term::TrajectoryStore;

/// All visible state of a store, except its revision, which is its own number.
#[derive(Debug, PartialEq)]
pub struct Sight {
    rows: GraphRows,
    knowledge: GraphRows,
    statistics: StatisticsRows,
    evidence: Evidence,
}

/// A look at everything.
const ALL: EvidenceQuery = EvidenceQuery {
    unabstracted: 1_000,
    recent: 1_000,
    keep_failed: 0,
};

/// Looks at a store.
pub async fn sight(store: &dyn TrajectoryStore) -> Sight {
    let statistics = store.statistics().await.expect("statistics are counted");
    let evidence = store.evidence(&ALL).await.expect("evidence is read");
    Sight {
        rows: store
            .rows_after(None, 1_000)
            .await
            .expect("rows are listed"),
        knowledge: store.knowledge().await.expect("knowledge is read"),
        statistics: ordered_statistics(statistics),
        evidence: ordered(evidence),
    }
}

/// Sequences in no order of their own, and none for runs without errors: nothing follows anything there.
fn ordered_statistics(mut statistics: StatisticsRows) -> StatisticsRows {
    let sequences = &mut statistics.error_sequences;
    sequences.retain(|sequence| !sequence.is_empty());
    sequences.sort_unstable();
    statistics
}

/// Returns evidence in the form that every store must share: without the revision and the optional patterns, and with
/// unordered lists sorted by id.
pub fn ordered(mut evidence: Evidence) -> Evidence {
    evidence.revision = 0;
    let Evidence {
        patterns,
        caused,
        resolved_by,
        ..
    } = &mut evidence;
    patterns.retain(|used| {
        let id = &used.pattern.id;
        let is_caused = caused.iter().any(|relation| relation.pattern == *id);
        let is_bare =
            used.caused == 0 && resolved_by.iter().all(|relation| relation.pattern != *id);
        is_caused || is_bare || used.caused != used.pattern.frequency
    });
    patterns.sort_by(|a, b| a.pattern.id.cmp(&b.pattern.id));
    caused.sort_unstable();
    resolved_by.sort_by(|a, b| (&a.pattern, &a.methodology).cmp(&(&b.pattern, &b.methodology)));
    evidence.expired.sort_by(|a, b| a.id.cmp(&b.id));
    evidence.lost.sort_by(|a, b| a.id.cmp(&b.id));
    evidence.methodologies.sort_by(|a, b| a.id.cmp(&b.id));
    evidence.failures.sort_unstable();
    evidence
}
