//! Whether two statements hold as of different dates, and so both (MB-10).

use std::collections::BTreeSet;

use amb_memory::retrieval::is_stop_word;
use amb_memory::text::{folded, sentences};

use super::changing_amounts::changes;
use super::date_reading::dates_of;
use super::dated_headings::{has_date, time_of_heading};
use super::dated_parts::part_with;
use super::dated_sides::Side;
use super::dated_sources::names_a_source;
use super::facts::parse;
use super::measure::{Measure, Value};
use super::numerals::{whole, year};
use super::recurrence::is_scheduled;
use super::relative_times::are_of_other_times;
use super::single_events::{goes_on, is_single};
use super::terms::term_set;
use super::units::COUNT;

/// Whether the two sides of a supposed conflict tell something as of different dates: by the words that are quoted of
/// them, or, where these give no date, by the lines that the words stand in, each below the lines that it is a part
/// of. What happens but once to a thing has one date, so that two of them are a conflict; so are two sides that differ
/// in nothing but their date, what two sources say that have dates themselves, and what is told of stretches of time
/// that overlap. States alone give way to each other, and of amounts those that change by time; the date has to be that of
/// the clause which tells them.
///
/// In doubt they are left a conflict: that is validated and may turn out to be none, while what is taken for none is not
/// looked at again.
#[must_use]
pub fn hold_of_other_dates(quoted: (&str, &str), lines: (&str, &str)) -> bool {
    let (left, right) = (folded(quoted.0), folded(quoted.1));
    if !leaves_date_open(&left) && !leaves_date_open(&right) {
        return differ_by_date(&left, &right);
    }
    if leaves_date_open(&left) && leaves_date_open(&right) && are_of_other_times(&left, &right) {
        return true;
    }
    let (left, right) = (in_line(&left, lines.0), in_line(&right, lines.1));
    differ_by_date(&left, &right)
}

/// A quotation without a date in the part of the sentence that it stands in; where the sentence has no date, behind the
/// time of which the nearest line above that has a date is the heading. Alone, if another part has the date.
fn in_line(quoted: &str, lines: &str) -> String {
    if !leaves_date_open(quoted) || quoted.trim().is_empty() {
        return quoted.to_owned();
    }
    let lines = folded(lines);
    let mut lines = lines.lines().rev();
    let line = lines.next().unwrap_or_default();
    let sought = quoted.trim().to_lowercase();
    let mut whole = sentences(line).into_iter().map(|span| span.of(line));
    let sentence = whole.find(|one| one.to_lowercase().contains(&sought));
    let sentence = sentence.unwrap_or(line).trim_start_matches(is_mark);
    if !dates_of(sentence).is_empty() {
        return part_with(sentence, &sought).unwrap_or_else(|| quoted.to_owned());
    }
    if let Some(above) = lines.find(|above| has_date(above.trim_matches(is_mark)))
        && let Some(time) = time_of_heading(above.trim_matches(is_mark))
    {
        return format!("{time}: {sentence}");
    }
    sentence.to_owned()
}

fn is_mark(c: char) -> bool {
    c.is_whitespace() || ['-', '*', '•', '+', '#'].contains(&c)
}

fn differ_by_date(left: &str, right: &str) -> bool {
    let (left, right) = (Side::of(left, right), Side::of(right, left));
    let may_change = |side: &&Side| {
        let text = &side.text;
        let lasts = is_single(&side.main) || is_scheduled(text) || asks_for_origin(text);
        side.is_dated && !lasts && !goes_on(&side.blanked) && !names_a_source(text)
    };
    // "founded in 1200", of a place that is told of twice, is told of it as well.
    let differ_in_origin = is_single(&left.asides) && is_single(&right.asides);
    // "Westby, in the county of Orrin, had 5000 inhabitants in 2010": the county has no date.
    let own = |side: &Side, other: &Side| {
        side.undated
            .iter()
            .any(|clause| !other.undated.contains(clause))
    };
    let differ_undated = own(&left, &right) && own(&right, &left);
    if differ_in_origin
        || differ_undated
        || ![&left, &right].iter().all(may_change)
        || !(lie_apart(&left, &right) || one_ends_the_other(&left, &right))
    {
        return false;
    }
    match differing_amounts(&left, &right) {
        Some(changing) => changing,
        None => each_says_its_own(&left, &right) || one_denies(&left, &right),
    }
}

