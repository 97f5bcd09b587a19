//! Memory into a file.

use super::file::HierarchyRecord;
use super::hierarchical_memory::HierarchicalMemory;
use crate::error::MemoryError;
use crate::exchange::{ExportCursor, ExportPage, PageWriter, Section};

/// Entries of a page.
const PAGE: usize = 256;

impl HierarchicalMemory {
    /// The next part of a file of all memory, what was forgotten and not purged included: from the beginning without
    /// a cursor, on from the last part with its.
    ///
    /// # Errors
    /// That of the store; the same part can be asked for again.
    pub async fn export(&self, cursor: Option<&ExportCursor>) -> Result<ExportPage, MemoryError> {
        if cursor.is_none() {
            // A store that takes nothing more is exported all the same, with the accesses that wait.
            let _ = self.write_accesses().await;
        }
        let mut page = PageWriter::new(cursor);
        let after = cursor.and_then(|cursor| cursor.after.as_ref());
        match cursor.map_or(Section::First, |cursor| cursor.section) {
            Section::First => {
                let remembered = self.browse(after, PAGE).await?;
                for entry in remembered.entries {
                    page.add(&HierarchyRecord::Entry(Box::new(entry)));
                }
                Ok(match remembered.next {
                    Some(next) => page.until(Section::First, Some(next)),
                    None => page.until(Section::Second, None),
                })
            }
            Section::Second => {
                let forgotten = self.forgotten(after, PAGE).await?;
                for forgotten in forgotten.forgotten {
                    page.add(&HierarchyRecord::Forgotten(Box::new(forgotten)));
                }
                if let Some(next) = forgotten.next {
                    return Ok(page.until(Section::Second, Some(next)));
                }
                page.add(&HierarchyRecord::Core(self.core_memory().await?));
                Ok(page.end())
            }
        }
    }
}
