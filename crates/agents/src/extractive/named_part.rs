//! Questions about a part of a text, which name it by its title in quotation marks.

use amb_memory::text::{folded, simplified};

use super::overview::is_about_the_whole;

/// Quotation marks, opening and closing.
const MARKS: [(char, char); 10] = [
    ('“', '”'),
    ('"', '"'),
    ('„', '“'),
    ('„', '”'),
    ('‘', '’'),
    ('«', '»'),
    ('»', '«'),
    ('「', '」'),
    ('『', '』'),
    ('《', '》'),
];

/// A question that may be about a part.
pub(crate) struct PartQuestion {
    asked: String,
}

impl PartQuestion {
    /// Reads a question; `None` for one without quotation marks.
    pub(crate) fn of(question: &str) -> Option<Self> {
        let has = |(opening, closing): &(char, char)| {
            question.contains(*opening) && question.contains(*closing)
        };
        MARKS.iter().any(has).then(|| Self {
            asked: plain(question),
        })
    }

    /// Returns true if the question is about the part with this title: it quotes the title, and without it would ask
    /// what a whole text is about. Any other question that quotes a title wants a sentence.
    pub(crate) fn is_about(&self, title: &str) -> bool {
        let title = plain(title);
        let title = title.trim();
        if title.is_empty() || !self.asked.contains(title) {
            return false;
        }
        MARKS.iter().any(|(opening, closing)| {
            let quoted = format!("{opening}{title}{closing}");
            let rest = self.asked.split_once(&quoted);
            rest.is_some_and(|(before, after)| is_about_the_whole(&format!("{before} {after}")))
        })
    }
}

fn plain(text: &str) -> String {
    simplified(&folded(text)).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_about(question: &str, title: &str) -> bool {
        PartQuestion::of(question).is_some_and(|asked| asked.is_about(title))
    }

    #[test]
    fn bx_13_a_question_about_a_part_quotes_its_title() {
        for (question, title) in [
            ("What is “The String Type” about?", "The string type"),
            ("what is \"Fees\" about", "Fees"),
            ("Summarize «Fees»", " Fees "),
            ("What is “The “String” type” about?", "The “String” type"),
            ("What is “Summary” about?", "Summary"),
            ("“票价”主要讲什么？", "票价"),
            ("《票價》是关于什么的？", "票价"),
        ] {
            assert!(is_about(question, title), "{question}");
        }
    }

    #[test]
    fn bx_13_another_question_that_quotes_a_title_is_not_about_its_part() {
        for question in [
            "How much does a child pay according to “Fees”?",
            "Who wrote “Fees”?",
            "What does “Fees” mean?",
            "What is the phone number of the “Fees” office?",
            "《Fees》的作者是谁？",
            "What are the fees?",
            "What is Fees about?",
            "“",
            "",
        ] {
            assert!(!is_about(question, "Fees"), "{question}");
        }
        assert!(!is_about("What is “” about?", ""));
        assert!(!is_about("What is “Fees” about?", "Fee"));
    }

    #[test]
    fn bx_13_marks_that_never_close_cost_no_more() {
        let question = "「".repeat(8_000) + "“Fees”";
        assert!(!is_about(&question, "Fees"));
    }
}
