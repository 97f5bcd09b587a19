//! Phrases of time in Chinese.

use super::calendar::{Clock, Unit};
use super::numbers::{Count, chinese as number};
use super::time_expression::Found;
use super::time_range::TimeRange;

/// How many bytes a phrase takes, and the range it means.
type Read = Option<(usize, TimeRange)>;

/// The phrases of time in a text.
pub(super) fn find(text: &str, clock: &Clock) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some(first) = rest.chars().next() else {
            break;
        };
        let Some((length, range, is_vague)) = meaning(rest, clock) else {
            at += first.len_utf8();
            // The digits of a longer number are no numbers of their own.
            while first.is_ascii_digit() && text.as_bytes().get(at).is_some_and(u8::is_ascii_digit)
            {
                at += 1;
            }
            continue;
        };
        found.push(Found {
            start: at,
            end: at + length,
            range,
            is_vague,
        });
        at += length;
    }
    found
}

fn meaning(text: &str, clock: &Clock) -> Option<(usize, TimeRange, bool)> {
    if text
        .bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii() && !byte.is_ascii_digit())
    {
        return None;
    }
    let exact = rolling(text, clock)
        .or_else(|| ago(text, clock))
        .or_else(|| day(text, clock))
        .or_else(|| week(text, clock))
        .or_else(|| month_or_year(text, clock))
        .or_else(|| date(text, clock));
    if let Some((length, range)) = exact {
        return Some((length, range, false));
    }
    vague(text, clock).map(|(length, range)| (length, range, true))
}

/// The first of the words that a text begins with, as bytes and what belongs to it.
fn beginning<T: Copy>(text: &str, words: &[(&str, T)]) -> Option<(usize, T)> {
    words
        .iter()
        .find(|(word, _)| text.starts_with(word))
        .map(|(word, what)| (word.len(), *what))
}

/// 昨天, 前天, 今天早上, 昨晚.
fn day(text: &str, clock: &Clock) -> Read {
    const DAYS: &[(&str, i64)] = &[
        ("大前天", 3),
        ("前天", 2),
        ("昨天", 1),
        ("昨日", 1),
        ("今天", 0),
        ("今日", 0),
    ];
    const PARTS: &[(&str, (i64, i64, i64))] = &[
        ("昨晚", (1, 18, 30)),
        ("昨夜", (1, 18, 30)),
        ("今早", (0, 0, 12)),
        ("今晨", (0, 0, 12)),
        ("今晚", (0, 18, 24)),
    ];
    const HOURS: &[(&str, (i64, i64))] = &[
        ("早上", (0, 12)),
        ("上午", (0, 12)),
        ("中午", (11, 14)),
        ("下午", (12, 18)),
        ("晚上", (18, 24)),
    ];
    let today = clock.today();
    if let Some((length, (back, from, until))) = beginning(text, PARTS) {
        return Some((length, clock.hours(today - back, from, until)));
    }
    let (length, back) = beginning(text, DAYS)?;
    let part = text.get(length..).and_then(|rest| beginning(rest, HOURS));
    Some(match part {
        Some((more, (from, until))) => (length + more, clock.hours(today - back, from, until)),
        None => (length, clock.days(today - back, today - back + 1)),
    })
}

/// 三天前, 两周前, 几个月前, 5分钟以前.
fn ago(text: &str, clock: &Clock) -> Read {
    let (length, count) = count(text)?;
    let rest = text.get(length..)?;
    let (more, unit) = unit(rest)?;
    let (last, ()) = beginning(rest.get(more..)?, &[("以前", ()), ("之前", ()), ("前", ())])?;
    let (least, most) = count.bounds();
    let range = clock.unit_back(unit, most)?;
    Some((
        length + more + last,
        range.hull(clock.unit_back(unit, least)?),
    ))
}

/// 最近三天, 过去两周, 近5个月, 这几天.
fn rolling(text: &str, clock: &Clock) -> Read {
    const BEGINNINGS: &[(&str, ())] = &[("最近", ()), ("过去", ()), ("近", ()), ("这", ())];
    let (length, ()) = beginning(text, BEGINNINGS)?;
    let rest = text.get(length..)?;
    let (more, count) = count(rest)?;
    let (last, unit) = unit(rest.get(more..)?)?;
    let (_, most) = count.bounds();
    Some((length + more + last, clock.last(unit, most)?))
}

fn count(text: &str) -> Option<(usize, Count)> {
    if let Some((length, ())) = beginning(text, &[("好几", ()), ("几", ()), ("数", ())]) {
        return Some((length, Count::Few));
    }
    number(text).map(|(count, length)| (length, Count::Exactly(count)))
}

