//! A line of a message, cut into what is compared: words, names, days, ports.

use super::names::{is_named, without_place};
use super::numbers::is_year;
use super::ports::{host_and_port, is_address, is_of_house};
use super::quotations::NAMED;
use super::shown::scripts;
use crate::text::is_cjk;

/// What stands for a word that is new each time: what chance made, a line, a time, a size.
pub(super) const PASSING: &str = "…";
/// Digits of a number that is no more than a count, a port or a code; longer ones are ids and times.
pub(super) const DIGITS: usize = 4;

/// A part of what stands between two blanks.
pub(super) enum Part<'t> {
    /// A path, an address, a name of code.
    Named(&'t str),
    /// The address of a machine, in numbers.
    Host(&'t str),
    /// The number of a port.
    Port(&'t str),
    /// A day, `2026-11-25`.
    Day(&'t str),
    /// Letters and digits, or one character of a script without blanks.
    Word(&'t str),
}

impl Part<'_> {
    /// Whether it is a number, be it that of a day or a port.
    pub(super) fn is_number(&self) -> bool {
        match self {
            Part::Port(_) | Part::Day(_) => true,
            Part::Word(word) => word.chars().all(is_of_number),
            Part::Named(_) | Part::Host(_) => false,
        }
    }
}

/// The parts of what stands between two blanks: of `retry_after=58`, of a key and its value.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    if text.contains("://") {
        return parts_of_side(text);
    }
    let mut key: Option<&str> = None;
    let of_side = |side| match (key.replace(side), number_of(side)) {
        (Some(_), Some(host)) if is_address(host) => vec![Part::Host(host)],
        (Some(key), Some(port)) if key.ends_with("port") => vec![Part::Port(port)],
        (Some(_), Some(_)) => vec![Part::Word(PASSING)],
        _ => parts_of_side(side),
    };
    text.split('=').flat_map(of_side).collect()
}

fn parts_of_side(text: &str) -> Vec<Part<'_>> {
    if is_counter(text) {
        return vec![Part::Word(PASSING)];
    }
    if text == NAMED {
        return vec![Part::Word(NAMED)];
    }
    if text.contains(PASSING) && !text.contains(is_cjk) {
        return vec![Part::Word(PASSING)];
    }
    if let Some((host, port)) = host_and_port(text) {
        let words = words(host).map(|part| match part {
            Part::Host(host) if !is_of_house(host) => Part::Word(PASSING),
            part => part,
        });
        return words.chain([Part::Port(port)]).collect();
    }
    if let Some(day) = day(text) {
        return vec![Part::Day(day)];
    }
    if is_moment(text) {
        return vec![Part::Word(PASSING)];
    }
    if let Some(month) = month(text) {
        return vec![Part::Word(month)];
    }
    if let Some(number) = number_of(text).filter(|number| !is_address(number)) {
        return vec![Part::Word(number)];
    }
    if is_named(text) && !text.contains(is_cjk) {
        return vec![Part::Named(text)];
    }
    words(without_place(text)).collect()
}

/// `2026-11-25`, `2026/11/25`, without marks around it.
fn day(text: &str) -> Option<&str> {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    let mut parts = text.split(['-', '/']);
    let is_day = parts.next().is_some_and(is_year)
        && parts.clone().count() == 2
        && parts.all(|part| (1..=2).contains(&part.len()) && part.parse::<u8>().is_ok());
    is_day.then_some(text)
}

/// `2026-11`, without marks around it.
fn month(text: &str) -> Option<&str> {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    let (year, month) = text.split_once(['-', '/'])?;
    let is_month = month.len() == 2 && month.parse().is_ok_and(|month| (1..=12).contains(&month));
    (is_year(year) && is_month).then_some(text)
}

/// `06:14:03,120`, `2026-11-25T06:14:03Z`.
fn is_moment(text: &str) -> bool {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    let is_of_one = |c: char| c.is_ascii_digit() || "-:/.,+TZ".contains(c);
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(is_of_one)
        && text.matches(['-', ':', '/']).count() >= 2
}

/// `x5`, `*17`, `[1201]`, `12:5`, `29#29:`, `(8241`, `E1126`: how often, which of many, where in a file, and what loggers
/// number.
fn is_counter(text: &str) -> bool {
    let are_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let bare = text.trim_end_matches([':', ')', ']', ',']);
    let bare = match bare.trim_start_matches(['(', '[']) {
        inside if inside.len() < bare.len() && are_digits(inside) => return true,
        inside => inside,
    };
    let count = bare.strip_prefix(['x', '*']).unwrap_or_default();
    let is_pair = bare
        .split_once(['#', ':'])
        .is_some_and(|(one, two)| are_digits(one) && are_digits(two));
    are_digits(count) || is_day_of_log(bare) || is_pair
}

/// `E1126`: how a logger marks what went wrong on that day.
pub(super) fn is_day_of_log(word: &str) -> bool {
    let digits = word.strip_prefix(['E', 'W', 'I', 'F']).unwrap_or_default();
    digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// `1,204` of `(1,204)`, `12.5s`, `95%`, `1.5S` of `PT1.5S`, `12kB` of `12kB/s`: a number with its marks and its unit.
fn number_of(text: &str) -> Option<&str> {
    let text = text.trim_matches(|c: char| !(c.is_alphanumeric() || c == '%'));
    let text = text.strip_prefix("PT").unwrap_or(text);
    let text = text.strip_suffix("/s").unwrap_or(text);
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let is_number =
        number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(is_of_number);
    is_number.then_some(text)
}

pub(super) fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | ',')
}

fn words(text: &str) -> impl Iterator<Item = Part<'_>> {
    let runs = runs(text).into_iter().flat_map(scripts);
    let words = runs.flat_map(|run| match run.contains(is_cjk) {
        true => run.split_inclusive(is_cjk).collect(),
        false => vec![run],
    });
    words.map(|word| match is_address(word) {
        true => Part::Host(word),
        false => Part::Word(word),
    })
}

/// What stands between marks; a point between digits is none: `等待30.1秒后超时`.
fn runs(text: &str) -> Vec<&str> {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let is_apart = |(at, mark): (usize, char)| {
        let (before, behind) = (text.get(..at)?, text.get(at + mark.len_utf8()..)?);
        let is_point =
            mark == '.' && is_digit(before.chars().next_back()) && is_digit(behind.chars().next());
        let is_of_word = mark.is_alphanumeric() || mark == '_' || mark == '…';
        (!is_of_word && !is_point).then_some((at, behind))
    };
    let mut runs = Vec::new();
    let mut start = 0;
    for (at, behind) in text.char_indices().filter_map(is_apart) {
        runs.extend(text.get(start..at));
        start = text.len() - behind.len();
    }
    runs.extend(text.get(start..));
    runs
}
