//! Neo4j's vector indexes: which there are, and which are created.

use std::collections::{BTreeMap, BTreeSet};

use amb_memory::retrieval::Embedding;
use amb_store::long_term::LongTermError;
use serde::Deserialize;
use serde_json::json;

use super::Neo4jStore;
use crate::graph::{SHOW_SPACES, Space};
use crate::settings::VectorSearch;
use crate::wire::{Intent, read};

/// Spaces that have indexes, at most: an import may name any number of models. Vectors of further ones are compared by
/// the engine.
const MOST_SPACES: usize = 8;

/// Known state of the server's vector indexes.
#[derive(Default)]
pub struct Spaces {
    /// Names of the indexes that can be queried.
    ready: BTreeSet<String>,
    /// Spaces that have indexes, or will be done without.
    settled: BTreeSet<String>,
    /// True if the server has no vector indexes, or does not let this user create any.
    refused: bool,
}

#[derive(Deserialize)]
struct Index {
    name: String,
    is_ready: bool,
}

impl Neo4jStore {
    /// Has the server index the spaces of these embeddings before any is written there.
    ///
    /// A server that has no such indexes, or does not let this user create any, is done without.
    pub async fn make_room(
        &self,
        embeddings: impl Iterator<Item = &Embedding>,
    ) -> Result<(), LongTermError> {
        if self.server.settings().vectors == VectorSearch::InEngine {
            return Ok(());
        }
        let spaces = embeddings.map(|embedding| {
            let space = Space::of(embedding);
            (space.property(), space)
        });
        let spaces: BTreeMap<String, Space> = spaces.collect();
        for (property, space) in spaces {
            if !self.spaces.borrow().is_settled(&property) {
                self.create(&space).await?;
                self.spaces.borrow_mut().settled.insert(property);
            }
        }
        Ok(())
    }

    async fn create(&self, space: &Space) -> Result<(), LongTermError> {
        let indexes = self.indexes().await?;
        let known = |name: &String| indexes.iter().any(|index| index.name == *name);
        let is_whole = [space.fragments(), space.methodologies()].iter().all(known);
        if is_whole || indexes.len() >= 2 * MOST_SPACES {
            return Ok(());
        }
        for statement in space.creations() {
            // The statement is idempotent, so it is repeated if a reply was lost.
            let created = self.server.ask(Intent::Look, &statement, &json!({})).await;
            if let Err(failure) = created {
                return self.done_without(failure.into());
            }
        }
        Ok(())
    }

    /// Returns true if both indexes of a space can be queried now. If not, the next write creates them.
    pub async fn is_indexed(&self, space: &Space) -> Result<bool, LongTermError> {
        if self.server.settings().vectors == VectorSearch::InEngine {
            return Ok(false);
        }
        if self.spaces.borrow().is_ready(space) {
            return Ok(true);
        }
        self.indexes().await?;
        let mut spaces = self.spaces.borrow_mut();
        let is_ready = spaces.is_ready(space);
        if !is_ready {
            spaces.settled.remove(&space.property());
        }
        Ok(is_ready)
    }

    /// Forgets the known state of indexes.
    pub fn doubt_indexes(&self) {
        *self.spaces.borrow_mut() = Spaces::default();
    }

    /// The indexes that there are; those that are ready are noted.
    async fn indexes(&self) -> Result<Vec<Index>, LongTermError> {
        let shown = self.server.ask(Intent::Look, SHOW_SPACES, &json!({})).await;
        let rows = match shown {
            Ok(rows) => rows,
            Err(failure) => {
                self.done_without(failure.into())?;
                Vec::new()
            }
        };
        let indexes = rows.into_iter().map(read::<Index>);
        let indexes: Vec<Index> = indexes.collect::<Result<_, _>>()?;
        let ready = indexes.iter().filter(|index| index.is_ready);
        self.spaces.borrow_mut().ready = ready.map(|index| index.name.clone()).collect();
        Ok(indexes)
    }

    /// Bears that the server refuses, and nothing else.
    fn done_without(&self, error: LongTermError) -> Result<(), LongTermError> {
        let is_refusal = matches!(
            error,
            LongTermError::Denied { .. }
                | LongTermError::Server {
                    retryable: false,
                    ..
                }
        );
        if !is_refusal {
            return Err(error);
        }
        self.spaces.borrow_mut().refused = true;
        Ok(())
    }
}

impl Spaces {
    fn is_settled(&self, property: &str) -> bool {
        self.refused || self.settled.contains(property)
    }

    fn is_ready(&self, space: &Space) -> bool {
        [space.fragments(), space.methodologies()]
            .iter()
            .all(|index| self.ready.contains(index))
    }
}
