//! Addresses that a text mentions.

/// The addresses of the web in a text, in order, without the marks that end a sentence after them.
pub fn addresses_in(text: &str) -> impl Iterator<Item = &str> {
    let breaks = |c: char| c.is_whitespace() || "<>\"'“”()[]（）《》，。；、".contains(c);
    text.split(breaks)
        .map(|word| word.trim_end_matches(['.', ',', ';', ':', '!', '?']))
        .filter(|word| word.starts_with("http://") || word.starts_with("https://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_20_addresses_are_found_in_running_text() {
        let text = "See https://a.example/x?y=1, or（http://b.example/）。 Not ftp://c.example.";
        let found: Vec<&str> = addresses_in(text).collect();
        assert_eq!(found, ["https://a.example/x?y=1", "http://b.example/"]);
    }
}
