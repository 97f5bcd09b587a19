//! A document's bytes into text: encodings, HTML, limits.
