//! Progress output of a command. All of it goes to standard error, so that standard output carries only the result
//! (`ask --json` must stay parseable).
//!
//! If several lanes of tests run at once, each is a thread that prints its name before every line.

use std::cell::Cell;
use std::thread::{Scope, ScopedJoinHandle};

thread_local! {
    /// The prefix of this thread's lines, if any.
    static SPEAKER: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Returns the name of this thread's lane, if lines need one.
pub fn speaker() -> Option<&'static str> {
    SPEAKER.get()
}

/// Starts a thread with this prefix for every line.
pub fn spawn_as<'scope, 'environment, T: Send + 'scope>(
    scope: &'scope Scope<'scope, 'environment>,
    name: Option<&'static str>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> ScopedJoinHandle<'scope, T> {
    scope.spawn(move || {
        SPEAKER.set(name);
        work()
    })
}

/// Prints a line.
pub fn say(line: &str) {
    match speaker() {
        Some(name) => eprintln!("[{name}] {line}"),
        None => eprintln!("{line}"),
    }
}

/// Announces the next step.
pub fn step(what: &str) {
    say(&format!("==> {what}"));
}

/// A detail of the current step.
pub fn note(what: &str) {
    say(&format!("    {what}"));
}

/// Something the person should know that does not end the command.
pub fn warning(what: &str) {
    say(&format!("warning: {what}"));
}
