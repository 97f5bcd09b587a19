//! The kind of sentence that would answer a question, and whether a sentence is of that kind.

use super::answer_forms::{
    adds_nothing, gives_name, gives_reason, has_amount, has_colour, has_counted, has_event_as_time,
    has_time, may_give_reason, names_somebody, only_plans, speaks_of_money,
};
use super::asked_value::{
    COUNTED, MONEY, asked_value, asks_of_an_occasion, asks_of_the_past, asks_what_is_paid,
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
    /// It cannot be the answer: a number was asked for, and it has none, or it only says what was asked.
    No,
    /// Its form says nothing.
    #[default]
    Unsure,
    /// It is.
    Yes,
}

/// Words with which a question names what is asked for and that the answer need not repeat.
const NAMED_KINDS: [(Kind, &[&str]); 4] = [
    (
        Kind::Amount,
        &[
            "tall", "high", "long", "wide", "deep", "far", "heavy", "weigh", "old", "large", "big",
            "cost", "often", "height", "length", "size", "area", "capacity", "hold", "高", "长",
            "宽", "深", "远", "重", "钱", "面积", "容量", "容积", "年纪", "年龄",
        ],
    ),
    (
        Kind::Time,
        &["year", "date", "day", "days", "month", "months", "time"],
    ),
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
        } else if holds(&["colour", "color"]) && holds(&["what", "which"])
            || holds(&["什么颜色", "哪种颜色", "哪些颜色", "颜色是"])
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
        let open = !matches!(self, Self::Statement | Self::Procedure);
        if open && adds_nothing(sentence, question)
            || asks_of_the_past(question) && only_plans(sentence)
        {
            return Fit::No;
        }
        let either = |yes: bool, otherwise: Fit| if yes { Fit::Yes } else { otherwise };
        match self {
            Self::Amount(COUNTED) => either(
                has_counted(sentence, question) && !tells_another_attribute(sentence, question),
                Fit::No,
            ),
            Self::Amount(dimensions) => either(
                has_amount(sentence, question, dimensions)
                    && !tells_another_attribute(sentence, question)
                    && (dimensions != MONEY || speaks_of_money(sentence)),
                Fit::No,
            ),
            Self::Time if has_time(sentence, !asks_of_the_past(question)) => Fit::Yes,
            Self::Time => {
                let told = asks_of_an_occasion(question) && has_event_as_time(sentence);
                if told { Fit::Unsure } else { Fit::No }
            }
            Self::Person => either(names_somebody(sentence, question), lacking(sentence)),
            Self::Name => either(gives_name(sentence, question), lacking(sentence)),
            Self::Colour => either(has_colour(sentence), Fit::No),
            Self::Definition => {
                if asks_what_is_paid(question) && !has_amount(sentence, question, MONEY) {
                    return Fit::No;
                }
                either(defines(sentence), Fit::Unsure)
            }
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

/// A sentence without a word that could lead to a reason gives none; in Chinese a second clause may
/// do so without.
fn without_reason(sentence: &str) -> Fit {
    if sentence.chars().any(is_cjk) {
        let goes_on = sentence.contains(['，', '；', '：', '—', '（', ',', ';', ':', '(']);
        return if goes_on { Fit::Unsure } else { Fit::No };
    }
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
    use super::super::asked_value::{ANY, LENGTH};
    use super::*;

    #[test]
    fn what_would_answer_is_seen() {
        for (question, expected) in [
            ("How many loops?", Expectation::Amount(COUNTED)),
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

    /// BX-01: a number, a date or a word of the right form that answers something else.
    #[test]
    fn bx_01_a_value_of_another_kind_does_not_answer() {
        for (question, fits, other) in [
            (
                "How big is plot 17?",
                "Plot 17 has 80 square metres.",
                "Plot 17 has been empty for 3 years.",
            ),
            (
                "How many plots are there?",
                "There are 30 plots.",
                "Plot 17 has been empty for three years.",
            ),
            (
                "How many metres is the tower?",
                "The tower is 41 metres tall.",
                "The tower has 41 steps.",
            ),
            (
                "How much is the rent?",
                "The rent is 45 pounds.",
                "The rent is due on 1 April.",
            ),
            (
                "When does the tank arrive?",
                "The tank arrives within two weeks.",
                "The tank holds 2000 litres.",
            ),
            (
                "When is the memory returned?",
                "The memory is returned once its owner goes out of scope.",
                "The memory of a string is returned automatically.",
            ),
            (
                "内存什么时候释放？",
                "离开作用域时，内存就会释放。",
                "内存会自动释放。",
            ),
            (
                "Why did the bill rise?",
                "The bill rose after a pipe burst.",
                "The bill for last year was 840 pounds.",
            ),
            (
                "When was the offer made?",
                "The offer was made on 3 May.",
                "The roofer will make an offer on 5 May.",
            ),
            (
                "屋顶工报价多少？",
                "屋顶工报价300元。",
                "请屋顶工报价，会议于四月十一日晚七点举行。",
            ),
            ("地块面积多大？", "地块有80平方米。", "地块空置了三年。"),
            (
                "水箱什么时候安装？",
                "水箱五月三日安装。",
                "安装一个2000升的水箱，地点在棚屋旁。",
            ),
            ("魏林为什么请假？", "魏林因病请假。", "魏林请假。"),
        ] {
            let expectation = Expectation::of(question);
            assert_ne!(expectation.fit(fits, question), Fit::No, "{fits}");
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
