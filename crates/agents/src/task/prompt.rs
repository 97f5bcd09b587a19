//! The enhanced prompt: `<task>` and `<memory>` in the seed's format (000 §6.3, MB-14).

use amb_memory::retrieval::Query;
use amb_memory::task::{InsightDoc, NodeId, QueryGraphNode, RecalledNode, Trust};
use amb_memory::text::{Language, estimate_tokens};

use super::ranked::{Ranked, within_room};
use super::{Adapter, AdapterError};
use crate::fitting::shortened;
use crate::host::ContentHash;
use crate::inert::{indented, inert, one_line};
use crate::protocol::{PastStep, PastSteps, Room, origin};

/// A node as the prompt shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptMemory {
    /// The node, for deep retrieval.
    pub id: NodeId,
    /// Its topic.
    pub context: String,
    /// Its keywords.
    pub keywords: Vec<String>,
    /// Its summary.
    pub summary: String,
    /// Trust of the least trusted text that the node was made of.
    pub trust: Trust,
}

impl From<&QueryGraphNode> for PromptMemory {
    fn from(node: &QueryGraphNode) -> Self {
        Self {
            id: node.id.clone(),
            context: node.context.clone(),
            keywords: node.keywords.clone(),
            summary: node.summary.clone(),
            trust: node.trust,
        }
    }
}

/// A node that a prompt showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shown {
    /// The node.
    pub id: NodeId,
    /// Trust of the least trusted text that the node was made of.
    pub trust: Trust,
}

impl From<PromptMemory> for Shown {
    fn from(memory: PromptMemory) -> Self {
        Self {
            id: memory.id,
            trust: memory.trust,
        }
    }
}

/// An image that waits for recognition and goes with the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptImage {
    /// Its name.
    pub name: String,
    /// Its bytes, in the blob store.
    pub blob: ContentHash,
}

/// The words of the prompt that are not the user's.
struct Labels {
    goal: &'static str,
    context: &'static str,
    pending: &'static str,
    none: &'static str,
    memory: &'static str,
    topic: &'static str,
    keywords: &'static str,
    summary: &'static str,
    node: &'static str,
    origin: &'static str,
    images: &'static str,
    no_memory: &'static str,
    instruction: &'static str,
}

const ENGLISH: Labels = Labels {
    goal: "Task goal",
    context: "Knowledge context",
    pending: "Pending tasks",
    none: "none",
    memory: "Memory",
    topic: "Topic",
    keywords: "Keywords",
    summary: "Summary",
    node: "Node id",
    origin: "Origin",
    images: "Images to recognise",
    no_memory: "No related memory yet",
    instruction: "Carry out the next step on the basis of the task and the memory above.",
};

const CHINESE: Labels = Labels {
    goal: "任务目标",
    context: "知识上下文",
    pending: "待办任务",
    none: "无",
    memory: "记忆",
    topic: "主题",
    keywords: "关键词",
    summary: "摘要",
    node: "节点",
    origin: "来源",
    images: "待识别的图片",
    no_memory: "暂无相关记忆",
    instruction: "请根据以上任务和记忆，执行下一步操作。",
};

/// The prompt for the next step. Neither the task nor the memory can end its own part: in them our tags are
/// no tags, and no text begins a line of its own at the margin.
#[must_use]
pub fn format_prompt(
    language: Language,
    insight_doc: &InsightDoc,
    memories: &[PromptMemory],
    images: &[PromptImage],
) -> String {
    let memories = memories.iter().map(|memory| Ranked {
        memory: memory.clone(),
        score: None,
    });
    format_within(
        usize::MAX,
        language,
        insight_doc,
        memories.collect(),
        images,
    )
    .0
}

/// The prompt in about so many tokens, and the memories that it shows: the task takes at most half of them, the least
/// relevant memories are left out.
fn format_within(
    room: usize,
    language: Language,
    insight_doc: &InsightDoc,
    memories: Vec<Ranked>,
    images: &[PromptImage],
) -> (String, Vec<PromptMemory>) {
    let labels = match language {
        Language::Chinese => &CHINESE,
        Language::English => &ENGLISH,
    };
    let task = inert(&format_task(
        labels,
        language,
        insight_doc,
        images,
        room / 2,
    ));
    let left = room.saturating_sub(estimate_tokens(&task));
    let (shown, left_out) = within_room(memories, left);
    let memory = inert(&format_memories(labels, language, &shown, left_out));
    let instruction = labels.instruction;
    let prompt =
        format!("<task>\n{task}\n</task>\n\n<memory>\n{memory}\n</memory>\n\n{instruction}");
    (prompt, shown)
}

