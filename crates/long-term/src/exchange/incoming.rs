//! Files whose parts come one by one, each in a call of its own.

use super::file::{MemoryFile, MemoryRecord};
use crate::error::MemoryError;
use std::cell::RefCell;
use std::collections::VecDeque;

/// Files at once. The eldest gives way to one more: whoever sent it may be gone, and tells nobody.
const AT_ONCE: usize = 4;

/// Files that are on their way, by the numbers that their senders gave them.
pub struct IncomingFiles<R: MemoryRecord>(RefCell<VecDeque<Incoming<R>>>);

struct Incoming<R: MemoryRecord> {
    id: u64,
    parts: u32,
    file: MemoryFile<R>,
}

impl<R: MemoryRecord> Default for IncomingFiles<R> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<R: MemoryRecord> IncomingFiles<R> {
    /// Reads a part of a file; part 0 begins it.
    ///
    /// # Errors
    /// The first damage, with which the file is let go of; [`MemoryError::ImportLost`] where the part before is not here.
    pub fn read(&self, id: u64, part: u32, text: &str) -> Result<(), MemoryError> {
        let mut incoming = if part == 0 {
            let file = MemoryFile::new();
            let parts = 0;
            Incoming { id, parts, file }
        } else {
            self.taken(id)?
        };
        if incoming.parts != part {
            return Err(MemoryError::ImportLost);
        }
        incoming.file.read(text)?;
        incoming.parts += 1;
        self.keep(incoming);
        Ok(())
    }

    /// Checks that a file is complete, so that no part of it would be refused.
    ///
    /// # Errors
    /// As [`Self::read`]; the file was cut off.
    pub fn check(&self, id: u64) -> Result<(), MemoryError> {
        let mut incoming = self.taken(id)?;
        incoming.file.end()?;
        self.keep(incoming);
        Ok(())
    }

    /// Hands out a file.
    ///
    /// # Errors
    /// [`MemoryError::ImportLost`] where it is not here.
    pub fn take(&self, id: u64) -> Result<MemoryFile<R>, MemoryError> {
        Ok(self.taken(id)?.file)
    }

    /// Lets go of a file, if it is here.
    pub fn forget(&self, id: u64) {
        self.0.borrow_mut().retain(|incoming| incoming.id != id);
    }

    fn taken(&self, id: u64) -> Result<Incoming<R>, MemoryError> {
        let mut files = self.0.borrow_mut();
        let at = files.iter().position(|incoming| incoming.id == id);
        at.and_then(|at| files.remove(at))
            .ok_or(MemoryError::ImportLost)
    }

    /// Keeps it as the newest, so that the one that nobody sends anything of is the eldest.
    fn keep(&self, incoming: Incoming<R>) {
        self.forget(incoming.id);
        let mut files = self.0.borrow_mut();
        if files.len() == AT_ONCE {
            files.pop_front();
        }
        files.push_back(incoming);
    }
}
