//! Plain assertions: sentences that can be true or false by themselves.

use std::collections::BTreeSet;

use amb_memory::retrieval::{analyze, is_stop_word};
use amb_memory::text::folded;

use super::dependence::{Standing, standing};
use super::facts::parse;
use super::measure::Value;
use super::negation::Affirmed;
use super::salience::is_code;
use super::script::{is_cjk, weight};
use super::terms::term_set;
use super::wording::REFUTED;

/// Letters of the shortest assertion, a Chinese character for three.
const LEAST: usize = 10;
/// Characters of the longest.
const MOST: usize = 400;

/// A sentence that asserts something of a subject.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "four independent marks of a sentence"
)]
pub(super) struct Statement<'t> {
    /// The sentence, verbatim.
    pub(super) sentence: &'t str,
    /// Amounts and dates in it, in order.
    pub(super) values: Vec<Value>,
    /// Terms of what it speaks of, values and negation apart.
    pub(super) subject: BTreeSet<String>,
    /// Its words in their order, values and negators apart; empty where a mark stands.
    pub(super) words: Vec<String>,
    /// How it stands to what is outside of it.
    pub(super) standing: Standing,
    /// Whether it begins with an indefinite article, and so speaks of any such thing.
    pub(super) indefinite: bool,
    /// Whether it denies.
    pub(super) negated: bool,
    /// Whether it says that something must be done.
    pub(super) obliges: bool,
    /// Whether it says that something need not be done.
    pub(super) exempts: bool,
}

impl<'t> Statement<'t> {
    /// The assertion that a sentence makes by itself; `None` where it is code, a title, a question,
    /// a condition, an example, or speaks of something named elsewhere.
    pub(super) fn read(sentence: &'t str) -> Option<Self> {
        Self::readings(sentence)
            .into_iter()
            .next()
            .filter(|statement| statement.standing == Standing::Alone)
    }

    /// What a sentence asserts, however it stands to what is outside of it: all of it, and its main
    /// clause where a relative one is put into it.
    pub(super) fn readings(sentence: &'t str) -> Vec<Self> {
        let is_short = weight(sentence) < LEAST;
        let is_long = sentence.chars().count() > MOST;
        let refuted = REFUTED
            .iter()
            .any(|mark| sentence.starts_with(mark.trim_end()));
        if is_short || is_long || refuted || !ends_as_assertion(sentence) || is_code(sentence) {
            return Vec::new();
        }
        let shown = folded(sentence);
        let bare = without_marker(&shown);
        let clause = main_clause(bare);
        [Some(bare), clause.as_deref()]
            .into_iter()
            .flatten()
            .filter_map(|words| Self::of(sentence, words))
            .collect()
    }

    /// The assertion that these words of a sentence make.
    fn of(sentence: &'t str, words: &str) -> Option<Self> {
        let standing = standing(words).filter(|_| !words.is_empty())?;
        let parsed = parse(words);
        let affirmed = Affirmed::of(&parsed.rest);
        let rest = nouns_of_measure(&affirmed.words);
        Some(Self {
            sentence,
            standing,
            values: parsed.values,
            subject: term_set(&apart(&rest)),
            words: ordered_words(&rest),
            indefinite: ["A ", "An ", "a ", "an "]
                .iter()
                .any(|article| words.starts_with(article)),
            negated: affirmed.negated(),
            obliges: affirmed.obliges(),
            exempts: affirmed.exempts(),
        })
    }
}

/// A sentence without the relative clause that its commas set off.
fn main_clause(sentence: &str) -> Option<String> {
    const BEGINNINGS: [&str; 4] = [", which ", ", who ", ", whose ", ", where "];
    let (start, mark) = BEGINNINGS
        .iter()
        .filter_map(|mark| Some((sentence.find(mark)?, mark)))
        .min()?;
    let inner = sentence.get(start + mark.len()..)?;
    let (_, after) = inner.split_once(", ")?;
    Some(format!("{} {after}", sentence.get(..start)?))
}

