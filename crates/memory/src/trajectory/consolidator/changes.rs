use serde::{Deserialize, Serialize};

use crate::trajectory::records::{
    ErrorPattern, ErrorPatternId, Fragment, FragmentId, Methodology, MethodologyId, ResolvedBy,
};
use crate::trajectory::statistics::FailurePattern;

/// Two that became one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Merged<Id> {
    /// The one that goes.
    pub from: Id,
    /// The one that stays, the richer.
    pub into: Id,
}

/// Rows to remove; the name of each list is the reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Removed {
    /// Methodologies of too little confidence and too few sources, with their relations.
    pub weak: Vec<MethodologyId>,
    /// Failed fragments beyond those that are kept, with their relations.
    pub expired: Vec<FragmentId>,
    /// Fragments that are in no trajectory, with their relations.
    pub lost: Vec<FragmentId>,
    /// Patterns that no fragment was caused and no methodology is about.
    pub unused: Vec<ErrorPatternId>,
}

/// A consolidation as one write. A store applies it whole or not at all, in the order of the fields, and only if its
/// revision is still `basis`; otherwise it refuses, and one plans again. It grows the revision, so that applying it
/// twice changes nothing more.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consolidation {
    /// The revision it was made from.
    pub basis: u64,
    /// Methodologies to insert, or to put in place of those of their ids.
    pub methodologies: Vec<Methodology>,
    /// Relations to insert, or to put in place of those of their pairs.
    pub resolved_by: Vec<ResolvedBy>,
    /// Fragments, and the methodologies that they became part of: `abstracted_into`.
    pub abstracted: Vec<(FragmentId, MethodologyId)>,
    /// Fragments that were `abstracted_into` the one are so into the other; the one goes with its relations, which
    /// are among `resolved_by` under the other's name.
    pub merged_methodologies: Vec<Merged<MethodologyId>>,
    /// Trajectories that have the one have the other in its place; the one goes with its `CAUSED_ERROR`, which are the
    /// same as the other's.
    pub merged_fragments: Vec<Merged<FragmentId>>,
    /// Fragments to put in place of those of their ids.
    pub fragments: Vec<Fragment>,
    /// Patterns to put in place of those of their ids.
    pub patterns: Vec<ErrorPattern>,
    /// Rows to remove.
    pub removed: Removed,
    /// All failure patterns, in place of those kept.
    pub failure_patterns: Vec<FailurePattern>,
    /// When it was made. The store counts trajectories learned since from 0 again.
    pub consolidated_at: i64,
    /// True if fragments are left to abstract: consolidate once more.
    pub more: bool,
}
