//! The long-term memory that JavaScript supplies: usually beside its database, in another worker.

use amb_store::long_term::{MemoryCall, MemoryReply};
use js_sys::{Error, Function, Promise, Reflect};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// `remember(call: MemoryCall): Promise<MemoryReply>`.
pub struct JsMemory(Function);

impl JsMemory {
    /// Over this function.
    #[must_use]
    pub fn new(remember: Function) -> Self {
        Self(remember)
    }

    /// Calls memory. A rejection, and a value that is no reply, become [`MemoryReply::Unavailable`].
    pub async fn remember(&self, call: &MemoryCall) -> MemoryReply {
        let reply = self
            .asked(call)
            .await
            .unwrap_or_else(|thrown| unavailable(&thrown));
        reply.bounded()
    }

    async fn asked(&self, call: &MemoryCall) -> Result<MemoryReply, JsValue> {
        let serializer = serde_wasm_bindgen::Serializer::json_compatible();
        let call = call.serialize(&serializer)?;
        let promise = self.0.call1(&JsValue::UNDEFINED, &call)?;
        let reply = JsFuture::from(Promise::resolve(&promise)).await?;
        Ok(serde_wasm_bindgen::from_value(reply)?)
    }
}

fn unavailable(thrown: &JsValue) -> MemoryReply {
    let code = Reflect::get(thrown, &"code".into()).ok();
    let error = thrown.dyn_ref::<Error>();
    MemoryReply::Unavailable {
        code: code
            .and_then(|code| code.as_string())
            .unwrap_or_else(|| "memory_failed".to_owned()),
        why: error.map_or_else(
            || "long-term memory failed".to_owned(),
            |error| error.message().into(),
        ),
    }
}
