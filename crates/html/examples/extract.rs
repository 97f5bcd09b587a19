//! Prints the text of a file: `cargo run -p amb-html --example extract -- FILE`; its units with `--units`.

use std::io::Write;
use std::process::ExitCode;

use amb_documents::{Limits, Source};
use amb_memory::text::Span;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: extract FILE [--units]");
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
    let mut out = std::io::stdout();
    if std::env::args().any(|argument| argument == "--units") {
        let all = Span::new(0, document.text.len());
        for unit in document.structure.units(&document.text, all) {
            writeln!(out, "{:?}: {}", unit.kind, unit.words)?;
        }
        return Ok(());
    }
    out.write_all(document.text.as_bytes())?;
    Ok(())
}
