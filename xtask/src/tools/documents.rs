//! The real documents that benches and evaluations read: the Rust books that come with the toolchain, and a Chinese
//! manual from a Debian package. They are put under target/documents.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::read::GzDecoder;

use super::{debian, node, rustup};
use crate::workspace::{path, run, step};

/// Our name and the toolchain's page, each a whole book on one page.
const BOOKS: [(&str, &str); 3] = [
    ("rust-book.html", "book/print.html"),
    ("cargo-book.html", "cargo/print.html"),
    ("rust-reference.html", "reference/print.html"),
];
const CHINESE: &str = "debian-reference.zh-cn.txt";
const CHINESE_PACKAGE: &str = "debian-reference-zh-cn";

/// Makes sure that the documents are there and returns their folder.
///
/// # Errors
/// When a document is missing and cannot be had.
pub fn documents() -> Result<PathBuf> {
    let folder = path("target/documents");
    fs::create_dir_all(&folder)?;
    for (name, page) in BOOKS {
        let wanted = folder.join(name);
        if !wanted.exists() {
            book(page, &wanted)?;
        }
    }
    let wanted = folder.join(CHINESE);
    if !wanted.exists() {
        chinese_manual(&wanted)?;
    }
    Ok(folder)
}

/// Makes sure that the documents of `benches/judgement` are in `target/judgement`.
///
/// # Errors
/// When one is missing and cannot be had.
pub fn judged_documents() -> Result<()> {
    let mut obtain = node()?;
    obtain.args(["benches/judgement/obtain.mjs", "target/judgement"]);
    run(obtain.current_dir(path("")))
}

fn book(page: &str, wanted: &Path) -> Result<()> {
    let source = Path::new(&rustup::sysroot()?)
        .join("share/doc/rust/html")
        .join(page);
    if !source.exists() {
        rustup::component_add("rust-docs")?;
    }
    step(&format!("taking {page} from the Rust documentation"));
    fs::copy(&source, wanted).with_context(|| format!("no {}", source.display()))?;
    Ok(())
}

fn chinese_manual(wanted: &Path) -> Result<()> {
    step(&format!(
        "taking the Chinese manual from Debian's {CHINESE_PACKAGE}"
    ));
    let folder = path("target/documents/debian");
    fs::create_dir_all(&folder)?;
    debian::unpack(CHINESE_PACKAGE, &folder)?;
    let packed = folder
        .join("usr/share/debian-reference")
        .join(format!("{CHINESE}.gz"));
    let mut text = Vec::new();
    let source = File::open(&packed).with_context(|| format!("no {}", packed.display()))?;
    GzDecoder::new(source).read_to_end(&mut text)?;
    fs::write(wanted, text)?;
    fs::remove_dir_all(folder)?;
    Ok(())
}
