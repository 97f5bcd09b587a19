//! The adapter alone: prompts out, context in.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use amb_agents::engine::{Embeddings, Progress, RunContext};
use amb_agents::extractive::ExtractiveEngine;
use amb_agents::host::{ContentHash, Host};
use amb_agents::protocol::SourceText;
use amb_agents::settings::Settings;
use amb_agents::spending::Meter;
use amb_agents::task::{Adapter, PromptImage, PromptMemory, Session, format_prompt};
use amb_memory::task::{
    AttachmentType, CompletedTask, InsightDoc, NodeId, TaskStatus, TaskType, Trust,
};
use amb_memory::text::Language;
use futures::executor::block_on;
use proptest::prelude::*;
use support::{HARBOUR, TestHost};

fn insight_doc() -> InsightDoc {
    let mut doc = InsightDoc::new("doc-1", "What did Google achieve?");
    doc.set_pending(Some("Search for quantum computing".to_owned()));
    doc.complete(
        TaskType::Normal,
        TaskStatus::Succeeded,
        "Ten articles were found",
    )
    .unwrap();
    doc.set_pending(Some("Answer".to_owned()));
    doc
}

fn memory() -> PromptMemory {
    PromptMemory {
        id: NodeId::from("node-1"),
        context: "Quantum breakthroughs".to_owned(),
        keywords: vec!["quantum".to_owned(), "Google".to_owned()],
        summary: "Google corrected errors.".to_owned(),
        trust: Trust::FoundPage,
    }
}

/// MB-14: the prompt has the seed's form, here in English.
#[test]
fn the_prompt_in_english() {
    let prompt = format_prompt(Language::English, &insight_doc(), &[memory()], &[]);
    assert_eq!(
        prompt,
        "<task>\nTask goal: What did Google achieve?\n\nCompleted subtasks:\n\
         1. [NORMAL] Search for quantum computing - succeeded\n   Knowledge context: Ten articles were \
         found\n\nPending tasks:\n1. Answer\n\n</task>\n\n<memory>\nMemory 1:\nTopic: Quantum \
         breakthroughs\nKeywords: quantum, Google\nSummary: Google corrected errors.\nNode id: \
         node-1\nOrigin: page found by search\n\n</memory>\n\nCarry out the next step on the basis of the task and the memory above."
    );
}

/// MB-14: of a long run the last steps stand in full, under their own numbers, and it is told where the others are.
#[test]
fn mb_14_the_prompt_of_a_long_run_is_no_longer_than_that_of_a_short_one() {
    let long = |steps: usize| {
        let mut doc = InsightDoc::new("doc-1", "What?");
        for number in 1..=steps {
            doc.record(CompletedTask {
                r#type: TaskType::Normal,
                description: format!("Look into part {number}"),
                status: TaskStatus::Succeeded,
                context: format!("Part {number} is known"),
            });
        }
        doc
    };
    let [english, chinese] = [Language::English, Language::Chinese]
        .map(|language| format_prompt(language, &long(17), &[], &[]));
    assert!(
        english.contains(
            "Completed subtasks (the last 5 of 17; what the others found is in memory):\n\
             13. [NORMAL] Look into part 13 - succeeded\n   Knowledge context: Part 13 is known\n"
        ),
        "{english}"
    );
    assert!(english.contains("17. [NORMAL] Look into part 17 - succeeded"));
    assert!(!english.contains("part 12"));
    assert!(
        chinese
            .contains("已完成的子任务（共 17 个，只列最近 5 个，其余所得见记忆）:\n13. [NORMAL] "),
        "{chinese}"
    );
    let length = |steps| format_prompt(Language::English, &long(steps), &[], &[]).len();
    assert_eq!(length(200), length(999));
}

/// MB-14: and in Chinese, word for word the seed's labels; nothing pending, nothing known.
#[test]
fn the_prompt_in_chinese() {
    let doc = InsightDoc::new("doc-1", "量子计算有哪些应用？");
    let image = PromptImage {
        name: "图.png".to_owned(),
        blob: ContentHash::of(b"image"),
    };
    let prompt = format_prompt(Language::Chinese, &doc, &[], &[image]);
    assert_eq!(
        prompt,
        "<task>\n任务目标: 量子计算有哪些应用？\n\n已完成的子任务: 无\n\n待办任务: 无\n\n待识别的图片:\n- \
         图.png\n\n</task>\n\n<memory>\n暂无相关记忆\n</memory>\n\n请根据以上任务和记忆，执行下一步操作。"
    );
}

proptest! {
    /// BX-05: whatever memory and finished steps say, they begin no section of the prompt and forge no label.
    #[test]
    fn bx_05_no_text_forges_a_part_of_the_prompt(
        text in "(\n|\r\n|</?(memory|task|answer)>|<\u{200B}/task>|Origin: given by the user|Memory [12]:|Pending tasks:|1\\. visit|Node id: x|\\PC){0,24}"
    ) {
        let mut doc = InsightDoc::new("doc-1", "What?");
        doc.record(CompletedTask {
            r#type: TaskType::Normal,
            description: text.clone(),
            status: TaskStatus::Failed,
            context: text.clone(),
        });
        let hostile = PromptMemory {
            id: NodeId::from("node-1"),
            context: text.clone(),
            keywords: vec![text.clone()],
            summary: text,
            trust: Trust::Snippet,
        };
        let prompt = format_prompt(Language::English, &doc, &[hostile.clone(), hostile], &[]);
        let lines = |mark: &str| prompt.lines().filter(|line| line.starts_with(mark)).count();
        for (mark, count) in [
            ("Origin: search snippet, page not read", 2), ("Origin", 2), ("Memory ", 2), ("Node id: ", 2),
            ("Pending tasks", 1), ("1. [NORMAL] ", 1), ("1. ", 1),
        ] {
            prop_assert_eq!(lines(mark), count, "{} in {}", mark, prompt);
        }
        for tag in ["<task>", "</task>", "<memory>", "</memory>"] {
            prop_assert_eq!(prompt.matches(tag).count(), 1, "{} in {}", tag, prompt);
        }
        let is_clean = !prompt.contains("<answer>") && !prompt.contains('\u{200B}');
        prop_assert!(is_clean, "{}", prompt);
    }
}

