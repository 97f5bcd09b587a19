//! `cargo xtask size`: the size of each artefact.

use std::process::ExitCode;

use anyhow::Result;

use crate::artefacts::{Artefact, Weight, check_budgets, matrix, weigh};

/// Prints the table; fails when an artefact is over its budget.
///
/// # Errors
/// When an artefact is not built or over budget.
pub fn run() -> Result<ExitCode> {
    let weighed = weighed(matrix()?)?;
    print(&weighed);
    check_budgets(&weighed)?;
    Ok(ExitCode::SUCCESS)
}

/// Weighs built artefacts.
///
/// # Errors
/// When one is not built.
pub fn weighed(artefacts: Vec<Artefact>) -> Result<Vec<(Artefact, Weight)>> {
    artefacts
        .into_iter()
        .map(|artefact| weigh(&artefact).map(|weight| (artefact, weight)))
        .collect()
}

/// Prints bytes of wasm and JavaScript together, per artefact.
pub fn print(weighed: &[(Artefact, Weight)]) {
    println!(
        "{:<16} {:>12} {:>12} {:>12}",
        "artefact", "raw", "gzip", "budget"
    );
    for (artefact, weight) in weighed {
        let budget = artefact.gzip_budget;
        println!(
            "{:<16} {:>12} {:>12} {budget:>12}",
            artefact.name, weight.raw, weight.gzip
        );
    }
}
