//! Choice of the volume in use, and its replacement.

use amb_store::StoreError;

use super::shelf::Shelf;
use super::volume::{AsideReason, AsideStore, Volume};

/// Returns the volume in use: the first that is not set aside, else the next new one.
#[must_use]
pub fn in_use(volumes: &[Volume]) -> u32 {
    first_but(volumes, None)
}

/// The first volume that is not set aside and not this one.
fn first_but(volumes: &[Volume], but: Option<u32>) -> u32 {
    let free = |volume: &&Volume| volume.aside.is_none() && Some(volume.number) != but;
    let next = volumes.last().map_or(0, |volume| volume.number + 1);
    volumes
        .iter()
        .find(free)
        .map_or(next, |volume| volume.number)
}

/// Opens the volume in use. With `sets_aside`, a damaged one or one of a newer version is set aside, but only once its
/// replacement is open.
///
/// # Errors
/// As [`Shelf::open`].
pub async fn open<S>(shelf: &dyn Shelf<Store = S>, sets_aside: bool) -> Result<S, StoreError> {
    loop {
        let volumes = shelf.volumes().await?;
        let number = in_use(&volumes);
        let error = match shelf.open(number).await {
            Ok(store) => return Ok(store),
            Err(error) => error,
        };
        let Some(reason) = AsideReason::of(&error).filter(|_| sets_aside) else {
            return Err(error);
        };
        match shelf.open(first_but(&volumes, Some(number))).await {
            Ok(store) => {
                shelf.mark(number, Some(reason)).await?;
                return Ok(store);
            }
            // The next one is no better: its turn comes.
            Err(next) if AsideReason::of(&next).is_some() => {
                shelf.mark(number, Some(reason)).await?;
            }
            Err(next) => return Err(next),
        }
    }
}

/// Returns the volumes set aside that hold data.
///
/// # Errors
/// As [`Shelf::volumes`].
pub async fn aside<S>(shelf: &dyn Shelf<Store = S>) -> Result<Vec<AsideStore>, StoreError> {
    let volumes = shelf.volumes().await?;
    let others = volumes
        .iter()
        .filter_map(|volume| set_aside(&volumes, volume.number));
    let aside = others.map(|volume| AsideStore {
        number: volume.number,
        reason: volume.aside.unwrap_or(AsideReason::Replaced),
        bytes: volume.bytes,
    });
    Ok(aside.collect())
}

/// Takes back a volume that was set aside: it is in use from the next opening on, and the present one is set aside.
/// `false`, without effect, if none of this number is set aside. Nobody may have a volume open.
///
/// # Errors
/// As [`Shelf::mark`].
pub async fn take_back<S>(shelf: &dyn Shelf<Store = S>, number: u32) -> Result<bool, StoreError> {
    let volumes = shelf.volumes().await?;
    let Some(wanted) = set_aside(&volumes, number) else {
        return Ok(false);
    };
    if wanted.aside.is_some() {
        shelf.mark(number, None).await?;
    }
    // Among the volumes before it without a mark, the last one to be marked is the one in use. The volume in use
    // changes only then, or with the mark above.
    let before = volumes.iter().filter(|volume| volume.number < number);
    for volume in before.filter(|volume| volume.aside.is_none()).rev() {
        let aside = Some(AsideReason::Replaced);
        shelf.mark(volume.number, aside).await?;
    }
    Ok(true)
}

/// Deletes the content of a volume set aside; `false` if there is none of this number.
///
/// # Errors
/// As [`Shelf::erase`].
pub async fn erase<S>(shelf: &dyn Shelf<Store = S>, number: u32) -> Result<bool, StoreError> {
    let is_aside = set_aside(&shelf.volumes().await?, number).is_some();
    if is_aside {
        shelf.erase(number).await?;
    }
    Ok(is_aside)
}

fn set_aside(volumes: &[Volume], number: u32) -> Option<&Volume> {
    let others = volumes
        .iter()
        .filter(|volume| volume.number != in_use(volumes));
    others
        .filter(|volume| volume.bytes > 0)
        .find(|volume| volume.number == number)
}