/// Runs something with an adapter over a new session.
fn with_adapter(host: &TestHost, goal: &str, work: impl AsyncFnOnce(&mut Adapter<'_>)) -> Session {
    let silent = |_| {};
    let progress = Progress::new(&silent);
    let settings = Settings::default();
    let embeddings = Embeddings::new(host, &progress, &silent, 16).unwrap();
    let engine = ExtractiveEngine::new();
    let mut session = Session::begin(host, goal).unwrap();
    let mut adapter = Adapter {
        session: &mut session,
        engine: &engine,
        context: RunContext {
            host,
            embeddings: &embeddings,
            progress: &progress,
            settings: &settings,
            language: Language::English,
            meter: &Meter::unlimited(),
            emit: &silent,
        },
    };
    block_on(work(&mut adapter));
    session
}

fn harbour() -> SourceText {
    SourceText {
        name: "harbour.txt".to_owned(),
        text: HARBOUR.to_owned(),
        ..SourceText::default()
    }
}

/// MB-14, MB-15, MB-26: an outside framework gets prompts with the memory its step needs, and what it
/// found becomes memory for the next.
#[test]
fn an_outside_framework_uses_the_adapter_alone() {
    let host = TestHost::default();
    let goal = "How tall is the lighthouse tower?";
    let session = with_adapter(&host, goal, async |adapter| {
        adapter.read_document(&harbour()).await.unwrap();
        adapter.plan().await.unwrap();
        let prompt = adapter.enhance_prompt().await.unwrap();
        assert!(prompt.contains(&format!("Task goal: {goal}")));
        assert!(
            prompt.contains("lighthouse") && prompt.contains("Memory 1:"),
            "{prompt}"
        );
        let nodes = adapter.session.bank.query_graph().len();
        let found =
            "The lighthouse tower on Gull Point was measured again in 2020 by the coast guard.";
        adapter.finish_step(found).await.unwrap();
        assert!(adapter.session.bank.query_graph().len() > nodes);
    });
    let steps = session.bank.insight_doc().completed_tasks();
    assert_eq!(steps.len(), 1);
    assert_eq!(steps[0].status, TaskStatus::Succeeded);
    assert!(session.bank.insight_doc().pending_tasks().is_empty());
}

/// MB-04, MB-15: a recognised image becomes an entry with an attachment by hash, and leaves temporary
/// storage; a document's entries point at the document.
#[test]
fn attachments_are_kept_by_hash() {
    let host = TestHost::default();
    let session = with_adapter(&host, "", async |adapter| {
        let blob = host.put_blob(b"pixels").await.unwrap();
        adapter.session.images.insert("crest.png".to_owned(), blob);
        adapter.plan().await.unwrap();
        assert!(
            adapter
                .enhance_prompt()
                .await
                .unwrap()
                .contains("crest.png")
        );
        adapter
            .finish_step("A red herring on a blue shield.")
            .await
            .unwrap();
        assert!(adapter.session.images.is_empty());
        adapter.read_document(&harbour()).await.unwrap();
    });
    let tree = session.bank.interaction_tree();
    let attachments: Vec<_> = tree
        .entries()
        .flat_map(|entry| &entry.attachments)
        .collect();
    let image = attachments
        .iter()
        .find(|found| found.r#type == AttachmentType::Image)
        .unwrap();
    assert_eq!(image.content, ContentHash::of(b"pixels").to_string());
    let documents = attachments
        .iter()
        .filter(|found| found.r#type == AttachmentType::Document);
    let expected = ContentHash::of(HARBOUR.as_bytes()).to_string();
    assert!(documents.clone().count() > 0);
    assert!(
        documents
            .into_iter()
            .all(|document| document.content == expected)
    );
    let bytes = block_on(host.get_blob(&ContentHash::of(HARBOUR.as_bytes()))).unwrap();
    assert_eq!(bytes.as_deref(), Some(HARBOUR.as_bytes()));
}

/// BX-05: what the user gives is labelled so; what an outside framework leaves behind is nobody's word, and
/// lowers what it updates.
#[test]
fn bx_05_labels_follow_the_source() {
    let host = TestHost::default();
    let session = with_adapter(
        &host,
        "How tall is the lighthouse tower?",
        async |adapter| {
            adapter.read_document(&harbour()).await.unwrap();
            adapter.plan().await.unwrap();
            let found = "The lighthouse tower on Gull Point was measured again in 2020.";
            adapter.finish_step(found).await.unwrap();
        },
    );
    let bank = &session.bank;
    for entry in bank.interaction_tree().entries() {
        let expected = match entry.metadata.source.as_ref().unwrap().document.as_str() {
            "harbour.txt" => Trust::Given,
            _ => Trust::Model,
        };
        assert_eq!(entry.metadata.trust, expected, "{}", entry.text);
        for node in bank.nodes_of_entry(&entry.entry_id) {
            assert!(node.trust <= expected);
        }
    }
    bank.verify().unwrap();
}
