//! A finished run as one JSON file, and back (MB-24).

use amb_memory::task::{ImportError, ImportErrorKind, TaskBank, TaskExport};
use amb_memory::text::visible;
use serde::{Deserialize, Serialize};

use super::{DocumentSummary, ResearchResult, Session, Termination, Usage};
use crate::engine::{Answer, AnswerStatement, Citation, EngineLabel, EvidencePassage};
use crate::extractive::{EXTRACTIVE, without_marks};

/// The file: the memory in the seed's own terms, and beside it what the run made of it.
#[derive(Serialize)]
struct Outgoing<'r> {
    #[serde(flatten)]
    memory: TaskExport,
    run: RunPart<'r>,
}

#[derive(Serialize)]
struct RunPart<'r> {
    question: &'r str,
    answer: &'r Option<Answer>,
    retrieved: &'r [EvidencePassage],
    documents: &'r [DocumentSummary],
    usage: &'r Usage,
    termination: Termination,
    engine: &'r EngineLabel,
    embedder: &'r Option<String>,
}

/// What of the file is not memory; all of it may be missing, as in a file of memory alone.
#[derive(Deserialize)]
struct Incoming {
    #[serde(default)]
    run: Option<IncomingRun>,
}

#[derive(Deserialize)]
struct IncomingRun {
    question: String,
    answer: Option<Answer>,
    retrieved: Vec<EvidencePassage>,
    documents: Vec<DocumentSummary>,
    usage: Usage,
    termination: Termination,
    engine: EngineLabel,
    embedder: Option<String>,
}

/// A run as JSON. Images in temporary storage are no part of it, nor are keys.
///
/// # Errors
/// What the serialiser says; it does not fail for a run that ended.
pub fn export_session(
    session: &Session,
    result: &ResearchResult,
) -> Result<String, serde_json::Error> {
    serde_json::to_string(&Outgoing {
        memory: session.bank.export(),
        run: RunPart {
            question: &result.question,
            answer: &result.answer,
            retrieved: &result.retrieved,
            documents: &result.documents,
            usage: &result.usage,
            termination: result.termination,
            engine: &result.engine,
            embedder: &result.embedder,
        },
    })
}

/// Why a file is not imported.
#[derive(Debug, thiserror::Error)]
pub enum SessionFileError {
    /// Its memory is none.
    #[error(transparent)]
    Memory(#[from] ImportError),
    /// What is beside the memory is not of the format's shape.
    #[error("not a run of the Agentic Memory Bank: {0}")]
    Malformed(#[from] serde_json::Error),
    /// A citation of its answer does not stand where it says.
    #[error(
        "citation {number} of the answer is not in the memory: the file was changed, or is damaged"
    )]
    Citation {
        /// The citation's number.
        number: usize,
    },
    /// A statement of its answer names a citation that is not there, or quotes something else than it.
    #[error(
        "a statement of the answer does not fit its citations: the file was changed, or is damaged"
    )]
    Statement,
}

impl SessionFileError {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Memory(error) => match error.kind() {
                ImportErrorKind::TooLarge => "import_too_large",
                ImportErrorKind::Malformed => "import_malformed",
                ImportErrorKind::UnsupportedVersion => "import_too_new",
                ImportErrorKind::Inconsistent => "import_inconsistent",
            },
            Self::Malformed(_) => "import_malformed",
            Self::Citation { .. } | Self::Statement => "import_inconsistent",
        }
    }
}

/// Whether an answer's citations stand in the memory, word for word and in their places, and its statements
/// rest on them.
fn check_answer(bank: &TaskBank, answer: &Answer) -> Result<(), SessionFileError> {
    for citation in &answer.citations {
        if !stands(bank, citation) {
            let number = citation.number;
            return Err(SessionFileError::Citation { number });
        }
    }
    let cited = |number: usize| answer.citations.iter().find(|one| one.number == number);
    let quotes = answer.engine.name == EXTRACTIVE;
    let rests = |statement: &AnswerStatement| {
        let mut numbers = statement.citations.iter();
        numbers.all(|number| {
            cited(*number).is_some_and(|one| {
                !quotes || told(&one.quote) == told(&without_marks(&statement.text))
            })
        })
    };
    let sound = answer.statements.iter().all(rests) && (0.0..=1.0).contains(&answer.confidence);
    if sound && (!quotes || is_quoted(answer)) {
        Ok(())
    } else {
        Err(SessionFileError::Statement)
    }
}

