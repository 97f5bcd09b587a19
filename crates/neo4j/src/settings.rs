//! The server, the login, timeouts and retries.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Settings of trajectory memory on a server.
#[derive(Debug, Clone)]
pub struct Neo4jSettings {
    address: Address,
    database: String,
    login: Login,
    /// Timeout of a reply, in milliseconds.
    pub timeout_ms: u32,
    /// Retries of transient failures.
    pub retries: Retries,
    /// The side that compares vectors.
    pub vectors: VectorSearch,
}

/// Retries of transient failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retries {
    /// Further attempts, at most.
    pub most: u32,
    /// The pause before the first retry, in milliseconds; each later one is twice as long. A random part of it, up to a
    /// half, is left out.
    pub first_pause_ms: u32,
    /// The longest pause, in milliseconds, even if the server asks for more.
    pub longest_pause_ms: u32,
}

/// The side that compares vectors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum VectorSearch {
    /// Neo4j's own index, which finds nearly always the nearest of many without reading all; the engine if the server
    /// has none or does not let this user create one.
    #[default]
    ByIndex,
    /// The engine, which reads all vectors and finds the nearest for certain.
    InEngine,
}

/// The error of refused settings. It does not repeat its input: an address may hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The address is invalid.
    #[error("the address of Neo4j must be like https://host:7473, without name, password, ? or #")]
    BadAddress,
    /// The name of the database is invalid.
    #[error("a database of Neo4j has a name of 1 to 63 letters, digits, points and dashes")]
    BadDatabase,
    /// The user's name is invalid.
    #[error("a user of Neo4j has a name, without a colon")]
    BadUser,
}

/// The scheme, host, port and path that the API's paths are added to.
#[derive(Debug, Clone)]
struct Address {
    base: String,
    host: String,
}

/// Name and password, in the form in which they are sent.
#[derive(Clone)]
struct Login(String);

impl fmt::Debug for Login {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Login(…)")
    }
}

impl Default for Retries {
    fn default() -> Self {
        Self {
            most: 4,
            first_pause_ms: 100,
            longest_pause_ms: 5_000,
        }
    }
}

impl Neo4jSettings {
    /// Creates settings for a database of a server, such as `neo4j` at `http://localhost:7474`, and its login.
    ///
    /// # Errors
    /// [`SettingsError`].
    pub fn new(
        address: &str,
        database: &str,
        user: &str,
        password: &str,
    ) -> Result<Self, SettingsError> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
        let is_name = (1..=63).contains(&database.len()) && database.bytes().all(plain);
        // Two points would lead out of the path.
        if !is_name || database.contains("..") || database == "." {
            return Err(SettingsError::BadDatabase);
        }
        if user.is_empty() || user.contains(':') {
            return Err(SettingsError::BadUser);
        }
        Ok(Self {
            address: Address::parse(address).ok_or(SettingsError::BadAddress)?,
            database: database.to_owned(),
            login: Login(format!(
                "Basic {}",
                STANDARD.encode(format!("{user}:{password}"))
            )),
            timeout_ms: 30_000,
            retries: Retries::default(),
            vectors: VectorSearch::default(),
        })
    }

    /// The address of the Query API.
    pub(crate) fn url(&self) -> String {
        format!("{}/db/{}/query/v2", self.address.base, self.database)
    }

    /// The server's host and port.
    pub(crate) fn host(&self) -> &str {
        &self.address.host
    }

    /// The header `Authorization`.
    pub(crate) fn authorization(&self) -> String {
        self.login.0.clone()
    }
}

impl Address {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches('/');
        let (scheme, rest) = text.split_once("://")?;
        let is_http = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
        let stray =
            |byte: u8| !byte.is_ascii_graphic() || matches!(byte, b'@' | b'?' | b'#' | b'\\');
        let host = rest.split('/').next().filter(|host| !host.is_empty())?;
        (is_http && !rest.bytes().any(stray)).then(|| Self {
            base: text.to_owned(),
            host: host.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_09_addresses_lead_to_the_query_api() {
        for (address, url, host) in [
            (
                "http://localhost:7474",
                "http://localhost:7474/db/neo4j/query/v2",
                "localhost:7474",
            ),
            (
                " https://proxy.example/team/ ",
                "https://proxy.example/team/db/neo4j/query/v2",
                "proxy.example",
            ),
            (
                "HTTPS://[::1]:7473/",
                "HTTPS://[::1]:7473/db/neo4j/query/v2",
                "[::1]:7473",
            ),
        ] {
            let settings = Neo4jSettings::new(address, "neo4j", "neo4j", "secret").unwrap();
            assert_eq!((settings.url().as_str(), settings.host()), (url, host));
        }
    }

    #[test]
    fn cg_09_what_is_no_address_no_database_and_no_user_is_refused() {
        let new = |address, database, user| {
            Neo4jSettings::new(address, database, user, "secret").map(drop)
        };
        for address in [
            "",
            "localhost:7474",
            "bolt://localhost:7687",
            "http://",
            "http:///path",
            "http://me:secret@host",
            "http://host/?x",
            "http://host/#x",
            "http://ho st",
            "http://host\r\nX: y",
        ] {
            assert_eq!(
                new(address, "neo4j", "neo4j"),
                Err(SettingsError::BadAddress),
                "{address}"
            );
        }
        let long = "a".repeat(64);
        for database in ["", "a/b", "a b", "..", ".", "a..b", "%2e", &long] {
            assert_eq!(
                new("http://host", database, "neo4j"),
                Err(SettingsError::BadDatabase)
            );
        }
        for user in ["", "a:b"] {
            assert_eq!(
                new("http://host", "neo4j", user),
                Err(SettingsError::BadUser)
            );
        }
    }

    #[test]
    fn cg_09_the_password_is_shown_by_nothing() {
        let settings = Neo4jSettings::new("http://host", "neo4j", "ann", "open sesame").unwrap();
        let shown = format!("{settings:?}");
        let header = settings.authorization();
        assert!(!shown.contains("sesame") && !shown.contains("ann"));
        assert!(!shown.contains(header.trim_start_matches("Basic ")));
        assert_eq!(header, "Basic YW5uOm9wZW4gc2VzYW1l");
    }
}
