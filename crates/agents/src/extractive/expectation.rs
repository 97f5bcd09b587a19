//! The kind of sentence that would answer a question, and whether a sentence is of that kind.

use super::answer_forms::{
    gives_name, gives_reason, has_amount, has_colour, has_time, may_give_reason, names_somebody,
    speaks_of_money,
};
use super::attribute::tells_another_attribute;
use super::salience::defines;
use super::script::is_cjk;

/// The kind of sentence that would answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expectation {
    /// One with an amount in one of these dimensions, or any number where none is named.
    Amount(&'static [&'static str]),
    /// One with a date, an hour or a season in it.
    Time,
    /// One that names somebody.
    Person,
    /// One that gives a name.
    Name,
    /// One with a colour in it.
    Colour,
    /// One that tells how something is done.
    Procedure,
    /// One that says what something is.
    Definition,
    /// One that gives a reason.
    Reason,
    /// Any.
    Statement,
}

/// Whether a sentence is of the kind that would answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Fit {
    /// It cannot be the answer: a number was asked for, and it has none.
    No,
    /// Its form says nothing.
    #[default]
    Unsure,
    /// It is.
    Yes,
}

const LENGTH: &[&str] = &["length"];
const LENGTH_OR_TIME: &[&str] = &["length", "time", "months"];
const MASS: &[&str] = &["mass"];
const MONEY: &[&str] = &["dollars", "euros", "pounds", "yuan", "count"];
const ANY: &[&str] = &[];

/// What asks for an amount, and of what; the first that fits decides.
const AMOUNTS: [(&[&str], &[&str]); 6] = [
    (&["how long", "多久", "多长"], LENGTH_OR_TIME),
    (
        &[
            "how tall", "how high", "how wide", "how deep", "how far", "多高", "多宽", "多深",
            "多远",
        ],
        LENGTH,
    ),
    (&["how heavy", "how much does it weigh", "多重"], MASS),
    (
        &[
            "how many",
            "how much",
            "how old",
            "how large",
            "how big",
            "how often",
            "多少",
            "多大",
        ],
        ANY,
    ),
    (
        &[
            "which version",
            "what version",
            "what size",
            "what percentage",
            "what share",
        ],
        ANY,
    ),
    (
        &[
            "几个", "几种", "几次", "几岁", "几人", "几层", "几条", "几座", "几",
        ],
        ANY,
    ),
];

const TIMES: [&str; 20] = [
    "when was ",
    "when were ",
    "when did ",
    "what year",
    "which year",
    "what date",
    "which date",
    "what day",
    "which day",
    "what month",
    "what time",
    "哪一年",
    "哪年",
    "哪一天",
    "哪天",
    "几点",
    "几月",
    "几号",
    "何时",
    "什么时候",
];

/// Words with which a question names what is asked for and that the answer need not repeat.
const NAMED_KINDS: [(Kind, &[&str]); 4] = [
    (
        Kind::Amount,
        &[
            "tall", "high", "long", "wide", "deep", "far", "heavy", "weigh", "old", "large", "big",
            "cost", "often", "height", "length", "高", "长", "宽", "深", "远", "重", "钱",
        ],
    ),
    (Kind::Time, &["year", "date", "day", "month", "time"]),
    (Kind::Name, &["name", "called", "named", "名字", "名称"]),
    (
        Kind::Colour,
        &["colour", "color", "colours", "colors", "颜色"],
    ),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Amount,
    Time,
    Name,
    Colour,
}

impl Expectation {
    /// What a question asks for.
    pub(super) fn of(question: &str) -> Self {
        let lower = question.to_lowercase();
        let begins = |marks: &[&str]| marks.iter().any(|mark| lower.starts_with(mark));
        let holds = |marks: &[&str]| marks.iter().any(|mark| lower.contains(mark));
        if let Some(measured) = asked_value(&lower) {
            measured
        } else if holds(&["colour", "color", "颜色"]) && holds(&["what", "which", "什么", "哪"])
        {
            Self::Colour
        } else if holds(&[
            "name of",
            "called?",
            "'s name",
            "’s name",
            "叫什么",
            "名字",
            "名称是",
        ]) {
            Self::Name
        } else if begins(&["who ", "whose ", "who's "]) || holds(&["谁", "哪位", "什么人", "何人"])
        {
            Self::Person
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
            Self::Procedure
        } else if holds(&["why ", "what is the reason", "为什么", "为何", "原因"]) {
            Self::Reason
        } else if begins(&["what is ", "what are ", "what does", "define "])
            || holds(&["是什么", "什么是", "指什么"])
        {
            Self::Definition
        } else {
            Self::Statement
        }
    }

    /// Whether a sentence is of the kind that would answer; a name that the question holds is no
    /// answer to it.
    pub(super) fn fit(self, sentence: &str, question: &str) -> Fit {
        let either = |yes: bool, otherwise: Fit| if yes { Fit::Yes } else { otherwise };
        match self {
            Self::Amount(dimensions) => either(
                has_amount(sentence, dimensions)
                    && !tells_another_attribute(sentence, question)
                    && (dimensions != MONEY || speaks_of_money(sentence)),
                Fit::No,
            ),
            Self::Time => either(has_time(sentence), Fit::No),
            Self::Person => either(names_somebody(sentence, question), lacking(sentence)),
            Self::Name => either(gives_name(sentence, question), lacking(sentence)),
            Self::Colour => either(has_colour(sentence), Fit::No),
            Self::Definition => either(defines(sentence), Fit::Unsure),
            Self::Procedure => {
                let marks = ["`", "命令", " use "];
                either(
                    marks.iter().any(|mark| sentence.contains(mark)),
                    Fit::Unsure,
                )
            }
            Self::Reason => either(gives_reason(sentence), without_reason(sentence)),
            Self::Statement => Fit::Unsure,
        }
    }

