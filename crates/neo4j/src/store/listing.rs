//! Rows for lists and exports.

use amb_memory::ListCursor;
use amb_memory::trajectory::graph::GraphRows;
use amb_memory::trajectory::records::{
    CausedError, ErrorPattern, Fragment, FragmentId, HasFragment, Methodology, ResolvedBy,
    Trajectory,
};
use amb_store::long_term::LongTermError;
use serde::Deserialize;
use serde_json::json;

use super::Neo4jStore;
use super::evidence::records;
use super::looking::limit;
use super::statistics::failure_patterns;
use crate::graph::{Kept, Look};

/// The server compares a parameter with a stored text by UTF-16, and two stored texts by code points. So the order of
/// runs that ended at one time is computed here.
const TIED: Look = look!(
    "RETURN memory.revision AS revision,
        COLLECT { MATCH (t:Trajectory) WHERE t.ended_at = $given.at RETURN t.id } AS ids"
);

const PAGE: Look = look!(
    "WITH memory, COLLECT { MATCH (t:Trajectory)
        WHERE $given.from_the_first OR t.ended_at < $given.at OR (t.ended_at = $given.at AND t.id IN $given.tied)
        RETURN t ORDER BY t.ended_at DESC, t.id DESC LIMIT $given.limit } AS page
    WITH memory, page, COLLECT { UNWIND page AS t MATCH (t)-[:HAS_FRAGMENT]->(f:Fragment)
        RETURN DISTINCT f } AS theirs
    RETURN memory.revision AS revision, [t IN page | ",
    trajectory!("t"),
    "] AS trajectories, [f IN theirs | ",
    fragment!("f"),
    "] AS fragments,
        COLLECT { UNWIND page AS t MATCH (t)-[h:HAS_FRAGMENT]->(f:Fragment)
            RETURN {trajectory: t.id, order: h.order, fragment: f.id} } AS has_fragment,
        COLLECT { UNWIND theirs AS f MATCH (f)-[:CAUSED_ERROR]->(p:ErrorPattern)
            RETURN {fragment: f.id, pattern: p.id} } AS caused,
        COLLECT { UNWIND theirs AS f MATCH (f)-[:CAUSED_ERROR]->(p:ErrorPattern) WITH DISTINCT p RETURN ",
    pattern!("p"),
    " } AS patterns"
);

const CASES: Look = look!(
    "WITH memory, COLLECT { MATCH (f:Fragment) WHERE f.id IN $given.ids RETURN f } AS theirs
    WITH memory, theirs, COLLECT { UNWIND theirs AS f MATCH (t:Trajectory)-[:HAS_FRAGMENT]->(f)
        RETURN DISTINCT t } AS runs
    RETURN memory.revision AS revision, [t IN runs | ",
    trajectory!("t"),
    "] AS trajectories, [f IN theirs | ",
    fragment!("f"),
    "] AS fragments,
        COLLECT { UNWIND theirs AS f MATCH (t:Trajectory)-[h:HAS_FRAGMENT]->(f)
            RETURN {trajectory: t.id, order: h.order, fragment: f.id} } AS has_fragment"
);

const KNOWLEDGE: Look = look!(
    "RETURN memory.revision AS revision, memory.failure_patterns AS failure_patterns,
        COLLECT { MATCH (m:Methodology) RETURN ",
    methodology!("m"),
    " } AS methodologies,
        COLLECT { MATCH (p:ErrorPattern)-[r:RESOLVED_BY]->(m:Methodology) RETURN ",
    resolved_by!(),
    " } AS resolved_by,
        COLLECT { MATCH (p:ErrorPattern) WHERE (p)-[:RESOLVED_BY]->() RETURN ",
    pattern!("p"),
    " } AS patterns"
);

#[derive(Deserialize)]
struct Tied {
    ids: Vec<String>,
}

#[derive(Deserialize)]
struct Page {
    trajectories: Vec<Kept<Trajectory>>,
    fragments: Vec<Kept<Fragment>>,
    has_fragment: Vec<HasFragment>,
    caused: Vec<CausedError>,
    patterns: Vec<Kept<ErrorPattern>>,
}

#[derive(Deserialize)]
struct Cases {
    trajectories: Vec<Kept<Trajectory>>,
    fragments: Vec<Kept<Fragment>>,
    has_fragment: Vec<HasFragment>,
}

#[derive(Deserialize)]
struct Knowledge {
    failure_patterns: String,
    methodologies: Vec<Kept<Methodology>>,
    resolved_by: Vec<ResolvedBy>,
    patterns: Vec<Kept<ErrorPattern>>,
}

impl Neo4jStore {
    pub(super) async fn list_after(
        &self,
        after: Option<&ListCursor>,
        most: usize,
    ) -> Result<GraphRows, LongTermError> {
        let tied = match after {
            Some(after) => self.tied_after(after).await?,
            None => Vec::new(),
        };
        let parameters = json!({
            "at": after.map_or(0, |after| after.at),
            "tied": tied,
            "from_the_first": after.is_none(),
            "limit": limit(most),
        });
        let page = self.look::<Page>(&PAGE, &parameters).await?.found;
        Ok(in_order(GraphRows {
            trajectories: records(page.trajectories).collect(),
            fragments: records(page.fragments).collect(),
            patterns: records(page.patterns).collect(),
            has_fragment: page.has_fragment,
            caused: page.caused,
            ..GraphRows::default()
        }))
    }

    /// The runs that ended at the time of this place and come after it.
    async fn tied_after(&self, after: &ListCursor) -> Result<Vec<String>, LongTermError> {
        let tied = self.look::<Tied>(&TIED, &json!({ "at": after.at })).await?;
        let mut ids = tied.found.ids;
        ids.retain(|id| *id < after.id);
        Ok(ids)
    }

    pub(super) async fn list_cases(&self, ids: &[FragmentId]) -> Result<GraphRows, LongTermError> {
        let parameters = json!({ "ids": ids });
        let cases = self.look::<Cases>(&CASES, &parameters).await?.found;
        Ok(in_order(GraphRows {
            trajectories: records(cases.trajectories).collect(),
            fragments: records(cases.fragments).collect(),
            has_fragment: cases.has_fragment,
            ..GraphRows::default()
        }))
    }

    pub(super) async fn list_knowledge(&self) -> Result<GraphRows, LongTermError> {
        let known = self.look::<Knowledge>(&KNOWLEDGE, &json!({})).await?.found;
        Ok(in_order(GraphRows {
            methodologies: records(known.methodologies).collect(),
            resolved_by: known.resolved_by,
            patterns: records(known.patterns).collect(),
            failure_patterns: failure_patterns(&known.failure_patterns)?,
            ..GraphRows::default()
        }))
    }
}

/// Trajectories that ended last first; each other list in the order of its ids, or of its pairs.
fn in_order(mut rows: GraphRows) -> GraphRows {
    rows.trajectories
        .sort_by(|a, b| (b.ended_at, &b.id).cmp(&(a.ended_at, &a.id)));
    rows.fragments.sort_by(|a, b| a.id.cmp(&b.id));
    rows.patterns.sort_by(|a, b| a.id.cmp(&b.id));
    rows.methodologies.sort_by(|a, b| a.id.cmp(&b.id));
    rows.has_fragment.sort_unstable();
    rows.caused.sort_unstable();
    rows.resolved_by
        .sort_by(|a, b| (&a.pattern, &a.methodology).cmp(&(&b.pattern, &b.methodology)));
    rows
}
