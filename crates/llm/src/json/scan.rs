//! Objects and arrays amid prose, found in one pass.
//!
//! A bracket is read as JSON until a token cannot be JSON. Then the bracket and all brackets around it that were read
//! so are prose, in which only brackets count. A part of a broken object is no candidate: it would be taken for the
//! whole. Repairable slips break nothing.

use super::error::{JsonError, MAX_DEPTH};
use super::frame::Frame;
use super::token::{Kind, Token, comment, is_blank, is_invisible, string};

/// A stretch that may be the answer. Candidates lie one after another, never inside each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    /// Its first byte.
    pub(super) start: usize,
    /// Its end; the end of the text if it is unclosed.
    pub(super) end: usize,
    /// True if it is beyond repair.
    pub(super) broken: bool,
}

/// The brackets and invisible characters of a text.
#[derive(Debug)]
pub(super) struct Scan {
    /// In order.
    pub(super) candidates: Vec<Candidate>,
    /// Positions of zero-width characters outside strings, in order.
    pub(super) invisible: Vec<usize>,
    /// Number of bytes scanned, repeated ones included.
    #[cfg(test)]
    pub(super) passed: usize,
}

/// Finds the candidates of a text. Without `arrays`, those are objects, and arrays are passed through
/// like prose.
///
/// # Errors
/// [`JsonError::TooDeep`].
pub(super) fn scan(text: &str, arrays: bool) -> Result<Scan, JsonError> {
    let mut scanner = Scanner::new(text, arrays);
    while let Some(c) = scanner.rest().chars().next() {
        if is_invisible(c) {
            scanner.found.invisible.push(scanner.at);
            scanner.advance(c.len_utf8());
        } else if scanner.live > 0 {
            scanner.read_json(c)?;
        } else {
            scanner.read_prose(c)?;
        }
    }
    scanner.finish();
    Ok(scanner.found)
}

struct Scanner<'t> {
    text: &'t str,
    arrays: bool,
    at: usize,
    /// Open brackets, outermost first.
    frames: Vec<Frame>,
    /// Number of innermost brackets that are read as JSON.
    live: usize,
    /// Number of braces.
    braces: usize,
    /// Start of the content of the string that was the last token.
    last_string: Option<usize>,
    found: Scan,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, arrays: bool) -> Self {
        Self {
            text,
            arrays,
            at: 0,
            frames: Vec::new(),
            live: 0,
            braces: 0,
            last_string: None,
            found: Scan {
                candidates: Vec::new(),
                invisible: Vec::new(),
                #[cfg(test)]
                passed: 0,
            },
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn advance(&mut self, bytes: usize) {
        self.at += bytes;
        #[cfg(test)]
        {
            self.found.passed += bytes;
        }
    }

    fn read_json(&mut self, c: char) -> Result<(), JsonError> {
        if is_blank(c) {
            self.advance(1);
            return Ok(());
        }
        if let Some(length) = comment(self.rest()) {
            // The text before a comment is not read again, or each of many comments would be read from every string.
            self.last_string = None;
            self.advance(length);
            return Ok(());
        }
        let token = Token::read(self.rest());
        let last_string = self.last_string.take();
        if !self
            .frames
            .last_mut()
            .is_some_and(|frame| frame.take(token))
        {
            self.break_off(token, last_string);
            return Ok(());
        }
        match token {
            Token::Open(kind) => self.open(kind)?,
            Token::Close(_) => self.close(),
            Token::Quote => self.pass_string(),
            Token::Literal(length) => self.advance(length),
            Token::Comma | Token::Colon | Token::Other => self.advance(1),
        }
        Ok(())
    }

    fn read_prose(&mut self, c: char) -> Result<(), JsonError> {
        match Token::read(self.rest()) {
            Token::Open(kind) => self.open(kind)?,
            Token::Close(Kind::Object) => self.close_broken_object(),
            Token::Close(Kind::Array) => self.close_broken_array(),
            _ => {
                let word = self.rest().get(c.len_utf8()..).unwrap_or_default();
                let length = word.find(matters_in_prose).unwrap_or(word.len());
                self.advance(c.len_utf8() + length);
            }
        }
        Ok(())
    }

    fn open(&mut self, kind: Kind) -> Result<(), JsonError> {
        if self.live == MAX_DEPTH {
            return Err(JsonError::TooDeep { limit: MAX_DEPTH });
        }
        let frame = Frame::new(self.at, kind, self.found.candidates.len());
        self.frames.push(frame);
        self.live += 1;
        self.braces += usize::from(kind == Kind::Object);
        self.advance(1);
        Ok(())
    }

    fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.braces -= usize::from(frame.kind == Kind::Object);
        Some(frame)
    }

    fn close(&mut self) {
        self.advance(1);
        self.live -= 1;
        if let Some(frame) = self.pop()
            && self.wants(frame.kind)
        {
            self.replace_inner(&frame, self.at);
        }
    }

    fn wants(&self, kind: Kind) -> bool {
        kind == Kind::Object || self.arrays
    }

    /// Makes a bracket the candidate in place of the candidates in it.
    fn replace_inner(&mut self, frame: &Frame, end: usize) {
        self.found.candidates.truncate(frame.found);
        self.found.candidates.push(Candidate {
            start: frame.start,
            end,
            broken: frame.broken,
        });
    }

    fn pass_string(&mut self) {
        let found = string(self.rest());
        self.last_string = Some(self.at + found.content);
        self.advance(found.end);
    }

    /// Continues as in prose. If a string was last, its quotation marks may have belonged to others (`["odd {"a":1}`),
    /// so its seeming content is read again. Such strings never overlap, as each begins where a token may, which is not
    /// after a backslash: each byte is read again at most once per kind of quotation mark.
    fn break_off(&mut self, token: Token, last_string: Option<usize>) {
        if let Some(innermost) = self.frames.last_mut() {
            innermost.break_at(token);
        }
        for frame in self.frames.iter_mut().rev().take(self.live) {
            frame.broken = true;
        }
        self.live = 0;
        if let Some(content) = last_string {
            self.at = content;
            let places = &mut self.found.invisible;
            places.truncate(places.partition_point(|place| *place < content));
        }
    }

    fn close_broken_object(&mut self) {
        self.advance(1);
        if self.braces == 0 {
            return;
        }
        while let Some(frame) = self.pop() {
            if frame.kind == Kind::Object {
                self.settle(&frame);
                break;
            }
        }
    }

    fn close_broken_array(&mut self) {
        self.advance(1);
        let closes = |frame: &mut Frame| frame.kind == Kind::Array;
        if let Some(frame) = self.frames.pop_if(closes) {
            self.settle(&frame);
        }
    }

    /// Decides about the candidates in a broken bracket. Those in square brackets are amid prose, and so are those in
    /// two braces; one brace alone may be an object that no parser reads.
    fn settle(&mut self, frame: &Frame) {
        if frame.meant && self.wants(frame.kind) {
            self.replace_inner(frame, self.at);
        } else if frame.kind == Kind::Object && !frame.wraps {
            self.found.candidates.truncate(frame.found);
        }
    }

    /// At the end of the text, the outermost bracket that was meant as JSON is the last candidate.
    fn finish(&mut self) {
        let frames = std::mem::take(&mut self.frames);
        let outermost = frames.iter().find(|frame| {
            self.wants(frame.kind) && (frame.meant || !frame.broken && !frame.is_bare())
        });
        if let Some(frame) = outermost {
            self.replace_inner(frame, self.text.len());
        }
    }
}

fn matters_in_prose(c: char) -> bool {
    matches!(c, '{' | '[' | '}' | ']') || is_invisible(c)
}
