//! Candidates for a state, in each dimension.

use amb_memory::retrieval::Embedding;
use amb_memory::trajectory::records::Fragment;
use amb_memory::trajectory::retriever::{
    Candidates, ErrorQuery, MeaningQuery, Ranked, RetrievalQueries, StateQuery, TaskQuery,
};
use amb_memory::trajectory::statistics::MistakeQuery;
use amb_store::StoreError;
use rusqlite::{Connection, Row};

use super::by_error as errors;
use super::rows::{fragments_of_numbers, methodologies, methodologies_of_numbers};
use super::schema::STATE;
use crate::database::records::list;
use crate::database::session::{Session, column, glance, rows};
use crate::database::vectors::{Held, Source, Table, Wanted, nearest, revision};

/// The vectors of fragments.
pub const FRAGMENT_VECTORS: Source<()> = Source {
    sql: "SELECT v.number, v.model, v.dimensions, v.vector FROM fragment_vectors AS v WHERE 1",
    one: "AND v.number = ?1",
    facets: |_| Ok(()),
};

/// The vectors of methodologies.
pub const METHODOLOGY_VECTORS: Source<()> = Source {
    sql: "SELECT v.number, v.model, v.dimensions, v.vector FROM methodology_vectors AS v WHERE 1",
    one: "AND v.number = ?1",
    facets: |_| Ok(()),
};

/// The answers to all queries of a state.
pub fn candidates(
    session: &mut Session,
    queries: &RetrievalQueries,
) -> Result<Candidates, StoreError> {
    let Session {
        connection,
        fragments,
        methodologies,
        ..
    } = session;
    glance(connection, |now| {
        let error = queries.error.as_ref();
        let state = queries.state.as_ref();
        let meaning = queries.meaning.as_ref();
        Ok(Candidates {
            error: answered(error, |query| errors::by_error(now, query))?,
            task: by_task(now, &queries.task)?,
            state: answered(state, |query| by_state(now, query))?,
            meaning: answered(meaning, |query| {
                by_meaning(now, query, fragments, methodologies)
            })?,
        })
    })
}

fn answered<Q>(
    query: Option<&Q>,
    answer: impl FnOnce(&Q) -> Result<Ranked, StoreError>,
) -> Result<Ranked, StoreError> {
    query.map_or_else(|| Ok(Ranked::default()), answer)
}

/// Returns the candidates for an error alone.
pub fn by_error(connection: &Connection, query: &ErrorQuery) -> Result<Ranked, StoreError> {
    glance(connection, |now| errors::by_error(now, query))
}

/// Fragments that recovered in successful runs of a task type (`?1`), on a repository (`?3`; blank for any), the latest
/// first: at most `?2`.
const RECOVERED: &str = "SELECT f.id FROM fragments AS f WHERE f.outcome = 'recovered'
    AND EXISTS (SELECT 1 FROM worked AS w
        WHERE w.fragment = f.id AND w.task_type = ?1 AND (?3 = '' OR w.repo = ?3))
    ORDER BY f.ended_at DESC, f.id LIMIT ?2";
/// Fragments that recovered or succeeded on a repository.
const WORKED_THERE: &str = "SELECT fragment FROM worked WHERE task_type = ?1 AND repo = ?3
    ORDER BY ended_at DESC, fragment LIMIT ?2";
/// The same on any.
const WORKED: &str = "SELECT DISTINCT fragment, ended_at FROM worked WHERE task_type = ?1
    ORDER BY ended_at DESC, fragment LIMIT ?2";

