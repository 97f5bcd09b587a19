//! Terms and labels as tokens of the index.

use amb_memory::hierarchy::{MemoryEntry, MemoryScope};
use amb_store::StoreError;
use rusqlite::Connection;

use super::facets::{labels, wanted_labels};
use crate::database::session::execute;

/// Begins a label, and never a term.
const LABEL: char = '\u{f8ff}';

/// Returns a term as one token. The index's tokenizer takes letters and digits of ASCII, and all other characters
/// beyond ASCII, as parts of a token, and folds capitals. Other signs are replaced by private-use characters, so no
/// text is syntax.
pub fn token(term: &str) -> String {
    let spelt = |sign: char| match sign {
        '\u{e000}'..='\u{f8ff}' => '\u{e000}',
        sign if sign.is_ascii_lowercase() || sign.is_ascii_digit() || !sign.is_ascii() => sign,
        sign => char::from_u32(0xe000 + u32::from(sign)).unwrap_or('\u{e000}'),
    };
    term.chars().map(spelt).collect()
}

fn label_token(label: &str) -> String {
    format!("{LABEL}{}", token(label))
}

/// Returns true if a token is a term, and not a label.
pub fn is_term(token: &str) -> bool {
    !token.starts_with(LABEL)
}

/// Returns the query of the index: all of some terms, within a scope as far as labels express it.
pub fn expression(tokens: &[&str], scope: &MemoryScope) -> Result<String, StoreError> {
    let mut parts: Vec<String> = tokens.iter().map(|it| format!("\"{it}\"")).collect();
    for labels in wanted_labels(scope)? {
        let labels: Vec<String> = labels
            .iter()
            .map(|label| format!("\"{}\"", label_token(label)))
            .collect();
        parts.push(format!("({})", labels.join(" OR ")));
    }
    Ok(parts.join(" AND "))
}

/// The tokens of an entry in the index, and the number of its terms for BM25.
pub struct Words {
    tokens: String,
    pub length: usize,
}

impl Words {
    pub fn of(entry: &MemoryEntry) -> Result<Self, StoreError> {
        let terms = entry.terms();
        let labels = labels(entry)?;
        let terms_in_order = terms.counted.iter().chain(&terms.uncounted);
        let tokens: Vec<String> = labels
            .iter()
            .map(|label| label_token(label))
            .chain(terms_in_order.map(|term| token(term)))
            .collect();
        Ok(Self {
            tokens: tokens.join(" "),
            length: terms.counted.len(),
        })
    }

    /// Enters them under a number.
    pub fn enter(&self, connection: &Connection, number: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO memory_words (rowid, terms) VALUES (?1, ?2)";
        execute(connection, sql, (number, &self.tokens))?;
        count(
            connection,
            1,
            i64::try_from(self.length).unwrap_or(i64::MAX),
        )
    }
}

/// Removes the words of an entry from the index; `length` is its number of terms.
pub fn remove(connection: &Connection, number: i64, length: i64) -> Result<(), StoreError> {
    execute(
        connection,
        "DELETE FROM memory_words WHERE rowid = ?1",
        [number],
    )?;
    count(connection, -1, -length)
}

fn count(connection: &Connection, documents: i64, terms: i64) -> Result<(), StoreError> {
    let sql = "UPDATE hierarchy_state SET documents = documents + ?1, terms = terms + ?2";
    execute(connection, sql, (documents, terms)).map(drop)
}
