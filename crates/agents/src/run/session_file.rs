//! A finished run as one JSON file, and back (MB-24).

use amb_memory::task::{ImportError, TaskBank, TaskExport};
use serde::{Deserialize, Serialize};

use super::{DocumentSummary, ResearchResult, Session, Termination, Usage};
use crate::engine::{Answer, EngineLabel, EvidencePassage};

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

/// A session from the JSON of [`export_session`], or of a memory alone.
///
/// # Errors
/// Whatever is wrong with the file; nothing is kept of a file that is refused.
pub fn import_session(json: &str) -> Result<(Session, ResearchResult), ImportError> {
    let bank = TaskBank::import(json)?;
    let Incoming { run } = serde_json::from_str(json)?;
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
