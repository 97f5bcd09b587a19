use super::chance::without_chance;
use super::numbers::is_of_what_passes;
use super::{
    addresses, block, codes, error_type, keywords, location, names, sentence, shown, standing,
};
use crate::trajectory::wording;

/// An error as memory knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorSign {
    /// `ImportError`, `HTTP 429`, `Timeout`, …; `Failure` where it is not told.
    pub error_type: String,
    /// What sets it apart from others of its type, the most telling first.
    pub keywords: Vec<String>,
    /// The words that stand for the keywords where it is told; of an error that others told, the keywords themselves.
    pub words: Vec<String>,
    /// What it names, sorted: a file, a module, a test; of an error that others told, what stands for each name. An
    /// error of other names is another one.
    pub names: Vec<String>,
    /// The words of its sentence in their order, without such as are new each time: two that say the same of different
    /// things are different errors. Of an error that others told, what stands for each word.
    pub sentence: Vec<String>,
    /// Where it happened, if it says so.
    pub location: Option<String>,
    /// The line that says it, in brief.
    pub message: String,
}

impl ErrorSign {
    /// The type of an error that does not tell one.
    pub(in crate::trajectory) const UNTYPED: &'static str = error_type::UNTYPED;

    /// What a text says that is known to be an error's.
    #[must_use]
    pub fn of(error: &str, keywords: usize) -> Self {
        let plain = block::without_colours(error);
        let text = wording::excerpt(&plain, wording::READ);
        let report = block::report_in(&text);
        let (error_type, message) = error_type::of_error(report);
        Self::told(error_type, message, report, keywords)
    }

    /// The error that an output tells of, if it does so beyond doubt: a line that begins with an error's name, or
    /// with a word for error; a status of HTTP.
    #[must_use]
    pub fn in_output(output: &str, keywords: usize) -> Option<Self> {
        let plain = block::without_colours(output);
        let text = wording::excerpt(&plain, wording::READ);
        let (error_type, message) = error_type::in_output(&text)?;
        Some(Self::told(error_type, message, &text, keywords))
    }

    /// An error that says no more than that something is not to be had is told apart by what was asked for: of an address
    /// by its page, or where the site lets nobody in, by the site, whose other pages are the same predicament.
    #[must_use]
    pub(in crate::trajectory) fn of_action(mut self, input: &str) -> Self {
        const FORBIDDEN: [&str; 2] = ["HTTP 403", "HTTP 451"];
        const GONE: [&str; 2] = ["HTTP 404", "HTTP 410"];
        let status = error_type::status_of(&self.message);
        let status = status.as_deref().unwrap_or(&self.error_type);
        let names_nothing = names::in_message(&without_chance(&self.message)).is_empty();
        let is_gone = GONE.contains(&status);
        let asked = if FORBIDDEN.contains(&status) {
            names_nothing.then(|| addresses::site_in(input)).flatten()
        } else {
            is_gone.then(|| addresses::page_in(input)).flatten()
        };
        let is_not_had = is_gone || self.error_type == "NotFound" || FORBIDDEN.contains(&status);
        let told = || addresses::asked_for(input).filter(|_| is_not_had && names_nothing);
        self.names.extend(asked.or_else(told));
        self
    }

    /// Of an error that others told: their words stay out of memory. Type and keywords set it apart, and what it names is
    /// told apart without being read.
    #[must_use]
    pub(in crate::trajectory) fn of_others(mut self) -> Self {
        // In whole words, some of their sentence would be there to be read again.
        self.words.clone_from(&self.keywords);
        self.message.clear();
        self.names = self.names.iter().map(|name| names::veiled(name)).collect();
        sentence::veil(&mut self.sentence);
        self
    }

    /// What it names, and the machines in its sentence.
    pub(in crate::trajectory) fn named(&self) -> impl Iterator<Item = &str> {
        let names = self.names.iter().map(String::as_str);
        names.chain(self.sentence.iter().filter_map(|word| sentence::host(word)))
    }

    fn told(error_type: String, message: &str, text: &str, keywords: usize) -> Self {
        let (lasting, all) = (without_chance(message), without_chance(text));
        let block = block::of(text, message, &error_type);
        let mut whole = without_chance(&block);
        if is_of_service(&error_type) {
            whole = addresses::with_sites_alone(&whole);
        }
        let keywords = keywords::of(&lasting, &all, &error_type, keywords);
        let location = location::of(text);
        // From the block as it is: a code may look like chance's.
        let mut names = named(&whole, location.as_deref());
        names.extend(codes::in_message(&block));
        names.sort_unstable();
        names.dedup();
        Self {
            words: shown(&keywords, &[message, text]),
            keywords,
            names,
            sentence: sentence::of(&whole),
            location,
            message: wording::line(message, wording::LINE),
            error_type: wording::line(&error_type, wording::NAME),
        }
    }
}

