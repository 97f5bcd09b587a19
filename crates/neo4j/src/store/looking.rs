//! Memory is looked at.

use amb_store::long_term::LongTermError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Neo4jStore;
use crate::graph::Look;
use crate::server::Row;
use crate::wire::{Failure, Intent, contended, memory_gone, read};

/// A reply and its revision.
pub struct Seen<T> {
    /// The revision.
    pub revision: u64,
    /// The requested data.
    pub found: T,
}

#[derive(Deserialize)]
struct Revision {
    revision: u64,
}

const REVISION: Look = look!("RETURN memory.revision AS revision");

/// Attempts at a consistent read if memory was written to meanwhile.
const LOOKS: u32 = 8;

/// A limit as Neo4j takes it: it counts to a number of 31 bits without preparing for more.
pub fn limit(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

impl Neo4jStore {
    /// Reads memory at one moment.
    ///
    /// Without write access there is no lock: reads are repeated until no write has come between two of them.
    pub async fn look<T: DeserializeOwned>(
        &self,
        look: &Look,
        parameters: &impl Serialize,
    ) -> Result<Seen<T>, LongTermError> {
        match self.ask_for(look.locked, parameters).await {
            Ok(row) => seen(row),
            Err(failure) if failure.no_writes => self.look_without_lock(look, parameters).await,
            Err(failure) => Err(failure.into()),
        }
    }

    async fn look_without_lock<T: DeserializeOwned>(
        &self,
        look: &Look,
        parameters: &impl Serialize,
    ) -> Result<Seen<T>, LongTermError> {
        for attempt in 0..LOOKS {
            let before: Seen<Revision> = seen(self.ask_for(REVISION.plain, &json!({})).await?)?;
            let row = self.ask_for(look.plain, parameters).await?;
            let after: Seen<Revision> = seen(self.ask_for(REVISION.plain, &json!({})).await?)?;
            if before.revision == after.revision {
                return seen(row);
            }
            self.server.pause(attempt, None).await;
        }
        Err(contended())
    }

    /// Returns the one row of a read; an error if the memory is gone.
    async fn ask_for(
        &self,
        statement: &str,
        parameters: &impl Serialize,
    ) -> Result<Option<Row>, Failure> {
        let rows = self.server.ask(Intent::Look, statement, parameters).await?;
        Ok(rows.into_iter().next())
    }

    /// Memory's revision.
    pub async fn revision(&self) -> Result<u64, LongTermError> {
        let seen: Seen<Revision> = self.look(&REVISION, &json!({})).await?;
        Ok(seen.revision)
    }
}

fn seen<T: DeserializeOwned>(row: Option<Row>) -> Result<Seen<T>, LongTermError> {
    let row = row.ok_or_else(memory_gone)?;
    let Revision { revision } = read(row.clone())?;
    let found = read(row)?;
    Ok(Seen { revision, found })
}
