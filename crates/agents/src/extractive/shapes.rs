//! The shape of what answers: a number, a time, a name, a reason.

use std::collections::BTreeSet;

use super::question::{Question, Told};
use super::question_words::Asked;
use super::script::is_cjk;
use amb_memory::text::quantity::{CLOCK, Measure, Quantity, read, year};

/// Returns 1 if a text holds such a thing as the question asks for, -1 if it does not, 0 if its shape cannot tell.
///
/// A number of other things or in another unit cannot tell. Neither can the lack of a conjunction: a reason needs none.
pub(super) fn agreement(question: &Question, words: &str, told: &[&Told]) -> f32 {
    let asked = &question.words;
    let found = match question.asked {
        Asked::Number(dimensions) => {
            let has_amount = holds_amount(words, asked, dimensions);
            let has_number = has_amount || holds_number(words, asked);
            let fits = has_amount || dimensions.is_empty();
            if fits && has_number && question.counted_is_told(told) {
                Some(true)
            } else {
                (!has_number).then_some(false)
            }
        }
        Asked::Time => Some(holds_time(words, asked)),
        Asked::Person | Asked::Place if !words.chars().any(is_cjk) => holds_name(words, asked),
        Asked::Reason => holds_reason(words).then_some(true),
        Asked::Person | Asked::Place | Asked::Open => None,
    };
    match found {
        Some(true) => 1.0,
        Some(false) => -1.0,
        None => 0.0,
    }
}

/// Returns how far the number, the time or the person that is asked for is missing, by the agreement: 0 to 1.
pub(super) fn missing(question: &Question, agreement: f32) -> f32 {
    match question.asked {
        Asked::Number(_) | Asked::Time => (1.0 - agreement) / 2.0,
        Asked::Person => (-agreement).max(0.0),
        _ => 0.0,
    }
}

fn latin_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '’') || is_cjk(c))
        .filter(|word| !word.is_empty())
}

/// Returns true if there is a number that the question does not hold.
pub(super) fn holds_number(text: &str, question: &str) -> bool {
    const ARTICLES: [&str; 5] = ["one", "once", "twice", "half", "none"];
    let asked: BTreeSet<String> = latin_words(question).map(str::to_lowercase).collect();
    let parsed = read(text);
    let is_new = |value: &Quantity| {
        let amount =
            matches!(value.measure, Measure::Amount { dimension, .. } if dimension != CLOCK);
        let mut written = latin_words(&value.written);
        let repeats = written.any(|word| asked.contains(&word.to_lowercase()));
        amount && !(repeats || question.contains(&value.written))
    };
    let is_number = |word: &str| {
        let lower = word.to_lowercase();
        let digits = word.starts_with(|c: char| c.is_ascii_digit());
        (digits || ARTICLES.contains(&lower.as_str())) && !asked.contains(&lower)
    };
    let is_numeral =
        |c: char| "一二两三四五六七八九十百千万半".contains(c) && !question.contains(c);
    parsed.values.iter().any(is_new)
        || latin_words(&parsed.rest).any(is_number)
        || parsed.rest.chars().any(is_numeral)
}

/// Returns true if there is an amount in one of these dimensions that the question does not hold.
fn holds_amount(text: &str, question: &str, dimensions: &[&str]) -> bool {
    let fits = |value: &Quantity| {
        matches!(value.measure, Measure::Amount { dimension, .. } if dimensions.contains(&dimension))
            && !question.contains(&value.written)
    };
    read(text).values.iter().any(fits)
}

/// Returns true if there is a date, an hour, a day or a span of time.
pub(super) fn holds_time(text: &str, question: &str) -> bool {
    let is_time = |value: &Quantity| match value.measure {
        Measure::Date { .. } | Measure::Weekday(_) => true,
        Measure::Amount { dimension, .. } => {
            [CLOCK, "time", "months"].contains(&dimension) || is_year(&value.written)
        }
    };
    let parsed = read(text);
    let asked: Vec<&str> = latin_words(question).collect();
    let is_new = |value: &&Quantity| !question.contains(&value.written);
    let in_words = |word: &str| {
        let day = word.strip_suffix('s').unwrap_or(word);
        is_year(word) && !asked.contains(&word)
            || amb_memory::text::quantity::weekday(day).is_some()
    };
    parsed.values.iter().filter(is_new).any(is_time)
        || latin_words(&parsed.rest).any(in_words)
        || numbered_time(text)
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse().is_ok_and(|number| year(number).is_some())
}

/// Returns true if a numeral stands before a Chinese unit of time: 五年, 9点; not 年租金, 地点.
fn numbered_time(text: &str) -> bool {
    const UNITS: &str = "年月日点时天周";
    const NUMERALS: &str = "一二三四五六七八九十几每半两〇零0123456789";
    let characters = text.chars().filter(|c| !c.is_whitespace());
    characters
        .clone()
        .zip(characters.skip(1))
        .any(|(number, unit)| NUMERALS.contains(number) && UNITS.contains(unit))
}

/// Returns true if there is a capitalised word that is not in the question. `None`: it begins a sentence, as any word
/// may.
pub(super) fn holds_name(text: &str, question: &str) -> Option<bool> {
    let asked: BTreeSet<String> = latin_words(question).map(str::to_lowercase).collect();
    let mut begins = true;
    let mut found = Some(false);
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let lower = bare.to_lowercase();
        let lower = lower.trim_end_matches("'s").trim_end_matches("’s");
        let is_capital = bare.starts_with(char::is_uppercase) && bare != "I";
        let stops = amb_memory::retrieval::is_stop_word(lower);
        if is_capital && !stops && !asked.contains(lower) {
            if !begins {
                return Some(true);
            }
            found = None;
        }
        begins = word.ends_with(['.', '!', '?', ':', '|']);
    }
    found
}

/// Returns true if there is a conjunction or preposition of cause or purpose.
pub(super) fn holds_reason(text: &str) -> bool {
    const ENGLISH: [&str; 8] = [
        "because",
        "since",
        "as",
        "so",
        "therefore",
        "due",
        "owing",
        "otherwise",
    ];
    const CHINESE: [&str; 10] = [
        "因", "由于", "为了", "所以", "以便", "以免", "否则", "使得", "从而", "免得",
    ];
    latin_words(text).any(|word| ENGLISH.contains(&word.to_lowercase().as_str()))
        || CHINESE.iter().any(|mark| text.contains(mark))
}
