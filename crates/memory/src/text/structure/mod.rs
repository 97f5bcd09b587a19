//! The structure of a text: its kind, its parts, and the units of words in it.

mod bounded;
mod check;
mod compact;
mod leads;
mod markdown;
mod marks;
mod model;
mod outline;
mod parts;
mod plain_words;
mod segments;
mod units;

pub(crate) use marks::marks_between;
pub use model::{Apart, Block, BlockKind, Lead, Structure, Table, Title};
pub use outline::Outline;
pub(crate) use plain_words::plain_line;
pub(crate) use units::LedUnit;
pub use units::{Unit, UnitKind};
