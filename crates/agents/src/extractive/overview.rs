//! Questions about a text as a whole, and the units that stand for it.

use std::collections::BTreeSet;

use amb_memory::retrieval::analyze;

use super::candidates::{Candidate, Form};
use super::question_words::content_of;
use super::quotations::{QUOTATIONS, Quote, quotations};
use super::script::{is_cjk, weight};
use super::terms::{Rarity, TermCounts, cosine, sum, term_counts};
use crate::protocol::EvidencePassage;
use amb_memory::text::quantity::leading_classifier;
use amb_memory::text::{folded, simplified};

/// Words for a text, as a question about it names it.
const ENGLISH: [&str; 11] = [
    "document",
    "documents",
    "text",
    "book",
    "file",
    "page",
    "article",
    "paper",
    "summary",
    "summarize",
    "summarise",
];
const CHINESE: [&str; 16] = [
    "文档",
    "文件",
    "文本",
    "文章",
    "资料",
    "这本书",
    "本书",
    "页面",
    "网页",
    "内容",
    "关于",
    "主要",
    "讲",
    "总结",
    "概括",
    "摘要",
];

/// Returns true for a question that speaks of nothing but the text: "What is this document about?".
#[must_use]
pub(crate) fn is_about_the_whole(question: &str) -> bool {
    if analyze(question).is_empty() {
        return false;
    }
    let mut content = content_of(&simplified(&folded(question)));
    for word in CHINESE {
        content = content.replace(word, " ");
    }
    let content = without_pointers(&content);
    let names_text = |term: &String| {
        let mut texts = ENGLISH.iter();
        texts.any(|word| analyze(word).contains(term))
    };
    let is_small = |c: char| !is_cjk(c) || super::question::is_particle(c);
    let terms = analyze(&content);
    let mut terms = terms.iter().filter(|term| !term.chars().any(is_cjk));
    terms.all(|term| amb_memory::retrieval::is_stop_word(term) || names_text(term))
        && content.chars().all(is_small)
}

/// A text without "this" and "that" and the counting word after it: 这篇, 那份.
fn without_pointers(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let tail = rest.get(c.len_utf8()..).unwrap_or_default();
        let counted = leading_classifier(tail).filter(|_| "这那本该此".contains(c));
        match counted {
            Some(length) => rest = tail.get(length..).unwrap_or_default(),
            None => {
                kept.push(c);
                rest = tail;
            }
        }
    }
    kept
}

/// Share of the most central unit's score that another one needs.
const CENTRAL: f32 = 0.4;

/// Gain of the unit that opens a passage, and of the first statement of a document: they say what follows.
const OPENS: f32 = 0.2;

/// Letters from which on a statement says something by itself, unless it only leads to what follows.
const SAYS: usize = 25;

/// The title of each text and the most central units of all, in the order of the texts. Of titles and listings alone,
/// the titles, or the opening if there are none.
pub(super) fn overview(evidence: &[EvidencePassage], candidates: &[Candidate]) -> Vec<Quote> {
    let titles = openings(evidence, candidates);
    let scores = distinct(evidence, candidates);
    let best = scores.iter().copied().fold(0.0, f32::max);
    let quotes = if best > 0.0 || titles.is_empty() {
        quotations(candidates, &scores, (1.0 - CENTRAL) * best)
    } else {
        Vec::new()
    };
    let mut told: Vec<Quote> = titles.into_iter().chain(quotes).collect();
    told.sort_by_key(|quote| place(evidence, quote));
    told.dedup_by_key(|quote| (quote.passage, quote.span.start));
    told.retain(|quote| quote.words.chars().any(char::is_alphanumeric));
    told
}

/// The title of each document; of one without, beside others, the first sentence.
fn openings(evidence: &[EvidencePassage], candidates: &[Candidate]) -> Vec<Quote> {
    let first = firsts(evidence, candidates, |_| true);
    let first_said = firsts(evidence, candidates, |one| one.form == Form::Statement);
    let is_title = |at: &usize| {
        let one = candidates.get(*at);
        one.is_some_and(|one| one.form == Form::Title)
    };
    let document = |at: &usize| document_of(evidence, candidates.get(*at)?.passage);
    let titles: BTreeSet<usize> = first.iter().copied().filter(is_title).collect();
    let titled: BTreeSet<Option<&str>> = titles.iter().map(document).collect();
    let untitled = first_said
        .into_iter()
        .filter(|at| first.len() > 1 && !titled.contains(&document(at)));
    let all = titles.iter().copied().chain(untitled);
    all.filter_map(|at| Quote::of(candidates, at..=at))
        .collect()
}