fn unit(text: &str) -> Option<(usize, Unit)> {
    const UNITS: &[(&str, Unit)] = &[
        ("分钟", Unit::Minute),
        ("个小时", Unit::Hour),
        ("小时", Unit::Hour),
        ("个钟头", Unit::Hour),
        ("天", Unit::Day),
        ("日", Unit::Day),
        ("个星期", Unit::Week),
        ("个礼拜", Unit::Week),
        ("星期", Unit::Week),
        ("周", Unit::Week),
        ("个月", Unit::Month),
        ("年", Unit::Year),
    ];
    beginning(text, UNITS)
}

/// 上周, 这个星期, 上周三, 星期五.
fn week(text: &str, clock: &Clock) -> Read {
    const BACK: &[(&str, i64)] = &[
        ("上上个", 2),
        ("上上", 2),
        ("上一", 1),
        ("上个", 1),
        ("上", 1),
        ("这个", 0),
        ("这", 0),
        ("本", 0),
    ];
    const NAMES: &[(&str, ())] = &[("星期", ()), ("礼拜", ()), ("周", ())];
    let back = beginning(text, BACK);
    let before = back.map_or(0, |(length, _)| length);
    let (name, ()) = beginning(text.get(before..)?, NAMES)?;
    let weekday = text.get(before + name..).and_then(weekday);
    match (back, weekday) {
        (Some((_, back)), Some((day, length))) => {
            Some((before + name + length, clock.weekday_of_week(day, back)))
        }
        (Some((_, back)), None) => Some((before + name, clock.unit_back(Unit::Week, back)?)),
        (None, Some((day, length))) => Some((name + length, clock.latest_weekday(day, false))),
        (None, None) => None,
    }
}

fn weekday(text: &str) -> Option<(i64, usize)> {
    let c = text.chars().next()?;
    let day = match c {
        '一' => 0,
        '二' => 1,
        '三' => 2,
        '四' => 3,
        '五' => 4,
        '六' => 5,
        '日' | '天' | '末' => 6,
        _ => return None,
    };
    Some((day, c.len_utf8()))
}

/// 上个月, 本月, 去年, 去年五月, 前年.
fn month_or_year(text: &str, clock: &Clock) -> Read {
    const MONTHS: &[(&str, i64)] = &[
        ("上上个月", 2),
        ("上个月", 1),
        ("上月", 1),
        ("这个月", 0),
        ("本月", 0),
    ];
    const YEARS: &[(&str, i64)] = &[("前年", 2), ("去年", 1), ("今年", 0), ("本年", 0)];
    if let Some((length, back)) = beginning(text, MONTHS) {
        return Some((length, clock.unit_back(Unit::Month, back)?));
    }
    let (length, back) = beginning(text, YEARS)?;
    in_year(text, length, clock.this_year() - back, clock)
}

/// 2026年, 2026年5月3日, 五月, 5月3号.
fn date(text: &str, clock: &Clock) -> Read {
    let (value, length) = number(text)?;
    let rest = text.get(length..)?;
    if rest.starts_with('年') && (1900..=2200).contains(&value) {
        return in_year(text, length + '年'.len_utf8(), value, clock);
    }
    month_of(text, None, clock)
}

/// A year, and the month and day that may follow it.
fn in_year(text: &str, length: usize, year: i64, clock: &Clock) -> Read {
    let rest = text.get(length..).unwrap_or_default();
    let rest = rest.strip_prefix('的').unwrap_or(rest);
    let skipped = text.len() - rest.len();
    match month_of(rest, Some(year), clock) {
        Some((more, range)) => Some((skipped + more, range)),
        None => Some((length, clock.year(year)?)),
    }
}

/// A month, and the day that may follow it; the latest that has begun where no year is named.
fn month_of(text: &str, year: Option<i64>, clock: &Clock) -> Read {
    let (month, digits) = number(text)?;
    let rest = text.get(digits..)?.strip_prefix('月')?;
    let length = digits + '月'.len_utf8();
    let day = number(rest).and_then(|(day, digits)| {
        let (mark, ()) = beginning(rest.get(digits..)?, &[("日", ()), ("号", ())])?;
        Some((day, digits + mark))
    });
    let year = |day| year.unwrap_or_else(|| clock.latest_year(month, day));
    match day {
        Some((day, more)) => Some((length + more, clock.date(year(day), month, day)?)),
        None => Some((length, clock.month(year(1), month)?)),
    }
}

/// 最近, 近来, 前几天, 刚才.
fn vague(text: &str, clock: &Clock) -> Read {
    const WORDS: &[(&str, Unit)] = &[
        ("最近", Unit::Week),
        ("近来", Unit::Week),
        ("近期", Unit::Week),
        ("前几天", Unit::Week),
        ("前些天", Unit::Week),
        ("这些天", Unit::Week),
        ("刚才", Unit::Hour),
        ("刚刚", Unit::Hour),
    ];
    let (length, unit) = beginning(text, WORDS)?;
    Some((length, clock.last(unit, 1)?))
}