/// The words in their order, analysed, function words as they are; an empty one where a mark stands
/// between two. Chinese words are kept apart by their particles.
fn ordered_words(rest: &str) -> Vec<String> {
    let mut words = Vec::new();
    for written in apart(rest).split_whitespace() {
        let bare = written
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        if !bare.is_empty() {
            let analysed = (!is_stop_word(&bare)).then(|| analyze(&bare).into_iter().next());
            let chinese = bare.chars().any(is_cjk);
            words.push(analysed.flatten().filter(|_| !chinese).unwrap_or(bare));
        }
        if !written.ends_with(char::is_alphanumeric) {
            words.push(String::new());
        }
    }
    words
}

/// The words with adjectives of measure as the nouns they stand for: "312 metres tall" is "a height
/// of 312 metres".
fn nouns_of_measure(rest: &str) -> String {
    const NOUNS: [(&str, &str); 8] = [
        ("tall", "height"),
        ("high", "height"),
        ("long", "length"),
        ("wide", "width"),
        ("deep", "depth"),
        ("weighs", "weight"),
        ("weighed", "weight"),
        ("heavy", "weight"),
    ];
    let noun = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let found = NOUNS.iter().find(|(adjective, _)| *adjective == bare);
        found.map(|(_, noun)| *noun)
    };
    let words: Vec<&str> = rest
        .split_whitespace()
        .map(|word| noun(word).unwrap_or(word))
        .collect();
    words.join(" ")
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

/// Chinese words kept apart by their particles, so that another order of words gives the same pairs
/// of characters.
fn apart(text: &str) -> String {
    const PARTICLES: &str =
        "的了是在于为共有这那座个其约达至与和及由被将已也就都而能会可以把得着过以";
    text.chars()
        .map(|c| if PARTICLES.contains(c) { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assertion_is_read() {
        let statement = Statement::read("Version 3 does not support TLS 1.3.").unwrap();
        assert!(statement.negated);
        assert!(statement.values.is_empty());
        let statement = Statement::read("大桥于1932年建成。").unwrap();
        assert_eq!(statement.values.len(), 1);
        assert!(statement.subject.contains("建成"));
    }

    #[test]
    fn what_depends_on_something_else_is_no_assertion() {
        for sentence in [
            "It was completed in 1932.",
            "If x is 5, the program prints 6.",
            "Is it 5 metres long?",
            "let x = 5; let y = 6;",
            "## Chapter 4",
            "We have 4 loops in the reactor.",
            "",
            "如果有4个回路，反应堆会更安全。",
            "它于1932年建成。",
        ] {
            assert!(Statement::read(sentence).is_none(), "{sentence}");
        }
    }

    #[test]
    fn mb_10_a_relative_clause_is_read_with_and_without() {
        let readings = Statement::readings("The tower, which is painted white, is 41 metres tall.");
        assert_eq!(readings.len(), 2);
        assert!(readings[0].subject.contains("paint"));
        assert!(!readings[1].subject.contains("paint") && readings[1].values.len() == 1);
    }

    #[test]
    fn mb_10_what_was_refuted_asserts_nothing() {
        for mark in REFUTED {
            let sentence = format!("{mark}The bridge was completed in 1937.");
            assert!(Statement::readings(&sentence).is_empty());
        }
    }

    #[test]
    fn the_number_of_a_list_item_is_no_value() {
        assert!(
            Statement::read("2. 运行 update 命令更新系统。")
                .unwrap()
                .values
                .is_empty()
        );
        assert!(
            Statement::read("- 3) The valve opens the pipe.")
                .unwrap()
                .values
                .is_empty()
        );
    }

    #[test]
    fn two_negations_affirm() {
        assert!(
            !Statement::read("The valve never does not open the pipe.")
                .unwrap()
                .negated
        );
    }
}
