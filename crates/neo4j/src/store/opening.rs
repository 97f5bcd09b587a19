//! A memory is opened, or begun.

use std::cell::RefCell;

use amb_store::StoreError;
use amb_store::long_term::LongTermError;
use futures::lock::Mutex;
use serde::Deserialize;
use serde_json::json;

use super::Neo4jStore;
use super::vectors::Spaces;
use crate::exchange::Exchange;
use crate::graph::{AWAIT_INDEXES, BEGIN, MEMORY, SCHEMA, VERSION};
use crate::server::{Row, Server};
use crate::settings::Neo4jSettings;
use crate::wire::{Intent, memory_gone, read};

#[derive(Deserialize)]
struct Kept {
    version: u32,
}

impl Neo4jStore {
    /// Opens the memory of this database, or begins one: constraints and indexes, then the node that marks it.
    ///
    /// # Errors
    /// [`StoreError::TooNew`] for one of a newer version, which is left unchanged; [`LongTermError::Denied`] for wrong
    /// credentials, [`LongTermError::Unreachable`], [`LongTermError::ReadOnly`] if one would have to be begun,
    /// [`LongTermError::Server`].
    pub async fn open(
        exchange: Box<dyn Exchange>,
        settings: Neo4jSettings,
    ) -> Result<Self, LongTermError> {
        let server = Server::new(exchange, settings);
        let known = server.ask(Intent::Look, MEMORY, &json!({})).await?;
        match known.into_iter().next() {
            Some(row) => check(row)?,
            None => begin(&server).await?,
        }
        Ok(Self {
            server,
            writing: Mutex::new(()),
            spaces: RefCell::new(Spaces::default()),
        })
    }
}

/// Creates the schema. Every statement is idempotent, so it is repeated if a reply was lost.
async fn begin(server: &Server) -> Result<(), LongTermError> {
    for statement in SCHEMA {
        server.ask(Intent::Look, statement, &json!({})).await?;
    }
    server.ask(Intent::Look, AWAIT_INDEXES, &json!({})).await?;
    let parameters = json!({ "version": VERSION });
    let begun = server.ask(Intent::Look, BEGIN, &parameters).await?;
    check(begun.into_iter().next().ok_or_else(memory_gone)?)
}

fn check(row: Row) -> Result<(), LongTermError> {
    let Kept { version } = read(row)?;
    if version > VERSION {
        return Err(StoreError::TooNew {
            found: version,
            supported: VERSION,
        }
        .into());
    }
    Ok(())
}