fn format_task(
    labels: &Labels,
    language: Language,
    insight_doc: &InsightDoc,
    images: &[PromptImage],
    room: usize,
) -> String {
    let past = PastSteps::of(language, Room::STEP, insight_doc.completed_tasks());
    let past = past.within(room / 2);
    let completed: Vec<String> = past
        .listed
        .iter()
        .map(|step| finished(labels, step))
        .collect();
    let pending: Vec<String> = insight_doc
        .pending_tasks()
        .iter()
        .enumerate()
        .map(|(index, task)| format!("{}. {}", index + 1, one_line(&shortened(task, room / 4))))
        .collect();
    let mut parts = vec![
        format!(
            "{}: {}\n",
            labels.goal,
            indented(&shortened(insight_doc.task_goal(), room / 4))
        ),
        section(&completed_label(language, &past), &completed, labels.none),
        section(labels.pending, &pending, labels.none),
    ];
    if !images.is_empty() {
        let names: Vec<String> = images
            .iter()
            .map(|image| format!("- {}", one_line(&image.name)))
            .collect();
        parts.push(section(labels.images, &names, labels.none));
    }
    parts.join("\n")
}

/// Returns the heading of the finished steps. Of a long run only the last are listed; the heading says where the others
/// are.
fn completed_label(language: Language, past: &PastSteps) -> String {
    let (listed, count) = (past.listed.len(), past.count);
    match (language, past.unlisted) {
        (Language::English, 0) => "Completed subtasks".to_owned(),
        (Language::Chinese, 0) => "已完成的子任务".to_owned(),
        (Language::English, _) => format!(
            "Completed subtasks (the last {listed} of {count}; what the others found is in memory)"
        ),
        (Language::Chinese, _) => {
            format!("已完成的子任务（共 {count} 个，只列最近 {listed} 个，其余所得见记忆）")
        }
    }
}

fn finished(labels: &Labels, step: &PastStep) -> String {
    let PastStep {
        number,
        r#type,
        description,
        status,
        context,
    } = step;
    let label = labels.context;
    format!("{number}. [{type}] {description} - {status}\n   {label}: {context}")
}

fn section(label: &str, lines: &[String], none: &str) -> String {
    match lines {
        [] => format!("{label}: {none}\n"),
        lines => format!("{label}:\n{}\n", lines.join("\n")),
    }
}

fn format_memories(
    labels: &Labels,
    language: Language,
    memories: &[PromptMemory],
    left_out: usize,
) -> String {
    if memories.is_empty() && left_out == 0 {
        return labels.no_memory.to_owned();
    }
    let mut blocks: Vec<String> = memories
        .iter()
        .enumerate()
        .map(|(index, memory)| {
            format!(
                "{} {}:\n{}: {}\n{}: {}\n{}: {}\n{}: {}\n{}: {}\n",
                labels.memory,
                index + 1,
                labels.topic,
                one_line(&memory.context),
                labels.keywords,
                one_line(&memory.keywords.join(", ")),
                labels.summary,
                indented(&memory.summary),
                labels.node,
                memory.id,
                labels.origin,
                origin(memory.trust, language),
            )
        })
        .collect();
    if left_out > 0 {
        blocks.push(match language {
            Language::English => format!("({left_out} less related memories are left out.)"),
            Language::Chinese => format!("（另有 {left_out} 条关联较弱的记忆未列出。）"),
        });
    }
    blocks.join("\n")
}

