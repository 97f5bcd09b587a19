//! One side of a supposed conflict: what it tells that the other does not, and of which time.

use amb_memory::retrieval::is_stop_word;
use amb_memory::text::sentences;

use super::date_reading::{DateFound, dates_of};
use super::date_roles::{Role, leads_to_what_is_told};
use super::date_spans::DateSpan;
use super::date_tokens::{Kind, tokens};
use super::english_states::{Told, english};
use super::facts::parse;
use super::lasting_states::tells_of_a_state;
use super::measure::{Measure, Value};
use super::script::is_cjk;
use super::verb_forms::is_past;

/// What stands for a date that was read.
pub(super) const DATE: char = '\u{FFFC}';

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
    /// Those without what was done to the things that they tell of: "founded in 1203".
    pub(super) main: String,
    /// What was done to them.
    pub(super) asides: String,
    /// Its clauses that tell something without date or number.
    pub(super) undated: Vec<String>,
    /// Its sentences with a mark in the place of each date.
    pub(super) blanked: String,
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
        self.undated.extend(undated(sentence));
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
                    is_dated = !leads_to_what_is_told(before.unwrap_or_default())
                        && tells_of_a_state(&blanked);
                    self.told.push(DateSpan::Weekday(day));
                }
                Measure::Weekday(_) => {}
                Measure::Date { .. } => self.beside.push(as_span(&value.measure)),
            }
        }
        let (main, asides) = asides_apart(&blanked);
        self.main.push_str(&main);
        self.main.push('\n');
        self.asides.push_str(&asides);
        self.asides.push('\n');
        self.blanked.push_str(&blanked);
        self.blanked.push('\n');
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
pub(super) fn blanked(sentence: &str, dates: &[DateFound]) -> String {
    let (mut text, mut from) = (String::with_capacity(sentence.len()), 0);
    for date in dates {
        text.push_str(sentence.get(from..date.start).unwrap_or_default());
        text.push(DATE);
        from = date.end;
    }
    text.push_str(sentence.get(from..).unwrap_or_default());
    text
}

/// Dates of what is but mentioned: "the tower, painted in 1990, is", "is 41 metres tall, painted in 1990", "after the
/// fire in 1990 it had 5 rooms". A date is told of in a part of the sentence that tells a state.
fn set_beside(dates: &mut [DateFound], blanked: &str) {
    let parts = parts(blanked);
    let tells: Vec<Telling> = parts.iter().map(|part| Telling::of(part)).collect();
    let mut dates = dates.iter_mut();
    for (at, part) in parts.iter().enumerate() {
        let is_told = is_told_of(&tells, at);
        let mut before = 0;
        for place in part.match_indices(DATE).map(|(place, _)| place) {
            let behind_event = follows_event(part.get(before..place).unwrap_or_default());
            before = place + DATE.len_utf8();
            let Some(date) = dates.next() else { return };
            if (!is_told || behind_event) && date.role == Role::Told {
                date.role = Role::Beside;
            }
        }
    }
}

/// What a part of a sentence is to its dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Telling {
    /// It tells a state.
    State,
    /// It is a date alone, or begins with one that leads to what follows, or says where it was.
    Lead,
    /// It has no verb, as the name of what the sentence is about.
    Name,
    /// It begins with what was done to that: "painted white in 1990".
    Aside,
    /// Whatever else.
    Other,
}

impl Telling {
    fn of(part: &str) -> Self {
        let bare = part.trim();
        if begins_aside(bare) {
            Self::Other
        } else if tells_of_a_state(bare) {
            Self::State
        } else if !has_words(bare) {
            Self::Lead
        } else if !bare.chars().any(is_cjk) && english(bare) == Told::Nothing {
            let mut words = bare.split_whitespace();
            let leads = words.next().is_some_and(|word| {
                word.contains(DATE) || LEADING.iter().any(|lead| word.eq_ignore_ascii_case(lead))
            });
            if leads { Self::Lead } else { Self::Name }
        } else if bare.split(' ').next().is_some_and(is_past) {
            Self::Aside
        } else {
            Self::Other
        }
    }
}

/// Words that say where or of what something is told, before its main part: "In Westby in 2010, the mayor was".
const LEADING: [&str; 4] = ["in", "at", "on", "for"];

/// Words that begin a clause of another event: "since its restoration in 1998".
const ASIDE: [&str; 18] = [
    "since",
    "after",
    "before",
    "when",
    "while",
    "following",
    "upon",
    "until",
    "as",
    "because",
    "although",
    "though",
    "having",
    "once",
    "if",
    "whose",
    "despite",
    "with",
];

