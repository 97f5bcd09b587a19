//! Titles of plain text: the lines that name the text under them.

use super::items::list_marker;
use super::numbering::numbering;
use crate::text::Span;
use crate::text::lines::Line;
use crate::text::tokens::is_cjk;

/// A heading and the lines it takes.
#[derive(Debug, Clone)]
pub(super) struct Heading {
    /// Index of its first line (an overline, if it has one).
    pub first_line: usize,
    /// Index of its last line (an underline, if it has one).
    pub last_line: usize,
    /// The range of its words, with its number.
    pub title: Span,
    /// Depth in the hierarchy: 0 a part, 1 a chapter, `#` or "1.", 2 a `##` or "1.2.", and so on.
    pub rank: u8,
    /// True if a mark shows that it is a heading, so that it needs no body to be one.
    explicit: bool,
}

/// Titles are short; a longer line is text.
const MAX_TITLE_CHARS: usize = 120;

/// The headings among `lines`; lines with `code` set hold none.
pub(super) fn headings(lines: &[Line<'_>], code: &[bool]) -> Vec<Heading> {
    let manual_page = lines
        .iter()
        .any(|line| ["NAME", "SYNOPSIS", "DESCRIPTION"].contains(&line.text));
    let mut candidates = Vec::new();
    let mut index = 0;
    while index < lines.len() {
        let in_code = code.get(index).copied().unwrap_or_default();
        match (!in_code)
            .then(|| {
                Candidate {
                    lines,
                    index,
                    manual_page,
                }
                .heading(candidates.last())
            })
            .flatten()
        {
            Some(heading) => {
                index = heading.last_line + 1;
                candidates.push(heading);
            }
            None => index += 1,
        }
    }
    without_contents(candidates, lines)
}

/// Drops candidates that head nothing. Of headings that follow one another with only blank lines between, a table of
/// contents keeps none; a chapter with its first section keeps both, because only the chapter's number is of a higher
/// rank than the next.
fn without_contents(candidates: Vec<Heading>, lines: &[Line<'_>]) -> Vec<Heading> {
    let mut kept: Vec<Heading> = Vec::with_capacity(candidates.len());
    let mut heads: Option<(usize, u8)> = None;
    for heading in candidates.into_iter().rev() {
        let body_end = heads.map_or(lines.len(), |(first_line, _)| first_line);
        let between = lines
            .get(heading.last_line + 1..body_end)
            .unwrap_or_default();
        let has_body = between.iter().any(|line| !line.is_blank());
        let leads = heads.is_some_and(|(_, rank)| heading.rank < rank);
        let keep = has_body || leads || heading.explicit;
        // A dropped candidate is plain text, but not a body: it keeps its rank in the run so that
        // the line of a table of contents above it does not find a body in it.
        let rank = if keep { heading.rank } else { 0 };
        heads = Some((heading.first_line, rank));
        if keep {
            kept.push(heading);
        }
    }
    kept.reverse();
    kept
}

/// A line that may be a heading, among its neighbours.
struct Candidate<'l, 't> {
    lines: &'l [Line<'t>],
    index: usize,
    /// True if the text is a manual page, where words in capitals are headings.
    manual_page: bool,
}

impl Candidate<'_, '_> {
    fn heading(&self, previous: Option<&Heading>) -> Option<Heading> {
        let starts_block = self.index == 0
            || self.text(self.index - 1).is_empty()
            || previous.is_some_and(|p| p.last_line + 1 == self.index);
        self.markdown(starts_block)
            .or_else(|| starts_block.then(|| self.ruled()).flatten())
            .or_else(|| starts_block.then(|| self.numbered()).flatten())
            .or_else(|| starts_block.then(|| self.capitals()).flatten())
    }

    fn text(&self, index: usize) -> &str {
        self.lines.get(index).map_or("", |line| line.trimmed())
    }

    fn indent(&self) -> usize {
        self.lines.get(self.index).map_or(0, Line::indent)
    }

    /// `## Title`. A lone `#` before a lower-case word is a command of the super-user in a manual,
    /// unless the text begins with it; and in the midst of a paragraph it is a comment.
    fn markdown(&self, starts_block: bool) -> Option<Heading> {
        let line = self.text(self.index);
        let title = line.trim_start_matches('#');
        let depth = line.len() - title.len();
        if !(1..=6).contains(&depth) || self.indent() > 3 || !title.starts_with([' ', '\t']) {
            return None;
        }
        let title = title.trim().trim_end_matches('#').trim_end();
        let begins_text = || self.lines.iter().take(self.index).all(Line::is_blank);
        let command = title.starts_with(|c: char| c.is_ascii_lowercase()) && !begins_text();
        let is_title = depth > 1 || starts_block && !command;
        let rank = numbering(title)
            .filter(|n| depth > 1 || n.worded || n.rank > 1)
            .map_or(u8::try_from(depth).ok()?, |n| {
                n.rank.max(u8::try_from(depth).unwrap_or(6))
            });
        (is_title && has_letter(title) && title.chars().count() <= 2 * MAX_TITLE_CHARS)
            .then(|| self.spanning(0, self.place(0, title), rank, true))
    }

    /// A title with a rule under it, or between two rules, or in a box.
    fn ruled(&self) -> Option<Heading> {
        let over = usize::from(is_rule(self.text(self.index)));
        let line = self.text(self.index + over);
        let rule = self.text(self.index + over + 1);
        let title = line.trim_matches(['|', '│', '║', '*', '#', ' ', '\t']);
        let long_enough = 2 * rule.chars().count() >= title.chars().count();
        let is_title = is_rule(rule) && long_enough && is_title(title) && !is_rule(line);
        if !is_title || !ends_like_title(title) {
            return None;
        }
        let rank = numbering(title).map_or_else(|| rule_rank(rule, over == 1), |n| n.rank);
        let mut heading = self.spanning(over + 1, self.place(over, title), rank, true);
        heading.explicit = over == 1 || rule.starts_with(['=', '-', '~', '^']);
        Some(heading)
    }

    /// A numbered title alone: "9.5.12. Title", "Chapter 1. Title", "第 1 章 标题"; a long one may
    /// be wrapped onto a second line.
    fn numbered(&self) -> Option<Heading> {
        let line = self.text(self.index);
        let number = numbering(line)?;
        let certain = number.worded || number.rank > 1;
        let title = line.get(number.len..)?;
        let title = title.trim_start_matches(['.', ':', '：', ' ', '\t']);
        let named = match number.worded {
            true => title.is_empty() || starts_like_title(title),
            false => has_letter(title) && (certain || starts_like_title(title)),
        };
        let max_indent = if certain { 8 } else { 3 };
        if !named || self.indent() > max_indent || has_leaders(line) {
            return None;
        }
        let after = self.text(self.index + 1);
        let alone = after.is_empty() || number.worded && numbering(after).is_none();
        let whole = if alone {
            line.to_owned()
        } else {
            self.wrapped_title().filter(|_| certain)?
        };
        let plausible = is_title(&whole) && ends_like_title(&whole);
        let more = usize::from(!alone);
        let last = self
            .lines
            .get(self.index + more)
            .map_or(0, |line| line.content().end);
        let place = Span::new(self.place(0, line).start, last);
        plausible.then(|| self.spanning(more, place, number.rank, false))
    }

    /// This line and the next as one title: the first is full, nothing follows the second.
    fn wrapped_title(&self) -> Option<String> {
        const FULL_COLUMNS: usize = 48;
        let (line, next) = (self.text(self.index), self.text(self.index + 1));
        let columns: usize = line.chars().map(|c| 1 + usize::from(is_cjk(c))).sum();
        let same_indent = self.lines.get(self.index + 1).map(Line::indent) == Some(self.indent());
        let wrapped = columns >= FULL_COLUMNS
            && same_indent
            && self.text(self.index + 2).is_empty()
            && numbering(next).is_none()
            && list_marker(next).is_none();
        let joint = if line.ends_with(is_cjk) { "" } else { " " };
        wrapped.then(|| format!("{line}{joint}{next}"))
    }

    /// "SYNOPSIS" over indented text, in manual pages.
    fn capitals(&self) -> Option<Heading> {
        let line = self.text(self.index);
        if !self.manual_page {
            return None;
        }
        let letters = line.chars().filter(|c| c.is_alphabetic()).count();
        let shouted = letters >= 4
            && line.len() <= 60
            && line
                .chars()
                .all(|c| c.is_ascii_uppercase() || c == ' ' || c == '-');
        if !shouted || self.indent() > 0 {
            return None;
        }
        let mut after = self.lines.iter().skip(self.index + 1);
        let body = after.find(|next| !next.is_blank())?;
        (body.indent() > 0).then(|| self.spanning(0, self.place(0, line), 1, false))
    }

    fn spanning(&self, more_lines: usize, title: Span, rank: u8, explicit: bool) -> Heading {
        let last_line = self.index + more_lines;
        Heading {
            first_line: self.index,
            last_line,
            title,
            rank,
            explicit,
        }
    }

    /// Returns the range of a part of a line, of the line that is so many after this one.
    fn place(&self, after: usize, part: &str) -> Span {
        let Some(line) = self.lines.get(self.index + after) else {
            return Span::new(0, 0);
        };
        let start = line.full.start + line.text.find(part).unwrap_or_default();
        Span::new(start, start + part.len())
    }
}

fn is_title(title: &str) -> bool {
    has_letter(title) && title.chars().take(MAX_TITLE_CHARS + 1).count() <= MAX_TITLE_CHARS
}

fn has_letter(title: &str) -> bool {
    title.chars().any(char::is_alphabetic)
}

fn starts_like_title(title: &str) -> bool {
    title
        .trim_start_matches(['"', '“', '‘', '\'', '«', '《', '「', '`'])
        .starts_with(|c: char| c.is_uppercase() || is_cjk(c) || c.is_ascii_digit())
}

fn ends_like_title(title: &str) -> bool {
    !title.ends_with(['.', ':', ';', ',', '。', '：', '；', '，'])
}

/// Returns true if a line leads to a page number, as lines of a table of contents do.
fn has_leaders(line: &str) -> bool {
    let words = line.trim_end_matches(|c: char| c.is_ascii_digit());
    let numbered = words.len() < line.len();
    line.contains("....")
        || line.contains(". . .")
        || line.contains("……")
        || numbered && (words.ends_with("  ") || words.ends_with('\t'))
}

/// Returns true if a line is drawn, not written.
pub(super) fn is_rule(line: &str) -> bool {
    let drawn = |c: char| "=-~^*#_+".contains(c) || ('\u{2500}'..='\u{257F}').contains(&c);
    let inner = line.trim_matches(['+', '|']);
    line.len() >= 3
        && line.chars().all(drawn)
        && inner.chars().next().is_some_and(|first| {
            inner.chars().filter(|c| *c == first).count() + 2 >= inner.chars().count()
        })
}

fn rule_rank(rule: &str, boxed: bool) -> u8 {
    match rule.chars().next() {
        _ if boxed => 1,
        Some('-') => 2,
        Some('~') => 3,
        Some('^') => 4,
        _ => 1,
    }
}
