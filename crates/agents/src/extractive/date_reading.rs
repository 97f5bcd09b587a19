//! The stretches of time that a sentence names, and what each is to what the sentence tells.

use super::date_roles::{
    COUNTED, Role, belongs_to_a_noun, is_counted, leads_to_what_is_told, names_its_noun,
};
use super::date_spans::{DateSpan, Period};
use super::date_tokens::{Kind, Token, tokens};
use super::lasting_states::names_an_office;
use super::single_dates::{Single, Tokens};

/// A date in a sentence.
#[derive(Debug, Clone, Copy)]
pub(super) struct DateFound {
    pub(super) span: DateSpan,
    pub(super) role: Role,
    /// Where it begins with the words that lead to it, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
}

const WITHIN: [&str; 14] = [
    "in", "on", "during", "at", "year", "late", "early", "mid", "spring", "summer", "autumn",
    "winter", "end", "fiscal",
];

/// Words before years that stand before amounts as well.
const LOOSE: [&str; 4] = ["by", "circa", "around", "of"];

const LEADING_TO_A_DATE: [&str; 19] = [
    "the",
    "early",
    "late",
    "mid",
    "-",
    "end",
    "of",
    "beginning",
    "start",
    "spring",
    "summer",
    "autumn",
    "fall",
    "winter",
    "about",
    "around",
    "year",
    "as",
    "middle",
];

const DASHES: [&str; 6] = ["-", "–", "—", "−", "~", "～"];

/// The dates of a text, in order.
pub(super) fn dates_of(text: &str) -> Vec<DateFound> {
    let reader = Reader {
        tokens: Tokens(tokens(text)),
        text,
    };
    let mut found: Vec<DateFound> = Vec::new();
    let (mut at, mut after_date) = (0, false);
    while at < reader.tokens.0.len() {
        let read = if after_date { reader.further(at) } else { None };
        match read.or_else(|| reader.span(at)) {
            Some((span, sure, next)) => {
                found.push(reader.placed(at, next, span, sure));
                (at, after_date) = (next, true);
            }
            None => (at, after_date) = (at + 1, false),
        }
    }
    found
}

/// A span, whether it is sure to be a date of the sentence, and the token after it.
type Read = (DateSpan, bool, usize);

struct Reader<'t> {
    tokens: Tokens<'t>,
    text: &'t str,
}

