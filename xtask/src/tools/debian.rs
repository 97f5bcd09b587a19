//! Debian's packages.

use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context, Result, bail};

use crate::workspace::{on_path, one_at_a_time, run_quietly, step};

/// Lock of apt-get, which fails while another one is running.
static APT_GET: Mutex<()> = Mutex::new(());

/// Installs `packages`, as root or by sudo without a password.
///
/// # Errors
/// When this is not Debian, nobody may install here, or apt-get fails.
pub fn install(packages: &[&str]) -> Result<()> {
    let by_hand = format!("install by hand: apt-get install {}", packages.join(" "));
    if on_path("apt-get").is_none() {
        bail!(
            "{} not found and there is no apt-get; {by_hand}, or your system's equal",
            packages.join(" and ")
        );
    }
    let _alone = one_at_a_time(&APT_GET);
    step(&format!("installing Debian's {}", packages.join(" and ")));
    update_lists()?;
    let mut apt = as_root()?;
    apt.args(["install", "-y", "--no-install-recommends"]);
    run_quietly(apt.args(packages)).context(by_hand)
}

/// Downloads `package` into `folder` and unpacks it there: works without any right to install.
///
/// # Errors
/// When the package cannot be had or unpacked.
pub fn unpack(package: &str, folder: &Path) -> Result<()> {
    let _alone = one_at_a_time(&APT_GET);
    let download = || -> Result<()> {
        let mut apt = Command::new("apt-get");
        run_quietly(apt.args(["download", package]).current_dir(folder))
    };
    if download().is_err() {
        update_lists()?;
        download().with_context(|| format!("apt-get download {package} failed"))?;
    }
    let archives = std::fs::read_dir(folder)?.filter_map(Result::ok);
    let archive = archives
        .map(|entry| entry.path())
        .find(|it| it.extension().is_some_and(|extension| extension == "deb"))
        .with_context(|| format!("apt-get download {package} left no archive"))?;
    run_quietly(Command::new("dpkg").arg("-x").arg(&archive).arg(folder))
}

fn update_lists() -> Result<()> {
    run_quietly(as_root()?.arg("update")).context("apt-get update failed")
}

/// A call of apt-get that may install, without questions.
fn as_root() -> Result<Command> {
    let user = Command::new("id").arg("-u").output()?;
    if user.stdout.trim_ascii() == b"0" {
        let mut apt = Command::new("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        return Ok(apt);
    }
    if on_path("sudo").is_none() {
        bail!("Debian packages are missing and only root may install them");
    }
    let mut sudo = Command::new("sudo");
    sudo.args(["-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    Ok(sudo)
}
