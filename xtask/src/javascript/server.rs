//! The local server of the built page: Vite's, on the loopback address only.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::workspace::path;

/// Number of ports that are tried after the wanted one.
const PORTS_TRIED: u16 = 20;
const PATIENCE: Duration = Duration::from_secs(30);

/// A running server; it ends when this is dropped.
pub struct Server {
    process: Child,
    port: u16,
}

impl Server {
    /// Starts serving www/dist at `wanted`, or at the next port that is free.
    ///
    /// # Errors
    /// When no port is free or the server does not come up.
    pub fn start(wanted: u16) -> Result<Self> {
        let port = free_port(wanted)?;
        let mut node = Command::new("node");
        node.arg("node_modules/vite/bin/vite.js")
            .args(["preview", "--host", "127.0.0.1", "--strictPort", "--port"])
            .arg(port.to_string())
            .current_dir(path("www"))
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let process = node.spawn().context("the page's server was not started")?;
        let mut server = Self { process, port };
        server.wait_until_up()?;
        Ok(server)
    }

    /// The page's address.
    pub fn address(&self) -> String {
        format!("http://localhost:{}/", self.port)
    }

    /// The port it listens at.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Serves until it is stopped from outside (Ctrl+C).
    ///
    /// # Errors
    /// When the server ends by itself with a failure.
    pub fn serve(mut self) -> Result<()> {
        let status = self.process.wait()?;
        if status.code().is_some_and(|code| code != 0) {
            bail!("the page's server ended with {status}");
        }
        Ok(())
    }

    fn wait_until_up(&mut self) -> Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.process.try_wait()? {
                bail!("the page's server ended with {status} before it served anything");
            }
            if TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_ok() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        bail!("the page's server did not answer within {PATIENCE:?}")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already; there is nothing else to do about it here.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the head and the beginning of the body of the response to `GET path` at `port`.
///
/// # Errors
/// When there is no response.
pub fn get(port: u16, path: &str) -> Result<String> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    stream.take(4096).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Returns the first free port from `wanted` on.
///
/// # Errors
/// When some twenty of them are taken.
pub fn free_port(wanted: u16) -> Result<u16> {
    let last = wanted.saturating_add(PORTS_TRIED);
    (wanted..=last)
        .find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
        .with_context(|| format!("no port is free from {wanted} to {last}: try --port"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_passed_over() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        assert!(free_port(port).unwrap() > port);
    }
}
