//! Negation: the words of a sentence without its negators, and whether these deny.

use std::collections::BTreeSet;

use amb_memory::retrieval::{analyze, is_stop_word};

use super::script::is_cjk;

/// The negators of English, a closed class; "n't" is read off the verb.
const ENGLISH: [&str; 5] = ["not", "never", "no", "neither", "nor"];

/// Auxiliaries that carry a negator and say nothing by themselves.
const AUXILIARIES: [&str; 3] = ["do", "does", "did"];

/// The negators of Chinese, a closed class, in both scripts.
const CHINESE: &str = "不没沒无無非未别別勿莫";

/// Characters of a Chinese word.
const WORD: usize = 2;

/// The words of a sentence without its negators.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Affirmed {
    /// The words that are left.
    pub(super) words: String,
    /// The term of the content word after each negator: what it denies; empty if none follows.
    denied: Vec<String>,
}

impl Affirmed {
    /// Takes the negators out of a sentence.
    pub(super) fn of(sentence: &str) -> Self {
        without_chinese_negators(without_english_negators(sentence))
    }

    /// Returns true if the sentence denies: two negations affirm.
    pub(super) fn is_negated(&self) -> bool {
        self.denied.len() % 2 == 1
    }

    /// Returns true if what the sentence denies is among these terms.
    pub(super) fn denies(&self, terms: &BTreeSet<String>) -> bool {
        self.denied.iter().any(|denied| terms.contains(denied))
    }
}

fn without_english_negators(sentence: &str) -> Affirmed {
    let mut affirmed = Affirmed::default();
    let mut negators = 0;
    for written in sentence.split_whitespace() {
        let bare = written.trim_matches(|c: char| !c.is_alphanumeric());
        let lower = bare.replace('’', "'").to_lowercase();
        let verb = match lower.as_str() {
            "cannot" | "can't" => Some("can"),
            "won't" => Some("will"),
            _ => lower.strip_suffix("n't"),
        };
        let kept = verb.unwrap_or(&lower);
        if ENGLISH.contains(&kept) {
            negators += 1;
        } else if !AUXILIARIES.contains(&kept) {
            if !is_stop_word(kept) {
                let denied = analyze(kept).into_iter().next().unwrap_or_default();
                affirmed
                    .denied
                    .extend(std::iter::repeat_n(denied, negators));
                negators = 0;
            }
            let word = if verb.is_some() { kept } else { written };
            affirmed.words.push_str(word);
            affirmed.words.push(' ');
        }
        negators += usize::from(verb.is_some());
    }
    let nothing = std::iter::repeat_n(String::new(), negators);
    affirmed.denied.extend(nothing);
    affirmed
}

fn without_chinese_negators(english: Affirmed) -> Affirmed {
    let is_negator = |c: char| is_cjk(c) && CHINESE.contains(c);
    let mut affirmed = Affirmed {
        words: String::with_capacity(english.words.len()),
        denied: english.denied,
    };
    let mut rest = english.words.chars();
    while let Some(c) = rest.next() {
        if is_negator(c) {
            let after = rest.clone().filter(|c| !is_negator(*c));
            affirmed.denied.push(after.take(WORD).collect());
        } else {
            affirmed.words.push(c);
        }
    }
    affirmed
}

#[cfg(test)]
mod tests {
    use super::super::terms::term_set;
    use super::*;

    #[test]
    fn negators_are_taken_out_and_counted() {
        for (sentence, words, negated) in [
            ("The valve does not open.", "The valve open. ", true),
            ("It isn’t red.", "It is red. ", true),
            ("You cannot swim here.", "You can swim here. ", true),
            ("He never says no.", "He says ", false),
            ("The valve opens.", "The valve opens. ", false),
            ("阀门不会打开。", "阀门会打开。 ", true),
            ("這裡沒有註釋。", "這裡有註釋。 ", true),
        ] {
            let affirmed = Affirmed::of(sentence);
            assert_eq!(affirmed.words, words);
            assert_eq!(affirmed.is_negated(), negated, "{sentence}");
        }
    }

    #[test]
    fn what_is_denied_is_the_word_after_the_negator() {
        let denies = |one: &str, other: &str| Affirmed::of(one).denies(&term_set(other));
        assert!(denies("The valve does not open.", "The valve opens."));
        assert!(denies("不提供独立的库。", "提供独立的库。"));
        assert!(!denies("Do not forget to enter it.", "Enter it."));
    }
}
