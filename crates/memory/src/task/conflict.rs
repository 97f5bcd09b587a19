//! A conflict as data: what is said on either side, and what became of it (seed 000 §4.4).

use super::ids::{ConflictId, EntryId, NodeId};
use crate::text::{Language, Span};
use serde::{Deserialize, Serialize};

/// Words that stand in a source, or in the summary that was made of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Quote {
    /// The words.
    pub text: String,
    /// Place of the words in the source; `None` for a summary's own words.
    #[serde(default)]
    pub place: Option<QuotePlace>,
    /// The date, version or period that they are told to hold for, as written; `None` where none is stated.
    #[serde(default)]
    pub as_of: Option<String>,
}

/// Place of a quote.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QuotePlace {
    /// The entry.
    pub entry: EntryId,
    /// Bytes of its text.
    pub span: Span,
}

impl From<&str> for Quote {
    fn from(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            place: None,
            as_of: None,
        }
    }
}

/// Two statements that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Dissent {
    /// Both sides; `None` of a sentence in an older file that could not be taken apart.
    pub sides: Option<[Quote; 2]>,
    /// The same in a sentence for people (the seed's `conflict_description`). Nothing reads it.
    pub description: String,
}

impl Dissent {
    /// Creates a dissent of two sides, described in a language. The description is the same in either order of the
    /// sides.
    #[must_use]
    pub fn of(language: Language, sides: [Quote; 2]) -> Self {
        let [one, other] = &sides;
        let (left, right) = match one.text <= other.text {
            true => (one, other),
            false => (other, one),
        };
        let (left, right) = (told(language, left), told(language, right));
        let description = match language {
            Language::English => format!("{left} stands against {right}"),
            Language::Chinese => format!("{left}与{right}相矛盾"),
        };
        Self {
            sides: Some(sides),
            description,
        }
    }

    /// A sentence whose sides are not known.
    #[must_use]
    pub fn told(description: &str) -> Self {
        Self {
            sides: None,
            description: description.to_owned(),
        }
    }

    /// Returns the identity of the dissent: both texts in an order independent of the sides' order, or the description.
    #[must_use]
    pub fn key(&self) -> [&str; 2] {
        match &self.sides {
            Some([one, other]) => {
                let mut texts = [one.text.as_str(), other.text.as_str()];
                texts.sort_unstable();
                texts
            }
            None => [&self.description, ""],
        }
    }

    /// Returns true if both are the same dissent, in either order of the sides.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    /// Returns true if the description is that of its sides, in either language; without sides any description is
    /// right.
    #[must_use]
    pub fn tells_its_sides(&self) -> bool {
        let languages = [Language::English, Language::Chinese];
        let is_told = |sides: &[Quote; 2]| {
            let told = languages.map(|language| Self::of(language, sides.clone()));
            told.iter().any(|one| one.description == self.description)
        };
        self.sides.as_ref().is_none_or(is_told)
    }
}

/// A side in quotation marks, with its date.
fn told(language: Language, side: &Quote) -> String {
    let text = &side.text;
    match (language, &side.as_of) {
        (_, None) => format!("“{text}”"),
        (Language::English, Some(date)) => format!("“{text}” (as of {date})"),
        (Language::Chinese, Some(date)) => format!("“{text}”（{date}）"),
    }
}

/// Status of a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ConflictStatus {
    /// Not validated yet.
    Open,
    /// Validated, and it could not be decided: both sides stay visible.
    Undecided,
    /// It is none: both sides hold, or what they stood in was merged.
    Settled,
    /// One side holds, the other is refuted.
    Refuted,
}

impl ConflictStatus {
    /// Returns true if the conflict is not resolved.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Undecided)
    }
}

/// A contradiction between two nodes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Conflict {
    /// Its id.
    pub id: ConflictId,
    /// The nodes, in the order of the sides; of a closed one those of then, which may be merged by now.
    pub about: [NodeId; 2],
    /// Statements that contradict each other.
    pub dissent: Dissent,
    /// Status of the conflict.
    pub status: ConflictStatus,
    /// Node whose side holds, for a refuted conflict.
    #[serde(default)]
    pub upheld: Option<NodeId>,
    /// Why it could not be decided, or on what grounds it was. Empty where nothing was tried.
    #[serde(default)]
    pub grounds: String,
}

impl Conflict {
    /// The other node, if this is one of the two.
    #[must_use]
    pub fn other(&self, node: &NodeId) -> Option<&NodeId> {
        match &self.about {
            [one, other] if one == node => Some(other),
            [one, other] if other == node => Some(one),
            _ => None,
        }
    }

    /// Returns true if the conflict is between these two nodes.
    #[must_use]
    pub fn is_between(&self, one: &NodeId, other: &NodeId) -> bool {
        self.other(one) == Some(other)
    }

    /// The words that were refuted; `None` where nothing was, or they are not known.
    #[must_use]
    pub fn refuted(&self) -> Option<&Quote> {
        let [one, other] = self.dissent.sides.as_ref()?;
        match self.upheld.as_ref() {
            Some(upheld) if *upheld == self.about[0] => Some(other),
            Some(_) => Some(one),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_a_conflict_is_told_alike_whoever_was_first() {
        let dated = Quote {
            as_of: Some("2019".to_owned()),
            ..Quote::from("The “Quill” has 12 rooms")
        };
        let sides = [dated.clone(), Quote::from("14 rooms")];
        let turned = [Quote::from("14 rooms"), dated];
        let told = "“14 rooms” stands against “The “Quill” has 12 rooms” (as of 2019)";
        let of = |sides| Dissent::of(Language::English, sides);
        assert_eq!(of(sides.clone()).description, told);
        assert!(of(sides.clone()).is_same(&of(turned.clone())));
        assert_eq!(of(sides.clone()).description, of(turned).description);
        let chinese = Dissent::of(Language::Chinese, sides);
        assert!(chinese.tells_its_sides() && chinese.description.ends_with("（2019）相矛盾"));
        let forged = Dissent {
            description: "Nothing.".to_owned(),
            ..chinese
        };
        assert!(!forged.tells_its_sides());
    }
}
