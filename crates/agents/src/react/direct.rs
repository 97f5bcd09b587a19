//! A page as its own server sends it (MB-20): redirects followed and checked, pages, texts and documents read.

use amb_documents::{Document, Limits, Links, Note, Source};
use amb_llm::http::HttpResponse;
use amb_llm::reader::{PageText, Url, direct_request};
use amb_memory::task::Trust;

use super::retrying::{self, Failure, of_host};
use super::toolbox::{ToolError, Toolbox};
use crate::documents::{page_at, read_document};
use crate::engine::RunContext;
use crate::protocol::Service;

/// Most redirects that are followed; the limit of other page readers.
const REDIRECTS: usize = 6;

/// A page that was read, and its address.
pub(super) struct FoundPage {
    /// The address that answered.
    pub url: Url,
    /// Its text.
    pub page: PageText,
    /// For a PDF file, the characters of the text before each page.
    pub pages: Vec<usize>,
    /// The links of an HTML page.
    pub links: Links,
    /// Number of invalid byte sequences.
    pub unreadable: usize,
    /// Trust in the text.
    pub trust: Trust,
}

/// Fetches and reads a page.
pub(super) async fn direct(
    tools: &Toolbox<'_>,
    context: &RunContext<'_>,
    url: &Url,
    trust: Trust,
) -> Result<FoundPage, ToolError> {
    let ((url, trust), response) = follow(tools, context, url, trust).await?;
    let document = read(tools, context, &url, &response).await?;
    let unreadable = unreadable(&document.notes);
    let page = PageText {
        url: url.to_string(),
        title: document.title.unwrap_or_default(),
        published: None,
        text: document.text,
    };
    Ok(FoundPage {
        url,
        page,
        pages: document.pages,
        links: document.links,
        unreadable,
        trust,
    })
}

/// A response on the way to a page.
enum Hop {
    /// It leads to this address.
    Onwards((Url, Trust)),
    /// It is the page's, from this address.
    There((Url, Trust), HttpResponse),
}

/// Returns the response at the end of all redirects, if it is a page's. Each address on the way is checked like the
/// first, whether the host follows redirects by itself or returns them.
async fn follow(
    tools: &Toolbox<'_>,
    context: &RunContext<'_>,
    url: &Url,
    trust: Trust,
) -> Result<((Url, Trust), HttpResponse), ToolError> {
    let (mut asked, mut trust) = (url.clone(), trust);
    for _ in 0..=REDIRECTS {
        let mut request = direct_request(&asked);
        request.max_bytes = tools.settings.max_document_bytes;
        request.reach = tools.addresses.reach(&asked);
        let service = (Service::Page, asked.as_str());
        let read = |response| hop(tools, (&asked, trust), response);
        let hop = retrying::ask(tools, context, service, &request, read).await?;
        match hop {
            Hop::There(answered, response) => return Ok((answered, response)),
            Hop::Onwards(next) => (asked, trust) = next,
        }
    }
    Err(ToolError::failed(format!(
        "the page redirects more than {REDIRECTS} times"
    )))
}

/// Returns the meaning of a response of this address, or its failure.
fn hop(tools: &Toolbox<'_>, asked: (&Url, Trust), response: HttpResponse) -> Result<Hop, Failure> {
    let led = |address: &str| {
        let led = tools.addresses.led(asked, address);
        led.map_err(|refusal| Failure::last(format!("the page leads elsewhere: {refusal}")))
    };
    let answered = led(&response.url)?;
    if let Some(target) = redirect(&response) {
        return led(target).map(Hop::Onwards);
    }
    match Failure::of_page(&response) {
        Some(failure) => Err(failure),
        None => Ok(Hop::There(answered, response)),
    }
}

/// Returns the target of a redirect.
fn redirect(response: &HttpResponse) -> Option<&str> {
    let leads = matches!(response.status, 301 | 302 | 303 | 307 | 308);
    response.header("location").filter(|_| leads)
}

/// Reads the text of a response, of any declared type.
async fn read(
    tools: &Toolbox<'_>,
    context: &RunContext<'_>,
    url: &Url,
    response: &HttpResponse,
) -> Result<Document, ToolError> {
    let limits = Limits {
        max_bytes: tools.settings.max_document_bytes,
    };
    let source = Source::bytes(url.as_str(), &response.body).said(response.header("content-type"));
    match read_document(context.host, &source, &limits).await {
        Ok(read) => read.map_err(|error| ToolError::failed(error.to_string())),
        Err(error) => Err(of_host(error)),
    }
}

/// Returns the number of invalid byte sequences in a document.
fn unreadable(notes: &[Note]) -> usize {
    let counts = notes.iter().map(|note| match note {
        Note::InvalidReplaced { count } => *count,
        Note::DecodedFrom { .. } | Note::NulCharacters { .. } => 0,
    });
    counts.sum()
}

impl FoundPage {
    /// Returns the page of a PDF file, from 1, on which these words begin; 0 for a text without pages.
    pub(super) fn page_of(&self, words: &str) -> usize {
        if self.pages.is_empty() {
            return 0;
        }
        let tight: Vec<char> = words.chars().filter(|c| !c.is_whitespace()).collect();
        let solid: Vec<(usize, char)> = self
            .page
            .text
            .chars()
            .enumerate()
            .filter(|(_, c)| !c.is_whitespace())
            .collect();
        let found = solid
            .windows(tight.len().max(1))
            .find(|window| window.iter().map(|(_, c)| c).eq(&tight));
        let Some([(char, _), ..]) = found else {
            return 0;
        };
        page_at(&self.pages, *char).unwrap_or(0)
    }
}
