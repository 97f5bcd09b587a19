//! Questions about a part of a text: its title stands in them in quotation marks.

use amb_memory::text::folded;

/// Quotation marks, opening and closing.
const MARKS: [(char, char); 7] = [
    ('“', '”'),
    ('"', '"'),
    ('„', '“'),
    ('«', '»'),
    ('「', '」'),
    ('『', '』'),
    ('《', '》'),
];

/// The texts that stand in quotation marks.
pub(crate) fn quoted_in(question: &str) -> Vec<&str> {
    let mut quoted = Vec::new();
    let mut rest = question;
    while let Some((start, opening)) = rest.char_indices().find(|(_, c)| opens(*c)) {
        let after = rest.get(start + opening.len_utf8()..).unwrap_or_default();
        let is_closing = |c: char| MARKS.contains(&(opening, c));
        let Some((text, behind)) = after.split_once(is_closing) else {
            rest = after;
            continue;
        };
        quoted.push(text.trim());
        rest = behind;
    }
    quoted.retain(|text| !text.is_empty());
    quoted
}

fn opens(c: char) -> bool {
    MARKS.iter().any(|(opening, _)| *opening == c)
}

/// Returns true if a question quotes this title.
pub(crate) fn names_title(question: &str, title: &str) -> bool {
    let plain = |text: &str| folded(text).to_lowercase();
    let title = plain(title);
    let mut quoted = quoted_in(question).into_iter();
    quoted.any(|text| plain(text) == title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_13_a_title_in_quotation_marks_names_its_part() {
        let asked = "What does it say about “The String Type” and \"Fees\"?";
        assert_eq!(quoted_in(asked), ["The String Type", "Fees"]);
        assert!(names_title(asked, "the string type") && names_title(asked, "Fees"));
        assert!(!names_title(asked, "String") && !names_title(asked, ""));
        assert!(names_title("关于《票价》是怎么说的？", "票价"));
        for none in ["", "“", "a “b", "5\" pipe", "“”", "What are the fees?"] {
            assert!(quoted_in(none).is_empty(), "{none}");
        }
    }
}
