//! Which phase of a task an action belongs to, where the agent does not say (seed 003, `State.phase`).

/// Words in the names of actions, by phase. The first phase with a word counts.
const WORDS: &[(&str, &[&str])] = &[
    (
        "fixing",
        &[
            "edit", "write", "replace", "patch", "apply", "fix", "create", "insert", "delete",
            "commit", "修改", "编辑", "修复", "写入", "创建",
        ],
    ),
    (
        "locating",
        &[
            "search", "grep", "find", "locate", "query", "搜索", "查找", "检索", "定位",
        ],
    ),
    (
        "understanding",
        &[
            "read", "view", "open", "cat", "list", "ls", "visit", "browse", "show", "阅读", "查看",
            "浏览", "打开",
        ],
    ),
];

/// The phase in which one alters something.
pub(super) const FIXING: &str = "fixing";

/// The phase of an action, by its name.
pub(super) fn phase_of(action_type: &str) -> Option<&'static str> {
    let lower = action_type.to_lowercase();
    let has = |word: &&str| -> bool {
        if word.is_ascii() {
            let mut parts = lower.split(|c: char| !c.is_ascii_alphanumeric());
            parts.any(|part| part == *word)
        } else {
            lower.contains(word)
        }
    };
    let of_phase = |(_, words): &&(&str, &[&str])| words.iter().any(has);
    WORDS.iter().find(of_phase).map(|(phase, _)| *phase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_03_phases_by_the_names_of_actions() {
        for (action, phase) in [
            ("str_replace", Some("fixing")),
            ("web_search", Some("locating")),
            ("view", Some("understanding")),
            ("查看文件", Some("understanding")),
            ("prefix", None),
        ] {
            assert_eq!(phase_of(action), phase, "{action}");
        }
    }
}
