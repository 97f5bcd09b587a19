//! The database that tests share, one at a time.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use amb_neo4j::{Neo4jSettings, Neo4jStore, Retries, VectorSearch};
use amb_store::contract::{Opening, Place};
use amb_store::long_term::TrajectoryStore;
use serde_json::{Value, json};

use super::http::Http;

static TURN: Mutex<()> = Mutex::new(());

/// Waits until no other test uses the database.
pub fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(|broken| broken.into_inner())
}

/// A server and its login.
#[derive(Clone)]
pub struct Login {
    pub url: String,
    pub database: String,
    pub user: String,
    pub password: String,
}

impl Login {
    /// Returns the database that the environment names.
    pub fn given() -> Self {
        let named =
            |name: &str| {
                std::env::var(name).unwrap_or_else(|_| {
            panic!("{name} is not set: `cargo xtask test --only neo4j` starts a server and sets it")
        })
            };
        let database = std::env::var("NEO4J_DATABASE").unwrap_or_else(|_| "neo4j".to_owned());
        assert_eq!(
            named("NEO4J_WIPE"),
            database,
            "all that the database holds would be deleted; set NEO4J_WIPE to its name to allow that"
        );
        Self {
            url: named("NEO4J_URL"),
            database,
            user: named("NEO4J_USER"),
            password: named("NEO4J_PASSWORD"),
        }
    }

    /// Settings for this server, impatient between attempts.
    pub fn settings(&self) -> Neo4jSettings {
        let Self {
            url,
            database,
            user,
            password,
        } = self;
        let mut settings = Neo4jSettings::new(url, database, user, password).unwrap();
        settings.retries = Retries {
            first_pause_ms: 2,
            longest_pause_ms: 50,
            ..Retries::default()
        };
        settings
    }

    /// Has a statement carried out, past the store; the values of its rows.
    pub fn run(&self, statement: &str, parameters: Value) -> Result<Vec<Value>, String> {
        self.run_in(&self.database, statement, parameters)
    }

    /// Likewise, in another database.
    pub fn run_in(
        &self,
        database: &str,
        statement: &str,
        parameters: Value,
    ) -> Result<Vec<Value>, String> {
        use base64::Engine;
        let login = format!("{}:{}", self.user, self.password);
        let login = base64::engine::general_purpose::STANDARD.encode(login);
        let headers = [
            ("Authorization", format!("Basic {login}")),
            ("Content-Type", "application/json".to_owned()),
        ];
        let headers = headers
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        let body = json!({ "statement": statement, "parameters": parameters }).to_string();
        let url = format!("{}/db/{database}/query/v2", self.url);
        let patience = Duration::from_secs(60);
        let response = Http::new().post(&url, &headers, &body, patience, 1 << 28);
        let response = response.map_err(|error| error.detail)?;
        let reply: Value = serde_json::from_slice(&response.body).map_err(|it| it.to_string())?;
        match reply["errors"].as_array() {
            Some(errors) => Err(errors[0]["code"].to_string()),
            None => Ok(reply["data"]["values"].as_array().unwrap().clone()),
        }
    }

    /// Deletes all data of the database.
    pub fn wipe(&self) {
        self.run("MATCH (n) DETACH DELETE n", json!({})).unwrap();
    }

    /// Opens its store.
    pub async fn open(&self) -> Result<Neo4jStore, amb_store::long_term::LongTermError> {
        Neo4jStore::open(Box::new(Http::new()), self.settings()).await
    }
}

/// The database, empty at first.
pub struct Database {
    login: Login,
    vectors: VectorSearch,
}

impl Database {
    pub fn new(vectors: VectorSearch) -> Self {
        let login = Login::given();
        login.wipe();
        Self { login, vectors }
    }
}

impl Place<dyn TrajectoryStore> for Database {
    fn open(&self) -> Opening<'_, dyn TrajectoryStore> {
        let mut settings = self.login.settings();
        settings.vectors = self.vectors;
        Box::pin(async move {
            let store = Neo4jStore::open(Box::new(Http::new()), settings).await?;
            Ok(Box::new(store) as Box<dyn TrajectoryStore>)
        })
    }
}
