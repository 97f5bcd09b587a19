//! A database in pages in memory, which a medium takes over: opened by its passphrase, and encrypted by another one.

use amb_store::StoreError;
use rsqlite_vfs::VfsError;
use rusqlite::Connection;
use sqlite_wasm_rs::WasmOsCallback;

use crate::cipher::{self, HEADER_BYTES, Header, Keys, Layer, Passphrase};
use crate::database::{self, Durability};
use crate::pages::{Disk, Mount};

/// SQLite's name of the file in memory.
pub const FILE: &str = "runs.sqlite";

/// Connects to the database whose pages were read into a disk: SQLite works on them in memory, and the medium takes
/// them over from there.
pub fn connected(
    disk: &Disk,
    held: &mut Option<Mount>,
    keys: &mut Keys,
) -> Result<Connection, StoreError> {
    let mount = Mount::new(disk.clone(), WasmOsCallback)?;
    let connection = keys.open(header(disk)?, &|layer| match layer {
        Layer::Bare => mount.connect(FILE),
        Layer::Cipher => mount.connect_encrypted(FILE),
    })?;
    let connection = database::open(connection, Durability::RollbackMemory);
    *held = Some(mount);
    connection
}

/// Rewrites the pages of a database with another passphrase than these keys', or with none, and checks them by reading.
/// After an error they are in an undefined state and must not be used.
pub fn rekeyed(disk: &Disk, keys: &Keys, to: Option<&Passphrase>) -> Result<(), StoreError> {
    {
        let mount = Mount::new(disk.clone(), WasmOsCallback)?;
        // Both plain and encrypted databases are read through the layer, which does the encryption.
        let connection = keys
            .current()
            .open(header(disk)?, &|_| mount.connect_encrypted(FILE))?;
        let connection = database::open(connection, Durability::RollbackMemory)?;
        cipher::rekey(&connection, to)?;
    }
    let mut proof = None;
    connected(disk, &mut proof, &mut Keys::new(to.cloned())).map(drop)
}

fn header(disk: &Disk) -> Result<Header, StoreError> {
    let mut first = vec![0; HEADER_BYTES];
    let read = disk.read(FILE, &mut first, 0);
    first.truncate(read.map_err(|error| in_memory(&error))?);
    Ok(Header::of(&first))
}

/// Returns the error for a failure of pages in memory.
pub fn in_memory(error: &VfsError) -> StoreError {
    StoreError::Io {
        detail: error.to_string(),
    }
}
