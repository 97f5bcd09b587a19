//! What a sentence holds that may answer: amounts, times, names, colours.

use std::collections::BTreeSet;

use super::clock::CLOCK;
use super::facts::parse;
use super::measure::{Measure, Value};
use super::numerals::year;
use super::script::is_cjk;
use super::terms::term_set;
use super::units::{COUNT, month, number_word, unit_of};

/// Words that tell a time.
const TIMES: [&str; 32] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "noon",
    "midnight",
    "morning",
    "afternoon",
    "evening",
    "spring",
    "summer",
    "autumn",
    "winter",
    "yesterday",
    "today",
    "tomorrow",
    "century",
];

fn words(sentence: &str) -> impl Iterator<Item = &str> {
    sentence
        .split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '’') || is_cjk(c))
        .filter(|word| !word.is_empty())
}

/// Whether a sentence holds an amount in one of these dimensions, or any number where none is named.
/// A number that the question holds is no answer to it.
pub(super) fn has_amount(sentence: &str, question: &str, dimensions: &[&str]) -> bool {
    let is_number = |word: &&str| word.chars().any(|c| c.is_ascii_digit());
    let asked = |written: &str| {
        words(question)
            .filter(is_number)
            .any(|number| words(written).any(|told| told == number))
    };
    let parsed = parse(sentence);
    let amount = parsed.values.iter().any(|value| match value.measure {
        Measure::Amount { dimension, .. } => {
            let pounds = dimension == "mass" && value.written.ends_with("pounds");
            !asked(&value.written)
                && (dimensions.is_empty() && dimension != CLOCK
                    || dimensions.contains(&dimension)
                    || dimensions.contains(&"pounds") && pounds)
        }
        Measure::Date { .. } | Measure::Weekday(_) => false,
    });
    amount || dimensions.is_empty() && has_number(&parsed.rest, asked)
}

/// Whether a sentence answers "how many": in the unit that was asked for, with a number before the
/// thing, or with a word such as "none". A number in a name counts nothing.
pub(super) fn has_counted(sentence: &str, question: &str) -> bool {
    let lower = question.to_lowercase();
    let counted = lower
        .split_once("how many ")
        .and_then(|(_, after)| words(after).next());
    if let Some(unit) = counted.and_then(unit_of) {
        return has_amount(sentence, question, &[unit.dimension]);
    }
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit());
    let told: Vec<&str> = words(sentence).collect();
    let before_thing = told.windows(2).any(
        |pair| matches!(pair, [number, thing] if is_number(number) && counted == Some(*thing)),
    );
    before_thing
        || has_amount(sentence, question, &[COUNT.dimension])
        || has_number(&parse(sentence).rest, is_number)
}

/// Whether there is a number among words that were read as no value: a part of a name, "half", 单.
fn has_number(rest: &str, asked: impl Fn(&str) -> bool) -> bool {
    const NUMBERS: [&str; 12] = [
        "one", "single", "once", "twice", "none", "no", "dozen", "dozens", "half", "several",
        "both", "pair",
    ];
    /// Words that hold a numeral and count nothing.
    const NOT_COUNTS: [&str; 16] = [
        "一些", "一样", "一起", "一般", "一定", "统一", "唯一", "之一", "一直", "一旦", "一步",
        "一致", "万一", "一切", "同一", "一同",
    ];
    let bare = NOT_COUNTS
        .iter()
        .fold(rest.to_owned(), |text, word| text.replace(word, " "));
    bare.chars()
        .any(|c| "一二两三四五六七八九十百千万单双".contains(c))
        || words(rest).any(|word| {
            NUMBERS.contains(&word.to_lowercase().as_str())
                || word.chars().any(char::is_numeric) && !asked(word)
        })
}

/// Whether a sentence speaks of money, be its coins ever so foreign.
pub(super) fn speaks_of_money(sentence: &str) -> bool {
    const STEMS: [&str; 16] = [
        "cost", "price", "pay", "paid", "fee", "toll", "charge", "wage", "salary", "sell", "sold",
        "worth", "bought", "free", "rent", "fare",
    ];
    const CHINESE: [&str; 13] = [
        "元", "块", "欧", "价", "钱", "费", "付", "收", "售", "卖", "买", "租", "薪",
    ];
    const MONEY: [&str; 4] = ["dollars", "euros", "pounds", "yuan"];
    words(sentence).any(|word| {
        let lower = word.to_lowercase();
        STEMS.iter().any(|stem| lower.starts_with(stem))
    }) || CHINESE.iter().any(|mark| sentence.contains(mark))
        || has_amount(sentence, "", &MONEY)
}

