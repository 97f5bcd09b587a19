//! The host seam, the journal, the five agents, the adapter and the research run.
