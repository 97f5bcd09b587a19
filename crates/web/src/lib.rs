//! The host for wasm32: timers, crypto, and the embedder that JavaScript supplies.
