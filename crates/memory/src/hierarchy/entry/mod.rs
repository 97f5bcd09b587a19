//! Entries of memory: content, source and metadata.

mod content;
mod content_hash;
mod fact;
mod importance;
mod memory_entry;
mod memory_id;
mod memory_type;
mod spelling;

pub(super) use content::{Kept, bounded, kept};
pub use content::{MAX_CONTENT_CHARS, left_out_of};
pub use content_hash::{ContentHash, normalised};
pub use fact::Fact;
pub(super) use fact::mentions_user;
pub use importance::{Importance, estimate_importance, is_called_important};
pub use memory_entry::{MAX_RELATED, MAX_SOURCES, MemoryEntry};
pub use memory_id::MemoryId;
pub(super) use memory_type::least_speaker;
pub use memory_type::{MemoryLayer, MemoryType, Speaker};
pub use spelling::{Met, Spelling};
