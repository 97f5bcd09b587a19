//! Volumes on the origin private file system: folders that pools of files lie in, and their files without SQLite.

use amb_store::{StoreError, StoreFuture};
use js_sys::{Array, AsyncIterator, IteratorNext, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, File, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetFileOptions,
    FileSystemHandle, FileSystemHandleKind, FileSystemRemoveOptions, WorkerGlobalScope,
};

use super::failure::thrown;
use super::opfs::{FILE, JOURNAL, copy_number};
use super::rescue::{Rescue, volume_name};
use crate::SqliteStore;
use crate::cipher::{HEADER_BYTES, Header, Passphrase};
use crate::volumes::{AsideReason, Shelf, Volume};

/// Folder of a pool's files, within the pool's folder.
const POOL: &str = ".opaque";
/// Bytes before a file's own: its name in the pool, padded with zeros, and flags.
const HEADER: f64 = 4096.0;
/// Bytes of the name in the header.
const NAME: usize = 512;
/// Prefix of a mark's name; the reason follows. An empty file is created in one step.
const MARK: &str = ".aside-";

/// The folders of the store of this name.
pub struct Folders {
    name: String,
    passphrase: Option<Passphrase>,
}

impl Folders {
    /// The folders of the store of this name; the passphrase opens a database, or encrypts a new one.
    pub fn new(name: &str, passphrase: Option<&Passphrase>) -> Self {
        Self {
            name: name.to_owned(),
            passphrase: passphrase.cloned(),
        }
    }

    fn path(&self, number: u32) -> String {
        volume_name(&self.name, number)
    }

    async fn folder(&self, number: u32) -> Result<FileSystemDirectoryHandle, StoreError> {
        let path = self.path(number);
        let found = folder(&path).await?;
        found.ok_or_else(|| StoreError::Io {
            detail: format!("the folder {path} is gone"),
        })
    }
}

impl Shelf for Folders {
    type Store = SqliteStore;

    fn volumes(&self) -> StoreFuture<'_, Vec<Volume>> {
        Box::pin(async {
            let mut volumes = Vec::new();
            for number in 0.. {
                let Some(folder) = folder(&self.path(number)).await? else {
                    break;
                };
                let marks = marks(&folder).await?;
                let sizes = pool(&folder).await?.into_iter().map(|file| held(&file));
                volumes.push(Volume {
                    number,
                    aside: marks.first().copied(),
                    bytes: sizes.sum(),
                });
            }
            Ok(volumes)
        })
    }

    fn open(&self, number: u32) -> StoreFuture<'_, SqliteStore> {
        Box::pin(async move {
            let path = self.path(number);
            check_named(&path).await?;
            SqliteStore::opfs(&path, self.passphrase.clone()).await
        })
    }

    fn mark(&self, number: u32, aside: Option<AsideReason>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let folder = self.folder(number).await?;
            if let Some(reason) = aside {
                let create = FileSystemGetFileOptions::new();
                create.set_create(true);
                let name = format!("{MARK}{}", reason.name());
                done(folder.get_file_handle_with_options(&name, &create)).await?;
                return Ok(());
            }
            for reason in marks(&folder).await? {
                let name = format!("{MARK}{}", reason.name());
                done(folder.remove_entry(&name)).await?;
            }
            Ok(())
        })
    }

    fn erase(&self, number: u32) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let all = FileSystemRemoveOptions::new();
            all.set_recursive(true);
            let folder = self.folder(number).await?;
            done(folder.remove_entry_with_options(POOL, &all)).await?;
            Ok(())
        })
    }
}

impl Rescue for Folders {
    fn files(&self, number: u32) -> StoreFuture<'_, Vec<File>> {
        Box::pin(async move {
            let folder = self.folder(number).await?;
            let mut files = Vec::new();
            for file in pool(&folder).await? {
                if held(&file) > 0 {
                    files.push(own(&file).await?);
                }
            }
            Ok(files)
        })
    }
}

/// Awaits a promise and returns its value.
async fn done(promise: Promise) -> Result<JsValue, StoreError> {
    JsFuture::from(promise)
        .await
        .map_err(|error| thrown(&error))
}

fn unavailable(detail: &str) -> StoreError {
    StoreError::Unavailable {
        detail: detail.to_owned(),
    }
}

/// The root of the file system, in a browser that can keep a database in it.
async fn root() -> Result<FileSystemDirectoryHandle, StoreError> {
    let global = js_sys::global();
    let lacks = |object: &JsValue, name: &str| {
        Reflect::get(object, &name.into()).map_or(true, |found| found.is_undefined())
    };
    if lacks(&global, "FileSystemSyncAccessHandle") {
        return Err(unavailable("this browser has no OPFS for workers"));
    }
    let worker: WorkerGlobalScope = global
        .dyn_into()
        .map_err(|_| unavailable("OPFS is for workers alone"))?;
    let storage = worker.navigator().storage();
    if storage.is_undefined() || lacks(&storage, "getDirectory") {
        return Err(unavailable("this browser has no OPFS"));
    }
    Ok(done(storage.get_directory()).await?.unchecked_into())
}

/// The folder of this path, if it is there.
async fn folder(path: &str) -> Result<Option<FileSystemDirectoryHandle>, StoreError> {
    let mut folder = root().await?;
    for part in path.split('/').filter(|part| !part.is_empty()) {
        match inner(&folder, part).await? {
            Some(inner) => folder = inner,
            None => return Ok(None),
        }
    }
    Ok(Some(folder))
}

