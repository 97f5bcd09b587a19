//! Recalled memories as a text for a prompt.

use super::super::entry::{MemoryEntry, MemoryId, Speaker};
use super::super::query::{Clock, UtcOffset};
use super::marks::mark_recalled;
use super::ranking::Recollection;
use crate::task::Trust;
use crate::text::{Language, estimate_tokens};
use serde::{Deserialize, Serialize};

/// Tokens of a memory's line below which it is left out rather than cut.
const LEAST_TOKENS: usize = 24;

/// What a prompt is told of memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecalledContext {
    /// The marked text; empty where no memory fits.
    pub text: String,
    /// The memories in it, in their order.
    pub included: Vec<MemoryId>,
    /// How many found no room.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub left_out: usize,
}

impl Recollection {
    /// The memories as a text of at most `limit` tokens by [`estimate_tokens`], a line for each,
    /// with the day, whose words they are and how far they can be trusted (AF-13). The last may be
    /// cut short, which is told. It is untrusted text: what a page said stands in it.
    #[must_use]
    pub fn context(&self, limit: usize, language: Language, offset: UtcOffset) -> RecalledContext {
        let mut room = limit.saturating_sub(estimate_tokens(&mark_recalled("")));
        let mut lines = Vec::new();
        let mut included = Vec::new();
        for recalled in &self.memories {
            let line = fitted(&line(&recalled.entry, language, offset), room);
            let Some(line) = line else { break };
            room = room.saturating_sub(cost(&line));
            lines.push(line);
            included.push(recalled.entry.id.clone());
        }
        RecalledContext {
            text: if lines.is_empty() {
                String::new()
            } else {
                mark_recalled(&lines.join("\n"))
            },
            left_out: self.memories.len() - included.len(),
            included,
        }
    }
}

/// A line's tokens and that of its end.
fn cost(line: &str) -> usize {
    estimate_tokens(line) + 1
}

/// A line within so many tokens: cut, where enough of it is left.
fn fitted(line: &str, room: usize) -> Option<String> {
    if cost(line) <= room {
        return Some(line.to_owned());
    }
    if room < LEAST_TOKENS {
        return None;
    }
    let mut chars = line.chars().count();
    while chars > 0 {
        // Four letters to a token at most, so that each turn comes nearer.
        chars = chars.saturating_sub(1).min(4 * room) * 3 / 4;
        let cut: String = line.chars().take(chars).collect();
        let cut = format!("{} […]", cut.trim_end());
        if cost(&cut) <= room {
            return Some(cut);
        }
    }
    None
}

fn line(entry: &MemoryEntry, language: Language, offset: UtcOffset) -> String {
    let date = Clock::new(entry.created_at, offset).date_of(entry.created_at);
    let words: Vec<&str> = entry.content.split_whitespace().collect();
    format!(
        "- {:04}-{:02}-{:02}, {}: {}",
        date.year,
        date.month,
        date.day,
        origin(entry, language),
        words.join(" ")
    )
}

/// Whose words they are, as a reader is told.
fn origin(entry: &MemoryEntry, language: Language) -> &'static str {
    let (english, chinese) = match (entry.speaker, entry.trust) {
        (_, Trust::Imported) => ("from an imported file", "来自导入的文件"),
        (Speaker::User, _) => ("the user", "用户"),
        (Speaker::Agent, Trust::Given) => ("the agent", "智能体"),
        (Speaker::Agent, _) => ("the agent, from sources", "智能体，据来源"),
        (Speaker::Source, Trust::Given) => ("from a document", "来自文档"),
        (Speaker::Source, Trust::NamedPage | Trust::FoundPage | Trust::Snippet) => {
            ("from a web page", "来自网页")
        }
        (Speaker::Source, Trust::Model) => ("source unknown", "来源不明"),
    };
    match language {
        Language::English => english,
        Language::Chinese => chinese,
    }
}
