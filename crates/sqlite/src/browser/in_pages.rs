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

/// The database whose pages were read into a disk: SQLite works on them in memory, and they are taken over from there.
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

/// Writes the pages of a database anew, by another passphrase than these keys' or by none, and reads them back by it.
/// After an error they are neither the one nor the other: nobody is to take them over.
pub fn rekeyed(disk: &Disk, keys: &Keys, to: Option<&Passphrase>) -> Result<(), StoreError> {
    {
        let mount = Mount::new(disk.clone(), WasmOsCallback)?;
        // Plain as well as encrypted databases are read through the layer, which is what encrypts.
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

/// What pages in memory fail of.
pub fn in_memory(error: &VfsError) -> StoreError {
    StoreError::Io {
        detail: error.to_string(),
    }
}
