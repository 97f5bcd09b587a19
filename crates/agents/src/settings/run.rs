//! The settings of a run.

use amb_llm::network::is_service_address;
use amb_memory::text::Language;
use serde::{Deserialize, Serialize};

use super::{
    Budget, LlmSettings, MemorySettings, PriceList, ReaderSettings, Reads, SearchSettings,
};

/// Steps that a run may take, whatever is set.
pub(crate) const MOST_ITERATIONS: usize = 1000;

/// The parameters of the seeds' configuration sections that a run over documents uses.
///
/// Missing fields take their defaults, so a caller names only what differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    /// Nodes (and passages) that a retrieval returns before neighbours: 5 (`RETRIEVAL_K`).
    pub retrieval_k: usize,
    /// Weight of keywords against meaning, 0 to 1: 0.5 (`RETRIEVAL_ALPHA`).
    pub retrieval_alpha: f32,
    /// Tokens the classification agent reads at once: 32,000.
    pub classification_window: usize,
    /// Share of a window that a chunk may fill: 0.9 (`CHUNK_RATIO`).
    pub chunk_ratio: f32,
    /// Passages that are embedded for a question, where a text is too long to embed all of it first: 32.
    pub candidate_passages: usize,
    /// Texts embedded in one call; also how often progress is reported: 16.
    pub embedding_batch: usize,
    /// Tasks a run may plan before it must end: 60.
    pub max_iterations: usize,
    /// Merges that may follow from one another before the run leaves the dispute standing: 3.
    pub merge_depth: usize,
    /// Largest document, and all documents of a request together, in bytes: 20 MiB.
    pub max_document_bytes: usize,
    /// Language of prompts, plans and labels: the question's own, unless the request or this sets it.
    pub language: Option<Language>,
    /// Language of the answer: without a language model that of the labels, with one the question's, unless set.
    /// Quotations are not translated.
    pub report_language: Option<Language>,
    /// Language that the web is searched in: any that serves the step, unless set.
    pub search_language: Option<Language>,
    /// The language model; without one the extractive engine works.
    pub llm: Option<LlmSettings>,
    /// Web search; without it nothing is looked for outside the documents. Wants a language model.
    pub search: Option<SearchSettings>,
    /// The reading of pages.
    pub reader: ReaderSettings,
    /// The use of long-term memory, if the host has one; a request may differ.
    pub memory: MemorySettings,
    /// The limits of each run; a request may have its own.
    pub budget: Budget,
    /// The prices of models and services: those of `models/prices.json`.
    pub prices: PriceList,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            retrieval_k: 5,
            retrieval_alpha: 0.5,
            classification_window: 32_000,
            chunk_ratio: 0.9,
            candidate_passages: 32,
            embedding_batch: 16,
            max_iterations: 60,
            merge_depth: 3,
            max_document_bytes: 20 * 1024 * 1024,
            language: None,
            report_language: None,
            search_language: None,
            llm: None,
            search: None,
            reader: ReaderSettings::default(),
            memory: MemorySettings::default(),
            budget: Budget::default(),
            prices: PriceList::default(),
        }
    }
}

/// A setting outside its range.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("the setting {name} is {value}; it must be {range}")]
pub struct SettingsError {
    /// The setting, as JavaScript spells it.
    pub name: &'static str,
    /// The value that was given.
    pub value: String,
    /// The valid range.
    pub range: &'static str,
}

/// Bytes of a usual passage.
const PASSAGE_BYTES: usize = 375;

impl Settings {
    /// Returns true if so many bytes of documents have more passages than are embedded for a question. Such a text is
    /// read by its words first.
    #[must_use]
    pub fn is_long(&self, bytes: usize) -> bool {
        bytes > self.candidate_passages * PASSAGE_BYTES
    }

    /// Returns true if the language model, where there is one, does not read so many bytes of documents itself.
    #[must_use]
    pub fn reads_without_model(&self, bytes: usize) -> bool {
        match self.llm.as_ref().map(|llm| llm.reads) {
            Some(Reads::Short) => self.is_long(bytes),
            Some(Reads::All) => false,
            Some(Reads::None) | None => true,
        }
    }

