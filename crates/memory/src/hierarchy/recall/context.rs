//! Recalled memories as a text for a prompt.

use super::super::entry::{MemoryEntry, MemoryId, Speaker};
use super::super::query::{Clock, UtcOffset};
use super::super::working_memory::{CoreBlock, CoreMemory};
use super::marks::mark_recalled;
use super::ranking::{RecalledMemory, Recollection};
use crate::task::Trust;
use crate::text::{Language, estimate_tokens};
use serde::{Deserialize, Serialize};

/// Tokens of a memory's line below which it is left out rather than cut.
const LEAST_TOKENS: usize = 24;

/// Memories for a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecalledContext {
    /// The marked text; empty where nothing fits.
    pub text: String,
    /// The blocks of core memory in it, before all memories.
    #[serde(default)]
    pub core: Vec<CoreBlock>,
    /// The memories in it, in their order.
    pub included: Vec<MemoryId>,
    /// Number of memories that did not fit.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub left_out: usize,
}

impl Recollection {
    /// Core memory and these memories as a text of at most `limit` tokens by [`estimate_tokens`], a line for each block and
    /// each memory, with the day, whose words they are and how far they can be trusted (AF-13, AF-02). The last may be
    /// cut short, which is told. It is untrusted text: what a page said stands in it.
    #[must_use]
    pub fn context(
        &self,
        core: &CoreMemory,
        limit: usize,
        language: Language,
        offset: UtcOffset,
    ) -> RecalledContext {
        let mut lines = Lines::within(limit);
        let blocks = CoreBlock::ALL.into_iter();
        let core: Vec<_> = blocks
            .filter(|block| !core.block(*block).is_empty())
            .map_while(|block| {
                lines.take(&core_line(block, core.block(block), language))?;
                Some(block)
            })
            .collect();
        let included: Vec<_> = self
            .memories
            .iter()
            .map_while(|recalled| {
                lines.take(&line(recalled, language, offset))?;
                Some(recalled.entry.id.clone())
            })
            .collect();
        RecalledContext {
            text: lines.text(),
            core,
            left_out: self.memories.len() - included.len(),
            included,
        }
    }
}

/// Lines that take at most so many tokens, their marks included.
struct Lines {
    room: usize,
    taken: Vec<String>,
}

impl Lines {
    fn within(limit: usize) -> Self {
        Self {
            room: limit.saturating_sub(estimate_tokens(&mark_recalled(""))),
            taken: Vec::new(),
        }
    }

    /// Takes a line, cut where it must be; `None` if there is no room for it.
    fn take(&mut self, line: &str) -> Option<()> {
        let line = fitted(line, self.room)?;
        self.room = self.room.saturating_sub(cost(&line));
        self.taken.push(line);
        Some(())
    }

    /// The marked text; empty without a line.
    fn text(self) -> String {
        if self.taken.is_empty() {
            return String::new();
        }
        mark_recalled(&self.taken.join("\n"))
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

fn line(recalled: &RecalledMemory, language: Language, offset: UtcOffset) -> String {
    let entry = &recalled.entry;
    let words: Vec<&str> = entry.content.split_whitespace().collect();
    let mut origin = origin(entry, language).to_owned();
    if let Some(newer) = &recalled.newer {
        let day = day(newer.at, offset);
        origin = match (newer.replaces, language) {
            (true, Language::English) => format!("until {day}, {origin}"),
            (true, Language::Chinese) => format!("{day} 之前，{origin}"),
            (false, Language::English) => format!("{origin}, who said more on {day}"),
            (false, Language::Chinese) => format!("{origin}，{day} 又有新的说法"),
        };
    }
    let day = day(entry.created_at, offset);
    format!("- {day}, {origin}: {}", words.join(" "))
}

/// The day of a moment.
fn day(at: i64, offset: UtcOffset) -> String {
    Clock::new(at, offset).date_of(at).to_string()
}

fn core_line(block: CoreBlock, text: &str, language: Language) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (english, chinese) = match block {
        CoreBlock::Persona => ("who the agent is", "智能体是谁"),
        CoreBlock::UserInfo => ("about the user", "关于用户"),
        CoreBlock::Instructions => ("what the user always wants", "用户的一贯要求"),
    };
    match language {
        Language::English => format!("- {english}: {}", words.join(" ")),
        Language::Chinese => format!("- {chinese}：{}", words.join(" ")),
    }
}

/// Whose words they are, as a reader is told.
fn origin(entry: &MemoryEntry, language: Language) -> &'static str {
    let (english, chinese) = match (entry.speaker, entry.trust) {
        (_, Trust::Imported) => ("from an imported file", "来自导入的文件"),
        (Speaker::User, Trust::Given) => ("the user", "用户"),
        (Speaker::User, Trust::Model) => ("said to be the user", "据称是用户"),
        (Speaker::User, _) => ("the user, from a web page", "用户，来自网页"),
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
