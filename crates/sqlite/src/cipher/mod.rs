//! Encryption of a database with a passphrase.
//!
//! SQLite3 Multiple Ciphers encrypts each page, and what a journal holds of it, with ChaCha20 and authenticates it with
//! Poly1305; the key is derived from the passphrase by PBKDF2 over SHA-256, with a salt of the file's own. It is part of
//! SQLite on wasm32 alone: natively an encrypted database is known when it is met, and refused by an error of its own.
//!
//! - [`Passphrase`]: what a user knows. It is in no error, log or file.
//! - [`Header`]: what the beginning of a file tells without a passphrase.
//! - `Keys`: the passphrases that may open a database, and how one is opened by them.

#[cfg(target_arch = "wasm32")]
mod codec;
mod header;
#[cfg(target_arch = "wasm32")]
mod keys;
mod passphrase;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "wasm32")]
pub use codec::{forget_layer, layer_over, rekey};
pub use header::{HEADER_BYTES, Header};
#[cfg(target_arch = "wasm32")]
pub use keys::{Keys, Layer};
pub use passphrase::Passphrase;
