//! Classification without a language model (BX-01, MB-08): a window of text cut into topics.

use amb_memory::text::{Span, Structure};

use super::dissent::without_dissent;
use super::keywords::Keywords;
use super::salience::most_central;
use super::script::shortened;
use super::segmentation::{
    Unit, clusters, likeness_by_meaning, likeness_by_words, strengths, undivided, units,
};
use crate::engine::{EngineError, RunContext};
use crate::protocol::{ClassificationInput, ClassificationOutput, Cluster};

/// Letters of a topic sentence.
const CONTEXT_LETTERS: usize = 160;

/// Clusters that tile the window: their contents, in order, are the input. Bounds fall on bounds of
/// passages; only sentences that contradict each other are parted within one.
pub(super) async fn classify(
    context: &RunContext<'_>,
    input: &ClassificationInput,
) -> Result<ClassificationOutput, EngineError> {
    let text = &input.context;
    let units = units(text, &input.passages);
    let mut likeness = Vec::new();
    for stretch in undivided(&units) {
        let members = units.get(stretch.clone()).unwrap_or_default();
        let texts: Vec<String> = members.iter().map(Unit::embedded_text).collect();
        let alike = match context.embeddings.embed(&texts).await? {
            Some(found) => {
                let vectors: Vec<&[f32]> = found.iter().map(|e| e.vector.as_slice()).collect();
                likeness_by_meaning(&vectors)
            }
            None => likeness_by_words(members),
        };
        likeness.push((stretch, alike));
    }
    let strengths = strengths(&units, &likeness);
    let keywords = Keywords::over(units.iter().map(|unit| unit.text));
    let bounds: Vec<usize> = units.iter().map(|unit| unit.tile.start).collect();
    let clusters: Vec<Cluster> = clusters(&units, &strengths)
        .into_iter()
        .filter_map(|range| tile(units.get(range)?))
        .flat_map(|topic| without_dissent(text, &input.structure, topic, &bounds))
        .enumerate()
        .map(|(at, span)| cluster((text, &input.structure), at, span, &units, &keywords))
        .collect();
    Ok(ClassificationOutput {
        should_cluster: clusters.len() > 1,
        clusters,
    })
}

