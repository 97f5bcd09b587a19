//! IndexedDB's requests and transactions as futures, with handlers from the moment they are made. A library would do,
//! but it loses the reason of a transaction that the browser aborts, such as a quota.

use std::cell::RefCell;
use std::future::Future;
use std::rc::Rc;

use amb_store::StoreError;
use futures::channel::oneshot::{self, Receiver, Sender};
use js_sys::Function;
use wasm_bindgen::prelude::*;
use web_sys::{DomException, IdbOpenDbRequest, IdbRequest, IdbTransaction};

use super::failure::thrown;

type Ended = Result<JsValue, StoreError>;

/// The end of an operation that is signalled by one of several events.
struct Ending {
    sender: Rc<RefCell<Option<Sender<Ended>>>>,
    receiver: Receiver<Ended>,
    handlers: Vec<Closure<dyn FnMut()>>,
}

impl Ending {
    fn new() -> Self {
        let (sender, receiver) = oneshot::channel();
        Self {
            sender: Rc::new(RefCell::new(Some(sender))),
            receiver,
            handlers: Vec::new(),
        }
    }

    /// Returns a handler of the event that signals this end.
    fn by(&mut self, end: impl Fn() -> Ended + 'static) -> Function {
        let sender = Rc::clone(&self.sender);
        let handler = Closure::new(move || {
            if let Some(sender) = sender.borrow_mut().take() {
                // The receiver may be gone: the call was dropped.
                let _ = sender.send(end());
            }
        });
        let function = handler.as_ref().unchecked_ref::<Function>().clone();
        self.handlers.push(handler);
        function
    }

    /// Waits for it. `forget` takes the handlers off, also when this future is dropped.
    fn wait(self, forget: impl Fn()) -> impl Future<Output = Ended> {
        let listening = Listening {
            _handlers: self.handlers,
            forget,
        };
        async move {
            let ended = self.receiver.await;
            drop(listening);
            ended.unwrap_or_else(|_| Err(failed(None)))
        }
    }
}

/// Handlers that are taken off before they are freed.
struct Listening<F: Fn()> {
    _handlers: Vec<Closure<dyn FnMut()>>,
    forget: F,
}

impl<F: Fn()> Drop for Listening<F> {
    fn drop(&mut self) {
        (self.forget)();
    }
}

fn failed(reason: Option<DomException>) -> StoreError {
    match reason {
        Some(reason) => thrown(&reason),
        None => StoreError::Io {
            detail: "the browser gave no reason".to_owned(),
        },
    }
}

/// The result of a request.
pub fn answer(request: &IdbRequest) -> impl Future<Output = Ended> + use<> {
    let mut ending = Ending::new();
    let (done, refused, listened) = (request.clone(), request.clone(), request.clone());
    let success = ending.by(move || done.result().map_err(|error| thrown(&error)));
    let error = ending.by(move || Err(failed(refused.error().ok().flatten())));
    request.set_onsuccess(Some(&success));
    request.set_onerror(Some(&error));
    ending.wait(move || {
        listened.set_onsuccess(None);
        listened.set_onerror(None);
    })
}

/// Returns the opened database, initialised by `make` if it is new.
pub async fn opened(
    request: &IdbOpenDbRequest,
    make: impl Fn(&IdbOpenDbRequest) + 'static,
) -> Ended {
    let asked = request.clone();
    let making = Closure::<dyn FnMut()>::new(move || make(&asked));
    request.set_onupgradeneeded(Some(making.as_ref().unchecked_ref()));
    let opened = answer(request).await;
    request.set_onupgradeneeded(None);
    opened
}

/// The end of a transaction: that it is committed, or why it is not.
pub fn committed(transaction: &IdbTransaction) -> impl Future<Output = Ended> + use<> {
    let mut ending = Ending::new();
    let (aborted, listened) = (transaction.clone(), transaction.clone());
    let complete = ending.by(|| Ok(JsValue::UNDEFINED));
    let abort = ending.by(move || Err(failed(aborted.error())));
    transaction.set_oncomplete(Some(&complete));
    transaction.set_onabort(Some(&abort));
    ending.wait(move || {
        listened.set_oncomplete(None);
        listened.set_onabort(None);
    })
}
