//! Prints the text of a file: `cargo run -p amb-html --example extract -- FILE`.

use std::io::Write;
use std::process::ExitCode;

use amb_documents::{Limits, Source};

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: extract FILE");
        return ExitCode::FAILURE;
    };
    match print(&path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print(path: &str) -> Result<(), Box<dyn std::error::Error>> {
    let bytes = std::fs::read(path)?;
    let document = amb_html::document(&Source::bytes(path, &bytes), &Limits::default())?;
    for note in &document.notes {
        eprintln!("{path}: {note:?}");
    }
    std::io::stdout().write_all(document.text.as_bytes())?;
    Ok(())
}
