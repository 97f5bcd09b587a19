//! One side of a supposed conflict: what it tells that the other does not, and of which time.

use amb_memory::retrieval::is_stop_word;
use amb_memory::text::sentences;

use super::date_reading::{DateFound, dates_of};
use super::date_roles::{Role, is_counted, leads_to_what_is_told};
use super::date_spans::DateSpan;
use super::date_tokens::{Kind, tokens};
use super::facts::parse;
use super::lasting_states::tells_of_a_state;
use super::measure::{Measure, Value};

/// What stands for a date that was read.
const DATE: char = '\u{FFFC}';

/// What one side tells of its own.
#[derive(Debug, Default)]
pub(super) struct Side {
    /// Its sentences, without what the other side tells as well.
    pub(super) text: String,
    /// When that holds.
    pub(super) told: Vec<DateSpan>,
    /// Other dates in it.
    pub(super) beside: Vec<DateSpan>,
    /// Whether each of its sentences tells when it holds, and none of them tells but that.
    pub(super) is_dated: bool,
    /// Its amounts.
    pub(super) amounts: Vec<Value>,
    /// Its words, without dates and amounts.
    pub(super) rest: String,
}

impl Side {
    /// What the first text tells that the second does not.
    pub(super) fn of(text: &str, other: &str) -> Self {
        let others = pieces(other);
        let own = pieces(text).into_iter().filter(|one| !others.contains(one));
        let own: Vec<String> = own.map(|one| without_shared_clauses(one, other)).collect();
        let mut side = Self {
            text: own.join("\n"),
            is_dated: !own.is_empty(),
            ..Self::default()
        };
        for sentence in &own {
            side.read(sentence);
        }
        side
    }

    fn read(&mut self, sentence: &str) {
        let mut dates = dates_of(sentence);
        let blanked = blanked(sentence, &dates);
        set_beside(&mut dates, &blanked);
        let parsed = parse(&blanked);
        let has_date = dates.iter().any(|date| date.role == Role::Told);
        let mut is_dated = has_date && dates.iter().all(|date| date.role != Role::Asked);
        for date in dates {
            let list = if date.role == Role::Told {
                &mut self.told
            } else {
                &mut self.beside
            };
            list.push(date.span);
        }
        for value in parsed.values {
            match value.measure {
                Measure::Amount { .. } => self.amounts.push(value),
                Measure::Weekday(day) if !has_date => {
                    let before = sentence
                        .split_once(&value.written)
                        .map(|(before, _)| before);
                    is_dated = !leads_to_what_is_told(before.unwrap_or_default());
                    self.told.push(DateSpan::Weekday(day));
                }
                Measure::Weekday(_) => {}
                Measure::Date { .. } => self.beside.push(as_span(&value.measure)),
            }
        }
        self.rest.push_str(&parsed.rest);
        self.rest.push(' ');
        self.is_dated &= is_dated;
    }
}

/// What a date is that is read here as a part of something else.
fn as_span(measure: &Measure) -> DateSpan {
    match *measure {
        Measure::Date {
            year: Some(year), ..
        } => i32::try_from(year).map_or(DateSpan::Unclear, DateSpan::in_year),
        _ => DateSpan::Unclear,
    }
}

/// The sentences of a text, and their parts between semicolons, without marks of lists.
fn pieces(text: &str) -> Vec<&str> {
    let whole = sentences(text).into_iter().map(|span| span.of(text));
    whole
        .flat_map(|sentence| sentence.split([';', '；', '\n']))
        .map(|piece| {
            piece
                .trim()
                .trim_start_matches(['-', '*', '•', '+'])
                .trim_start()
        })
        .filter(|piece| !piece.is_empty())
        .collect()
}

