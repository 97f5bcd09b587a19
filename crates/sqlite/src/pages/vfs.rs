//! A disk made known to SQLite.

use std::sync::atomic::{AtomicU32, Ordering};

use amb_store::StoreError;
use rsqlite_vfs::{
    AccessMode, LockLevel, OpenAccess, OpenOptions, OpenRequest, OpenedFile, OsCallback,
    SQLiteIoMethods, SQLiteVfs, SyncOptions, VfsError, VfsErrorCode, VfsFile, VfsRegistration,
    VfsResult, VfsStore, register_vfs,
};
use rusqlite::{Connection, OpenFlags};

use super::disk::{Change, Disk};
#[cfg(target_arch = "wasm32")]
use crate::cipher::{forget_layer, layer_over};
use crate::database::attempt;

/// Makes the name of each mount its own.
static MOUNTS: AtomicU32 = AtomicU32::new(0);

/// A disk that SQLite can open databases on, by one connection at a time. It must outlive them.
pub struct Mount {
    name: String,
    registration: Option<VfsRegistration<Mounted>>,
}

impl Mount {
    /// Makes a disk known, with the services of the platform.
    pub fn new(disk: Disk, os: impl OsCallback + 'static) -> Result<Self, StoreError> {
        let name = format!("pages-{}", MOUNTS.fetch_add(1, Ordering::Relaxed));
        let os = Box::new(os);
        #[expect(unsafe_code, reason = "SQLite is told of a file system through C")]
        // SAFETY: `Pages` and `PagesIo` keep the crate's own layout and callbacks, and the name is used once. The data
        // lives until `drop`, and is used by the thread of this mount alone: `Mount` is neither `Send` nor `Sync`, and
        // the name is private to it.
        let registered =
            unsafe { register_vfs::<PagesIo, Pages>(&name, Mounted { disk, os }, false) };
        let registration = registered.map_err(|error| StoreError::Io {
            detail: error.to_string(),
        })?;
        Ok(Self {
            name,
            registration: Some(registration),
        })
    }

    /// Opens a database on it.
    pub fn connect(&self, database: &str) -> Result<Connection, StoreError> {
        open(database, &self.name)
    }

    /// Opens a database on it with encryption laid over.
    #[cfg(target_arch = "wasm32")]
    pub fn connect_encrypted(&self, database: &str) -> Result<Connection, StoreError> {
        open(database, &layer_over(&self.name))
    }
}

fn open(database: &str, file_system: &str) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    attempt(|| Connection::open_with_flags_and_vfs(database, flags, file_system))
}

impl Drop for Mount {
    fn drop(&mut self) {
        #[cfg(target_arch = "wasm32")]
        forget_layer(&self.name);
        let Some(registration) = self.registration.take() else {
            return;
        };
        #[expect(unsafe_code, reason = "as in `new`")]
        // SAFETY: The holder of a mount closes its connections first. If that fails the data stays: a leak.
        let _ = unsafe { registration.unregister() };
    }
}

/// State that the callbacks share.
struct Mounted {
    disk: Disk,
    os: Box<dyn OsCallback>,
}

struct Pages;
struct PagesIo;
struct PagesStore;

impl SQLiteVfs<PagesIo> for Pages {
    type Os = dyn OsCallback;

    fn os(data: &Mounted) -> &Self::Os {
        data.os.as_ref()
    }
}

impl SQLiteIoMethods for PagesIo {
    type Store = PagesStore;
}

/// An open file. Only one connection uses it, so locks are granted.
struct Handle {
    disk: Disk,
    name: String,
}

impl VfsStore for PagesStore {
    type File = Handle;
    type AppData = Mounted;

    fn open_file(data: &Mounted, request: OpenRequest<'_>) -> VfsResult<OpenedFile<Handle>> {
        let options = request.options;
        // A temporary file has no name; SQLite keeps those in memory, so there is one at most.
        let name = request.filename.map_or("", |name| name.path()).to_owned();
        let exists = data.disk.contains(&name);
        if exists && options.exclusive() || !exists && !options.create() {
            let reason = "it is there already, or not at all".into();
            return Err(VfsError::new(VfsErrorCode::CantOpen, reason));
        }
        data.disk.create(&name);
        let disk = data.disk.clone();
        Ok(OpenedFile {
            file: Handle { disk, name },
            access: OpenAccess::ReadWrite,
        })
    }

    fn close_file(
        _: &Mounted,
        _: Option<&str>,
        file: Handle,
        options: OpenOptions,
    ) -> VfsResult<()> {
        if options.delete_on_close() {
            file.disk.change(&file.name, &Change::Delete)?;
        }
        Ok(())
    }

    fn access(data: &Mounted, name: &str, _: AccessMode) -> VfsResult<bool> {
        Ok(data.disk.contains(name))
    }

    fn full_pathname(_: &Mounted, name: &str) -> VfsResult<String> {
        Ok(name.to_owned())
    }

    fn delete_file(data: &Mounted, name: &str, _: bool) -> VfsResult<()> {
        data.disk.change(name, &Change::Delete)
    }
}

impl VfsFile for Handle {
    fn read(&mut self, into: &mut [u8], offset: u64) -> VfsResult<usize> {
        self.disk.read(&self.name, into, offset)
    }

    fn write(&mut self, bytes: &[u8], offset: u64) -> VfsResult<()> {
        self.disk.change(&self.name, &Change::Write(offset, bytes))
    }

    fn truncate(&mut self, size: u64) -> VfsResult<()> {
        self.disk.change(&self.name, &Change::Truncate(size))
    }

    fn sync(&mut self, _: SyncOptions) -> VfsResult<()> {
        self.disk.change(&self.name, &Change::Sync)
    }

    fn size(&self) -> VfsResult<u64> {
        self.disk.size(&self.name)
    }

    fn lock(&mut self, _: LockLevel) -> VfsResult<()> {
        Ok(())
    }

    fn unlock(&mut self, _: LockLevel) -> VfsResult<()> {
        Ok(())
    }

    fn check_reserved_lock(&self) -> VfsResult<bool> {
        Ok(false)
    }
}
