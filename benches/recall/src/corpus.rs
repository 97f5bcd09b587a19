//! Documents and the questions about them.

use std::fs;
use std::path::{Path, PathBuf};

use amb_agents::run::SourceText;
use anyhow::{Context, Result};
use serde::Deserialize;

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
pub struct Case {
    /// `en` or `zh`.
    pub name: &'static str,
    /// The document, as text.
    pub document: SourceText,
    /// The questions.
    pub questions: Vec<Question>,
}

/// The workspace's folder.
pub fn root() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().context("the workspace's folder")
}

/// English and Chinese.
pub fn cases(root: &Path) -> Result<Vec<Case>> {
    [
        ("en", "rust-book.html"),
        ("zh", "debian-reference.zh-cn.txt"),
    ]
    .into_iter()
    .map(|(name, file)| {
        let questions = root.join(format!("benches/recall/questions.{name}.jsonl"));
        Ok(Case {
            name,
            document: document(root, file)?,
            questions: read_questions(&questions)?,
        })
    })
    .collect()
}

fn document(root: &Path, file: &str) -> Result<SourceText> {
    let path = root.join("target/documents").join(file);
    let bytes = fs::read(&path)
        .with_context(|| format!("{} (cargo xtask bench recall fetches it)", path.display()))?;
    let document = amb_documents::read(file, None, &bytes, &amb_documents::Limits::default())?;
    Ok(SourceText {
        name: document.name,
        text: document.text,
        notes: Vec::new(),
    })
}

fn read_questions(path: &Path) -> Result<Vec<Question>> {
    let lines = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    lines
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).with_context(|| line.to_owned()))
        .collect()
}
