//! The Worker in workerd, as `wrangler dev` runs it, on the loopback address only.

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::worker::WORKER;
use crate::workspace::{path, relative};

/// Bundling and starting take seconds; on a busy machine longer.
const PATIENCE: Duration = Duration::from_secs(180);
/// Time to end by itself.
const GRACE: Duration = Duration::from_secs(10);

/// Switches for the telemetry of wrangler and miniflare, and the places of their own files.
const ENVIRONMENT: [(&str, &str); 6] = [
    ("CLOUDFLARE_CF_FETCH_ENABLED", "false"),
    ("WRANGLER_SEND_METRICS", "false"),
    ("WRANGLER_SEND_ERROR_REPORTS", "false"),
    ("WRANGLER_HIDE_BANNER", "true"),
    ("WRANGLER_LOG_PATH", "target/worker/log"),
    ("WRANGLER_REGISTRY_PATH", "target/worker/registry"),
];

/// Returns a call of wrangler in worker/.
pub fn wrangler() -> Command {
    let mut wrangler = Command::new(path(WORKER).join("node_modules/.bin/wrangler"));
    on_its_own(&mut wrangler).current_dir(path(WORKER));
    wrangler
}

/// Makes wrangler and miniflare, or their caller, send nothing by themselves and keep their files in target/worker.
pub fn on_its_own(command: &mut Command) -> &mut Command {
    for (name, value) in ENVIRONMENT {
        let is_path = name.ends_with("_PATH");
        command.env(name, if is_path { path(value) } else { value.into() });
    }
    command
}

/// The data folder of workerd, and the Worker's variables.
pub struct Setting<'s> {
    /// Folder of the data.
    pub state: &'s Path,
    /// File of variables and secrets, in place of worker/.dev.vars.
    pub variables: Option<&'s Path>,
    /// File for the output of wrangler, if it is not shown.
    pub log: Option<&'s Path>,
}

/// A running Worker; it ends when this is dropped.
pub struct Workerd {
    process: Child,
    port: u16,
    log: Option<PathBuf>,
}

impl Workerd {
    /// Starts the Worker at a port and waits until it answers.
    ///
    /// # Errors
    /// When it does not come up.
    pub fn start(port: u16, setting: &Setting<'_>) -> Result<Self> {
        let mut dev = wrangler();
        dev.args(["dev", "--ip", "127.0.0.1", "--inspector-port", "0"])
            .args(["--show-interactive-dev-session", "false"])
            .arg("--port")
            .arg(port.to_string())
            .arg("--persist-to")
            .arg(setting.state)
            .stdin(Stdio::null());
        if let Some(variables) = setting.variables {
            dev.arg("--env-file").arg(variables);
        }
        if let Some(log) = setting.log {
            let said = File::create(log).with_context(|| relative(log))?;
            dev.stdout(said.try_clone()?).stderr(said);
        }
        let process = dev.spawn().context("wrangler was not started")?;
        let mut workerd = Self {
            process,
            port,
            log: setting.log.map(Path::to_owned),
        };
        workerd.wait_until_up()?;
        Ok(workerd)
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://localhost:{}/", self.port)
    }

    /// Serves until it is stopped from outside (Ctrl+C).
    ///
    /// # Errors
    /// When wrangler ends by itself with a failure.
    pub fn serve(mut self) -> Result<()> {
        let status = self.process.wait()?;
        if status.code().is_some_and(|code| code != 0) {
            bail!("wrangler ended with {status}");
        }
        Ok(())
    }

    fn wait_until_up(&mut self) -> Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.process.try_wait()? {
                bail!(
                    "wrangler ended with {status} before the Worker answered{}",
                    self.said()
                );
            }
            if super::get(self.port, "/api/deployment").is_ok_and(|it| it.contains(" 200 ")) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        bail!(
            "the Worker did not answer within {PATIENCE:?}{}",
            self.said()
        )
    }

    /// Signals wrangler to end, which ends workerd. Ctrl+C reaches all of them by itself.
    fn end(&mut self) -> Result<()> {
        if self.process.try_wait()?.is_some() {
            return Ok(());
        }
        Command::new("kill")
            .arg(self.process.id().to_string())
            .status()?;
        let begun = Instant::now();
        while begun.elapsed() < GRACE {
            if self.process.try_wait()?.is_some() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }

    /// Returns the output of wrangler, for the message of a failure.
    fn said(&self) -> String {
        let said = self.log.as_ref().map(fs::read_to_string);
        said.map_or_else(String::new, |said| {
            format!(": {}", said.unwrap_or_default())
        })
    }
}

impl Drop for Workerd {
    fn drop(&mut self) {
        // It may have ended already; there is nothing else to do about it here.
        let _ = self.end();
    }
}

/// Returns some port that is free now.
///
/// # Errors
/// When there is none.
pub fn any_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}
