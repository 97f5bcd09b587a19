//! What JavaScript sees: decode, call, encode.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use amb_long_term::{
    HierarchicalMemory, LongTermMemory, MemoryError, TrajectoryMemory, Words, World,
};
use amb_sqlite::{RunStore, SqliteStore};
use amb_store::long_term::{HierarchyStore, TrajectoryStore};
use js_sys::{Error, Reflect};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::caller::{Caller, Need, Supply, Vectors};
use crate::conversation::{Conversation, Office, Step};
use crate::memory::{AskedMemory, LongTermSettings, MemoryAnswer, MemoryRequest};

/// Calls that wait for their callers; of more the oldest is dropped, whose caller has gone away.
const OPEN_CALLS: usize = 256;

type Call = Conversation<Need, Supply, Result<MemoryAnswer, MemoryError>>;

/// Long-term memory beside its database. A call that needs vectors or words says so; its caller supplies them, and is
/// told the next step. What crosses is JSON text, in which the database keeps its rows, too: to read the same types from
/// JavaScript's values as well would take half as much code again. Every failure is an `Error` with `code` and `retryable`.
#[wasm_bindgen(js_name = LongTermMemory)]
pub struct JsLongTermMemory {
    memory: Rc<AskedMemory>,
    office: Office<Need, Supply>,
    calls: RefCell<BTreeMap<u32, Call>>,
    next: Cell<u32>,
}

/// A step as JavaScript has it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum JsStep {
    Done(MemoryAnswer),
    Needs { call: u32, need: Need },
}

#[wasm_bindgen(js_class = LongTermMemory)]
impl JsLongTermMemory {
    /// Memory in the database of a store of runs, with `LongTermSettings` of the TypeScript definitions, where they differ
    /// from the defaults.
    #[wasm_bindgen(constructor)]
    pub fn new(store: &RunStore, settings: &str) -> Result<JsLongTermMemory, JsValue> {
        let settings: LongTermSettings = read(serde_json::from_str(settings))?;
        let office = Office::default();
        let memory =
            long_term(store.shared(), &office, settings).map_err(|error| thrown(&error))?;
        Ok(Self {
            memory: Rc::new(memory),
            office,
            calls: RefCell::default(),
            next: Cell::new(0),
        })
    }

    /// Begins a call, a `MemoryRequest`: its answer, or what it needs.
    pub async fn ask(&self, request: &str) -> Result<String, JsValue> {
        let request = read(MemoryRequest::from_json(request))?;
        let memory = Rc::clone(&self.memory);
        let call = Call::begin(&self.office, async move { memory.answer(request).await });
        let number = self.next.get();
        self.next.set(number.wrapping_add(1));
        self.step(number, call).await
    }

    /// Supplies words that a call needs, or says that there are none: its answer, or what it needs next.
    pub async fn supply(&self, call: u32, supply: &str) -> Result<String, JsValue> {
        self.go_on(call, read(Supply::from_json(supply))?).await
    }

    /// Supplies vectors that a call needs, one after the other, and for each text the share of its tokens that the model
    /// knows.
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
        self.go_on(call, Supply::Vectors(vectors)).await
    }
}

impl JsLongTermMemory {
    async fn go_on(&self, call: u32, supply: Supply) -> Result<String, JsValue> {
        let open = self.calls.borrow_mut().remove(&call);
        let Some(mut open) = open else {
            let message = "this call is over: it was given up, or waited for too long; ask again";
            return Err(coded(message, "memory_call_lost", true).into());
        };
        open.supply(supply);
        self.step(call, open).await
    }

    async fn step(&self, number: u32, mut call: Call) -> Result<String, JsValue> {
        match call.step().await {
            Step::Done(answer) => written(&JsStep::Done(answer.map_err(|error| thrown(&error))?)),
            Step::Needs(need) => {
                let mut calls = self.calls.borrow_mut();
                calls.insert(number, call);
                if calls.len() > OPEN_CALLS {
                    calls.pop_first();
                }
                written(&JsStep::Needs { call: number, need })
            }
        }
    }
}

fn long_term(
    store: Rc<SqliteStore>,
    office: &Office<Need, Supply>,
    settings: LongTermSettings,
) -> Result<AskedMemory, MemoryError> {
    let caller = Rc::new(Caller::new(office.clone(), now, random));
    let world: Rc<dyn World> = Rc::clone(&caller) as _;
    let words: Rc<dyn Words> = caller;
    let entries: Rc<dyn HierarchyStore> = Rc::clone(&store) as _;
    let graph: Rc<dyn TrajectoryStore> = store;
    Ok(AskedMemory(LongTermMemory {
        hierarchy: HierarchicalMemory::new(
            entries,
            Rc::clone(&world),
            Rc::clone(&words),
            settings.hierarchy,
        )?,
        trajectories: TrajectoryMemory::new(graph, world, words, settings.trajectories)?,
    }))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "whole milliseconds, far below 2^53"
)]
fn now() -> i64 {
    js_sys::Date::now() as i64
}

fn random() -> [u8; 16] {
    let mut bits = [0; 16];
    // Every platform with wasm has it; an id of zeros would be refused as a duplicate by the second write.
    let _ = getrandom::fill(&mut bits);
    bits
}

fn written(step: &JsStep) -> Result<String, JsValue> {
    serde_json::to_string(step).map_err(|error| Error::new(&error.to_string()).into())
}

fn read<T>(argument: Result<T, serde_json::Error>) -> Result<T, JsValue> {
    argument.map_err(|error| {
        let message = format!("an argument is not of the documented shape: {error}");
        coded(&message, "invalid_argument", false).into()
    })
}

fn thrown(error: &MemoryError) -> JsValue {
    coded(&error.to_string(), error.kind(), error.is_retryable()).into()
}

fn coded(message: &str, code: &str, is_retryable: bool) -> Error {
    let js = Error::new(message);
    // Setting properties of a fresh error cannot fail.
    let _ = Reflect::set(&js, &"code".into(), &code.into());
    let _ = Reflect::set(&js, &"retryable".into(), &is_retryable.into());
    js
}
