//! Settings for SQLite3 Multiple Ciphers.

use amb_store::StoreError;
use rusqlite::{Connection, ErrorCode};

use super::passphrase::Passphrase;

/// The one cipher that is compiled in: its authentication finds out a wrong passphrase and a damaged page, and it needs
/// no instruction that wasm lacks.
const CIPHER: &str = "chacha20";

/// Iterations of PBKDF2. The number is part of the file's format: another number is another key.
const ITERATIONS: i64 = 300_000;

/// Returns SQLite's name of the encryption layer over the file system of this name.
pub fn layer_over(file_system: &str) -> String {
    format!("multipleciphers-{file_system}")
}

/// Removes the layer over a file system that is about to end; there may be none.
pub fn forget_layer(file_system: &str) {
    let Ok(name) = std::ffi::CString::new(layer_over(file_system)) else {
        return;
    };
    #[expect(unsafe_code, reason = "SQLite is told of a file system through C")]
    // SAFETY: The name ends with a zero and outlives the call. The caller has closed its connections.
    unsafe {
        sqlite_wasm_rs::sqlite3mc_vfs_destroy(name.as_ptr());
    }
}

/// Sets the passphrase of a connection, before it has read anything.
pub fn unlock(connection: &Connection, passphrase: &Passphrase) -> Result<(), StoreError> {
    prepare(connection)?;
    said(connection, "hexkey", &passphrase.hex())
}

/// Writes the whole database anew, by another passphrase or by none.
pub fn rekey(connection: &Connection, to: Option<&Passphrase>) -> Result<(), StoreError> {
    prepare(connection)?;
    match to {
        Some(passphrase) => said(connection, "hexrekey", &passphrase.hex()),
        None => said(connection, "rekey", ""),
    }
}

fn prepare(connection: &Connection) -> Result<(), StoreError> {
    for (setting, value) in [
        ("cipher", CIPHER.to_owned()),
        ("kdf_iter", ITERATIONS.to_string()),
    ] {
        let sql = format!("PRAGMA {setting} = {value}");
        let set = connection.query_row(&sql, [], |row| row.get::<_, String>(0));
        if set.as_ref() != Ok(&value) {
            return Err(failed(&format!("{setting} is {set:?}, not {value}")));
        }
    }
    // SQLite's sorting and copying is not encrypted, so it must not reach a file.
    connection
        .pragma_update(None, "temp_store", "MEMORY")
        .map_err(|_| failed("temporary tables cannot be kept in memory"))
}

/// Runs a pragma that must reply: SQLite ignores unknown ones. The error leaves out SQLite's message, because the
/// statement holds the passphrase.
fn said(connection: &Connection, pragma: &str, hex: &str) -> Result<(), StoreError> {
    let sql = format!("PRAGMA {pragma} = '{hex}'");
    let said = connection.query_row(&sql, [], |row| row.get::<_, String>(0));
    match said {
        Ok(said) if said == "ok" => Ok(()),
        Ok(_) => Err(failed("it was refused")),
        Err(error) => Err(match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full {
                detail: "while it was encrypted".to_owned(),
            },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Corrupt {
                detail: "while it was encrypted".to_owned(),
            },
            _ => failed("SQLite failed"),
        }),
    }
}

fn failed(why: &str) -> StoreError {
    StoreError::Io {
        detail: format!("encryption: {why}"),
    }
}
