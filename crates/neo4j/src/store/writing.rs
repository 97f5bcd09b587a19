//! Memory is written to.

use amb_store::long_term::LongTermError;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Neo4jStore;
use super::looking::Seen;
use crate::graph::{Change, Look, WRITE};
use crate::wire::{Intent, contended};

/// Attempts at a write if another client's came before it.
const ATTEMPTS: u32 = 24;

#[derive(Serialize)]
struct Parameters<'a> {
    basis: u64,
    #[serde(flatten)]
    change: &'a Change,
}

/// The decision after a read.
pub enum Decision<T> {
    /// Nothing is written.
    Leave(T),
    /// This is written.
    Write(Box<Change>, T),
}

impl Neo4jStore {
    /// Reads, decides, and writes the decision if memory is unchanged; otherwise reads again.
    pub async fn change<Found: DeserializeOwned, T>(
        &self,
        look: &Look,
        parameters: &impl Serialize,
        decide: impl Fn(Found) -> Result<Decision<T>, LongTermError>,
    ) -> Result<T, LongTermError> {
        let _turn = self.writing.lock().await;
        for attempt in 0..ATTEMPTS {
            let Seen { revision, found } = self.look(look, parameters).await?;
            match decide(found)? {
                Decision::Leave(result) => return Ok(result),
                Decision::Write(change, result) => {
                    if self.write(revision, &change).await? {
                        return Ok(result);
                    }
                }
            }
            self.server.pause(attempt.min(4), None).await;
        }
        Err(contended())
    }

    /// Writes, if memory is of this revision; whether it was.
    pub async fn write(&self, basis: u64, change: &Change) -> Result<bool, LongTermError> {
        let parameters = Parameters { basis, change };
        let rows = self.server.ask(Intent::Write, WRITE, &parameters).await?;
        Ok(!rows.is_empty())
    }
}