impl Reader<'_> {
    fn token(&self, at: usize) -> Option<&Token<'_>> {
        self.tokens.at(at)
    }

    fn before(&self, at: usize) -> Option<&Token<'_>> {
        self.token(at.checked_sub(1)?)
    }

    fn is(&self, at: usize, words: &[&str]) -> bool {
        self.tokens.is(at, words)
    }

    /// The span that begins here with the words that lead to it.
    fn span(&self, at: usize) -> Option<Read> {
        self.english(at)
            .or_else(|| self.chinese(at))
            .or_else(|| self.plain(at))
    }

    /// "and 2011", 和2011年, behind a date.
    fn further(&self, at: usize) -> Option<Read> {
        let joined = self.is(at, &["and", "or", "和", "、", "及"]);
        let single = self.tokens.date(at + 1).filter(|_| joined)?;
        let ends = !single.bare || !self.counts_something(single.next);
        ends.then(|| self.stretched(single))
    }

    /// "in 2010", "from 2010 to 2014", "until 2015".
    fn english(&self, at: usize) -> Option<Read> {
        let word = self.token(at).filter(|token| token.kind == Kind::Word)?;
        let after = if word.is_any(&["prior"]) {
            at + 2
        } else {
            at + 1
        };
        let (single, of_census) = self.behind(after)?;
        let stretched = self.stretched(single);
        let of = |from, to| (DateSpan::Between { from, to }, true, single.next);
        let period = match single.span {
            DateSpan::In(period) => Some(period),
            _ => None,
        };
        let unclear = (DateSpan::Unclear, true, single.next);
        if word.is_any(&["from"]) {
            let open = of(period, None);
            let leads =
                self.starts_clause(at) || self.is(single.next, &["on", "onwards", "onward"]);
            return Some(match (stretched.0, period) {
                (DateSpan::In(_), Some(_)) => (open.0, leads, open.2),
                (DateSpan::Between { .. } | DateSpan::Unclear, _) => stretched,
                _ => (DateSpan::Unclear, leads, single.next),
            });
        }
        if word.is_any(&["between"]) {
            return self
                .is(single.next, &["and"])
                .then(|| self.up_to(single, single.next + 1))?;
        }
        if word.is_any(&["since"]) {
            return Some(period.map_or(unclear, |period| of(Some(period), None)));
        }
        if word.is_any(&["after"]) {
            return Some(period.map_or(unclear, |period| of(Some(period.ending()), None)));
        }
        if word.is_any(&["until", "till"]) {
            return Some(period.map_or(unclear, |period| of(None, Some(period))));
        }
        if word.is_any(&["before", "prior"]) {
            return Some(period.map_or(unclear, |period| of(None, Some(period.beginning()))));
        }
        if word.is_any(&WITHIN) || word.is_any(&["as"]) && self.is(at + 1, &["of"]) {
            return Some(stretched);
        }
        if !word.is_any(&LOOSE) || single.bare && self.counts_something(single.next) {
            return None;
        }
        let counted = self.before(at).is_some_and(|token| token.is_any(&COUNTED));
        let sure = !word.is_any(&["of"]) || counted || of_census;
        Some((stretched.0, sure, stretched.2))
    }

    /// "the first half of 2010".
    fn half(&self, at: usize) -> Option<Single> {
        let skipped = |at: usize, word: &str| if self.is(at, &[word]) { at + 1 } else { at };
        let number = skipped(at, "the");
        let halved = self.is(number, &["first", "second"]) && self.is(number + 1, &["half"]);
        let of = halved.then(|| skipped(number + 2, "of"))?;
        let mut single = self.tokens.date(skipped(of, "the"))?;
        if let DateSpan::In(period) = single.span {
            single.span = DateSpan::In(period.part(self.is(number, &["first"]), 2));
        }
        Some(single)
    }

    /// The date behind a word that leads to one, and whether it is that of a census or the like.
    fn behind(&self, at: usize) -> Option<(Single, bool)> {
        if let Some(single) = self.half(at) {
            return Some((single, false));
        }
        for at in at..at + 5 {
            let single = self.tokens.date(at).or_else(|| self.tokens.month_alone(at));
            if let Some(mut single) = single {
                single.span = self.qualified(at, single.span);
                let counted = self.token(single.next).is_some_and(is_counted);
                let named = self
                    .before(at)
                    .is_some_and(|before| before.is_any(&["the"]));
                return (!named || !single.bare || counted).then_some((single, counted));
            }
            if !self.is(at, &LEADING_TO_A_DATE) {
                return None;
            }
        }
        None
    }

    /// A span by the word before it: "around 1900", "early 2010", "late 2010".
    fn qualified(&self, at: usize, span: DateSpan) -> DateSpan {
        const ABOUT_YEARS: i32 = 10;
        let before = at.saturating_sub(2)..at;
        let led = |words: &[&str]| before.clone().any(|at| self.is(at, words));
        let DateSpan::In(period) = span else {
            return span;
        };
        DateSpan::In(if led(&["about", "around", "circa", "c", "roughly"]) {
            period.widened(ABOUT_YEARS)
        } else if led(&["early"]) {
            period.part(true, 3)
        } else if led(&["late"]) {
            period.part(false, 3)
        } else {
            period
        })
    }

    /// 自2010年起, 从2010年到2014年, 截至2010年.
    fn chinese(&self, at: usize) -> Option<Read> {
        let lead = |marks: &[&str]| marks.iter().find_map(|mark| self.tokens.reads(at, mark));
        if let Some(after) = lead(&["截至", "截止"]) {
            let single = self.tokens.date(after)?;
            return (!single.bare).then_some((single.span, true, single.next));
        }
        if let Some(after) = lead(&["自", "从"]) {
            let single = self.tokens.date(after)?;
            let (span, _, next) = self.stretched(single);
            return Some(match span {
                DateSpan::In(period) => {
                    let from = Some(period);
                    (DateSpan::Between { from, to: None }, true, next)
                }
                DateSpan::Between { .. } => (span, true, next),
                _ => (DateSpan::Unclear, true, next),
            });
        }
        let after = lead(&["直到", "直至", "到", "至"])?;
        let single = self.tokens.date(after).filter(|single| !single.bare)?;
        let until = match single.span {
            DateSpan::In(period) => DateSpan::Between {
                from: None,
                to: Some(period),
            },
            _ => DateSpan::Unclear,
        };
        Some((until, true, single.next))
    }

    /// A date without a word that leads to it.
    fn plain(&self, at: usize) -> Option<Read> {
        let single = self.tokens.date(at)?;
        let (span, _, next) = self.stretched(single);
        if !single.bare || next > single.next && !self.is_bare_stretch(at, next) {
            return Some((span, !names_its_noun(&self.tokens, at, next), next));
        }
        self.bare(at, next).map(|sure| (span, sure, next))
    }

    /// Whether all of it is numbers and a dash.
    fn is_bare_stretch(&self, at: usize, next: usize) -> bool {
        let mut tokens = (at..next).filter_map(|at| self.token(at));
        tokens.all(|token| token.kind == Kind::Number || token.is_any(&DASHES))
    }

    /// Whether a bare year is surely a date; nothing where it is rather an amount.
    fn bare(&self, at: usize, next: usize) -> Option<bool> {
        let counted = |token: Option<&Token<'_>>| token.is_some_and(|token| token.is_any(&COUNTED));
        let named = |token: Option<&Token<'_>>| {
            counted(token) || token.is_some_and(|token| names_an_office(token.text))
        };
        let (before, after) = (self.before(at), self.token(next));
        let ends = after.is_none_or(|token| token.kind == Kind::Sign);
        let opens = self.starts_line(at);
        let bracketed = before.is_some_and(|token| token.is_any(&["(", "（"]));
        let closes = self.is(next, &[")", "）"]);
        let led = before.is_some_and(|token| token.is_any(&["the", "(", "（"]));
        let sure = bracketed && closes
            || (led || opens) && counted(after)
            || named(before) && ends
            || self.is(next, &[":", "："]) && opens;
        let is_date = sure || closes || self.is(next, &[",", "，"]) && at > 0;
        is_date.then_some(sure || closes && self.before(at).is_some_and(|t| t.is_any(&[",", "，"])))
    }

    /// A date with what follows it: "–2014", "to 2014", 至今, 起, 以前.
    fn stretched(&self, single: Single) -> Read {
        let next = single.next;
        let mut after = next;
        while self.is(after, &["底", "末", "初", "份", "间", "中", "期"]) {
            after += 1;
        }
        let reads = |marks: &[&str]| marks.iter().find_map(|mark| self.tokens.reads(after, mark));
        let DateSpan::In(period) = single.span else {
            let goes_on = self.joins(after).is_some()
                || reads(&["起", "以来", "以后", "之后", "后", "以前", "之前", "前"]).is_some();
            let span = if goes_on {
                DateSpan::Unclear
            } else {
                single.span
            };
            return (span, true, next);
        };
        let of = |from, to, next| (DateSpan::Between { from, to }, true, next);
        if let Some(next) = reads(&["至今", "起", "以来", "开始"]) {
            return of(Some(period), None, next);
        }
        if let Some(next) = reads(&["前后", "左右", "前後"]) {
            return (DateSpan::Unclear, true, next);
        }
        if let Some(next) = reads(&["以后", "之后", "后"]) {
            return of(Some(period.ending()), None, next);
        }
        if let Some(next) = reads(&["以前", "之前", "前"]) {
            return of(None, Some(period.beginning()), next);
        }
        let ends = self.joins(after).and_then(|to| self.up_to(single, to));
        ends.unwrap_or((single.span, true, next))
    }

    /// The token after one that joins two ends of a stretch.
    fn joins(&self, at: usize) -> Option<usize> {
        let joins =
            self.is(at, &DASHES) || self.is(at, &["to", "until", "till", "through", "至", "到"]);
        joins.then_some(at + 1)
    }

    /// A stretch from a date to the one that stands here.
    fn up_to(&self, single: Single, at: usize) -> Option<Read> {
        let DateSpan::In(from) = single.span else {
            return Some((DateSpan::Unclear, true, single.next));
        };
        let open = self.is(at, &["present", "now", "today", ")", "）", "今"]);
        let of = |to, next| {
            (
                DateSpan::Between {
                    from: Some(from),
                    to,
                },
                true,
                next,
            )
        };
        if open {
            let next = if self.is(at, &[")", "）"]) {
                at
            } else {
                at + 1
            };
            return Some(of(None, next));
        }
        if let Some(end) = self.tokens.date(at) {
            return Some(match end.span {
                DateSpan::In(to) if to.begins_before(from) => (DateSpan::Unclear, true, end.next),
                DateSpan::In(to) => of(Some(to), end.next),
                _ => (DateSpan::Unclear, true, end.next),
            });
        }
        let short = self
            .token(at)
            .filter(|token| !token.apart && token.text.len() == 2)?;
        let first = self.before(single.next)?.year()?;
        let last = first / 100 * 100 + short.number()?;
        let to = Period::years(i32::try_from(last).ok()?, 1);
        (last > first).then(|| of(Some(to), at + 1))
    }

    /// Whether what stands here is counted by the number before it.
    fn counts_something(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| {
            token.kind == Kind::Word
                && (token.text.ends_with('s') || token.is_any(&["people", "men", "women"]))
        })
    }

    fn starts_line(&self, at: usize) -> bool {
        (0..at).all(|before| self.is(before, &["-", "*", "•", "+", "|"]))
    }

    fn starts_clause(&self, at: usize) -> bool {
        self.starts_line(at)
            || self
                .before(at)
                .is_some_and(|token| token.kind == Kind::Sign)
    }

    fn placed(&self, at: usize, next: usize, span: DateSpan, sure: bool) -> DateFound {
        let start = self.token(at).map_or(0, |token| token.start);
        let end = self.before(next).map_or(start, Token::end);
        let asked = leads_to_what_is_told(self.text.get(..start).unwrap_or_default());
        let role = if asked {
            Role::Asked
        } else if sure && !belongs_to_a_noun(&self.tokens, at, next) {
            Role::Told
        } else {
            Role::Beside
        };
        DateFound {
            span,
            role,
            start,
            end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(text: &str) -> Vec<Role> {
        dates_of(text).iter().map(|date| date.role).collect()
    }

    #[test]
    fn mb_10_stretches_of_time_are_read() {
        let year = |year| Some(Period::years(year, 1));
        for (text, from, to) in [
            ("mayor from 2010 to 2014", year(2010), year(2014)),
            ("Between 2010 and 2014 it was red", year(2010), year(2014)),
            ("Ann Lee was mayor (2010–2014)", year(2010), year(2014)),
            ("Mayor 2010–14: Ann Lee", year(2010), year(2014)),
            ("Mayor (2010–present): Ann Lee", year(2010), None),
            ("Since 2010 it is red", year(2010), None),
            ("From 2010 on it is red", year(2010), None),
            ("It was red until 2015", None, year(2015)),
            (
                "Before 2015 it was red",
                None,
                year(2015).map(Period::beginning),
            ),
            (
                "After 2015 it was red",
                year(2015).map(Period::ending),
                None,
            ),
            ("2010年至2014年市长是李安", year(2010), year(2014)),
            ("2010-2014年市长是李安", year(2010), year(2014)),
            ("从2010年到2014年市长是李安", year(2010), year(2014)),
            ("自2010年起市长是李安", year(2010), None),
            ("2010年以来市长是李安", year(2010), None),
            (
                "2015年底以前屋顶是红色",
                None,
                year(2015).map(Period::beginning),
            ),
            ("直到2015年屋顶是红色", None, year(2015)),
        ] {
            let [found] = dates_of(text)[..] else {
                panic!("{text}: {:?}", dates_of(text))
            };
            assert_eq!(found.span, DateSpan::Between { from, to }, "{text}");
        }
    }

    #[test]
    fn mb_10_bare_years_are_read_where_they_are_dates() {
        for text in [
            "2019: 5,000 inhabitants",
            "- 2010 population: 5,000",
            "The 2010 census counted 5,000",
            "5,000 inhabitants (2010 census)",
            "Census 2010",
            "Population (2010): 5,000",
        ] {
            assert_eq!(roles(text), [Role::Told], "{text}");
        }
        for text in [
            "2000 inhabitants",
            "The hall has 1500 seats",
            "Around 2000 visitors came",
            "The 2010 edition has 5 parts",
            "It holds 1000–1500 people",
            "It weighs 1500 kg",
        ] {
            assert_eq!(roles(text), [], "{text}");
        }
    }
}
