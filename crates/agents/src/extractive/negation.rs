//! Denials: the words without their negators, and whether these deny.

use super::modality::{Duty, chinese_reading, reading};

/// The words of a sentence without its negators.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Affirmed {
    /// What is left, words for rules in one form.
    pub(super) words: String,
    /// How many negators there were.
    negators: usize,
    /// The duty that it tells of.
    duty: Option<Duty>,
}

impl Affirmed {
    /// Takes the negators out of the words.
    pub(super) fn of(rest: &str) -> Self {
        without_chinese_negation(without_english_negation(rest))
    }

    /// Whether the sentence denies.
    pub(super) fn negated(&self) -> bool {
        self.negators % 2 == 1
    }

    /// Whether it says that something must be done.
    pub(super) fn obliges(&self) -> bool {
        self.duty.is_some() && !self.negated()
    }

    /// Whether it says that something need not be done.
    pub(super) fn exempts(&self) -> bool {
        self.duty == Some(Duty::Need) && self.negated()
    }

    fn push(&mut self, word: &str) {
        self.words.push_str(word);
        self.words.push(' ');
    }
}

fn without_english_negation(rest: &str) -> Affirmed {
    const AUXILIARIES: [&str; 3] = ["do", "does", "did"];
    const NEGATORS: [&str; 5] = ["not", "never", "no", "neither", "nor"];
    let written: Vec<&str> = rest.split_whitespace().flat_map(contraction).collect();
    let lower: Vec<String> = written.iter().map(|word| bare(word)).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let mut affirmed = Affirmed::default();
    let mut at = 0;
    while let (Some(word), Some(tail)) = (written.get(at), lower.get(at..)) {
        let known = reading(tail);
        at += known.as_ref().map_or(1, |known| known.length);
        match (known, tail.first()) {
            (Some(known), _) => {
                affirmed.negators += usize::from(known.denies);
                affirmed.duty = affirmed.duty.or(known.duty);
                affirmed.push(known.plain);
            }
            (None, Some(first)) if NEGATORS.contains(first) => affirmed.negators += 1,
            (None, Some(first)) if AUXILIARIES.contains(first) => {}
            _ => affirmed.push(word),
        }
    }
    affirmed
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase()
}

/// A word, and the "not" that is contracted with it.
fn contraction(word: &str) -> Vec<&str> {
    let lower = word.replace('’', "'").to_lowercase();
    let lower = lower.trim_end_matches(|c: char| !c.is_alphanumeric());
    let verb = match lower {
        "cannot" | "can't" => Some("can"),
        "won't" => Some("will"),
        "shan't" => Some("shall"),
        _ => lower
            .strip_suffix("n't")
            .and_then(|verb| word.get(..verb.len())),
    };
    verb.map_or_else(|| vec![word], |verb| vec![verb, "not"])
}

/// Words that hold a negator or a word of rules and are none.
const NOT_DENIALS: [&str; 37] = [
    "不同",
    "不过",
    "不仅",
    "不但",
    "不断",
    "不管",
    "不论",
    "不如",
    "不少",
    "不久",
    "不得不",
    "不足",
    "不止",
    "不等",
    "不妨",
    "不变",
    "不良",
    "不幸",
    "不锈",
    "未来",
    "未必",
    "未知",
    "没错",
    "无论",
    "无线",
    "无限",
    "无数",
    "无疑",
    "无人机",
    "无人驾驶",
    "无人区",
    "非常",
    "并非",
    "除非",
    "是否",
    "胡须",
    "须知",
];

fn without_chinese_negation(english: Affirmed) -> Affirmed {
    let mut affirmed = Affirmed {
        words: String::with_capacity(english.words.len()),
        ..english
    };
    let mut rest = english.words.as_str();
    while let Some(c) = rest.chars().next() {
        let whole = NOT_DENIALS.iter().find(|word| rest.starts_with(*word));
        let known = chinese_reading(rest).filter(|_| whole.is_none());
        let denial = ["没有", "不", "未", "没"]
            .iter()
            .find(|word| rest.starts_with(*word));
        let length = match (whole, known, denial) {
            (Some(word), ..) => {
                affirmed.words.push_str(word);
                word.len()
            }
            (None, Some(known), _) => {
                affirmed.negators += usize::from(known.denies);
                affirmed.duty = affirmed.duty.or(known.duty);
                affirmed.words.push_str(known.plain);
                known.length
            }
            (None, None, Some(word)) => {
                affirmed.negators += 1;
                word.len()
            }
            (None, None, None) => {
                affirmed.words.push(c);
                c.len_utf8()
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    affirmed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_a_contraction_leaves_its_verb() {
        for (sentence, words) in [
            ("You cannot park here.", "You can park here. "),
            ("The gate isn’t open.", "The gate is open. "),
            ("They don't sing.", "They sing. "),
        ] {
            let affirmed = Affirmed::of(sentence);
            assert!(affirmed.negated(), "{sentence}");
            assert_eq!(affirmed.words, words);
        }
    }

    #[test]
    fn mb_10_a_chinese_word_that_holds_a_negator_denies_nothing() {
        assert!(!Affirmed::of("两者不同。").negated());
        assert!(!Affirmed::of("无人机很轻。").negated());
        assert!(Affirmed::of("大门不开放。").negated());
    }

    #[test]
    fn mb_10_what_is_not_needed_is_not_forbidden() {
        for (sentence, obliges, exempts) in [
            ("Visitors must wear a helmet.", true, false),
            ("Visitors must not wear a helmet.", false, false),
            ("Visitors need not wear a helmet.", false, true),
            ("Visitors don't have to wear a helmet.", false, true),
            ("Visitors are required to wear a helmet.", true, false),
            ("No visitor needs to wear a helmet.", false, true),
            ("Visitors wear a helmet.", false, false),
            ("游客必须戴头盔。", true, false),
            ("游客不必戴头盔。", false, true),
            ("游客不得戴头盔。", false, false),
        ] {
            let affirmed = Affirmed::of(sentence);
            assert_eq!(affirmed.obliges(), obliges, "{sentence}");
            assert_eq!(affirmed.exempts(), exempts, "{sentence}");
        }
    }
}