/// The parts of a sentence between commas that are not in brackets, each with its place.
fn clauses(sentence: &str) -> Vec<&str> {
    let (mut clauses, mut from, mut depth) = (Vec::new(), 0, 0);
    for (at, c) in sentence.char_indices() {
        let after = sentence.get(at + c.len_utf8()..).unwrap_or_default();
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth -= 1,
            ',' | '，' if depth <= 0 && (c == '，' || after.starts_with(' ')) => {
                clauses.push(sentence.get(from..at).unwrap_or_default());
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    clauses.push(sentence.get(from..).unwrap_or_default());
    clauses
}

/// A sentence without the clauses that the other side has as well; that in which it begins, and those that tell but
/// a date, stay.
fn without_shared_clauses(sentence: &str, other: &str) -> String {
    let others: Vec<&str> = pieces(other)
        .into_iter()
        .flat_map(clauses)
        .map(bare_clause)
        .collect();
    let is_shared = |at: usize, clause: &str| {
        let tells = blanked(clause, &dates_of(clause));
        others.contains(&bare_clause(clause)) && has_words(&tells) && (at > 0 || has_amount(&tells))
    };
    let clauses = clauses(sentence).into_iter().enumerate();
    let mut own = String::new();
    for (_, clause) in clauses.filter(|(at, clause)| !is_shared(*at, clause)) {
        if !own.is_empty() {
            own.push(if clause.starts_with(' ') { ',' } else { '，' });
        }
        own.push_str(clause);
    }
    own
}

fn bare_clause(clause: &str) -> &str {
    clause.trim().trim_end_matches(['.', '。', '!', '！'])
}

/// A sentence with a mark in the place of each date.
fn blanked(sentence: &str, dates: &[DateFound]) -> String {
    let (mut text, mut from) = (String::with_capacity(sentence.len()), 0);
    for date in dates {
        text.push_str(sentence.get(from..date.start).unwrap_or_default());
        text.push(DATE);
        from = date.end;
    }
    text.push_str(sentence.get(from..).unwrap_or_default());
    text
}

/// Dates of what is but mentioned: "the tower, painted in 1990, is", "is 41 metres tall, painted in 1990".
fn set_beside(dates: &mut [DateFound], blanked: &str) {
    let clauses = clauses(blanked);
    let is_subject = |clause: &&str| {
        !clause.contains([DATE, ':', '：']) && !has_amount(clause) && !tells_of_a_state(clause)
    };
    let apposition = clauses.len() > 2 && clauses.first().is_some_and(is_subject);
    let mut dates = dates.iter_mut();
    for (at, clause) in clauses.iter().enumerate() {
        let mentions = has_words(clause) && !tokens(clause).iter().any(is_counted);
        let tells = has_amount(clause) || tells_of_a_state(clause);
        let beside = mentions && (at > 0 && !tells || at == 1 && apposition);
        for date in dates.by_ref().take(clause.matches(DATE).count()) {
            if beside && date.role == Role::Told {
                date.role = Role::Beside;
            }
        }
    }
}

fn has_amount(text: &str) -> bool {
    let values = parse(text).values;
    values
        .iter()
        .any(|value| matches!(value.measure, Measure::Amount { .. }))
}

/// Whether a text has words besides its date.
fn has_words(text: &str) -> bool {
    const PARTICLES: &str = "在于时约的从自到起底初末年月日当";
    tokens(text).iter().any(|token| match token.kind {
        Kind::Word => !is_stop_word(&token.text.to_lowercase()),
        Kind::Character => !PARTICLES.contains(token.text),
        Kind::Number | Kind::Numeral => true,
        Kind::Sign => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_the_date_of_something_mentioned_is_not_that_of_the_sentence() {
        for text in [
            "The tower, painted white in 1990, is 41 metres tall",
            "The tower is 41 metres tall, painted white in 1990",
            "Westby, a market town since 1350, has 3 churches",
            "塔高300米，1990年刷成白色",
            "The tower is 41 metres tall. It was painted in 1990.",
            "The meeting is on Monday in the hall",
        ] {
            assert!(!Side::of(text, "").is_dated, "{text}");
        }
        for text in [
            "In 2010, the tower, painted white in 1990, was 41 metres tall",
            "Westby, in 2010, had 5,000 inhabitants",
            "2010年，市长是李安",
            "On Monday the soup was leek",
        ] {
            assert!(Side::of(text, "").is_dated, "{text}");
        }
    }

    #[test]
    fn mb_10_what_both_sides_tell_is_left_out() {
        for (text, other, own) in [
            (
                "The firm, founded in 1950, had 50 staff in 2010",
                "The firm, founded in 1950, had 80 staff in 2020",
                "The firm, had 50 staff in 2010",
            ),
            (
                "Inhabitants: 4,000 (2000), 5,000 (2010)",
                "Inhabitants: 4,000 (2000), 6,200 (2020)",
                " 5,000 (2010)",
            ),
            (
                "In 2010, the mayor was Ann Lee",
                "In 2010, the mayor was Bo Chen",
                "In 2010, the mayor was Ann Lee",
            ),
            (
                "It is red. In 2010 it was blue",
                "It is red. In 2015 it was green",
                "In 2010 it was blue",
            ),
        ] {
            assert_eq!(Side::of(text, other).text, own);
        }
    }
}
