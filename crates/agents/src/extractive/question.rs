//! What a question asks for.

use std::collections::BTreeSet;

use amb_memory::retrieval::analyze;

use super::script::is_cjk;

/// The kind of sentence that would answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expectation {
    /// One with a number or a date in it.
    Number,
    /// One that tells how something is done.
    Procedure,
    /// One that says what something is.
    Definition,
    /// One that gives a reason.
    Reason,
    /// Any.
    Statement,
}

/// A question taken apart.
#[derive(Debug)]
pub(super) struct Question {
    /// Its content terms with their rarity, the words of asking left out.
    pub(super) terms: Vec<(String, f32)>,
    /// What would answer.
    pub(super) expectation: Expectation,
    /// Terms of names, quoted words, numbers and code in it.
    pub(super) named: BTreeSet<String>,
    /// Whether it is in Chinese, or another language written in CJK characters.
    pub(super) chinese: bool,
}

/// Words of asking, longest first where one begins another.
const ASKING_CHINESE: [&str; 62] = [
    "是什么意思",
    "有什么区别",
    "什么时候",
    "为什么",
    "怎么样",
    "怎么办",
    "怎么",
    "怎样",
    "什么样",
    "是什么",
    "有什么",
    "什么",
    "如何",
    "哪一个",
    "哪一种",
    "哪一年",
    "哪些",
    "哪个",
    "哪种",
    "哪里",
    "哪儿",
    "哪",
    "多少",
    "多久",
    "多大",
    "多长",
    "多远",
    "几个",
    "几种",
    "几",
    "是否",
    "能否",
    "可否",
    "有没有",
    "是不是",
    "能不能",
    "可不可以",
    "为何",
    "何时",
    "何处",
    "何",
    "谁",
    "吗",
    "呢",
    "请问",
    "应该",
    "需要",
    "可以",
    "能够",
    "怎",
    "意思",
    "应当",
    "我",
    "你",
    "您",
    "想要",
    "想",
    "让",
    "把",
    "请",
    "才能",
    "得",
];

const ASKING_ENGLISH: [&str; 44] = [
    "what", "which", "who", "whom", "whose", "when", "where", "why", "how", "do", "does", "did",
    "is", "are", "was", "were", "can", "could", "should", "would", "will", "many", "much", "long",
    "kind", "type", "happen", "happens", "mean", "means", "use", "used", "using", "need", "want",
    "tell", "explain", "describe", "give", "name", "book", "document", "i", "my",
];

impl Question {
    /// Takes a question apart; `rarity` holds the rarity of its analysed terms.
    pub(super) fn read(question: &str, rarity: &[(String, f32)]) -> Self {
        let content = without_particles(&content_of(question));
        let known: BTreeSet<&str> = rarity.iter().map(|(term, _)| term.as_str()).collect();
        let kept: BTreeSet<String> = analyze(&content).into_iter().collect();
        let terms = rarity
            .iter()
            .filter(|(term, _)| kept.contains(term))
            .map(|(term, value)| (term.clone(), value.max(0.05)))
            .collect();
        let named = named(question)
            .into_iter()
            .filter(|t| known.contains(t.as_str()))
            .collect();
        Self {
            terms,
            expectation: expectation(question),
            named,
            chinese: question.chars().any(is_cjk),
        }
    }

    /// How many terms as rare as the rarest the question amounts to.
    pub(super) fn size(&self) -> f32 {
        let rarest = self
            .terms
            .iter()
            .map(|(_, rarity)| *rarity)
            .fold(f32::EPSILON, f32::max);
        self.terms.iter().map(|(_, rarity)| rarity / rarest).sum()
    }

    /// The share of the question's rarity that a set of terms covers, 0 to 1.
    pub(super) fn covered(&self, has: impl Fn(&str) -> f32) -> f32 {
        let whole: f32 = self.terms.iter().map(|(_, rarity)| rarity).sum();
        let held: f32 = self
            .terms
            .iter()
            .map(|(term, rarity)| rarity * has(term))
            .sum();
        if whole > 0.0 { held / whole } else { 0.0 }
    }
}

/// The question without its words of asking: what to search for by keywords.
#[must_use]
pub fn content_of(question: &str) -> String {
    let mut content = question.to_owned();
    if question.chars().any(is_cjk) {
        for word in ASKING_CHINESE {
            content = content.replace(word, " ");
        }
    }
    let asks = |word: &str| {
        let bare = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        ASKING_ENGLISH.contains(&bare.as_str()) && !word.starts_with('`')
    };
    let words: Vec<&str> = content
        .split_whitespace()
        .filter(|word| !asks(word))
        .collect();
    let content = words.join(" ");
    if analyze(&content).is_empty() {
        question.to_owned()
    } else {
        content
    }
}