/// Whether one of two states is the other, denied: no electricity, and electricity.
fn one_denies(left: &Side, right: &Side) -> bool {
    const DENIALS: [&str; 4] = ["no", "not", "without", "never"];
    let denies = |side: &Side| {
        let lower = side.blanked.to_lowercase();
        let mut words = lower.split(|c: char| !c.is_alphanumeric());
        words.any(|word| DENIALS.contains(&word))
            || ["n't", "没有", "不", "无", "未"]
                .iter()
                .any(|word| lower.contains(word))
    };
    denies(left) != denies(right)
}

/// Whether the two tell in the same words from when on something was so, as rules and prices do: 2015年起, "from 2015".
fn one_ends_the_other(left: &Side, right: &Side) -> bool {
    let begins = |side: &Side| match *side.told.as_slice() {
        [date] if side.beside.is_empty() => date.begins_open(),
        _ => None,
    };
    let is_rule = |side: &Side| {
        let english = side.text.starts_with("From ") && side.blanked.contains(" was ");
        english || side.text.contains('起')
    };
    let (Some(one), Some(other)) = (begins(left), begins(right)) else {
        return false;
    };
    one != other && is_rule(left) && is_rule(right) && term_set(&left.rest) == term_set(&right.rest)
}

/// Whether no date of one side has time in common with one of the other, unless both mention it by the way.
fn lie_apart(left: &Side, right: &Side) -> bool {
    let by_the_way = |side: &Side, other: &Side| {
        let dates = side
            .beside
            .iter()
            .filter(|date| !other.beside.contains(date));
        side.told.iter().chain(dates).copied().collect::<Vec<_>>()
    };
    let (ours, theirs) = (by_the_way(left, right), by_the_way(right, left));
    ours.iter()
        .all(|one| theirs.iter().all(|other| one.lies_apart(other)))
}

/// Whether all amounts of one kind in which the two differ change by time; nothing where they differ in none. What is
/// nearly the same, of other dates, is another amount: nobody rounds it.
fn differing_amounts(left: &Side, right: &Side) -> Option<bool> {
    let agrees = |one: &Value, other: &Value| one.measure.is_same_amount(&other.measure);
    let own = |side: &Side, other: &Side| -> Vec<Value> {
        let is_shared = |one: &&Value| {
            other
                .amounts
                .iter()
                .any(|its| agrees(one, its) == Some(true))
        };
        side.amounts
            .iter()
            .filter(|one| !is_shared(one))
            .cloned()
            .collect()
    };
    let (ours, theirs) = (own(left, right), own(right, left));
    let differs = |one: &&Value| theirs.iter().any(|other| agrees(one, other).is_some());
    let differing: Vec<&Value> = ours.iter().filter(differs).collect();
    let change = |one: &&Value| changes(one, &left.blanked) && changes(one, &right.blanked);
    (!differing.is_empty()).then(|| differing.iter().all(change))
}

/// Whether each side has words that the other has not: another mayor, another colour. Where one side alone has more to
/// say, it may be the date that is in question.
fn each_says_its_own(left: &Side, right: &Side) -> bool {
    let words = |side: &Side| -> BTreeSet<String> {
        let terms = term_set(&side.rest).into_iter();
        terms.filter(|term| !is_stop_word(term)).collect()
    };
    let (left, right) = (words(left), words(right));
    !left.is_subset(&right) && !right.is_subset(&left)
}

/// Whether a side tells where in time something comes from, so that its date is what it says.
fn asks_for_origin(side: &str) -> bool {
    const ORIGINS: [&str; 8] = [
        "dates from",
        "dates back",
        "dated to",
        "dating",
        "originat",
        "始于",
        "源于",
        "追溯",
    ];
    let lower = side.to_lowercase();
    ORIGINS.iter().any(|word| lower.contains(word))
}

/// Whether a text says something and gives no date, nor anything that may be a year.
fn leaves_date_open(text: &str) -> bool {
    let values = parse(text).values;
    !text.trim().is_empty() && dates_of(text).is_empty() && values.iter().all(is_amount)
}

fn is_amount(value: &Value) -> bool {
    let Measure::Amount { amount, dimension } = value.measure else {
        return false;
    };
    let is_year = dimension == COUNT.dimension
        && value.written.len() == 4
        && whole(amount).and_then(year).is_some();
    !is_year
}
