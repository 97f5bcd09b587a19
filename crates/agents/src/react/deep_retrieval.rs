//! The deep retrieval tool (MB-17): the entries and attachments of a memory node.

use amb_memory::task::{AttachmentType, InteractionEntry, NodeId, TaskBank};
use amb_memory::text::{Language, is_blank};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

use super::toolbox::{Observation, ToolError};
use crate::engine::{EngineError, RunContext};
use crate::host::ContentHash;
use crate::inert::inert;
use crate::protocol::{DEEP_RETRIEVAL, media_type, origin};

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
    origin: String,
    attachments: Vec<Content>,
}

#[derive(Serialize)]
struct Content {
    id: String,
    r#type: AttachmentType,
    /// Base64 of an image, or the description of a large one; the beginning of a program; or the reason for their
    /// absence.
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    /// The document's text before the entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    /// The document's text after the entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

/// Most characters of a program, of its output, or of an image in base64 in a conversation.
const ATTACHED_CHARS: usize = 20_000;

/// Characters of a document that go into a conversation before an entry, and as many after it.
const AROUND_CHARS: usize = 300;

/// Returns all entries of a node by time, with their attachments. The document of an entry is not repeated: the entry
/// is its part in memory, and the text around it shows its place.
pub(super) async fn deep_retrieval(
    context: &RunContext<'_>,
    bank: &TaskBank,
    arguments: &Arguments,
) -> Result<Vec<Observation>, ToolError> {
    let id = NodeId::from(arguments.node_id.trim());
    let Some(node) = bank.query_graph().node(&id) else {
        return Err(ToolError::NoNode { id: id.to_string() });
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
            let mut shown = Content {
                id: attachment.id.clone(),
                r#type: attachment.r#type,
                content: None,
                before: None,
                after: None,
            };
            match (attachment.r#type, bytes) {
                (_, None) => shown.content = Some("(no longer kept)".to_owned()),
                (AttachmentType::Image, Some(bytes)) => {
                    shown.content = Some(image(&bytes, context.language));
                }
                (AttachmentType::Code, Some(bytes)) => {
                    let text = String::from_utf8_lossy(&bytes);
                    let beginning: String = text.chars().take(ATTACHED_CHARS).collect();
                    shown.content = Some(inert(&beginning));
                }
                (AttachmentType::Document, Some(bytes)) => {
                    let text = String::from_utf8_lossy(&bytes);
                    let (before, after) = around(&text, entry);
                    shown.before = said(before);
                    shown.after = said(after);
                }
            }
            attachments.push(shown);
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
            origin: origin(entry.metadata.trust, context.language).to_owned(),
            attachments,
        });
    }
    entries.sort_by_key(|entry| entry.timestamp);
    Ok(vec![Observation {
        tool: DEEP_RETRIEVAL.to_owned(),
        source: format!("memory node {id}"),
        text: serde_json::to_string_pretty(&entries).unwrap_or_default(),
        found: Vec::new(),
        trust: Some(node.trust),
    }])
}

/// Returns an image in base64. Half an image shows nothing: a larger one is described, with a note that its entry's
/// text describes its content.
fn image(bytes: &[u8], language: Language) -> String {
    let length = base64::encoded_len(bytes.len(), true);
    if length.is_some_and(|length| length <= ATTACHED_CHARS) {
        return BASE64.encode(bytes);
    }
    let kind = media_type(bytes).unwrap_or("image");
    let size = bytes.len();
    match language {
        Language::English => format!(
            "({kind} of {size} bytes, too large to be shown: the text above is what was recognised in it)"
        ),
        Language::Chinese => {
            format!("（{kind}，{size} 字节，过大而未展示：上面的文本即是对它的识别结果）")
        }
    }
}

/// Returns the text of a document before and after an entry; empty if the entry does not occur in it word for word.
fn around<'d>(document: &'d str, entry: &InteractionEntry) -> (&'d str, &'d str) {
    let place = entry.metadata.source.as_ref().map(|source| source.span);
    let told = place
        .and_then(|span| document.get(span.start..span.end))
        .filter(|told| *told == entry.text);
    let start = match (told, place) {
        (Some(_), Some(span)) => Some(span.start),
        // For texts that were read together, an offset counts within its own text.
        _ => document.find(&entry.text),
    };
    let Some((before, rest)) = start.and_then(|start| document.split_at_checked(start)) else {
        return ("", "");
    };
    let after = rest.get(entry.text.len()..).unwrap_or_default();
    let from = before.char_indices().rev().nth(AROUND_CHARS - 1);
    let to = after.char_indices().nth(AROUND_CHARS);
    (
        before
            .get(from.map_or(0, |(at, _)| at)..)
            .unwrap_or_default(),
        after
            .get(..to.map_or(after.len(), |(at, _)| at))
            .unwrap_or_default(),
    )
}

/// Returns the words, if there are any.
fn said(words: &str) -> Option<String> {
    (!is_blank(words)).then(|| inert(words))
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{EntryId, EntryMetadata, SourceRef};
    use amb_memory::text::Span;

    use super::*;

    fn entry(text: &str, start: usize) -> InteractionEntry {
        let span = Span::new(start, start + text.len());
        InteractionEntry {
            entry_id: EntryId::from("entry"),
            text: text.to_owned(),
            timestamp: 0,
            metadata: EntryMetadata {
                source: Some(SourceRef::new("long.txt", span, 0)),
                ..EntryMetadata::default()
            },
            attachments: Vec::new(),
        }
    }

    /// MB-17: an image is shown whole or not at all, and then described.
    #[test]
    fn mb_17_a_large_image_does_not_fill_the_conversation() {
        let of = |length: usize, language| {
            let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
            bytes.resize(length, 7);
            (image(&bytes, language), BASE64.encode(bytes))
        };
        for language in [Language::English, Language::Chinese] {
            for small in [8, 15_000] {
                let (shown, whole) = of(small, language);
                assert_eq!(shown, whole);
            }
            for large in [15_001, 500_000] {
                let (shown, _) = of(large, language);
                assert!(shown.chars().count() < 120, "{shown}");
                assert!(shown.contains("image/png"), "{shown}");
                assert!(shown.contains(&large.to_string()), "{shown}");
            }
        }
        let (english, _) = of(500_000, Language::English);
        assert!(english.contains("the text above is what was recognised"));
        let (chinese, _) = of(500_000, Language::Chinese);
        assert!(chinese.contains("识别结果"));
    }

    /// MB-17: for a long document, a node brings the text around its own words, and no more.
    #[test]
    fn mb_17_a_document_is_not_repeated() {
        let sentence = "The tower is 42 metres tall.";
        let filler = "河上有风。".repeat(2_000);
        let document = format!("{filler}{sentence}{filler}");
        // In the document's own text, and in a text that was read with others.
        for start in [filler.len(), 0] {
            let (before, after) = around(&document, &entry(sentence, start));
            assert_eq!(before.chars().count(), AROUND_CHARS);
            assert_eq!(after.chars().count(), AROUND_CHARS);
            assert!(before.ends_with("河上有风。") && after.starts_with("河上有风。"));
        }
        assert_eq!(around(sentence, &entry(sentence, 0)), ("", ""));
        assert_eq!(around("Another text.", &entry(sentence, 0)), ("", ""));
        // The second of two like sentences.
        let twice = format!("a {sentence} b {sentence} c");
        let second = 2 + sentence.len() + 3;
        assert_eq!(around(&twice, &entry(sentence, second)).1, " c");
    }
}
