//! Verdicts on conflicts by the model (MB-12).

use serde::Serialize;

use super::ask::Asker;
use super::prompts::Prompt;
use super::shapes::{VerdictKind, WireVerdict};
use crate::engine::{
    EngineError, EvidencePassage, NodeInfo, ValidationInput, ValidationOutput, Verdict,
};

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

/// The verdict. A side that is none of the conflict's decides nothing.
pub(super) async fn validate(
    asker: &Asker<'_>,
    input: &ValidationInput,
) -> Result<ValidationOutput, EngineError> {
    let variables = Variables {
        fence: asker.fence()?,
        conflict: Conflict {
            description: &input.conflict.conflict_description,
        },
        nodes: &input.nodes,
        findings: &input.evidence,
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
