//! The int8 weight file of all-MiniLM-L6-v2: its format, and its conversion from the official f32 file.
//!
//! - [`int8_from_f32`] converts the official file;
//! - [`Source`] reads tensors of either file, checked;
//! - [`names`] and [`shape`] are the format.

mod convert;
mod error;
pub mod names;
pub mod shape;
mod source;

pub use convert::int8_from_f32;
pub use error::WeightsError;
pub use source::Source;
