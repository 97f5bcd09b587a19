//! Memory and deep research for agents: the JavaScript interface.
//!
//! One file per exported class or boundary; every method decodes its arguments, calls the crates
//! beneath, and encodes what they return. TypeScript types of the values are generated from the
//! Rust types they come from. On targets other than wasm32 this crate is empty: native programs use
//! `amb-agents` and `amb-memory` directly.
#![cfg(target_arch = "wasm32")]

mod abort;
mod bank;
mod convert;
mod error;
mod events;
mod host;
mod keeping;
mod kept;
mod language_model;
mod request;
mod task;

pub use bank::Bank;
pub use task::Task;
