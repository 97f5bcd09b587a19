//! Phrases of time: orders of tags, the same for both languages.

use super::calendar::{Clock, Unit};
use super::time_expression::{Found, Meaning};
use super::time_range::TimeRange;
use super::words::{Count, Tag, YEARS, words};

/// Tags that a phrase takes, and its range; none where the calendar has no such day.
type Read = Option<(usize, Option<TimeRange>)>;

/// Finds the phrases of time in a lower-case text, in its order.
pub(super) fn find(text: &str, clock: &Clock) -> Vec<Found> {
    let words = words(text);
    let tags: Vec<Tag> = words.iter().map(|word| word.tag).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = tags.get(at..).filter(|rest| !rest.is_empty()) {
        let (taken, meaning) = phrase(rest, clock).unwrap_or((1, Meaning::Nothing));
        let places = words.get(at).zip(words.get(at + taken - 1));
        found.extend(places.and_then(|(first, last)| meaning.found(first.start, last.end)));
        at += taken;
    }
    found
}

fn phrase(tags: &[Tag], clock: &Clock) -> Option<(usize, Meaning)> {
    match tags {
        [Tag::Never, after @ ..] => {
            let named = after.iter().take_while(|tag| is_of_calendar(**tag));
            return Some((1 + named.count(), Meaning::Nothing));
        }
        [bound @ (Tag::Since | Tag::After), after @ ..] => {
            let (taken, range) = exact(after, clock, true)?;
            return Some((1 + taken, bounded(*bound, range, clock)));
        }
        _ => {}
    }
    if let Some(read) = between(tags, clock) {
        return Some(read);
    }
    if let Some((taken, range)) = exact(tags, clock, false) {
        return Some(match tags.get(taken) {
            Some(bound @ (Tag::SinceThen | Tag::AfterThen | Tag::BeforeThen)) => {
                (taken + 1, bounded(*bound, range, clock))
            }
            _ => (taken, Meaning::of(range)),
        });
    }
    let [Tag::Vague(unit), ..] = tags else {
        return None;
    };
    let (range, is_vague) = (clock.last(*unit, 1)?, true);
    Some((1, Meaning::Time { range, is_vague }))
}

fn is_of_calendar(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Day(_)
            | Tag::Year(_)
            | Tag::Month(..)
            | Tag::Weekday(_)
            | Tag::Weekend
            | Tag::Unit(_)
            | Tag::MonthMark
            | Tag::Count(_)
    )
}

/// "since May", 上周以来 last until now, 五月以前 has no beginning.
fn bounded(bound: Tag, range: Option<TimeRange>, clock: &Clock) -> Meaning {
    Meaning::of(range.and_then(|range| match bound {
        Tag::Since | Tag::SinceThen => clock.since(range.from),
        Tag::After | Tag::AfterThen => clock.since(range.until),
        _ => None,
    }))
}

/// "from May to July", "between Monday and Wednesday"; "from November to January" begins the year before.
fn between(tags: &[Tag], clock: &Clock) -> Option<(usize, Meaning)> {
    let [Tag::From, rest @ ..] = tags else {
        return None;
    };
    let (taken, from) = exact(rest, clock, true)?;
    let [Tag::To, after @ ..] = rest.get(taken..)? else {
        return None;
    };
    let (more, until) = exact(after, clock, true)?;
    let (mut from, until) = (from?, until?);
    if from.from >= until.until {
        let before = clock.at(until.until.saturating_sub(1));
        from = exact(rest, &before, true)?.1?;
    }
    Some((taken + more + 2, Meaning::of(Some(from.hull(until)))))
}

/// Reads an exact time. Where a word before `wants` one, a month or a year may stand alone.
fn exact(tags: &[Tag], clock: &Clock, wants: bool) -> Read {
    day(tags, clock)
        .or_else(|| counted(tags, clock))
        .or_else(|| of_week(tags, clock))
        .or_else(|| dated(tags, clock, wants))
}

/// "yesterday", "last night", "this morning", 昨天下午, "2026-05-03".
fn day(tags: &[Tag], clock: &Clock) -> Read {
    Some(match *tags {
        [Tag::Day(back), Tag::Hours(from, until), ..] => (2, clock.hours(back, from, until)),
        [Tag::Back(0), Tag::Hours(from, until), ..] => (2, clock.hours(0, from, until)),
        [Tag::Day(back), ..] => (1, clock.unit_back(Unit::Day, back)),
        [Tag::Part(back, from, until), ..] => (1, clock.hours(back, from, until)),
        [Tag::Date(year, month, day), ..] => (1, clock.date(year, month, day)),
        _ => return None,
    })
}

/// "3 days ago", "half a year ago", "the last 3 days", "last week", 上个月.
fn counted(tags: &[Tag], clock: &Clock) -> Read {
    let ago = |Count { least, most }, unit| {
        let range = clock.unit_back(unit, most)?;
        Some(range.hull(clock.unit_back(unit, least)?))
    };
    Some(match *tags {
        [
            Tag::Count(count),
            Tag::Unit(unit),
            Tag::Ago | Tag::BeforeThen,
            ..,
        ] => (3, Some(ago(count, unit)?)),
        [Tag::Half, Tag::Unit(unit), Tag::Ago | Tag::BeforeThen, ..] => (3, clock.half_back(unit)),
        [Tag::Half, Tag::Count(_), Tag::Unit(unit), Tag::Ago, ..] => (4, clock.half_back(unit)),
        [
            Tag::Last | Tag::Rolling | Tag::Back(0) | Tag::Vague(_),
            Tag::Count(count),
            Tag::Unit(unit),
            ..,
        ] => (3, clock.last(unit, count.most)),
        [Tag::Rolling, Tag::Unit(unit), ..] => (2, clock.last(unit, 1)),
        [Tag::Back(back), Tag::MonthMark, ..] => (2, clock.unit_back(Unit::Month, back)),
        [
            Tag::Last | Tag::Back(_),
            Tag::Unit(unit @ (Unit::Minute | Unit::Hour | Unit::Day)),
            ..,
        ] => (2, clock.last(unit, 1)),
        [which, Tag::Unit(unit), ..] => (2, clock.unit_back(unit, back(which)?)),
        _ => return None,
    })
}

