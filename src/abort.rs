//! `AbortSignal` to the core's abort handle.

use futures::future::{AbortHandle, AbortRegistration};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::AbortSignal;

/// Listens to a signal for as long as it lives.
pub struct AbortListener {
    signal: AbortSignal,
    on_abort: Closure<dyn FnMut()>,
}

impl Drop for AbortListener {
    fn drop(&mut self) {
        let callback = self.on_abort.as_ref().unchecked_ref();
        // A signal that keeps its listener only keeps an inactive closure.
        let _ = self
            .signal
            .remove_event_listener_with_callback("abort", callback);
    }
}

/// A registration that aborts with the signal; keep the listener while the run lasts.
pub fn listen(signal: Option<AbortSignal>) -> (AbortRegistration, Option<AbortListener>) {
    let (handle, registration) = AbortHandle::new_pair();
    let listener = signal.map(|signal| {
        if signal.aborted() {
            handle.abort();
        }
        let on_abort = Closure::<dyn FnMut()>::new(move || handle.abort());
        let callback = on_abort.as_ref().unchecked_ref();
        let _ = signal.add_event_listener_with_callback("abort", callback);
        AbortListener { signal, on_abort }
    });
    (registration, listener)
}