/// Whether a sentence holds a date, an hour, a day or a season; or, where `spans` answer too, how long
/// it lasts.
pub(super) fn has_time(sentence: &str, spans: bool) -> bool {
    const CHINESE: [&str; 33] = [
        "今年", "去年", "明年", "前年", "后年", "年初", "年底", "年末", "年代", "本月", "上月",
        "下月", "月初", "月底", "月末", "今天", "明天", "昨天", "今日", "当日", "次日", "每日",
        "周末", "世纪", "春", "夏", "秋", "冬", "早上", "上午", "中午", "下午", "晚上",
    ];
    let parsed = parse(sentence);
    let is_time = |value: &Value| match value.measure {
        Measure::Date { .. } | Measure::Weekday(_) => true,
        Measure::Amount { dimension, .. } => {
            dimension == CLOCK
                || spans && ["time", "months"].contains(&dimension)
                || dimension == COUNT.dimension && is_year(&value.written)
        }
    };
    parsed.values.iter().any(is_time)
        || words(sentence).any(|word| TIMES.contains(&word.to_lowercase().as_str()))
        || words(&parsed.rest).any(is_year)
        || CHINESE.iter().any(|mark| sentence.contains(mark))
        || numbered_time(sentence)
}

/// Whether a sentence tells a time by what happens then: "once the owner goes out of scope", 开庭之前.
pub(super) fn has_event_as_time(sentence: &str) -> bool {
    const ENGLISH: [&str; 10] = [
        "when", "whenever", "once", "after", "before", "until", "till", "while", "upon", "during",
    ];
    const CHINESE: [&str; 10] = [
        "之后",
        "以后",
        "之前",
        "以前",
        "时，",
        "的时候",
        "一旦",
        "直到",
        "后，",
        "前，",
    ];
    words(sentence).any(|word| ENGLISH.contains(&word.to_lowercase().as_str()))
        || sentence.to_lowercase().contains("as soon as")
        || CHINESE.iter().any(|mark| sentence.contains(mark))
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse().is_ok_and(|number| year(number).is_some())
}

/// Whether a numeral stands before a Chinese unit of time: 五年, 9点; not 年租金, 地点.
fn numbered_time(sentence: &str) -> bool {
    const UNITS: &str = "年月日点时天周";
    const NUMERALS: &str = "一二三四五六七八九十几每半两〇零0123456789";
    let characters = sentence.chars().filter(|c| !c.is_whitespace());
    characters
        .clone()
        .zip(characters.skip(1))
        .any(|(number, unit)| NUMERALS.contains(number) && UNITS.contains(unit))
}

/// Whether a sentence holds a name, or one of the words for people and bodies of people.
pub(super) fn names_somebody(sentence: &str, question: &str) -> bool {
    const BODIES: [&str; 16] = [
        "team",
        "company",
        "committee",
        "council",
        "engineer",
        "architect",
        "teacher",
        "author",
        "family",
        "king",
        "queen",
        "president",
        "developers",
        "volunteers",
        "foundation",
        "community",
    ];
    const CHINESE: [&str; 14] = [
        "由",
        "先生",
        "女士",
        "工程师",
        "老师",
        "公司",
        "委员会",
        "团队",
        "经理",
        "主任",
        "博士",
        "教授",
        "作者",
        "负责",
    ];
    has_name(sentence, question)
        || words(sentence).any(|word| BODIES.contains(&word.to_lowercase().as_str()))
        || CHINESE.iter().any(|mark| sentence.contains(mark))
}

/// Whether a sentence holds a capitalised word that is neither in the question nor an everyday one.
/// The first word is capitalised anyway: it is no name where a preposition follows ("Backtraces in").
fn has_name(sentence: &str, question: &str) -> bool {
    const PREPOSITIONS: [&str; 9] = ["in", "of", "on", "for", "with", "to", "from", "at", "by"];
    let asked: Vec<String> = words(question).map(str::to_lowercase).collect();
    let told: Vec<&str> = words(sentence).collect();
    let goes_on = told.get(1).is_some_and(|next| PREPOSITIONS.contains(next));
    let names = |(at, word): (usize, &&str)| {
        let lower = word.to_lowercase();
        let bare = lower.trim_end_matches("'s").trim_end_matches("’s");
        word.starts_with(char::is_uppercase)
            && !asked.iter().any(|word| word == bare)
            && !TIMES.contains(&lower.as_str())
            && !amb_memory::retrieval::is_stop_word(&lower)
            && (at > 0 || !goes_on)
            && !sentence.contains(&format!("{word}::"))
    };
    told.iter().enumerate().any(names)
}

