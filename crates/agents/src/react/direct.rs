//! A page as its own server sends it (MB-20): redirects followed and checked, HTML, text and PDF files read.

use amb_documents::{Document, Limits, Links, Note, Source};
use amb_llm::http::HttpResponse;
use amb_llm::reader::{PageText, Url, direct_request};
use amb_memory::task::Trust;

use super::retrying::{self, Failure, of_host};
use super::toolbox::{ToolError, Toolbox};
use crate::engine::EngineContext;
use crate::run::{page_at, read_document};
use crate::spending::Service;

/// Redirects that are followed: what the reader of the field allows.
const REDIRECTS: usize = 6;

/// A page that was read, and where it was found.
pub(super) struct FoundPage {
    /// The address that answered.
    pub url: Url,
    /// Its text.
    pub page: PageText,
    /// Of a PDF file, the characters of the text before each page.
    pub pages: Vec<usize>,
    /// Of a page of HTML, where it leads.
    pub links: Links,
    /// How often its bytes were no characters.
    pub unreadable: usize,
    /// How far it can be trusted.
    pub trust: Trust,
}

/// Fetches and reads a page.
pub(super) async fn direct(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
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

/// What a response is on the way to a page.
enum Hop {
    /// It leads to this address.
    Onwards((Url, Trust)),
    /// It is the page's, from this address.
    There((Url, Trust), HttpResponse),
}

/// The response at the end of all redirects, where it is a page's. Each address on the way is checked as the first was:
/// whether the host follows redirects by itself and says where it ended, or hands them over.
async fn follow(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
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

/// What the response of an address that was asked is, or what it fails by.
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

/// Where a response leads.
fn redirect(response: &HttpResponse) -> Option<&str> {
    let leads = matches!(response.status, 301 | 302 | 303 | 307 | 308);
    response.header("location").filter(|_| leads)
}

/// The text of what was sent, whatever its server calls it.
async fn read(
    tools: &Toolbox<'_>,
    context: &EngineContext<'_>,
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

/// How often bytes of a document were no characters.
fn unreadable(notes: &[Note]) -> usize {
    let counts = notes.iter().map(|note| match note {
        Note::InvalidReplaced { count } => *count,
        Note::DecodedFrom { .. } | Note::NulCharacters { .. } => 0,
    });
    counts.sum()
}

impl FoundPage {
    /// The page of a PDF file, from 1, that these words begin on; 0 where there are no pages.
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