/// Returns fragments that worked in such tasks; each search adds those that the searches before it did not find.
fn by_task(now: &Connection, query: &TaskQuery) -> Result<Ranked, StoreError> {
    let most = bounded(query.k);
    let mut ids: Vec<String> = Vec::new();
    let mut add = |found: Vec<String>| {
        for id in found {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
    };
    let id = |row: &Row<'_>| column(row, 0);
    // A search may find again the fragments of earlier ones, so later searches ask for more.
    let times = |times: i64| most.saturating_mul(times);
    let (of, there) = (&query.task_type, &query.repo);
    if !there.is_empty() {
        add(rows(now, RECOVERED, (of, most, there), id)?);
        add(rows(now, WORKED_THERE, (of, times(2), there), id)?);
    }
    add(rows(now, RECOVERED, (of, times(2), ""), id)?);
    add(rows(now, WORKED, (of, times(3)), id)?);
    ids.truncate(query.k);
    let general = "WHERE m.task_type = ?1 AND m.error_type IS NULL
        ORDER BY m.confidence DESC, m.id LIMIT ?2";
    Ok(Ranked {
        methodologies: methodologies(now, general, (&query.task_type, most))?,
        fragments: fragments_of_ids(now, &ids)?,
        resolved_by: Vec::new(),
    })
}

/// Returns methodologies that apply in such a situation.
fn by_state(now: &Connection, query: &StateQuery) -> Result<Ranked, StoreError> {
    let sql = "SELECT m.number FROM methodology_terms AS t JOIN methodologies AS m USING (number)
        WHERE t.term IN (SELECT value FROM json_each(?1))
        GROUP BY m.number ORDER BY count(*) DESC, m.confidence DESC, m.id LIMIT ?2";
    let values = (list(&query.terms)?, bounded(query.k));
    let numbers = rows(now, sql, values, |row| column(row, 0))?;
    Ok(Ranked {
        methodologies: methodologies_of_numbers(now, &numbers)?,
        ..Ranked::default()
    })
}

/// Returns the nearest in meaning.
fn by_meaning(
    now: &Connection,
    query: &MeaningQuery,
    fragments: &mut Held<()>,
    methodologies: &mut Held<()>,
) -> Result<Ranked, StoreError> {
    let revision = revision(now, STATE)?;
    let wanted = wanted(&query.embedding, query);
    let held = (fragments, &FRAGMENT_VECTORS, revision);
    let near_fragments = numbers(nearest(now, Table::Fragments, held, &wanted)?.found);
    let held = (methodologies, &METHODOLOGY_VECTORS, revision);
    let near_methodologies = numbers(nearest(now, Table::Methodologies, held, &wanted)?.found);
    Ok(Ranked {
        methodologies: methodologies_of_numbers(now, &near_methodologies)?,
        fragments: fragments_of_numbers(now, &near_fragments)?,
        resolved_by: Vec::new(),
    })
}

fn wanted<'w>(embedding: &'w Embedding, query: &MeaningQuery) -> Wanted<'w, ()> {
    Wanted {
        embedding,
        admits: &|()| true,
        least: query.min_similarity,
        k: query.k,
    }
}

fn numbers(found: Vec<(i64, String)>) -> Vec<i64> {
    found.into_iter().map(|(number, _)| number).collect()
}

/// Failed fragments of trajectories that a situation speaks of.
pub fn mistakes(
    connection: &Connection,
    query: &MistakeQuery,
) -> Result<Vec<Fragment>, StoreError> {
    // Failed fragments are few, for a consolidation keeps the newest alone: looked at from there, common words are no
    // more work than rare ones.
    let sql = "WITH spoken (trajectory, words) AS MATERIALIZED (
            SELECT t.id, count(*) FROM trajectory_terms AS w JOIN trajectories AS t USING (number)
            WHERE w.term IN (SELECT value FROM json_each(?1)) GROUP BY t.number
        )
        SELECT f.number FROM fragments AS f
            CROSS JOIN has_fragment AS h ON h.fragment = f.id
            CROSS JOIN spoken ON spoken.trajectory = h.trajectory
        WHERE f.outcome = 'failed'
        GROUP BY f.number ORDER BY max(spoken.words) DESC, f.ended_at DESC, f.id LIMIT ?2";
    glance(connection, |now| {
        let values = (list(&query.terms)?, bounded(query.k));
        let numbers = rows(now, sql, values, |row| column(row, 0))?;
        fragments_of_numbers(now, &numbers)
    })
}

fn fragments_of_ids(now: &Connection, ids: &[String]) -> Result<Vec<Fragment>, StoreError> {
    let sql = "SELECT number FROM fragments WHERE id = ?1";
    let mut numbers = Vec::with_capacity(ids.len());
    for id in ids {
        numbers.extend(rows(now, sql, [id], |row| column::<i64>(row, 0))?);
    }
    fragments_of_numbers(now, &numbers)
}

fn bounded(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
