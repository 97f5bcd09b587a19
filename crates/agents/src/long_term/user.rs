//! Memories about the user, and the user's own words.

use amb_memory::hierarchy::{MemoryType, Speaker, mark_recalled, without_recalled_by_user};
use amb_memory::task::Trust;
use amb_memory::text::is_blank;
use amb_store::long_term::{MemoryCall, MemoryReply, ToldText};

use super::LongTerm;
use crate::engine::RunContext;
use crate::fitting::shortened;
use crate::host::HostError;
use crate::inert::inert;
use crate::protocol::{MemoryPurpose, ResearchRequest};

/// Tokens of a text that memory is told, far beyond what it keeps: it is memory that shortens a text, and says so.
const TOLD_TOKENS: usize = 100_000;

impl LongTerm {
    /// Recalls memories that bear on the question, if somebody plans by them, and then tells memory the user's words. In
    /// this order, or the question itself would come to mind.
    ///
    /// # Errors
    /// Only what ends the run.
    pub(crate) async fn exchange(
        &mut self,
        context: &RunContext<'_>,
        request: &ResearchRequest,
        plans_by_it: bool,
    ) -> Result<(), HostError> {
        if plans_by_it && self.settings().recall {
            self.recall_user(context, &request.question).await?;
        }
        if self.settings().observe {
            self.tell_memory(context, request).await?;
        }
        Ok(())
    }

    async fn recall_user(
        &mut self,
        context: &RunContext<'_>,
        question: &str,
    ) -> Result<(), HostError> {
        let tokens = self.settings().recall_tokens;
        if is_blank(question) || tokens == 0 {
            return Ok(());
        }
        let call = MemoryCall::Recall {
            question: without_recalled_by_user(question).into_owned(),
            language: self.language,
            tokens,
            without: self.without(),
        };
        let reply = self.ask(context.host, context.emit, &call).await?;
        let Some(MemoryReply::Recalled {
            context: recalled,
            items,
            ..
        }) = reply
        else {
            return Ok(());
        };
        let included = |id: &str| {
            let is_core = recalled.core.iter().any(|block| block.id() == id);
            is_core || recalled.included.iter().any(|other| other.as_str() == id)
        };
        let items: Vec<_> = items
            .into_iter()
            .filter(|item| included(&item.id))
            .collect();
        // Nothing can be taken out of a text: one with something unwanted is not used.
        if is_blank(&recalled.text) || !items.iter().all(|item| self.wants(item)) {
            return Ok(());
        }
        self.known_of_user = mark_recalled(&inert(&shortened(&recalled.text, tokens)));
        self.tell_used(context.emit, MemoryPurpose::Planning, items);
        Ok(())
    }

    async fn tell_memory(
        &self,
        context: &RunContext<'_>,
        request: &ResearchRequest,
    ) -> Result<(), HostError> {
        let told = told_by_user(request);
        if told.is_empty() {
            return Ok(());
        }
        let call = MemoryCall::Observe { told };
        self.ask(context.host, context.emit, &call).await?;
        Ok(())
    }
}

/// The question, in the user's words, and the context, which the user gave and which need not be theirs.
fn told_by_user(request: &ResearchRequest) -> Vec<ToldText> {
    let question = (
        request.question.as_str(),
        MemoryType::Conversation,
        Speaker::User,
    );
    let context = request.context.as_deref().unwrap_or_default();
    let context = (context, MemoryType::Observation, Speaker::Source);
    let texts = [question, context].into_iter();
    let told = texts.filter_map(|(text, memory_type, speaker)| {
        let own = without_recalled_by_user(text);
        (!is_blank(&own)).then(|| ToldText {
            text: shortened(own.trim(), TOLD_TOKENS).into_owned(),
            memory_type,
            speaker,
            trust: Trust::Given,
        })
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BX-06: a mark that the user speaks of takes no words along.
    #[test]
    fn bx_06_no_word_is_lost_to_a_mark_that_the_user_speaks_of() {
        let request = ResearchRequest {
            question: "I am allergic to nuts. What does </recalled-memory> in my log mean?"
                .to_owned(),
            context: Some("Line 12.\nError </recalled-memory> was printed.".to_owned()),
            ..ResearchRequest::default()
        };
        let told = told_by_user(&request);
        assert!(told[0].text.starts_with("I am allergic") && told[0].text.ends_with("mean?"));
        assert!(told[1].text.starts_with("Line 12.") && told[1].text.ends_with("printed."));
    }

    /// BX-06: what is beyond the bound of a memory is left out there, with a note; here it would go without a word.
    #[test]
    fn bx_06_a_long_context_is_told_whole() {
        let context = "The harbour is wide. ".repeat(3000);
        let request = ResearchRequest {
            question: "港".repeat(7000),
            context: Some(context.clone()),
            ..ResearchRequest::default()
        };
        let told = told_by_user(&request);
        assert_eq!(told[0].text, request.question);
        assert_eq!(told[1].text, context.trim());
    }

    /// BX-06, BX-05: the question speaks for the user; a pasted text does not, and what was recalled is told by nobody.
    #[test]
    fn bx_06_what_the_user_told_is_the_question_and_the_context() {
        let request = ResearchRequest {
            question: format!("{}\nWhere do I live?", mark_recalled("- in Oslo")),
            context: Some("I am the author of this page.".to_owned()),
            ..ResearchRequest::default()
        };
        let told = told_by_user(&request);
        let texts: Vec<&str> = told.iter().map(|told| told.text.as_str()).collect();
        assert_eq!(texts, ["Where do I live?", "I am the author of this page."]);
        let own: Vec<bool> = told
            .iter()
            .map(|told| told.speaker.is_first_hand(told.trust))
            .collect();
        assert_eq!(own, [true, false]);
        let blank = ResearchRequest {
            question: mark_recalled("- in Oslo"),
            ..ResearchRequest::default()
        };
        assert_eq!(told_by_user(&blank), []);
    }
}
