//! Keyword search: BM25, at a cost that does not grow with the frequency of a word.
//!
//! 1. The newest [`MOST_HOLDERS`] entries of each term are read. For a rarer term these are all its entries, so an
//!    entry with a rare word is found at any age; a very common word finds the newest. The newest entries that hold
//!    both of the two rarest such words are read, too.
//! 2. They are ranked by the rarity of the terms they were found by.
//! 3. The best of them are scored by BM25 with all their words.

use amb_memory::hierarchy::MemoryScope;
use amb_memory::retrieval::{BM25_B, BM25_K1, analyze};
use amb_store::StoreError;
use rusqlite::Connection;

use super::facets::rest;
use super::words::{expression, is_term, token};
use crate::database::session::{column, first, rows};

/// Entries that a term finds at most.
const MOST_HOLDERS: usize = 1024;
/// Entries that are scored by all their words; at least twice the wanted number.
const SCORED: usize = 128;

/// A term of the query.
struct Asked {
    token: String,
    /// Count of the term in the query.
    repeats: f32,
    rarity: f32,
}

/// Corpus statistics for BM25.
struct Statistics {
    documents: f64,
    average_length: f64,
}

/// The ids of the entries of a scope that hold any of these terms, the best first, of equal ones the newest, of one
/// time the greater id.
pub fn by_words(
    now: &Connection,
    text: &str,
    terms: &[String],
    scope: &MemoryScope,
    limit: usize,
) -> Result<Vec<String>, StoreError> {
    let statistics = statistics(now)?;
    let said = analyze(text);
    // Entries, each with the place of a term that it holds.
    let mut found: Vec<(i64, usize)> = Vec::new();
    let mut asked = Vec::with_capacity(terms.len());
    let mut cut_off = Vec::new();
    for (place, term) in terms.iter().enumerate() {
        let token = token(term);
        let holders = holders(now, &[&token], scope)?;
        let times = said.iter().filter(|other| *other == term).count().max(1);
        if holders.len() == MOST_HOLDERS {
            cut_off.push(place);
        }
        asked.push(Asked {
            rarity: statistics.rarity(&holders),
            repeats: times as f32,
            token,
        });
        found.extend(holders.into_iter().map(|number| (number, place)));
    }
    if let Some((both, pair)) = most_telling_pair(&asked, &cut_off) {
        for number in holders(now, &both, scope)? {
            found.extend(pair.map(|place| (number, place)));
        }
    }
    let likely = most_telling(found, &asked, limit.saturating_mul(2).max(SCORED));
    let mut scored = Vec::with_capacity(likely.len());
    for number in likely {
        scored.push(scored_by_all_words(now, number, &asked, &statistics)?);
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| b.1.cmp(&a.1)));
    let best = scored.into_iter().take(limit);
    Ok(best.map(|(_, (_, id))| id).collect())
}

fn statistics(now: &Connection) -> Result<Statistics, StoreError> {
    let sql = "SELECT documents, terms FROM hierarchy_state";
    let found = first(now, sql, [], |row| {
        Ok((column::<u32>(row, 0)?, column::<i64>(row, 1)?))
    })?;
    let (documents, terms) = found.unwrap_or_default();
    let documents = f64::from(documents);
    Ok(Statistics {
        documents,
        average_length: terms as f64 / documents.max(1.0),
    })
}

