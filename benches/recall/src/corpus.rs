//! Documents and the questions about them.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use amb_agents::protocol::SourceText;
use amb_documents::{Document as ReadDocument, DocumentReader, Limits, Source, is_pdf};
use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Half of the data: rules and weights are chosen on the first, floors hold on the second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Half {
    /// The half that rules and weights are chosen on.
    #[default]
    #[serde(alias = "dev")]
    Development,
    /// The half that floors hold on.
    Test,
}

impl fmt::Display for Half {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Development => "development",
            Self::Test => "test",
        })
    }
}

/// A question, and the parts of the document that answer it.
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "Line")]
pub struct Question {
    /// Identifier, such as `en-01`.
    pub id: String,
    /// The question.
    pub question: String,
    /// Quotes that each answer the question.
    pub quotes: Vec<String>,
    /// Cells of the row that answers, header and value.
    pub cells: Vec<String>,
    /// True if the document answers it.
    pub answerable: bool,
    /// Kind of question, such as `number` or `near-miss`.
    pub kind: String,
    /// Identifier of its document, for questions in a file of their own.
    document: String,
}

/// A question as the files write it.
#[derive(Deserialize)]
struct Line {
    id: String,
    question: String,
    #[serde(default)]
    document: String,
    #[serde(default)]
    evidence: Option<Quotes>,
    #[serde(default)]
    evidence_any: Vec<String>,
    #[serde(default)]
    cells: Vec<String>,
    answerable: bool,
    #[serde(default)]
    kind: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Quotes {
    One(String),
    Many(Vec<String>),
}

impl From<Line> for Question {
    fn from(line: Line) -> Self {
        let mut quotes = match line.evidence {
            None => Vec::new(),
            Some(Quotes::One(quote)) => vec![quote],
            Some(Quotes::Many(quotes)) => quotes,
        };
        quotes.extend(line.evidence_any);
        Self {
            id: line.id,
            question: line.question,
            quotes,
            cells: line.cells,
            answerable: line.answerable,
            kind: line.kind,
            document: line.document,
        }
    }
}

/// A document and its questions.
pub struct Document {
    /// The document, as text.
    pub text: SourceText,
    /// Its language, such as `en`.
    pub language: String,
    /// Its kind, such as `html` or `short`.
    pub kind: String,
    /// Its half; the questions belong to the same.
    pub half: Half,
    /// The questions.
    pub questions: Vec<Question>,
}

/// Documents of one kind, each read into a memory of its own.
pub struct Case {
    /// The language and the kind of the documents.
    pub name: String,
    /// The documents.
    pub documents: Vec<Document>,
}

impl Case {
    /// Groups documents by language and kind, in the order in which each kind first occurs.
    #[must_use]
    pub fn by_kind(documents: Vec<Document>) -> Vec<Self> {
        let mut cases: Vec<Self> = Vec::new();
        for document in documents {
            let name = format!("{}-{}", document.language, document.kind);
            match cases.iter_mut().find(|case| case.name == name) {
                Some(case) => case.documents.push(document),
                None => cases.push(Self {
                    name,
                    documents: vec![document],
                }),
            }
        }
        cases
    }