async fn inner(
    folder: &FileSystemDirectoryHandle,
    name: &str,
) -> Result<Option<FileSystemDirectoryHandle>, StoreError> {
    match JsFuture::from(folder.get_directory_handle(name)).await {
        Ok(inner) => Ok(Some(inner.unchecked_into())),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(thrown(&error)),
    }
}

fn is_missing(error: &JsValue) -> bool {
    let name = Reflect::get(error, &"name".into()).ok();
    name.and_then(|name| name.as_string()).as_deref() == Some("NotFoundError")
}

/// The files in a folder itself.
async fn files_in(
    folder: &FileSystemDirectoryHandle,
) -> Result<Vec<FileSystemFileHandle>, StoreError> {
    let all: AsyncIterator = folder.values();
    let mut files = Vec::new();
    loop {
        let next = all.next().map_err(|error| thrown(&error))?;
        let next: IteratorNext = done(next).await?.unchecked_into();
        if next.done() {
            return Ok(files);
        }
        let entry: FileSystemHandle = next.value().unchecked_into();
        if entry.kind() == FileSystemHandleKind::File {
            files.push(entry.unchecked_into());
        }
    }
}

/// The reasons that a folder is set aside for.
async fn marks(folder: &FileSystemDirectoryHandle) -> Result<Vec<AsideReason>, StoreError> {
    let files = files_in(folder).await?;
    let marked = files.iter().filter_map(|file| {
        let name = file.name();
        AsideReason::named(name.strip_prefix(MARK)?)
    });
    Ok(marked.collect())
}

/// Returns the raw files of a folder's pool.
async fn pool(folder: &FileSystemDirectoryHandle) -> Result<Vec<File>, StoreError> {
    let Some(pool) = inner(folder, POOL).await? else {
        return Ok(Vec::new());
    };
    let mut files = Vec::new();
    for file in files_in(&pool).await? {
        files.push(done(file.get_file()).await?.unchecked_into());
    }
    Ok(files)
}

/// Returns the bytes of a pool's file after its header.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a file's size, and no less than nothing"
)]
fn held(file: &File) -> u64 {
    (file.size() - HEADER).max(0.0) as u64
}

/// Refuses a database that has lost its name: the pool would take its file for a free one, and empty it.
async fn check_named(path: &str) -> Result<(), StoreError> {
    let Some(folder) = folder(path).await? else {
        return Ok(());
    };
    let mut is_empty = true;
    for file in pool(&folder).await? {
        if copy_number(&name_of(&file).await?).is_some() {
            return Ok(());
        }
        is_empty &= held(&file) == 0;
    }
    if is_empty {
        return Ok(());
    }
    Err(StoreError::Corrupt {
        detail: "there is data, and no file is named as the database".to_owned(),
    })
}

/// Returns the kind of the database in this folder, by the first bytes of its first copy. Nobody has it open.
pub async fn header(path: &str) -> Result<Header, StoreError> {
    let Some(folder) = folder(path).await? else {
        return Ok(Header::Empty);
    };
    let mut first: Option<(u32, File)> = None;
    for file in pool(&folder).await? {
        let number = copy_number(&name_of(&file).await?);
        let Some(number) = number else { continue };
        if first.as_ref().is_none_or(|(lowest, _)| number < *lowest) {
            first = Some((number, file));
        }
    }
    match first {
        Some((_, file)) => Ok(Header::of(&bytes(&file, HEADER, HEADER_BYTES).await?)),
        None => Ok(Header::Empty),
    }
}

/// Bytes of a pool's file from an offset on.
#[expect(clippy::cast_precision_loss, reason = "a few bytes")]
async fn bytes(file: &File, from: f64, count: usize) -> Result<Vec<u8>, StoreError> {
    let part = file.slice_with_f64_and_f64(from, from + count as f64);
    let part = part.map_err(|error| thrown(&error))?;
    Ok(Uint8Array::new(&done(part.array_buffer()).await?).to_vec())
}

/// Returns the name of a pool's file; empty for an unused one.
async fn name_of(file: &File) -> Result<Vec<u8>, StoreError> {
    let mut name = bytes(file, 0.0, NAME).await?;
    let end = name.iter().position(|byte| *byte == 0);
    name.truncate(end.unwrap_or(name.len()));
    Ok(name)
}

/// Returns a pool's file as SQLite wrote it, under its own name; whole if its header is unreadable.
async fn own(file: &File) -> Result<File, StoreError> {
    let name = name_of(file).await?;
    let ending = match name.strip_suffix(JOURNAL.as_bytes()) {
        Some(database) if copy_number(database).is_some() => JOURNAL,
        None if copy_number(&name).is_some() => "",
        _ => return renamed(file, &format!("{FILE}.{}", file.name())),
    };
    let held = file.slice_with_f64(HEADER);
    // Any copy is named like the database itself.
    renamed(
        &held.map_err(|error| thrown(&error))?,
        &format!("{FILE}{ending}"),
    )
}

fn renamed(blob: &Blob, name: &str) -> Result<File, StoreError> {
    File::new_with_blob_sequence(&Array::of1(blob), name).map_err(|error| thrown(&error))
}