/// Whether an answer made of quotations is no more than those: each statement cited, the text their lines.
fn is_quoted(answer: &Answer) -> bool {
    if !answer.found {
        return answer.statements.is_empty() && answer.citations.is_empty();
    }
    let line = |statement: &AnswerStatement| {
        let marks = statement
            .citations
            .iter()
            .map(|number| format!("[{number}]"));
        format!("{} {}", statement.text, marks.collect::<String>())
    };
    let lines: Vec<String> = answer.statements.iter().map(line).collect();
    !lines.is_empty()
        && answer
            .statements
            .iter()
            .all(|statement| !statement.citations.is_empty())
        && lines.join("\n") == answer.text
}

/// The letters of a text, as they are seen.
fn told(text: &str) -> String {
    let shown = visible(text);
    shown.chars().filter(|c| !c.is_whitespace()).collect()
}

fn stands(bank: &TaskBank, citation: &Citation) -> bool {
    let tree = bank.interaction_tree();
    let Some(entry) = tree.entry(&citation.entry_id) else {
        return false;
    };
    let (start, chars_before) = entry
        .metadata
        .source
        .as_ref()
        .map_or((0, 0), |source| (source.span.start, source.chars_before));
    let Some(from) = citation.bytes.start.checked_sub(start) else {
        return false;
    };
    let quoted = entry.text.get(from..from + citation.quote.len());
    let before = entry
        .text
        .get(..from)
        .map_or(0, |text| text.chars().count());
    let document = entry
        .metadata
        .source
        .as_ref()
        .map(|source| source.document.as_str());
    quoted == Some(citation.quote.as_str())
        && document.is_none_or(|document| document == citation.document)
        && citation.chars.start == chars_before + before
        && citation.chars.len() == citation.quote.chars().count()
        && citation.bytes.len() == citation.quote.len()
        && tree.knows(&citation.node_id)
}

/// A session from the JSON of [`export_session`], or of a memory alone.
///
/// # Errors
/// Whatever is wrong with the file; nothing is kept of a file that is refused.
pub fn import_session(json: &str) -> Result<(Session, ResearchResult), SessionFileError> {
    let bank = TaskBank::import(json)?;
    let Incoming { run } = serde_json::from_str(json)?;
    if let Some(answer) = run.as_ref().and_then(|run| run.answer.as_ref()) {
        check_answer(&bank, answer)?;
    }
    let run = run.unwrap_or_else(|| IncomingRun {
        question: bank.insight_doc().task_goal().to_owned(),
        answer: None,
        retrieved: Vec::new(),
        documents: Vec::new(),
        usage: Usage {
            nodes: bank.query_graph().len(),
            passages: bank.evidence().len(),
            ..Usage::default()
        },
        termination: Termination::Aborted,
        engine: EngineLabel {
            name: "imported".to_owned(),
            description: String::new(),
        },
        embedder: None,
    });
    let memory = bank.export();
    let result = ResearchResult {
        doc_id: memory.insight_doc.doc_id().to_owned(),
        question: run.question,
        answer: run.answer.clone(),
        retrieved: run.retrieved.clone(),
        insight_doc: memory.insight_doc,
        query_graph: memory.query_graph,
        interaction_tree: memory.interaction_tree,
        documents: run.documents.clone(),
        usage: run.usage,
        termination: run.termination,
        error: None,
        engine: run.engine,
        embedder: run.embedder,
    };
    let mut session = Session::new(bank);
    session.answer = run.answer;
    session.retrieved = run.retrieved;
    session.documents = run.documents;
    Ok((session, result))
}
