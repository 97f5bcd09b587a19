//! Prints the text of a PDF file: `cargo run -p amb-pdf --example pdf_text -- FILE`.

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: pdf_text FILE");
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
    let text = amb_pdf::read(std::fs::read(path)?)?;
    let mut out = std::io::stdout();
    for (number, page) in (1..).zip(&text.pages) {
        writeln!(out, "--- page {number}\n{}\n", page.text)?;
    }
    Ok(())
}
