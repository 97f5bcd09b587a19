//! Memory and deep research for agents: what JavaScript sees.
