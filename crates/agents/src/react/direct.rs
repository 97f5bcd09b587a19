//! A page as its own server sends it (MB-20): redirects followed and checked, HTML, text and PDF files read.

use amb_documents::{Document, Limits, Source};
use amb_llm::http::{HttpRequest, HttpResponse};
use amb_llm::reader::{PageText, Url, direct_request};
use amb_memory::task::Trust;

use super::search::{not_borne, of_host};
use super::toolbox::{ToolError, Toolbox};
use crate::engine::EngineContext;
use crate::run::{page_at, read_document};
use crate::spending::{Service, SpendError};

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
    if !response.is_success() {
        return Err(ToolError::failed(format!(
            "the page answered with status {}",
            response.status
        )));
    }
    let document = read(tools, context, &url, &response).await?;
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
        trust,
    })
}

/// The response at the end of all redirects. Each address on the way is checked as the first was: whether
/// the host follows redirects by itself and says where it ended, or hands them over.
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
        let response = ask(context, (Service::Page, asked.as_str()), &request).await?;
        let led = |address: &str| {
            let led = tools.addresses.led((&asked, trust), address);
            led.map_err(|refusal| ToolError::failed(format!("the page leads elsewhere: {refusal}")))
        };
        let answered = led(&response.url)?;
        match redirect(&response) {
            None => return Ok((answered, response)),
            Some(target) => (asked, trust) = led(target)?,
        }
    }
    Err(ToolError::failed(format!(
        "the page redirects more than {REDIRECTS} times"
    )))
}

/// Asks a service, if the budget bears it.
pub(super) async fn ask(
    context: &EngineContext<'_>,
    service: (Service, &str),
    request: &HttpRequest,
) -> Result<HttpResponse, ToolError> {
    let asked = context
        .meter
        .fetch(context.host, context.emit, service, request);
    match asked.await {
        Ok(response) => Ok(response),
        Err(SpendError::Host(error)) => Err(of_host(error)?),
        Err(SpendError::Budget(reached)) => Err(not_borne(&reached)),
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
        Err(error) => Err(of_host(error)?),
    }
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
