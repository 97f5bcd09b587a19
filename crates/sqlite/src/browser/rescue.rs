//! Volumes in a browser, whose files can be saved with any content.

use amb_store::{StoreError, StoreFuture};
use web_sys::File;

use super::databases::Databases;
use super::folders::Folders;
use crate::SqliteStore;
use crate::volumes::{self, AsideStore, Shelf};

/// A shelf that gives files out.
pub trait Rescue: Shelf<Store = SqliteStore> {
    /// The files of a volume as SQLite wrote them, without those that are empty.
    fn files(&self, number: u32) -> StoreFuture<'_, Vec<File>>;
}

/// Returns the name of a volume on its medium.
pub fn volume_name(store: &str, number: u32) -> String {
    match number {
        0 => store.to_owned(),
        number => format!("{store}/volume-{number}"),
    }
}

/// Returns the shelf on which this browser keeps the store of this name; `None` if it has no medium.
async fn shelf(name: &str) -> Result<Option<Box<dyn Rescue>>, StoreError> {
    let shelves: [Box<dyn Rescue>; 2] = [
        Box::new(Folders::new(name, None)),
        Box::new(Databases::new(name, None)),
    ];
    for shelf in shelves {
        match shelf.volumes().await {
            Err(StoreError::Unavailable { .. }) => {}
            found => return found.map(|_| Some(shelf)),
        }
    }
    Ok(None)
}

/// Returns the files of the store of this name: of the volume in use, or of one that was set aside.
///
/// # Errors
/// The medium's error.
pub async fn files(name: &str, number: Option<u32>) -> Result<Vec<File>, StoreError> {
    let Some(shelf) = shelf(name).await? else {
        return Ok(Vec::new());
    };
    let volumes = shelf.volumes().await?;
    let number = number.unwrap_or_else(|| volumes::in_use(&volumes));
    if volumes.iter().all(|volume| volume.number != number) {
        return Ok(Vec::new());
    }
    shelf.files(number).await
}

/// Returns the volumes of this store that were set aside.
///
/// # Errors
/// The medium's error.
pub async fn aside(name: &str) -> Result<Vec<AsideStore>, StoreError> {
    match shelf(name).await? {
        Some(shelf) => volumes::aside(&*shelf).await,
        None => Ok(Vec::new()),
    }
}

/// Deletes the volume set aside under this number; `false` if there is none.
///
/// # Errors
/// The medium's error; [`StoreError::Busy`] while another tab has it open.
pub async fn erase(name: &str, number: u32) -> Result<bool, StoreError> {
    match shelf(name).await? {
        Some(shelf) => volumes::erase(&*shelf, number).await,
        None => Ok(false),
    }
}

/// Takes back the volume set aside under this number; `false` if there is none.
///
/// # Errors
/// The medium's error.
pub async fn take_back(name: &str, number: u32) -> Result<bool, StoreError> {
    match shelf(name).await? {
        Some(shelf) => volumes::take_back(&*shelf, number).await,
        None => Ok(false),
    }
}
