//! Knowledge in structured form.

use super::super::error::HierarchyError;
use super::content::bounded;
use crate::text::{folded, is_blank, simplified};
use serde::{Deserialize, Serialize};

/// A subject, a relation and a value: "user", "likes", "tea" (seed 004, 知识提取).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Subject of the fact; [`Fact::USER`] for the user.
    pub subject: String,
    /// Relation of subject and value.
    pub relation: String,
    /// The value.
    pub value: String,
}

impl Fact {
    /// The subject of facts about the user, in every language.
    pub const USER: &'static str = "user";

    /// Characters of each part.
    const MAX_PART_CHARS: usize = 500;

    /// A fact of three parts, each as it can be seen; a subject that means the user becomes
    /// [`Fact::USER`].
    ///
    /// # Errors
    /// A part is empty or longer than 500 characters.
    pub fn new(subject: &str, relation: &str, value: &str) -> Result<Self, HierarchyError> {
        let part = |text: &str| bounded(text, usize::MAX);
        let subject = part(subject);
        let fact = Self {
            subject: if means_user(&subject) {
                Self::USER.to_owned()
            } else {
                subject
            },
            relation: part(relation),
            value: part(value),
        };
        fact.check()?;
        Ok(fact)
    }

    /// Returns true if the fact is about the user.
    #[must_use]
    pub fn is_about_user(&self) -> bool {
        means_user(&self.subject) || mentions_user(&self.subject)
    }

    /// The fact as a text to find it by: `user likes: tea`.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!("{}{}", self.statement(), self.value)
    }

    /// Returns the beginning of the fact's sentence, up to the value.
    pub(super) fn statement(&self) -> String {
        format!("{} {}: ", self.subject, self.relation)
    }

    /// Returns true if `other` has another value for the same subject and a relation that has only one value at a time.
    #[must_use]
    pub fn contradicts(&self, other: &Self) -> bool {
        self.subject == other.subject
            && self.relation == other.relation
            && self.value != other.value
            && is_single_valued(&self.relation)
    }

    /// Checks that each part is neither blank nor too long.
    pub(super) fn check(&self) -> Result<(), HierarchyError> {
        let sound = |part: &String| !is_blank(part) && part.chars().count() <= Self::MAX_PART_CHARS;
        if [&self.subject, &self.relation, &self.value]
            .into_iter()
            .all(sound)
        {
            Ok(())
        } else {
            Err(HierarchyError::MalformedFact)
        }
    }
}

/// Relations of which one value holds at a time. Another is reported, and both are kept.
fn is_single_valued(relation: &str) -> bool {
    const RELATIONS: [&str; 10] = [
        "name", "lives in", "birthday", "age", "email", "名字", "住在", "生日", "年龄", "邮箱",
    ];
    RELATIONS.contains(&relation)
}

/// Returns true if a subject is the user or the writer.
fn means_user(subject: &str) -> bool {
    const NAMES: [&str; 9] = [
        "user",
        "the user",
        "i",
        "me",
        "myself",
        "用户",
        "该用户",
        "我",
        "本人",
    ];
    let plain = folded(subject.trim()).to_lowercase();
    NAMES.contains(&simplified(&plain).as_ref())
}

/// Returns true if a text mentions or addresses the user.
pub(in crate::hierarchy) fn mentions_user(text: &str) -> bool {
    const WORDS: [&str; 6] = ["user", "users", "you", "your", "yours", "yourself"];
    let lower = folded(text).to_lowercase();
    let lower = simplified(&lower);
    let mut words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    lower.contains("用户")
        || lower.contains(['你', '您'])
        || words.any(|word| WORDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn af_09_the_user_has_one_name_in_every_language() {
        for subject in ["I", "the user", "用户", "用戶", "我", "User", "Ｕｓｅｒ"] {
            let fact = Fact::new(subject, "likes", "tea").unwrap();
            assert_eq!(fact.subject, Fact::USER);
            assert!(fact.is_about_user());
        }
        let other = Fact::new("The tower", "is", "tall").unwrap();
        assert!(!other.is_about_user());
        assert_eq!(other.sentence(), "The tower is: tall");
        assert!(
            Fact::new("The user's dog", "is", "old")
                .unwrap()
                .is_about_user()
        );
    }

    #[test]
    fn one_home_contradicts_another_and_one_taste_does_not() {
        let fact = |relation, value| Fact::new("user", relation, value).unwrap();
        assert!(fact("lives in", "Bonn").contradicts(&fact("lives in", "Rome")));
        assert!(!fact("lives in", "Bonn").contradicts(&fact("lives in", "Bonn")));
        assert!(!fact("likes", "tea").contradicts(&fact("likes", "rice")));
    }

    #[test]
    fn a_fact_without_a_part_is_refused() {
        let long = "x".repeat(501);
        for (subject, relation, value) in [("", "is", "x"), ("a", "\0", "x"), ("a", "is", &long)] {
            let refused = Fact::new(subject, relation, value);
            assert_eq!(refused, Err(HierarchyError::MalformedFact));
        }
    }
}