fn back(which: Tag) -> Option<i64> {
    match which {
        Tag::Last => Some(1),
        Tag::Back(back) => Some(back),
        _ => None,
    }
}

/// "last Monday", "on Monday", 上周三, "last weekend".
fn of_week(tags: &[Tag], clock: &Clock) -> Read {
    Some(match *tags {
        [Tag::Last, Tag::Weekday(day), ..] => (2, clock.latest_weekday(day, true)),
        [Tag::Back(back), Tag::Weekday(day), ..] => (2, clock.weekday_of_week(day, back)),
        [Tag::In, Tag::Weekday(day), ..] => (2, clock.latest_weekday(day, false)),
        [Tag::Weekday(day), ..] => (1, clock.latest_weekday(day, false)),
        [which, Tag::Weekend, ..] if back(which).is_some() => {
            (2, clock.weekend(back(which).filter(|back| *back > 0)))
        }
        [Tag::In, Tag::Weekend, ..] => (2, clock.weekend(None)),
        [Tag::Weekend, ..] => (1, clock.weekend(None)),
        _ => return None,
    })
}

/// "in May", "last May", "May 3, 2025", "3 May of last year", "in 2024", 去年五月, 2026年5月3日, 去年今天.
fn dated(tags: &[Tag], clock: &Clock, wants: bool) -> Read {
    match *tags {
        [Tag::In | Tag::From | Tag::Of, ref after @ ..] if !wants => {
            // "A crowd of 2000 people" names no year.
            let is_number = matches!(after, [Tag::Count(_), _, ..]);
            let (taken, range) = match tags {
                [Tag::Of, ..] if is_number => return None,
                _ => dated(after, clock, true)?,
            };
            Some((taken + 1, range))
        }
        [Tag::Last, Tag::Month(month, _), ..] => {
            // In May, "last May" is that of the year before.
            let latest = clock.month(clock.latest_year(month, 1)?, month)?;
            let before = latest
                .contains(clock.now)
                .then(|| clock.at(latest.from - 1));
            let year = before.unwrap_or(*clock).latest_year(month, 1)?;
            Some((2, clock.month(year, month)))
        }
        [Tag::Count(year), ..] if wants && year.exact(YEARS).is_some() => {
            let (year, taken) = year_of(tags, clock)?;
            Some((taken, clock.year(year)))
        }
        [Tag::Year(_) | Tag::YearBack(_), ..] => {
            let (year, taken) = year_of(tags, clock)?;
            let after = tags.get(taken..)?;
            let (skipped, after) = match after {
                [Tag::Of, after @ ..] => (1, after),
                _ => (0, after),
            };
            if let [Tag::Day(0), ..] = after {
                return Some((taken + skipped + 1, clock.today_in(year)));
            }
            Some(match in_month(after, clock, Some(year), true) {
                Some((more, range)) => (taken + skipped + more, range),
                None => (taken, clock.year(year)),
            })
        }
        _ => in_month(tags, clock, None, wants),
    }
}

/// A month, with the day before or behind it and the year behind it, where none is known.
fn in_month(tags: &[Tag], clock: &Clock, year: Option<i32>, wants: bool) -> Read {
    let day_of = |count: Count| count.exact(1..=31).and_then(|day| u32::try_from(day).ok());
    let (month, day, taken) = match *tags {
        [Tag::Count(day), Tag::Of, Tag::Month(month, false), ..] => (month, Some(day_of(day)?), 3),
        [Tag::Count(day), Tag::Month(month, false), ..] => (month, Some(day_of(day)?), 2),
        [
            Tag::Month(month, true),
            Tag::Count(day),
            Tag::Unit(Unit::Day) | Tag::DayMark,
            ..,
        ] => (month, Some(day_of(day)?), 3),
        [Tag::Month(month, false), Tag::Count(day), ..] if day_of(day).is_some() => {
            (month, day_of(day), 2)
        }
        [Tag::Month(month, _), ..] => (month, None, 1),
        _ => return None,
    };
    let after = tags.get(taken..).unwrap_or_default();
    let (year, more) = match year {
        Some(year) => (Some(year), 0),
        None => year_of(after, clock).map_or((None, 0), |(year, more)| (Some(year), more)),
    };
    let is_sure = matches!(tags, [Tag::Month(_, true), ..]);
    if day.is_none() && year.is_none() && !is_sure && !wants {
        return None;
    }
    let latest = || clock.latest_year(month, day.unwrap_or(1));
    let range = year.or_else(latest).and_then(|year| match day {
        Some(day) => clock.date(year, month, day),
        None => clock.month(year, month),
    });
    Some((taken + more, range))
}

/// The year that tags begin with, and how many name it.
fn year_of(tags: &[Tag], clock: &Clock) -> Option<(i32, usize)> {
    match *tags {
        [Tag::Of, ref after @ ..] => year_of(after, clock).map(|(year, taken)| (year, taken + 1)),
        [Tag::Year(year), ..] => Some((year, 1)),
        [Tag::YearBack(back), ..] => Some((clock.year_back(back)?, 1)),
        [which, Tag::Unit(Unit::Year), ..] => Some((clock.year_back(back(which)?)?, 2)),
        [Tag::Count(year), ..] => Some((year.exact(YEARS)?.try_into().ok()?, 1)),
        _ => None,
    }
}
