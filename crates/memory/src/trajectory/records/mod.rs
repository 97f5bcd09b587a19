//! Stored records: the seed's nodes and relations, and the runs that an agent hands in.

mod action;
mod counts;
mod embedding;
mod error_pattern;
mod fragment;
mod ids;
mod methodology;
mod raw;
mod relations;
mod state;
mod trajectory;

pub use action::Action;
pub(crate) use counts::sum_of;
pub use embedding::Embedded;
pub use error_pattern::ErrorPattern;
pub use fragment::{Fragment, FragmentType, Outcome};
pub use ids::{ErrorPatternId, FragmentId, MethodologyId, TrajectoryId};
pub use methodology::{CONFIDENCE_Z, Methodology, MethodologyKind, MethodologyUse, confidence};
pub(in crate::trajectory) use raw::is_of_others;
pub use raw::{Given, MAX_STEPS, RawStep, RawTrajectory};
pub use relations::{CausedError, HasFragment, ResolvedBy};
pub use state::State;
pub use trajectory::Trajectory;
