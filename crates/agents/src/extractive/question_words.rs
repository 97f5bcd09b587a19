//! The words with which a question asks, and the kind of thing it asks for: closed classes of English and Chinese.

use amb_memory::retrieval::{analyze, is_stop_word};

use super::question::is_particle;
use super::script::is_cjk;
use amb_memory::text::quantity::{leading_classifier, leading_unit, unit_of};

/// The kind of thing that a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// A number, or an amount in one of these dimensions where any are named: "how many", "how tall", 多少.
    Number(&'static [&'static str]),
    /// A date, an hour or a span of time: "when", "which year", 几点.
    Time,
    /// A person or a body of persons: "who", 谁.
    Person,
    /// A place: "where", 哪里.
    Place,
    /// A reason: "why", 为什么.
    Reason,
    /// Anything else.
    Open,
}

use Asked::{Number, Open, Person, Place, Reason, Time};

const ANY: Asked = Number(&[]);
const LENGTH: Asked = Number(&["length"]);
const MASS: Asked = Number(&["mass"]);
const AGE: Asked = Number(&["time", "months", "count"]);
const SPAN: Asked = Number(&["time", "months"]);
const LENGTH_OR_SPAN: Asked = Number(&["length", "time", "months"]);

/// Adjectives of measure, as they follow "how"; any other asks for a number.
const MEASURES: [(&str, Asked); 9] = [
    ("tall", LENGTH),
    ("high", LENGTH),
    ("wide", LENGTH),
    ("deep", LENGTH),
    ("thick", LENGTH),
    ("far", LENGTH),
    ("long", LENGTH_OR_SPAN),
    ("heavy", MASS),
    ("old", AGE),
];

/// Question words of Chinese, a word before those that it begins with.
const CHINESE: [(&str, Asked); 44] = [
    ("什么时候", Time),
    ("什么地方", Place),
    ("什么人", Person),
    ("为什么", Reason),
    ("怎么样", Open),
    ("什么样", Open),
    ("什么", Open),
    ("怎么", Open),
    ("怎样", Open),
    ("如何", Open),
    ("为何", Reason),
    ("何时", Time),
    ("何处", Place),
    ("何人", Person),
    ("哪里", Place),
    ("哪儿", Place),
    ("哪一年", Time),
    ("哪一天", Time),
    ("哪年", Time),
    ("哪天", Time),
    ("哪月", Time),
    ("哪位", Person),
    ("哪些", Open),
    ("哪个", Open),
    ("哪", Open),
    ("谁", Person),
    ("多少", ANY),
    ("多久", SPAN),
    ("多长", LENGTH_OR_SPAN),
    ("多高", LENGTH),
    ("多大", ANY),
    ("多远", LENGTH),
    ("多深", LENGTH),
    ("多宽", LENGTH),
    ("多厚", LENGTH),
    ("多重", MASS),
    ("多快", ANY),
    ("星期几", Time),
    ("周几", Time),
    ("几点", Time),
    ("几月", Time),
    ("几号", Time),
    ("几", ANY),
    ("何", Open),
];

/// Particles that make a sentence a question, and the forms "is it or is it not".
const CHINESE_PARTICLES: [&str; 10] = [
    "是不是",
    "有没有",
    "能不能",
    "可不可以",
    "是否",
    "能否",
    "可否",
    "请问",
    "吗",
    "呢",
];

/// Nouns of the calendar: "which year" asks as "when" does.
const CALENDAR: [&str; 9] = [
    "time", "date", "day", "days", "week", "month", "months", "year", "years",
];

/// The words of a question, in order; only Latin ones.
fn words(question: &str) -> Vec<String> {
    question
        .split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '’') || is_cjk(c))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

impl Asked {
    /// Reads the kind off the first question word.
    pub(super) fn of(question: &str) -> Self {
        if question.chars().any(is_cjk) {
            return chinese(question);
        }
        let words = words(question);
        let asks = |word: &String| {
            let head = word.split(['\'', '’']).next().unwrap_or_default();
            [
                "who", "whom", "whose", "when", "where", "why", "how", "what", "which",
            ]
            .contains(&head)
        };
        let Some(at) = words.iter().position(asks) else {
            return Open;
        };
        let head = words.get(at).map(String::as_str).unwrap_or_default();
        let next = words.get(at + 1).map(String::as_str).unwrap_or_default();
        match head.split(['\'', '’']).next().unwrap_or_default() {
            "who" | "whom" | "whose" => Person,
            "when" => Time,
            "where" => Place,
            "why" => Reason,
            "how" if !next.is_empty() && !is_stop_word(next) => {
                measure(next, words.get(at + 2).map(String::as_str))
            }
            "what" | "which" if CALENDAR.contains(&next) => Time,
            _ => Open,
        }
    }
}

/// The kind that "how" asks for with the word after it: "how tall", "how many metres".
fn measure(word: &str, counted: Option<&str>) -> Asked {
    let unit = counted.and_then(unit_of).filter(|_| word == "many");
    let dimension = match unit.map(|unit| unit.dimension) {
        Some("length") => Some(LENGTH),
        Some("mass") => Some(MASS),
        Some("time" | "months") => Some(SPAN),
        _ => None,
    };
    let adjective = MEASURES.iter().find(|(adjective, _)| *adjective == word);
    dimension
        .or(adjective.map(|(_, asked)| *asked))
        .unwrap_or(ANY)
}

