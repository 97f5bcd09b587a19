//! The fields that narrow a search.

use amb_memory::hierarchy::{MemoryEntry, MemoryLayer, MemoryScope, MemoryType, Speaker};
use amb_store::StoreError;
use rusqlite::Row;

use crate::database::records::{spelt, variant};
use crate::database::session::column;
use crate::database::vectors::Source;

/// The fields of an entry that a scope tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facets {
    created_at: i64,
    layer: MemoryLayer,
    memory_type: MemoryType,
    speaker: Speaker,
    first_hand: bool,
    facts_taken: bool,
}

/// The vectors of remembered entries.
pub const VECTORS_IN_SCOPE: Source<Facets> = Source {
    sql: "SELECT m.number, v.model, v.dimensions, v.vector,
            m.created_at, m.layer, m.memory_type, m.speaker, m.first_hand, m.facts_taken
        FROM memories AS m LEFT JOIN memory_vectors AS v ON v.number = m.number
        WHERE m.forgotten_at IS NULL",
    one: "AND m.number = ?1",
    facets: Facets::read,
};

impl Facets {
    fn read(row: &Row<'_>) -> Result<Self, StoreError> {
        let name = |index| column::<String>(row, index);
        Ok(Self {
            created_at: column(row, 4)?,
            layer: variant(&name(5)?, "memory")?,
            memory_type: variant(&name(6)?, "memory")?,
            speaker: variant(&name(7)?, "memory")?,
            first_hand: column(row, 8)?,
            facts_taken: column(row, 9)?,
        })
    }

    /// As [`MemoryScope::admits`].
    pub fn lies_in(&self, scope: &MemoryScope) -> bool {
        scope.layer.is_none_or(|layer| layer == self.layer)
            && (scope.types.is_empty() || scope.types.contains(&self.memory_type))
            && scope.speaker.is_none_or(|speaker| speaker == self.speaker)
            && (!scope.first_hand || self.first_hand)
            && scope
                .range
                .is_none_or(|range| range.contains(self.created_at))
            && scope
                .facts_taken
                .is_none_or(|taken| taken == self.facts_taken)
    }
}

/// A scope as a condition on those `memories` that its lists hold. It is made of names and numbers of ours alone.
pub fn condition(scope: &MemoryScope) -> Result<String, StoreError> {
    let mut parts = vec!["forgotten_at IS NULL".to_owned()];
    if !scope.reaches_originals() {
        parts.push("stands = 1".to_owned());
    }
    if let Some(layer) = scope.layer {
        parts.push(format!("layer = '{}'", spelt(layer)?));
    }
    if !scope.types.is_empty() {
        let names = scope.types.iter().map(spelt);
        let names = names.collect::<Result<Vec<String>, _>>()?;
        parts.push(format!("memory_type IN ('{}')", names.join("', '")));
    }
    if let Some(speaker) = scope.speaker {
        parts.push(format!("speaker = '{}'", spelt(speaker)?));
    }
    if scope.first_hand {
        parts.push("first_hand = 1".to_owned());
    }
    parts.extend(rest(scope));
    Ok(parts.join(" AND "))
}

/// Conditions of a scope that [`labels`] do not hold.
pub fn rest(scope: &MemoryScope) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(range) = scope.range {
        parts.push(format!("created_at >= {}", range.from));
        parts.push(format!("created_at < {}", range.until));
    }
    if let Some(taken) = scope.facts_taken {
        parts.push(format!("facts_taken = {}", u8::from(taken)));
    }
    parts
}

/// Returns the labels of an entry: a scope's lists must each name one of them.
pub fn labels(entry: &MemoryEntry) -> Result<Vec<String>, StoreError> {
    let mut labels = vec![
        spelt(entry.layer)?,
        spelt(entry.memory_type)?,
        spelt(entry.speaker)?,
    ];
    if entry.is_first_hand() {
        labels.push(FIRST_HAND.to_owned());
    }
    Ok(labels)
}

/// Returns the lists of labels of a scope; each of its entries has a label of every list.
pub fn wanted_labels(scope: &MemoryScope) -> Result<Vec<Vec<String>>, StoreError> {
    let mut wanted = Vec::new();
    if let Some(layer) = scope.layer {
        wanted.push(vec![spelt(layer)?]);
    }
    if !scope.types.is_empty() {
        let names = scope.types.iter().map(spelt);
        wanted.push(names.collect::<Result<_, _>>()?);
    }
    if let Some(speaker) = scope.speaker {
        wanted.push(vec![spelt(speaker)?]);
    }
    if scope.first_hand {
        wanted.push(vec![FIRST_HAND.to_owned()]);
    }
    Ok(wanted)
}

const FIRST_HAND: &str = "first_hand";
