//! The two statements that a conflict's description speaks of, and whether they hold as of different dates (MB-10).

use super::description_words::{says_more_than, words_beyond};
use crate::engine::NodeInfo;
use crate::extractive::{hold_of_other_dates, term_set};

/// Whether the two statements that a conflict's description quotes hold as of different dates; where it does not quote
/// two, the lines of the nodes' summaries that it speaks of. In doubt they do not: where it speaks of something else as
/// well, that may be the conflict.
pub(super) fn are_of_other_dates(description: &str, new: &NodeInfo, known: &NodeInfo) -> bool {
    let (quoted, besides) = quotations(description);
    if let &[left, right] = sides_of(quoted, [new, known]).as_slice() {
        let lines = (line_of(left, [new, known]), line_of(right, [known, new]));
        return hold_of_other_dates((left, right), (&lines.0, &lines.1))
            && !speaks_of_others(&besides, [new, known], &[&lines.0, &lines.1, left, right]);
    }
    let (Some(left), Some(right)) = (told_line(description, new), told_line(description, known))
    else {
        return false;
    };
    let last = |lines: &str| lines.lines().next_back().unwrap_or_default().to_owned();
    let have_others = [new, known].iter().any(|node| told_lines(node).count() > 1);
    hold_of_other_dates((&last(&left), &last(&right)), (&left, &right))
        && !(have_others && says_more_than(description, &[&left, &right]))
}

/// Whether a text has words of other lines that both nodes have than these.
fn speaks_of_others(text: &str, nodes: [&NodeInfo; 2], told: &[&str]) -> bool {
    let is_told = |line: &&str| told.iter().any(|told| has_line(told, line));
    let others = nodes.map(|node| {
        let others: Vec<&str> = told_lines(node).filter(|line| !is_told(line)).collect();
        term_set(&others.join("\n"))
    });
    let topics = nodes.map(|node| node.context.as_str());
    let known = [told, &topics].concat();
    words_beyond(text, &known).any(|word| others.iter().all(|terms| terms.contains(&word)))
}

fn told_lines(node: &NodeInfo) -> impl Iterator<Item = &str> {
    node.summary.lines().filter(|line| !line.trim().is_empty())
}

fn has_line(text: &str, line: &str) -> bool {
    text.lines().any(|other| other.trim() == line.trim())
}

/// The line of a node's summary of which a description has the most words, below those that it is a part of; of one line
/// that line. `None` where two have as many.
fn told_line(description: &str, node: &NodeInfo) -> Option<String> {
    let lines: Vec<&str> = told_lines(node).collect();
    if lines.len() == 1 {
        return Some(under_topic(node, &lines, 0));
    }
    let words = term_set(description);
    let shared = |at: usize| {
        let terms = term_set(&with_parents(&lines, at));
        (terms.intersection(&words).count(), at)
    };
    let mut by_words: Vec<(usize, usize)> = (0..lines.len()).map(shared).collect();
    by_words.sort_unstable();
    match *by_words.as_slice() {
        [.., (second, _), (most, at)] if most > second => Some(under_topic(node, &lines, at)),
        _ => None,
    }
}

/// A line of a node's summary below those that it is a part of, and these below the node's topic.
fn under_topic(node: &NodeInfo, lines: &[&str], at: usize) -> String {
    let lines = with_parents(lines, at);
    let topic = node.context.trim();
    if topic.is_empty() {
        lines
    } else {
        format!("{topic}\n{lines}")
    }
}

/// Of more than two quotations those that stand in a summary, if one node's and the other's.
fn sides_of<'d>(quotations: Vec<&'d str>, nodes: [&NodeInfo; 2]) -> Vec<&'d str> {
    if quotations.len() <= 2 {
        return quotations;
    }
    let holders = |quotation: &str| nodes.map(|node| holds(&node.summary, quotation));
    let standing = quotations
        .into_iter()
        .filter(|one| holders(one) != [false; 2]);
    let standing: Vec<&str> = standing.collect();
    let are_sides = match *standing.as_slice() {
        [left, right] => {
            let (left, right) = (holders(left), holders(right));
            left != right && left != [true; 2] && right != [true; 2]
        }
        _ => false,
    };
    if are_sides { standing } else { Vec::new() }
}

fn holds(text: &str, quotation: &str) -> bool {
    text.to_lowercase().contains(&quotation.to_lowercase())
}

/// What stands in quotation marks, and what stands besides; 《》 stand around titles. A mark within a word is an
/// apostrophe.
fn quotations(text: &str) -> (Vec<&str>, String) {
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

/// The one line of two nodes' summaries in which a quotation stands, below the lines of which it is a part
/// and the node's topic; the quotation where there is none, or several.
fn line_of(quotation: &str, nodes: [&NodeInfo; 2]) -> String {
    let nodes = nodes.map(|node| (node, node.summary.lines().collect::<Vec<_>>()));
    let places = nodes
        .iter()
        .flat_map(|(node, lines)| (0..lines.len()).map(move |at| (*node, lines, at)));
    let mut holding =
        places.filter(|(_, lines, at)| lines.get(*at).is_some_and(|line| holds(line, quotation)));
    match (holding.next(), holding.next()) {
        (Some((node, lines, at)), None) => under_topic(node, lines, at),
        _ => quotation.to_owned(),
    }
}

/// A line of a list below those that it is indented under, the outermost first; what a list stands under is its heading.
fn with_parents(lines: &[&str], at: usize) -> String {
    let indent = |line: &str| {
        let bare = line.trim_start();
        line.len() - bare.len() + usize::from(bare.starts_with(['-', '*', '•', '+']))
    };
    let mut found: Vec<&str> = Vec::new();
    for line in lines
        .iter()
        .take(at + 1)
        .rev()
        .filter(|line| !line.trim().is_empty())
    {
        if found
            .last()
            .is_none_or(|below| indent(line) < indent(below))
        {
            found.push(line);
        }
    }
    found.reverse();
    found.join("\n")
}
