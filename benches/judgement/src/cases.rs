//! Everyday inputs, each of a kind that was once misread, run from bytes to answer.

use std::path::Path;

use amb_agents::protocol::{ResearchRequest, ResearchResult, SourceText};
use amb_bench_recall::{BenchHost, Memory, judged_document, read_bytes, read_lines};
use anyhow::{Result, bail};
use serde::Deserialize;

use crate::drawing::Drawn;

/// A line of `cases.jsonl`.
#[derive(Deserialize)]
struct Case {
    id: String,
    kind: String,
    #[serde(flatten)]
    input: Input,
    #[serde(default)]
    question: String,
    /// Present if the case needs a memory or a language model.
    model: Option<serde_json::Value>,
    expect: Expected,
}

/// One document, or several of one bank.
#[derive(Default, Deserialize)]
struct Input {
    html: Option<String>,
    markdown: Option<String>,
    plain: Option<String>,
    #[serde(default)]
    texts: Vec<String>,
    pdf: Option<Drawn>,
    file: Option<String>,
}

#[derive(Default, Deserialize)]
struct Expected {
    found: Option<bool>,
    #[serde(default)]
    contains: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
    headings: Option<Vec<String>>,
    #[serde(default)]
    text_contains: Vec<String>,
    #[serde(default)]
    text_lacks: Vec<String>,
    disputes: Option<usize>,
}

/// A line of `own-answers.jsonl`: a short text, a question and the expected content of the answer.
#[derive(Deserialize)]
struct OwnAnswer {
    document: String,
    question: String,
    found: bool,
    contains: Option<String>,
}

impl OwnAnswer {
    fn case(self, number: usize) -> Case {
        Case {
            id: format!("own-answer-{number}"),
            kind: "own-answers".to_owned(),
            input: Input {
                plain: Some(self.document),
                ..Input::default()
            },
            question: self.question,
            model: None,
            expect: Expected {
                found: Some(self.found),
                contains: self.contains.into_iter().collect(),
                ..Expected::default()
            },
        }
    }
}

/// The outcome of one case.
pub struct CaseOutcome {
    /// Identifier.
    pub id: String,
    /// Kind of input.
    pub kind: String,
    /// Differences from the expectation, with the answer; empty if all is right.
    pub faults: Vec<String>,
}

/// Runs every case of `cases.jsonl`, `own-cases.jsonl` and `own-answers.jsonl` that needs no language model. Cases
/// about downloaded documents are left out unless `with_files`.
///
/// # Errors
/// A file is missing or malformed, or a run failed.
pub fn judge_cases(root: &Path, host: &BenchHost, with_files: bool) -> Result<Vec<CaseOutcome>> {
    let folder = root.join("benches/judgement");
    let mut cases: Vec<Case> = read_lines(&folder.join("own-cases.jsonl"))?;
    cases.extend(read_lines::<Case>(&folder.join("cases.jsonl"))?);
    let own: Vec<OwnAnswer> = read_lines(&folder.join("own-answers.jsonl"))?;
    cases.extend(own.into_iter().zip(1..).map(|(one, at)| one.case(at)));
    cases
        .iter()
        .filter(|case| case.model.is_none() && (with_files || case.input.file.is_none()))
        .map(|case| judge(root, host, case))
        .collect()
}

fn judge(root: &Path, host: &BenchHost, case: &Case) -> Result<CaseOutcome> {
    let documents = case.input.documents(root)?;
    let text: Vec<String> = documents.iter().map(|it| it.text.clone()).collect();
    let request = ResearchRequest {
        question: case.question.clone(),
        documents,
        ..ResearchRequest::default()
    };
    let (_, result) = Memory::run(host, &request)?;
    Ok(CaseOutcome {
        id: case.id.clone(),
        kind: case.kind.clone(),
        faults: case.expect.faults(&result, &text.join("\n")),
    })
}

impl Input {
    fn documents(&self, root: &Path) -> Result<Vec<SourceText>> {
        if let Some(id) = &self.file {
            return Ok(vec![judged_document(root, id)?]);
        }
        if let Some(drawn) = &self.pdf {
            return Ok(vec![read_bytes("document.pdf", drawn.file())?]);
        }
        let page = |body: &String| {
            let page = format!("<!doctype html><meta charset=\"utf-8\"><body>{body}");
            ("document.html".to_owned(), page)
        };
        let texts = self.texts.iter().zip(1..);
        let named: Vec<(String, String)> = self
            .html
            .iter()
            .map(page)
            .chain(named(self.markdown.as_ref(), "document.md"))
            .chain(named(self.plain.as_ref(), "document.txt"))
            .chain(texts.map(|(text, at)| (format!("document-{at}.md"), text.clone())))
            .collect();
        if named.is_empty() {
            bail!("a case has no document");
        }
        named
            .into_iter()
            .map(|(name, text)| read_bytes(&name, text.into_bytes()))
            .collect()
    }
}

fn named(text: Option<&String>, name: &str) -> Option<(String, String)> {
    text.map(|text| (name.to_owned(), text.clone()))
}

impl Expected {
    fn faults(&self, result: &ResearchResult, text: &str) -> Vec<String> {
        let answer = result.answer.as_ref();
        let said = answer.map_or("", |answer| answer.text.as_str());
        let found = answer.is_some_and(|answer| answer.found);
        let disputes = answer.map_or(0, |answer| answer.disputes.len());
        let first = answer.and_then(|answer| answer.citations.first());
        let titles = first.map_or(&[][..], |citation| citation.headings.as_slice());
        let mut faults = Vec::new();
        let mut check = |holds: bool, fault: String| {
            if !holds {
                faults.push(fault);
            }
        };
        for part in &self.contains {
            check(holds(said, part), format!("the answer lacks {part}"));
        }
        for part in &self.lacks {
            check(!said.contains(part), format!("the answer has {part}"));
        }
        for part in &self.text_contains {
            check(holds(text, part), format!("the text lacks {part}"));
        }
        for part in &self.text_lacks {
            check(!text.contains(part), format!("the text has {part}"));
        }
        check(
            self.found.is_none_or(|expected| expected == found),
            format!("found is {found}"),
        );
        check(
            self.disputes.is_none_or(|expected| expected == disputes),
            format!("there are {disputes} disputes"),
        );
        check(
            self.headings.as_ref().is_none_or(|it| it == titles),
            format!("the titles are {titles:?}"),
        );
        if !faults.is_empty() {
            faults.push(format!("said: {said}"));
        }
        faults
    }
}

/// Returns true if a text holds a part, blanks aside.
fn holds(text: &str, part: &str) -> bool {
    let tight = |text: &str| text.split_whitespace().collect::<String>();
    tight(text).contains(&tight(part))
}