    /// A book in English, a manual in Chinese, and short documents in both.
    ///
    /// # Errors
    /// A file is missing or malformed.
    pub fn of_recall(root: &Path) -> Result<Vec<Self>> {
        let mut documents = vec![
            book(root, "en", "rust-book.html")?,
            book(root, "zh", "debian-reference.zh-cn.txt")?,
        ];
        documents.extend(inline(root)?);
        Ok(Self::by_kind(documents))
    }
}

/// A line of `short.jsonl` or `near.jsonl`.
#[derive(Deserialize)]
struct ShortDocument {
    name: String,
    language: String,
    #[serde(default)]
    half: Half,
    document: String,
    questions: Vec<Question>,
}

/// A line of `documents.jsonl`.
#[derive(Deserialize)]
struct JudgedDocument {
    id: String,
    language: String,
    kind: String,
    #[serde(default)]
    half: Half,
    file: String,
}

/// Reads one document of `benches/judgement/documents.jsonl` by its identifier.
///
/// # Errors
/// There is no such document, or `obtain.mjs` has not fetched it.
pub fn judged_document(root: &Path, id: &str) -> Result<SourceText> {
    let lines: Vec<JudgedDocument> = read_lines(&root.join("benches/judgement/documents.jsonl"))?;
    let line = lines.iter().find(|line| line.id == id);
    read_obtained(root, line.with_context(|| format!("no document {id}"))?)
}

fn read_obtained(root: &Path, line: &JudgedDocument) -> Result<SourceText> {
    let path = root.join("target/judgement").join(&line.file);
    read_document(&path).context("node benches/judgement/obtain.mjs fetches it")
}

/// Finds the folder of the workspace.
///
/// # Errors
/// The folder is gone.
pub fn root() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().context("the workspace's folder")
}

fn book(root: &Path, language: &str, file: &str) -> Result<Document> {
    let questions = root.join(format!("benches/recall/questions.{language}.jsonl"));
    let path = root.join("target/documents").join(file);
    Ok(Document {
        text: read_document(&path).context("cargo xtask documents fetches it")?,
        language: language.to_owned(),
        kind: "book".to_owned(),
        half: Half::Development,
        questions: read_lines(&questions)?,
    })
}

/// Reads the short documents of `benches/recall`, each with its questions.
///
/// # Errors
/// A file is missing or malformed.
pub fn inline(root: &Path) -> Result<Vec<Document>> {
    let mut documents = Vec::new();
    for kind in ["short", "near"] {
        let file = root.join(format!("benches/recall/{kind}.jsonl"));
        let lines: Vec<ShortDocument> = read_lines(&file)?;
        documents.extend(lines.into_iter().map(|line| Document {
            text: SourceText {
                name: line.name,
                text: line.document,
                ..SourceText::default()
            },
            language: line.language,
            kind: kind.to_owned(),
            half: line.half,
            questions: line.questions,
        }));
    }
    Ok(documents)
}

/// Reads the documents of `benches/judgement/documents.jsonl` that `obtain.mjs` has put under `target/judgement`, each
/// with its questions.
///
/// # Errors
/// A file is missing, malformed or unreadable.
pub fn judged(root: &Path) -> Result<Vec<Document>> {
    let folder = root.join("benches/judgement");
    let lines: Vec<JudgedDocument> = read_lines(&folder.join("documents.jsonl"))?;
    let questions: Vec<Question> = read_lines(&folder.join("questions.jsonl"))?;
    lines
        .into_iter()
        .map(|line| {
            let of_document = questions.iter().filter(|it| it.document == line.id);
            Ok(Document {
                text: read_obtained(root, &line)?,
                language: line.language,
                kind: line.kind,
                half: line.half,
                questions: of_document.cloned().collect(),
            })
        })
        .collect()
}

fn read_document(path: &Path) -> Result<SourceText> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    read_bytes(&name, bytes)
}

/// Reads the bytes of a document as any host does: text, HTML or PDF.
///
/// # Errors
/// The reader refuses the document.
pub fn read_bytes(name: &str, bytes: Vec<u8>) -> Result<SourceText> {
    let document = if is_pdf(&bytes) {
        let reading = amb_pdf::read(bytes);
        ReadDocument::of_reading(name, &DocumentReader::Pdf, reading)?
    } else {
        amb_html::document(&Source::bytes(name, &bytes), &Limits::default())?
    };
    Ok(document.into())
}

/// Reads a file of one JSON value a line.
///
/// # Errors
/// The file is missing, or a line is malformed: the error names both.
pub fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let lines = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    (1..)
        .zip(lines.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            serde_json::from_str(line).with_context(|| format!("{}:{number}", path.display()))
        })
        .collect()
}
