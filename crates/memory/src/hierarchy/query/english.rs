//! Phrases of time in English.

use super::calendar::{Clock, Unit};
use super::numbers::{Count, digits, english as number};
use super::time_expression::{Found, Meaning};
use super::time_range::TimeRange;
use crate::text::{MONTHS, WEEKDAYS};

/// How many words a phrase takes, and the range it means.
type Read = Option<(usize, TimeRange)>;

/// The phrases of time in a lower-case text.
pub(super) fn find(text: &str, clock: &Clock) -> Vec<Found> {
    let places = word_places(text);
    let words: Vec<&str> = places
        .iter()
        .map(|(start, end)| text.get(*start..*end).unwrap_or_default())
        .collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let (Some(words), Some(places)) = (words.get(at..), places.get(at..)) {
        let Some((start, _)) = places.first() else {
            break;
        };
        let date = numeric_date(text, places, clock);
        let Some((count, meaning)) = date.or_else(|| meaning(words, clock)) else {
            at += 1;
            continue;
        };
        let end = places.get(count - 1).map_or(*start, |(_, end)| *end);
        found.extend(meaning.found(*start, end));
        at += count;
    }
    found
}

/// The bytes of each run of ASCII letters and digits.
fn word_places(text: &str) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c.is_ascii_alphanumeric() {
            start.get_or_insert(at);
        } else if let Some(start) = start.take() {
            places.push((start, at));
        }
    }
    places
}

/// The words taken from the beginning, and what they mean.
fn meaning(words: &[&str], clock: &Clock) -> Option<(usize, Meaning)> {
    if let Some(read) = bounded(words, clock).or_else(|| between(words, clock)) {
        return Some(read);
    }
    if let Some((count, range)) = exact(words, clock) {
        return Some((count, Meaning::of(Some(range))));
    }
    let (count, range) = vague(words, clock)?;
    let is_vague = true;
    Some((count, Meaning::Time { range, is_vague }))
}

fn exact(words: &[&str], clock: &Clock) -> Read {
    day(words, clock)
        .or_else(|| ago(words, clock))
        .or_else(|| relative(words, clock))
        .or_else(|| weekend(words, clock))
        .or_else(|| named_month(words, clock))
        .or_else(|| weekday_or_year(words, clock))
}

/// A time behind a word that wants one: a month or a year may stand alone there.
fn wanted(words: &[&str], clock: &Clock) -> Read {
    let year_alone = || Some((1, clock.year(four_digits(words.first()?)?)?));
    exact(words, clock)
        .or_else(|| month_alone(words, clock))
        .or_else(year_alone)
}

/// "since May", "after Monday"; and what is no time to look back on: "next Monday", "every week", "until June".
fn bounded(words: &[&str], clock: &Clock) -> Option<(usize, Meaning)> {
    let (bound, after) = words.split_first()?;
    let begins: fn(TimeRange) -> i64 = match *bound {
        "since" => |range: TimeRange| range.from,
        "after" => |range: TimeRange| range.until,
        "next" | "every" | "each" | "coming" | "upcoming" | "before" | "until" | "till" | "by" => {
            return wanted(after, clock).map(|(count, _)| (count + 1, Meaning::Nothing));
        }
        _ => return None,
    };
    let (count, range) = wanted(after, clock)?;
    Some((count + 1, Meaning::of(clock.since(begins(range)))))
}

/// "from May to July", "between Monday and Wednesday".
fn between(words: &[&str], clock: &Clock) -> Option<(usize, Meaning)> {
    let ["from" | "between", rest @ ..] = words else {
        return None;
    };
    let (taken, mut from) = wanted(rest, clock)?;
    let ["to" | "until" | "till" | "through" | "and", after @ ..] = rest.get(taken..)? else {
        return None;
    };
    let (more, until) = wanted(after, clock)?;
    if from.from >= until.until {
        // "From November to January": the November before that January.
        let (_, before) = wanted(rest, &clock.at(until.until.saturating_sub(1)))?;
        from = before;
    }
    Some((taken + more + 2, Meaning::of(Some(from.hull(until)))))
}

