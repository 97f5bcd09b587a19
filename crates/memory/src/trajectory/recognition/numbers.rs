//! Which numbers of a name are part of it, and which are new each time (decision 15). A year, a day, the number of a file
//! or of a catalogue tells; an id, a count of what passes, and a number alone do not.

use std::ops::RangeInclusive;

/// What is started again and again: the number of one is another's the next time.
pub(super) const PASSING: [&str; 28] = [
    "attempt",
    "batch",
    "build",
    "cell",
    "container",
    "goroutine",
    "iteration",
    "job",
    "pid",
    "pipeline",
    "pod",
    "process",
    "req",
    "request",
    "retry",
    "run",
    "script",
    "session",
    "step",
    "task",
    "temp",
    "thread",
    "tmp",
    "transaction",
    "try",
    "turn",
    "worker",
    "workflow",
];
/// Digits of a number that is part of a name, if it is its only one.
const ONLY: usize = 3;
/// Those behind `_`, as in names of code.
const IN_CODE: usize = 4;
/// Those of a file's number.
const OF_FILE: usize = 4;

/// Digits of a name, in lower case, that may be an id's.
pub(super) fn untold_digits(name: &str) -> usize {
    let numbers: Vec<&str> = numbers(name).collect();
    let passes = is_of_what_passes(name) || is_there_for_a_while(name);
    let longest = told_length(name, &numbers);
    let is_told = |number: &str| {
        number.len() <= longest
            || is_year(number)
            || is_day(number)
            || is_file(name) && is_month(number)
    };
    let untold = numbers.iter().filter(|number| passes || !is_told(number));
    untold.map(|number| number.len()).sum()
}

/// How long a number of this name may be and tell.
fn told_length(name: &str, numbers: &[&str]) -> usize {
    if is_file(name) {
        return OF_FILE;
    }
    match *numbers {
        [number] if name.contains(&format!("_{number}")) => IN_CODE,
        [_] => ONLY,
        // `2019-01-31`, and no more: a time has more numbers.
        _ if numbers.len() <= 3 && numbers.iter().any(|number| is_year(number)) => 2,
        _ => 0,
    }
}

fn numbers(name: &str) -> impl Iterator<Item = &str> {
    let numbers = name.split(|c: char| !c.is_ascii_digit());
    numbers.filter(|number| !number.is_empty())
}

/// Whether a name, in lower case, begins with a word for what is started again and again: `task-12`, `attempt_b.py`.
pub(super) fn is_of_what_passes(name: &str) -> bool {
    let word = name.split(|c: char| !c.is_alphabetic()).next();
    word.is_some_and(|word| word.len() < name.len() && PASSING.contains(&word))
}

/// Whether a file is one that is there while something runs; the log of a day is there to be read.
fn is_there_for_a_while(name: &str) -> bool {
    const ENDINGS: [&str; 4] = [".lock", ".pid", ".sock", ".tmp"];
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Whether a name ends as that of a file whose numbers are its own; logs are numbered as they come.
fn is_file(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| {
        (1..=5).contains(&end.len())
            && end.starts_with(|c: char| c.is_ascii_alphabetic())
            && end.chars().all(|c| c.is_ascii_alphanumeric())
            && end != "log"
    })
}

/// Whether a text is an entry of a catalogue: capitals and a number, `RFC 7231`, `TC-101`, `CVE-2021-44228`.
pub(super) fn is_catalogued(text: &str) -> bool {
    let end = text.find(|c: char| !c.is_ascii_uppercase());
    let Some((capitals, number)) = end.and_then(|end| text.split_at_checked(end)) else {
        return false;
    };
    let Some(number) = number.strip_prefix(['-', ' ']) else {
        return false;
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (2..=8).contains(&capitals.len())
        && number.split(['-', '.']).all(is_number)
        && !PASSING.contains(&capitals.to_lowercase().as_str())
}

/// Whether a number is a year, most likely.
pub(super) fn is_year(number: &str) -> bool {
    number.len() == 4 && is_within(number, 1500..=2100)
}

/// Whether a number is a day, such as 20190131.
fn is_day(number: &str) -> bool {
    number.len() == 8
        && number.get(..6).is_some_and(is_month)
        && number.get(6..).is_some_and(|day| is_within(day, 1..=31))
}

/// Whether a number is a month, such as 201901.
fn is_month(number: &str) -> bool {
    number.len() == 6
        && number.get(..4).is_some_and(is_year)
        && number
            .get(4..)
            .is_some_and(|month| is_within(month, 1..=12))
}

fn is_within(number: &str, range: RangeInclusive<u32>) -> bool {
    number.parse().is_ok_and(|number| range.contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_06_numbers_that_tell_and_numbers_that_pass() {
        for (name, untold) in [
            ("report_2019.pdf", 0),
            ("2019-01-31", 0),
            ("2019/01/31", 0),
            ("201901.csv", 0),
            ("201901", 6),
            ("part-001.csv", 0),
            ("user_1041", 0),
            ("user-1041", 4),
            ("web-101", 0),
            ("web-7d9f8c-x2k4p", 5),
            ("step_3", 1),
            ("task-2001", 4),
            ("build-20260101.lock", 8),
            ("app-2019-01-31.log", 0),
            ("app-1041.log", 4),
            ("2026-11-26t10:00:01", 10),
        ] {
            assert_eq!(untold_digits(name), untold, "{name}");
        }
    }

    #[test]
    fn cg_06_entries_of_catalogues() {
        for name in [
            "RFC 7231",
            "ISO 9001",
            "TC-101",
            "CVE-2021-44228",
            "DIN-5008.2",
        ] {
            assert!(is_catalogued(name), "{name}");
        }
        for name in [
            "A-1", "REQ-104", "Web-104", "RFC", "RFC-", "RFC 7x", "E0308", "甲-1", "",
        ] {
            assert!(!is_catalogued(name), "{name}");
        }
    }
}
