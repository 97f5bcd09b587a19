//! The store that a bank's runs are kept in.

use std::rc::Rc;

use amb_agents::journal::{JournalFile, Keeper, RunLog};
use amb_agents::protocol::Event;
use amb_store::{Store, StoreError};
use amb_web::JsStore;
use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};

use crate::error::BankError;

/// A store of JavaScript's.
pub struct RunStore(Rc<dyn Store>);

impl RunStore {
    /// The store among these callbacks, if there is one.
    pub fn from_callbacks(callbacks: &JsValue) -> Option<Self> {
        let store = Reflect::get(callbacks, &JsValue::from_str("store")).ok()?;
        if store.is_undefined() || store.is_null() {
            return None;
        }
        let is_durable = Reflect::get(&store, &JsValue::from_str("isDurable")).ok()?;
        let is_durable = is_durable.is_truthy();
        Some(Self(Rc::new(JsStore::new(
            store.unchecked_into(),
            is_durable,
        ))))
    }

    /// Returns true if the store has this run.
    pub async fn has(&self, doc_id: &str) -> Result<bool, StoreError> {
        let runs = self.0.runs().await?;
        Ok(runs.iter().any(|run| run.id == doc_id))
    }

    /// The journal of a run that it has.
    pub async fn load(&self, doc_id: &str) -> Result<JournalFile, BankError> {
        Ok(RunLog::load(self.0.as_ref(), doc_id).await?)
    }

    /// Returns a keeper that stores runs here, and reports failures as warnings.
    pub fn keeper(&self, emit: impl Fn(Event) + 'static) -> Keeper {
        let tell = Rc::new(move |error: &StoreError| emit(not_kept(error)));
        Keeper::new(Rc::clone(&self.0), tell)
    }
}

/// The warning that the store did not take something.
pub fn not_kept(error: &StoreError) -> Event {
    Event::Warning {
        code: error.kind().to_owned(),
        message: format!("this run is in memory, but not all of it is stored: {error}"),
    }
}

/// The warning that a run is not stored at all.
pub fn not_stored() -> Event {
    Event::Warning {
        code: "run_not_stored".to_owned(),
        message: "this run goes on from an imported memory, which has no journal, so it is in memory alone: export it to keep it".to_owned(),
    }
}
