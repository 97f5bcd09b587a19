//! A reader of recalled text: calls that failed before, and calls that helped instead.

/// Start and end of recalled text in a prompt.
const MARKS: [&str; 2] = ["<recalled-memory>", "</recalled-memory>"];

/// Prefix of the site of a visit.
const VISIT: &str = "visit: ";

/// Separators in memory's text of a case: between a call and its error, and between an error and the call that overcame
/// it.
const MET: &str = " met ";
const OVERCOME: &str = "It was overcome by: ";
/// Labels of memory's text: strategies that worked in many cases, strategies that failed, and the example after them.
const WORKED: &str = "What worked: ";
const FAILED: &str = "What failed, so do something else: ";
const EXAMPLE: &str = "such as: ";

/// A trait of calls that can be held for or against a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trait {
    /// It visits a page of this host.
    Host(String),
    /// It searches one site.
    OneSite,
    /// It gives the search tool no `query`.
    Misnamed,
}

/// The advice of recalled text on calls.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Advice {
    against: Vec<Trait>,
    favour: Vec<Trait>,
}

impl Advice {
    /// Reads the advice recalled in the messages of a conversation.
    pub fn of(messages: &[&str]) -> Self {
        let mut advice = Self::default();
        for message in messages {
            for part in message.split(MARKS[0]).skip(1) {
                let recalled = part.split(MARKS[1]).next().unwrap_or_default();
                recalled.lines().for_each(|line| advice.read(line));
            }
        }
        advice
    }

    /// Returns true if the advice is against calls with this trait, and not for them.
    pub fn warns_of(&self, of: &Trait) -> bool {
        self.against.contains(of) && !self.favour.contains(of)
    }

    /// Returns true if the advice is for calls with this trait.
    pub fn favours(&self, of: &Trait) -> bool {
        self.favour.contains(of)
    }

    fn read(&mut self, line: &str) {
        if let Some((call, told)) = line.split_once(MET) {
            let (error, way) = told.split_once(OVERCOME).unwrap_or((told, ""));
            self.against.extend(hosts_in(call));
            if call.contains("search: ") && call.contains("site:") {
                self.against.push(Trait::OneSite);
            }
            if call.contains("search") && error.contains("missing field `query`") {
                self.against.push(Trait::Misnamed);
            }
            self.favour.extend(hosts_in(way));
        }
        if let Some((_, way)) = line.split_once(WORKED) {
            let examples = way.split(EXAMPLE).skip(1);
            self.favour.extend(examples.flat_map(hosts_in));
        }
        if let Some((_, way)) = line.split_once(FAILED) {
            // Among several calls it is unknown which failed.
            let examples = way.split(EXAMPLE).skip(1);
            let single = examples.filter(|example| !example.contains(" → "));
            self.against.extend(single.flat_map(hosts_in));
        }
    }
}

/// The hosts of the visits in a text.
fn hosts_in(text: &str) -> Vec<Trait> {
    text.split(VISIT).skip(1).filter_map(host).collect()
}

fn host(site: &str) -> Option<Trait> {
    let host = site.split(['/', ' ', ',']).next()?;
    let host = host.trim_end_matches(|c: char| !c.is_alphanumeric());
    host.contains('.').then(|| Trait::Host(host.to_owned()))
}

/// Returns the trait of a visit of this address.
pub fn of_address(address: &str) -> Option<Trait> {
    host(address.strip_prefix("https://")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(name: &str) -> Trait {
        Trait::Host(name.to_owned())
    }

    #[test]
    fn cg_10_what_is_not_recalled_is_no_advice() {
        let told = "visit: a.example met HTTP 403 (page).";
        assert_eq!(Advice::of(&[told]), Advice::default());
        let recalled = format!("<recalled-memory>\n- [x#0] Step 1: {told}\n</recalled-memory>");
        assert!(Advice::of(&[&recalled]).warns_of(&host("a.example")));
    }

    #[test]
    fn cg_10_a_case_speaks_against_what_failed_and_for_what_did_not() {
        let recalled = "<recalled-memory>\n- [x#0] Steps 2 to 4: visit: d.example, visit: a.example met HTTP 403 (page), 2 errors \
                        in all. It was overcome by: visit: b.example.\n- [y] Strategy: What worked: visit (2 of \
                        the cases shown, such as: visit: c.example).\n</recalled-memory>";
        let advice = Advice::of(&[recalled]);
        assert!(advice.warns_of(&host("d.example")));
        assert!(advice.warns_of(&host("a.example")) && advice.favours(&host("b.example")));
        assert!(!advice.warns_of(&host("b.example")) && advice.favours(&host("c.example")));
        assert!(!advice.warns_of(&Trait::OneSite) && !advice.warns_of(&Trait::Misnamed));
    }
}
