//! Which date of a sentence is that of some words in it (MB-10).

use super::date_reading::dates_of;
use super::dated_sides::{blanked, parts, says_more_than_dates};
use super::english_states::{Told, english};
use super::lasting_states::tells_of_a_state;
use super::script::is_cjk;

/// Parts of a sentence that a quotation may go over.
const LONGEST: usize = 8;

/// The part of a sentence that these words stand in, with a date that stands alone beside it: "In 2010, the mayor was
/// Ann Lee". `None` where that part has no date, and another may have it.
pub(super) fn part_with(sentence: &str, words: &str) -> Option<String> {
    if is_attribute(sentence, words) {
        return None;
    }
    let is_date = |part: &&&str| !dates_of(part).is_empty() && !says_more_than_dates(part);
    let has_it = |part: &&str| part.to_lowercase().contains(words);
    let mut outside = sentence.to_owned();
    for bracket in brackets(sentence) {
        if has_it(&bracket) {
            return (!dates_of(bracket).is_empty()).then(|| bracket.to_owned());
        }
        if !is_date(&&bracket) {
            outside = outside.replace(bracket, " ");
        }
    }
    let parts = parts(&outside);
    let spans = |(at, length): &(usize, usize)| {
        let run = parts.get(*at..at + length).unwrap_or_default();
        has_it(&run.concat().as_str()) || has_it(&run.join(",").as_str())
    };
    // What goes over more is left alone: a line of a thousand commas would be tried a million times.
    let longest = parts.len().min(LONGEST);
    let runs = (1..=longest).flat_map(|length| (0..parts.len()).map(move |at| (at, length)));
    let (at, length) = runs.into_iter().find(spans)?;
    let beside = |at: Option<usize>| at.and_then(|at| parts.get(at)).filter(is_date);
    let run = parts.get(at..at + length).unwrap_or_default().iter();
    let before = beside(at.checked_sub(1)).into_iter();
    let told: Vec<&str> = before
        .chain(run)
        .chain(beside(Some(at + length)))
        .copied()
        .collect();
    if told.iter().any(|part| !dates_of(part).is_empty()) {
        return Some(told.join(","));
    }
    let part = parts.get(at)?;
    let date = date_of_others(&parts, at)?;
    Some(format!("{date}: {}", part.trim()))
}

/// Whether words say what kind of thing the sentence is about, and nothing of its date: 高300米的塔, "the 42-metre tower".
fn is_attribute(sentence: &str, words: &str) -> bool {
    let lower = sentence.to_lowercase();
    let behind = lower.split_once(words).map(|(_, behind)| behind);
    let is_before_noun = behind.is_some_and(|behind| behind.starts_with('的'));
    let is_compound = |word: &str| {
        word.split_once('-').is_some_and(|(number, unit)| {
            number.ends_with(|c: char| c.is_ascii_digit())
                && unit.starts_with(|c: char| c.is_ascii_alphabetic())
        })
    };
    is_before_noun || words.split_whitespace().any(is_compound)
}

/// The date that a part without one shares with others of its sentence: of a list with its other items ("In 2010 it had 3
/// schools and 5000 inhabitants"), of a verb with its subject, of a main clause with a date that stands before all.
fn date_of_others(parts: &[&str], at: usize) -> Option<String> {
    const VERBS: [&str; 8] = [
        "had ", "has ", "have ", "was ", "were ", "is ", "are ", "with ",
    ];
    let part = parts.get(at)?.trim();
    let is_item = |part: &&str| {
        let bare = blanked(part, &dates_of(part));
        let first = bare.trim_start().chars().next();
        first.is_some_and(|c| c.is_ascii_digit()) && !has_verb(part)
    };
    let date = |part: &&str| {
        let dates = dates_of(part);
        let date = dates.first()?;
        Some(part.get(date.start..date.end)?.to_owned())
    };
    let before = parts.get(..at).unwrap_or_default();
    if is_item(&part) {
        let head = before.iter().rposition(|part| !is_item(part));
        let lead = head.and_then(|head| before.get(head.checked_sub(1)?));
        let lead = lead.filter(|part| !says_more_than_dates(part));
        let head = head.and_then(|head| before.get(head));
        let found = head.and_then(date).or_else(|| lead.and_then(date));
        if found.is_some() {
            return found;
        }
    }
    let first = before.first().and_then(date);
    let is_told = |part: &&str| tells_of_a_state(&blanked(part, &dates_of(part)));
    let begins = VERBS.iter().any(|verb| part.starts_with(verb));
    let is_main = is_told(&part) && !before.iter().any(is_told);
    if first.is_some() && (begins || is_main) {
        return first;
    }
    // "It had 3 schools and 5000 inhabitants in 2010".
    let after = parts.get(at + 1..).unwrap_or_default();
    let items = after.iter().take_while(|part| is_item(part));
    items.filter_map(date).next()
}

fn has_verb(part: &str) -> bool {
    let is_english = !part.chars().any(is_cjk);
    is_english && english(&blanked(part, &dates_of(part))) != Told::Nothing
}

/// The parts of a sentence that say more than a date.
pub(crate) fn parts_of(sentence: &str) -> Vec<&str> {
    let parts = parts(sentence).into_iter();
    parts.filter(|part| says_more_than_dates(part)).collect()
}

/// What stands in brackets, with them.
fn brackets(sentence: &str) -> impl Iterator<Item = &str> {
    let opened = sentence.match_indices(['(', '（']);
    opened.filter_map(|(at, _)| {
        let inside = sentence.get(at..)?;
        let (end, close) = inside.match_indices([')', '）']).next()?;
        inside.get(..end + close.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_a_line_of_very_many_parts_is_left_alone() {
        let sentence = format!("In 2010 it had{} and a mill", ", a part".repeat(3000));
        let words = ", a part".repeat(20).to_lowercase();
        assert_eq!(part_with(&sentence, &words), None);
        assert!(part_with(&sentence, "it had").is_some());
    }
}
