//! Plain assertions: sentences that can be true or false by themselves.

use std::collections::BTreeSet;

use super::facts::parse;
use super::measure::Value;
use super::salience::is_code;
use super::script::{is_cjk, weight};
use super::terms::term_set;

/// A sentence that asserts something of a subject.
#[derive(Debug, Clone)]
pub(super) struct Statement<'t> {
    /// The sentence, verbatim.
    pub(super) sentence: &'t str,
    /// Amounts and dates in it, in order.
    pub(super) values: Vec<Value>,
    /// Terms of what it speaks of, values and negation apart.
    pub(super) subject: BTreeSet<String>,
    /// Whether it denies.
    pub(super) negated: bool,
}

/// Words that make a sentence depend on something outside it: conditions, examples, guesses, the
/// reader and the writer, bounds instead of values. Such a sentence contradicts nothing by itself.
const DEPENDENT: [&str; 62] = [
    "if",
    "when",
    "whenever",
    "unless",
    "until",
    "without",
    "except",
    "suppose",
    "assume",
    "imagine",
    "example",
    "examples",
    "e.g",
    "i.e",
    "might",
    "may",
    "could",
    "would",
    "should",
    "let's",
    "say",
    "perhaps",
    "maybe",
    "i",
    "we",
    "you",
    "your",
    "our",
    "us",
    "my",
    "let",
    "listing",
    "figure",
    "table",
    "chapter",
    "above",
    "below",
    "following",
    "previous",
    "next",
    "first",
    "second",
    "some",
    "another",
    "other",
    "others",
    "each",
    "every",
    "any",
    "most",
    "many",
    "either",
    "instead",
    "least",
    "than",
    "yet",
    "still",
    "before",
    "after",
    "sometimes",
    "usually",
    "often",
];

const DEPENDENT_CHINESE: [&str; 42] = [
    "如果",
    "假如",
    "假设",
    "若",
    "例如",
    "比如",
    "譬如",
    "我们",
    "我",
    "你",
    "您",
    "可能",
    "或许",
    "也许",
    "大概",
    "以下",
    "以上",
    "上面",
    "下面",
    "如下",
    "下列",
    "至少",
    "最多",
    "不超过",
    "超过",
    "除非",
    "否则",
    "的话",
    "有时",
    "通常",
    "一些",
    "某些",
    "其他",
    "另一",
    "每个",
    "任何",
    "之前",
    "之后",
    "应该",
    "建议",
    "当",
    "默认",
];

/// What a sentence may not begin with: its subject would be elsewhere.
const DEICTIC: [&str; 24] = [
    "it", "this", "that", "these", "those", "they", "he", "she", "its", "his", "her", "their",
    "here", "there", "such", "both", "and", "but", "so", "then", "also", "thus", "now", "finally",
];

const DEICTIC_CHINESE: [&str; 23] = [
    "它", "这是", "这里", "这些", "这样", "这种", "这个", "这将", "这会", "那", "该", "此", "其",
    "他", "她", "但", "而", "并", "然后", "因此", "所以", "同时", "另外",
];

impl<'t> Statement<'t> {
    /// The assertion that a sentence makes by itself; `None` where it is code, a title, a question,
    /// a condition, an example, or speaks of something named elsewhere.
    pub(super) fn read(sentence: &'t str) -> Option<Self> {
        let letters = weight(sentence);
        if !(12..=400).contains(&letters) || !ends_as_assertion(sentence) || is_code(sentence) {
            return None;
        }
        let bare = without_marker(sentence);
        if bare.is_empty() || depends(bare) {
            return None;
        }
        let parsed = parse(bare);
        let (rest, negated) = without_negation(&parsed.rest);
        let subject = term_set(&apart(&nouns_of_measure(&rest)));
        Some(Self {
            sentence,
            values: parsed.values,
            subject,
            negated,
        })
    }

    /// Whether two assertions speak of the same: nearly all of their words agree, and all of their
    /// names and numbers of names.
    pub(super) fn same_subject(&self, other: &Self) -> bool {
        let shared = self.subject.intersection(&other.subject).count();
        let (small, large) = ordered(self.subject.len(), other.subject.len());
        let all = small + large - shared;
        if shared < 2 || !self.same_names(other) {
            return false;
        }
        let contained = shared == small;
        if self
            .subject
            .iter()
            .chain(&other.subject)
            .any(|term| term.chars().any(is_cjk))
        {
            return contained && 2 * shared >= all || shared >= 4 && 10 * shared >= 7 * all;
        }
        shared == all
            || shared >= 3 && (4 * shared >= 3 * all || contained && 5 * shared >= 3 * all)
    }

