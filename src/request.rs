//! `ResearchRequest` as JavaScript gives it: documents as bytes or text, images as bytes.

use std::pin::pin;

use amb_agents::documents::read_document;
use amb_agents::protocol::{Brought, ImageInput, ResearchRequest, SourceText};
use amb_agents::settings::{Budget, MemoryOptions, Settings};
use amb_documents::{DocumentError, Limits, Source};
use amb_memory::text::{Language, is_blank};
use amb_web::JsHost;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use futures::future::{AbortRegistration, Abortable, Either, pending, select};
use serde::Deserialize;
use serde_bytes::ByteBuf;

use crate::error::BankError;

/// The request as it comes in.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct JsRequest {
    question: String,
    context: Option<String>,
    documents: Vec<JsDocument>,
    images: Vec<JsImage>,
    /// True if the run's memory is kept.
    pub keep: bool,
    /// The kept run to go on with.
    pub continue_from: Option<String>,
    language: Option<Language>,
    budget: Option<Budget>,
    memory: Option<MemoryOptions>,
    max_iterations: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct JsDocument {
    name: String,
    media_type: Option<String>,
    text: Option<String>,
    bytes: Option<ByteBuf>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct JsImage {
    name: String,
    media_type: String,
    bytes: ByteBuf,
}

impl JsRequest {
    fn brought(&self) -> Brought<'_> {
        let documents = self.documents.iter().map(JsDocument::size);
        let context = self.context.iter().filter(|context| !is_blank(context));
        Brought {
            question: &self.question,
            images: !self.images.is_empty(),
            texts: documents.chain(context.map(String::len)).collect(),
            memory: self.continue_from.is_some(),
        }
    }

    /// Reads the documents into text, and checks that the run can keep its budget. The host reads documents other than
    /// plain text, outside the engine, which may take a while: if stopped, the request has the documents read so far.
    pub async fn read(
        self,
        host: &JsHost,
        settings: &Settings,
        stop: AbortRegistration,
    ) -> Result<ResearchRequest, BankError> {
        self.brought().check(settings)?;
        let limits = Limits {
            max_bytes: settings.max_document_bytes,
        };
        let mut documents = Vec::with_capacity(self.documents.len());
        let reading = async {
            for document in self.documents {
                documents.push(document.read(host, &limits).await?);
            }
            Ok::<_, BankError>(())
        };
        let stopped = Abortable::new(pending::<()>(), stop);
        if let Either::Left((read, _)) = select(pin!(reading), stopped).await {
            read?;
        }
        let request = ResearchRequest {
            question: self.question,
            context: self.context,
            documents,
            images: self.images.into_iter().map(JsImage::into_input).collect(),
            language: self.language,
            budget: self.budget,
            memory: self.memory,
            max_iterations: self.max_iterations,
        };
        request.validate()?;
        if let Some(budget) = &request.budget {
            budget.check(settings)?;
        }
        Ok(request)
    }
}

impl JsDocument {
    /// Returns the bytes to be read.
    fn size(&self) -> usize {
        let bytes = self.bytes.as_ref().map_or(0, |bytes| bytes.len());
        self.text.as_ref().map_or(bytes, String::len)
    }

    async fn read(self, host: &JsHost, limits: &Limits) -> Result<SourceText, BankError> {
        let source = match (&self.text, &self.bytes) {
            (Some(_), Some(_)) => {
                return Err(BankError::Argument {
                    detail: format!(
                        "the document {:?} has both text and bytes: give one",
                        self.name
                    ),
                });
            }
            (Some(text), None) => Some(Source::text(&self.name, text)),
            (None, Some(bytes)) => {
                Some(Source::bytes(&self.name, bytes).said(self.media_type.as_deref()))
            }
            (None, None) => None,
        };
        let read = match source {
            Some(source) => read_document(host, &source, limits).await?,
            None => Err(DocumentError::Empty),
        };
        match read {
            Ok(document) => Ok(document.into()),
            Err(error) => Err(BankError::Document {
                name: self.name,
                error,
            }),
        }
    }
}

impl JsImage {
    fn into_input(self) -> ImageInput {
        ImageInput {
            name: self.name,
            media_type: self.media_type,
            base64: BASE64.encode(&self.bytes),
        }
    }
}
