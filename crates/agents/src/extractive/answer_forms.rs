//! What a sentence holds that may answer: amounts, times, names, colours.

use super::facts::parse;
use super::measure::Measure;
use super::script::is_cjk;

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
pub(super) fn has_amount(sentence: &str, dimensions: &[&str]) -> bool {
    const NUMBERS: [&str; 12] = [
        "one", "single", "once", "twice", "none", "no", "dozen", "dozens", "half", "several",
        "both", "pair",
    ];
    let amount = parse(sentence)
        .values
        .iter()
        .any(|value| match value.measure {
            Measure::Amount { dimension, .. } => {
                dimensions.is_empty() || dimensions.contains(&dimension)
            }
            Measure::Date { .. } | Measure::Weekday(_) => false,
        });
    if amount || !dimensions.is_empty() {
        return amount;
    }
    sentence
        .chars()
        .any(|c| c.is_numeric() || "一二两三四五六七八九十百千万单双".contains(c))
        || words(sentence).any(|word| NUMBERS.contains(&word.to_lowercase().as_str()))
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
        || has_amount(sentence, &MONEY)
}

/// Whether a sentence holds a date, an hour, a day or a season.
pub(super) fn has_time(sentence: &str) -> bool {
    const CHINESE: [&str; 22] = [
        "年", "月", "日", "点", "星期", "周一", "周二", "周三", "周四", "周五", "周六", "周日",
        "春", "夏", "秋", "冬", "早上", "上午", "中午", "下午", "晚上", "世纪",
    ];
    let clock = |word: &str| {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        digits == word.len() && (digits == 4 || digits == 2)
    };
    parse(sentence)
        .values
        .iter()
        .any(|value| value.measure.is_date())
        || words(sentence).any(|word| TIMES.contains(&word.to_lowercase().as_str()) || clock(word))
        || CHINESE.iter().any(|mark| sentence.contains(mark))
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

/// Whether a sentence holds a word that may lead to a reason, among other things.
pub(super) fn may_give_reason(sentence: &str) -> bool {
    const WORDS: [&str; 12] = [
        "as", "after", "for", "to", "when", "while", "where", "which", "who", "that", "with",
        "only",
    ];
    words(sentence).any(|word| WORDS.contains(&word.to_lowercase().as_str()))
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
