//! Java and Maven: those on PATH, else Debian's.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::debian;
use crate::workspace::on_path;

/// The oldest Java that Neo4j 5.26 runs on.
const OLDEST_JAVA: u32 = 17;

/// Finds or installs Java.
///
/// # Errors
/// When it is missing or too old and cannot be installed.
pub fn java() -> Result<PathBuf> {
    if let Some(java) = on_path("java").filter(is_new_enough) {
        return Ok(java);
    }
    debian::install(&["openjdk-17-jre-headless"])?;
    let Some(java) = on_path("java") else {
        bail!("java is not on PATH after its installation");
    };
    if !is_new_enough(&java) {
        bail!("the java on PATH is older than {OLDEST_JAVA}: put a newer one before it");
    }
    Ok(java)
}

/// Finds or installs Maven.
///
/// # Errors
/// When it is missing and cannot be installed.
pub fn maven() -> Result<PathBuf> {
    if let Some(maven) = on_path("mvn") {
        return Ok(maven);
    }
    debian::install(&["maven"])?;
    on_path("mvn").context("mvn is not on PATH after its installation")
}

fn is_new_enough(java: &PathBuf) -> bool {
    let output = Command::new(java).arg("-version").output();
    let printed = output.map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
    printed.is_ok_and(|text| major(&text).is_some_and(|version| version >= OLDEST_JAVA))
}

/// Returns the major version in the output of `java -version`: `openjdk version "17.0.15" …`, `java version "1.8.0_392"
/// …`.
fn major(printed: &str) -> Option<u32> {
    let version = printed.split('"').nth(1)?;
    let mut numbers = version.split(['.', '-', '+', '_']);
    let first = numbers.next()?.parse().ok()?;
    match first {
        1 => numbers.next()?.parse().ok(),
        major => Some(major),
    }
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_major_version_is_found_in_old_and_new_names() {
        for (printed, version) in [
            ("openjdk version \"17.0.15\" 2025-04-15", Some(17)),
            ("openjdk version \"21\" 2023-09-19", Some(21)),
            ("openjdk version \"22-ea\"", Some(22)),
            ("java version \"1.8.0_392\"", Some(8)),
            ("no java here", None),
        ] {
            assert_eq!(major(printed), version, "{printed}");
        }
    }
}
