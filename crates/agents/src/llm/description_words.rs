//! Which words of a conflict's description say what it is about (MB-10).

use std::collections::BTreeSet;

use amb_memory::text::folded;

use crate::extractive::term_set;

/// Words in which any conflict is told.
const OF_CONFLICTS: &str = "according against amount amounts both candidate claim claims compared conflict conflicting \
    conflicts contradict contradiction contradictory contradicts contrast count counts describe describes differ \
    difference different differing differs disagree disagreement disagrees each existing fact facts first former give \
    given gives however inconsistent information latter list lists mention mentions name named names new node nodes number \
    numbers one other others report reports same say says second several source sources stand stands state stated statement \
    statements states summaries summary tell tells text texts two versus vs whereas";
/// Words for whatever is told: of nodes that tell one thing each they speak of that, of others nobody knows of what.
pub(super) const OF_WHATEVER: &str = "data figure figures value values 数据 数字 数值 金额 数额";
/// Those of Chinese, the longer before what they begin with.
const OF_CONFLICTS_IN_CHINESE: &str = "新节点 现有 候选 不一致 不相符 不相同 相矛盾 互相 不同 不符 矛盾 冲突 差异 分歧 不一 节点 摘要 \
    来源 文档 资料 文本 说法 陈述 信息 描述 所述 所记 所载 记载 记录 提到 指出 声称 认为 给出 称为 人数 数量 分别 \
    前者 后者 两个 两位 两处 两种 两者 二者 各自 关于 对于 的 与 和 而 则 称 在 为";

/// Whether a description has words besides these texts', the titles of sources, names, which a summary need not repeat, and
/// those in which any conflict is told.
pub(super) fn says_more_than(description: &str, known: &[&str]) -> bool {
    let description = without_names(&without_titles(description));
    words_beyond(&description, known).next().is_some()
}

/// A text without the words in the midst of its sentences that begin with a capital.
fn without_names(text: &str) -> String {
    let mut begins = true;
    let kept = text.split_inclusive(char::is_whitespace).filter(|word| {
        let is_name = !begins && word.starts_with(|c: char| c.is_ascii_uppercase());
        begins = word.trim_end().ends_with(['.', '!', '?', ':']);
        !is_name
    });
    kept.collect()
}

/// A text without what stands between 《 and 》.
fn without_titles(text: &str) -> String {
    let mut parts = text.split('《');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + " " + part.split_once('》').map_or(part, |(_, behind)| behind)
    })
}

/// The terms of a description that neither these texts have nor any conflict.
pub(super) fn words_beyond(description: &str, known: &[&str]) -> impl Iterator<Item = String> {
    let known = plain(&known.join("\n"));
    let terms: BTreeSet<String> = term_set(&known)
        .union(&term_set(OF_CONFLICTS))
        .cloned()
        .collect();
    let mut text = plain(description);
    for word in OF_CONFLICTS_IN_CHINESE.split_whitespace() {
        text = text.replace(word, " ");
    }
    // "Node B". Of Chinese, terms are pairs of characters, of which some are but neighbours.
    let is_known = move |term: &String| {
        let is_letter = term.len() == 1 && term.is_ascii();
        let are_known = !term.is_ascii() && term.chars().all(|c| known.contains(c));
        is_letter || are_known || terms.contains(term)
    };
    term_set(&text)
        .into_iter()
        .filter(move |term| !is_known(term))
}

/// A text as terms are read from it, with no marks within its numbers.
fn plain(text: &str) -> String {
    let folded = folded(text);
    let mut plain = String::with_capacity(folded.len());
    let mut rest = folded.chars().peekable();
    while let Some(c) = rest.next() {
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let is_within = is_digit(plain.chars().next_back()) && is_digit(rest.peek().copied());
        if c != ',' || !is_within {
            plain.push(c);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_what_a_description_says_besides() {
        let lines = ["In 2010 Westby had 5000 inhabitants", "西镇有6200名居民"];
        for description in [
            "The nodes disagree on the number of inhabitants of Westby.",
            "Node B says that Westby had 5,000 inhabitants.",
            "两处西镇的居民人数不一致：5000与6200。",
            "《镇志》与《县志》所记居民人数不同。",
            "They differ.",
            "",
        ] {
            assert!(!says_more_than(description, &lines), "{description}");
        }
        for description in [
            "They differ in who built the church of Westby.",
            "The inhabitants name another architect.",
            "西镇教堂的设计者不同",
        ] {
            assert!(says_more_than(description, &lines), "{description}");
        }
    }
}
