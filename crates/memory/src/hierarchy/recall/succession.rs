//! Newer memories of the same matter.
//!
//! A question about the present is answered by the newest statement. Words alone decide if memories are of one matter:
//! the same relation of a fact; a sentence of the same frame with another value; a mention of the value beside another
//! one. This orders memories and removes none.

use super::super::entry::{Fact, MemoryEntry, MemoryId, Speaker};
use super::super::query::TimeRange;
use super::super::settings::RecallSettings;
use super::channel::{ChannelQuery, MemoryScope, RecallChannel, RecallStrategy, Search};
use super::plan::RecallPlan;
use super::question::is_first_person;
use super::ranking::{ChannelRank, RecalledMemory};
use crate::retrieval::{DocumentTerms, analyze, is_function_word, is_han};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Memories that are looked up for what was told later.
const MOST_EARLIER: usize = 3;

/// Later memories that are looked for by each of these.
const MOST_LATER: usize = 16;

/// A newer memory of the same matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Newer {
    /// The memory.
    pub id: MemoryId,
    /// Its time, in milliseconds since 1970. If it replaces the older one, that held until then.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
    /// True if both memories cannot hold at one time.
    pub replaces: bool,
}

/// Returns the searches for what the user told later than these memories and in their words; none for a question about
/// a time, and for a strategy that keeps an order of its own.
pub(super) fn later_queries(
    plan: &RecallPlan,
    recalled: &[RecalledMemory],
    settings: &RecallSettings,
) -> Vec<ChannelQuery> {
    if !is_of_the_present(plan) {
        return Vec::new();
    }
    let bearing = recalled.iter().filter(|one| one.bears_on_query(settings));
    let earlier = bearing.map(|one| &one.entry);
    let own = earlier.filter(|entry| entry.is_first_hand() && entry.speaker == Speaker::User);
    let query = |entry: &MemoryEntry| {
        let since = TimeRange {
            from: entry.created_at.saturating_add(1),
            until: i64::MAX,
        };
        let bound = plan.scope.range;
        ChannelQuery {
            channel: RecallChannel::Later,
            search: Search::words_of(&entry.content),
            scope: MemoryScope {
                speaker: Some(Speaker::User),
                first_hand: true,
                range: Some(bound.map_or(since, |bound| bound.intersection(since))),
                ..plan.scope.clone()
            },
            limit: MOST_LATER,
        }
    };
    own.take(MOST_EARLIER).map(query).collect()
}

/// Returns the memories with newer ones of the same matter before older ones. `later` are the answers to
/// [`later_queries`]: those of no matter that was recalled go. What is newer than a memory that bears on the query does so, too.
pub(super) fn newer_first(
    plan: &RecallPlan,
    recalled: Vec<RecalledMemory>,
    later: Vec<RecalledMemory>,
    settings: &RecallSettings,
) -> Vec<RecalledMemory> {
    if !is_of_the_present(plan) {
        return recalled;
    }
    let count = recalled.len();
    let mut all: Vec<Told> = recalled
        .into_iter()
        .chain(later)
        .map(|one| Told::of(one, settings))
        .collect();
    let succession = Succession::of(plan, &all);
    for follower in succession.followers.iter().flatten() {
        if let Some(told) = all.get_mut(*follower) {
            told.mark_as_later();
        }
    }
    for (older, newer) in succession.newest.iter().enumerate() {
        if let Some(one) = all.get_mut(older) {
            one.recalled.newer.clone_from(newer);
        }
    }
    let mut order = Vec::with_capacity(all.len());
    for place in 0..count {
        succession.visit(place, &mut order);
    }
    let mut all: Vec<Option<RecalledMemory>> =
        all.into_iter().map(|it| Some(it.recalled)).collect();
    let in_order = order.into_iter().filter_map(|at| all.get_mut(at)?.take());
    in_order.take(plan.limit).collect()
}

fn is_of_the_present(plan: &RecallPlan) -> bool {
    plan.strategy == RecallStrategy::Hybrid && plan.analysis.time.is_none()
}

type Words = BTreeSet<String>;

/// A memory and its words, with one for the first person, in which a fact about the user is, too.
struct Told {
    recalled: RecalledMemory,
    words: Words,
    bears: bool,
}

/// Why one memory is told to be of the matter of an older one, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Link {
    Contradicted,
    Restated,
}

/// Which memories come before which.
struct Succession {
    /// By older memory, the newest first.
    followers: Vec<Vec<usize>>,
    newest: Vec<Option<Newer>>,
}

impl Succession {
    fn of(plan: &RecallPlan, all: &[Told]) -> Self {
        let asked = with_self(&plan.question.terms);
        let mut followers = Vec::with_capacity(all.len());
        let mut newest: Vec<Option<Newer>> = Vec::with_capacity(all.len());
        for older in all {
            let mut linked: Vec<(usize, Link)> = Vec::new();
            for (at, newer) in all.iter().enumerate() {
                linked.extend(link(&asked, older, newer).map(|link| (at, link)));
            }
            let entry = |at: usize| all.get(at).map(|told| &told.recalled.entry);
            linked.sort_by_key(|(at, _)| Reverse(entry(*at).map(|it| (it.created_at, &it.id))));
            let first = linked.iter().min_by_key(|(_, link)| *link);
            newest.push(first.and_then(|(at, link)| {
                let entry = entry(*at)?;
                Some(Newer {
                    id: entry.id.clone(),
                    at: entry.created_at,
                    replaces: *link == Link::Contradicted,
                })
            }));
            followers.push(linked.into_iter().map(|(at, _)| at).collect());
        }
        let mut succession = Self { followers, newest };
        succession.mark_sources(all);
        succession
    }