    /// Checks every value against its range.
    ///
    /// # Errors
    /// Names the first setting that is out of range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let share = |name, value: f32, low: f32| {
            let fits = value.is_finite() && value >= low && value <= 1.0;
            (!fits).then(|| SettingsError {
                name,
                value: value.to_string(),
                range: if low > 0.0 {
                    "between 0.1 and 1"
                } else {
                    "between 0 and 1"
                },
            })
        };
        let count = |name, value: usize, low: usize, high: usize, range| {
            (value < low || value > high).then(|| SettingsError {
                name,
                value: value.to_string(),
                range,
            })
        };
        let faults = [
            count("retrievalK", self.retrieval_k, 1, 100, "between 1 and 100"),
            share("retrievalAlpha", self.retrieval_alpha, 0.0),
            count(
                "classificationWindow",
                self.classification_window,
                256,
                2_000_000,
                "between 256 and 2,000,000 tokens",
            ),
            share("chunkRatio", self.chunk_ratio, 0.1),
            count(
                "candidatePassages",
                self.candidate_passages,
                1,
                1000,
                "between 1 and 1,000",
            ),
            count(
                "embeddingBatch",
                self.embedding_batch,
                1,
                256,
                "between 1 and 256",
            ),
            count(
                "maxIterations",
                self.max_iterations,
                1,
                MOST_ITERATIONS,
                "between 1 and 1,000",
            ),
            count("mergeDepth", self.merge_depth, 1, 20, "between 1 and 20"),
            count(
                "maxDocumentBytes",
                self.max_document_bytes,
                1,
                1 << 30,
                "between 1 byte and 1 GiB",
            ),
        ];
        faults.into_iter().flatten().next().map_or(Ok(()), Err)?;
        self.memory.validate()?;
        self.llm.as_ref().map_or(Ok(()), LlmSettings::validate)?;
        self.prices.validate()?;
        self.budget.check(self)
    }

    /// Checks the addresses of services and the code of a wiki, which is a part of one, apart from
    /// [`Settings::validate`]: a build without a network needs neither them nor the code that parses addresses, which
    /// is large. A misplaced part of an address is not repeated: it may be a key.
    ///
    /// # Errors
    /// Names the first setting that is no such address, or no such code.
    pub fn validate_addresses(&self) -> Result<(), SettingsError> {
        let llm = self.llm.as_ref().map(|llm| &llm.provider.base_url);
        let search = self.search.as_ref().map(|search| &search.base_url);
        let reader = Some(&self.reader.base_url).filter(|address| !address.is_empty());
        let addresses = [
            ("llm.provider.baseUrl", llm),
            ("search.baseUrl", search),
            ("reader.baseUrl", reader),
        ];
        let mut wrong = addresses
            .into_iter()
            .filter(|(_, address)| address.is_some_and(|address| !is_service_address(address)));
        wrong.next().map_or(Ok(()), |(name, _)| {
            Err(SettingsError {
                name,
                value: "(not shown)".to_owned(),
                range: "an address that begins with http:// or https://, without a password, a query or a fragment; give a key as apiKey",
            })
        })?;
        self.search
            .as_ref()
            .map_or(Ok(()), SearchSettings::check_language)
    }
}

#[cfg(test)]
mod tests {
    use amb_llm::search::SearchService;

    use super::*;

    #[test]
    fn defaults_are_valid() {
        assert_eq!(Settings::default().validate(), Ok(()));
        assert_eq!(Settings::default().validate_addresses(), Ok(()));
    }

    #[test]
    fn a_value_out_of_range_is_named() {
        let settings = Settings {
            retrieval_alpha: f32::NAN,
            ..Settings::default()
        };
        assert_eq!(settings.validate().unwrap_err().name, "retrievalAlpha");
        let settings = Settings {
            retrieval_k: 0,
            ..Settings::default()
        };
        assert_eq!(settings.validate().unwrap_err().name, "retrievalK");
        let mut settings = Settings::default();
        settings.memory.advice_tokens = 100_001;
        let error = settings.validate().unwrap_err();
        assert_eq!(error.name, "memory.adviceTokens");
    }

    /// MB-19: the code of a wiki is a label of its address.
    #[test]
    fn mb_19_a_language_that_names_no_wiki_is_refused_of_wikipedia_alone() {
        let settings = |service, language: &str| Settings {
            search: Some(SearchSettings {
                language: Some(language.to_owned()),
                ..SearchSettings::of(service)
            }),
            ..Settings::default()
        };
        let (wikipedia, serper) = (SearchService::Wikipedia, SearchService::Serper);
        assert_eq!(settings(wikipedia, "nds-nl").validate_addresses(), Ok(()));
        assert_eq!(settings(serper, "zh_CN").validate_addresses(), Ok(()));
        let error = settings(wikipedia, "zh_CN").validate_addresses();
        let error = error.unwrap_err();
        assert_eq!(
            (error.name, error.value.as_str()),
            ("search.language", "zh_CN")
        );
    }

    /// MB-25: a key in an address would stand in journals and exports.
    #[test]
    fn mb_25_an_address_with_something_secret_is_refused_and_not_repeated() {
        let mut llm = LlmSettings::default();
        for address in ["http://u:secret@host/v1", "http://host/v1?key=secret"] {
            llm.provider.base_url = address.to_owned();
            let settings = Settings {
                llm: Some(llm.clone()),
                ..Settings::default()
            };
            let error = settings.validate_addresses().unwrap_err();
            assert_eq!(error.name, "llm.provider.baseUrl");
            assert!(!error.to_string().contains("secret"), "{error}");
        }
    }
}
