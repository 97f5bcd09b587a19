//! What an error's text tells: its type, what sets it apart, where it happened.

mod addresses;
mod block;
mod chance;
mod codes;
mod error_type;
mod keywords;
mod location;
mod moments;
mod names;
mod numbers;
mod parts;
mod ports;
mod quotations;
mod sameness;
mod sentence;
mod shown;
mod sign;
mod stack;
mod standing;

pub(in crate::trajectory) use addresses::site_of;
pub(in crate::trajectory) use sameness::Marks;
pub(in crate::trajectory) use shown::shown;
pub use sign::ErrorSign;
