//! The lines of an error's text that say what it is about: its message and what explains it.

use std::borrow::Cow;

use super::error_type::tells_an_error;
use super::stack::is_marking;

/// Lines behind the message that are read.
const BEHIND: usize = 10;
/// Tests that are named.
const TESTS: usize = 4;
/// Characters of a line.
const LINE: usize = 240;

/// The line that tells an error; below it the lines right behind it, and those that name a test that failed. None of the
/// stack's, and nothing of the code that is shown, which is another after each attempt.
pub(super) fn of(text: &str, message: &str, error_type: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let at = lines.iter().rposition(|line| *line == message);
    let behind = lines
        .get(at.map_or(lines.len(), |at| at + 1)..)
        .unwrap_or_default();
    let explaining = explaining(behind, blanks_within(message, error_type, behind));
    let tests = tests_named(&lines).into_iter();
    let tests = tests.filter(|line| *line != message).take(TESTS);
    let mut block = message.to_owned();
    let mut seen: Vec<&str> = Vec::new();
    for line in explaining.into_iter().chain(tests) {
        if !seen.contains(&line) {
            block.push('\n');
            block.extend(line.chars().take(LINE));
            seen.push(line);
        }
    }
    block
}

/// Blank lines that end nothing of what explains an error: above a response's body, what Playwright waited for, the cause as
/// Rust programs tell it, and what a head announces. Below a type alone stands where it happened, then what was wrong.
fn blanks_within(message: &str, error_type: &str, behind: &[&str]) -> usize {
    let is_word = message.is_ascii() && !message.contains(' ');
    let is_caused = behind
        .get(1)
        .is_some_and(|line| line.starts_with("Caused by:"));
    match message.strip_suffix(':') {
        Some(named) if named == error_type => 2,
        Some(_) => 1,
        None => usize::from(
            is_word
                || is_caused
                || error_type.starts_with("HTTP")
                || message.contains("expect(locator)"),
        ),
    }
}

/// What the lines behind a message say, until a blank one ends it that is not within it; blanks behind a head end nothing. Of
/// warnings nothing, up to the next line that tells an error.
fn explaining<'l>(behind: &[&'l str], mut blanks_left: usize) -> Vec<&'l str> {
    let mut said_so_far: Vec<&str> = Vec::new();
    let (mut warns, mut is_below_a_head) = (false, false);
    for (at, line) in behind.iter().enumerate() {
        warns = !tells_an_error(line) && (warns || line.to_lowercase().contains("warning"));
        let ends = line.is_empty() && !is_below_a_head;
        if said_so_far.len() == BEHIND || ends && blanks_left == 0 {
            break;
        }
        blanks_left -= usize::from(ends);
        is_below_a_head = is_head(line) || line.is_empty() && is_below_a_head;
        let is_above_a_mark = behind.get(at + 1).is_some_and(|next| is_marking(next));
        said_so_far.extend(said(line).filter(|_| !warns && !is_above_a_mark));
    }
    said_so_far
}

/// Whether a line announces what stands below it: it ends in a colon, or underlines the line above.
fn is_head(line: &str) -> bool {
    const SHORTEST: usize = 3;
    let is_rule = line.len() >= SHORTEST && line.bytes().all(|byte| matches!(byte, b'*' | b'='));
    line.ends_with(':') || is_rule
}

/// What a line says, if it explains something.
fn said(line: &str) -> Option<&str> {
    const SHOWN: [&str; 8] = ["at ", "File \"", "in ", "--> ", "#", "❯ ", "→ ", "help:"];
    let is_number = |text: &str| text.trim().bytes().all(|byte| byte.is_ascii_digit());
    let begins_a_sentence = |text: &str| text.starts_with(char::is_uppercase);
    // `12 total = name;` shows code, `3 passed` counts.
    let first = line.split(' ').next().unwrap_or_default();
    if !first.is_empty() && is_number(first) && !line.contains(['|', '│']) {
        return None;
    }
    // `> let a` shows code, "> Could not resolve" tells.
    if line
        .strip_prefix("> ")
        .is_some_and(|shown| !begins_a_sentence(shown))
    {
        return None;
    }
    let boxed = line
        .strip_prefix("│ ")
        .filter(|told| begins_a_sentence(told));
    let mut barred = line.split_once(['|', '│']).into_iter();
    let is_code = barred.any(|(number, _)| is_number(number));
    let said = match boxed {
        Some(told) => told,
        // `|     ^^^ expected `i32`, found `String``.
        None if is_code => line.rsplit_once('^')?.1.trim(),
        None => line,
    };
    // What a validator was given is the agent's own.
    let said = said.split(" [type=").next().unwrap_or_default();
    // "_main in main-3f2a1b.o": of what was compiled, another each time.
    // `in "config/price.yaml", line 12`: where YAML is wrong.
    let is_shown = said.ends_with(".o")
        || SHOWN.iter().any(|begin| said.starts_with(begin)) && !said.starts_with("in \"");
    let says = said.contains(char::is_alphabetic) && !is_shown && !is_marking(said);
    says.then(|| said.trim())
}

