//! Encryption of a database with a passphrase.
//!
//! SQLite3 Multiple Ciphers encrypts each page, also in the journal, with ChaCha20 and authenticates it with Poly1305.
//! PBKDF2 over SHA-256 derives the key from the passphrase, with the file's own salt. It is compiled in on wasm32
//! alone: natively an encrypted database is recognised, and refused with an error of its own.
//!
//! - [`Passphrase`]: the user's secret. It is in no error, log or file.
//! - [`Header`]: the header of a file, readable without a passphrase.
//! - `Keys`: the passphrases that may open a database, and the opening.

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
