//! Summaries by the model (MB-09); an over-long topic in parts.

use amb_memory::text::{Structure, is_blank, split_to_window};
use serde::Serialize;

use super::ask::Asker;
use super::prompts::Prompt;
use super::shapes::Summary;
use crate::engine::EngineError;
use crate::protocol::{StructureInput, StructureOutput};

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
    let structure = Structure::or_plain(input.structure.as_ref(), &input.content);
    for span in split_to_window(&input.content, &structure, window, ratio) {
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
            .ask_sound(
                &Prompt::STRUCTURE,
                &variables,
                ("summary", true),
                says_something,
            )
            .await?;
        parts.push(summary);
    }
    Ok(StructureOutput {
        summary: parts.join("\n"),
    })
}

/// Checks that a summary is not blank: a node without one would hold text that nobody can find by meaning.
fn says_something(wire: &Summary) -> Result<(), String> {
    if is_blank(&wire.summary) {
        return Err("summary is blank".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MB-09, MB-22: a node is never without a summary.
    #[test]
    fn mb_09_a_blank_summary_is_unusable() {
        let wire = |summary: &str| Summary {
            summary: summary.to_owned(),
        };
        assert_eq!(says_something(&wire("- 42 metres")), Ok(()));
        for blank in ["", " \n", "\u{200B}"] {
            assert!(says_something(&wire(blank)).is_err(), "{blank:?}");
        }
    }
}
