//! The server's process.

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::tools::Neo4j;
use crate::workspace::relative;

const PATIENCE: Duration = Duration::from_secs(120);
/// The name that a new server knows its first user by, and the password, which must be changed.
const FIRST: &str = "neo4j";

/// Ports of the server, on the loopback address only.
#[derive(Clone, Copy)]
pub struct Ports {
    /// HTTP, which the store speaks.
    pub http: u16,
    /// Bolt, which Neo4j's own tools speak.
    pub bolt: u16,
}

impl Ports {
    /// Two that are free now.
    ///
    /// # Errors
    /// When there are none.
    pub fn free() -> Result<Self> {
        // Both are held until both are known, or they might be one.
        let listeners = [(); 2].map(|()| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
        let [http, bolt] = listeners;
        Ok(Self {
            http: http?.local_addr()?.port(),
            bolt: bolt?.local_addr()?.port(),
        })
    }
}

/// A running server; it ends when this is dropped.
pub struct Server {
    process: Child,
    ports: Ports,
    password: String,
    log: PathBuf,
}

impl Server {
    /// Starts a server on the data in `home`, with these options of Java, and waits until it knows its user by this
    /// password.
    ///
    /// # Errors
    /// When it does not come up, or its user has another password.
    pub fn start(
        neo4j: &Neo4j,
        home: &Path,
        ports: Ports,
        password: String,
        options: &[&str],
    ) -> Result<Self> {
        let conf = home.join("conf");
        fs::create_dir_all(&conf)?;
        fs::write(conf.join("neo4j.conf"), settings(ports))?;
        let log = home.join("server.log");
        let mut java = Command::new(&neo4j.java);
        java.args(["-XX:+UseSerialGC", "-Xmx512m", "-cp", &neo4j.class_path])
            .args(options)
            .arg("org.neo4j.server.CommunityEntryPoint")
            .arg(format!("--home-dir={}", home.display()))
            .arg(format!("--config-dir={}", conf.display()))
            .stdin(Stdio::null())
            .stdout(File::create(&log)?)
            .stderr(File::options().append(true).open(&log)?);
        let process = java.spawn().context("the Neo4j server was not started")?;
        let mut server = Self {
            process,
            ports,
            password,
            log,
        };
        server.wait_until_up()?;
        Ok(server)
    }

    /// The address of its HTTP API.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.ports.http)
    }

    /// The user's name.
    pub fn user(&self) -> &'static str {
        FIRST
    }

    /// The user's password.
    pub fn password(&self) -> &str {
        &self.password
    }

    /// Serves until it is stopped from outside (Ctrl+C, which reaches the server, too).
    ///
    /// # Errors
    /// When the server ends by itself with a failure.
    pub fn serve(mut self) -> Result<()> {
        let status = self.process.wait()?;
        if status.code().is_some_and(|code| code != 0) {
            bail!(
                "the Neo4j server ended with {status}: {} says why",
                relative(&self.log)
            );
        }
        Ok(())
    }

    fn wait_until_up(&mut self) -> Result<()> {
        let begun = Instant::now();
        let mut said = "it does not listen".to_owned();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.process.try_wait()? {
                let log = relative(&self.log);
                bail!("the Neo4j server ended with {status} before it was up: {log} says why");
            }
            match self.is_ready() {
                Ok(()) => return Ok(()),
                Err(error) => said = format!("{error:#}"),
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        bail!("the Neo4j server was not ready within {PATIENCE:?}: {said}")
    }

    /// Checks that it replies to its user; a new server is given the password first.
    fn is_ready(&self) -> Result<()> {
        if self.ask("neo4j", &self.password, "RETURN 1").is_ok() {
            return Ok(());
        }
        let change = "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $password";
        self.ask("system", FIRST, change)
            .context("its user has another password than this one, or it is not up yet")?;
        self.ask("neo4j", &self.password, "RETURN 1")
    }

    fn ask(&self, database: &str, password: &str, statement: &str) -> Result<()> {
        let config = ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(20)));
        let agent: ureq::Agent = config.proxy(None).build().into();
        let body = json!({ "statement": statement, "parameters": { "password": self.password } });
        let answer = agent
            .post(format!("{}/db/{database}/query/v2", self.address()))
            .header("Authorization", &basic(FIRST, password))
            .header("Content-Type", "application/json")
            .send(body.to_string())?
            .body_mut()
            .read_to_string()?;
        let answer: Value = serde_json::from_str(&answer)?;
        match answer.get("errors") {
            Some(errors) => bail!("it says {errors}"),
            None => Ok(()),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already; there is nothing else to do about it here.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn settings(ports: Ports) -> String {
    let Ports { http, bolt } = ports;
    [
        &format!("server.http.listen_address=127.0.0.1:{http}"),
        &format!("server.bolt.listen_address=127.0.0.1:{bolt}"),
        "server.memory.heap.max_size=512m",
        "server.memory.pagecache.size=64m",
        "dbms.usage_report.enabled=false",
        "",
    ]
    .join("\n")
}

fn basic(user: &str, password: &str) -> String {
    use base64::Engine;
    let login = format!("{user}:{password}");
    format!(
        "Basic {}",
        base64::engine::general_purpose::STANDARD.encode(login)
    )
}
