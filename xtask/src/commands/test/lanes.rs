//! The lanes, in the order in which they run: what is quick to fail comes first.

use anyhow::Result;
use clap::ValueEnum;

use super::{doc, lint, native, neo4j, page, scenarios, wasm};
use crate::commands::{build, coverage, types};
use crate::tools;

/// What `--only` chooses among.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Group {
    /// Formatting, clippy, documentation, coverage of features.
    Lint,
    /// The model, generated types and every native test.
    Native,
    /// Trajectory memory on a real Neo4j server: the store, and the npm package over it.
    Neo4j,
    /// Artefacts within budget and wasm-pack tests in Chromium.
    Wasm,
    /// Every scenario on Node and in Chromium, through the npm package.
    Scenarios,
    /// TypeScript and the page in Chromium.
    Page,
}

/// One check.
pub struct Lane {
    /// What people read in the summary.
    pub name: &'static str,
    /// The group it belongs to.
    pub group: Group,
    /// Does the check.
    pub check: fn() -> Result<()>,
}

const fn lane(group: Group, name: &'static str, check: fn() -> Result<()>) -> Lane {
    Lane { name, group, check }
}

/// Every lane.
pub const LANES: [Lane; 18] = [
    lane(Group::Lint, "formatting", lint::formatting),
    lane(Group::Lint, "clippy", lint::clippy_native),
    lane(Group::Lint, "clippy for wasm32", lint::clippy_wasm),
    lane(Group::Lint, "documentation", doc::documentation),
    lane(Group::Lint, "links in documents", doc::links),
    lane(Group::Lint, "coverage of features", coverage::check),
    lane(Group::Native, "model", || tools::model().map(drop)),
    lane(Group::Native, "generated types", types::check),
    lane(Group::Native, "native tests", native::tests),
    lane(
        Group::Wasm,
        "artefacts and budgets",
        build::build_within_budgets,
    ),
    lane(
        Group::Wasm,
        "wasm-pack tests in Chromium",
        wasm::browser_tests,
    ),
    lane(Group::Neo4j, "tests on a Neo4j server", neo4j::tests),
    lane(Group::Scenarios, "scenarios on Node", scenarios::on_node),
    lane(
        Group::Scenarios,
        "scenarios in Chromium",
        scenarios::in_chromium,
    ),
    lane(Group::Page, "TypeScript", page::static_checks),
    lane(Group::Page, "TypeScript tests", page::unit_tests),
    lane(Group::Page, "sample task", page::sample_task),
    lane(Group::Page, "page in Chromium", page::browser_tests),
];