fn chinese(question: &str) -> Asked {
    asking_word(question).map_or(Open, |(.., asked)| asked)
}

/// The first question word of Chinese, where it stands and what it asks for.
fn asking_word(question: &str) -> Option<(usize, &'static str, Asked)> {
    let found = CHINESE
        .iter()
        .enumerate()
        .filter_map(|(rank, (word, asked))| Some((question.find(word)?, rank, *word, *asked)));
    let first = found.min_by_key(|(at, rank, ..)| (*at, *rank));
    first.map(|(at, _, word, asked)| (at, word, asked))
}

/// The question without its words of asking: what to search for by keywords.
///
/// In "how tall" and "which year" the word after the question word names what is asked for, and stays.
#[must_use]
pub fn content_of(question: &str) -> String {
    let mut content = question.to_owned();
    if question.chars().any(is_cjk) {
        let asking = CHINESE.iter().map(|(word, _)| *word);
        for word in asking.chain(CHINESE_PARTICLES) {
            content = content.replace(word, " ");
        }
    }
    if analyze(&content).is_empty() {
        question.to_owned()
    } else {
        content
    }
}

/// The word after "how", "what" or "which", 多少 or 什么: it names what is asked for, and an answer need not repeat it.
pub(super) fn named_kind(question: &str) -> Option<String> {
    /// Question words that a noun follows; behind others stands what happens.
    const DETERMINERS: [&str; 6] = ["多少", "几", "什么", "哪", "哪个", "哪些"];
    if question.chars().any(is_cjk) {
        let (at, word, _) = asking_word(question)?;
        let noun = question.get(at + word.len()..);
        return noun
            .filter(|_| DETERMINERS.contains(&word))
            .and_then(first_word);
    }
    let words = words(question);
    let at = words
        .iter()
        .position(|word| ["how", "what", "which"].contains(&word.as_str()))?;
    words
        .get(at + 1)
        .filter(|word| !is_stop_word(word))
        .cloned()
}

/// The Chinese word that a text begins with.
fn first_word(text: &str) -> Option<String> {
    /// Characters of a word.
    const WORD: usize = 2;
    let word = text.chars().take(WORD).enumerate();
    let word = word.take_while(|(at, c)| is_cjk(*c) && (*at == 0 || !is_particle(*c)));
    let word: String = word.map(|(_, c)| c).collect();
    (!word.is_empty()).then_some(word)
}

/// The things of which a question asks the number, without the unit or the classifier: "traces" in "how many traces",
/// 页面 in 几个页面.
pub(super) fn counted(question: &str) -> Option<String> {
    /// Asked of in other words than it is told in.
    const MONEY: char = '钱';
    if question.chars().any(is_cjk) {
        let asks = ["多少", "几"];
        let after = asks.iter().filter_map(|asks| question.split_once(asks));
        let (_, after) = after.min_by_key(|(before, _)| before.len())?;
        let classifier = leading_classifier(after).unwrap_or_default();
        let is_measure = leading_unit(after).is_some() || after.starts_with(MONEY);
        let things = after.get(classifier..).filter(|_| !is_measure)?;
        return first_word(things);
    }
    let words = words(question);
    let many = words.windows(3).find_map(|three| match three {
        [how, many, things] if how == "how" && many == "many" => Some(things),
        _ => None,
    });
    many.filter(|things| unit_of(things).is_none() && !is_stop_word(things))
        .cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_is_read_off_the_first_question_word() {
        for (question, asked) in [
            ("How many loops?", ANY),
            ("How tall is the tower?", LENGTH),
            ("How do I list the files?", Open),
            ("When was it opened, and by whom?", Time),
            ("Until which year did it run?", Time),
            ("Who's the keeper?", Person),
            ("Where does it start?", Place),
            ("Why was it closed?", Reason),
            ("What is a lifetime?", Open),
            ("Booking reference?", Open),
            ("灯塔有多高？", LENGTH),
            ("门票多少钱？", ANY),
            ("大桥是什么时候建成的？", Time),
            ("谁下令修复灯塔？", Person),
            ("为什么关门？", Reason),
            ("如何安装？", Open),
            ("", Open),
        ] {
            assert_eq!(Asked::of(question), asked, "{question}");
        }
    }

    #[test]
    fn a_question_names_the_kind_of_its_answer() {
        for (question, kind) in [
            ("What colour is the tower?", Some("colour")),
            ("门票多少钱？", Some("钱")),
            ("灯塔是什么颜色？", Some("颜色")),
            ("灯塔是谁建的？", None),
            ("Who came?", None),
            ("灯塔有多高？", None),
        ] {
            assert_eq!(named_kind(question).as_deref(), kind, "{question}");
        }
    }

    #[test]
    fn a_question_names_the_things_it_counts() {
        for (question, things) in [
            ("How many traces does it form?", Some("traces")),
            ("How many metres is it?", None),
            ("How much does it cost?", None),
            ("一共有多少种模式？", Some("模式")),
            ("最多可以打开几个对话框？", Some("对话")),
            ("门票多少钱？", None),
            ("要等几天？", None),
            ("谁来了？", None),
        ] {
            assert_eq!(counted(question).as_deref(), things, "{question}");
        }
    }

    #[test]
    fn chinese_question_words_are_left_out() {
        assert_eq!(content_of("灯塔有多高？").replace(' ', ""), "灯塔有？");
        assert_eq!(content_of("是什么"), "是 ");
        assert_eq!(content_of("什么"), "什么");
    }
}
