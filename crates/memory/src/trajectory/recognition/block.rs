//! The lines of an error's text that say what it is about: its message and what explains it.

/// Lines behind the message that are read.
const BEHIND: usize = 6;
/// Tests that are named.
const TESTS: usize = 4;
/// Characters of a line.
const LINE: usize = 240;

/// The line that tells an error, the lines behind it, and those that name a test that failed; none of the stack's, and
/// nothing of the code that is shown, which is another after each attempt.
pub(super) fn of(text: &str, message: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let at = lines.iter().rposition(|line| *line == message);
    let behind = at.map_or(lines.len(), |at| at + 1);
    let after = lines.get(behind..).unwrap_or_default();
    let explaining = after
        .iter()
        .enumerate()
        .filter(|(at, _)| !after.get(at + 1).is_some_and(|next| is_marking(next)))
        .filter_map(|(_, line)| said(line))
        .take(BEHIND);
    let before = lines.get(..behind.saturating_sub(1)).unwrap_or_default();
    let tests = before.iter().copied().filter(|line| names_a_test(line));
    let mut block = message.to_owned();
    for line in explaining.chain(tests.take(TESTS)) {
        block.push('\n');
        block.extend(line.chars().take(LINE));
    }
    block
}

/// What a line says, if it explains something.
fn said(line: &str) -> Option<&str> {
    const STACK: [&str; 5] = ["at ", "File \"", "in ", "--> ", "#"];
    let is_code = line
        .split_once('|')
        .is_some_and(|(number, _)| number.trim().bytes().all(|byte| byte.is_ascii_digit()));
    let said = if is_code {
        // `|     ^^^ expected `i32`, found `String``.
        line.rsplit_once('^')?.1
    } else {
        line
    };
    let is_of_stack = STACK.iter().any(|begin| said.starts_with(begin));
    let says = said.contains(char::is_alphabetic) && !is_of_stack && !is_marking(said);
    says.then(|| said.trim())
}

/// Whether a line only marks a place in the line above it.
fn is_marking(line: &str) -> bool {
    line.contains(['^', '~']) && line.chars().all(|c| " ^~-_|+".contains(c))
}

/// Whether a line names a test that failed.
fn names_a_test(line: &str) -> bool {
    const BEGINS: [&str; 6] = ["FAIL ", "FAIL: ", "FAILED ", "--- FAIL: ", "● ", "not ok "];
    BEGINS.iter().any(|begin| line.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(of(text, message), expected);
        }
    }
}
