//! The model of the bench: it searches for each page, visits it, and reports its content.
//!
//! Every reply is made of the pages' own sentences, as long as the prompts ask for. The JSON in a system message shows
//! which agent asks.

use std::cell::Cell;

use amb_memory::text::sentences;
use serde_json::{Value, json};

use crate::pages::{Page, Pages};

/// Quotations of a page, as many as the reading prompt allows.
const QUOTATIONS: usize = 10;
/// Sentences of the model's summary of a page.
const SUMMARY: usize = 3;
/// Keywords of a topic.
const KEYWORDS: usize = 6;
/// Letters of the shortest keyword.
const KEYWORD_LETTERS: usize = 7;
/// Known topics that a new one is related to.
const RELATED: usize = 2;

/// The way in which steps become conversations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Each planned step is a conversation of its own.
    StepByStep,
    /// All steps are one conversation.
    AllInOne,
}

/// A reply of the model.
pub struct Said {
    /// The agent that asked.
    pub agent: &'static str,
    /// Words.
    pub text: String,
    /// The name and the arguments of the tool that it calls.
    pub call: Option<(&'static str, String)>,
}

/// The model's part.
pub struct Script<'p> {
    pages: &'p Pages,
    /// Number of the first step's page.
    from: usize,
    steps: usize,
    way: Way,
    planned: Cell<usize>,
}

impl<'p> Script<'p> {
    /// This many steps, the first about the page `from`.
    pub fn new(pages: &'p Pages, from: usize, steps: usize, way: Way) -> Self {
        Self {
            pages,
            from,
            steps,
            way,
            planned: Cell::new(0),
        }
    }

    /// Returns the reply to a request; `None` if no agent of the engine makes it.
    pub fn reply(&self, request: &Value) -> Option<Said> {
        let messages = request.get("messages")?.as_array()?;
        let words = |message: &'_ Value| {
            let content = message.get("content").and_then(Value::as_str);
            content.unwrap_or_default().to_owned()
        };
        let rules = words(messages.first()?);
        let asked = words(messages.last()?);
        let shows = |field: &str| rules.contains(&format!("{{\"{field}\":"));
        if shows("next_task") {
            Some(json("planning", &self.plan()?))
        } else if shows("should_cluster") {
            Some(json("classification", &topics(&asked)))
        } else if shows("summary") {
            Some(json("structure", &summary(&asked)))
        } else if shows("relationships") {
            Some(json("analysis", &relations(&asked)))
        } else if shows("relevant") {
            Some(json("reading", &self.notes(&asked)?))
        } else if rules.contains("<answer>") {
            let results = messages
                .iter()
                .filter(|message| message.get("role").is_some_and(|role| role == "tool"));
            self.turn(results.count(), request.get("tools").is_some())
        } else {
            self.final_answer()
        }
    }

    fn page(&self, step: usize) -> Option<&'p Page> {
        self.pages.page(self.from + step)
    }

    fn plan(&self) -> Option<Value> {
        let step = self.planned.get();
        if step == self.steps {
            return Some(json!({ "next_task": null }));
        }
        self.planned.set(step + 1);
        let subject = self.page(step)?.subject();
        let description =
            format!("Find out what is known about this and on what it rests: {subject}");
        Some(json!({
            "next_task": { "task_type": "NORMAL", "description": description, "image": null }
        }))
    }

    /// The next turn of a conversation that holds this many results of tools.
    fn turn(&self, results: usize, has_tools: bool) -> Option<Said> {
        let (step, turns) = match self.way {
            Way::StepByStep => (self.planned.get().checked_sub(1)?, results),
            Way::AllInOne => (results / 2, results % 2),
        };
        if !has_tools || step >= self.steps || turns >= 2 {
            return self.step_answer(step.min(self.steps - 1));
        }
        let page = self.page(step)?;
        let subject = page.subject();
        let (why, name, arguments) = if turns == 0 {
            let why = format!("What is known about this is missing: {subject} I search for it.");
            (why, "search", json!({ "query": [subject] }))
        } else {
            let why = format!(
                "The first result fits: {} I read it for the step.",
                page.title
            );
            (why, "visit", json!({ "url": page.url, "goal": subject }))
        };
        Some(Said {
            agent: "react",
            text: format!("<think>\n{why}\n</think>"),
            call: Some((name, arguments.to_string())),
        })
    }

    fn step_answer(&self, step: usize) -> Option<Said> {
        let page = self.page(step)?;
        let told: Vec<String> = page
            .spread(SUMMARY)
            .iter()
            .map(|sentence| format!("{sentence} [1]({})", page.url))
            .collect();
        let answer = format!(
            "<think>\nThe page says it, with its grounds.\n</think>\n\n<answer>\n{}\n</answer>",
            told.join(" ")
        );
        Some(words("react", answer))
    }

    fn final_answer(&self) -> Option<Said> {
        let told: Vec<String> = self
            .page(0)?
            .spread(SUMMARY)
            .iter()
            .zip(1..)
            .map(|(sentence, number)| format!("{sentence} [{number}]"))
            .collect();
        Some(words("answer", told.join("\n")))
    }

    fn notes(&self, asked: &str) -> Option<Value> {
        let page = self
            .pages
            .at(asked.lines().find(|line| line.starts_with("https://"))?)?;
        Some(json!({
            "relevant": true,
            "evidence": page.spread(QUOTATIONS),
            "summary": page.spread(SUMMARY).join(" "),
        }))
    }
}

