//! Fragments and methodologies for an error.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use amb_memory::trajectory::records::{Fragment, ResolvedBy};
use amb_memory::trajectory::retriever::{ErrorQuery, Ranked};
use amb_store::StoreError;
use rusqlite::Connection;

use super::rows::{fragments_of_numbers, methodologies_of_numbers, resolved_by};
use crate::database::records::{list, written};
use crate::database::session::{column, rows};

/// Numbers of patterns of a type by how many of the keywords they share, the most first.
type ByWords = BTreeMap<Reverse<usize>, Vec<i64>>;

/// Returns the fragments and methodologies for an error.
pub fn by_error(now: &Connection, query: &ErrorQuery) -> Result<Ranked, StoreError> {
    let patterns = patterns(now, query)?;
    let (numbers, relations) = known_against(now, &patterns, query)?;
    Ok(Ranked {
        methodologies: methodologies_of_numbers(now, &numbers)?,
        fragments: fragments_with(now, &patterns, query)?,
        resolved_by: relations,
    })
}

fn patterns(now: &Connection, query: &ErrorQuery) -> Result<ByWords, StoreError> {
    let sql = "SELECT p.number, (SELECT count(*) FROM pattern_keywords AS k
            WHERE k.number = p.number AND k.keyword IN (SELECT value FROM json_each(?2)))
        FROM patterns AS p WHERE p.error_type = ?1";
    let mut by_words = ByWords::new();
    let keywords = list(&query.keywords)?;
    rows(now, sql, (&query.error_type, keywords), |row| {
        let words: usize = column(row, 1)?;
        if words >= query.least_shared {
            let alike = by_words.entry(Reverse(words)).or_default();
            alike.push(column(row, 0)?);
        }
        Ok(())
    })?;
    Ok(by_words)
}

/// A methodology, and the relation that led to it.
struct Lead {
    number: i64,
    words: usize,
    last_used: Option<i64>,
    relation: ResolvedBy,
}

/// The numbers of the methodologies against these patterns, the best first, with the relations that led to them.
fn known_against(
    now: &Connection,
    patterns: &ByWords,
    query: &ErrorQuery,
) -> Result<(Vec<i64>, Vec<ResolvedBy>), StoreError> {
    let sql = "SELECT r.pattern, r.methodology, r.success_rate, r.avg_steps, r.cases,
            m.number, m.last_used
        FROM json_each(?1) AS l
            CROSS JOIN patterns AS p ON p.number = l.value
            CROSS JOIN resolved_by AS r ON r.pattern = p.id
            CROSS JOIN methodologies AS m ON m.id = r.methodology
        WHERE ?2 = 0 OR m.kind <> 'warning'
        ORDER BY r.pattern, r.methodology";
    let mut seen = BTreeSet::new();
    let mut best: Vec<Lead> = Vec::new();
    for (Reverse(words), ids) in patterns {
        let found = rows(now, sql, (written(ids)?, query.ways_out), |row| {
            Ok(Lead {
                number: column(row, 5)?,
                words: *words,
                last_used: column(row, 6)?,
                relation: resolved_by(row)?,
            })
        })?;
        // The patterns with more words came before: the first relation of each is its best.
        best.extend(found.into_iter().filter(|lead| seen.insert(lead.number)));
    }
    best.sort_by(|a, b| {
        let by_words = b.words.cmp(&a.words);
        let by_rate = b.relation.success_rate.total_cmp(&a.relation.success_rate);
        let by_use = b.last_used.cmp(&a.last_used);
        let by_id = a.relation.methodology.cmp(&b.relation.methodology);
        by_words.then(by_rate).then(by_use).then(by_id)
    });
    best.truncate(query.k);
    let numbers = best.iter().map(|lead| lead.number).collect();
    Ok((
        numbers,
        best.into_iter().map(|lead| lead.relation).collect(),
    ))
}

/// Returns the fragments that caused these patterns. Patterns with more matching words come first in any case, so that
/// most patterns of a common error need not be read.
fn fragments_with(
    now: &Connection,
    patterns: &ByWords,
    query: &ErrorQuery,
) -> Result<Vec<Fragment>, StoreError> {
    let turns: &[&str] = if query.ways_out {
        &[
            "f.outcome = 'recovered' AND f.fragment_type = 'loop'",
            "f.outcome = 'recovered' AND f.fragment_type <> 'loop'",
        ]
    } else {
        &["true"]
    };
    let mut numbers: Vec<i64> = Vec::new();
    for wanted in turns {
        let sql = format!(
            "SELECT DISTINCT f.number, f.outcome = 'recovered', f.ended_at, f.id
            FROM json_each(?1) AS l
                CROSS JOIN patterns AS p ON p.number = l.value
                CROSS JOIN caused AS c ON c.pattern = p.id
                CROSS JOIN fragments AS f ON f.id = c.fragment
            WHERE {wanted}
            ORDER BY 2 DESC, 3 DESC, 4 LIMIT ?2"
        );
        for ids in patterns.values() {
            if numbers.len() >= query.k {
                break;
            }
            // Those found before may be among them.
            let most = i64::try_from(query.k.saturating_add(numbers.len())).unwrap_or(i64::MAX);
            for number in rows(now, &sql, (written(ids)?, most), |row| column(row, 0))? {
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
        }
    }
    numbers.truncate(query.k);
    fragments_of_numbers(now, &numbers)
}
