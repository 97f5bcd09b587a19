//! A database on the origin private file system, in a dedicated worker.

use amb_store::{StoreError, StoreFuture};
use rsqlite_vfs::VfsFilesManager;
use rsqlite_vfs::transfer::DbTransfer;
use rusqlite::{Connection, OpenFlags};
use sqlite_wasm_rs::WasmOsCallback;
use sqlite_wasm_vfs::sahpool::{OpfsSAHError, OpfsSAHPoolCfgBuilder, OpfsSAHPoolUtil, install};

use super::failure::thrown;
use super::folders;
use super::in_pages::{self, in_memory, rekeyed};
use crate::SqliteStore;
use crate::cipher::{Keys, Layer, Passphrase, layer_over};
use crate::database::{self, Durability, attempt};
use crate::medium::Medium;
use crate::pages::Disk;

/// SQLite's name of the database in its pool.
pub const FILE: &str = "runs.sqlite";
/// Suffix of the name of a database's journal.
pub const JOURNAL: &str = "-journal";
/// Files of a pool: the database and its journal, and as many for a copy by another passphrase.
const FILES: u32 = 4;
const COPY: (&str, &str) = ("runs-", ".sqlite");

/// The name of a copy of the database: the first is the database itself.
fn copy_name(number: u32) -> String {
    match number {
        0 => FILE.to_owned(),
        number => format!("{}{number}{}", COPY.0, COPY.1),
    }
}

/// Returns the number of the database's copy with this name. The first existing copy is in use. A copy under another
/// passphrase is written whole behind it, and counts once the first is removed.
pub fn copy_number(name: &[u8]) -> Option<u32> {
    if name == FILE.as_bytes() {
        return Some(0);
    }
    let digits = name.strip_prefix(COPY.0.as_bytes())?;
    let digits = digits.strip_suffix(COPY.1.as_bytes())?;
    let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
    (name == copy_name(number).as_bytes()).then_some(number)
}

/// A pool of files whose handles this worker alone holds.
struct Opfs {
    name: String,
    pool: OpfsSAHPoolUtil,
    keys: Keys,
}

impl Medium for Opfs {
    fn is_durable(&self) -> bool {
        true
    }

    fn connect(&mut self) -> StoreFuture<'_, Connection> {
        Box::pin(async {
            // The handles are released and acquired again, which repairs the pool after a failed write.
            self.pool.pause().map_err(|error| told(&error))?;
            let header = folders::header(&self.name).await?;
            self.pool.resume().await.map_err(|error| told(&error))?;
            let file = copy_name(self.in_use()?);
            let connection = self.keys.open(header, &|layer| match layer {
                Layer::Bare => open(&file, &self.name),
                Layer::Cipher => open(&file, &layer_over(&self.name)),
            })?;
            let connection = database::open(connection, Durability::RollbackFile)?;
            self.remove_all_but(&file)?;
            Ok(connection)
        })
    }

    fn settle(&mut self) -> StoreFuture<'_, ()> {
        // SQLite synchronises the file before it reports a commit.
        Box::pin(async { Ok(()) })
    }

    fn rekey(&mut self, to: Option<Passphrase>) -> StoreFuture<'_, ()> {
        Box::pin(async {
            // Nothing is left in the journal then.
            drop(self.connect().await?);
            let number = self.in_use()?;
            let copy = self.in_pages(&copy_name(number))?;
            rekeyed(&copy, &self.keys, to.as_ref())?;
            let bytes = copy.bytes(in_pages::FILE);
            let bytes = bytes.map_err(|error| in_memory(&error))?;
            let next = number.saturating_add(1);
            let kept = self.pool.import_db_unchecked(&copy_name(next), &bytes);
            kept.map_err(|error| told(&error))?;
            self.keys.propose(to);
            let removed = self.pool.remove(&copy_name(number));
            removed.map_err(|error| told(&error))?;
            self.keys.accept();
            Ok(())
        })
    }
}

impl Opfs {
    /// Returns the number of the copy in use.
    fn in_use(&self) -> Result<u32, StoreError> {
        let names = self.pool.names().map_err(|error| told(&error))?;
        let copies = names.iter().filter_map(|name| copy_number(name.as_bytes()));
        Ok(copies.min().unwrap_or(0))
    }

    /// Removes leftovers of other copies than the one in use.
    fn remove_all_but(&self, file: &str) -> Result<(), StoreError> {
        let journal = format!("{file}{JOURNAL}");
        for name in self.pool.names().map_err(|error| told(&error))? {
            if name != file && name != journal {
                self.pool.remove(&name).map_err(|error| told(&error))?;
            }
        }
        Ok(())
    }

    /// A file of the pool in memory.
    fn in_pages(&self, file: &str) -> Result<Disk, StoreError> {
        let bytes = self.pool.export_db(file).map_err(|error| told(&error))?;
        let disk = Disk::default();
        disk.create(in_pages::FILE);
        let put = disk.put_pages(in_pages::FILE, &[(0, Some(bytes))]);
        put.map_err(|error| in_memory(&error))?;
        Ok(disk)
    }
}

fn open(file: &str, file_system: &str) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    attempt(|| Connection::open_with_flags_and_vfs(file, flags, file_system))
}

impl Drop for Opfs {
    fn drop(&mut self) {
        // The connection is closed by now; if the handles are not released, the worker's end releases them.
        let _ = self.pool.pause();
    }
}

fn told(error: &OpfsSAHError) -> StoreError {
    let detail = error.to_string();
    match error {
        OpfsSAHError::Opfs { value, .. } => thrown(value),
        OpfsSAHError::InvalidHeader { .. } | OpfsSAHError::DuplicateFilename(_) => {
            StoreError::Corrupt { detail }
        }
        OpfsSAHError::Busy | OpfsSAHError::DirectoryInUse(_) | OpfsSAHError::FilesInUse => {
            StoreError::Busy { detail }
        }
        OpfsSAHError::NotSupported => StoreError::Unavailable { detail },
        _ => StoreError::Io { detail },
    }
}

impl SqliteStore {
    /// Opens or creates the database in this folder of the origin private file system, encrypted if a passphrase is
    /// given. Only a dedicated worker can, and only one at a time.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`], [`StoreError::Corrupt`], [`StoreError::TooNew`], [`StoreError::Busy`], an error of
    /// the passphrase, or the browser's error.
    pub async fn opfs(folder: &str, passphrase: Option<Passphrase>) -> Result<Self, StoreError> {
        let options = OpfsSAHPoolCfgBuilder::new()
            .vfs_name(folder)
            .directory(folder)
            .initial_capacity(FILES as usize)
            .build();
        let pool = install::<WasmOsCallback>(&options, false).await;
        let pool = pool.map_err(|error| told(&error))?;
        let name = folder.to_owned();
        let keys = Keys::new(passphrase);
        Self::on(Opfs { name, pool, keys }).await
    }
}
