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

/// What runs have taught, on a Neo4j server (CG-09). It is asked as `LongTermMemory` is, but for what is kept of the user. The
/// server is asked by the first call, and need not be up before.
#[wasm_bindgen(js_name = Neo4jTrajectories)]
pub struct JsNeo4jTrajectories {
    memory: Rc<OpenedOnDemand>,
    calls: Calls,
}

#[wasm_bindgen(js_class = Neo4jTrajectories)]
impl JsNeo4jTrajectories {
    /// Memory in a database of a server, asked by this user, who waits so many milliseconds for an answer; `settings` as
    /// `LongTermMemory` takes them. The login comes apart from them: what is said of a shape that does not fit quotes it.
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

    /// Begins a call, a `MemoryRequest` of trajectories: its answer, or what it needs.
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