    /// Whether a value or a name answers.
    pub(super) fn is_value(self) -> bool {
        matches!(
            self,
            Self::Amount(_) | Self::Time | Self::Person | Self::Name | Self::Colour
        )
    }

    /// The question's content without the words that only name the kind of the answer.
    pub(super) fn without_its_words(self, content: &str) -> String {
        let kind = match self {
            Self::Amount(_) => Kind::Amount,
            Self::Time => Kind::Time,
            Self::Name => Kind::Name,
            Self::Colour => Kind::Colour,
            _ => return content.to_owned(),
        };
        let words = NAMED_KINDS
            .iter()
            .filter(|(named, _)| *named == kind)
            .flat_map(|(_, words)| *words);
        let (mut chinese, mut english) = (Vec::new(), Vec::new());
        for word in words {
            let side = if word.chars().all(is_cjk) {
                &mut chinese
            } else {
                &mut english
            };
            side.push(*word);
        }
        let kept = content.split_whitespace().filter(|word| {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            !english.contains(&bare.to_lowercase().as_str())
        });
        let kept: Vec<&str> = kept.collect();
        chinese
            .iter()
            .filter(|word| word.chars().count() > 1)
            .fold(kept.join(" "), |content, word| content.replace(word, " "))
    }
}

/// The amount or the time that a question asks for.
fn asked_value(lower: &str) -> Option<Expectation> {
    let holds = |marks: &&[&str]| marks.iter().any(|mark| lower.contains(mark));
    // "什么时候应该…" and "几乎" ask for neither.
    let advice = ["应该", "需要", "使用", "几乎"]
        .iter()
        .any(|word| lower.contains(word));
    if TIMES.iter().any(|mark| lower.contains(mark)) {
        return (!advice).then_some(Expectation::Time);
    }
    if lower.contains("几乎") {
        return None;
    }
    let begins = ["what ", "which "]
        .iter()
        .any(|mark| lower.starts_with(mark));
    let costs = lower.contains("how much")
        && [" cost", " price", " fee"]
            .iter()
            .any(|word| lower.contains(word))
        || begins
            && [" the price of", " the fee", " cost?"]
                .iter()
                .any(|word| lower.contains(word));
    if lower.contains("多少钱") || costs {
        return Some(Expectation::Amount(MONEY));
    }
    if begins && (lower.contains(" number of ") || lower.contains(" size of ")) {
        return Some(Expectation::Amount(ANY));
    }
    AMOUNTS
        .iter()
        .find(|(marks, _)| holds(marks))
        .map(|(_, dimensions)| Expectation::Amount(dimensions))
}

/// A sentence without a word that could lead to a reason gives none; in Chinese it may go without.
fn without_reason(sentence: &str) -> Fit {
    if may_give_reason(sentence) {
        Fit::Unsure
    } else {
        lacking(sentence)
    }
}

/// Words that make what is not there a matter of form only in English, where names are capitalised.
fn lacking(sentence: &str) -> Fit {
    if sentence.chars().any(is_cjk) {
        Fit::Unsure
    } else {
        Fit::No
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_answer_is_seen() {
        for (question, expected) in [
            ("How many loops?", Expectation::Amount(ANY)),
            ("How tall is the tower?", Expectation::Amount(LENGTH)),
            ("灯塔有多高？", Expectation::Amount(LENGTH)),
            ("When was the bridge opened?", Expectation::Time),
            ("When should I use a Box?", Expectation::Statement),
            ("什么时候应该使用智能指针？", Expectation::Statement),
            (
                "What is the largest number of loops?",
                Expectation::Amount(ANY),
            ),
            ("How much does a ticket cost?", Expectation::Amount(MONEY)),
            ("Who built it?", Expectation::Person),
            ("What was the dog called?", Expectation::Name),
            ("What colour is the dog?", Expectation::Colour),
            ("如何安装？", Expectation::Procedure),
            ("What is a lifetime?", Expectation::Definition),
            ("", Expectation::Statement),
        ] {
            assert_eq!(Expectation::of(question), expected, "{question}");
        }
    }

    #[test]
    fn a_sentence_of_another_kind_does_not_fit() {
        for (question, fits, other) in [
            (
                "How tall is the tower?",
                "It has a height of 42 metres.",
                "The tower opened in 1932.",
            ),
            (
                "When was Rust 1.0 released?",
                "Rust 1.0 was released in May 2015.",
                "A release takes six weeks of work.",
            ),
            (
                "What is the name of the keeper?",
                "The keeper, Tom Hale, lives below.",
                "The keeper's wage was twelve crowns.",
            ),
            (
                "What colour is the lighthouse?",
                "It is painted red and white.",
                "The lighthouse is tall.",
            ),
            ("灯塔有多高？", "灯塔高四十二米。", "灯塔很高。"),
            (
                "How much does a house cost?",
                "The house was sold for €20.",
                "The house has 20 windows.",
            ),
            ("门票多少钱？", "门票每张15元。", "门票共15种。"),
            ("塔身是什么颜色？", "塔身漆成红白两色。", "塔身很高。"),
        ] {
            let expectation = Expectation::of(question);
            assert_eq!(expectation.fit(fits, question), Fit::Yes, "{fits}");
            assert_eq!(expectation.fit(other, question), Fit::No, "{other}");
        }
    }

    #[test]
    fn the_word_for_the_kind_need_not_be_repeated() {
        let colour = Expectation::of("What colour is the dog?");
        assert_eq!(colour.without_its_words("colour the dog"), "the dog");
        let name = Expectation::of("狗叫什么名字？");
        assert_eq!(name.without_its_words("狗 名字").trim(), "狗");
    }
}
