//! `Task`: the adapter alone, under an agent framework of the caller's own (MB-26).

use std::rc::Rc;

use amb_agents::documents::read_document;
use amb_agents::engine::{Embeddings, Progress, RunContext};
use amb_agents::protocol::{Event, SourceText};
use amb_agents::settings::Settings;
use amb_agents::spending::Meter;
use amb_agents::task::{Adapter, AdapterError, Session};
use amb_documents::{Limits, Source};
use amb_memory::task::export_json;
use amb_memory::text::language;
use amb_web::JsHost;
use futures::lock::Mutex;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::BankError;
use crate::language_model::crew;

/// One task's memory, driven by the caller: context in, prompts out.
#[wasm_bindgen]
pub struct Task {
    host: JsHost,
    settings: Settings,
    session: Rc<Mutex<Session>>,
    /// The spending of all calls of the task.
    meter: Meter,
}

#[wasm_bindgen]
impl Task {
    /// Reads text into memory, and plans.
    #[wasm_bindgen(js_name = addContext)]
    pub async fn add_context(&self, name: &str, text: &str) -> Result<(), JsValue> {
        let limits = Limits {
            max_bytes: self.settings.max_document_bytes,
        };
        let read = read_document(&self.host, &Source::text(name, text), &limits).await;
        let document = read
            .map_err(BankError::from)?
            .map_err(|error| BankError::Document {
                name: name.to_owned(),
                error,
            })?;
        let source = SourceText::from(document);
        self.drive(async |adapter| {
            adapter.context.progress.expect(source.text.len());
            adapter.read_document(&source).await?;
            adapter.plan().await
        })
        .await
    }

    /// The prompt for the next step: `<task>` and `<memory>`.
    #[wasm_bindgen(js_name = enhancePrompt)]
    pub async fn enhance_prompt(&self) -> Result<String, JsValue> {
        self.drive(async |adapter| {
            if adapter.session.planned.is_none() {
                adapter.plan().await?;
            }
            adapter.enhance_prompt().await
        })
        .await
    }

    /// Takes the step's results into memory, completes the step, and plans the next.
    #[wasm_bindgen(js_name = interceptContext)]
    pub async fn intercept_context(&self, context: &str) -> Result<(), JsValue> {
        self.drive(async |adapter| adapter.finish_step(context).await)
            .await
    }

    /// The memory as JSON text.
    pub async fn export(&self) -> Result<String, JsValue> {
        let export = self.session.lock().await.bank.export();
        Ok(export_json(&export).map_err(BankError::from)?)
    }
}

impl Task {
    /// A task with nothing known yet.
    pub(crate) fn begin(
        host: JsHost,
        settings: Settings,
        question: &str,
    ) -> Result<Self, BankError> {
        let session = Session::begin(&host, question)?;
        let meter = Meter::begin(&settings, None, &host)?;
        Ok(Self {
            meter,
            host,
            settings,
            session: Rc::new(Mutex::new(session)),
        })
    }

    /// Lets the adapter work on the session; calls wait for each other.
    async fn drive<T>(
        &self,
        work: impl AsyncFnOnce(&mut Adapter<'_>) -> Result<T, AdapterError>,
    ) -> Result<T, JsValue> {
        let mut session = self.session.lock().await;
        let silent = |_: Event| {};
        let progress = Progress::new(&silent);
        let batch = self.settings.embedding_batch;
        let embeddings =
            Embeddings::new(&self.host, &progress, &silent, batch).map_err(BankError::from)?;
        let crew = crew(&self.settings);
        let goal = session.bank.insight_doc().task_goal();
        let language = self.settings.language.unwrap_or_else(|| language(goal));
        let mut adapter = Adapter {
            session: &mut session,
            engine: crew.engine.as_ref(),
            context: RunContext {
                host: &self.host,
                embeddings: &embeddings,
                progress: &progress,
                settings: &self.settings,
                language,
                meter: &self.meter,
                emit: &silent,
            },
        };
        Ok(work(&mut adapter).await.map_err(BankError::from)?)
    }
}
