//! Kinds of document text.

use amb_memory::text::Structure;
use serde::{Deserialize, Serialize};

/// The kind of a document's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Media {
    /// Text without markup.
    Plain,
    /// Markdown, kept as written.
    Markdown,
    /// HTML or XHTML, made into text.
    Html,
    /// Source code or data in a textual format, kept as written.
    Code,
    /// A PDF file, made into text page by page.
    Pdf,
    /// A Word document (DOCX), made into text.
    Word,
    /// An EPUB book, made into text.
    Epub,
    /// A table in text: comma-separated values and their like, made into rows.
    Table,
}

/// Leading bytes that are searched for the sign that an unnamed document is a page.
const SNIFFED: usize = 512;

impl Media {
    /// Reads the structure of a text of this kind by its marks, if no reader has made it.
    pub(crate) fn structure(self, text: &str) -> Structure {
        match self {
            // The text of a page is written with the marks of Markdown.
            Self::Markdown | Self::Html | Self::Word | Self::Epub | Self::Table => {
                Structure::markdown(text)
            }
            Self::Plain | Self::Pdf => Structure::plain(text),
            Self::Code => Structure::code(text),
        }
    }

    /// Decides by a meaningful media type, then by the name's extension, then by the start of the content. `text/plain`
    /// and `application/octet-stream` mean nothing: servers and browsers use them for unknown files.
    pub(crate) fn of(name: &str, media_type: Option<&str>, content: &[u8]) -> Self {
        media_type
            .and_then(by_media_type)
            .or_else(|| by_extension(name))
            .unwrap_or_else(|| by_content(content))
    }
}

fn by_media_type(media_type: &str) -> Option<Media> {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    match essence.to_ascii_lowercase().as_str() {
        "text/html" | "application/xhtml+xml" => Some(Media::Html),
        "text/markdown" | "text/x-markdown" => Some(Media::Markdown),
        "text/css"
        | "text/javascript"
        | "application/javascript"
        | "application/json"
        | "application/xml"
        | "text/xml" => Some(Media::Code),
        "text/csv" | "text/tab-separated-values" => Some(Media::Table),
        _ => None,
    }
}

fn by_extension(name: &str) -> Option<Media> {
    let path = name.split(['?', '#']).next().unwrap_or_default();
    let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let (_, extension) = file.rsplit_once('.')?;
    match extension.to_ascii_lowercase().as_str() {
        "html" | "htm" | "xhtml" => Some(Media::Html),
        "md" | "markdown" | "mdx" | "mkd" => Some(Media::Markdown),
        "csv" | "tsv" => Some(Media::Table),
        "txt" | "text" | "log" | "rst" | "adoc" | "tex" | "org" => Some(Media::Plain),
        "c" | "cc" | "cpp" | "cs" | "css" | "go" | "h" | "hpp" | "java" | "js" | "json"
        | "jsonl" | "jsx" | "kt" | "lua" | "mjs" | "php" | "pl" | "py" | "rb" | "rs" | "scala"
        | "sh" | "sql" | "swift" | "toml" | "ts" | "tsx" | "wat" | "xml" | "yaml" | "yml" => {
            Some(Media::Code)
        }
        _ => None,
    }
}

fn by_content(content: &[u8]) -> Media {
    let beginning = content.get(..SNIFFED).unwrap_or(content);
    let readable: String = beginning
        .iter()
        .filter(|byte| byte.is_ascii_graphic() || **byte == b' ')
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    let page = ["<!doctype html", "<html", "<head>", "<body"];
    if page
        .iter()
        .any(|sign| readable.trim_start().starts_with(sign))
    {
        Media::Html
    } else {
        Media::Plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_media_type_wins_over_the_name_unless_it_says_nothing() {
        assert_eq!(
            Media::of("a.txt", Some("text/html; charset=utf-8"), b""),
            Media::Html
        );
        assert_eq!(Media::of("a.md", Some("text/plain"), b""), Media::Markdown);
        assert_eq!(
            Media::of("a.HTM", Some("application/octet-stream"), b""),
            Media::Html
        );
    }

    #[test]
    fn an_address_is_read_like_a_file_name() {
        assert_eq!(
            Media::of("https://example.org/a.html?b=c.md#d", None, b""),
            Media::Html
        );
        assert_eq!(
            Media::of("https://example.org/", None, b"text"),
            Media::Plain
        );
        assert_eq!(Media::of("src/main.rs", None, b""), Media::Code);
    }

    #[test]
    fn an_unnamed_page_is_known_by_how_it_begins() {
        let page = b"\xEF\xBB\xBF \r\n<!DOCTYPE HTML PUBLIC>";
        assert_eq!(Media::of("paste", None, page), Media::Html);
        assert_eq!(Media::of("paste", None, b"a <html> word"), Media::Plain);
        assert_eq!(Media::of("a.txt", None, page), Media::Plain);
    }
}