/// The first unit of each document that is wanted. The first passage of a document is its opening one.
fn firsts(
    evidence: &[EvidencePassage],
    candidates: &[Candidate],
    is_wanted: impl Fn(&Candidate) -> bool,
) -> BTreeSet<usize> {
    let mut documents = BTreeSet::new();
    let wanted = candidates
        .iter()
        .enumerate()
        .filter(|(_, one)| is_wanted(one));
    let first = wanted.filter(|(_, one)| documents.insert(document_of(evidence, one.passage)));
    first.map(|(at, _)| at).collect()
}

/// A key that orders quotes as they stand in their documents.
fn place<'e>(evidence: &'e [EvidencePassage], quote: &Quote) -> (Option<&'e str>, usize) {
    let passage = evidence.get(quote.passage);
    let from = passage.map_or(0, |passage| passage.bytes.start);
    (
        document_of(evidence, quote.passage),
        from + quote.span.start,
    )
}

fn document_of(evidence: &[EvidencePassage], passage: usize) -> Option<&str> {
    let passage = evidence.get(passage)?;
    Some(passage.document.as_str())
}

/// The likeness of each text to all of them by words, 0 to 1.
pub(crate) fn likeness_to_all(texts: &[&str]) -> Vec<f32> {
    let counts: Vec<TermCounts> = texts.iter().map(|text| term_counts(text)).collect();
    let weighed = weighed(&counts);
    let whole = sum(&weighed);
    weighed.iter().map(|terms| cosine(terms, &whole)).collect()
}

/// Counts of terms, weighed by how rare each is among them.
fn weighed(counts: &[TermCounts]) -> Vec<TermCounts> {
    let rarity = Rarity::over(counts);
    counts.iter().map(|terms| rarity.weigh(terms)).collect()
}

/// Scores of the few units that stand best for all of them, each less by what better ones have said already, as maximal
/// marginal relevance does; 0 for all others, and for titles and listings.
fn distinct(evidence: &[EvidencePassage], candidates: &[Candidate]) -> Vec<f32> {
    let counts: Vec<TermCounts> = candidates
        .iter()
        .map(|one| term_counts(&one.words))
        .collect();
    let weighed = weighed(&counts);
    let mut left = centrality(evidence, candidates, &weighed);
    let mut scores = vec![0.0; left.len()];
    for _ in 0..QUOTATIONS {
        let units = left.iter().copied().enumerate();
        let best = units.max_by(|(_, one), (_, other)| one.total_cmp(other));
        let Some((at, best)) = best.filter(|(_, best)| *best > 0.0) else {
            break;
        };
        let Some((score, said)) = scores.get_mut(at).zip(weighed.get(at)) else {
            break;
        };
        *score = best;
        for (score, terms) in left.iter_mut().zip(&weighed) {
            *score *= 1.0 - cosine(terms, said);
        }
        if let Some(taken) = left.get_mut(at) {
            *taken = 0.0;
        }
    }
    scores
}

/// Returns how far each unit stands for all of them: its likeness to the whole, more for the opening ones.
fn centrality(
    evidence: &[EvidencePassage],
    candidates: &[Candidate],
    weighed: &[TermCounts],
) -> Vec<f32> {
    let says = |one: &Candidate| {
        let leads_on = one.words.ends_with([':', '：']);
        one.form == Form::Statement && weight(&one.words) >= SAYS && !leads_on
    };
    let statements = candidates.iter().zip(weighed);
    let statements = statements.filter(|(one, _)| one.form == Form::Statement);
    let whole = sum(statements.map(|(_, terms)| terms));
    let firsts = firsts(evidence, candidates, says);
    let units = candidates.iter().zip(weighed).enumerate();
    units
        .map(|(at, (one, terms))| {
            if one.form != Form::Statement {
                return 0.0;
            }
            let opens = f32::from(u8::from(one.place == 0) + u8::from(firsts.contains(&at)));
            let told = cosine(terms, &whole) + OPENS * opens;
            if says(one) { told } else { 0.5 * told }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_01_a_question_about_the_text_is_known() {
        for question in [
            "What is this about?",
            "What is the document about?",
            "Who is it?",
            "这是什么？",
            "这篇文章主要讲什么？",
            "這份文件講的是什麼？",
        ] {
            assert!(is_about_the_whole(question), "{question}");
        }
        for question in ["", "?", "🙂", "What is a lifetime?", "灯塔有多高？"] {
            assert!(!is_about_the_whole(question), "{question}");
        }
    }
}
