//! Plain assertions: sentences that can be true or false.

use std::collections::BTreeSet;

use amb_memory::retrieval::is_stop_word;
use amb_memory::text::{folded, simplified};

use super::candidates::leans_back;
use super::negation::Affirmed;
use super::question::named;
use super::salience::is_code;
use super::script::weight;
use super::terms::term_set;
use amb_memory::text::quantity::{Quantity, read};

/// Letters of the shortest assertion, a Chinese character for three.
const LEAST: usize = 10;
/// Characters of the longest.
const MOST: usize = 400;

/// A sentence that asserts something of a subject.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    /// The sentence, verbatim.
    pub(super) sentence: String,
    /// Amounts and dates in it, in order.
    pub(super) values: Vec<Quantity>,
    /// Its terms, without values, negators and stop words.
    pub(super) terms: BTreeSet<String>,
    /// Those of its terms that name one thing, by their shape.
    pub(super) names: BTreeSet<String>,
    /// Its words without the negators, and what these deny.
    pub(super) affirmed: Affirmed,
    /// True if it begins with a pronoun: what it speaks of is named before it.
    pub(super) leans: bool,
    /// The nearest title above it, folded; empty where none is known.
    pub(super) title: String,
    /// Its terms and those of this title.
    pub(super) titled: BTreeSet<String>,
}

impl Statement {
    /// Returns the assertion that a sentence makes; `None` for code, a title, a question, and what was refuted.
    pub(super) fn read(sentence: &str) -> Option<Self> {
        if !is_assertion(sentence) {
            return None;
        }
        let shown = in_one_form(sentence);
        let words = without_marker(&shown);
        let parsed = read(words);
        let affirmed = Affirmed::of(&parsed.rest);
        let terms = content(&affirmed.words);
        Some(Self {
            sentence: sentence.to_owned(),
            values: parsed.values,
            names: named(&affirmed.words).into_iter().collect(),
            titled: terms.clone(),
            terms,
            affirmed,
            leans: leans_back(words),
            title: String::new(),
        })
    }

    /// Puts the assertion under these titles, outermost first.
    pub(super) fn under<T: AsRef<str>>(mut self, titles: &[T]) -> Self {
        if let Some(title) = titles.last() {
            self.title = in_one_form(title.as_ref()).to_lowercase();
            self.titled.extend(content(&self.title));
        }
        self
    }
}

/// Returns true if a sentence is an assertion that states an amount or a date.
pub(super) fn states_value(sentence: &str) -> bool {
    is_assertion(sentence)
        && !read(without_marker(&in_one_form(sentence)))
            .values
            .is_empty()
}

fn is_assertion(sentence: &str) -> bool {
    let is_short = weight(sentence) < LEAST;
    let is_long = sentence.chars().count() > MOST;
    !is_short && !is_long && ends_as_assertion(sentence) && !is_code(sentence)
}

/// A text with its characters in one form and one script.
fn in_one_form(text: &str) -> String {
    simplified(&folded(text)).into_owned()
}

/// The terms of a text that are no stop words.
fn content(text: &str) -> BTreeSet<String> {
    let mut terms = term_set(text);
    terms.retain(|term| !is_stop_word(term));
    terms
}

/// A sentence without the number or the mark of a list before it.
pub(super) fn without_marker(sentence: &str) -> &str {
    let words = |text: &str| {
        text.len()
            - text
                .trim_start_matches(|c: char| !c.is_alphanumeric())
                .len()
    };
    let bare = sentence.get(words(sentence)..).unwrap_or_default();
    let after = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    let marked = after.len() < bare.len()
        && [". ", ") ", "、", "．"]
            .iter()
            .any(|mark| after.starts_with(mark));
    if marked {
        after.get(words(after)..).unwrap_or_default()
    } else {
        bare
    }
}

fn ends_as_assertion(sentence: &str) -> bool {
    let end = sentence.trim_end_matches(['"', '”', '’', ')', '）', '」', '*']);
    end.ends_with(['.', '!', '。', '！']) && !end.ends_with("...")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assertion_is_read() {
        let statement = Statement::read("Version 3 does not support TLS 1.3.").unwrap();
        assert!(statement.affirmed.is_negated());
        assert!(statement.values.is_empty());
        let statement = Statement::read("大桥于1932年建成。").unwrap();
        assert_eq!(statement.values.len(), 1);
        assert!(statement.terms.contains("建成"));
    }

    #[test]
    fn what_asserts_nothing_is_left_out() {
        for sentence in [
            "Is it 5 metres long?",
            "let x = 5; let y = 6;",
            "## Chapter 4",
            "",
        ] {
            assert!(Statement::read(sentence).is_none(), "{sentence}");
        }
    }

    #[test]
    fn the_number_of_a_list_item_is_no_value() {
        for item in [
            "2. 运行 update 命令更新系统。",
            "- 3) The valve opens the pipe.",
        ] {
            assert!(Statement::read(item).unwrap().values.is_empty(), "{item}");
        }
    }
}
