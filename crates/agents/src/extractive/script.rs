//! Which script a character is of, as far as extraction cares.

/// Returns true if `c` is a Han ideograph, Kana or Hangul, which are written without blanks between words.
pub(super) fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// Length of a text as a reader feels it: a CJK character says about as much as three letters.
pub(super) fn weight(text: &str) -> usize {
    text.chars().map(|c| if is_cjk(c) { 3 } else { 1 }).sum()
}

/// `text` with every run of blanks as one space, cut to `limit` characters of [`weight`] at the end
/// of a word, with an ellipsis where something was cut.
pub(super) fn shortened(text: &str, limit: usize) -> String {
    let line = one_line(text);
    if weight(&line) <= limit {
        return line;
    }
    let mut used = 1;
    let mut end = 0;
    let mut word_end = 0;
    for (at, c) in line.char_indices() {
        used += if is_cjk(c) { 3 } else { 1 };
        if used > limit {
            break;
        }
        if c.is_whitespace() {
            word_end = at;
        }
        end = at + c.len_utf8();
        if is_cjk(c) {
            word_end = end;
        }
    }
    let end = if 2 * word_end > end { word_end } else { end };
    format!("{}…", line.get(..end).unwrap_or_default().trim_end())
}

/// `text` on one line: every run of blanks becomes a space, or nothing between two CJK characters,
/// where a line end is only a wrap.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let wrapped = |c: char| is_cjk(c) || "，。；：！？、（）《》“”".contains(c);
        let joins = line.chars().next_back().is_some_and(wrapped)
            && word.chars().next().is_some_and(wrapped);
        if !line.is_empty() && !joins {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_at_a_word() {
        assert_eq!(shortened("alpha beta gamma", 12), "alpha beta…");
        assert_eq!(shortened("alpha", 12), "alpha");
        assert_eq!(shortened("", 12), "");
    }

    #[test]
    fn a_long_chinese_line_is_cut_at_a_character() {
        assert_eq!(shortened("量子计算机的纠错", 13), "量子计算…");
    }

    #[test]
    fn a_wrap_between_chinese_characters_is_no_blank() {
        assert_eq!(one_line("量子\n计算 with\nRust"), "量子计算 with Rust");
    }
}
