//! The amount, the time or the sum of money that a question asks for.

use super::expectation::Expectation;

pub(super) const LENGTH: &[&str] = &["length"];
const LENGTH_OR_TIME: &[&str] = &["length", "time", "months"];
const MASS: &[&str] = &["mass"];
/// What money is counted in; "count" for coins that are no unit here.
pub(super) const MONEY: &[&str] = &["dollars", "euros", "pounds", "yuan", "count"];
const AGE: &[&str] = &["months", "time", "count"];
const SIZE: &[&str] = &["length", "area", "volume", "mass", "bits", "count"];
const CAPACITY: &[&str] = &["volume", "mass", "bits", "count"];

/// Things are counted; how many hours, metres or pounds is asked in a unit's dimension.
pub(super) const COUNTED: &[&str] = &["count"];

/// Any number answers.
pub(super) const ANY: &[&str] = &[];

/// What asks for an amount, and of what; the first that fits decides.
const AMOUNTS: [(&[&str], &[&str]); 10] = [
    (&["how long", "多久", "多长"], LENGTH_OR_TIME),
    (
        &[
            "how tall", "how high", "how wide", "how deep", "how far", "多高", "多宽", "多深",
            "多远",
        ],
        LENGTH,
    ),
    (&["how heavy", "how much does it weigh", "多重"], MASS),
    (&["how old", "多大年纪", "年龄", "几岁"], AGE),
    (&["the capacity of", "容量", "容积"], CAPACITY),
    (&["how large", "how big", "what size", "多大"], SIZE),
    (&["how many"], COUNTED),
    (&["how much", "how often", "多少"], ANY),
    (
        &[
            "which version",
            "what version",
            "what percentage",
            "what share",
        ],
        ANY,
    ),
    (
        &["几个", "几种", "几次", "几人", "几层", "几条", "几座", "几"],
        ANY,
    ),
];

const TIMES: [&str; 28] = [
    "when was ",
    "when were ",
    "when did ",
    "when does ",
    "when is ",
    "when will ",
    "which days",
    "what days",
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
    "哪几个月",
    "哪几天",
    "星期几",
    "几点",
    "几月",
    "几号",
    "何时",
    "什么时候",
];

/// The amount or the time that a question asks for.
pub(super) fn asked_value(lower: &str) -> Option<Expectation> {
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
    if asks_for_money(lower) {
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

/// What is paid.
const PAID: [&str; 14] = [
    "cost", "price", "fee", "fine", "rent", "fare", "toll", "wage", "wages", "salary", "charge",
    "deposit", "bill", "pay",
];

/// Whether a question asks how much is paid.
fn asks_for_money(lower: &str) -> bool {
    const PAID_CHINESE: [&str; 10] = [
        "费", "价", "租金", "罚款", "工资", "薪", "押金", "定金", "奖金", "金额",
    ];
    const OTHER_AMOUNTS: [&str; 6] = ["多少时", "多少小时", "多少天", "多少人", "多少次", "多少块"];
    let holds = |marks: &[&str]| marks.iter().any(|mark| lower.contains(mark));
    let costs = (lower.starts_with("what ") || lower.starts_with("which "))
        && holds(&[" the price of", " the fee", " cost?"]);
    let much = lower.contains("how much") && letters(lower).any(|word| PAID.contains(&word));
    let chinese = lower.contains("多少") && holds(&PAID_CHINESE) && !holds(&OTHER_AMOUNTS);
    costs || much || chinese || lower.contains("多少钱")
}

/// Whether a question asks what something paid is: "What is the yearly rent?".
pub(super) fn asks_what_is_paid(question: &str) -> bool {
    let lower = question.to_lowercase();
    let words: Vec<&str> = letters(&lower).collect();
    matches!(words.as_slice(), ["what", "is" | "was" | "are" | "were", "the", tail @ ..]
        if tail.iter().take(2).any(|word| PAID.contains(word)))
}

fn letters(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
}

/// Whether a question asks at which occasion something happens, and not at which it did: what happens then answers
/// it, as a time does.
pub(super) fn asks_of_an_occasion(question: &str) -> bool {
    let lower = question.to_lowercase();
    let when = ["when ", "什么时候", "何时"];
    when.iter().any(|mark| lower.contains(mark)) && !asks_of_the_past(question)
}

/// Whether a question asks what happened.
pub(super) fn asks_of_the_past(question: &str) -> bool {
    let lower = question.to_lowercase();
    lower
        .split_whitespace()
        .take(4)
        .any(|word| ["did", "was", "were", "had"].contains(&word))
}
