//! The BERT encoder as a tract model: tract plans and runs the graph; the operators in it are ours.

mod graph;
mod operator;
mod operators;

pub(crate) use graph::Network;