    /// Marks the sources of replaced facts: a source held as long as its fact.
    fn mark_sources(&mut self, all: &[Told]) {
        let replaced: Vec<(&MemoryEntry, Newer)> = all
            .iter()
            .zip(&self.newest)
            .filter_map(|(told, newer)| {
                let newer = newer.clone().filter(|newer| newer.replaces)?;
                Some((&told.recalled.entry, newer))
            })
            .collect();
        for (told, newest) in all.iter().zip(&mut self.newest) {
            let entry = &told.recalled.entry;
            let of_fact = replaced.iter().find(|(fact, newer)| {
                fact.source_ids.contains(&entry.id) && entry.created_at < newer.at
            });
            if let Some((_, newer)) = of_fact {
                *newest = Some(newer.clone());
            }
        }
    }

    /// Puts a place into the order, after all that is newer. Each is newer than the one before: there is no way back.
    fn visit(&self, place: usize, order: &mut Vec<usize>) {
        if order.contains(&place) {
            return;
        }
        for follower in self.followers.get(place).into_iter().flatten() {
            self.visit(*follower, order);
        }
        order.push(place);
    }
}

impl Told {
    fn of(recalled: RecalledMemory, settings: &RecallSettings) -> Self {
        let entry = &recalled.entry;
        let mut words = with_self(&entry.terms());
        if entry.fact.as_ref().is_some_and(Fact::is_about_user) {
            words.insert(SELF.to_owned());
        }
        Self {
            bears: recalled.bears_on_query(settings),
            recalled,
            words,
        }
    }

    fn mark_as_later(&mut self) {
        let channel = RecallChannel::Later;
        let ranks = &mut self.recalled.ranks;
        if ranks.iter().all(|place| place.channel != channel) {
            ranks.push(ChannelRank { channel, rank: 1 });
        }
    }
}

const SELF: &str = "i";

/// The words, with one for the first person.
fn with_self(terms: &DocumentTerms) -> Words {
    let unified = |word| if is_first_person(word) { SELF } else { word };
    let words = terms.words().into_iter();
    words.map(|word| unified(word).to_owned()).collect()
}

fn link(asked: &Words, older: &Told, newer: &Told) -> Option<Link> {
    let (before, after) = (&older.recalled.entry, &newer.recalled.entry);
    let is_later = after.created_at > before.created_at
        && !after.source_ids.contains(&before.id)
        && (after.is_first_hand() || !before.is_first_hand());
    if !is_later || !older.bears {
        return None;
    }
    if let (Some(was), Some(is)) = (&before.fact, &after.fact)
        && (&was.subject, &was.relation) == (&is.subject, &is.relation)
    {
        let is_contradicted = was.contradicts(is);
        return Some(if is_contradicted {
            Link::Contradicted
        } else {
            Link::Restated
        });
    }
    let is_restated =
        is_same_frame(asked, &older.words, &newer.words) || names_another(asked, older, newer);
    is_restated.then_some(Link::Restated)
}

/// Returns true if the newer memory has the question's content words that the older one has, and half of the older
/// one's words: "I live in Leeds", "I live in York now".
fn is_same_frame(asked: &Words, was: &Words, is: &Words) -> bool {
    let mut answered = asked
        .intersection(was)
        .filter(|word| !is_function_word(word));
    let has_self = is.contains(SELF) || !(asked.contains(SELF) && was.contains(SELF));
    let first = answered.next();
    let has_all = first
        .into_iter()
        .chain(answered)
        .all(|word| is.contains(word));
    first.is_some() && has_all && has_self && was.len() <= 2 * was.intersection(is).count()
}

/// Returns true if the newer memory, of the same subject, has words of the older one that are not the question's, and
/// names another value: "I live in Oslo", "I moved from Oslo to Bergen".
fn names_another(asked: &Words, older: &Told, newer: &Told) -> bool {
    let both = older.words.intersection(&newer.words);
    let value = both.filter(|word| !is_function_word(word) && !asked.contains(*word));
    // One character alone is in many words.
    let weight = |word: &String| if word.contains(is_han) { 1 } else { 2 };
    let (before, after) = (&older.recalled.entry, &newer.recalled.entry);
    let subject = match &before.fact {
        Some(fact) if fact.is_about_user() => Some(SELF.to_owned()),
        _ => subjects(&before.content).next(),
    };
    value.map(weight).sum::<usize>() >= 2
        && subject.is_some_and(|it| subjects(&after.content).any(|other| it == other))
        && names_more(&after.content, &older.words)
}

/// Returns true if a clause of a text begins with a pronoun of the first person.
pub(in crate::hierarchy) fn speaks_of_self(text: &str) -> bool {
    subjects(text).any(|subject| subject == SELF)
}

/// The first word of each clause; one for the first person.
fn subjects(text: &str) -> impl Iterator<Item = String> {
    text.split([
        '.', ',', ';', ':', '!', '?', '\n', '。', '，', '；', '：', '！', '？',
    ])
    .filter_map(|clause| {
        let clause = clause.trim_start();
        let first = clause.chars().next()?;
        if is_han(first) {
            return Some(first.to_string());
        }
        let word = clause.split(|c: char| !c.is_alphanumeric()).next()?;
        Some(word.to_lowercase())
    })
    .map(|word| match word.as_str() {
        "i" | "we" | "我" | "咱" => SELF.to_owned(),
        _ => word,
    })
}

/// Returns true if a text names something that is not among these words: by a capital or a figure within a sentence.
fn names_more(text: &str, words: &Words) -> bool {
    let mut tokens = text.split(|c: char| !c.is_alphanumeric()).skip(1);
    let is_new = |token: &str| analyze(token).iter().all(|term| !words.contains(term));
    tokens.any(|token| is_name(token) && token.len() > 1 && is_new(token))
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || is_han(c))
}