/// Returns the span from the first unit's tile to the last unit's; `None` without units.
fn tile(members: &[Unit<'_>]) -> Option<Span> {
    Some(Span::new(
        members.first()?.tile.start,
        members.last()?.tile.end,
    ))
}

fn cluster(
    (text, structure): (&str, &Structure),
    at: usize,
    span: Span,
    units: &[Unit<'_>],
    keywords: &Keywords,
) -> Cluster {
    let content = span.of(text);
    let touched = |unit: &&Unit<'_>| unit.tile.start < span.end && span.start < unit.tile.end;
    let members: Vec<&Unit<'_>> = units.iter().filter(touched).collect();
    Cluster {
        cluster_id: format!("cluster-{}", at + 1),
        context: topic(&members, content, most_central(text, structure, span)),
        content: content.to_owned(),
        keywords: keywords.of(content),
        spans: vec![span],
    }
}

/// The titles that all of the cluster stands under, then its most central sentence.
fn topic(members: &[&Unit<'_>], content: &str, central: Option<String>) -> String {
    let path = shared_path(members);
    let inner = path.get(path.len().saturating_sub(2)..).unwrap_or_default();
    let central = central.unwrap_or_default();
    let topic = match (inner.is_empty(), central.is_empty()) {
        (true, true) => content.to_owned(),
        (true, false) => central,
        (false, true) => inner.join(" › "),
        (false, false) => format!("{}: {central}", inner.join(" › ")),
    };
    shortened(&amb_memory::text::visible(&topic), CONTEXT_LETTERS)
}

fn shared_path(members: &[&Unit<'_>]) -> Vec<String> {
    let Some(first) = members.first() else {
        return Vec::new();
    };
    let shared = |unit: &&Unit<'_>| {
        first
            .headings
            .iter()
            .zip(unit.headings)
            .take_while(|(a, b)| a == b)
            .count()
    };
    let depth = members.iter().map(shared).min().unwrap_or_default();
    let path = if depth == 0 {
        first.headings
    } else {
        first.headings.get(..depth).unwrap_or_default()
    };
    path.to_vec()
}

#[cfg(test)]
mod tests {
    use amb_memory::text::{Outline, passages};
    use futures::executor::block_on;
    use proptest::prelude::*;

    use super::*;
    use crate::extractive::test_host::with_context;
    use crate::protocol::WindowPassage;

    fn classify_text(embeds: bool, text: &str) -> Vec<Cluster> {
        let structure = Structure::plain(text);
        let outline = Outline::new(text, &structure);
        let whole = Span::new(0, text.len());
        let input = ClassificationInput {
            context: text.to_owned(),
            passages: WindowPassage::of(text, &structure, &outline, whole),
            structure,
            task_goal: None,
        };
        with_context(embeds, text, |context| {
            block_on(classify(context, &input)).unwrap().clusters
        })
    }

    fn contents(clusters: &[Cluster]) -> String {
        clusters
            .iter()
            .map(|cluster| cluster.content.as_str())
            .collect()
    }

    fn chapter(title: &str, sentence: &str, times: usize) -> String {
        format!("# {title}\n\n{}\n\n", format!("{sentence} ").repeat(times))
    }

    #[test]
    fn mb_08_chapters_become_topics_named_by_their_titles() {
        let tea = chapter(
            "Tea",
            "Green tea is poured at eighty degrees and never boiled.",
            25,
        );
        let iron = chapter(
            "Iron",
            "Iron rusts where water and oxygen reach the metal.",
            25,
        );
        let text = format!("{tea}{iron}");
        let clusters = classify_text(true, &text);
        assert_eq!(contents(&clusters), text);
        assert_eq!(clusters.len(), 2);
        assert!(
            clusters[0].context.starts_with("Tea: Green tea"),
            "{}",
            clusters[0].context
        );
        assert!(
            clusters[1].keywords.contains(&"rusts".to_owned()),
            "{:?}",
            clusters[1].keywords
        );
        assert!(clusters[1].context.chars().count() <= CONTEXT_LETTERS);
    }

    #[test]
    fn mb_08_without_titles_the_topic_changes_where_the_words_do() {
        let tea = "Green tea leaves are poured with water at eighty degrees. ".repeat(45);
        let iron = "Iron metal rusts where oxygen reaches bare surfaces. ".repeat(45);
        let text = format!("{tea}{iron}");
        for embeds in [true, false] {
            let clusters = classify_text(embeds, &text);
            let bounds: Vec<usize> = clusters
                .iter()
                .filter_map(|c| Some(c.spans.first()?.start))
                .collect();
            let near = bounds.iter().any(|bound| bound.abs_diff(tea.len()) < 400);
            assert!(near, "{bounds:?} for {}", tea.len());
        }
    }

    #[test]
    fn mb_08_hostile_texts_are_tiled() {
        let run = "a".repeat(50_000);
        for text in [
            "",
            " \n",
            "word",
            "🙂\0🙂",
            "\u{202E}abc\u{E0041}",
            run.as_str(),
            "# \n#\n# a",
        ] {
            let clusters = classify_text(true, text);
            assert_eq!(
                contents(&clusters),
                if text.trim().is_empty() { "" } else { text }
            );
        }
    }

    fn block() -> impl Strategy<Value = String> {
        prop_oneof![
            "[A-Z][a-z ]{5,200}\\. ",
            "## [A-Z][a-z]{2,12}\n\n",
            "[\u{4E00}-\u{4F00}]{5,80}。",
            "\n\n",
            "\\PC{0,60}",
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn mb_08_clusters_tile_the_text_on_bounds_of_passages(
            blocks in proptest::collection::vec(block(), 0..60)
        ) {
            let text = blocks.concat();
            let clusters = classify_text(true, &text);
            let whole = Span::new(0, text.len());
            let passages = passages(&text, &Structure::plain(&text), whole);
            prop_assume!(!passages.is_empty());
            prop_assert_eq!(contents(&clusters), text.as_str());
            let starts: Vec<usize> = passages.iter().map(|passage| passage.start).collect();
            let mut end = 0;
            for span in clusters.iter().flat_map(|cluster| &cluster.spans) {
                prop_assert_eq!(span.start, end);
                prop_assert!(span.start == 0 || starts.contains(&span.start));
                end = span.end;
            }
        }
    }
}
