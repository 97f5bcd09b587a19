//! Feature ids in text.

/// The families of ids: memory bank, trajectories, hierarchical memory, platforms, beyond the seeds.
const FAMILIES: [&str; 5] = ["MB", "CG", "AF", "PL", "BX"];

/// Every feature id in `text`, as `MB-06`, in order, with repetitions: written so, or as `mb_06` in a name.
pub fn ids_in(text: &str) -> Vec<String> {
    text.split(|it: char| !(it.is_ascii_alphanumeric() || it == '-' || it == '_'))
        .flat_map(ids_in_word)
        .collect()
}

/// The ids in a run of letters, digits, hyphens and underscores: a family followed by two digits.
fn ids_in_word(word: &str) -> Vec<String> {
    let parts: Vec<_> = word.split(['-', '_']).collect();
    parts
        .windows(2)
        .filter_map(|pair| match pair {
            [family, number] => id(family, number),
            _ => None,
        })
        .collect()
}

fn id(family: &str, number: &str) -> Option<String> {
    let family = family.to_ascii_uppercase();
    let is_number = number.len() == 2 && number.bytes().all(|it| it.is_ascii_digit());
    (is_number && FAMILIES.contains(&family.as_str())).then(|| format!("{family}-{number}"))
}

#[cfg(test)]
mod tests {
    use super::ids_in;

    #[test]
    fn ids_in_prose_and_in_names() {
        let expected = ["MB-06", "BX-01"];
        assert_eq!(ids_in("Retrieval (MB-06), also BX-01."), expected);
        assert_eq!(ids_in("mb_06_and_bx_01_agree"), expected);
    }

    #[test]
    fn what_only_looks_like_an_id_is_none() {
        for text in ["MB-6", "MB-006", "AMB-06", "MB06", "mb_06a", "PL"] {
            assert!(ids_in(text).is_empty(), "{text}");
        }
    }
}
