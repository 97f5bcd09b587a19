//! The suites of every store (`amb_store::contract`) over pages that JavaScript keeps, for the tests of the Worker alone.
//!
//! A suite panics where a contract is broken, which ends the instance. So whoever runs one loads an instance for it.
#![cfg(target_arch = "wasm32")]

mod place;

use std::cell::RefCell;
use std::future::Future;
use std::panic::{self, PanicHookInfo};

use amb_store::contract::{hierarchy, runs, trajectories};
use js_sys::{Error, Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use place::Places;

thread_local! {
    /// Rejects the promise of the suite at work.
    static REJECT: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Runs a suite: `runs`, `trajectories` or `hierarchy`. Each of its places has the keeper that `keeper_of` gives for its
/// name. Rejects with the first failure.
#[wasm_bindgen]
pub fn holds(suite: &str, keeper_of: Function) -> Promise {
    let places = Places::new(keeper_of);
    let place = async move || places.next();
    match suite {
        "runs" => settled(runs::holds(place)),
        "trajectories" => settled(trajectories::holds(place)),
        "hierarchy" => settled(hierarchy::holds(place)),
        _ => unknown(suite),
    }
}

/// Runs a suite while writes fail. Keepers have `fail(write, failure)`, by which the write of this number, from 1, fails as
/// `Full`, `Once` or `ForGood`; and `heal()`, which ends that and tells if any failed.
#[wasm_bindgen(js_name = survivesFaults)]
pub fn survives_faults(suite: &str, keeper_of: Function) -> Promise {
    let places = Places::new(keeper_of);
    let place = async move || places.next();
    match suite {
        "runs" => settled(runs::survives_faults(place)),
        "trajectories" => settled(trajectories::survives_faults(place)),
        "hierarchy" => settled(hierarchy::survives_faults(place)),
        _ => unknown(suite),
    }
}

/// Resolves once a suite has held, and rejects with the words of its panic.
fn settled(suite: impl Future<Output = ()> + 'static) -> Promise {
    panic::set_hook(Box::new(told));
    let mut suite = Some(suite);
    Promise::new(&mut |resolve, reject| {
        REJECT.set(Some(reject));
        let Some(suite) = suite.take() else { return };
        spawn_local(async move {
            suite.await;
            let _ = resolve.call0(&JsValue::UNDEFINED);
        });
    })
}

fn told(panic: &PanicHookInfo<'_>) {
    if let Some(reject) = REJECT.take() {
        let _ = reject.call1(&JsValue::UNDEFINED, &Error::new(&panic.to_string()));
    }
}

fn unknown(suite: &str) -> Promise {
    Promise::reject(&Error::new(&format!("there is no suite {suite}")).into())
}
