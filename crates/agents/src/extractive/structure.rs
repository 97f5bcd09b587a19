//! Structure without a language model (BX-01, MB-09): the sentences that stand most for a topic.

use std::collections::BTreeSet;

use amb_memory::text::{Span, Structure, visible};

use super::salience::{Sentence, read, salience};
use super::script::is_cjk;
use crate::protocol::{StructureInput, StructureOutput};

/// Contents of at most this many characters stay whole.
const SHORT: usize = 200;

/// A summary of 30–50 % of the content's characters: sentences verbatim, in their order. Where no
/// choice of whole sentences fits, the last one is cut at a word and ends with an ellipsis.
pub(super) fn structure(input: &StructureInput) -> StructureOutput {
    let content = input.content.as_str();
    let structure = Structure::or_plain(input.structure.as_ref(), content);
    let length = visible(content.trim()).chars().count();
    let summary = if length <= SHORT {
        let words = structure.passage_words(content, Span::new(0, content.len()));
        visible(&words).into_owned()
    } else {
        summary(content, &structure, length)
    };
    StructureOutput { summary }
}

fn summary(content: &str, structure: &Structure, length: usize) -> String {
    let bounds = Bounds {
        least: (3 * length).div_ceil(10),
        aim: 2 * length / 5,
        most: length / 2,
    };
    let mut sentences = read(content, structure, Span::new(0, content.len()));
    for sentence in &mut sentences {
        sentence.text = visible(&sentence.text).into_owned();
    }
    let chosen = choose(&sentences, bounds);
    let text = told(&sentences, &chosen);
    if text.chars().count() >= bounds.least {
        return text;
    }
    fill(&sentences, &chosen, text, bounds)
}

/// Characters of a summary.
#[derive(Clone, Copy)]
struct Bounds {
    least: usize,
    aim: usize,
    most: usize,
}

/// The most salient sentences that fit, by index.
fn choose(sentences: &[Sentence], bounds: Bounds) -> BTreeSet<usize> {
    let mut ranking: Vec<(usize, f32)> = salience(sentences).into_iter().enumerate().collect();
    ranking.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
    let mut chosen = BTreeSet::new();
    let mut used = 0;
    for (index, _) in ranking {
        // One more character for what joins it to the others.
        let cost = sentences
            .get(index)
            .map_or(0, |sentence| sentence.text.chars().count() + 1);
        if used >= bounds.aim {
            break;
        }
        if used + cost <= bounds.most {
            used += cost;
            chosen.insert(index);
        }
    }
    chosen
}

/// The chosen sentences in order, each paragraph on its own line.
fn told(sentences: &[Sentence], chosen: &BTreeSet<usize>) -> String {
    let mut text = String::new();
    let mut paragraph = None;
    for sentence in chosen.iter().filter_map(|index| sentences.get(*index)) {
        let same = paragraph.replace(sentence.paragraph) == Some(sentence.paragraph);
        join(&mut text, &sentence.text, same);
    }
    text
}

fn join(text: &mut String, words: &str, same_paragraph: bool) {
    match text.chars().next_back() {
        None => {}
        Some(_) if !same_paragraph => text.push('\n'),
        Some(last) if is_cjk(last) || "。！？；：”）".contains(last) => {}
        Some(_) => text.push(' '),
    }
    text.push_str(words);
}

/// Adds the beginning of the first sentence left out, so that the summary reaches its length.
fn fill(sentences: &[Sentence], chosen: &BTreeSet<usize>, text: String, bounds: Bounds) -> String {
    let room = bounds.aim.saturating_sub(text.chars().count() + 2);
    let left_out = sentences
        .iter()
        .enumerate()
        .filter(|(index, _)| !chosen.contains(index))
        .max_by_key(|(_, sentence)| sentence.text.len());
    let Some((_, sentence)) = left_out else {
        return text;
    };
    let beginning = beginning(&sentence.text, room);
    let mut filled = text;
    join(&mut filled, &format!("{beginning}…"), false);
    filled
}

/// At most `room` characters, ended at a word if one ends in their second half.
fn beginning(words: &str, room: usize) -> &str {
    let end = words
        .char_indices()
        .nth(room)
        .map_or(words.len(), |(at, _)| at);
    let cut = words.get(..end).unwrap_or_default();
    match cut.rfind(char::is_whitespace) {
        Some(word_end) if 5 * word_end > 4 * end => cut.get(..word_end).unwrap_or(cut),
        _ => cut,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn summarise(content: &str) -> String {
        structure(&StructureInput {
            content: content.to_owned(),
            structure: None,
            context: String::new(),
            keywords: Vec::new(),
        })
        .summary
    }

    #[test]
    fn mb_09_short_contents_stay_whole() {
        assert_eq!(summarise("Tea is green."), "Tea is green.");
        assert_eq!(summarise(" \n"), "");
    }

    #[test]
    fn mb_09_evidence_is_kept() {
        let filler = "People often like to talk about such things at length. ".repeat(8);
        let text = format!("{filler}The bridge was completed in 1932. {filler}");
        assert!(summarise(&text).contains("The bridge was completed in 1932."));
    }

    #[test]
    fn mb_09_one_word_of_a_thousand_letters_is_cut() {
        let length = summarise(&"a".repeat(1000)).chars().count();
        assert!((300..=500).contains(&length), "{length}");
    }

    fn sentence() -> impl Strategy<Value = String> {
        prop_oneof![
            proptest::collection::vec("[a-z]{1,9}|[0-9]{1,4}", 3..14)
                .prop_map(|words| format!("A{}. ", words.join(" "))),
            "[\u{4E00}-\u{4E80}]{6,40}。",
            "\\PC{0,40}",
        ]
    }

    proptest! {
        #[test]
        fn mb_09_a_summary_has_30_to_50_percent_of_the_characters(
            sentences in proptest::collection::vec(sentence(), 12..40)
        ) {
            let content = sentences.concat();
            let shown = visible(content.trim()).chars().count();
            let length = summarise(&content).chars().count();
            prop_assume!(shown > SHORT);
            prop_assert!(10 * length >= 3 * shown - 10 && 2 * length <= shown + 1, "{length} of {shown}");
        }

        #[test]
        fn mb_09_every_whole_sentence_is_verbatim(
            sentences in proptest::collection::vec("[A-Z][a-z ]{20,60}[a-z]\\. ", 8..20)
        ) {
            let content = sentences.concat();
            let line: Vec<&str> = content.split_whitespace().collect();
            let content_line = line.join(" ");
            for line in summarise(&content).split_terminator(". ") {
                let piece = line.trim_end_matches(['…', '.']).trim();
                prop_assert!(content_line.contains(piece), "{piece}");
            }
        }
    }
}
