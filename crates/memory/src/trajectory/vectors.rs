//! Vectors of another model in place of those that are kept: which texts want them, and what is written.

use serde::{Deserialize, Serialize};

use super::records::{FragmentId, MethodologyId, TrajectoryId};
use crate::retrieval::Embedding;

/// Kind of a row with a text to embed, in the order of the scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextKind {
    /// A trajectory, by its summary.
    Trajectory,
    /// A fragment, by its description.
    Fragment,
    /// A methodology, by its situation and strategy.
    Methodology,
}

impl TextKind {
    /// All of them, in order.
    pub const ALL: [Self; 3] = [Self::Trajectory, Self::Fragment, Self::Methodology];
}

/// Whose text it is. In order of kinds, then of ids.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TextOf {
    /// Kind of the row.
    pub kind: TextKind,
    /// Its id among those; never empty.
    pub id: String,
}

impl From<&TrajectoryId> for TextOf {
    fn from(id: &TrajectoryId) -> Self {
        Self::new(TextKind::Trajectory, id.as_str())
    }
}

impl From<&FragmentId> for TextOf {
    fn from(id: &FragmentId) -> Self {
        Self::new(TextKind::Fragment, id.as_str())
    }
}

impl From<&MethodologyId> for TextOf {
    fn from(id: &MethodologyId) -> Self {
        Self::new(TextKind::Methodology, id.as_str())
    }
}

impl TextOf {
    /// Creates the key of the row with this id.
    #[must_use]
    pub fn new(kind: TextKind, id: &str) -> Self {
        Self {
            kind,
            id: id.to_owned(),
        }
    }
}

/// A text as it is embedded.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct KeptText {
    /// Whose it is.
    pub of: TextOf,
    /// The text.
    pub text: String,
}

/// A look at some texts: which of them have no vector of this model and length.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VectorQuery {
    /// Name and build of the model.
    pub model: String,
    /// The length of its vectors.
    pub dimensions: usize,
    /// After this one; none for the first.
    pub after: Option<TextOf>,
    /// So many are looked at, at most.
    pub limit: usize,
}

impl VectorQuery {
    /// A look at the first texts, for vectors that can be compared with this one.
    #[must_use]
    pub fn comparable(with: &Embedding, limit: usize) -> Self {
        Self {
            model: with.model().to_owned(),
            dimensions: with.dimensions(),
            after: None,
            limit,
        }
    }

    /// After which id texts of a kind are looked at, empty for the first; none where all of them come before.
    #[must_use]
    pub fn after_id(&self, kind: TextKind) -> Option<&str> {
        match &self.after {
            Some(after) if after.kind > kind => None,
            Some(after) if after.kind == kind => Some(&after.id),
            _ => Some(""),
        }
    }
}

/// Page of a scan.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextPage {
    /// Those that have no such vector, in order.
    pub without: Vec<KeptText>,
    /// Number of rows that the scan looked at.
    pub looked_at: usize,
    /// After which the next look begins; none where all were looked at.
    pub next: Option<TextOf>,
}

impl TextPage {
    /// The page of what a look has seen in order: whose text, and the text where it has no such vector.
    #[must_use]
    pub fn of(seen: Vec<(TextOf, Option<String>)>, limit: usize) -> Self {
        let looked_at = seen.len();
        let last = seen.last().map(|(of, _)| of.clone());
        let without = seen
            .into_iter()
            .filter_map(|(of, text)| text.map(|text| KeptText { of, text }));
        Self {
            without: without.collect(),
            looked_at,
            next: last.filter(|_| looked_at >= limit),
        }
    }
}

/// A vector for a text, which it gets if the text is still this one: a consolidation rewrites methodologies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewVector {
    /// The text that was embedded.
    pub text: KeptText,
    /// Its vector.
    pub embedding: Embedding,
}
