//! What a text says in quotation marks.

/// What stands in quotation marks, and what stands besides; 《》 stand around titles. A mark within a word is an
/// apostrophe.
pub(crate) fn quotations(text: &str) -> (Vec<&str>, String) {
    const MARKS: [(char, char); 8] = [
        ('“', '”'),
        ('‘', '’'),
        ('「', '」'),
        ('『', '』'),
        ('"', '"'),
        ('\'', '\''),
        ('`', '`'),
        ('«', '»'),
    ];
    const APOSTROPHES: [char; 2] = ['’', '\''];
    let begins_in_word = |text: &str| text.starts_with(char::is_alphanumeric);
    let ends_in_word =
        |text: Option<&str>| text.is_some_and(|it| it.ends_with(char::is_alphanumeric));
    let (mut found, mut besides) = (Vec::new(), String::new());
    let mut rest = text;
    while let Some((at, open)) = rest
        .char_indices()
        .find(|(_, c)| MARKS.iter().any(|(open, _)| open == c))
    {
        let close = MARKS.iter().find(|(mark, _)| *mark == open);
        let inner = rest.get(at + open.len_utf8()..).unwrap_or_default();
        let closed = close.and_then(|(_, close)| {
            let mut ends = inner.match_indices(*close).map(|(end, mark)| {
                let after = inner.get(end + mark.len()..).unwrap_or_default();
                (inner.get(..end).unwrap_or_default(), after)
            });
            ends.find(|(_, after)| !APOSTROPHES.contains(close) || !begins_in_word(after))
        });
        let is_in_word = APOSTROPHES.contains(&open) && ends_in_word(rest.get(..at));
        besides.push_str(rest.get(..at).unwrap_or_default());
        besides.push(' ');
        match closed.filter(|_| !is_in_word) {
            Some((quoted, after)) => {
                found.push(quoted.trim());
                rest = after;
            }
            None => rest = inner,
        }
    }
    besides.push_str(rest);
    (found, besides)
}

/// The sides that a description of a conflict quotes, line by line. Where it is in this engine's own words they are quoted whole,
/// with the quotation marks in them.
pub(crate) fn sides(description: &str) -> Vec<Vec<&str>> {
    const WORDS: [(&str, &str); 2] = [("” stands against “", "”"), ("”与“", "”相矛盾")];
    let of_line = |line| {
        let mut forms = WORDS.iter();
        let own = forms.find_map(|(between, end)| {
            let told = str::strip_prefix(line, '“')?.strip_suffix(end)?;
            told.split_once(between)
        });
        own.map_or_else(|| quotations(line).0, |(left, right)| vec![left, right])
    };
    description.lines().map(of_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_what_is_quoted_stands_between_marks_of_one_kind() {
        for (text, expected) in [
            ("“A b.” stands against “C”", &["A b.", "C"][..]),
            ("“甲。”与「乙」相矛盾", &["甲。", "乙"]),
            ("'It isn't so' against \"it is\"", &["It isn't so", "it is"]),
            ("the users' word isn't one", &[]),
            ("“never closed", &[]),
        ] {
            assert_eq!(quotations(text).0, expected, "{text}");
        }
        assert_eq!(quotations("one “a” and “b” here").1, "one   and   here");
    }
}
