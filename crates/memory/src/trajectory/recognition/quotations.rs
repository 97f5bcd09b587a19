//! What a message quotes: names, sentences, the keys of JSON.

use super::keywords::MARKS;

/// Characters of a quotation; what is longer is told, not quoted.
const QUOTED: usize = 120;

/// What stands in the place of a name that was quoted: a sentence there says something else.
pub(super) const NAMED: &str = "“";

/// What a message quotes that is a name, and the rest of it: with sentences that are quoted, and with keys of JSON.
pub(super) fn quotations_apart(message: &str) -> (Vec<&str>, String) {
    let (mut quotations, mut rest) = (Vec::new(), String::new());
    for line in message.lines() {
        quotations.extend(quoted(line, &mut rest));
        rest.push('\n');
    }
    (quotations, rest)
}

/// The quotations of a line that are names; what else it says is added to `rest`. A mark within a word is an apostrophe.
fn quoted<'l>(line: &'l str, rest: &mut String) -> Vec<&'l str> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = ' ';
    while let Some(after) = line.get(at..) {
        let Some(first) = after.chars().next() else {
            break;
        };
        let is_open = !before.is_ascii_alphanumeric();
        let behind = after.get(first.len_utf8()..).unwrap_or_default();
        let Some(inside) = is_open.then(|| inside(first, behind)).flatten() else {
            rest.push(first);
            before = first;
            at += first.len_utf8();
            continue;
        };
        at += 2 * first.len_utf8() + inside.len();
        let is_key = matches!(first, '"' | '\'')
            && line
                .get(at..)
                .is_some_and(|line| line.trim_start().starts_with(':'));
        rest.push(' ');
        if is_key {
            rest.push_str(inside);
            at += number_of_key(inside, line.get(at..).unwrap_or_default(), rest);
        } else if is_sentence(inside) {
            rest.push_str(inside);
        } else {
            found.push(inside);
            rest.push_str(NAMED);
        }
        rest.push(' ');
        before = ' ';
    }
    found
}

/// Whether a quotation says something, and names nothing: it has three words, a sign between sentences, or is a number with
/// a unit.
fn is_sentence(quotation: &str) -> bool {
    const UNIT: usize = 3;
    let unit = quotation.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_amount = unit.len() < quotation.len()
        && unit.len() <= UNIT
        && unit.chars().all(|c| c.is_ascii_alphabetic());
    is_amount
        || quotation.trim().matches(' ').count() >= 2
        || quotation.contains(['，', '。', '；'])
}

/// Leaves a mark in the place of a number behind a key of JSON, and tells its length: a time to wait, a balance, a count.
/// A port, a code and a status say what is wrong.
fn number_of_key(key: &str, behind: &str, rest: &mut String) -> usize {
    const TELLING: [&str; 4] = ["code", "errno", "port", "status"];
    let key = key.to_lowercase();
    if TELLING.iter().any(|telling| key.ends_with(telling)) {
        return 0;
    }
    let value = behind.trim_start().trim_start_matches(':').trim_start();
    let end = value.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e')));
    let number = value.get(..end.unwrap_or(value.len())).unwrap_or_default();
    if !number.contains(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    rest.push_str(": …");
    behind.len() - value.len() + number.len()
}

/// What stands between an opening mark and the nearest that closes it. Linkers open with a backtick what they close with an
/// apostrophe.
fn inside(open: char, behind: &str) -> Option<&str> {
    const LINKERS: (char, char) = ('`', '\'');
    MARKS
        .iter()
        .chain([&LINKERS])
        .filter(|(mark, _)| *mark == open)
        .filter_map(|(_, close)| until(behind, *close))
        .min_by_key(|inside| inside.len())
}

/// What stands before a closing mark, which no letter follows.
fn until(text: &str, close: char) -> Option<&str> {
    let (end, _) = text.match_indices(close).find(|(at, mark)| {
        let after = text.get(at + mark.len()..).unwrap_or_default();
        !after.starts_with(|c: char| c.is_ascii_alphanumeric())
    })?;
    let inside = text.get(..end)?;
    (!inside.trim().is_empty() && inside.chars().count() <= QUOTED).then_some(inside)
}