/// "yesterday", "last night", "this morning".
fn day(words: &[&str], clock: &Clock) -> Read {
    let today = clock.today();
    let whole = |back: i64| clock.days(today - back, today - back + 1);
    Some(match words {
        ["the", "day", "before", "yesterday", ..] => (4, whole(2)),
        ["day", "before", "yesterday", ..] => (3, whole(2)),
        ["yesterday", part, ..] if part_of_day(part).is_some() => {
            let (from, until) = part_of_day(part)?;
            (2, clock.hours(today - 1, from, until))
        }
        ["yesterday", ..] => (1, whole(1)),
        ["today", ..] => (1, whole(0)),
        ["tonight", ..] => (1, clock.hours(today, 18, 24)),
        ["last", "night", ..] => (2, clock.hours(today - 1, 18, 30)),
        ["this", part, ..] => {
            let (from, until) = part_of_day(part)?;
            (2, clock.hours(today, from, until))
        }
        _ => return None,
    })
}

fn part_of_day(word: &str) -> Option<(i64, i64)> {
    Some(match word {
        "morning" => (0, 12),
        "afternoon" => (12, 18),
        "evening" => (18, 24),
        _ => return None,
    })
}

/// "3 days ago", "a week ago", "a couple of months ago", "half a year ago".
fn ago(words: &[&str], clock: &Clock) -> Read {
    let (count, taken) = match words {
        ["half", "a" | "an", name, "ago" | "back" | "earlier", ..] => {
            return Some((4, clock.half_back(unit(name)?)?));
        }
        ["a", "few" | "couple", "of", ..] => (Count::FEW, 3),
        ["a", "few" | "couple", ..] => (Count::FEW, 2),
        ["few" | "several", ..] => (Count::FEW, 1),
        ["a" | "an", ..] => (Count::exactly(1), 1),
        [word, ..] => (Count::exactly(number(word)?), 1),
        [] => return None,
    };
    let [name, "ago" | "back" | "earlier", ..] = words.get(taken..)? else {
        return None;
    };
    let unit = unit(name)?;
    let range = clock.unit_back(unit, count.most)?;
    Some((taken + 2, range.hull(clock.unit_back(unit, count.least)?)))
}

/// "last week", "this month", "the past year", "the last 3 days".
fn relative(words: &[&str], clock: &Clock) -> Read {
    let [which @ ("last" | "past" | "previous" | "this"), after @ ..] = words else {
        return None;
    };
    match after {
        ["few" | "couple", name, ..] if *which != "this" => {
            Some((3, clock.last(unit(name)?, Count::FEW.most)?))
        }
        [count, name, ..] if *which != "this" && number(count).is_some() => {
            Some((3, clock.last(unit(name)?, number(count)?)?))
        }
        [name, ..] => {
            let range = match (*which, unit(name)?) {
                (_, Unit::Minute | Unit::Hour | Unit::Day) => clock.last(unit(name)?, 1)?,
                ("this", unit) => clock.unit_back(unit, 0)?,
                ("past", unit) => clock.last(unit, 1)?,
                (_, unit) => clock.unit_back(unit, 1)?,
            };
            Some((2, range))
        }
        [] => None,
    }
}

/// "last weekend", "this weekend", "on the weekend".
fn weekend(words: &[&str], clock: &Clock) -> Read {
    match words {
        ["last" | "past" | "previous", "weekend", ..] => Some((2, clock.weekend_of_week(1))),
        ["this", "weekend", ..] => Some((2, clock.latest_weekend())),
        ["on" | "at" | "over" | "during", "the", "weekend", ..] => {
            Some((3, clock.latest_weekend()))
        }
        _ => None,
    }
}

fn unit(word: &str) -> Option<Unit> {
    Some(match word.strip_suffix('s').unwrap_or(word) {
        "minute" | "min" => Unit::Minute,
        "hour" => Unit::Hour,
        "day" => Unit::Day,
        "week" => Unit::Week,
        "month" => Unit::Month,
        "year" => Unit::Year,
        _ => return None,
    })
}

/// "2026-05-03", "2026/5/3".
fn numeric_date(text: &str, places: &[(usize, usize)], clock: &Clock) -> Option<(usize, Meaning)> {
    let [(start, year_end), (month, month_end), (day, end), ..] = places else {
        return None;
    };
    let mark = text.get(*year_end..*month)?;
    let is_date =
        year_end - start == 4 && matches!(mark, "-" | "/") && text.get(*month_end..*day)? == mark;
    if !is_date {
        return None;
    }
    let part = |start: &usize, end: &usize| text.get(*start..*end).and_then(digits);
    let range = clock.date(
        part(start, year_end)?,
        part(month, month_end)?,
        part(day, end)?,
    );
    Some((3, Meaning::of(range)))
}

