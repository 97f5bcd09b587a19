//! A Neo4j server on this machine.

use std::env;
use std::rc::Rc;

use amb_neo4j::{Neo4jSettings, Neo4jStore};
use anyhow::{Context, Result};
use futures::executor::block_on;

use crate::http::Http;
use crate::measure;
use crate::reading::Reading;

/// Measures trajectories at these sizes. A server allocates disk space in advance, so its size on disk is not measured.
///
/// # Errors
/// An unreachable server.
pub fn measure(sizes: &[usize]) -> Result<Vec<Reading>> {
    let named = |name: &str| env::var(name).with_context(|| format!("{name} is not set"));
    let settings = Neo4jSettings::new(
        &named("NEO4J_URL")?,
        "neo4j",
        &named("NEO4J_USER")?,
        &named("NEO4J_PASSWORD")?,
    )?;
    let store = Rc::new(block_on(Neo4jStore::open(Box::new(Http::new()), settings))?);
    measure::trajectories("Neo4j 5.26", store, sizes, || None)
}
