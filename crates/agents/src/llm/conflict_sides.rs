//! The two statements that a conflict's description speaks of, and whether they hold as of different dates (MB-10).

use super::description_words::{OF_WHATEVER, says_more_than, words_beyond};
use crate::engine::NodeInfo;
use crate::extractive::{hold_of_other_dates, parts_of, quotations, term_set};

/// Whether the two statements that a conflict's description quotes hold as of different dates; where it does not quote
/// two, the parts of the nodes' summaries that it speaks of. In doubt they do not: where it speaks of something else as
/// well, that may be the conflict.
pub(super) fn are_of_other_dates(description: &str, new: &NodeInfo, known: &NodeInfo) -> bool {
    let nodes = [new, known];
    let (quoted, besides) = quotations(description);
    let (sides, others) = sides_of(quoted, nodes);
    let (left, right, besides, more) = if let &[left, right] = sides.as_slice() {
        let sides = (Told::quoted(left, nodes), Told::quoted(right, [known, new]));
        (sides.0, sides.1, besides.as_str(), others.join("\n"))
    } else if let (Some(left), Some(right)) =
        (Told::of(description, new), Told::of(description, known))
    {
        (left, right, description, description.to_owned())
    } else {
        return false;
    };
    let told = [&left, &right].map(|told| format!("{}\n{}", told.line, told.words));
    let told = told.each_ref().map(String::as_str);
    let whatever = match tell_nothing_else(nodes, &told) {
        true => OF_WHATEVER,
        false => "",
    };
    hold_of_other_dates((&left.words, &right.words), (&left.dated(), &right.dated()))
        && !speaks_of_others(besides, nodes, &told)
        && !says_more_than(&more, &[told[0], told[1], whatever])
}

/// Whether the nodes tell these lines alone, and these one thing each.
fn tell_nothing_else(nodes: [&NodeInfo; 2], told: &[&str]) -> bool {
    let mut lines = nodes.into_iter().flat_map(told_lines);
    lines.all(|line| told.iter().any(|told| has_line(told, line)) && parts_of(line).len() == 1)
}

/// Whether a text has words of other lines of each node than these.
fn speaks_of_others(text: &str, nodes: [&NodeInfo; 2], told: &[&str]) -> bool {
    let is_told = |line: &&str| told.iter().any(|told| has_line(told, line));
    let words: Vec<String> = words_beyond(text, told).collect();
    nodes.iter().all(|node| {
        let others: Vec<&str> = told_lines(node).filter(|line| !is_told(line)).collect();
        let terms = term_set(&others.join("\n"));
        words.iter().any(|word| terms.contains(word))
    })
}

/// What is told of a node: some words, and the line of its summary that they stand in, below those that this is a part of.
struct Told {
    words: String,
    line: String,
    /// The node's topic; blank of words that stand in no summary.
    topic: String,
}

impl Told {
    /// What is quoted of one of these nodes, in the one line that has it; alone where there is none, or several.
    fn quoted(quotation: &str, nodes: [&NodeInfo; 2]) -> Self {
        let nodes = nodes.map(|node| (node, node.summary.lines().collect::<Vec<_>>()));
        let places = nodes
            .iter()
            .flat_map(|(node, lines)| (0..lines.len()).map(move |at| (*node, lines, at)));
        let mut holding = places
            .filter(|(_, lines, at)| lines.get(*at).is_some_and(|line| holds(line, quotation)));
        let words = quotation.to_owned();
        match (holding.next(), holding.next()) {
            (Some((node, lines, at)), None) => Self {
                words,
                line: with_parents(lines, at),
                topic: node.context.clone(),
            },
            _ => Self {
                line: words.clone(),
                words,
                topic: String::new(),
            },
        }
    }

    /// The part of a node's summary of which a description has the most words, of one part that; `None` where two have
    /// as many.
    fn of(description: &str, node: &NodeInfo) -> Option<Self> {
        let words = term_set(description);
        let lines: Vec<&str> = told_lines(node).collect();
        let parts = lines.iter().enumerate().flat_map(|(at, line)| {
            let above = with_parents(&lines, at).replace(*line, "");
            parts_of(line).into_iter().map(move |part| {
                let terms = term_set(&format!("{above}\n{part}"));
                (terms, at, part)
            })
        });
        let mut by_words: Vec<(usize, usize, &str)> = parts
            .map(|(terms, at, part)| (terms.intersection(&words).count(), at, part))
            .collect();
        by_words.sort_unstable();
        let (at, part) = match *by_words.as_slice() {
            [(_, at, part)] => (at, part),
            [.., (second, ..), (most, at, part)] if most > second => (at, part),
            _ => return None,
        };
        Some(Self {
            words: part.trim().to_owned(),
            line: with_parents(&lines, at),
            topic: node.context.clone(),
        })
    }

    /// The line below the topic, which may have a date.
    fn dated(&self) -> String {
        match self.topic.trim() {
            "" => self.line.clone(),
            topic => format!("{topic}\n{}", self.line),
        }
    }
}

fn told_lines(node: &NodeInfo) -> impl Iterator<Item = &str> {
    node.summary.lines().filter(|line| !line.trim().is_empty())
}

fn has_line(text: &str, line: &str) -> bool {
    text.lines().any(|other| other.trim() == line.trim())
}

/// Of more than two quotations those that stand in a summary, if one node's and the other's; and those that do not.
fn sides_of<'d>(quotations: Vec<&'d str>, nodes: [&NodeInfo; 2]) -> (Vec<&'d str>, Vec<&'d str>) {
    if quotations.len() <= 2 {
        return (quotations, Vec::new());
    }
    let holders = |quotation: &str| nodes.map(|node| holds(&node.summary, quotation));
    let (standing, others): (Vec<&str>, Vec<&str>) = quotations
        .into_iter()
        .partition(|one| holders(one) != [false; 2]);
    let are_sides = match *standing.as_slice() {
        [left, right] => {
            let (left, right) = (holders(left), holders(right));
            left != right && left != [true; 2] && right != [true; 2]
        }
        _ => false,
    };
    (if are_sides { standing } else { Vec::new() }, others)
}

fn holds(text: &str, quotation: &str) -> bool {
    text.to_lowercase().contains(&quotation.to_lowercase())
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
