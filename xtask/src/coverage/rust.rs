//! Tests in Rust source. There is no parser: a test is a function under an attribute whose path ends in `test`, and its
//! comment is the comment lines directly above it. That also holds inside `proptest!`.

use super::ids_in;

/// A test and the ids it names.
pub struct NamingTest {
    /// The test's name or title.
    pub name: String,
    /// The ids, in order, with repetitions.
    pub ids: Vec<String>,
}

/// The tests of `source` that name an id; ignored tests prove nothing and are left out.
pub fn tests_in(source: &str) -> Vec<NamingTest> {
    let mut tests = Vec::new();
    let mut above = Above::default();
    for line in source.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix("//") {
            above.comment.push_str(comment);
            above.comment.push('\n');
        } else if let Some(attribute) = line.strip_prefix("#[") {
            above.is_test |= is_test(attribute);
            above.is_ignored |= attribute.starts_with("ignore");
        } else {
            let name = function_name(line).filter(|_| above.is_test && !above.is_ignored);
            tests.extend(name.and_then(|name| naming(name, &above.comment)));
            above = Above::default();
        }
    }
    tests
}

/// The lines directly above the current one.
#[derive(Default)]
struct Above {
    comment: String,
    is_test: bool,
    is_ignored: bool,
}

fn naming(name: &str, comment: &str) -> Option<NamingTest> {
    let mut ids = ids_in(comment);
    ids.extend(ids_in(name));
    let name = name.to_owned();
    (!ids.is_empty()).then_some(NamingTest { name, ids })
}

/// Returns true if an attribute such as `test]`, `wasm_bindgen_test(async)]` or `tokio::test]` marks a test.
fn is_test(attribute: &str) -> bool {
    let path: String = attribute
        .chars()
        .take_while(|it| it.is_ascii_alphanumeric() || *it == '_' || *it == ':')
        .collect();
    path.ends_with("test")
}

fn function_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ").unwrap_or(line);
    let rest = rest.strip_prefix("async ").unwrap_or(rest);
    let rest = rest.strip_prefix("fn ")?;
    rest.split(['(', '<']).next()
}

#[cfg(test)]
mod tests {
    use super::tests_in;

    fn found(source: &str) -> Vec<(String, Vec<String>)> {
        let tests = tests_in(source);
        tests.into_iter().map(|it| (it.name, it.ids)).collect()
    }

    fn one(name: &str, ids: &[&str]) -> Vec<(String, Vec<String>)> {
        let ids = ids.iter().map(|it| (*it).to_owned()).collect();
        vec![(name.to_owned(), ids)]
    }

    #[test]
    fn an_id_in_the_comment_or_the_name_counts() {
        let source = "/// Links stay symmetric (MB-02).\n#[test]\nfn symmetric() {}";
        assert_eq!(found(source), one("symmetric", &["MB-02"]));
        let source = "#[wasm_bindgen_test(async)]\n// PL-04\nasync fn bx_01_works() {}";
        assert_eq!(found(source), one("bx_01_works", &["PL-04", "BX-01"]));
        let source = "proptest! {\n  #[test]\n  fn mb_03_keeps(x in any::<u8>()) {}\n}";
        assert_eq!(found(source), one("mb_03_keeps", &["MB-03"]));
    }

    #[test]
    fn what_is_no_running_test_does_not_count() {
        for source in [
            "/// MB-02\nfn symmetric() {}",
            "/// MB-02\n#[test]\n#[ignore]\nfn symmetric() {}",
            "/// MB-02\n#[cfg(test)]\nfn helper() {}",
            "/// MB-02\n\n#[test]\nfn symmetric() {}",
            "#[test]\nfn symmetric() {\n // MB-02\n}",
        ] {
            assert!(found(source).is_empty(), "{source}");
        }
    }
}
