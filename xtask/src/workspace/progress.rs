//! What a command says while it works. Everything goes to standard error, so that standard output carries the
//! result alone (`ask --json` must stay parseable).

/// Announces the next step.
pub fn step(what: &str) {
    eprintln!("==> {what}");
}

/// A detail of the current step.
pub fn note(what: &str) {
    eprintln!("    {what}");
}

/// Something the person should know that does not end the command.
pub fn warning(what: &str) {
    eprintln!("warning: {what}");
}
