//! Lines of an error's text that show where it came from, and say nothing of what it is: frames of a stack, code and its
//! marks.

/// The lines that are no part of a stack and of no code that is shown.
pub(super) fn lines_apart(text: &str) -> impl Iterator<Item = &str> {
    let lines: Vec<&str> = text.lines().collect();
    let mut apart = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        let shows_what_follows = lines.get(at + 1).is_some_and(|next| is_marking(next));
        let is_above_code =
            is_place(line) && lines.get(at + 2).is_some_and(|mark| is_marking(mark));
        if !(is_frame(line) || is_marking(line) || shows_what_follows || is_above_code) {
            apart.push(*line);
        }
    }
    apart.into_iter()
}

/// Whether a line is a frame of a stack as JavaScript, Java and .NET write it: `at f (a.js:3:5)`.
fn is_frame(line: &str) -> bool {
    let ends_in_a_place = |frame: &str| frame.ends_with(|c: char| c == ')' || c.is_ascii_digit());
    let frame = line.trim().strip_prefix("at ");
    frame.is_some_and(ends_in_a_place)
}

/// Whether a line only marks a place in the line above it.
pub(super) fn is_marking(line: &str) -> bool {
    line.contains(['^', '~']) && line.chars().all(|c| " ^~-_|+".contains(c))
}

/// Whether a line is a place alone, as Node writes it above the code that threw: `/data/a.js:12`.
fn is_place(line: &str) -> bool {
    let place = line.trim().rsplit_once(':');
    place.is_some_and(|(path, number)| {
        !path.contains(char::is_whitespace) && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_06_what_shows_where_an_error_came_from_says_nothing_of_it() {
        for (text, expected) in [
            (
                "node:assert:126\n  throw new AssertionError(obj);\n  ^\n\nError: no\n    at f (a.js:3:5)\n  code: 3",
                vec!["", "Error: no", "  code: 3"],
            ),
            (
                "at least one field is missing",
                vec!["at least one field is missing"],
            ),
            (
                "a.ts:3: no\n\nTypeError: x",
                vec!["a.ts:3: no", "", "TypeError: x"],
            ),
        ] {
            assert_eq!(lines_apart(text).collect::<Vec<_>>(), expected);
        }
    }
}