/// The lines that name a test that failed. Of a group, as Mocha numbers it, the test's name stands a line or two below.
fn tests_named<'l>(lines: &[&'l str]) -> Vec<&'l str> {
    let mut named = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if names_a_test(line) {
            named.push(*line);
        }
        if is_numbered(line) {
            named.extend(own_name(lines.get(at + 1..).unwrap_or_default()));
        }
    }
    named
}

/// The name of the test itself, below its group's: it ends in a colon.
fn own_name<'l>(below: &[&'l str]) -> Option<&'l str> {
    const BELOW: usize = 3;
    let near = below.iter().copied().take(BELOW);
    let mut unbroken = near.take_while(|line| !line.is_empty());
    unbroken.find(|line| line.ends_with(':'))
}

/// Whether a line names a test that failed.
fn names_a_test(line: &str) -> bool {
    const BEGINS: [&str; 14] = [
        "FAIL ",
        "FAIL: ",
        "FAILED ",
        "--- FAIL: ",
        "ERROR: test",
        "ERROR test",
        "● ",
        "not ok ",
        "(fail) ",
        "✖ ",
        "✕ ",
        "✗ ",
        "✘ ",
        "× ",
    ];
    // "test tests::adds ... FAILED", "CartTest > adds() FAILED", "1 - Cart.add (Failed)", "CartTest.adds -- Time elapsed: 0.3 s <<< FAILURE!".
    const ENDS: [&str; 4] = [" FAILED", "(Failed)", "<<< FAILURE!", "<<< ERROR!"];
    // "CartTest#test_add [test/cart_test.rb:12]:".
    const WITHIN: &str = "#test_";
    // "adds => ./cart_test.ts:12:5".
    let is_placed = line
        .split_once(" => ")
        .is_some_and(|(_, place)| place.starts_with(['.', 'f']) && place.contains("test"));
    // "Failed CartTests.Adds [12 ms]".
    let is_timed = line.starts_with("Failed ") && line.ends_with("s]");
    // "____ test_add ____".
    let is_underlined =
        line.starts_with("__") && line.ends_with("__") && line.contains(char::is_alphabetic);
    is_numbered(line)
        || is_placed
        || is_timed
        || is_underlined
        || line.contains(WITHIN)
        || ENDS.iter().any(|end| line.ends_with(end))
        || BEGINS.iter().any(|begin| line.starts_with(begin))
}

/// "2) Cart adds", as RSpec, PHPUnit and Mocha number what failed.
fn is_numbered(line: &str) -> bool {
    line.split_once(") ").is_some_and(|(number, _)| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// What an application reports of its failure, without what it logged before: Spring draws it under a banner.
pub(super) fn report_in(text: &str) -> &str {
    const BANNER: &str = "APPLICATION FAILED TO START";
    let report = text.find(BANNER).and_then(|at| text.get(at..));
    report.unwrap_or(text)
}

/// A text without the colours of a terminal.
pub(super) fn without_colours(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{1B}') {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split('\u{1B}');
    let first = parts.next().unwrap_or_default().to_owned();
    let plain = parts.fold(first, |plain, part| {
        let codes = part.strip_prefix('[');
        let end = codes.and_then(|codes| codes.find(|c: char| c.is_ascii_alphabetic()));
        let rest = codes.zip(end).and_then(|(codes, end)| codes.get(end + 1..));
        plain + rest.unwrap_or(part)
    });
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_06_colours_are_no_words() {
        assert_eq!(without_colours("\u{1B}[1;31merror\u{1B}[0m: x"), "error: x");
        assert_eq!(without_colours("a\u{1B}b\u{1B}[12"), "ab[12");
    }

    #[test]
    fn cg_06_what_explains_an_error_stands_behind_its_message() {
        for (text, message, expected) in [
            (
                "HTTP 400 Bad Request\n\n{\"error\":\"no limit\"}",
                "HTTP 400 Bad Request",
                "HTTP 400 Bad Request\n{\"error\":\"no limit\"}",
            ),
            (
                "error[E0308]: mismatched types\n --> src/a.rs:3:5\n  |\n3 | let a = b;\n  |         ^ expected `i32`",
                "error[E0308]: mismatched types",
                "error[E0308]: mismatched types\nexpected `i32`",
            ),
            (
                "A.java:9: error: cannot find symbol\n  price + 1;\n  ^\n  symbol: variable price",
                "A.java:9: error: cannot find symbol",
                "A.java:9: error: cannot find symbol\nsymbol: variable price",
            ),
            (
                "FAIL a.test.ts\n● List › sorts\nTypeError: no map\nat f (a.ts:3:5)",
                "TypeError: no map",
                "TypeError: no map\nFAIL a.test.ts\n● List › sorts",
            ),
        ] {
            assert_eq!(of(text, message, message), expected);
        }
    }
}
