//! Summaries by the model (MB-09); an over-long topic in parts.

use amb_memory::text::split_to_window;
use serde::Serialize;

use super::ask::Asker;
use super::prompts::Prompt;
use super::shapes::Summary;
use crate::engine::{EngineError, StructureInput, StructureOutput};

#[derive(Serialize)]
struct Variables<'v> {
    fence: String,
    context: &'v str,
    keywords: &'v [String],
    content: &'v str,
}

/// The summary; of each part by itself where the topic is longer than the window.
pub(super) async fn structure(
    asker: &Asker<'_>,
    window: usize,
    ratio: f32,
    input: &StructureInput,
) -> Result<StructureOutput, EngineError> {
    let mut parts = Vec::new();
    for span in split_to_window(&input.content, window, ratio) {
        let content = span.of(&input.content).trim();
        if content.is_empty() {
            continue;
        }
        let variables = Variables {
            fence: asker.fence()?,
            context: &input.context,
            keywords: &input.keywords,
            content,
        };
        let Summary { summary } = asker
            .ask(&Prompt::STRUCTURE, &variables, "summary", true)
            .await?;
        parts.push(summary);
    }
    Ok(StructureOutput {
        summary: parts.join("\n"),
    })
}