/// Chinese cut at its particles and before what follows a preposition, so that no pair of
/// characters is made of the end of one word and a particle.
fn without_particles(content: &str) -> String {
    const PARTICLES: &str = "的了吗呢吧把被和与或就也很太才这那它里给";
    const PREPOSITIONS: [char; 7] = ['在', '从', '用', '对', '为', '向', '由'];
    const WORDS: [&str; 6] = ["在线", "用户", "用法", "对象", "对话", "由于"];
    let broken =
        |c: char| PARTICLES.contains(c) || c.is_whitespace() || "，。？！、；：".contains(c);
    let parts = content
        .split(broken)
        .filter(|part| !part.is_empty())
        .map(|part| {
            let word = WORDS.iter().any(|word| part.starts_with(word));
            if word {
                part
            } else {
                part.strip_prefix(PREPOSITIONS).unwrap_or(part)
            }
        });
    parts.collect::<Vec<_>>().join(" ")
}

fn expectation(question: &str) -> Expectation {
    let lower = question.to_lowercase();
    let begins = |marks: &[&str]| marks.iter().any(|mark| lower.starts_with(mark));
    let holds = |marks: &[&str]| marks.iter().any(|mark| lower.contains(mark));
    const NUMBER: [&str; 20] = [
        "how many",
        "how much",
        "how long",
        "how old",
        "how far",
        "how large",
        "how big",
        "when ",
        "what year",
        "which year",
        "which version",
        "what version",
        "what size",
        "多少",
        "几",
        "何时",
        "什么时候",
        "哪一年",
        "多久",
        "多大",
    ];
    if holds(&NUMBER) && !holds(&["几乎"]) {
        Expectation::Number
    } else if holds(&[
        "how do ",
        "how can ",
        "how to ",
        "how should",
        "which command",
        "what command",
        "如何",
        "怎么",
        "怎样",
        "命令",
    ]) {
        Expectation::Procedure
    } else if holds(&["why ", "what is the reason", "为什么", "为何", "原因"]) {
        Expectation::Reason
    } else if begins(&["what is ", "what are ", "what does", "define "])
        || holds(&["是什么", "什么是", "指什么"])
    {
        Expectation::Definition
    } else {
        Expectation::Statement
    }
}

/// Terms of words that name one thing: with a digit, a capital inside or (not first) before, in
/// backquotes, or in Latin letters within Chinese.
fn named(question: &str) -> Vec<String> {
    let chinese = question.chars().any(is_cjk);
    let mut named = Vec::new();
    let split =
        |c: char| c.is_whitespace() || is_cjk(c) || "，。？?,;；：:“”\"()（）《》".contains(c);
    for (at, word) in question
        .split(split)
        .filter(|word| !word.is_empty())
        .enumerate()
    {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let capital = bare.chars().next().is_some_and(char::is_uppercase) && at > 0;
        let inner = bare
            .chars()
            .skip(1)
            .any(|c| c.is_uppercase() || "_.:/".contains(c));
        let digit = bare.chars().any(|c| c.is_ascii_digit());
        let code = word.starts_with('`');
        if letters > 0 && bare != "I" && (capital || inner || digit || code || chinese) {
            named.extend(analyze(bare));
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_asking_are_left_out() {
        assert_eq!(
            content_of("How many loops does the reactor have?"),
            "loops the reactor have?"
        );
        assert_eq!(
            content_of("反应堆有几个冷却回路？").replace(' ', ""),
            "反应堆有冷却回路？"
        );
        assert_eq!(content_of("what is what"), "what is what");
    }

    #[test]
    fn what_would_answer_is_seen() {
        assert_eq!(expectation("How many loops?"), Expectation::Number);
        assert_eq!(expectation("如何安装？"), Expectation::Procedure);
        assert_eq!(expectation("What is a lifetime?"), Expectation::Definition);
        assert_eq!(expectation(""), Expectation::Statement);
    }

    #[test]
    fn names_are_seen() {
        assert!(named("Does it speak of Neo4j?").contains(&"neo4j".to_owned()));
        assert!(named("怎样安装 Docker？").contains(&"docker".to_owned()));
        assert_eq!(named("is it big"), Vec::<String>::new());
    }
}