/// Whether a sentence gives a reason or a purpose.
pub(super) fn gives_reason(sentence: &str) -> bool {
    const WORDS: [&str; 22] = [
        "because",
        "since",
        "reason",
        "reasons",
        "due",
        "owing",
        "thanks",
        "cause",
        "causes",
        "caused",
        "therefore",
        "thus",
        "hence",
        "so",
        "otherwise",
        "if",
        "lets",
        "allows",
        "avoid",
        "means",
        "prevent",
        "prevents",
    ];
    const CHINESE: [&str; 16] = [
        "因为", "由于", "因此", "为了", "所以", "因而", "以便", "以免", "避免", "否则", "原因",
        "使得", "导致", "从而", "因", "才能",
    ];
    words(sentence).any(|word| WORDS.contains(&word.to_lowercase().as_str()))
        || CHINESE.iter().any(|mark| sentence.contains(mark))
}

/// Whether a sentence holds a word that may lead to a reason, among other things; not where it leads
/// to a number or a time: "for last year", "from May to September".
pub(super) fn may_give_reason(sentence: &str) -> bool {
    const WORDS: [&str; 12] = [
        "as", "after", "for", "to", "when", "while", "where", "which", "who", "that", "with",
        "only",
    ];
    const OF_TIME: [&str; 12] = [
        "last", "next", "year", "years", "month", "months", "week", "weeks", "day", "days",
        "hours", "minutes",
    ];
    let told: Vec<&str> = words(sentence).collect();
    let timed = |word: &&str| {
        let lower = word.to_lowercase();
        OF_TIME.contains(&lower.as_str())
            || TIMES.contains(&lower.as_str())
            || month(word).is_some()
            || number_word(word).is_some()
            || word.starts_with(|c: char| c.is_ascii_digit())
    };
    told.iter().enumerate().any(|(at, word)| {
        let after = told.get(at + 1).filter(|next| !ARTICLES.contains(next));
        WORDS.contains(&word.to_lowercase().as_str())
            && !after.or(told.get(at + 2)).is_some_and(timed)
    })
}

const ARTICLES: [&str; 3] = ["a", "an", "the"];

/// Whether a sentence tells only of what is still to come.
pub(super) fn only_plans(sentence: &str) -> bool {
    const PLANS: [&str; 3] = ["will", "shall", "intends"];
    const PAST: [&str; 6] = ["was", "were", "had", "did", "has", "have"];
    let told: Vec<String> = words(sentence).map(str::to_lowercase).collect();
    let holds = |marks: &[&str]| told.iter().any(|word| marks.contains(&word.as_str()));
    holds(&PLANS) && !holds(&PAST) && !told.iter().any(|word| word.ends_with("ed"))
}

/// Whether all that a sentence tells stands in the question.
pub(super) fn adds_nothing(sentence: &str, question: &str) -> bool {
    let asked: BTreeSet<String> = term_set(question);
    let new_character = |c: char| is_cjk(c) && !question.contains(c) && !"了的是在".contains(c);
    let told = term_set(sentence);
    !sentence.chars().any(new_character)
        && told
            .iter()
            .all(|term| term.chars().any(is_cjk) || asked.contains(term))
}

/// Whether a sentence gives a name that the question does not hold.
pub(super) fn gives_name(sentence: &str, question: &str) -> bool {
    const MARKS: [&str; 14] = [
        "`", "\"", "“", "called", "named", "known as", "《", "名叫", "名为", "叫", "称为", "称作",
        "取名", "命名",
    ];
    MARKS.iter().any(|mark| sentence.contains(mark)) || has_name(sentence, question)
}

/// Whether a sentence holds a colour.
pub(super) fn has_colour(sentence: &str) -> bool {
    const ENGLISH: [&str; 26] = [
        "red",
        "white",
        "black",
        "blue",
        "green",
        "yellow",
        "brown",
        "grey",
        "gray",
        "orange",
        "purple",
        "pink",
        "violet",
        "golden",
        "gold",
        "silver",
        "beige",
        "turquoise",
        "scarlet",
        "crimson",
        "navy",
        "cream",
        "ivory",
        "maroon",
        "teal",
        "colourless",
    ];
    const CHINESE: &str = "红白黑蓝绿黄棕灰橙紫粉金银褐青";
    words(sentence).any(|word| ENGLISH.contains(&word.to_lowercase().as_str()))
        || sentence.chars().any(|c| CHINESE.contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_01_a_capital_at_the_beginning_is_no_name_before_a_preposition() {
        let question = "Who wrote the Rust book?";
        let other = "Backtraces in Rust work as they do elsewhere: The key is to start at the top.";
        assert!(!names_somebody(other, question));
        let code = "When we wrote String::new(), Rust was able to infer the type.";
        assert!(!names_somebody(code, question));
        assert!(names_somebody(
            "Omar will fix the gate.",
            "Who will fix the gate?"
        ));
        assert!(names_somebody("It was written by Anna.", question));
    }
}
