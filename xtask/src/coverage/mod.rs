//! Tests by feature: the ids of docs/features.md, and the tests whose name, title or comment holds one.

mod features;
mod ids;
mod rust;
mod tests_naming;
mod typescript;

pub use features::{Feature, features};
pub use ids::ids_in;
pub use tests_naming::{TestsById, tests_by_id};