/// Returns the two rarest of the terms in these places, if there are two.
fn most_telling_pair<'a>(
    asked: &'a [Asked],
    places: &[usize],
) -> Option<([&'a str; 2], [usize; 2])> {
    let mut terms: Vec<(usize, &Asked)> = places
        .iter()
        .filter_map(|place| Some((*place, asked.get(*place)?)))
        .collect();
    terms.sort_by(|a, b| b.1.rarity.total_cmp(&a.1.rarity));
    let [(one, a), (other, b), ..] = terms.as_slice() else {
        return None;
    };
    Some(([&a.token, &b.token], [*one, *other]))
}

/// The newest entries of a scope that hold all of some terms, the newest first.
fn holders(now: &Connection, tokens: &[&str], scope: &MemoryScope) -> Result<Vec<i64>, StoreError> {
    let expression = expression(tokens, scope)?;
    let mut rest = rest(scope);
    if let Some(range) = scope.range {
        // The index is in the order of numbers, which is nearly the order of time.
        let sql = "SELECT min(number), max(number) FROM memories
            WHERE forgotten_at IS NULL AND created_at >= ?1 AND created_at < ?2";
        let numbers = first(now, sql, (range.from, range.until), |row| {
            Ok((column(row, 0)?, column(row, 1)?))
        })?;
        let Some((Some(least), Some(most))) = numbers else {
            return Ok(Vec::new());
        };
        let (least, most): (i64, i64) = (least, most);
        rest.push(format!("memory_words.rowid BETWEEN {least} AND {most}"));
    }
    let sql = if rest.is_empty() {
        "SELECT rowid FROM memory_words WHERE memory_words MATCH ?1
            ORDER BY rowid DESC LIMIT ?2"
            .to_owned()
    } else {
        format!(
            "SELECT memory_words.rowid FROM memory_words
                CROSS JOIN memories ON memories.number = memory_words.rowid
            WHERE memory_words MATCH ?1 AND {}
            ORDER BY memory_words.rowid DESC LIMIT ?2",
            rest.join(" AND ")
        )
    };
    rows(now, &sql, (expression, MOST_HOLDERS), |row| column(row, 0))
}

/// The best by the terms they were found by, of equal ones the newest.
fn most_telling(mut found: Vec<(i64, usize)>, asked: &[Asked], most: usize) -> Vec<i64> {
    found.sort_unstable();
    found.dedup();
    let weight = |place: usize| asked.get(place).map_or(0.0, |it| it.rarity * it.repeats);
    let mut entries: Vec<(i64, f32)> = found
        .chunk_by(|a, b| a.0 == b.0)
        .filter_map(|found| {
            let (number, _) = found.first()?;
            Some((*number, found.iter().map(|(_, place)| weight(*place)).sum()))
        })
        .collect();
    let better = |a: &(i64, f32), b: &(i64, f32)| b.1.total_cmp(&a.1).then_with(|| b.0.cmp(&a.0));
    if most < entries.len() {
        entries.select_nth_unstable_by(most, better);
        entries.truncate(most);
    }
    entries.into_iter().map(|(number, _)| number).collect()
}

/// The score of an entry, and its place in time: when it was made, and its id.
fn scored_by_all_words(
    now: &Connection,
    number: i64,
    asked: &[Asked],
    statistics: &Statistics,
) -> Result<(f32, (i64, String)), StoreError> {
    let sql = "SELECT id, length, (SELECT terms FROM memory_words WHERE rowid = ?1), created_at
        FROM memories WHERE number = ?1";
    let found = first(now, sql, [number], |row| {
        let (id, length): (String, u32) = (column(row, 0)?, column(row, 1)?);
        let tokens: String = column(row, 2)?;
        let score = statistics.score(&tokens, length, asked);
        Ok((score, (column(row, 3)?, id)))
    })?;
    found.ok_or_else(|| StoreError::Corrupt {
        detail: "words are indexed that are nobody's".to_owned(),
    })
}

impl Statistics {
    /// Returns Lucene's inverse document frequency. If not all holders of a term were read, their number is estimated
    /// from the density of the newest.
    fn rarity(&self, holders: &[i64]) -> f32 {
        let mut count = holders.len() as f64;
        if holders.len() == MOST_HOLDERS
            && let (Some(newest), Some(oldest)) = (holders.first(), holders.last())
        {
            let span = (newest - oldest + 1) as f64;
            count = (count * self.documents / span).clamp(count, self.documents.max(count));
        }
        let rest = (self.documents - count).max(0.0);
        (1.0 + (rest + 0.5) / (count + 0.5)).ln() as f32
    }

    /// BM25, as `amb_memory::retrieval` reckons it.
    fn score(&self, tokens: &str, length: u32, asked: &[Asked]) -> f32 {
        let own: Vec<&str> = tokens.split(' ').filter(|token| is_term(token)).collect();
        let base = BM25_K1 * (1.0 - BM25_B);
        let mut per_length = 0.0;
        if self.average_length > 0.0 {
            per_length = (f64::from(BM25_K1 * BM25_B) / self.average_length) as f32;
        }
        let mut score = 0.0;
        for one in asked {
            let frequency = own.iter().filter(|token| **token == one.token).count() as f32;
            if frequency > 0.0 {
                let weight = one.rarity * (BM25_K1 + 1.0) * one.repeats;
                score += weight * frequency / (frequency + base + per_length * length as f32);
            }
        }
        score
    }
}
