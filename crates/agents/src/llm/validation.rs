//! Verdicts on conflicts by the model (MB-12).

use amb_memory::text::estimate_tokens;
use serde::Serialize;

use super::ask::Asker;
use super::nodes::all_fitted;
use super::prompts::Prompt;
use super::shapes::{VerdictKind, WireVerdict};
use crate::engine::EngineError;
use crate::fitting::{level, shortened};
use crate::protocol::{EvidencePassage, NodeInfo, ValidationInput, ValidationOutput, Verdict};

#[derive(Serialize)]
struct Variables<'v> {
    fence: String,
    conflict: Conflict<'v>,
    nodes: &'v [NodeInfo],
    findings: &'v [EvidencePassage],
}

#[derive(Serialize)]
struct Conflict<'v> {
    description: &'v str,
}

/// Tokens of a finding beside its text: its source, its origin, labels.
const FINDING_TOKENS: usize = 48;

/// The findings in about so many tokens, long ones shortened first; each is there.
fn findings(evidence: &[EvidencePassage], room: usize) -> Vec<EvidencePassage> {
    let sizes = evidence
        .iter()
        .map(|passage| estimate_tokens(&passage.text));
    let most = level(sizes, room.saturating_sub(evidence.len() * FINDING_TOKENS));
    let shown = evidence.iter().map(|passage| EvidencePassage {
        text: shortened(&passage.text, most).into_owned(),
        ..passage.clone()
    });
    shown.collect()
}

/// The verdict. A side that is none of the conflict's decides nothing.
pub(super) async fn validate(
    asker: &Asker<'_>,
    input: &ValidationInput,
) -> Result<ValidationOutput, EngineError> {
    let bare = Variables {
        fence: String::new(),
        conflict: Conflict { description: "" },
        nodes: &[],
        findings: &[],
    };
    let room = asker.room(&Prompt::VALIDATION, &bare)?;
    let variables = Variables {
        fence: asker.fence()?,
        conflict: Conflict {
            description: &shortened(&input.conflict.conflict_description, room / 8),
        },
        nodes: &all_fitted(&input.nodes, room / 4),
        findings: &findings(&input.evidence, room / 2),
    };
    let wire: WireVerdict = asker
        .ask(&Prompt::VALIDATION, &variables, "verdict", true)
        .await?;
    let named = wire
        .node
        .and_then(|id| input.nodes.iter().find(|node| node.id.as_str() == id))
        .map(|node| node.id.clone());
    let verdict = match (wire.verdict, named) {
        (VerdictKind::Supported, Some(node)) => Verdict::Supported { node },
        (VerdictKind::Compatible, _) => Verdict::Compatible,
        (VerdictKind::Supported | VerdictKind::Inconclusive, _) => Verdict::Inconclusive,
    };
    Ok(ValidationOutput {
        verdict,
        explanation: wire.explanation,
    })
}
