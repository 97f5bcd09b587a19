//! Both memories in the database of runs.

use std::rc::Rc;

use amb_long_term::{
    HierarchicalMemory, LongTermMemory, MemoryError, TrajectoryMemory, Words, World,
};
use amb_sqlite::{RunStore, SqliteStore};
use amb_store::long_term::{HierarchyStore, TrajectoryStore};
use wasm_bindgen::prelude::*;

use super::calls::Calls;
use super::platform::{caller, read, thrown};
use crate::caller::{Need, Supply, Vectors};
use crate::conversation::Office;
use crate::memory::{AskedMemory, LongTermSettings, MemoryRequest};

/// Long-term memory beside its database. A call returns its need for vectors or words; the caller supplies them and
/// gets the next step. Values cross as JSON text, as in the rows of the database: to read the same types from
/// JavaScript values would add half as much code. Every failure is an `Error` with `code` and `retryable`.
#[wasm_bindgen(js_name = LongTermMemory)]
pub struct JsLongTermMemory {
    memory: Rc<AskedMemory>,
    calls: Calls,
}

#[wasm_bindgen(js_class = LongTermMemory)]
impl JsLongTermMemory {
    /// Creates memory in the database of a store of runs, with those `LongTermSettings` of the TypeScript definitions
    /// that differ from the defaults.
    #[wasm_bindgen(constructor)]
    pub fn new(store: &RunStore, settings: &str) -> Result<JsLongTermMemory, JsValue> {
        let settings: LongTermSettings = read(serde_json::from_str(settings))?;
        let office = Office::default();
        let memory =
            long_term(store.shared(), &office, settings).map_err(|error| thrown(&error))?;
        Ok(Self {
            memory: Rc::new(memory),
            calls: Calls::in_office(&office),
        })
    }

    /// Begins a call, a `MemoryRequest`. Returns the reply, or the call's first need.
    pub async fn ask(&self, request: &str) -> Result<String, JsValue> {
        let request = read(MemoryRequest::from_json(request))?;
        let memory = Rc::clone(&self.memory);
        let answer = async move { memory.answer(request).await };
        self.calls.begin(answer).await
    }

    /// Supplies words that a call needs, or their absence. Returns the reply, or the call's next need.
    pub async fn supply(&self, call: u32, supply: &str) -> Result<String, JsValue> {
        self.calls.supply(call, supply).await
    }

    /// Supplies vectors that a call needs, one after the other, and for each text the share of its tokens that the
    /// model knows.
    #[wasm_bindgen(js_name = supplyVectors)]
    pub async fn supply_vectors(
        &self,
        call: u32,
        model_id: String,
        dimensions: usize,
        vectors: Vec<f32>,
        coverage: Vec<f32>,
    ) -> Result<String, JsValue> {
        let vectors = Vectors {
            model_id,
            dimensions,
            vectors,
            coverage,
        };
        self.calls.supply_vectors(call, vectors).await
    }

    /// Writes data that waits for the next write, before this is released.
    pub async fn settle(&self) -> Result<(), JsValue> {
        let memory = Rc::clone(&self.memory);
        memory.settle().await.map_err(|error| thrown(&error))
    }
}

fn long_term(
    store: Rc<SqliteStore>,
    office: &Office<Need, Supply>,
    settings: LongTermSettings,
) -> Result<AskedMemory, MemoryError> {
    let caller = caller(office);
    let world: Rc<dyn World> = Rc::clone(&caller) as _;
    let words: Rc<dyn Words> = caller;
    let entries: Rc<dyn HierarchyStore> = Rc::clone(&store) as _;
    let graph: Rc<dyn TrajectoryStore> = store;
    Ok(AskedMemory::new(LongTermMemory {
        hierarchy: HierarchicalMemory::new(
            entries,
            Rc::clone(&world),
            Rc::clone(&words),
            settings.hierarchy,
        )?,
        trajectories: TrajectoryMemory::new(graph, world, words, settings.trajectories)?,
    }))
}
