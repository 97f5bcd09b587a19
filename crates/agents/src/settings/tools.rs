//! The tools' settings: web search and page reading. Keys are the host's and are not here.

use amb_llm::reader::JINA_READER;
use amb_llm::search::{SearchError, SearchQuery, SearchService};
use amb_memory::text::Language;
use serde::{Deserialize, Serialize};

use super::{Settings, SettingsError};

/// Web search (MB-19).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(from = "SearchPatch", rename_all = "camelCase")]
pub struct SearchSettings {
    /// The service: `serper`, which journals leave out.
    #[serde(skip_serializing_if = "SearchService::is_default")]
    pub service: SearchService,
    /// The service's address, or that of a compatible one. `https://wikipedia.org` stands for the wiki of the language.
    pub base_url: String,
    /// Results of a query: 10.
    pub results: usize,
    /// Language of the results as the service names it, such as `en`; for Wikipedia the code of the wiki, such as
    /// `zh` or `nds-nl`. Default: that of `searchLanguage`, else the service's choice. Wikipedia's default is Chinese
    /// for a run in Chinese, and English for any other.
    pub language: Option<String>,
    /// Country to search from, such as `us`; the service's choice unless set.
    pub country: Option<String>,
}

/// The given settings of web search.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
struct SearchPatch {
    service: SearchService,
    base_url: Option<String>,
    results: Option<usize>,
    language: Option<String>,
    country: Option<String>,
}

impl From<SearchPatch> for SearchSettings {
    fn from(given: SearchPatch) -> Self {
        let own = Self::of(given.service);
        Self {
            base_url: given.base_url.unwrap_or(own.base_url),
            results: given.results.unwrap_or(own.results),
            language: given.language,
            country: given.country,
            ..own
        }
    }
}

impl SearchSettings {
    /// Returns the settings of a service at its own address.
    #[must_use]
    pub fn of(service: SearchService) -> Self {
        Self {
            service,
            base_url: service.address().to_owned(),
            results: 10,
            language: None,
            country: None,
        }
    }
}

impl SearchSettings {
    /// Checks that the language names a wiki, where it has to.
    ///
    /// # Errors
    /// A language that is no code of a Wikipedia.
    pub(super) fn check_language(&self) -> Result<(), SettingsError> {
        let query = SearchQuery {
            language: self.language.clone(),
            ..SearchQuery::new("x")
        };
        match self.service.request(&self.base_url, &query) {
            Err(SearchError::BadLanguage) => Err(SettingsError {
                name: "search.language",
                value: self.language.clone().unwrap_or_default(),
                range: "the code of a Wikipedia, such as en, zh or nds-nl",
            }),
            _ => Ok(()),
        }
    }
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self::of(SearchService::default())
    }
}

impl Settings {
    /// Returns the query of a search in a run of this language; without a known language Wikipedia's default is English.
    pub(crate) fn search_query(
        &self,
        search: &SearchSettings,
        words: &str,
        run: Option<Language>,
    ) -> SearchQuery {
        let service = search.service;
        let language = search.language.clone().or_else(|| {
            // Each language has a Wikipedia of its own.
            let needed = run.filter(|_| service == SearchService::Wikipedia);
            let language = self.search_language.or(needed)?;
            Some(code(service, language).to_owned())
        });
        SearchQuery {
            language,
            country: search.country.clone(),
            results: search.results,
            ..SearchQuery::new(words)
        }
    }

    /// Returns true if the reader's key serves the search where that has none: both are Jina's, at its own addresses.
    #[must_use]
    pub fn shares_reader_key(&self) -> bool {
        let jina = SearchService::Jina;
        let is_at = |address: &str, own: &str| address.trim().trim_end_matches('/') == own;
        self.search
            .as_ref()
            .is_some_and(|search| search.service == jina && is_at(&search.base_url, jina.address()))
            && is_at(&self.reader.base_url, JINA_READER)
    }
}

/// Returns the code by which a service names a language.
fn code(service: SearchService, language: Language) -> &'static str {
    match (language, service) {
        (Language::English, _) => "en",
        (Language::Chinese, SearchService::Wikipedia) => "zh",
        (Language::Chinese, _) => "zh-cn",
    }
}

