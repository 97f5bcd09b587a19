//! The ranked lists for recall.

use amb_memory::hierarchy::{ChannelQuery, MemoryId, MemoryScope, Ranking, Search};
use amb_memory::retrieval::Embedding;
use amb_store::StoreError;
use rusqlite::Connection;

use super::by_words::by_words;
use super::facets::{Facets, VECTORS_IN_SCOPE, condition};
use super::read::bounded;
use super::schema::STATE;
use crate::database::session::{Session, column, glance, rows};
use crate::database::vectors::{Held, Table, Wanted, nearest, revision};

/// The ranked lists that these queries ask for, in their order.
pub fn search(session: &mut Session, queries: &[ChannelQuery]) -> Result<Vec<Ranking>, StoreError> {
    let held = &mut session.memories;
    glance(&session.connection, |now| {
        let one = |query| ranking(now, held, query);
        queries.iter().map(one).collect()
    })
}

fn ranking(
    now: &Connection,
    held: &mut Held<Facets>,
    query: &ChannelQuery,
) -> Result<Ranking, StoreError> {
    let sorted = |order: &str| sorted(now, &query.scope, order, query.limit);
    match &query.search {
        Search::Keyword { text, terms } => {
            let ids = by_words(now, text, terms, &query.scope, query.limit)?;
            Ok(listed(ids))
        }
        Search::Semantic { embedding } => by_meaning(now, held, embedding, query),
        Search::Newest => sorted("created_at DESC, id DESC"),
        Search::Oldest => sorted("created_at, id"),
        Search::MostImportant => sorted("importance DESC, created_at DESC, id DESC"),
    }
}

fn by_meaning(
    now: &Connection,
    held: &mut Held<Facets>,
    embedding: &Embedding,
    query: &ChannelQuery,
) -> Result<Ranking, StoreError> {
    let revision = revision(now, STATE)?;
    let wanted = Wanted {
        embedding,
        admits: &|facets: &Facets| facets.lies_in(&query.scope),
        least: -1.0,
        k: query.limit,
    };
    let source = (held, &VECTORS_IN_SCOPE, revision);
    let nearest = nearest(now, Table::Memories, source, &wanted)?;
    let ids = nearest.found.into_iter().map(|(_, id)| id);
    Ok(Ranking {
        ids: ids.map(MemoryId::from).collect(),
        not_comparable: nearest.not_comparable,
    })
}

fn sorted(
    now: &Connection,
    scope: &MemoryScope,
    order: &str,
    limit: usize,
) -> Result<Ranking, StoreError> {
    let condition = condition(scope)?;
    let sql = format!("SELECT id FROM memories WHERE {condition} ORDER BY {order} LIMIT ?1");
    let ids = rows(now, &sql, [bounded(limit)], |row| column(row, 0))?;
    Ok(listed(ids))
}

fn listed(ids: Vec<String>) -> Ranking {
    Ranking {
        ids: ids.into_iter().map(MemoryId::from).collect(),
        not_comparable: 0,
    }
}
