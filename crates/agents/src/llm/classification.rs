//! Classification by the model (MB-08): it gives numbers of passages, so that no text is lost or rewritten.

use std::collections::BTreeMap;

use amb_memory::text::{Span, is_blank};
use serde::Serialize;

use super::ask::Asker;
use super::prompts::Prompt;
use super::shapes::{Topic, Topics};
use crate::engine::EngineError;
use crate::protocol::{ClassificationInput, ClassificationOutput, Cluster, WindowPassage};

#[derive(Serialize)]
struct Variables<'v> {
    fence: String,
    task_goal: &'v str,
    passages: Vec<Numbered<'v>>,
}

#[derive(Serialize)]
struct Numbered<'v> {
    number: usize,
    headings: &'v [String],
    text: &'v str,
}

/// Topics of a window. What the model leaves out goes to the topic before it; a number that it gives twice
/// counts once.
pub(super) async fn classify(
    asker: &Asker<'_>,
    input: &ClassificationInput,
) -> Result<ClassificationOutput, EngineError> {
    let tiles = tiles(&input.context, &input.passages);
    let numbered = tiles.iter().zip(&input.passages).enumerate();
    let variables = Variables {
        fence: asker.fence()?,
        task_goal: input.task_goal.as_deref().unwrap_or_default(),
        passages: numbered
            .map(|(at, (tile, passage))| Numbered {
                number: at + 1,
                headings: &passage.headings,
                text: tile.of(&input.context).trim(),
            })
            .collect(),
    };
    let topics: Topics = asker
        .ask_sound(
            &Prompt::CLASSIFICATION,
            &variables,
            ("topics", true),
            usable,
        )
        .await?;
    let should_cluster = topics.should_cluster;
    let clusters = clusters(&input.context, &tiles, topics.clusters);
    Ok(ClassificationOutput {
        should_cluster: should_cluster && clusters.len() > 1,
        clusters,
    })
}

/// Checks that topics can hold a window. Without topics its text would be lost; with a blank topic it would not be
/// found again.
fn usable(topics: &Topics) -> Result<(), String> {
    if topics.clusters.is_empty() {
        return Err(
            "clusters is empty: every passage belongs to a topic, were it the only one".to_owned(),
        );
    }
    if topics.clusters.iter().any(|topic| is_blank(&topic.context)) {
        return Err("the context of a topic is blank".to_owned());
    }
    Ok(())
}

/// The window cut between its passages; the tiles cover it without a gap.
fn tiles(text: &str, passages: &[WindowPassage]) -> Vec<Span> {
    let ends = passages.iter().skip(1).map(|next| next.span.start);
    let mut start = 0;
    let mut tiles = Vec::new();
    for end in ends.chain([text.len()]) {
        tiles.push(Span::new(start, end));
        start = end;
    }
    tiles
}

fn clusters(text: &str, tiles: &[Span], topics: Vec<Topic>) -> Vec<Cluster> {
    let owners = owners(tiles.len(), &topics);
    let mut parts: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
    for (tile, owner) in tiles.iter().zip(owners) {
        let spans = parts.entry(owner).or_default();
        match spans.last_mut().filter(|last| last.end == tile.start) {
            Some(last) => last.end = tile.end,
            None => spans.push(*tile),
        }
    }
    let mut topics: Vec<Option<Topic>> = topics.into_iter().map(Some).collect();
    parts
        .into_iter()
        .filter_map(|(at, spans)| Some(cluster(text, at, topics.get_mut(at)?.take()?, spans)))
        .collect()
}

/// The topic of each tile.
fn owners(tiles: usize, topics: &[Topic]) -> Vec<usize> {
    let mut owners: Vec<Option<usize>> = vec![None; tiles];
    for (at, topic) in topics.iter().enumerate() {
        for number in &topic.passages {
            if let Some(owner @ None) = number.checked_sub(1).and_then(|n| owners.get_mut(n)) {
                *owner = Some(at);
            }
        }
    }
    let mut before = owners.iter().flatten().next().copied().unwrap_or(0);
    owners
        .into_iter()
        .map(|owner| {
            before = owner.unwrap_or(before);
            before
        })
        .collect()
}

fn cluster(text: &str, at: usize, topic: Topic, spans: Vec<Span>) -> Cluster {
    let content: String = spans.iter().map(|span| span.of(text)).collect();
    Cluster {
        cluster_id: format!("cluster-{}", at + 1),
        context: topic.context,
        content,
        keywords: topic.keywords,
        spans,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn topic(passages: &[usize]) -> Topic {
        Topic {
            context: "topic".to_owned(),
            keywords: Vec::new(),
            passages: passages.to_vec(),
        }
    }

    #[test]
    fn mb_08_scattered_passages_keep_their_places() {
        let tiles = [Span::new(0, 2), Span::new(2, 4), Span::new(4, 6)];
        let found = clusters("aabbcc", &tiles, vec![topic(&[1, 3]), topic(&[2])]);
        assert_eq!(found[0].content, "aacc");
        assert_eq!(found[0].spans, [Span::new(0, 2), Span::new(4, 6)]);
        assert_eq!(found[1].content, "bb");
    }

    /// MB-08, MB-22: a window without a topic is asked for again, and then read without the model; never lost.
    #[test]
    fn mb_08_no_topics_are_no_answer() {
        let topics = |clusters| Topics {
            should_cluster: false,
            clusters,
        };
        assert!(usable(&topics(Vec::new())).is_err());
        let blank = Topic {
            context: " ".to_owned(),
            ..topic(&[1])
        };
        assert!(usable(&topics(vec![topic(&[1]), blank])).is_err());
        // Whatever its numbers: all text goes to it.
        for passages in [&[][..], &[99], &[1]] {
            let one = topics(vec![topic(passages)]);
            assert_eq!(usable(&one), Ok(()));
            let tiles = [Span::new(0, 2), Span::new(2, 4)];
            assert_eq!(clusters("aabb", &tiles, one.clusters)[0].content, "aabb");
        }
    }

    proptest! {
        /// MB-08: whatever numbers the model gives, every tile is in exactly one topic.
        #[test]
        fn mb_08_no_text_is_lost_whatever_the_model_says(
            numbers in prop::collection::vec(prop::collection::vec(0_usize..9, 0..5), 1..5),
            count in 1_usize..7,
        ) {
            let text = "ab".repeat(count);
            let tiles: Vec<Span> = (0..count).map(|at| Span::new(2 * at, 2 * at + 2)).collect();
            let topics = numbers.iter().map(|numbers| topic(numbers)).collect();
            let mut spans: Vec<Span> =
                clusters(&text, &tiles, topics).into_iter().flat_map(|c| c.spans).collect();
            spans.sort();
            prop_assert_eq!(spans.iter().map(Span::len).sum::<usize>(), text.len());
            prop_assert!(spans.windows(2).all(|pair| pair[0].end == pair[1].start));
        }
    }
}
