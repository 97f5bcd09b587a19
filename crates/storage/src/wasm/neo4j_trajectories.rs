//! Trajectory memory on a Neo4j server.

use std::rc::Rc;

use amb_long_term::{MemoryError, TrajectoryMemory};
use amb_memory::trajectory::TrajectorySettings;
use amb_neo4j::{Neo4jSettings, Neo4jStore};
use wasm_bindgen::prelude::*;

use super::calls::Calls;
use super::fetch::Fetch;
use super::platform::{caller, invalid, read, thrown};
use crate::caller::{Need, Supply, Vectors};
use crate::conversation::Office;
use crate::memory::{AskedTrajectories, LongTermSettings, OpenedOnDemand, Opening, TaughtRequest};

/// Trajectory memory on a Neo4j server (CG-09). It takes the requests of `LongTermMemory`, except those to hierarchical
/// memory. The first call opens the server, which need not be up before.
#[wasm_bindgen(js_name = Neo4jTrajectories)]
pub struct JsNeo4jTrajectories {
    memory: Rc<OpenedOnDemand>,
    calls: Calls,
}

#[wasm_bindgen(js_class = Neo4jTrajectories)]
impl JsNeo4jTrajectories {
    /// Creates a memory in a database of a server. The user waits at most the given milliseconds for a reply;
    /// `settings` has the shape of `LongTermMemory`. The login is a separate argument, because an error about a wrong
    /// shape quotes its input.
    #[wasm_bindgen(constructor)]
    pub fn new(
        url: &str,
        database: &str,
        user: &str,
        password: &str,
        timeout: u32,
        settings: &str,
    ) -> Result<JsNeo4jTrajectories, JsValue> {
        let LongTermSettings { trajectories, .. } = read(serde_json::from_str(settings))?;
        trajectories
            .validate()
            .map_err(|error| thrown(&error.into()))?;
        let mut server = Neo4jSettings::new(url, database, user, password)
            .map_err(|error| invalid(&error.to_string()))?;
        server.timeout_ms = timeout;
        let office = Office::default();
        let calls = Calls::in_office(&office);
        let open = move || -> Opening {
            Box::pin(open(server.clone(), office.clone(), trajectories.clone()))
        };
        Ok(Self {
            memory: Rc::new(OpenedOnDemand::new(Box::new(open))),
            calls,
        })
    }

    /// Begins a call, a `MemoryRequest` of trajectories. Returns the reply, or the call's first need.
    pub async fn ask(&self, request: &str) -> Result<String, JsValue> {
        let request = read(TaughtRequest::from_json(request))?;
        let memory = Rc::clone(&self.memory);
        let answer = async move { memory.answer(request).await };
        self.calls.begin(answer).await
    }

    /// As `LongTermMemory` is supplied with words.
    pub async fn supply(&self, call: u32, supply: &str) -> Result<String, JsValue> {
        self.calls.supply(call, supply).await
    }

    /// As `LongTermMemory` is supplied with vectors.
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
}

async fn open(
    server: Neo4jSettings,
    office: Office<Need, Supply>,
    settings: TrajectorySettings,
) -> Result<AskedTrajectories, MemoryError> {
    let store = Neo4jStore::open(Box::new(Fetch), server).await?;
    let caller = caller(&office);
    let memory = TrajectoryMemory::new(Rc::new(store), Rc::clone(&caller) as _, caller, settings)?;
    Ok(AskedTrajectories::new(memory))
}