/// Page reading (MB-20).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct ReaderSettings {
    /// Jina Reader's address: `https://r.jina.ai`; empty to fetch pages only directly. If the service fails, pages are
    /// fetched directly.
    pub base_url: String,
    /// True if addresses of the user's local network may be read, and then those that the user or a page within that
    /// network names: a page of the internet leads nobody into it. Link-local addresses, where clouds keep a machine's
    /// keys, are never read. If the platform resolves names, as Node does, a host is judged by its IP addresses,
    /// otherwise by its name. Default: false.
    pub allow_local: bool,
    /// True if links in pages that were read may be followed; otherwise only the user's addresses and search results.
    /// Default: false.
    pub follow_links: bool,
    /// Windows of a page that the reading agent reads at most: 4.
    pub windows: usize,
}

impl Default for ReaderSettings {
    fn default() -> Self {
        Self {
            base_url: JINA_READER.to_owned(),
            allow_local: false,
            follow_links: false,
            windows: 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> SearchSettings {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn mb_19_a_service_is_at_its_own_address_unless_another_is_given() {
        assert_eq!(read("{}"), SearchSettings::default());
        let wikipedia = read(r#"{"service":"wikipedia","results":5}"#);
        assert_eq!(wikipedia.base_url, "https://wikipedia.org");
        assert_eq!(wikipedia.results, 5);
        let own = read(r#"{"service":"jina","baseUrl":"http://127.0.0.1:1"}"#);
        assert_eq!(own.base_url, "http://127.0.0.1:1");
        for wrong in [r#"{"service":"google"}"#, r#"{"servise":"jina"}"#] {
            assert!(
                serde_json::from_str::<SearchSettings>(wrong).is_err(),
                "{wrong}"
            );
        }
    }

    /// BX-02: journals of earlier versions name no service, and those of today name Serper no more than they.
    #[test]
    fn bx_02_the_settings_of_serper_are_written_as_they_were() {
        let written = serde_json::to_string(&SearchSettings::default()).unwrap();
        let earlier = r#"{"baseUrl":"https://google.serper.dev","results":10,"language":null,"country":null}"#;
        assert_eq!(written, earlier);
        assert_eq!(read(earlier), SearchSettings::default());
        let jina = SearchSettings::of(SearchService::Jina);
        let written = serde_json::to_string(&jina).unwrap();
        assert!(written.starts_with(r#"{"service":"jina","#), "{written}");
        assert_eq!(read(&written), jina);
    }

    #[test]
    fn mb_19_the_language_of_a_search_is_the_set_one_or_for_wikipedia_the_runs() {
        let asked = |service, own: Option<&str>, set, run| {
            let search = SearchSettings {
                language: own.map(str::to_owned),
                ..SearchSettings::of(service)
            };
            let settings = Settings {
                search_language: set,
                ..Settings::default()
            };
            settings.search_query(&search, "x", run).language
        };
        let (wikipedia, serper) = (SearchService::Wikipedia, SearchService::Serper);
        let chinese = Some(Language::Chinese);
        for (service, own, set, run, code) in [
            (wikipedia, None, None, None, None),
            (wikipedia, None, None, chinese, Some("zh")),
            (
                wikipedia,
                None,
                Some(Language::English),
                chinese,
                Some("en"),
            ),
            (wikipedia, Some("nds-nl"), chinese, chinese, Some("nds-nl")),
            (serper, None, None, chinese, None),
            (serper, None, chinese, None, Some("zh-cn")),
        ] {
            assert_eq!(asked(service, own, set, run).as_deref(), code);
        }
    }

    #[test]
    fn mb_21_the_readers_key_serves_jinas_search_alone() {
        let settings = |service, search: Option<&str>, reader: &str| {
            let mut settings = Settings {
                search: Some(SearchSettings::of(service)),
                ..Settings::default()
            };
            settings.reader.base_url = reader.to_owned();
            if let (Some(own), Some(address)) = (settings.search.as_mut(), search) {
                own.base_url = address.to_owned();
            }
            settings
        };
        let jina = SearchService::Jina;
        assert!(settings(jina, None, JINA_READER).shares_reader_key());
        assert!(settings(jina, Some("https://s.jina.ai/"), JINA_READER).shares_reader_key());
        for other in [
            settings(jina, Some("https://s.jina.ai.evil.example"), JINA_READER),
            settings(jina, None, "https://reader.example"),
            settings(jina, None, ""),
            settings(SearchService::Serper, None, JINA_READER),
            settings(SearchService::Wikipedia, None, JINA_READER),
            Settings::default(),
        ] {
            assert!(!other.shares_reader_key());
        }
    }
}
