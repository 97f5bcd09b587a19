//! The files.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rsqlite_vfs::{MemChunksFile, VfsError, VfsErrorCode, VfsFile, VfsResult};

/// Bytes of a page here; a page of SQLite may be smaller or larger.
pub const PAGE: usize = 8192;

/// Files by name. Clones share them.
#[derive(Clone, Default)]
pub struct Disk {
    files: Rc<RefCell<BTreeMap<String, File>>>,
    #[cfg(test)]
    pub(super) faults: Rc<super::faults::Faults>,
}

struct File {
    bytes: MemChunksFile,
    /// Pages that changed since they were last [settled](Disk::settled), be they past the end by now.
    changed: BTreeSet<u64>,
}

/// Something that is about to happen to a file.
pub enum Change<'c> {
    /// Bytes are written at an offset.
    Write(u64, &'c [u8]),
    /// It is cut off at a size.
    Truncate(u64),
    /// Asks that earlier writes survive a power loss.
    Sync,
    /// It is deleted.
    Delete,
}

impl Disk {
    /// Returns true if the file exists.
    pub fn contains(&self, name: &str) -> bool {
        self.files.borrow().contains_key(name)
    }

    /// Makes an empty file, unless it is there.
    pub fn create(&self, name: &str) {
        let mut files = self.files.borrow_mut();
        files.entry(name.to_owned()).or_insert_with(|| File {
            bytes: MemChunksFile::new(PAGE),
            changed: BTreeSet::new(),
        });
    }

    /// Bytes of a file.
    pub fn size(&self, name: &str) -> VfsResult<u64> {
        self.with(name, |file| file.bytes.size())
    }

    /// Reads from an offset on, up to the file's end; returns the number of bytes.
    pub fn read(&self, name: &str, into: &mut [u8], offset: u64) -> VfsResult<usize> {
        self.with(name, |file| file.bytes.read(into, offset))
    }

    /// Does something to a file.
    pub fn change(&self, name: &str, change: &Change<'_>) -> VfsResult<()> {
        #[cfg(test)]
        self.faults.permit(self, name, change)?;
        match change {
            Change::Write(offset, bytes) => self.with(name, |file| file.write(bytes, *offset)),
            Change::Truncate(size) => self.with(name, |file| file.truncate(*size)),
            Change::Sync => Ok(()),
            Change::Delete => {
                self.files.borrow_mut().remove(name);
                Ok(())
            }
        }
    }

    /// The pages of a file that changed, each with its bytes now; none for a page past the end.
    pub fn changed(&self, name: &str) -> VfsResult<Vec<(u64, Option<Vec<u8>>)>> {
        self.with(name, |file| {
            let numbers = file.changed.clone();
            let page = |number| Ok((number, file.page(number)?));
            numbers.into_iter().map(page).collect()
        })
    }

    /// All pages of a file, with their bytes.
    #[cfg(target_arch = "wasm32")]
    pub fn pages(&self, name: &str) -> VfsResult<Vec<(u64, Option<Vec<u8>>)>> {
        self.with(name, |file| {
            let count = file.bytes.size()?.div_ceil(PAGE as u64);
            (0..count)
                .map(|number| Ok((number, file.page(number)?)))
                .collect()
        })
    }

    /// All bytes of a file.
    #[cfg(target_arch = "wasm32")]
    pub fn bytes(&self, name: &str) -> VfsResult<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(self.size(name)?).unwrap_or(0)];
        let read = self.read(name, &mut bytes, 0)?;
        bytes.truncate(read);
        Ok(bytes)
    }

    /// Puts pages in their places, as [`changed`](Disk::changed) gave them back. They do not count as changed.
    pub fn put_pages(&self, name: &str, pages: &[(u64, Option<Vec<u8>>)]) -> VfsResult<()> {
        self.with(name, |file| {
            for (number, bytes) in pages {
                let offset = number * PAGE as u64;
                match bytes {
                    Some(bytes) => file.bytes.write(bytes, offset)?,
                    None if offset < file.bytes.size()? => file.bytes.truncate(offset)?,
                    None => {}
                }
            }
            Ok(())
        })
    }

    /// The pages that changed were taken over.
    pub fn settled(&self, name: &str) -> VfsResult<()> {
        self.with(name, |file| {
            file.changed.clear();
            Ok(())
        })
    }

    fn with<T>(&self, name: &str, work: impl FnOnce(&mut File) -> VfsResult<T>) -> VfsResult<T> {
        match self.files.borrow_mut().get_mut(name) {
            Some(file) => work(file),
            None => Err(VfsError::new(
                VfsErrorCode::NotFound,
                "there is no such file".into(),
            )),
        }
    }
}

impl File {
    fn write(&mut self, bytes: &[u8], offset: u64) -> VfsResult<()> {
        self.bytes.write(bytes, offset)?;
        self.mark(offset, offset + bytes.len() as u64);
        Ok(())
    }

    fn truncate(&mut self, size: u64) -> VfsResult<()> {
        let before = self.bytes.size()?;
        if size < before {
            self.bytes.truncate(size)?;
            self.mark(size, before);
        }
        Ok(())
    }

    /// The pages between two offsets changed.
    fn mark(&mut self, from: u64, to: u64) {
        let page = PAGE as u64;
        self.changed.extend(from / page..to.div_ceil(page));
    }

    fn page(&mut self, number: u64) -> VfsResult<Option<Vec<u8>>> {
        let mut bytes = vec![0; PAGE];
        let length = self.bytes.read(&mut bytes, number * PAGE as u64)?;
        bytes.truncate(length);
        Ok((length > 0).then_some(bytes))
    }
}
