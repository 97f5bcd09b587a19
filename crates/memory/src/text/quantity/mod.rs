//! Quantities told in a text, in English and Chinese: numbers with their units, dates, days of the week, hours.
//!
//! The only place that reads them. [`read`] takes a sentence apart; [`Measure::agrees`] says whether two quantities can hold
//! of one thing.

mod calendar;
mod clock;
mod measure;
mod number_words;
mod numerals;
mod reader;
mod units;
mod weekday;

pub use clock::CLOCK;
pub use measure::{Measure, Quantity};
pub use number_words::with_digits;
pub use numerals::year;
pub use reader::{QuantityReading, read};
pub use units::{
    COUNT, Unit, leading_chinese_number, leading_classifier, leading_unit, month, number_word,
    unit_of,
};
pub use weekday::weekday;
