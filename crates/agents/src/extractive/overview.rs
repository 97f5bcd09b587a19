//! Questions about a text as a whole, and the units that stand for it.

use std::collections::BTreeSet;

use amb_memory::retrieval::analyze;

use super::candidates::{Candidate, Form};
use super::question_words::content_of;
use super::script::{is_cjk, weight};
use super::terms::{Rarity, TermCounts, cosine, sum, term_counts};
use amb_memory::text::quantity::leading_classifier;

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
    let mut content = content_of(question);
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

/// Returns how far each unit stands for all of them: its likeness to the whole, more for the opening ones.
pub(super) fn centrality(candidates: &[Candidate]) -> Vec<f32> {
    let counts: Vec<TermCounts> = candidates
        .iter()
        .map(|one| term_counts(&one.words))
        .collect();
    let rarity = Rarity::over(&counts);
    let weighed: Vec<TermCounts> = counts.iter().map(|terms| rarity.weigh(terms)).collect();
    let statements = candidates.iter().zip(&weighed);
    let statements = statements.filter(|(one, _)| one.form == Form::Statement);
    let whole = sum(statements.map(|(_, terms)| terms));
    let mut said = BTreeSet::new();
    let units = candidates.iter().zip(&weighed);
    units
        .map(|(one, terms)| {
            if !said.insert(one.words.as_str()) {
                return 0.0;
            }
            let opens = if one.place == 0 { 0.2 } else { 0.0 };
            let told = cosine(terms, &whole) + opens;
            match one.form {
                Form::Statement if weight(&one.words) >= 25 => told,
                Form::Statement => 0.5 * told,
                Form::Title if one.passage == 0 && one.place == 0 => 2.0,
                Form::Title | Form::Code => 0.0,
            }
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
        ] {
            assert!(is_about_the_whole(question), "{question}");
        }
        for question in ["", "?", "🙂", "What is a lifetime?", "灯塔有多高？"] {
            assert!(!is_about_the_whole(question), "{question}");
        }
    }
}
