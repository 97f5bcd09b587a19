//! A finished run as one JSON file, and back (MB-24).

use amb_memory::task::{
    EntryId, ExportError, FIRST_WITH_CONFLICTS, ImportError, ImportErrorKind, TaskBank, TaskExport,
    Trust, export_json,
};
use amb_memory::text::{Language, language};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::evidence::doubts;
use super::old_run::upgraded;
use super::session_check::{IMPORTED, check};
use crate::protocol::{
    Answer, DocumentSummary, Doubt, EngineLabel, EvidencePassage, ResearchResult, Termination,
    Usage,
};
use crate::task::Session;

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
    language: Language,
}

/// Parts of the file beside its memory; all may be missing, as in a file of memory alone.
#[derive(Deserialize)]
struct Incoming<R> {
    run: Option<R>,
    /// Memory reads it; here it says whether passages are those that the run retrieved from.
    #[serde(default)]
    evidence: Option<IgnoredAny>,
}

/// The run as the file has it.
#[derive(Deserialize)]
pub(super) struct IncomingRun {
    question: String,
    pub(super) answer: Option<Answer>,
    pub(super) retrieved: Vec<EvidencePassage>,
    pub(super) documents: Vec<DocumentSummary>,
    usage: Usage,
    termination: Termination,
    pub(super) engine: EngineLabel,
    embedder: Option<String>,
    #[serde(default)]
    language: Option<Language>,
}

/// A run as JSON. Images in temporary storage are no part of it, nor are keys.
///
/// # Errors
/// [`ExportError::TooLarge`] for a memory that could not be imported again.
pub fn export_session(session: &Session, result: &ResearchResult) -> Result<String, ExportError> {
    export_json(&Outgoing {
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
            language: result.language,
        },
    })
}

/// Why a file is not imported.
#[derive(Debug, thiserror::Error)]
pub enum SessionFileError {
    /// Its memory is none.
    #[error(transparent)]
    Memory(#[from] ImportError),
    /// The data beside the memory is not of the format's shape.
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
    /// A dispute of its answer is neither that of a node nor one between sentences of the evidence, or one of
    /// those is left out.
    #[error(
        "the answer's disputes are not those of the memory: the file was changed, or is damaged"
    )]
    Dispute,
    /// A passage that the answer was made from is not among the memory's.
    #[error("retrieved passage {number} is not in the memory: the file was changed, or is damaged")]
    Passage {
        /// Its rank, from 1.
        number: usize,
    },
    /// A document is said to be shorter than what memory holds of it, or to be read further.
    #[error(
        "the length of {name:?} does not fit its text in memory: the file was changed, or is damaged"
    )]
    Document {
        /// Its name.
        name: String,
    },
    /// No engine of this program marks its results so.
    #[error("{name:?} is no engine of this program: the file was changed, or is damaged")]
    Engine {
        /// The name in the label.
        name: String,
    },
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
            Self::Citation { .. }
            | Self::Statement
            | Self::Dispute
            | Self::Passage { .. }
            | Self::Document { .. }
            | Self::Engine { .. } => "import_inconsistent",
        }
    }
}

/// Header that says how the rest is read.
#[derive(Deserialize)]
struct Header {
    version: u64,
}

/// Returns the trust of an entry and the doubts about it.
fn standing(bank: &TaskBank, entry: &EntryId) -> (Trust, Vec<Doubt>) {
    let known = bank.interaction_tree().entry(entry);
    let trust = known.map_or(Trust::default(), |entry| entry.metadata.trust);
    (trust, doubts(bank, entry))
}

/// Gives a run the labels that the imported memory has: those in the file are anybody's (BX-05).
fn label_again(bank: &TaskBank, run: &mut IncomingRun) {
    for passage in &mut run.retrieved {
        (passage.trust, passage.doubts) = standing(bank, &passage.entry_id);
        (passage.title, passage.published) = told_of(bank, &passage.entry_id);
    }
    let Some(answer) = &mut run.answer else {
        return;
    };
    for citation in &mut answer.citations {
        (citation.trust, citation.doubts) = standing(bank, &citation.entry_id);
        (citation.title, citation.published) = told_of(bank, &citation.entry_id);
    }
    answer.trust = Trust::least(answer.citations.iter().map(|citation| citation.trust));
}

/// The title and the date of an entry's page.
fn told_of(bank: &TaskBank, entry: &EntryId) -> (Option<String>, Option<String>) {
    let entry = bank.interaction_tree().entry(entry);
    let source = entry.and_then(|entry| entry.metadata.source.as_ref());
    source.map_or((None, None), |source| {
        (source.title.clone(), source.published.clone())
    })
}

/// A session from the JSON of [`export_session`], or of a memory alone. It is marked as imported: what of it
/// can be checked was, but summaries and disputes are whoever's wrote the file.
///
/// # Errors
/// Whatever is wrong with the file; nothing is kept of a file that is refused.
pub fn import_session(json: &str) -> Result<(Session, ResearchResult), SessionFileError> {
    let bank = TaskBank::import(json)?;
    let Header { version } = serde_json::from_str(json)?;
    let is_old = version < FIRST_WITH_CONFLICTS;
    let (mut run, indexed) = match is_old {
        true => {
            let Incoming { run, evidence } = serde_json::from_str::<Incoming<Value>>(json)?;
            let run = run
                .map(|run| upgraded(&bank, run))
                .map(serde_json::from_value);
            (run.transpose()?, evidence.is_some())
        }
        false => {
            let Incoming { run, evidence } = serde_json::from_str::<Incoming<IncomingRun>>(json)?;
            (run, evidence.is_some())
        }
    };
    if let Some(run) = &mut run {
        label_again(&bank, run);
        check(&bank, run, (indexed, is_old))?;
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
            name: IMPORTED.to_owned(),
            description: String::new(),
        },
        embedder: None,
        language: None,
    });
    let result = ResearchResult {
        doc_id: bank.insight_doc().doc_id().to_owned(),
        language: run.language.unwrap_or_else(|| language(&run.question)),
        question: run.question,
        answer: run.answer.clone(),
        retrieved: run.retrieved.clone(),
        insight_doc: bank.insight_doc().clone(),
        query_graph: bank.export_query_graph(),
        interaction_tree: bank.export_interaction_tree(),
        documents: run.documents.clone(),
        usage: run.usage,
        termination: run.termination,
        error: None,
        engine: run.engine,
        embedder: run.embedder,
        imported: true,
    };
    let mut session = Session::new(bank);
    session.answer = run.answer;
    session.retrieved = run.retrieved;
    session.documents = run.documents;
    session.imported = true;
    Ok((session, result))
}
