//! The tools that a system prompt lists (seed 003, `_extract_state_at_step`).

use crate::trajectory::wording;

/// No agent has more.
const MOST: usize = 64;

/// Tools by name: of `"name": "search"`, and of list items such as `- search: finds pages` or `* open(path)`.
pub(super) fn listed_in(system_prompt: &str) -> Vec<String> {
    let prompt = wording::excerpt(system_prompt, 2 * wording::READ);
    let mut tools: Vec<String> = Vec::new();
    let found = prompt
        .lines()
        .flat_map(|line| of_json(line).into_iter().chain(of_item(line)));
    for tool in found {
        if tools.len() < MOST && !tools.iter().any(|known| known == tool) {
            tools.push(tool.to_owned());
        }
    }
    tools
}

fn of_json(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("\"name\"")?;
    let (_, rest) = rest.split_once('"')?;
    let (name, _) = rest.split_once('"')?;
    is_name(name).then_some(name)
}

fn of_item(line: &str) -> Option<&str> {
    let item = line
        .trim_start()
        .strip_prefix(['-', '*', '•'])?
        .trim_start();
    let name_end = item.find([':', '：', '(', '（'])?;
    let name = item.get(..name_end)?.trim().trim_matches(['`', '*']);
    is_name(name).then_some(name)
}

fn is_name(text: &str) -> bool {
    (1..=wording::NAME).contains(&text.chars().count())
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_03_tools_of_a_system_prompt() {
        let prompt = "You can use:\n- search: finds\n* `open`(path)\n{\"name\": \"edit\"}\n- 搜索：网页\n\
                      - Be kind to all: always\n- search: again";
        assert_eq!(listed_in(prompt), ["search", "open", "edit", "搜索"]);
    }
}