impl Adapter<'_> {
    /// Returns the prompt for the pending step: the Insight Doc, and the memory that retrieval finds for the step.
    /// Without a pending step there is no related memory.
    ///
    /// # Errors
    /// Errors of the host.
    pub async fn enhance_prompt(&self) -> Result<String, AdapterError> {
        Ok(self.enhanced(usize::MAX).await?.0)
    }

    /// The enhanced prompt in about so many tokens, and the memory that it shows.
    pub(crate) async fn enhanced(&self, room: usize) -> Result<(String, Vec<Shown>), AdapterError> {
        let insight_doc = self.session.bank.insight_doc();
        let memories = match insight_doc.pending() {
            None => Vec::new(),
            Some(task) => self.recall(task).await?,
        };
        let images: Vec<PromptImage> = self
            .session
            .images
            .iter()
            .map(|(name, blob)| PromptImage {
                name: name.clone(),
                blob: blob.clone(),
            })
            .collect();
        let (prompt, shown) =
            format_within(room, self.context.language, insight_doc, memories, &images);
        Ok((prompt, shown.into_iter().map(Shown::from).collect()))
    }

    /// Nodes for a task: top-k and their neighbours, newest first (MB-06).
    async fn recall(&self, task: &str) -> Result<Vec<Ranked>, AdapterError> {
        let embedding = self.context.embeddings.embed_one(task.to_owned()).await?;
        let found = self.session.bank.query_graph().retrieve(&Query {
            text: task,
            vector: embedding
                .as_ref()
                .map(|embedding| embedding.vector.as_slice()),
            alpha: self.context.settings.retrieval_alpha,
            k: self.context.settings.retrieval_k,
            exclude: None,
        })?;
        let shown = within_bounds(found).into_iter();
        Ok(shown
            .map(|recalled| Ranked {
                memory: PromptMemory::from(recalled.node),
                score: recalled.score,
            })
            .collect())
    }
}

/// Characters of topic and summary that neighbours take in a prompt, all together: the longer a run, the more of them a
/// node has, and each turn of the step sends them again.
const NEIGHBOUR_CHARS: usize = 2000;

/// The hits, and of their neighbours as many as fit, in the order given: the newest first.
fn within_bounds(found: Vec<RecalledNode<'_>>) -> Vec<RecalledNode<'_>> {
    let mut taken = 0;
    let fits = |recalled: &RecalledNode<'_>| {
        if !recalled.is_neighbour {
            return true;
        }
        let RecalledNode { node, .. } = recalled;
        let chars = node.summary.chars().count() + node.context.chars().count();
        let fits = taken + chars <= NEIGHBOUR_CHARS;
        taken += if fits { chars } else { 0 };
        fits
    };
    found.into_iter().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn node(id: &str, summary: usize) -> QueryGraphNode {
        QueryGraphNode {
            id: NodeId::from(id),
            summary: "s".repeat(summary),
            context: String::new(),
            keywords: Vec::new(),
            embedding: None,
            embedding_model: None,
            timestamp: 0,
            trust: Trust::Given,
            links: BTreeSet::new(),
            disputed: BTreeSet::new(),
        }
    }

    fn ranked(id: &str, words: usize, score: Option<f32>) -> Ranked {
        Ranked {
            memory: PromptMemory::from(&node(id, words * 4)),
            score,
        }
    }

    /// MB-18: the prompt of a step keeps to its room however long its goal, its steps and the memory are.
    #[test]
    fn mb_18_a_prompt_keeps_to_its_room() {
        let mut doc = InsightDoc::new("doc", "goal ".repeat(50_000));
        doc.set_pending(Some("y ".repeat(200_000)));
        for room in [400, 2800, 60_000] {
            let memories = (0..30)
                .map(|number| ranked(&number.to_string(), 20_000, Some(0.5)))
                .collect();
            let (prompt, shown) = format_within(room, Language::English, &doc, memories, &[]);
            let size = estimate_tokens(&prompt);
            assert!(size <= room + 100, "{size} of {room}");
            let told = format!("({} less related", 30 - shown.len());
            assert!(prompt.contains(&told) || shown.is_empty(), "{prompt}");
        }
    }

    /// MB-14: what was hit is told however long it is; of its neighbours only as much as fits.
    #[test]
    fn mb_14_neighbours_do_not_crowd_a_prompt() {
        let nodes = [
            node("hit", 9000),
            node("a", 1500),
            node("too long", 501),
            node("b", 500),
            node("none left", 1),
            node("second hit", 1),
        ];
        let recalled = nodes.iter().map(|node| RecalledNode {
            node,
            score: None,
            is_neighbour: !node.id.as_str().ends_with("hit"),
        });
        let shown = within_bounds(recalled.collect());
        let ids: Vec<&str> = shown.iter().map(|one| one.node.id.as_str()).collect();
        assert_eq!(ids, ["hit", "a", "b", "second hit"]);
    }
}
