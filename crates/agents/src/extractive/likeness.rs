//! Whether two assertions speak of the same thing (MB-10).

use std::collections::BTreeSet;

use super::dependence::Standing;
use super::script::is_cjk;
use super::statement::Statement;

/// Words for things of which every text has its own: two of them need not be the same.
const GENERIC: [&str; 28] = [
    "valu", "result", "output", "size", "length", "height", "width", "depth", "weight", "number",
    "total", "limit", "default", "answer", "sum", "time", "date", "year", "day", "type", "code",
    "program", "file", "line", "function", "variabl", "exampl", "test",
];

impl Statement<'_> {
    /// Whether two assertions speak of the same: nearly all of their words agree, and all of their
    /// names and numbers of names.
    pub(super) fn same_subject(&self, other: &Self) -> bool {
        if !self.comparable(other) {
            return false;
        }
        let shared = self.subject.intersection(&other.subject).count();
        let (small, large) = ordered(self.subject.len(), other.subject.len());
        let all = small + large - shared;
        if shared < 2 {
            return shared == 1 && self.same_words(other) && self.is_specific();
        }
        let contained = shared == small;
        if self.is_chinese() || other.is_chinese() {
            let alike = contained && 2 * shared >= all || shared >= 4 && 10 * shared >= 7 * all;
            return alike && !self.replaces(other);
        }
        let alike =
            contained && 5 * shared >= 3 * all || 4 * shared >= 3 * all && !self.replaces(other);
        shared == all || shared >= 3 && alike
    }

    /// Whether each has a term of its own in the same place: "born" and "died", "canal" and "tunnel". However much else two
    /// sentences share, they tell of two things then.
    fn replaces(&self, other: &Self) -> bool {
        let (own, others) = (self.beside_own(other), other.beside_own(self));
        own.before.intersection(&others.before).next().is_some()
            || own.behind.intersection(&others.behind).next().is_some()
    }

    /// Between which of the terms that both have this one has others.
    fn beside_own(&self, other: &Self) -> Beside {
        let others = other.terms_in_order();
        let mut beside = Beside::default();
        let mut before = String::new();
        let mut is_own_before = false;
        for term in self.terms_in_order() {
            if !others.contains(&term) {
                beside.before.insert(before.clone());
                is_own_before = true;
                continue;
            }
            if std::mem::take(&mut is_own_before) {
                beside.behind.insert(term.clone());
            }
            before = term;
        }
        beside
    }

    /// The terms of what it speaks of, as they follow each other; a Chinese character that stands alone is one: 长 or 宽.
    fn terms_in_order(&self) -> Vec<String> {
        let pairs = |word: &str| -> Vec<String> {
            let characters: Vec<char> = word.chars().collect();
            if characters.len() < 3 || !word.contains(is_cjk) {
                return vec![word.to_owned()];
            }
            let pairs = characters.windows(2);
            pairs.map(|pair| pair.iter().collect()).collect()
        };
        let words = self.words.iter();
        let words = words.flat_map(|word| word.split(|c: char| !c.is_alphanumeric()));
        let mut terms: Vec<String> = words.flat_map(pairs).collect();
        let stands_alone = |term: &str| term.chars().count() == 1 && term.contains(is_cjk);
        terms.retain(|term| self.subject.contains(term) || stands_alone(term));
        terms
    }

    /// Whether one of two assertions denies the other: they use nearly the same words, or what is
    /// denied in general is affirmed with a little more detail.
    pub(super) fn denies(&self, other: &Self) -> bool {
        if !self.comparable(other) {
            return false;
        }
        let shared = self.subject.intersection(&other.subject).count();
        let all = self.subject.len() + other.subject.len() - shared;
        let (denial, claim) = if self.negated {
            (self, other)
        } else {
            (other, self)
        };
        // What need not be done may be done: only a duty stands against it.
        if denial.exempts && !claim.obliges {
            return false;
        }
        let in_general =
            shared >= 3 && shared == denial.subject.len() && claim.subject.len() <= shared + 2;
        let alike = shared >= 2 && 20 * shared >= 17 * all && !self.replaces(other);
        in_general || alike || self.same_words(other)
    }

    /// Whether this one tells all that `claim` speaks of, and perhaps more.
    pub(super) fn tells_of(&self, claim: &Self) -> bool {
        let shared = self.subject.intersection(&claim.subject).count();
        let wanted = claim.subject.len();
        let enough = if claim.is_chinese() {
            10 * shared >= 8 * wanted
        } else {
            shared == wanted
        };
        let named = numbered(&claim.subject).is_subset(&numbered(&self.subject))
            && lettered(claim.sentence).is_subset(&lettered(self.sentence));
        let same = self.same_words(claim);
        same || enough
            && wanted >= 2
            && named
            && !self.qualifies(claim)
            && [self, claim]
                .iter()
                .all(|one| one.standing == Standing::Alone)
    }

    /// Whether nothing but the words decides: what points elsewhere, speaks to the reader or of any
    /// such thing is the same only in the same words; a qualified thing is not the plain one.
    fn comparable(&self, other: &Self) -> bool {
        let pair = [self, other];
        if pair.iter().any(|one| one.standing != Standing::Alone) {
            return self.same_words(other);
        }
        if pair.iter().any(|one| one.indefinite) {
            let dated = |one: &&Self| one.values.iter().any(|value| value.measure.is_date());
            return self.indefinite == other.indefinite
                && self.subject == other.subject
                && !pair.iter().any(dated);
        }
        self.same_names(other) && !self.qualifies(other) && !other.qualifies(self)
    }

    /// Whether the two use the same words in the same order, values and negators apart.
    fn same_words(&self, other: &Self) -> bool {
        self.words == other.words
    }

    /// Whether what it speaks of is told apart by its words alone.
    fn is_specific(&self) -> bool {
        !self
            .subject
            .iter()
            .any(|term| GENERIC.contains(&term.as_str()))
    }

    /// Whether the two name the same parts and versions: "unit A" is not "unit B".
    fn same_names(&self, other: &Self) -> bool {
        numbered(&self.subject) == numbered(&other.subject)
            && lettered(self.sentence) == lettered(other.sentence)
    }

    /// Whether a word of this one narrows down one that both have: "the small box" is not "the box".
    fn qualifies(&self, other: &Self) -> bool {
        if self.is_chinese() {
            return self.qualifies_chinese(other);
        }
        let content = |word: &String| self.subject.contains(word);
        self.words
            .iter()
            .zip(self.words.iter().skip(1))
            .any(|(word, next)| {
                content(word)
                    && content(next)
                    && !other.subject.contains(word)
                    && other.subject.contains(next)
                    && !is_adverb(word)
            })
    }

    /// The same in Chinese, where the thing is what the sentence begins with.
    fn qualifies_chinese(&self, other: &Self) -> bool {
        match (self.words.first(), other.words.first()) {
            (Some(own), Some(their)) => their.len() < own.len() && own.ends_with(their.as_str()),
            _ => false,
        }
    }

    fn is_chinese(&self) -> bool {
        self.subject.iter().any(|term| term.chars().any(is_cjk))
    }
}

/// The terms right before and right behind those that one statement alone has; nothing before stands for its beginning.
#[derive(Default)]
struct Beside {
    before: BTreeSet<String>,
    behind: BTreeSet<String>,
}

/// Whether an analysed word says how, and not which.
fn is_adverb(stem: &str) -> bool {
    const PLAIN: [&str; 6] = ["also", "onli", "just", "even", "alreadi", "still"];
    PLAIN.contains(&stem) || stem.len() > 5 && stem.ends_with("li")
}

fn ordered(left: usize, right: usize) -> (usize, usize) {
    (left.min(right), left.max(right))
}

/// The terms with a digit in them: versions, models, parts.
fn numbered(terms: &BTreeSet<String>) -> BTreeSet<&String> {
    terms
        .iter()
        .filter(|term| term.chars().any(|c| c.is_ascii_digit()))
        .collect()
}

/// The single capital letters that name something; the first word may be an article.
fn lettered(sentence: &str) -> BTreeSet<&str> {
    sentence
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .skip(1)
        .filter(|word| word.len() == 1 && *word != "I")
        .filter(|word| word.chars().all(|c| c.is_ascii_uppercase()))
        .collect()
}