    /// Whether one of two assertions denies the other: they use nearly the same words, or what is
    /// denied in general is affirmed with a little more detail.
    pub(super) fn denies(&self, other: &Self) -> bool {
        let shared = self.subject.intersection(&other.subject).count();
        let all = self.subject.len() + other.subject.len() - shared;
        let (denial, claim) = if self.negated {
            (self, other)
        } else {
            (other, self)
        };
        let in_general =
            shared >= 3 && shared == denial.subject.len() && claim.subject.len() <= shared + 2;
        (in_general || shared >= 2 && 20 * shared >= 17 * all) && self.same_names(other)
    }

    /// Whether the two name the same parts and versions: "unit A" is not "unit B".
    fn same_names(&self, other: &Self) -> bool {
        numbered(&self.subject) == numbered(&other.subject)
            && lettered(self.sentence) == lettered(other.sentence)
    }
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
fn without_marker(sentence: &str) -> &str {
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

fn ordered(left: usize, right: usize) -> (usize, usize) {
    (left.min(right), left.max(right))
}

/// The terms with a digit in them: versions, models, parts.
fn numbered(terms: &BTreeSet<String>) -> Vec<&String> {
    terms
        .iter()
        .filter(|term| term.chars().any(|c| c.is_ascii_digit()))
        .collect()
}

/// The single capital letters that name something; the first word may be an article.
fn lettered(sentence: &str) -> BTreeSet<&str> {
    sentence
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .skip(1)
        .filter(|word| word.len() == 1 && *word != "I")
        .filter(|word| word.chars().all(|c| c.is_ascii_uppercase()))
        .collect()
}

fn ends_as_assertion(sentence: &str) -> bool {
    let end = sentence.trim_end_matches(['"', '”', '’', ')', '）', '」', '*']);
    end.ends_with(['.', '!', '。', '！']) && !end.ends_with("...")
}

fn depends(sentence: &str) -> bool {
    let words: Vec<String> = sentence
        .split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '.') || is_cjk(c))
        .map(|word| word.trim_matches('.').replace('’', "'").to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    words
        .first()
        .is_some_and(|first| DEICTIC.contains(&first.as_str()))
        || words.iter().any(|word| DEPENDENT.contains(&word.as_str()))
        || DEICTIC_CHINESE
            .iter()
            .any(|mark| sentence.starts_with(mark))
        || DEPENDENT_CHINESE.iter().any(|mark| sentence.contains(mark))
}

/// The words without negators, and whether their number is odd.
fn without_negation(rest: &str) -> (String, bool) {
    const AUXILIARIES: [&str; 3] = ["do", "does", "did"];
    let mut kept = String::with_capacity(rest.len());
    let mut negators = 0;
    for word in rest.split_whitespace() {
        let lower = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .replace('’', "'")
            .to_lowercase();
        let negator = ["not", "never", "no", "cannot", "neither", "nor"].contains(&lower.as_str());
        if negator || lower.ends_with("n't") {
            negators += 1;
        } else if !AUXILIARIES.contains(&lower.as_str()) {
            kept.push_str(word);
            kept.push(' ');
        }
    }
    let (kept, chinese) = without_chinese_negation(&kept);
    (kept, (negators + chinese) % 2 == 1)
}

/// Words that hold a negator and deny nothing.
const NOT_DENIALS: [&str; 34] = [
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
    "不必",
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
    "无需",
    "非常",
    "并非",
    "除非",
    "是否",
];

fn without_chinese_negation(text: &str) -> (String, usize) {
    let mut kept = String::with_capacity(text.len());
    let mut negators = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let whole = NOT_DENIALS.iter().find(|word| rest.starts_with(*word));
        let denial = ["没有", "不能", "不会", "无法", "不", "未", "没"]
            .iter()
            .find(|word| rest.starts_with(*word));
        let length = match (whole, denial) {
            (Some(word), _) => {
                kept.push_str(word);
                word.len()
            }
            (None, Some(word)) => {
                negators += 1;
                word.len()
            }
            (None, None) => {
                kept.push(c);
                c.len_utf8()
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    (kept, negators)
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