fn words(agent: &'static str, text: String) -> Said {
    Said {
        agent,
        text,
        call: None,
    }
}

fn json(agent: &'static str, value: &Value) -> Said {
    words(agent, value.to_string())
}

/// Returns the last part of a request that is marked as data.
fn data(asked: &str) -> &str {
    let (before, _) = asked.rsplit_once("\nDATA ").unwrap_or((asked, ""));
    let (_, part) = before.rsplit_once("\n@").unwrap_or(("", before));
    part.split_once('\n').map_or(part, |(_, text)| text)
}

/// Returns all passages as one topic, summarised by the first sentence of the last.
fn topics(asked: &str) -> Value {
    let text = data(asked);
    let first = sentences(text).first().map_or(text, |span| span.of(text));
    json!({
        "should_cluster": false,
        "clusters": [{
            "context": first.split_whitespace().collect::<Vec<_>>().join(" "),
            "keywords": keywords(text),
            "passages": [1],
        }],
    })
}

/// Long words of a text, each once, in its order.
fn keywords(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let word = word.to_lowercase();
        if word.chars().count() >= KEYWORD_LETTERS && !found.contains(&word) {
            found.push(word);
        }
        if found.len() == KEYWORDS {
            break;
        }
    }
    found
}

/// Some 40 % of the content: two of five sentences.
fn summary(asked: &str) -> Value {
    let text = data(asked);
    let kept: Vec<String> = sentences(text)
        .iter()
        .zip([true, false, true, false, false].into_iter().cycle())
        .filter(|(_, keep)| *keep)
        .map(|(span, _)| format!("- {}", span.of(text).trim()))
        .collect();
    json!({ "summary": kept.join("\n") })
}

/// The first candidates are related, the others are not.
fn relations(asked: &str) -> Value {
    let relations = asked.split_whitespace().filter(|word| is_id(word));
    let relations = relations.enumerate().map(|(place, id)| {
        let (kind, why) = if place < RELATED {
            ("related", "Both are about the same part of the language.")
        } else {
            ("unrelated", "They share no more than a common word.")
        };
        json!({ "existing_node_id": id, "relationship": kind, "reasoning": why })
    });
    json!({ "relationships": relations.collect::<Vec<_>>() })
}

/// Returns true if a word has the form of a node's id.
fn is_id(word: &str) -> bool {
    let hyphens = word.match_indices('-').map(|(at, _)| at);
    word.len() == 36
        && hyphens.eq([8, 13, 18, 23])
        && word
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}
