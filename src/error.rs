//! Every failure as a JavaScript `Error` with `code` and `retryable`; made here alone.

use amb_agents::host::HostError;
use amb_agents::journal::{JournalError, LoadError};
use amb_agents::protocol::RequestError;
use amb_agents::run::{ReplayError, SessionFileError};
#[cfg(feature = "llm")]
use amb_agents::services::ServiceError;
use amb_agents::settings::{ForeignEndpoint, SettingsError};
use amb_agents::task::AdapterError;
use amb_documents::DocumentError;
#[cfg(feature = "llm")]
use amb_llm::network::RouteError;
use amb_memory::task::ExportError;
use amb_store::StoreError;
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum BankError {
    /// An argument is not of its documented shape.
    #[error("an argument is not of the documented shape: {detail}")]
    Argument {
        /// The decoder's message.
        detail: String,
    },
    /// A second run was requested while one is at work.
    #[error("a run is at work in this bank: wait for it, stop it, or open another bank")]
    Busy,
    /// No kept run has this identifier.
    #[error(
        "no run {doc_id} is kept in this bank: pass keep: true to research() to keep one, or bring a stored one back with resumeRun()"
    )]
    UnknownRun {
        /// The identifier.
        doc_id: String,
    },
    /// The run came from an export, which holds no journal.
    #[error("the run {doc_id} has no journal: it came from an export")]
    NoJournal {
        /// The identifier.
        doc_id: String,
    },
    /// A setting is out of range.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A key, or an address to send one to, is invalid.
    #[cfg(feature = "llm")]
    #[error(transparent)]
    Route(#[from] RouteError),
    /// A service that was tried does not work.
    #[cfg(feature = "llm")]
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// The settings name a language model, and this build has none.
    #[error("this build of the engine knows no language model: load the artefact engine-llm")]
    NoLanguageModel,
    /// There is nothing to do.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// A document could not be read.
    #[error("{name}: {error}")]
    Document {
        /// The document.
        name: String,
        /// Why.
        error: DocumentError,
    },
    /// An effect failed.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The adapter failed.
    #[error(transparent)]
    Adapter(#[from] AdapterError),
    /// A journal could not be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A journal could not be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A journal's run asks a service that is not this bank's.
    #[error(transparent)]
    Endpoint(#[from] ForeignEndpoint),
    /// A journal's run uses a service that is not this bank's.
    #[error(
        "this journal's run may read pages of your own network: to go on with it, open the bank with reader.allowLocal"
    )]
    LocalPages,
    /// An export could not be read.
    #[error(transparent)]
    Import(#[from] SessionFileError),
    /// A memory could not be exported.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored run could not be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Stored runs were requested, but there is no store.
    #[error("this bank stores no runs: open it with a store")]
    NoStore,
}

impl BankError {
    fn code(&self) -> &'static str {
        match self {
            Self::Argument { .. } => "invalid_argument",
            Self::Busy => "busy",
            Self::UnknownRun { .. } => "unknown_run",
            Self::NoJournal { .. } => "no_journal",
            Self::Settings(_) => "invalid_setting",
            #[cfg(feature = "llm")]
            Self::Route(_) => "invalid_setting",
            #[cfg(feature = "llm")]
            Self::Service(error) => error.kind(),
            Self::NoLanguageModel => "no_language_model",
            Self::Request(error) => error.kind(),
            Self::Document { error, .. } => error.kind(),
            Self::Host(error) => error.kind(),
            Self::Adapter(error) => error.kind(),
            Self::Journal(error) => error.kind(),
            Self::Replay(error) => error.kind(),
            Self::Endpoint(error) => error.kind(),
            Self::LocalPages => "journal_local_pages",
            Self::Import(error) => error.kind(),
            Self::Export(error) => error.kind(),
            Self::Store(error) => error.kind(),
            Self::Load(error) => error.kind(),
            Self::NoStore => "no_store",
        }
    }

    fn is_retryable(&self) -> bool {
        match self {
            Self::Busy => true,
            Self::Host(error) => error.is_retryable(),
            #[cfg(feature = "llm")]
            Self::Service(error) => error.is_retryable(),
            Self::Store(error) | Self::Load(LoadError::Store(error)) => error.is_retryable(),
            Self::Adapter(error) => error.host().is_some_and(HostError::is_retryable),
            _ => false,
        }
    }
}

impl From<BankError> for JsValue {
    fn from(error: BankError) -> Self {
        let js = js_sys::Error::new(&error.to_string());
        // Setting a property on an Error that was just made cannot fail.
        let _ = Reflect::set(&js, &"code".into(), &error.code().into());
        let _ = Reflect::set(&js, &"retryable".into(), &error.is_retryable().into());
        js.into()
    }
}
