//! The numbers manuals put before their headings.

/// A heading's number, read off the start of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbering {
    /// Depth in the hierarchy: 0 a part, 1 a chapter or "1.", 2 "1.2.", and so on.
    pub rank: u8,
    /// True if a word marks it as a heading ("Chapter", "第 1 章"), not the number alone.
    pub worded: bool,
    /// Bytes of the line before the title.
    pub len: usize,
}

/// The numbering at the start of `line` (without indentation), if it has one.
pub(super) fn numbering(line: &str) -> Option<Numbering> {
    worded(line)
        .or_else(|| chinese_chapter(line))
        .or_else(|| decimal(line))
}

/// "Chapter 3. Title", "Part IV", "Appendix A. Title", "Section 2.1 Title".
fn worded(line: &str) -> Option<Numbering> {
    const WORDS: [(&str, u8); 4] = [("Part", 0), ("Chapter", 1), ("Appendix", 1), ("Section", 2)];
    let (word, rank) = WORDS
        .into_iter()
        .find(|(word, _)| starts_with_word(line, word))?;
    let after_word = line.get(word.len()..)?.strip_prefix([' ', '\u{A0}'])?;
    let number = after_word.split([' ', ':', '\u{A0}']).next()?;
    let bare = number.trim_end_matches(['.', ')']);
    let is_number = !bare.is_empty()
        && bare.len() <= 8
        && (bare.chars().all(|c| c.is_ascii_digit() || c == '.')
            || bare.chars().all(|c| "IVXLC".contains(c))
            || (bare.len() == 1 && bare.chars().all(|c| c.is_ascii_uppercase())));
    let len = word.len() + (line.len() - word.len() - after_word.len()) + number.len();
    is_number.then_some(Numbering {
        rank,
        worded: true,
        len,
    })
}

fn starts_with_word(line: &str, word: &str) -> bool {
    line.get(..word.len()).is_some_and(|start| {
        start == word
            || start.chars().all(|c| c.is_ascii_uppercase()) && start.eq_ignore_ascii_case(word)
    })
}

/// "第 1 章 标题", "第三节", "第二部分".
fn chinese_chapter(line: &str) -> Option<Numbering> {
    let number = line.strip_prefix('第')?.trim_start();
    let unit = number.trim_start_matches(|c: char| {
        c.is_ascii_digit()
            || ('０'..='９').contains(&c)
            || "零〇一二三四五六七八九十百两".contains(c)
    });
    if unit.len() == number.len() {
        return None;
    }
    let unit = unit.trim_start();
    const UNITS: [(&str, u8); 7] = [
        ("部分", 0),
        ("部", 0),
        ("篇", 0),
        ("编", 0),
        ("章", 1),
        ("回", 1),
        ("节", 2),
    ];
    let (word, rank) = UNITS.into_iter().find(|(word, _)| unit.starts_with(word))?;
    let title = unit.get(word.len()..)?;
    let separate = title.is_empty()
        || title.starts_with([' ', '\u{3000}', '\u{A0}', '.', '：', ':', '、', '\t']);
    let len = line.len() - title.len();
    separate.then_some(Numbering {
        rank,
        worded: true,
        len,
    })
}

/// "1. Title", "1.2.3. Title", "1.2 Title", "A.1. Title", "2 Title".
fn decimal(line: &str) -> Option<Numbering> {
    let number_len = line
        .find(|c: char| !(c.is_ascii_digit() || c == '.' || c.is_ascii_uppercase()))
        .unwrap_or(line.len());
    let number = line.get(..number_len)?;
    let title = line.get(number_len..)?;
    let mut components = number.strip_suffix('.').unwrap_or(number).split('.');
    let first = components.next()?;
    let lettered = first.len() == 1 && first.chars().all(|c| c.is_ascii_uppercase());
    let rest: Vec<&str> = components.collect();
    let well_formed = (lettered && !rest.is_empty() || is_small_number(first))
        && rest.iter().all(|c| is_small_number(c))
        && rest.len() < 6;
    let separate = title.starts_with([' ', '\u{A0}', '\u{3000}', '\t'])
        || number.ends_with('.')
            && title
                .chars()
                .next()
                .is_some_and(crate::text::tokens::is_cjk);
    let rank = u8::try_from(rest.len() + 1).ok()?;
    (well_formed && separate).then_some(Numbering {
        rank,
        worded: false,
        len: number_len,
    })
}

fn is_small_number(component: &str) -> bool {
    (1..=2).contains(&component.len()) && component.chars().all(|c| c.is_ascii_digit())
}
