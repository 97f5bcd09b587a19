//! `cargo xtask package`: the npm packages as they are published, packed into target/package, and their sizes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Deserialize;

use super::{build, test};
use crate::artefacts::{Build, Weight, weight_of};
use crate::workspace::{capture, path, relative, run as run_process, step};
use crate::{javascript, tools};

/// Folder of the tarballs.
const PACKED: &str = "target/package";
/// The npm package's suite of installs.
pub const INSTALL_SUITE: &str = "test:install";
/// Folders of the packages.
const PACKAGES: [&str; 2] = ["npm", "npm/minilm"];
/// Bytes above which Cloudflare Pages and others refuse a file.
const LARGEST_FILE: u64 = 25 * 1024 * 1024;
/// Files of npm/dist that a host loads for a first answer.
const HOSTS: [(&str, &[&str]); 4] = [
    (
        "browser",
        &[
            "browser.js",
            "worker.js",
            "artefacts/engine.wasm",
            "artefacts/embed-relaxed.wasm",
        ],
    ),
    (
        "Node",
        &[
            "node.js",
            "artefacts/engine.wasm",
            "artefacts/embed-relaxed.wasm",
        ],
    ),
    (
        "workerd",
        &[
            "workerd.js",
            "artefacts/engine.wasm",
            "artefacts/embed-relaxed.wasm",
        ],
    ),
    ("slim", &["slim.js", "artefacts/engine.wasm"]),
];

/// Options of `package`.
#[derive(Args)]
pub struct Arguments {
    /// Also check the packages: publint, attw, a dry run of publishing, and the matrix of installs.
    #[arg(long)]
    check: bool,
}

/// Builds, packs and measures both packages.
///
/// # Errors
/// When something does not build, is over budget or too large, or a check fails.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    tools::model()?;
    build::build_within_budgets()?;
    tools::npm_install(Path::new("npm"))?;
    javascript::package_built(Build::Release)?;
    let packed = pack_all()?;
    println!();
    print_hosts()?;
    println!();
    print_packages(&packed);
    refuse_large_files(&packed)?;
    if arguments.check {
        check(&packed)?;
        time_first_answer()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the seconds from an empty folder to the first answer, and the registry's latency.
fn time_first_answer() -> Result<()> {
    step("timing the first answer from the tarballs");
    let mut timing = tools::node()?;
    timing.arg(path("npm/test/install/first-answer.mjs"));
    print!("{}", capture(timing.arg(path(PACKED)))?);
    Ok(())
}

/// Packs both packages of the release build and checks them, for the test lanes.
///
/// # Errors
/// When a check fails.
pub fn checked() -> Result<()> {
    test::prepare()?;
    let packed = pack_all()?;
    refuse_large_files(&packed)?;
    check(&packed)
}

/// Package as `npm pack --json` describes it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Packed {
    name: String,
    filename: String,
    size: u64,
    unpacked_size: u64,
    files: Vec<PackedFile>,
}

#[derive(Debug, Deserialize)]
struct PackedFile {
    path: String,
    size: u64,
}

impl Packed {
    fn tarball(&self) -> PathBuf {
        path(PACKED).join(&self.filename)
    }
}

fn pack_all() -> Result<Vec<Packed>> {
    let folder = path(PACKED);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    PACKAGES.iter().map(|package| pack(package)).collect()
}

fn pack(package: &str) -> Result<Packed> {
    step(&format!("packing {package}"));
    let mut npm = npm(package);
    npm.args(["pack", "--json", "--loglevel=error", "--pack-destination"]);
    let printed = capture(npm.arg(path(PACKED)))?;
    described(&printed)
        .with_context(|| format!("npm pack in {package} did not describe one package"))
}

/// Reads the output of `npm pack --json`: a list of one package.
fn described(printed: &str) -> Result<Packed> {
    let mut packages: Vec<Packed> = serde_json::from_str(printed)?;
    packages.pop().context("no package")
}

fn print_hosts() -> Result<()> {
    println!("{:<10} {:<34} {:>12} {:>12}", "host", "file", "raw", "gzip");
    for (host, files) in HOSTS {
        let mut all = Weight { raw: 0, gzip: 0 };
        for file in files {
            let weight = weight_of(&path("npm/dist").join(file))?;
            println!(
                "{host:<10} {file:<34} {:>12} {:>12}",
                weight.raw, weight.gzip
            );
            all.raw += weight.raw;
            all.gzip += weight.gzip;
        }
        println!(
            "{host:<10} {:<34} {:>12} {:>12}",
            "together", all.raw, all.gzip
        );
    }
    Ok(())
}

fn print_packages(packed: &[Packed]) {
    println!(
        "{:<32} {:>6} {:>12} {:>12}",
        "package", "files", "packed", "unpacked"
    );
    for package in packed {
        println!(
            "{:<32} {:>6} {:>12} {:>12}",
            package.name,
            package.files.len(),
            package.size,
            package.unpacked_size
        );
    }
}

fn refuse_large_files(packed: &[Packed]) -> Result<()> {
    let large: Vec<_> = packed
        .iter()
        .flat_map(|package| &package.files)
        .filter(|file| file.size >= LARGEST_FILE)
        .map(|file| format!("{} has {} bytes", file.path, file.size))
        .collect();
    if !large.is_empty() {
        bail!("files of 25 MiB or more: {}", large.join("; "));
    }
    Ok(())
}

/// Checks that the packages can be published, and installed on every host.
fn check(packed: &[Packed]) -> Result<()> {
    for package in packed {
        let tarball = package.tarball();
        step(&format!("publint of {}", package.name));
        run_process(program("publint").args(["run", "--strict"]).arg(&tarball))?;
        step(&format!("attw of {}", package.name));
        run_process(
            program("attw")
                .args(["--profile", "esm-only"])
                .arg(&tarball),
        )?;
        step(&format!("dry run of publishing {}", package.name));
        let mut publish = npm("npm");
        publish.args([
            "publish",
            "--dry-run",
            "--loglevel=error",
            "--tag",
            "latest",
        ]);
        run_process(publish.arg(&tarball))?;
    }
    let mut matrix = test::suite(INSTALL_SUITE)?;
    run_process(matrix.env("PACKAGES", path(PACKED)))
        .with_context(|| format!("the packages in {}", relative(&path(PACKED))))
}

/// A program among the development packages of npm/.
fn program(name: &str) -> Command {
    let mut npx = Command::new("npx");
    npx.args(["--no-install", name]).current_dir(path("npm"));
    npx
}

fn npm(folder: &str) -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(path(folder));
    npm
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = r#"[{"id": "a@1.0.0", "name": "a", "filename": "a-1.0.0.tgz", "size": 10,
        "unpackedSize": 30, "files": [{"path": "large", "size": 26214400, "mode": 420}]}]"#;

    #[test]
    fn a_file_of_25_mib_is_refused_by_its_name() {
        let mut package = described(PRINTED).unwrap();
        assert!(package.tarball().ends_with("target/package/a-1.0.0.tgz"));
        let refusal = refuse_large_files(std::slice::from_ref(&package)).unwrap_err();
        assert!(refusal.to_string().contains("large has 26214400 bytes"));
        package.files[0].size -= 1;
        assert!(refuse_large_files(&[package]).is_ok());
    }
}
