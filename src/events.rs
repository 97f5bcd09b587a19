//! Events on their way to a JavaScript callback.

use std::cell::RefCell;

use amb_agents::protocol::Event;
use amb_web::JsHost;
use js_sys::Function;
use wasm_bindgen::JsValue;

use crate::convert::to_js;
use crate::language_model::Words;

/// Returns a function that passes events to a JavaScript callback. An exception of the callback is ignored: it cannot
/// stop a run.
pub fn emitter(on_event: &Function) -> impl Fn(Event) + '_ {
    move |event| {
        if let Ok(value) = to_js(&event) {
            let _ = on_event.call1(&JsValue::UNDEFINED, &value);
        }
    }
}

/// As [`emitter`], of a run that may ask a language model.
pub fn emitter_of_run<'f>(on_event: &'f Function, host: &JsHost) -> impl Fn(Event) + 'f {
    let words = RefCell::new(Words::of(host));
    let emit = emitter(on_event);
    move |event| {
        let told = words.borrow_mut().pass(event);
        told.into_iter().for_each(&emit);
    }
}
