//! When something was: a time of day, and the day before it.

use super::numbers::is_year;
use crate::text::{MONTHS, WEEKDAYS};

/// Parts of a day's name: weekday, month, day, year.
const PARTS: usize = 4;
/// Zones by which clocks of loggers go.
const ZONES: [&str; 14] = [
    "UTC", "GMT", "CET", "CEST", "BST", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT",
    "JST",
];
/// What stands before a time in Chinese.
const HALVES: [&str; 2] = ["上午", "下午"];

/// What follows `06:14:03,120`, `2026-11-25T06:14:03Z` or `9:01 am`, if a text begins with one. A zone and the year may
/// stand behind it.
pub(super) fn behind_a_moment(text: &str) -> Option<&str> {
    let is_of_one = |c: char| c.is_ascii_digit() || "-:/.,+TZ".contains(c);
    let end = text.find(|c| !is_of_one(c)).unwrap_or(text.len());
    let told = text.get(..end)?;
    let told = told.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let behind = text.get(told.len()..)?;
    let half = behind_word(behind, |word| {
        word.eq_ignore_ascii_case("am") || word.eq_ignore_ascii_case("pm")
    });
    let goes_on =
        half.is_none() && behind.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_moment = is_time(told, half.is_some()) && !goes_on;
    let behind = half.unwrap_or(behind);
    let behind = behind_zone(behind).unwrap_or(behind);
    is_moment.then(|| behind_word(behind, is_year).unwrap_or(behind))
}

/// Whether a text is a time to the second, or to the minute, with the day before it or without.
fn is_time(text: &str, to_the_minute: bool) -> bool {
    let is_number = |part: &str, digits| {
        let number = part.split(|c: char| !c.is_ascii_digit()).next();
        number.is_some_and(|number| number.len() == digits)
    };
    let (day, time) = text.split_once('T').unwrap_or(("", text));
    let mut parts = time.split(':');
    let hour = parts.next().unwrap_or_default();
    let is_hour = (1..=2).contains(&hour.len()) && hour.bytes().all(|byte| byte.is_ascii_digit());
    let is_minute = parts.next().is_some_and(|minute| is_number(minute, 2));
    let second = parts.next();
    let is_second = second.map_or(to_the_minute, |second| is_number(second, 2));
    // `00:11:22:33:44:55` is the address of a device; behind `03+01:00` stands a zone.
    let has_zone = second.is_some_and(|second| second.contains(['+', '-']));
    let is_whole = has_zone || parts.next().is_none();
    is_whole && (day.is_empty() || is_date(day)) && is_hour && is_minute && is_second
}

/// What follows ` UTC` or ` GMT+0800 (China Standard Time)`, if a text begins with one.
fn behind_zone(text: &str) -> Option<&str> {
    let behind = behind_word(text, |word| ZONES.contains(&word))?;
    let is_of_offset = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | ':');
    let end = behind.find(|c| !is_of_offset(c)).unwrap_or(behind.len());
    let offset = behind.get(..end)?.trim_end_matches(':');
    let behind = match offset.starts_with(['+', '-']) {
        true => behind.get(offset.len()..)?,
        false => behind,
    };
    let name = behind
        .strip_prefix(" (")
        .and_then(|name| name.split_once(')'));
    let name = name.filter(|(name, _)| name.ends_with("Time") || name.ends_with("时间"));
    Some(name.map_or(behind, |(_, behind)| behind))
}

/// What follows such a word, if a text begins with one.
fn behind_word(text: &str, is_one: impl Fn(&str) -> bool) -> Option<&str> {
    let word = text.trim_start_matches(' ');
    let end = word.find(|c: char| !c.is_ascii_alphanumeric());
    let (word, behind) = word.split_at_checked(end.unwrap_or(word.len()))?;
    is_one(word).then_some(behind)
}

/// Where the day begins that a text ends with, as before a time: `Sat Nov 28`, `28 Nov 2026`, `11/28/2026`,
/// `2026年11月28日 上午`. Its end if it ends with none.
pub(super) fn before_its_day(text: &str) -> usize {
    let own = text.trim_end_matches(' ');
    let own = HALVES.iter().find_map(|half| own.strip_suffix(half));
    let own = own.unwrap_or(text);
    before_chinese_day(own).unwrap_or_else(|| before_named_day(own))
}

