//! Shortens nodes to a model's input limit.

use crate::fitting::{first_fitting, keyword_tokens, level, shortened, topic_tokens};
use crate::protocol::NodeInfo;

/// Tokens of a node in a prompt beside its words: its id, its origin, labels.
const NODE_TOKENS: usize = 48;

/// Returns the tokens of a node in a prompt.
pub(super) fn node_tokens(node: &NodeInfo) -> usize {
    topic_tokens(&node.context, &node.keywords, &node.summary) + NODE_TOKENS
}

/// Returns the node in at most so many tokens, except that its id is always whole: topic and keywords get a quarter
/// each, the summary the rest.
pub(super) fn fitted(node: &NodeInfo, tokens: usize) -> NodeInfo {
    if node_tokens(node) <= tokens {
        return node.clone();
    }
    let room = tokens.saturating_sub(NODE_TOKENS);
    let context = shortened(&node.context, room / 4).into_owned();
    let keywords = first_fitting(node.keywords.iter().cloned(), room / 4, |keyword| {
        keyword_tokens(keyword)
    });
    let bare = NodeInfo {
        id: node.id.clone(),
        summary: String::new(),
        context,
        keywords,
        trust: node.trust,
        titles: node.titles.clone(),
    };
    let left = tokens.saturating_sub(node_tokens(&bare));
    NodeInfo {
        summary: shortened(&node.summary, left).into_owned(),
        ..bare
    }
}

/// Returns these nodes in at most so many tokens together, long ones shortened first; none is left out.
pub(super) fn all_fitted(nodes: &[NodeInfo], room: usize) -> Vec<NodeInfo> {
    let cap = level(nodes.iter().map(node_tokens), room);
    nodes.iter().map(|node| fitted(node, cap)).collect()
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{NodeId, Trust};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn mb_25_a_node_that_is_shortened_fits(
            text in "(\\PC|早|[ \n]){0,60}", times in 1_usize..40, tokens in 2_usize..300,
        ) {
            let text = text.repeat(times);
            let node = NodeInfo {
                id: NodeId::from("id-1"),
                summary: text.clone(),
                context: text.clone(),
                keywords: vec![text.clone(), text],
                trust: Trust::Given,
                titles: Vec::new(),
            };
            let made = fitted(&node, tokens);
            prop_assert!(node_tokens(&made) <= (tokens + 2).max(NODE_TOKENS + 4), "{:?}", made);
            let all = all_fitted(&[node.clone(), node.clone(), made], tokens * 10);
            prop_assert_eq!(all.len(), 3);
            let taken: usize = all.iter().map(node_tokens).sum();
            prop_assert!(taken <= (tokens * 10 + 6).max(3 * (NODE_TOKENS + 4)));
        }
    }
}
