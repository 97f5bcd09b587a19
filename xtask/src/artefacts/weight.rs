//! The size of an artefact, raw and in gzip, against its budget.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::{Artefact, Build};

/// The bytes of an artefact: its wasm and its JavaScript together, as a browser downloads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Bytes on disk.
    pub raw: u64,
    /// Bytes in gzip at its best level.
    pub gzip: u64,
}

/// Weighs an artefact of the release build.
///
/// # Errors
/// When it is not built.
pub fn weigh(artefact: &Artefact) -> Result<Weight> {
    let wasm = weight_of(&artefact.wasm(Build::Release))?;
    let script = weight_of(&artefact.script(Build::Release))?;
    Ok(Weight {
        raw: wasm.raw + script.raw,
        gzip: wasm.gzip + script.gzip,
    })
}

/// Fails if an artefact is over its budget; the message names each such artefact.
///
/// # Errors
/// Over budget.
pub fn check_budgets(weighed: &[(Artefact, Weight)]) -> Result<()> {
    let over: Vec<_> = weighed
        .iter()
        .filter(|(artefact, weight)| weight.gzip > artefact.gzip_budget)
        .map(|(artefact, weight)| {
            let budget = artefact.gzip_budget;
            format!(
                "{} has {} gzip bytes, its budget is {budget}",
                artefact.name, weight.gzip
            )
        })
        .collect();
    if !over.is_empty() {
        bail!("over budget: {}", over.join("; "));
    }
    Ok(())
}

/// Weighs a file.
///
/// # Errors
/// When there is none.
pub fn weight_of(file: &Path) -> Result<Weight> {
    let bytes = fs::read(file)
        .with_context(|| format!("{} is not built: run `cargo xtask build`", file.display()))?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&bytes)?;
    Ok(Weight {
        raw: bytes.len() as u64,
        gzip: encoder.finish()?.len() as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(gzip: u64) -> (Artefact, Weight) {
        let entry = "name = 'engine'\ncrate = 'a'\ngzip-budget = 100";
        (toml::from_str(entry).unwrap(), Weight { raw: 400, gzip })
    }

    #[test]
    fn a_budget_may_be_reached_and_not_passed() {
        assert!(check_budgets(&[weighed(100)]).is_ok());
        let refusal = check_budgets(&[weighed(99), weighed(101)]).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "over budget: engine has 101 gzip bytes, its budget is 100"
        );
    }
}
