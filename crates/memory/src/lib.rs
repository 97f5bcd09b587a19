//! Task memory and retrieval: pure and synchronous, without clock, randomness or platform.
