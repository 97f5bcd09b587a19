//! Names of the tools that a model may call.

use amb_llm::tool_calls::Tool;

/// Name of the tool that reads memory.
pub(crate) const DEEP_RETRIEVAL: &str = "deep_retrieval";

/// Name of the tool that searches the web.
pub(crate) const SEARCH: &str = "search";

/// Name of the tool that reads pages.
pub(crate) const VISIT: &str = "visit";

/// All tools that a run may have.
pub(crate) const TOOLS: [Tool; 3] = [
    Tool {
        name: SEARCH,
        main: "query",
    },
    Tool {
        name: VISIT,
        main: "url",
    },
    Tool {
        name: DEEP_RETRIEVAL,
        main: "node_id",
    },
];
