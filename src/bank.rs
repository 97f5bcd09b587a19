//! `Bank`: research runs and the memories they leave behind.

use std::cell::{Cell, RefCell};

use amb_agents::journal::{Journal, JournalFile, Keeper, Requested};
use amb_agents::run::{ReplayError, Resumed, export_session, import_session};
use amb_agents::settings::Settings;
use amb_agents::task::Session;
use amb_llm::chat::Provider;
use amb_web::JsHost;
use futures::future::AbortRegistration;
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::AbortSignal;

use crate::abort::listen;
use crate::convert::{from_js, to_js};
use crate::error::BankError;
use crate::events::{emitter, emitter_of_run};
use crate::host::{HostCallbacks, from_callbacks};
use crate::keeping::{RunStore, not_kept};
use crate::kept::{KeptRun, KeptRuns};
use crate::language_model::{self, check, crew, forecast};
use crate::request::JsRequest;
use crate::task::Task;

#[wasm_bindgen]
extern "C" {
    /// `ResearchRequest` of the TypeScript definitions.
    #[wasm_bindgen(typescript_type = "ResearchRequest")]
    pub type ResearchRequestValue;
    /// `(event: Event) => void` of the TypeScript definitions.
    #[wasm_bindgen(typescript_type = "(event: Event) => void")]
    pub type EventCallback;
    /// `Partial<Settings>` of the TypeScript definitions.
    #[wasm_bindgen(typescript_type = "Partial<Settings>")]
    pub type SettingsValue;
}

/// Runs research and keeps the memories that the caller requests.
#[wasm_bindgen]
pub struct Bank {
    host: JsHost,
    store: Option<RunStore>,
    settings: Settings,
    kept: RefCell<KeptRuns>,
    busy: Cell<bool>,
}

/// Marks the bank as busy while it lives.
struct Busy<'b>(&'b Cell<bool>);

