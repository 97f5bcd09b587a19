//! Final answers of replies (BX-04, MB-22).

use amb_llm::chat::{Finish, Reply};

use super::said::{NoAnswer, said};

const FENCE: &str = "0a1b2c3d4e5f";

fn of(text: &str, finish: Finish) -> Result<String, NoAnswer> {
    let reply = Reply {
        text: text.to_owned(),
        reasoning: String::new(),
        tool_calls: Vec::new(),
        finish,
        usage: None,
    };
    said(&reply, FENCE).map(|said| said.text)
}

#[test]
fn bx_04_an_answer_is_taken_out_of_what_is_around_it() {
    for text in [
        "It is tall [1].",
        "<think>hm</think><answer>It is tall [1].</answer>",
        "<answer>\nIt is tall [1].\n</answer>",
        "<answer>It is tall [1].",
        "```\nIt is tall [1].\n```",
        "```markdown\n<answer>It is tall [1].</answer>\n```",
        "<answer>```text\nIt is tall [1].\n```</answer>",
        "<answer>It may be tall.</answer><answer>It is tall [1].</answer>",
        "<answer>It may be.</answer> No: <answer>It is tall [1].</answer> Done.",
        "<answer>It is tall [1].</answer>\nI wrapped it in an <answer> tag as told.",
        r#"{"answer": "It is tall [1].", "citations": [1]}"#,
        r#"{"content": "It is tall [1]."}"#,
        "<answer>It may be 41.</answer>\n<answer>It is tall [1].",
        r#"{"answer": "It is tall [1]."}"#,
        r#"{"answer": "It is tall [1].", "explanation": "by [1]", "evidence": []}"#,
        r#"{"Answer": "It is tall [1]."}"#,
        r#"{"result": "It is tall [1]."}"#,
        r#"[{"答案": "It is tall [1]."}]"#,
        "<|channel|>analysis<|message|>How tall?<|end|><|start|>assistant<|channel|>final<|message|>It is tall [1].<|end|>",
        "```json\n{\"answer\": \"It is tall [1].\"}\n```",
        "Sure, here is the answer:\n\n<answer>\nIt is tall [1].\n</answer>",
        "<reasoning>It says so [1].</reasoning><answer>It is tall [1].</answer>",
        "Based on the evidence:\n\n<answer>It is tall [1].</answer>",
        "Passage [1] gives it.\n<answer>\nIt is tall [1].\n</answer>",
        "根据资料：\n<answer>It is tall [1].</answer>",
        "Answer: <answer>It is tall [1].</answer>",
        "Here is the answer:\n\n```json\n{\"answer\": \"It is tall [1].\"}\n```",
        "回答如下：\n```\n{\"答案\": \"It is tall [1].\"}\n```",
        "It is tall [1].<|im_end|>",
        "<answer>It is tall [1].</answer>\n<|im_end|><|endoftext|>",
        "[THINK]It may be 41 [1].[/THINK]It is tall [1].",
        r#"{"action": "Final Answer", "action_input": "It is tall [1]."}"#,
    ] {
        assert_eq!(of(text, Finish::Stop).unwrap(), "It is tall [1].", "{text}");
    }
    let endless = format!("It is tall [1].{}", "</s>".repeat(100_000));
    assert_eq!(of(&endless, Finish::Stop).unwrap(), "It is tall [1].");
    for (beside, marked) in [
        ("[1, 3]", "It is tall. [1] [3]"),
        (r#"["2"]"#, "It is tall. [2]"),
        ("[2, 2, 0, 1884]", "It is tall. [2]"),
    ] {
        let data = format!(r#"{{"answer": "It is tall.", "citations": {beside}}}"#);
        assert_eq!(of(&data, Finish::Stop).unwrap(), marked);
    }
    for (answer, said) in [
        ("Run:\n```\nls\n```", Ok("Run:\n```\nls\n```")),
        ("", Err(NoAnswer::Blank)),
    ] {
        let data = serde_json::json!({ "answer": answer, "citations": [1] }).to_string();
        assert_eq!(
            of(&data, Finish::Stop).as_deref(),
            said.as_deref(),
            "{answer}"
        );
    }
    let broken = r#"{"sufficient": true, "answer": "It is tall [1]. It w"#;
    let begun = "It is tall [1]. It w";
    assert_eq!(of(broken, Finish::Length).unwrap(), begun);
    let struck = "It is <s>41</s>";
    assert_eq!(of(struck, Finish::Stop).unwrap(), struck);
    let tag = "<answer>The element <answer> is tall [1].</answer>";
    let inside = "The element <answer> is tall [1].";
    assert_eq!(of(tag, Finish::Stop).unwrap(), inside);
    // Another's elements are its own.
    let quiz = "It looks so:\n<question>How tall?</question>\n<answer>42 metres</answer>";
    assert_eq!(of(quiz, Finish::Stop).unwrap(), quiz);
    let code = "```\nlet a = 1;\n``` is code [1], and so is ```a```";
    assert_eq!(of(code, Finish::Length).unwrap(), code);
}

/// BX-04, MB-22: what says that the evidence does not suffice is no refusal, however it says what is missing.
#[test]
fn bx_04_a_reply_says_whether_the_evidence_suffices() {
    for (text, words, sufficient) in [
        (
            r#"{"sufficient": false, "answer": "I'm sorry, nothing tells its height."}"#,
            "I'm sorry, nothing tells its height.",
            Some(false),
        ),
        (
            r#"{"sufficient": "False", "answer": "无法确定。", "citations": [1]}"#,
            "无法确定。",
            Some(false),
        ),
        (
            r#"Here it is: {"sufficient": true, "answer": "It is tall [1]."}"#,
            "It is tall [1].",
            Some(true),
        ),
        (
            r#"{"sufficient": null, "answer": "Tall [1]"}"#,
            "Tall [1]",
            None,
        ),
        (
            r#"{"sufficient": true, "response": "Tall [1]"}"#,
            "Tall [1]",
            Some(true),
        ),
        (
            "{\"sufficient\": true, \"answer\": \"Tall\n[1]\",}",
            "Tall\n[1]",
            Some(true),
        ),
        ("It is tall [1].", "It is tall [1].", None),
    ] {
        let reply = Reply {
            text: text.to_owned(),
            reasoning: String::new(),
            tool_calls: Vec::new(),
            finish: Finish::Stop,
            usage: None,
        };
        let said = said(&reply, FENCE).unwrap();
        assert_eq!(
            (said.text.as_str(), said.sufficient),
            (words, sufficient),
            "{text}"
        );
    }
}

#[test]
fn bx_04_what_repeats_the_prompt_is_no_part_of_an_answer() {
    let echo = format!("<<<DATA {FENCE}\n@{FENCE} evidence 1 [given]\nDATA {FENCE}>>>");
    let told = of(&format!("{echo}\n\nIt is tall [1]."), Finish::Stop);
    assert_eq!(told.unwrap(), "It is tall [1].");
    assert_eq!(of(&echo, Finish::Stop), Err(NoAnswer::Blank));
}

#[test]
fn mb_22_what_is_no_answer_is_told_apart() {
    for (text, finish, why) in [
        ("", Finish::Stop, NoAnswer::Blank),
        ("<answer> </answer>", Finish::Stop, NoAnswer::Blank),
        ("<think>So it is tall.", Finish::Stop, NoAnswer::Blank),
        ("<think>So it is", Finish::Length, NoAnswer::CutOff),
        (
            "I'm sorry, I can't help with that.",
            Finish::Stop,
            NoAnswer::Refusal,
        ),
        ("抱歉，我无法回答。", Finish::Stop, NoAnswer::Refusal),
        (
            r#"<tool_call>{"name":"search","arguments":{}}</tool_call>"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"{"name":"search","arguments":{}}"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "Let me search.\n<tool_call>{}</tool_call>",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"[{"thought":"hm","action":"search","action_input":"tower"}]"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"{"function_call":{"name":"search"}}"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"{"answer":null,"citations":[]}"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>search",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"[TOOL_CALLS][{"name":"search","arguments":{}}]"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"<function=search>{"query":"tower"}</function>"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"<|python_tag|>{"name":"search"}"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "<function_calls>\n<invoke name=\"search\">\n</invoke>",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "```tool_code\nsearch(query=\"tower\")\n```",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "Thought: I should search.\nAction: search\nAction Input: tower",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"{"name":"search","query":"tower"}"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (r#"{"tool":"visit"}"#, Finish::Stop, NoAnswer::NoWords),
        (
            "{\"name\":\"search\",\"arguments\":{}}\n{\"name\":\"search\",\"arguments\":{}}",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"I will search. <tool_call>{"name":"search"}</tool_call>"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "I need more.\n```json\n{\"name\":\"search\",\"arguments\":{}}\n```",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"functions.search:0{"query":"tower"}"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"<|channel|>commentary to=functions.search<|message|>{"query":"tower"}"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "Thought: hm\nAction: search\nAction Input: {\n  \"query\": \"tower\"\n}",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "Thought: hm\nAction: search\nAction Input: tower\nObservation: 90 metres.\nFinal Answer: It is 90 metres tall [1].",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "思考：要查\n行动：search\n行动输入：灯塔",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "**Thought:** hm\n**Action:** search\n**Action Input:** tower",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"[TOOL_CALLS] [{"name": "search", "arguments": {"query": "tower"}}]"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"<|python_tag|> {"name":"search","parameters":{}}"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"search\">",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"<|start|>assistant<|channel|>commentary to=functions.search<|message|>{"query":"tower"}<|call|>"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "<|tool_calls_section_begin|><|tool_call_begin|>functions.search:0",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            r#"[search(query="tower")]"#,
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "Let me search.\n```\n<tool_call>\n{\"name\":\"search\"}\n</tool_call>\n```",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "I look.\n```json\n{\"action\":\"search\",\"action_input\":\"tower\"}\n```",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        (
            "<|channel|>analysis<|message|>It is tall.<|end|>",
            Finish::Stop,
            NoAnswer::Blank,
        ),
        (
            "Action: `search`\nAction Input: tower\nObservation: 90 metres.",
            Finish::Stop,
            NoAnswer::NoWords,
        ),
        ("null", Finish::Stop, NoAnswer::NoWords),
        ("[]", Finish::Stop, NoAnswer::NoWords),
        (r#"{"answer":" "}"#, Finish::Stop, NoAnswer::Blank),
    ] {
        assert_eq!(of(text, finish), Err(why), "{text}");
    }
    for answer in [
        "42",
        r#"{"height":"42 metres [1]","name":"tower"}"#,
        r#"{"name":"tower"}"#,
        r#"{"name":"TP53","type":"gene","function":"tumour suppressor [1]"}"#,
        r#"[{"id":1,"action":"Call Ann [1]"}]"#,
        r#"{"query":"SELECT 1"}"#,
        r#"{"question":"How tall?","answer":"42 metres","unit":"m"}"#,
        "It is written so [1]:\n```\n<tool_call>{}</tool_call>\n```",
        r#"["42 metres [1]"]"#,
        "Actions count: see `<tool_call>` [1].",
        "The file holds [1]:\n```json\n{\"name\":\"tower\",\"arguments\":[]}\n```\nand no more.",
        r#"{"name":"Ann Search","query":"none"}"#,
        r#"To call a tool, it writes `<tool_call>{"name": "search"}</tool_call>` [1]."#,
        "ReAct has this form [1]:\nThought: …\nAction: the tool\nAction Input: the input\nObservation: what it brings",
        "It is asked thus [1]:\n```json\n{\"name\": \"search\", \"query\": \"tower\"}\n```",
        r#"It writes a call as <tool_call>{"name": "search"}</tool_call> [1]."#,
        "functions.search_by_name finds a row [1].",
        "[search] is one of its tools [1].",
        "我们的接口返回如下数据[1]：\n```json\n{\"name\":\"search\",\"arguments\":{}}\n```",
        "The user writes \"I want it\", and is answered by [1]:\n```json\n{\"name\":\"search\",\"arguments\":{}}\n```",
        "The notes have the element [1]:\n<answer>42 metres</answer>",
        r#"[search(query="x")] is how they write a call [1]."#,
        "The format:\nAction: the action to take [1]\nAction Input: its input [1]\nObservation: what it brings [1]\nThis repeats.",
        "A prompt looks like this:\n```\nAction: search\nAction Input: tower\n```\nThe tower is 42 metres tall [1].",
        "格式如下[1]：\n行动：工具名\n行动输入：参数",
        "It is configured thus [1]. For instance:\n```json\n{\"name\": \"visit\", \"version\": \"1.0.0\"}\n```",
        "Its agent uses these keys [1]. For example:\n```json\n{\"action\":\"search\",\"action_input\":\"tower\"}\n```",
        "They write calls in tags [1]. Example:\n```xml\n<tool_call>{}</tool_call>\n```",
        "It is tall [1].\n\nIt is asked so, by the notes [1]:\n```json\n{\"action\": \"search\"}\n```",
        "[TOOL_CALLS] is the token that they write before a call [1].",
        "It is written so [1]:\n\n    <tool_call>{}</tool_call>",
        "~~~\n<tool_call>{}</tool_call>\n~~~\nis how it looks [1].",
        "In `<|channel|>final<|message|>` the answer stands [1].",
        "I cannot confirm 43 metres; the notes give 42 [1].",
        "Insufficient evidence.",
    ] {
        assert_eq!(of(answer, Finish::Stop).unwrap(), answer);
    }
}
