//! The deep retrieval tool (MB-17): what stands behind a memory node.

use amb_memory::task::{AttachmentType, NodeId, TaskBank};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

use super::toolbox::{Observation, ToolError};
use crate::engine::{EngineContext, EngineError, origin};
use crate::host::ContentHash;
use crate::inert::inert;

#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    node_id: String,
}

#[derive(Serialize)]
struct Entry {
    entry_id: String,
    text: String,
    timestamp: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    origin: &'static str,
    attachments: Vec<Content>,
}

#[derive(Serialize)]
struct Content {
    id: String,
    r#type: AttachmentType,
    /// Base64 of an image, else text.
    content: String,
}

/// Characters of an attachment that go into a conversation.
const ATTACHMENT_CHARS: usize = 20_000;

/// All entries of a node by time, with the contents of their attachments. A document of which an entry is
/// a part is named, not repeated: the entry is what memory holds of it.
pub(super) async fn deep_retrieval(
    context: &EngineContext<'_>,
    bank: &TaskBank,
    arguments: &Arguments,
) -> Result<Vec<Observation>, ToolError> {
    let id = NodeId::from(arguments.node_id.trim());
    let Some(node) = bank.query_graph().node(&id) else {
        return Err(ToolError::Failed {
            detail: format!("there is no memory node {id}"),
        });
    };
    let mut entries = Vec::new();
    for entry in bank.interaction_tree().entries_of(&id) {
        let mut attachments = Vec::new();
        for attachment in &entry.attachments {
            let bytes = match ContentHash::parse(&attachment.content) {
                Some(hash) => context
                    .host
                    .get_blob(&hash)
                    .await
                    .map_err(EngineError::from)?,
                None => None,
            };
            let content = match (attachment.r#type, bytes) {
                (_, None) => "(no longer kept)".to_owned(),
                (AttachmentType::Image, Some(bytes)) => BASE64.encode(bytes),
                (_, Some(bytes)) => {
                    let text = String::from_utf8_lossy(&bytes);
                    inert(&text.chars().take(ATTACHMENT_CHARS).collect::<String>())
                }
            };
            attachments.push(Content {
                id: attachment.id.clone(),
                r#type: attachment.r#type,
                content,
            });
        }
        entries.push(Entry {
            entry_id: entry.entry_id.to_string(),
            text: inert(&entry.text),
            timestamp: entry.timestamp,
            source: entry
                .metadata
                .source
                .as_ref()
                .map(|source| inert(&source.document)),
            origin: origin(entry.metadata.trust, context.language),
            attachments,
        });
    }
    entries.sort_by_key(|entry| entry.timestamp);
    Ok(vec![Observation {
        tool: "deep_retrieval".to_owned(),
        source: format!("memory node {id}"),
        text: serde_json::to_string_pretty(&entries).unwrap_or_default(),
        found: Vec::new(),
        trust: Some(node.trust),
    }])
}
