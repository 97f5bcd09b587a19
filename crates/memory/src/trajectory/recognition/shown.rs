//! Words for people and models, where texts are found by terms.

use crate::retrieval::analyze;
use crate::text::is_cjk;

/// Characters that are shown of a script that puts no blanks between words.
const RUN: usize = 8;

/// For each term the word of these texts that it was made from, each once: `numpy` for `numpi`, a run of Chinese for a
/// pair of it. The first text that has one tells it; a term that none has stays as it is.
pub(in crate::trajectory) fn shown(terms: &[String], texts: &[&str]) -> Vec<String> {
    let mut words: Vec<String> = Vec::with_capacity(terms.len());
    for term in terms {
        let is_part =
            term.contains(is_cjk) && words.iter().any(|word| word.contains(term.as_str()));
        let mut told = texts.iter().filter_map(|text| word_of(term, text));
        let word = told.next().unwrap_or_else(|| term.clone());
        if !is_part && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

fn word_of(term: &str, text: &str) -> Option<String> {
    let apart = |c: char| !(c.is_alphanumeric() || c == '_');
    let mut parts = text.split(apart).flat_map(scripts);
    let word = parts.find(|part| analyze(part).iter().any(|found| found == term))?;
    if !word.contains(is_cjk) || word.chars().count() <= RUN {
        return Some(word.to_owned());
    }
    let from = word.find(term).and_then(|at| word.get(at..));
    Some(from.unwrap_or(word).chars().take(RUN).collect())
}

/// A text cut where scripts with blanks between words and such without meet.
pub(super) fn scripts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let change = rest.find(|c: char| is_cjk(c) != is_cjk(first));
        let (part, after) = rest.split_at(change.unwrap_or(rest.len()));
        parts.push(part);
        rest = after;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_03_words_are_shown_and_not_their_stems() {
        for (text, expected) in [
            ("No module named numpy", "module numpy"),
            ("the archives refused", "archives refused"),
            ("HashMap is empty", "HashMap empty"),
            ("找不到文件", "找不到文件"),
            (
                "无法连接到远程服务器的数据库",
                "无法连接到远程服 服务器的数据库",
            ),
            ("缺少模块numpy，请安装", "缺少模块 numpy 请安装"),
        ] {
            let terms = analyze(text);
            let words: Vec<String> = shown(&terms, &["nothing here", text]);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            for word in expected.split(' ') {
                assert!(words.contains(&word), "{word}: {words:?}");
            }
        }
        assert_eq!(shown(&["numpi".to_owned()], &["pandas"]), ["numpi"]);
    }
}