/// Whether an error is that of a server as a whole, whatever it was asked for.
fn is_of_service(error_type: &str) -> bool {
    const OF_SERVICE: [&str; 3] = ["HTTP 408", "HTTP 429", "RateLimit"];
    OF_SERVICE.contains(&error_type) || error_type.starts_with("HTTP 5")
}

/// All that a message names, and the file where it happened, whichever its line: a run that goes from one file
/// to the next is not where it was. Some files a run makes itself, a new one for each attempt.
fn named(message: &str, location: Option<&str>) -> Vec<String> {
    let mut names = names::in_message(message);
    names.extend(names::pointed_at(message));
    names.extend(standing::in_place(message));
    let file = location.filter(|place| !place.contains("://") && !place.starts_with('<'));
    let file = file.and_then(names::name);
    let is_lasting = |path: &str| !path.rsplit('/').next().is_some_and(is_of_what_passes);
    names.extend(file.filter(|path| is_lasting(path)));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign(text: &str) -> (String, Vec<String>, Option<String>) {
        let sign = ErrorSign::of(text, 3);
        (sign.error_type, sign.keywords, sign.location)
    }

    #[test]
    fn cg_03_type_keywords_and_place_of_an_error() {
        let python = "Traceback (most recent call last):\n  File \"src/app.py\", line 12, in <module>\n    \
                      import numpy\nModuleNotFoundError: No module named 'numpy'";
        let expected = ("ModuleNotFoundError", "numpi", "src/app.py:12");
        let (error_type, keywords, place) = sign(python);
        assert_eq!(
            (error_type.as_str(), keywords[0].as_str()),
            (expected.0, expected.1)
        );
        assert_eq!(place.as_deref(), Some(expected.2));
        let rust = sign("error[E0308]: mismatched types\n --> src/main.rs:3:5");
        assert_eq!(
            (rust.0.as_str(), rust.2.as_deref()),
            ("E0308", Some("src/main.rs:3:5"))
        );
        let page = sign("HTTP 429 Too Many Requests: https://a.example/x?key=secret");
        assert_eq!(page.0, "HTTP 429");
        assert_eq!(page.2.as_deref(), Some("https://a.example/x"));
    }

    #[test]
    fn cg_03_types_of_many_worlds() {
        for (text, expected) in [
            (
                "requests.exceptions.ConnectionError: reset",
                "ConnectionError",
            ),
            (
                "java.lang.NullPointerException at A.java:3",
                "NullPointerException",
            ),
            ("status code 503", "HTTP 503"),
            ("HTTP Error 500.19 - Internal Server Error", "HTTP 500"),
            ("10:01:02.455 status 503, 404 not found.", "HTTP 503"),
            ("HTTP status 404.", "HTTP 404"),
            ("the request timed out after 30 s", "Timeout"),
            ("请求超时", "Timeout"),
            ("错误：权限不足，无法访问", "PermissionDenied"),
            ("没有找到文件", "NotFound"),
            ("语法错误：第3行", "SyntaxError"),
            ("thread 'main' panicked at src/a.rs:1:2", "Panic"),
            ("出错了", "Failure"),
            ("it went wrong", "Failure"),
            ("", "Failure"),
        ] {
            assert_eq!(sign(text).0, expected, "{text}");
        }
    }

    #[test]
    fn cg_06_errors_of_one_type_differ_by_what_sets_them_apart() {
        let one = sign("ModuleNotFoundError: No module named 'numpy'").1;
        let other = sign("ModuleNotFoundError: No module named 'pandas'").1;
        assert!(
            one.iter().all(|word| !other.contains(word)),
            "{one:?} {other:?}"
        );
        for passing in ["2024-11-28T16:01:13Z", "after 12ms", "in 1m12s", "1.2GiB"] {
            let keywords = sign(&format!("ConnectionError: postgres refused {passing}")).1;
            let tells = |word: &String| !word.contains(|c: char| c.is_ascii_digit());
            assert!(keywords.iter().all(tells), "{keywords:?}");
        }
        let same = sign("ValueError: invalid value").1;
        assert!(
            !same.is_empty(),
            "where nothing else is said, common words remain"
        );
    }

    #[test]
    fn cg_03_an_output_that_only_speaks_of_errors_is_none() {
        for text in [
            "The chapter explains what a TypeError is.",
            "no failed tests",
            "共 429 页",
            "",
        ] {
            assert_eq!(ErrorSign::in_output(text, 3), None, "{text}");
        }
        for (text, expected) in [
            ("ok\nTypeError: x is not a function\n", "TypeError"),
            ("Error: ENOENT: no such file", "NotFound"),
            ("错误：找不到模块", "NotFound"),
            ("HTTP 404 Not Found", "HTTP 404"),
        ] {
            let sign = ErrorSign::in_output(text, 3).unwrap();
            assert_eq!(sign.error_type, expected);
        }
    }
}
