//! Structure agent (MB-09): one topic into a summary.

use amb_memory::text::Structure;
use serde::{Deserialize, Serialize};

/// One topic to summarise.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StructureInput {
    /// The original text.
    pub content: String,
    /// The structure of the text; `None` where it is of several places.
    #[serde(default)]
    pub structure: Option<Structure>,
    /// The topic in one sentence.
    pub context: String,
    /// Keywords of the topic.
    pub keywords: Vec<String>,
}

/// The topic, condensed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StructureOutput {
    /// 30–50 % of the content's length, evidence and logic kept; short contents stay whole.
    pub summary: String,
}
