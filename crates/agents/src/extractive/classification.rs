//! Classification without a language model (BX-01, MB-08): a window of text cut into topics.

use amb_memory::text::Span;

use super::keywords::Keywords;
use super::salience;
use super::script::shortened;
use super::segmentation::{
    Unit, clusters, likeness_by_meaning, likeness_by_words, strengths, undivided, units,
};
use crate::engine::{
    ClassificationInput, ClassificationOutput, Cluster, EngineContext, EngineError,
};

/// Letters of a topic sentence.
const CONTEXT_LETTERS: usize = 160;

/// Clusters that tile the window: their contents, in order, are the input. Bounds fall on bounds of
/// passages.
pub(super) async fn classify(
    context: &EngineContext<'_>,
    input: &ClassificationInput,
) -> Result<ClassificationOutput, EngineError> {
    let text = &input.context;
    let units = units(text);
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
    let clusters: Vec<Cluster> = clusters(&units, &strengths)
        .into_iter()
        .enumerate()
        .filter_map(|(at, range)| cluster(text, at, units.get(range)?, &keywords))
        .collect();
    Ok(ClassificationOutput {
        should_cluster: clusters.len() > 1,
        clusters,
    })
}

fn cluster(text: &str, at: usize, members: &[Unit<'_>], keywords: &Keywords) -> Option<Cluster> {
    let span = Span::new(members.first()?.tile.start, members.last()?.tile.end);
    let content = span.of(text);
    Some(Cluster {
        cluster_id: format!("cluster-{}", at + 1),
        context: topic(members, content),
        content: content.to_owned(),
        keywords: keywords.of(content),
        span: Some(span),
    })
}

/// The titles that all of the cluster stands under, then its most central sentence.
fn topic(members: &[Unit<'_>], content: &str) -> String {
    let path = shared_path(members);
    let inner = path.get(path.len().saturating_sub(2)..).unwrap_or_default();
    let central = salience::most_central(content).unwrap_or_default();
    let topic = match (inner.is_empty(), central.is_empty()) {
        (true, true) => content.to_owned(),
        (true, false) => central,
        (false, true) => inner.join(" › "),
        (false, false) => format!("{}: {central}", inner.join(" › ")),
    };
    shortened(&amb_memory::text::visible(&topic), CONTEXT_LETTERS)
}

fn shared_path(members: &[Unit<'_>]) -> Vec<String> {
    let Some(first) = members.first() else {
        return Vec::new();
    };
    let shared = |unit: &Unit<'_>| {
        first
            .headings
            .iter()
            .zip(&unit.headings)
            .take_while(|(a, b)| a == b)
            .count()
    };
    let depth = members.iter().map(shared).min().unwrap_or_default();
    let path = if depth == 0 {
        &first.headings
    } else {
        first.headings.get(..depth).unwrap_or_default()
    };
    path.to_vec()
}