impl<'b> Busy<'b> {
    fn claim(busy: &'b Cell<bool>) -> Result<Self, BankError> {
        if busy.replace(true) {
            Err(BankError::Busy)
        } else {
            Ok(Self(busy))
        }
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

#[wasm_bindgen]
impl Bank {
    /// Opens a bank over these callbacks.
    #[wasm_bindgen(constructor)]
    pub fn new(host: &HostCallbacks, settings: Option<SettingsValue>) -> Result<Bank, JsValue> {
        let mut settings: Settings = from_js(settings.map_or(JsValue::UNDEFINED, Into::into))?;
        settings.prices = settings.prices.over_known();
        settings.validate().map_err(BankError::from)?;
        check(&settings)?;
        Ok(Self {
            host: from_callbacks(host, &settings)?,
            store: RunStore::from_callbacks(host),
            settings,
            kept: RefCell::default(),
            busy: Cell::new(false),
        })
    }

    /// Every setting with its default value.
    #[wasm_bindgen(unchecked_return_type = "Settings")]
    pub fn defaults() -> Result<JsValue, JsValue> {
        Ok(to_js(&Settings::default())?)
    }

    /// Runs a request to its end. Aborting the signal resolves with the results so far.
    #[wasm_bindgen(unchecked_return_type = "ResearchResult")]
    pub async fn research(
        &self,
        request: ResearchRequestValue,
        on_event: EventCallback,
        signal: Option<AbortSignal>,
    ) -> Result<JsValue, JsValue> {
        let _busy = Busy::claim(&self.busy)?;
        let request: JsRequest = from_js(request.into())?;
        let (keep, continue_from) = (request.keep, request.continue_from.clone());
        let (stop, _listener) = listen(signal.clone());
        let request = request.read(&self.host, &self.settings, stop).await?;
        let (stop, _listener) = listen(signal);
        let before = match continue_from {
            Some(doc_id) => Some(self.kept.borrow_mut().take(&doc_id)?),
            None => None,
        };
        let requested = Requested {
            request,
            settings: self.settings.clone(),
            from: 0,
        };
        let on_event: Function = on_event.unchecked_into();
        let keeper = self.keeper(&on_event).filter(|_| keep);
        let run = self.run(before, requested, keeper, &on_event, stop).await?;
        let result = to_js(&run.result)?;
        if keep {
            self.kept.borrow_mut().keep(run);
        }
        Ok(result)
    }

    /// Estimates the spending of a run of this request: the likely amount and the maximum. No request is sent for it.
    #[wasm_bindgen(unchecked_return_type = "Estimate")]
    pub async fn estimate(&self, request: ResearchRequestValue) -> Result<JsValue, JsValue> {
        let request: JsRequest = from_js(request.into())?;
        let request = request
            .read(&self.host, &self.settings, listen(None).0)
            .await?;
        Ok(to_js(&forecast(&self.settings, &request))?)
    }

    /// A kept run as JSON text.
    pub fn export(&self, doc_id: &str) -> Result<String, JsValue> {
        let kept = self.kept.borrow();
        let run = kept.get(doc_id)?;
        Ok(export_session(&run.session, &run.result).map_err(BankError::from)?)
    }

    /// Restores a run from the JSON text of an export, and keeps it.
    #[wasm_bindgen(unchecked_return_type = "ResearchResult")]
    pub fn import(&self, json: &str) -> Result<JsValue, JsValue> {
        let (session, result) = import_session(json).map_err(BankError::from)?;
        let value = to_js(&result)?;
        self.kept.borrow_mut().keep(KeptRun {
            session,
            journal: None,
            result,
        });
        Ok(value)
    }

    /// The journal of a run that is kept, or stored, as JSON text: every effect of the run, enough to replay it
    /// anywhere.
    pub async fn journal(&self, doc_id: &str) -> Result<String, JsValue> {
        let file = match (self.recorded(doc_id), &self.store) {
            (Err(BankError::UnknownRun { .. }), Some(store)) => store.load(doc_id).await?,
            (recorded, _) => recorded?,
        };
        Ok(file.to_json().map_err(BankError::from)?)
    }

    /// Runs a journal again without the world it was recorded in; the graph is identical.
    #[wasm_bindgen(unchecked_return_type = "ResearchResult")]
    pub async fn replay(&self, journal: &str, on_event: EventCallback) -> Result<JsValue, JsValue> {
        let _busy = Busy::claim(&self.busy)?;
        let file = sound_journal(journal)?;
        let on_event: Function = on_event.unchecked_into();
        let emit = emitter(&on_event);
        let result = amb_agents::run::replay(file, crew, &emit)
            .await
            .map_err(BankError::from)?;
        Ok(to_js(&result)?)
    }

    /// Goes on with the run of a journal and keeps it, in the store, too. Recorded effects are not repeated, so no call
    /// is paid for twice. A journal may come from anybody: one whose run uses other services than this bank's, or reads
    /// pages of the local network while this bank does not, is refused.
    #[wasm_bindgen(unchecked_return_type = "ResearchResult")]
    pub async fn resume(
        &self,
        journal: &str,
        on_event: EventCallback,
        signal: Option<AbortSignal>,
    ) -> Result<JsValue, JsValue> {
        let _busy = Busy::claim(&self.busy)?;
        let file = JournalFile::from_json(journal).map_err(BankError::from)?;
        self.check_reach(&file)?;
        let file = sound(file)?;
        let on_event: Function = on_event.unchecked_into();
        let emit = emitter_of_run(&on_event, &self.host);
        let (stop, _listener) = listen(signal);
        let (host, keeper) = (self.host.clone(), self.keeper(&on_event));
        let resumed = amb_agents::run::resume(file, host, keeper.as_ref(), crew, &emit, stop).await;
        self.keep_resumed(resumed, &on_event)
    }

    /// Reads a run of the store back and keeps it in its stored state: no request is sent.
    #[wasm_bindgen(js_name = openRun, unchecked_return_type = "ResearchResult")]
    pub async fn open_run(
        &self,
        doc_id: &str,
        on_event: EventCallback,
    ) -> Result<JsValue, JsValue> {
        let _busy = Busy::claim(&self.busy)?;
        let on_event: Function = on_event.unchecked_into();
        let store = self.store.as_ref().ok_or(BankError::NoStore)?;
        let file = sound(store.load(doc_id).await?)?;
        let read = amb_agents::run::read_back(file, crew, &emitter(&on_event)).await;
        self.keep_resumed(read, &on_event)
    }

    /// Goes on, as [`Bank::resume`] does, with a run that was stopped, failed, or lost its tab: one of the store, or
    /// one that is kept. A finished run is only read back.
    #[wasm_bindgen(js_name = resumeRun, unchecked_return_type = "ResearchResult")]
    pub async fn resume_run(
        &self,
        doc_id: &str,
        on_event: EventCallback,
        signal: Option<AbortSignal>,
    ) -> Result<JsValue, JsValue> {
        let _busy = Busy::claim(&self.busy)?;
        let on_event: Function = on_event.unchecked_into();
        let emit = emitter_of_run(&on_event, &self.host);
        let (stop, _listener) = listen(signal);
        let host = self.host.clone();
        let stored = match &self.store {
            Some(store) => store.has(doc_id).await.map_err(BankError::from)?,
            None => false,
        };
        let resumed = match self.keeper(&on_event) {
            Some(keeper) if stored => {
                amb_agents::run::resume_stored(doc_id, host, &keeper, crew, &emit, stop).await
            }
            keeper => {
                let file = self.recorded(doc_id)?;
                amb_agents::run::resume(file, host, keeper.as_ref(), crew, &emit, stop).await
            }
        };
        self.keep_resumed(resumed, &on_event)
    }

    /// The language model's endpoint of this name (`deepseek`, `openai`, `anthropic`, `openrouter`, `gemini`,
    /// `ollama`, `lmstudio`, `llamacpp`), or at this address; `undefined` for a name that is neither.
    #[wasm_bindgen(unchecked_return_type = "Record<string, unknown> | undefined")]
    pub fn provider(name: &str) -> Result<JsValue, JsValue> {
        let address = name.starts_with("http://") || name.starts_with("https://");
        let provider = match Provider::named(name) {
            None if address => Some(Provider::at(name)),
            known => known,
        };
        Ok(match provider {
            Some(provider) => to_js(&provider)?,
            None => JsValue::UNDEFINED,
        })
    }

    /// Asks a service once, to see if it works: `llm` (the endpoint's list of models, at no cost; some give it without a
    /// key), `search` or `reader`. Nothing is repeated.
    #[wasm_bindgen(js_name = tryService, unchecked_return_type = "ServiceReply")]
    pub async fn try_service(&self, service: &str) -> Result<JsValue, JsValue> {
        let tried = language_model::try_service(&self.host, &self.settings, service);
        Ok(tried.await?)
    }

    /// Lets the bank's language model answer a words request of long-term memory; `undefined` without one.
    #[wasm_bindgen(js_name = putIntoWords, unchecked_return_type = "unknown")]
    pub async fn put_into_words(&self, request: JsValue) -> Result<JsValue, JsValue> {
        let words = language_model::put_into_words(&self.host, &self.settings, request);
        Ok(words.await?)
    }

    /// One line about each kept run.
    #[wasm_bindgen(unchecked_return_type = "RunSummary[]")]
    pub fn runs(&self) -> Result<JsValue, JsValue> {
        Ok(to_js(&self.kept.borrow().summaries())?)
    }

    /// Forgets a kept run; `false` when there was none.
    pub fn discard(&self, doc_id: &str) -> bool {
        self.kept.borrow_mut().take(doc_id).is_ok()
    }

    /// The adapter alone, for an agent framework of the caller's own.
    pub fn task(&self, question: &str) -> Result<Task, JsValue> {
        Ok(Task::begin(
            self.host.clone(),
            self.settings.clone(),
            question,
        )?)
    }
}

impl Bank {
    /// Runs a request in a new memory, or in that of a kept run.
    async fn run(
        &self,
        before: Option<KeptRun>,
        mut requested: Requested,
        keeper: Option<Keeper>,
        on_event: &Function,
        stop: AbortRegistration,
    ) -> Result<KeptRun, BankError> {
        let replaced = before.as_ref().map(|run| run.result.doc_id.clone());
        let (session, record) = before.map_or((None, None), |run| (Some(run.session), run.journal));
        // A memory from an export has no record of its origin, so it has no journal.
        let replayable = session.is_none() || record.is_some();
        let mut requests = record
            .as_ref()
            .map_or(Vec::new(), |file| file.requests.clone());
        let journal = match record {
            Some(file) => Journal::extend(self.host.clone(), file),
            None => Journal::new(self.host.clone()),
        };
        requested.from = journal.len();
        requests.push(requested.clone());
        let mut session = Session::open(&journal, session, &requested.request)?;
        if keeper.is_some() && !replayable {
            emitter(on_event)(crate::keeping::not_stored());
        }
        let keeper = keeper.filter(|_| replayable);
        if let Some(keeper) = &keeper {
            let id = session.bank.insight_doc().doc_id();
            let replaced = replaced.as_deref();
            keeper.keep(&journal, id, &requests, replaced).await?;
        }
        let emit = emitter_of_run(on_event, &self.host);
        let run = requested.run(&journal, &mut session, crew, &emit, stop);
        let result = run.await?;
        if let Err(error) = journal.close(result.stands()).await {
            emit(not_kept(&error));
        } else if let (Some(keeper), Some(replaced), true) = (keeper, replaced, journal.is_kept()) {
            keeper.forget(&replaced).await;
        }
        let record = replayable.then(|| journal.file().asked(requests));
        Ok(KeptRun {
            session,
            journal: record,
            result,
        })
    }

    /// Has runs kept in the store, if there is one.
    fn keeper(&self, on_event: &Function) -> Option<Keeper> {
        let store = self.store.as_ref()?;
        let on_event = on_event.clone();
        Some(store.keeper(move |event| emitter(&on_event)(event)))
    }

    /// Refuses a journal whose run uses a service that is not this bank's, or reads pages of the local network while
    /// this bank does not.
    fn check_reach(&self, file: &JournalFile) -> Result<(), BankError> {
        for asked in &file.requests {
            asked.settings.check_endpoints(&self.settings)?;
            if asked.settings.reader.allow_local && !self.settings.reader.allow_local {
                return Err(BankError::LocalPages);
            }
        }
        Ok(())
    }

    /// The journal of a kept run.
    fn recorded(&self, doc_id: &str) -> Result<JournalFile, BankError> {
        let kept = self.kept.borrow();
        let journal = kept.get(doc_id)?.journal.clone();
        journal.ok_or_else(|| BankError::NoJournal {
            doc_id: doc_id.to_owned(),
        })
    }

    /// Keeps a run that went on, and reports which parts of it are not stored.
    fn keep_resumed(
        &self,
        resumed: Result<Resumed, ReplayError>,
        on_event: &Function,
    ) -> Result<JsValue, JsValue> {
        let resumed = resumed.map_err(BankError::from)?;
        if let Some(error) = &resumed.unsaved {
            emitter(on_event)(not_kept(error));
        }
        let value = to_js(&resumed.result)?;
        self.kept.borrow_mut().keep(KeptRun {
            session: resumed.session,
            journal: Some(resumed.journal),
            result: resumed.result,
        });
        Ok(value)
    }
}

/// Reads a journal whose settings a bank could have been opened with: it may come from anybody.
fn sound_journal(json: &str) -> Result<JournalFile, BankError> {
    sound(JournalFile::from_json(json)?)
}

fn sound(file: JournalFile) -> Result<JournalFile, BankError> {
    for asked in &file.requests {
        asked.settings.validate()?;
        crate::language_model::check(&asked.settings)?;
    }
    Ok(file)
}
