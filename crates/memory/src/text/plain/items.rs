//! Marks of items of lists.

use super::numbering::numbering;

/// Bytes of the marker ("-", "•", "3.", "(a)", "①", "（一）") and the blanks after it at the start
/// of `line` (without indentation), if the line begins an item.
pub(super) fn list_marker(line: &str) -> Option<usize> {
    bullet(line)
        .or_else(|| numbered(line))
        .or_else(|| chinese_numbered(line))
}

/// Returns an item without its marker or its number ("3.", "1.2."), which would end a sentence behind the words that lead to
/// it.
pub(crate) fn unmarked(item: &str) -> &str {
    let numbered = || {
        let len = numbering(item)?.len;
        item.get(..len)?.ends_with('.').then_some(len)
    };
    let marker = list_marker(item).or_else(numbered).unwrap_or_default();
    item.get(marker..).unwrap_or(item).trim_start()
}

pub(super) fn bullet(line: &str) -> Option<usize> {
    const BULLETS: [char; 15] = [
        '-', '*', '+', '•', '◦', '▪', '●', '○', '■', '□', '·', '–', '—', '‣', '→',
    ];
    let after = line.strip_prefix(BULLETS)?;
    blanks_after(line, after)
}

/// "1.", "12)", "(3)", "a)", "(iv)".
fn numbered(line: &str) -> Option<usize> {
    let inside = line.strip_prefix('(').unwrap_or(line);
    let opened = inside.len() < line.len();
    let label_len = inside
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(inside.len());
    let (label, after) = inside.split_at_checked(label_len)?;
    let digits = label.chars().all(|c| c.is_ascii_digit()) && label.len() <= 3;
    let letter = label.len() == 1 || label.len() <= 4 && label.chars().all(|c| "ivx".contains(c));
    let closed_by: &[char] = if digits && !opened {
        &['.', ')']
    } else {
        &[')']
    };
    let after = after.strip_prefix(closed_by)?;
    if label.is_empty() || !(digits || letter) {
        return None;
    }
    blanks_after(line, after)
}

/// "一、", "（二）", "1、", "①".
fn chinese_numbered(line: &str) -> Option<usize> {
    if let Some(after) = line.strip_prefix(|c| ('①'..='⑳').contains(&c)) {
        return Some(line.len() - after.len());
    }
    let inside = line.strip_prefix('（').unwrap_or(line);
    let opened = inside.len() < line.len();
    let is_digit = |c: char| c.is_ascii_digit() || "一二三四五六七八九十".contains(c);
    let after = inside.trim_start_matches(is_digit);
    let label = inside.len() - after.len();
    if label == 0 || label > 9 {
        return None;
    }
    let after = after.strip_prefix(if opened { '）' } else { '、' })?;
    Some(line.len() - after.trim_start().len())
}

fn blanks_after(line: &str, after: &str) -> Option<usize> {
    let item = after.trim_start();
    (item.len() < after.len()).then_some(line.len() - item.len())
}
