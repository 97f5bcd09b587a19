//! Calls that get their needs from their callers.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;

use amb_long_term::MemoryError;
use js_sys::Error;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::platform::{coded, read, thrown};
use crate::caller::{Need, Supply, Vectors};
use crate::conversation::{Conversation, Office, Step};
use crate::memory::MemoryAnswer;

/// Most calls that wait for their callers; beyond that, the oldest is dropped, because its caller has gone away.
const OPEN_CALLS: usize = 256;

type Answered = Result<MemoryAnswer, MemoryError>;
type Call = Conversation<Need, Supply, Answered>;

/// The calls of one memory, by their numbers.
#[derive(Default)]
pub struct Calls {
    office: Office<Need, Supply>,
    open: RefCell<BTreeMap<u32, Call>>,
    next: Cell<u32>,
}

/// A step as JavaScript has it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum JsStep {
    Done(MemoryAnswer),
    Needs { call: u32, need: Need },
}

impl Calls {
    /// Calls that ask in this office.
    pub fn in_office(office: &Office<Need, Supply>) -> Self {
        Self {
            office: office.clone(),
            ..Self::default()
        }
    }

    /// Begins a call. Returns the reply, or the call's first need.
    pub async fn begin(
        &self,
        answer: impl Future<Output = Answered> + 'static,
    ) -> Result<String, JsValue> {
        let call = Call::begin(&self.office, answer);
        let number = self.next.get();
        self.next.set(number.wrapping_add(1));
        self.step(number, call).await
    }

    /// Supplies words as JSON, or their absence. Returns the reply, or the call's next need.
    pub async fn supply(&self, call: u32, supply: &str) -> Result<String, JsValue> {
        self.go_on(call, read(Supply::from_json(supply))?).await
    }

    /// Supplies vectors. Returns the reply, or the call's next need.
    pub async fn supply_vectors(&self, call: u32, vectors: Vectors) -> Result<String, JsValue> {
        self.go_on(call, Supply::Vectors(vectors)).await
    }

    async fn go_on(&self, call: u32, supply: Supply) -> Result<String, JsValue> {
        let open = self.open.borrow_mut().remove(&call);
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
                let mut calls = self.open.borrow_mut();
                calls.insert(number, call);
                if calls.len() > OPEN_CALLS {
                    calls.pop_first();
                }
                written(&JsStep::Needs { call: number, need })
            }
        }
    }
}

fn written(step: &JsStep) -> Result<String, JsValue> {
    serde_json::to_string(step).map_err(|error| Error::new(&error.to_string()).into())
}