/// "in May", "last May", "in May 2025", "May 2025", "on May 3", "3 May 2025", "May of last year".
fn named_month(words: &[&str], clock: &Clock) -> Read {
    match words {
        ["last", name, ..] => {
            let month = month(name)?;
            let this_year = clock.this_year();
            let latest = clock.latest_year(month, 1);
            // In May, "last May" is that of the year before.
            let begun = latest == this_year && clock.month(latest, month)?.contains(clock.now);
            Some((2, clock.month(latest - i64::from(begun), month)?))
        }
        ["in" | "on" | "during" | "from" | "of", after @ ..] => {
            let (taken, range) =
                month_and_day(after, clock).or_else(|| month_alone(after, clock))?;
            Some((taken + 1, range))
        }
        _ => month_and_day(words, clock),
    }
}

/// A month with a day or a year, so that it is one and no verb.
fn month_and_day(words: &[&str], clock: &Clock) -> Read {
    let (month, day, taken) = match words {
        [number, "of", name, ..] if ordinal(number).is_some() => {
            (month(name)?, ordinal(number)?, 3)
        }
        [number, name, ..] if ordinal(number).is_some() && month(name).is_some() => {
            (month(name)?, ordinal(number)?, 2)
        }
        [name, number, ..] if ordinal(number).is_some() => (month(name)?, ordinal(number)?, 2),
        [name, after @ ..] => {
            let month = month(name)?;
            let (year, taken) = year(after, clock)?;
            return Some((taken + 1, clock.month(year, month)?));
        }
        [] => return None,
    };
    let (year, more) = words
        .get(taken..)
        .and_then(|after| year(after, clock))
        .unwrap_or((clock.latest_year(month, day), 0));
    Some((taken + more, clock.date(year, month, day)?))
}

/// A month that no day follows, not even one that it has not.
fn month_alone(words: &[&str], clock: &Clock) -> Read {
    let month = month(words.first()?)?;
    if words.get(1).is_some_and(|day| ordinal(day).is_some()) {
        return None;
    }
    Some((1, clock.month(clock.latest_year(month, 1), month)?))
}

/// The year that follows a month or a day, and the words it takes.
fn year(words: &[&str], clock: &Clock) -> Option<(i64, usize)> {
    match words {
        ["last", "year", ..] => Some((clock.this_year() - 1, 2)),
        ["this", "year", ..] => Some((clock.this_year(), 2)),
        ["of", after @ ..] => year(after, clock).map(|(year, taken)| (year, taken + 1)),
        [word, ..] => four_digits(word).map(|year| (year, 1)),
        [] => None,
    }
}

fn four_digits(word: &str) -> Option<i64> {
    digits(word).filter(|year| word.len() == 4 && (1900..=2200).contains(year))
}

/// A day of the month: "3", "3rd".
fn ordinal(word: &str) -> Option<i64> {
    let number = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|suffix| word.strip_suffix(suffix));
    digits(number.unwrap_or(word)).filter(|day| (1..=31).contains(day))
}

fn month(word: &str) -> Option<i64> {
    let is_short = word.len() == 3 || word == "sept";
    let at = MONTHS
        .iter()
        .position(|name| *name == word || (is_short && name.starts_with(word)))?;
    i64::try_from(at).ok().map(|at| at + 1)
}

/// "on Monday", "last Monday", "in 2024".
fn weekday_or_year(words: &[&str], clock: &Clock) -> Read {
    match words {
        ["last", name, ..] => Some((2, clock.latest_weekday(weekday(name)?, true))),
        ["on" | "this", name, ..] if weekday(name).is_some() => {
            Some((2, clock.latest_weekday(weekday(name)?, false)))
        }
        // "A crowd of 2000 people" names no year.
        ["in" | "during", word, ..] | ["of", word] => Some((2, clock.year(four_digits(word)?)?)),
        [name, ..] => Some((1, clock.latest_weekday(weekday(name)?, false))),
        [] => None,
    }
}

fn weekday(word: &str) -> Option<i64> {
    let at = WEEKDAYS.iter().position(|name| *name == word)?;
    i64::try_from(at).ok()
}

/// "recently", "lately", "the other day", "just now".
fn vague(words: &[&str], clock: &Clock) -> Read {
    match words {
        ["recently" | "lately" | "recent", ..] => Some((1, clock.last(Unit::Week, 1)?)),
        ["the", "other", "day", ..] => Some((3, clock.last(Unit::Week, 1)?)),
        ["these", "days", ..] => Some((2, clock.last(Unit::Week, 1)?)),
        ["just", "now", ..] => Some((2, clock.last(Unit::Hour, 1)?)),
        _ => None,
    }
}
