//! Candidates for a state, in each dimension.

use std::collections::BTreeSet;

use amb_memory::retrieval::Embedding;
use amb_memory::text::spellings;
use amb_memory::trajectory::records::{Fragment, Methodology, ResolvedBy};
use amb_memory::trajectory::retriever::{
    Candidates, ErrorQuery, MeaningQuery, Ranked, RetrievalQueries,
};
use amb_store::long_term::LongTermError;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Neo4jStore;
use super::evidence::records;
use super::looking::{Seen, limit};
use crate::graph::{Kept, Look, Space};
use crate::wire::contended;

/// Matches an error; the first of a methodology's relations is the one whose pattern shares most words.
macro_rules! by_error {
    () => {
        concat!(
            "COLLECT { MATCH (p:ErrorPattern {error_type: $given.error_type})-[r:RESOLVED_BY]->(m:Methodology)
                WHERE NOT $given.ways_out OR m.kind <> 'warning'
                WITH p, r, m, size([word IN $given.keywords WHERE word IN p.keywords]) AS words
                ORDER BY words DESC, p.id
                WHERE words >= $given.least_shared
                WITH m, collect({words: words, rate: r.success_rate, relation: ",
            resolved_by!(),
            "})[0] AS best
                RETURN {methodology: ",
            methodology!("m"),
            ", resolved_by: best.relation}
                ORDER BY best.words DESC, best.rate DESC, m.last_used IS NULL, m.last_used DESC, m.id
                LIMIT $given.error_k } AS leads,
            COLLECT { MATCH (p:ErrorPattern {error_type: $given.error_type})<-[:CAUSED_ERROR]-(f:Fragment)
                WHERE NOT $given.ways_out OR f.outcome = 'recovered'
                WITH f, max(size([word IN $given.keywords WHERE word IN p.keywords])) AS words
                WHERE words >= $given.least_shared
                RETURN ",
            fragment!("f"),
            "   ORDER BY ($given.ways_out AND f.fragment_type = 'loop') DESC, words DESC,
                    (f.outcome = 'recovered') DESC, f.ended_at DESC, f.id
                LIMIT $given.error_k } AS met"
        )
    };
}

/// Fragments that worked in such tasks, and methodologies that apply in such a situation.
macro_rules! by_task_and_state {
    () => {
        concat!(
            "COLLECT { MATCH (t:Trajectory {task_type: $given.task_type, success: true})-[:HAS_FRAGMENT]->(f:Fragment)
                WHERE f.outcome IN ['succeeded', 'recovered']
                WITH f, max(CASE WHEN $given.repo <> '' AND t.repo = $given.repo THEN 1 ELSE 0 END) AS same
                ORDER BY same DESC, (f.outcome = 'recovered') DESC, f.ended_at DESC, f.id
                LIMIT $given.task_k
                RETURN ",
            fragment!("f"),
            " } AS worked,
            COLLECT { MATCH (m:Methodology {task_type: $given.task_type}) WHERE m.error_type IS NULL
                RETURN ",
            methodology!("m"),
            "   ORDER BY m.confidence DESC, m.id LIMIT $given.task_k } AS general,
            COLLECT { MATCH (m:Methodology)
                WITH m, size([term IN $given.terms WHERE term IN m.terms]) AS words WHERE words > 0
                RETURN ",
            methodology!("m"),
            "   ORDER BY words DESC, m.confidence DESC, m.id LIMIT $given.state_k } AS applicable"
        )
    };
}

const BY_ERROR: Look = look!("RETURN memory.revision AS revision, ", by_error!());

/// All dimensions; by meaning, the engine's hits.
const IN_STATE: Look = look!(
    "RETURN memory.revision AS revision, ",
    by_error!(),
    ", ",
    by_task_and_state!(),
    ", COLLECT { UNWIND $given.near_fragments AS id MATCH (f:Fragment {id: id}) RETURN ",
    fragment!("f"),
    " } AS near_fragments,
    COLLECT { UNWIND $given.near_methodologies AS id MATCH (m:Methodology {id: id}) RETURN ",
    methodology!("m"),
    " } AS near_methodologies"
);

/// All dimensions; by meaning, the indexes' hits. An index finds nearly all of the nearest, and finds them more
/// reliably with a larger limit.
const IN_STATE_BY_INDEX: Look = look!(
    "RETURN memory.revision AS revision, ",
    by_error!(),
    ", ",
    by_task_and_state!(),
    ", COLLECT { CALL db.index.vector.queryNodes($given.fragments_index, $given.wide, $given.vector) YIELD node, score
        WITH node AS f, score ORDER BY score DESC, f.id LIMIT $given.near_k RETURN ",
    fragment!("f"),
    " } AS near_fragments,
    COLLECT { CALL db.index.vector.queryNodes($given.methodologies_index, $given.wide, $given.vector) YIELD node, score
        WITH node AS m, score ORDER BY score DESC, m.id LIMIT $given.near_k RETURN ",
    methodology!("m"),
    " } AS near_methodologies"
);

/// The vectors of a space.
const VECTORS: Look = look!(
    "RETURN memory.revision AS revision,
        COLLECT { MATCH (f:Fragment {space: $given.space}) RETURN f {.id, .embedding} } AS fragments,
        COLLECT { MATCH (m:Methodology {space: $given.space}) RETURN m {.id, .embedding} } AS methodologies"
);

/// Extra results that an index is asked for at least, and results in all at most.
const WIDE: std::ops::RangeInclusive<usize> = 100..=2_000;

/// Attempts at a consistent read if memory was written to between two reads.
const LOOKS: u32 = 8;

#[derive(Deserialize)]
struct FoundByError {
    leads: Vec<Lead>,
    met: Vec<Kept<Fragment>>,
}

#[derive(Deserialize)]
struct Lead {
    methodology: Kept<Methodology>,
    resolved_by: ResolvedBy,
}

#[derive(Deserialize)]
struct Found {
    #[serde(flatten)]
    by_error: FoundByError,
    worked: Vec<Kept<Fragment>>,
    general: Vec<Kept<Methodology>>,
    applicable: Vec<Kept<Methodology>>,
    near_fragments: Vec<Kept<Fragment>>,
    near_methodologies: Vec<Kept<Methodology>>,
}

#[derive(Deserialize)]
struct Vectors {
    fragments: Vec<Kept<Vector>>,
    methodologies: Vec<Kept<Vector>>,
}

#[derive(Deserialize)]
struct Vector {
    id: String,
    embedding: Embedding,
}

impl Neo4jStore {
    pub(super) async fn found_by_error(&self, query: &ErrorQuery) -> Result<Ranked, LongTermError> {
        let parameters = Value::Object(error_parameters(Some(query)));
        let seen = self.look::<FoundByError>(&BY_ERROR, &parameters).await?;
        Ok(ranked_by_error(seen.found))
    }

    pub(super) async fn found_in_state(
        &self,
        queries: &RetrievalQueries,
    ) -> Result<Candidates, LongTermError> {
        let parameters = parameters(queries);
        let Some(query) = &queries.meaning else {
            let parameters = near(parameters, &[], &[]);
            let found = self.look::<Found>(&IN_STATE, &parameters).await?.found;
            return Ok(candidates(found, None));
        };
        let space = Space::of(&query.embedding);
        if can_be_indexed(query) && self.is_indexed(&space).await? {
            let by_index = indexed(parameters.clone(), query, &space);
            match self.look::<Found>(&IN_STATE_BY_INDEX, &by_index).await {
                Ok(seen) => return Ok(candidates(seen.found, Some(query))),
                // Somebody may have dropped the index.
                Err(LongTermError::Server {
                    retryable: false, ..
                }) => self.doubt_indexes(),
                Err(error) => return Err(error),
            }
        }
        self.found_by_engine(parameters, query, &space).await
    }

    /// Reads the vectors, finds the nearest, and looks at them, until nothing was written between both.
    async fn found_by_engine(
        &self,
        parameters: Map<String, Value>,
        query: &MeaningQuery,
        space: &Space,
    ) -> Result<Candidates, LongTermError> {
        let in_space = json!({ "space": space.property() });
        for attempt in 0..LOOKS {
            let Seen { revision, found } = self.look::<Vectors>(&VECTORS, &in_space).await?;
            let fragments = nearest_ids(found.fragments, query);
            let methodologies = nearest_ids(found.methodologies, query);
            let parameters = near(parameters.clone(), &fragments, &methodologies);
            let seen = self.look::<Found>(&IN_STATE, &parameters).await?;
            if seen.revision == revision {
                return Ok(candidates(seen.found, Some(query)));
            }
            self.server.pause(attempt, None).await;
        }
        Err(contended())
    }
}

/// Returns true if an index can answer the query. It cannot if nearly all results are wanted, or dissimilar ones, which
/// vectors without a direction belong to.
fn can_be_indexed(query: &MeaningQuery) -> bool {
    let has_direction = query.embedding.vector().iter().any(|number| *number != 0.0);
    has_direction && query.min_similarity > 0.0 && query.k.saturating_mul(4) <= *WIDE.end()
}

/// Terms in each spelling that an older program may have written.
pub(super) fn spelt<'t>(terms: impl Iterator<Item = &'t String>) -> BTreeSet<String> {
    terms.flat_map(|term| spellings(term)).collect()
}

fn parameters(queries: &RetrievalQueries) -> Map<String, Value> {
    let mut all = error_parameters(queries.error.as_ref());
    let state = queries.state.as_ref();
    let terms = spelt(state.iter().flat_map(|query| &query.terms));
    let further = [
        ("task_type", json!(queries.task.task_type)),
        ("repo", json!(queries.task.repo)),
        ("task_k", json!(limit(queries.task.k))),
        ("terms", json!(terms)),
        ("state_k", json!(state.map_or(0, |query| limit(query.k)))),
    ];
    all.extend(further.map(|(name, value)| (name.to_owned(), value)));
    all
}

/// Without an error query, nothing matches.
fn error_parameters(query: Option<&ErrorQuery>) -> Map<String, Value> {
    let keywords: BTreeSet<&String> = query.iter().flat_map(|query| &query.keywords).collect();
    let all = [
        ("error_type", json!(query.map(|query| &query.error_type))),
        ("keywords", json!(keywords)),
        (
            "least_shared",
            json!(query.map_or(0, |query| query.least_shared)),
        ),
        ("ways_out", json!(query.is_some_and(|query| query.ways_out))),
        ("error_k", json!(query.map_or(0, |query| limit(query.k)))),
    ];
    all.map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect()
}

fn near(
    mut parameters: Map<String, Value>,
    fragments: &[String],
    methodologies: &[String],
) -> Value {
    parameters.insert("near_fragments".to_owned(), json!(fragments));
    parameters.insert("near_methodologies".to_owned(), json!(methodologies));
    parameters.into()
}

fn indexed(mut parameters: Map<String, Value>, query: &MeaningQuery, space: &Space) -> Value {
    let wide = query.k.saturating_mul(4).clamp(*WIDE.start(), *WIDE.end());
    let further = [
        ("fragments_index", json!(space.fragments())),
        ("methodologies_index", json!(space.methodologies())),
        ("vector", json!(query.embedding.vector())),
        ("wide", json!(wide)),
        ("near_k", json!(limit(query.k))),
    ];
    parameters.extend(further.map(|(name, value)| (name.to_owned(), value)));
    parameters.into()
}

fn candidates(found: Found, meaning: Option<&MeaningQuery>) -> Candidates {
    let methodologies = found.near_methodologies;
    let fragments = found.near_fragments;
    Candidates {
        error: ranked_by_error(found.by_error),
        task: Ranked {
            methodologies: records(found.general).collect(),
            fragments: records(found.worked).collect(),
            resolved_by: Vec::new(),
        },
        state: Ranked {
            methodologies: records(found.applicable).collect(),
            ..Ranked::default()
        },
        meaning: meaning.map_or_else(Ranked::default, |query| Ranked {
            methodologies: nearest(records(methodologies), query, |it| {
                (it.embedding.as_ref(), it.id.as_str())
            }),
            fragments: nearest(records(fragments), query, |it| {
                (it.embedding.as_ref(), it.id.as_str())
            }),
            resolved_by: Vec::new(),
        }),
    }
}

fn ranked_by_error(found: FoundByError) -> Ranked {
    let leads = found.leads.into_iter();
    let (methodologies, resolved_by) = leads
        .map(|lead| (lead.methodology.0, lead.resolved_by))
        .unzip();
    Ranked {
        methodologies,
        fragments: records(found.met).collect(),
        resolved_by,
    }
}

/// Returns the nearest by exact cosine, then by id: the server's ranking is done again, because it rounds differently.
fn nearest<T>(
    all: impl Iterator<Item = T>,
    query: &MeaningQuery,
    of: impl Fn(&T) -> (Option<&Embedding>, &str),
) -> Vec<T> {
    let scored = all.filter_map(|one| {
        let cosine = of(&one).0?.cosine(&query.embedding)?;
        (cosine >= query.min_similarity).then_some((cosine, one))
    });
    let mut scored: Vec<(f32, T)> = scored.collect();
    scored.sort_by(|(near, one), (far, other)| {
        far.total_cmp(near).then_with(|| of(one).1.cmp(of(other).1))
    });
    let found = scored.into_iter().take(query.k);
    found.map(|(_, one)| one).collect()
}

fn nearest_ids(vectors: Vec<Kept<Vector>>, query: &MeaningQuery) -> Vec<String> {
    let found = nearest(records(vectors), query, |it| {
        (Some(&it.embedding), it.id.as_str())
    });
    found.into_iter().map(|vector| vector.id).collect()
}