fn begins_aside(part: &str) -> bool {
    let word = part.split(' ').next().unwrap_or_default();
    ASIDE.iter().any(|aside| word.eq_ignore_ascii_case(aside))
}

/// Whether the dates of a part are those of a state: its own, or that which it leads to.
fn is_told_of(tells: &[Telling], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| tells.get(at));
    match tells.get(at) {
        Some(Telling::State) => true,
        Some(Telling::Lead) if matches!(before, None | Some(Telling::Name)) => {
            let mut after = tells.iter().skip(at + 1);
            let aside = |telling: &&Telling| matches!(telling, Telling::Name | Telling::Aside);
            after.find(|telling| !aside(telling)) == Some(&Telling::State)
        }
        Some(Telling::Lead) => before == Some(&Telling::State),
        _ => false,
    }
}

/// Whether the last word before a date tells an event of its own: "had 5 rooms built in 1990".
fn follows_event(before: &str) -> bool {
    let lower = before.trim_end().to_lowercase();
    let last = lower.rsplit(|c: char| !c.is_alphanumeric()).next();
    let last = last.filter(|last| is_past(last)).unwrap_or_default();
    let head = lower.strip_suffix(last).unwrap_or_default();
    !last.is_empty()
        && (english(&lower) != Told::State || english(head) == Told::State && !ends_in_copula(head))
}

fn ends_in_copula(head: &str) -> bool {
    ["was ", "were ", "is ", "are ", "been ", "not "]
        .iter()
        .any(|verb| head.ends_with(verb))
}

/// Whether a part of a sentence has words besides its dates.
pub(super) fn says_more_than_dates(part: &str) -> bool {
    has_words(&blanked(part, &dates_of(part)))
}

/// The clauses of a sentence that tell something without date or number; none that stand beside a date alone, and no name that
/// the sentence begins with.
fn undated(sentence: &str) -> Vec<String> {
    let clauses = clauses(sentence);
    let is_date = |at: Option<usize>| {
        let clause = at.and_then(|at| clauses.get(at));
        clause.is_some_and(|clause| !says_more_than_dates(clause) && !dates_of(clause).is_empty())
    };
    let tells = |at: usize, clause: &str| {
        let is_name = at == 0 && Telling::of(clause) == Telling::Name;
        let is_beside = is_date(at.checked_sub(1)) || is_date(Some(at + 1));
        let is_open = dates_of(clause).is_empty() && !clause.contains(|c: char| c.is_numeric());
        is_open
            && says_more_than_dates(clause)
            && !is_name
            && !is_beside
            && !begins_aside(clause.trim())
    };
    let told = clauses.iter().enumerate();
    told.filter(|(at, clause)| tells(*at, clause))
        .map(|(_, clause)| bare_clause(clause).to_owned())
        .collect()
}

/// A sentence of a state without its parts that begin with a participle, and those parts.
fn asides_apart(blanked: &str) -> (String, String) {
    let parts = clauses(blanked).into_iter().enumerate();
    let (asides, main): (Vec<_>, Vec<_>) =
        parts.partition(|(at, part)| *at > 0 && Telling::of(part) == Telling::Aside);
    let joined = |parts: Vec<(usize, &str)>| {
        let parts: Vec<&str> = parts.into_iter().map(|(_, part)| part).collect();
        parts.join(",")
    };
    (joined(main), joined(asides))
}

/// The clauses of a sentence, and the parts of them that "and", "which" and the like join.
pub(super) fn parts(blanked: &str) -> Vec<&str> {
    const JOINING: [&str; 12] = [
        " and ",
        " but ",
        " which ",
        " that ",
        " who ",
        " when ",
        " while ",
        " where ",
        " because ",
        " after ",
        " although ",
        " whose ",
    ];
    let mut parts = clauses(blanked);
    for word in JOINING {
        parts = parts
            .into_iter()
            .flat_map(|part| split_before(part, word))
            .collect();
    }
    parts
}

/// A part in two, where a joining word stands in it and something is told on both sides.
fn split_before<'p>(part: &'p str, word: &str) -> Vec<&'p str> {
    let mut found = Vec::new();
    let mut rest = part;
    while let Some((before, after)) = rest.split_once(word) {
        found.push(before);
        rest = after;
    }
    found.push(rest);
    found
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
