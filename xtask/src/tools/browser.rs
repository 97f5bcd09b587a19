//! Chromium and its driver: those on PATH, else Debian's.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::debian;
use crate::workspace::on_path;

/// A browser that tests can drive.
pub struct Browser {
    /// Chromium itself.
    pub chromium: PathBuf,
    /// The WebDriver server of the same version.
    pub driver: PathBuf,
}

/// Finds or installs the browser.
///
/// # Errors
/// When it is missing and cannot be installed.
pub fn browser() -> Result<Browser> {
    if let Some(found) = present() {
        return Ok(found);
    }
    debian::install(&["chromium", "chromium-driver"])?;
    present().context("chromium and chromedriver are not on PATH after their installation")
}

fn present() -> Option<Browser> {
    Some(Browser {
        chromium: on_path("chromium")?,
        driver: on_path("chromedriver")?,
    })
}
