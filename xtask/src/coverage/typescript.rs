//! Tests in TypeScript and JavaScript: calls of `test` or `it` whose first argument is a title.

use super::ids_in;
use super::rust::NamingTest;

/// Returns the tests of `source` whose title, or the comment lines directly above the call, hold an id. Skipped tests
/// (`test.skip`) and tests marked as failing are left out.
pub fn tests_in(source: &str) -> Vec<NamingTest> {
    ["test", "it"]
        .into_iter()
        .flat_map(|function| calls_of(function, source))
        .filter_map(|(start, arguments)| {
            let name = title(arguments)?.to_owned();
            let mut ids = ids_in(comment_above(source, start));
            ids.extend(ids_in(&name));
            (!ids.is_empty()).then_some(NamingTest { name, ids })
        })
        .collect()
}

/// Returns the starts of `function(` as a whole word, and the text after each parenthesis.
fn calls_of<'a>(function: &str, source: &'a str) -> Vec<(usize, &'a str)> {
    let call = format!("{function}(");
    source
        .match_indices(&call)
        .filter(|(start, _)| {
            let before = source.get(..*start).and_then(|it| it.chars().next_back());
            let is_whole =
                before.is_none_or(|it| !(it.is_alphanumeric() || "_$.'\"`/".contains(it)));
            is_whole && !is_commented_out(source, *start)
        })
        .filter_map(|(start, call)| Some((start, source.get(start + call.len()..)?)))
        .collect()
}

fn is_commented_out(source: &str, start: usize) -> bool {
    let before = source.get(..start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
    line.starts_with("//") || line.starts_with('*')
}

/// The string literal with which `arguments` begin.
fn title(arguments: &str) -> Option<&str> {
    let arguments = arguments.trim_start();
    let quote = arguments.chars().next().filter(|it| "'\"`".contains(*it))?;
    arguments.get(1..)?.split(quote).next()
}

/// Returns the comment lines that end directly above the line of `start`.
fn comment_above(source: &str, start: usize) -> &str {
    let before = source.get(..start).unwrap_or_default();
    let end = before.rfind('\n').map_or(0, |newline| newline + 1);
    let mut begin = end;
    while let Some(above) = before.get(..begin.saturating_sub(1)) {
        let line_begin = above.rfind('\n').map_or(0, |newline| newline + 1);
        let line = above.get(line_begin..).unwrap_or_default().trim_start();
        let is_comment = ["//", "*", "/*"].iter().any(|it| line.starts_with(it));
        if begin == 0 || !is_comment {
            break;
        }
        begin = line_begin;
    }
    before.get(begin..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::tests_in;

    fn found(source: &str) -> Vec<String> {
        let tests = tests_in(source);
        tests.into_iter().flat_map(|it| it.ids).collect()
    }

    #[test]
    fn an_id_in_the_title_or_the_comment_counts() {
        assert_eq!(
            found("test('the page answers (PL-05)', async () => {})"),
            ["PL-05"]
        );
        assert_eq!(found("  it(\n  \"PL-06: asks\",\n  () => {})"), ["PL-06"]);
        let source = "x();\n// BX-02, and\n// MB-24\ntest(`resumes`, () => {})";
        assert_eq!(found(source), ["BX-02", "MB-24"]);
    }

    #[test]
    fn what_is_no_running_test_does_not_count() {
        for source in [
            "test.skip('PL-05', () => {})",
            "exit('PL-05')",
            "pattern.test('PL-05')",
            "test(title('PL-05'))",
            "// PL-05\n\ntest('page', () => {})",
            "// test('PL-05', () => {})",
        ] {
            assert!(found(source).is_empty(), "{source}");
        }
    }
}
