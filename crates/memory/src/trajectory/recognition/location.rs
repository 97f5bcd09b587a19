use crate::trajectory::wording;

/// Where an error says that it happened: the last `File "x", line 3`, else the first `path.ext:3:5`, also one below its
/// file, else the first test that is said to fail, else the first address, without its query, which may hold keys.
pub(super) fn of(text: &str) -> Option<String> {
    let found = python(text)
        .or_else(|| file(text))
        .or_else(|| below_a_file(text))
        .or_else(|| failed_test(text))
        .or_else(|| address(text))?;
    Some(wording::line(&found, wording::LINE))
}

fn python(text: &str) -> Option<String> {
    text.lines().rev().find_map(|line| {
        let (_, rest) = line.split_once("File \"")?;
        let (path, rest) = rest.split_once("\", line ")?;
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        Some(format!("{path}:{number}"))
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let apart = |c: char| c.is_whitespace() || "()[]<>\"'`,，。；（）".contains(c);
    text.split(apart).filter(|word| !word.is_empty())
}

fn file(text: &str) -> Option<String> {
    let found = words(text).find(|word| {
        let mut parts = word.trim_end_matches(':').split(':');
        let path = parts.next().unwrap_or_default();
        let line = parts.next().unwrap_or_default();
        let extension = path.rsplit_once('.').map_or("", |(_, end)| end);
        let named = (1..=5).contains(&extension.len())
            && extension.starts_with(|c: char| c.is_ascii_alphabetic());
        named && !line.is_empty() && line.bytes().all(|b| b.is_ascii_digit())
    })?;
    let place = found.trim_end_matches(':');
    Some(place.strip_suffix(":in").unwrap_or(place).to_owned())
}

/// `src/a.ts:3:5` of an error at `3:5` in a list below its file, as ESLint writes it.
fn below_a_file(text: &str) -> Option<String> {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_named = |(_, end): (&str, &str)| end.starts_with(|c: char| c.is_ascii_alphabetic());
    let mut file = None;
    for line in text.lines().map(str::trim) {
        let (place, told) = line.split_once(' ').unwrap_or((line, ""));
        let parts = place.split_once(':');
        let is_place = parts.is_some_and(|(line, column)| is_number(line) && is_number(column));
        if is_place && told.to_lowercase().contains("error") {
            return file.map(|file| format!("{file}:{place}"));
        }
        if told.is_empty() && line.rsplit_once('.').is_some_and(is_named) {
            file = Some(line);
        }
    }
    None
}

/// `src/list.test.ts` of "FAIL src/list.test.ts", `TestLogin` of "--- FAIL: TestLogin (0.00s)".
fn failed_test(text: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let said = line.trim_start_matches(|c: char| !c.is_alphanumeric());
        let test = ["FAIL: ", "FAIL ", "FAILED "]
            .iter()
            .find_map(|said_to_fail| said.strip_prefix(said_to_fail))?;
        let named = test.split_whitespace().next()?;
        named
            .contains(char::is_alphabetic)
            .then(|| named.to_owned())
    })
}

fn address(text: &str) -> Option<String> {
    let found =
        words(text).find(|word| word.starts_with("https://") || word.starts_with("http://"))?;
    let (scheme, rest) = found.split_once("://")?;
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let place = rest.get(..end)?;
    let host = place.split('/').next().unwrap_or_default();
    // What stands before an @ is a name and a password.
    let place = match host.rsplit_once('@') {
        Some((secret, _)) => place.get(secret.len() + 1..)?,
        None => place,
    };
    Some(format!("{scheme}://{}", place.trim_end_matches([':', '.'])))
}
