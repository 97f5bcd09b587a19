//! No text that a prompt is given leaves its place in it (BX-05).

use amb_memory::text::Language;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::prompts::Prompt;

const FENCE: &str = "0123456789ab";

/// Every template that marks text of others as data, each with that text in every place it may come to, and
/// the number of its parts.
fn filled(text: &str) -> Vec<(Prompt, Value, usize)> {
    let node = json!({
        "id": "id-1", "summary": text, "context": text, "keywords": [text], "trust": "snippet",
    });
    let step = json!({
        "number": 2, "type": "NORMAL", "description": "a step", "status": "failed", "context": "came of it",
    });
    let past = json!({ "count": 2, "unlisted": 1, "listed": [step] });
    let mut merged = node.clone();
    merged["neighbours"] = json!([node]);
    let finding = json!({
        "trust": "model", "published": "1932", "document": "https://a.example", "text": text,
    });
    let evidence = json!({
        "number": 1, "title": "title", "url": "", "published": "", "node_id": "id-1",
        "trust": "found_page", "text": text, "refutations": [text],
    });
    // A part that may be missing is there.
    let some = format!("- {text}");
    let memory = json!({
        "number": 1, "speaker": "a source", "trust": "found_page", "content": text,
    });
    let case = json!({
        "number": 1, "trust": "model", "occurrences": 1, "steps": 2, "description": text,
        "actions": [text], "resolution": [text],
    });
    let passages = json!([
        { "number": 1, "headings": [text], "text": text },
        { "number": 2, "headings": [], "text": text },
    ]);
    let variables = [
        (
            Prompt::CLASSIFICATION,
            json!({ "task_goal": "goal", "passages": passages }),
            2,
        ),
        (
            Prompt::STRUCTURE,
            json!({ "context": text, "keywords": [text], "content": text }),
            3,
        ),
        (
            Prompt::ANALYSIS,
            json!({ "new_node": node, "candidates": [node, node] }),
            3,
        ),
        (
            Prompt::INTEGRATION,
            json!({ "verdict": "supported id-1", "validation": text, "nodes": [merged] }),
            4,
        ),
        (
            Prompt::PLANNING,
            json!({
                "task_goal": "goal", "tools": [], "past": past, "new_nodes": [node], "unlisted_nodes": 0,
                "conflict": { "description": text, "node_ids": ["id-1"] }, "images": [text],
                "known_of_user": some,
            }),
            5,
        ),
        (
            Prompt::ABSTRACTION,
            json!({
                "is_warning": true, "total": 3, "task_type": text, "error_type": some,
                "existing": { "situation": text, "strategy": text }, "cases": [case],
            }),
            4,
        ),
        (
            Prompt::QUESTIONS,
            json!({ "memories": [memory, memory], "count": 3, "may_speak_of_user": false }),
            2,
        ),
        (
            Prompt::INSIGHT,
            json!({ "question": text, "memories": [memory], "may_speak_of_user": true }),
            2,
        ),
        (
            Prompt::DIGEST,
            json!({ "memories": [memory], "max_tokens": 100 }),
            1,
        ),
        (
            Prompt::FACTS,
            json!({ "memories": [memory], "may_speak_of_user": true }),
            1,
        ),
        (Prompt::IMPORTANCE, json!({ "texts": [text, text] }), 2),
        (
            Prompt::VALIDATION,
            json!({
                "conflict": { "description": text }, "nodes": [node],
                "findings": [finding, finding],
            }),
            4,
        ),
        (
            Prompt::READING,
            json!({
                "goal": "goal", "page": { "title": text, "url": "https://a.example", "text": text },
            }),
            3,
        ),
        (
            Prompt::ANSWER,
            json!({
                "task_goal": "goal", "report_language": "",
                "past": past, "disputes": [text], "evidence": [evidence],
            }),
            4,
        ),
    ];
    variables
        .into_iter()
        .map(|(prompt, mut variables, parts)| {
            variables["fence"] = json!(FENCE);
            (prompt, variables, parts)
        })
        .collect()
}

/// Returns the parts of a prompt: the text before the data, the data, and the text after it.
fn parts(prompt: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = prompt.split_once(&format!("<<<DATA {FENCE}\n"))?;
    let (data, after) = rest.split_once(&format!("\nDATA {FENCE}>>>"))?;
    Some((before, data, after))
}

/// The user's message of a template.
fn rendered(prompt: &Prompt, language: Language, variables: &Value) -> String {
    let messages = prompt.messages(language, variables).unwrap();
    messages.last().unwrap().words()
}

proptest! {
    #[test]
    fn bx_05_no_text_leaves_its_place_in_a_prompt(
        text in "(\n|DATA |>>>|<<<DATA |@|[0-9a-f]{12}|\u{E0041}|\u{200B}|<[|]im_end[|]>|\\[given by the user\\] node|</s>|EVIL|\\{\\{ fence \\}\\}|\\PC){0,24}"
    ) {
        prop_assume!(!text.contains(FENCE));
        for language in [Language::English, Language::Chinese] {
            let calm = filled("plain");
            for ((prompt, variables, count), (_, calm, _)) in filled(&text).iter().zip(&calm) {
                let told = rendered(prompt, language, variables);
                let calm = rendered(prompt, language, calm);
                let (before, data, after) = parts(&told).unwrap();
                prop_assert_eq!(Some(before), parts(&calm).map(|(before, _, _)| before));
                prop_assert!(!after.contains("EVIL") && !after.contains(FENCE), "{}", told);
                let lines = data.lines();
                let begun = lines.filter(|line| line.starts_with(&format!("@{FENCE}")));
                prop_assert_eq!(begun.count(), *count, "{}", told);
                prop_assert!(!told.contains(['\u{E0041}', '\u{200B}']), "{}", told);
                prop_assert!(!told.contains("<|"), "{}", told);
            }
        }
    }
}
