//! Documents and the questions about them.

use std::fs;
use std::path::{Path, PathBuf};

use amb_agents::run::SourceText;
use amb_documents::{Limits, Source};
use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A question, and the quotes of the document that answer it.
#[derive(Debug, Clone, Deserialize)]
pub struct Question {
    /// Identifier, such as `en-01`.
    pub id: String,
    /// The question.
    pub question: String,
    evidence: Option<String>,
    #[serde(default)]
    evidence_any: Vec<String>,
    /// Whether the document answers it.
    pub answerable: bool,
}

impl Question {
    /// Quotes each of which answers.
    pub fn quotes(&self) -> Vec<&str> {
        self.evidence
            .iter()
            .chain(&self.evidence_any)
            .map(String::as_str)
            .collect()
    }
}

/// A document and its questions.
pub struct Document {
    /// The document, as text.
    pub text: SourceText,
    /// The questions.
    pub questions: Vec<Question>,
}

/// Documents of one kind, each read into a memory of its own.
pub struct Case {
    /// The language, and whether the documents are short.
    pub name: &'static str,
    /// The documents.
    pub documents: Vec<Document>,
}

/// A line of `short.jsonl` or `near.jsonl`.
#[derive(Deserialize)]
struct ShortDocument {
    name: String,
    language: String,
    document: String,
    questions: Vec<Question>,
}

/// The workspace's folder.
pub fn root() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().context("the workspace's folder")
}

/// A book in English, a manual in Chinese, and short documents in both.
pub fn cases(root: &Path) -> Result<Vec<Case>> {
    Ok(vec![
        book(root, "en", "rust-book.html")?,
        book(root, "zh", "debian-reference.zh-cn.txt")?,
        short(root, "en-short", "short", "en")?,
        short(root, "zh-short", "short", "zh")?,
        short(root, "en-near", "near", "en")?,
        short(root, "zh-near", "near", "zh")?,
    ])
}

fn book(root: &Path, name: &'static str, file: &str) -> Result<Case> {
    let questions = root.join(format!("benches/recall/questions.{name}.jsonl"));
    let document = Document {
        text: document(root, file)?,
        questions: read_lines(&questions)?,
    };
    Ok(Case {
        name,
        documents: vec![document],
    })
}

fn short(root: &Path, name: &'static str, file: &str, language: &str) -> Result<Case> {
    let lines: Vec<ShortDocument> = read_lines(&root.join(format!("benches/recall/{file}.jsonl")))?;
    let documents = lines
        .into_iter()
        .filter(|line| line.language == language)
        .map(|line| Document {
            text: SourceText {
                name: line.name,
                text: line.document,
                ..SourceText::default()
            },
            questions: line.questions,
        })
        .collect();
    Ok(Case { name, documents })
}

fn document(root: &Path, file: &str) -> Result<SourceText> {
    let path = root.join("target/documents").join(file);
    let bytes = fs::read(&path)
        .with_context(|| format!("{} (cargo xtask bench recall fetches it)", path.display()))?;
    let document = amb_html::document(&Source::bytes(file, &bytes), &Limits::default())?;
    Ok(SourceText {
        name: document.name,
        text: document.text,
        ..SourceText::default()
    })
}

fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let lines = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    lines
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).with_context(|| line.to_owned()))
        .collect()
}
