//! The shelf of a store's volumes.

use amb_store::StoreFuture;

use super::volume::{AsideReason, Volume};

/// Storage of the volumes of one store, in use or set aside.
pub trait Shelf {
    /// An opened volume.
    type Store;

    /// Returns all volumes that were begun, by number.
    fn volumes(&self) -> StoreFuture<'_, Vec<Volume>>;

    /// Opens a volume, or makes it.
    fn open(&self, number: u32) -> StoreFuture<'_, Self::Store>;

    /// Sets a volume aside for this reason, or takes its mark away: at once, or not at all.
    fn mark(&self, number: u32, aside: Option<AsideReason>) -> StoreFuture<'_, ()>;

    /// Deletes the bytes of a volume that is set aside; its mark stays.
    fn erase(&self, number: u32) -> StoreFuture<'_, ()>;
}