/// The same of `2026年11月28日`, `11月28日`.
fn before_chinese_day(text: &str) -> Option<usize> {
    let rest = text.trim_end_matches(' ');
    let is_of_day = |c: char| c.is_ascii_digit() || matches!(c, '年' | '月' | '日' | '号');
    let begin = rest.trim_end_matches(is_of_day).len();
    let day = rest
        .get(begin..)?
        .trim_start_matches(|c: char| !c.is_ascii_digit());
    let is_day = day.contains('月') && day.ends_with(['日', '号']);
    is_day.then(|| rest.len() - day.len())
}

/// The same of days with names, or with marks between their numbers.
fn before_named_day(text: &str) -> usize {
    let (mut start, mut at) = (text.len(), text.len());
    let mut is_behind_month = false;
    for _ in 0..PARTS {
        let rest = text.get(..at).unwrap_or_default();
        let rest = rest.trim_end_matches([' ', ',']);
        let begin = rest.rfind(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '/' | '-')));
        let begin = begin.map_or(0, |mark| {
            mark + rest
                .get(mark..)
                .and_then(|it| it.chars().next())
                .map_or(0, char::len_utf8)
        });
        let word = rest.get(begin..).unwrap_or_default().to_lowercase();
        let is_month = is_short_for(&word, &MONTHS);
        let is_number = word.len() <= 2 && word.parse::<u8>().is_ok();
        if is_month
            || is_short_for(&word, &WEEKDAYS)
            || is_date(&word)
            || is_number && is_behind_month
        {
            start = begin;
        } else if !(is_number || is_year(&word)) {
            break;
        }
        is_behind_month = is_month;
        at = begin;
    }
    start
}

fn is_short_for(word: &str, names: &[&str]) -> bool {
    word.len() >= 3 && names.iter().any(|name| name.starts_with(word))
}

/// `11/28/2026`, `2026-11-28`.
fn is_date(word: &str) -> bool {
    let are_digits = |part: &str| {
        (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    ['/', '-']
        .iter()
        .any(|mark| word.split(*mark).count() == 3 && word.split(*mark).all(are_digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_06_times_and_the_days_before_them() {
        for (text, behind) in [
            ("06:14:03,120: no", Some(": no")),
            ("2026-11-25T06:14:03.120Z no", Some(" no")),
            ("16:01:12 2026 no", Some(" no")),
            ("11:59:44 AM] no", Some("] no")),
            ("9:01 am", Some("")),
            ("9:01pm.", Some(".")),
            ("3:5: mismatched", None),
            ("9:01 amount", None),
            ("10:20:30px", None),
            ("00:11:22:33:44:55 no", None),
            ("06:14:03+01:00 no", Some(" no")),
            ("06:14:03 UTC 2026 no", Some(" no")),
            ("06:14:03.120 EST] no", Some("] no")),
            ("06:14:03 GMT+0800 (China Standard Time) no", Some(" no")),
            ("06:14:03 GMT-0500: no", Some(": no")),
            ("06:14:03 GMT (no)", Some(" (no)")),
            ("127.0.0.1:5432", None),
            ("0.0.0.0:5432:172.18.0.2:80/tcp", None),
        ] {
            assert_eq!(behind_a_moment(text), behind, "{text}");
        }
        for (text, day) in [
            ("at Sat Nov 28 ", "Sat Nov 28 "),
            ("[11/28/2026 ", "11/28/2026 "),
            ("2026-11-28 ", "2026-11-28 "),
            ("on 28 November 2026, ", "28 November 2026, "),
            ("Sunday, ", "Sunday, "),
            ("line 12 ", ""),
            ("in 2026 ", ""),
            ("失败：Dec  1 ", "Dec  1 "),
            ("失败：2026年11月28日 ", "2026年11月28日 "),
            ("今日11月28日", "11月28日"),
            ("自2026年11月28日上午", "2026年11月28日上午"),
            ("2026/11/28 下午", "2026/11/28 下午"),
            ("生日", ""),
            ("the monitor ", ""),
        ] {
            assert_eq!(&text[before_its_day(text)..], day, "{text}");
        }
    }
}
