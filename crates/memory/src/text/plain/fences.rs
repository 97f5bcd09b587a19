//! Listings between fences.

use crate::text::lines::Line;

/// A fence: its sign and its length.
type Fence = (char, usize);

/// Returns the listings among `lines`: the first and the last line of each, fences included. An unclosed fence is none.
pub(super) fn listings(lines: &[Line<'_>]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    // Lengths from which on no fence of a sign is closed any more: each is looked for once.
    let mut unclosed = [('`', usize::MAX), ('~', usize::MAX)];
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        let opened = opening(line).filter(|fence| {
            unclosed
                .iter()
                .all(|(sign, length)| fence.0 != *sign || fence.1 < *length)
        });
        let Some(fence) = opened else {
            index += 1;
            continue;
        };
        let rest = lines.get(index + 1..).unwrap_or_default();
        match rest.iter().position(|line| closes(line, fence)) {
            Some(after) => {
                found.push((index, index + 1 + after));
                index += after + 1;
            }
            None => {
                for (sign, length) in &mut unclosed {
                    if *sign == fence.0 {
                        *length = fence.1;
                    }
                }
            }
        }
        index += 1;
    }
    found
}

fn fence(line: &Line<'_>) -> Option<(Fence, usize)> {
    let text = line.trimmed();
    let sign = text
        .chars()
        .next()
        .filter(|sign| ['`', '~'].contains(sign))?;
    let rest = text.trim_start_matches(sign);
    let length = text.len() - rest.len();
    (length >= 3).then_some(((sign, length), rest.len()))
}

fn opening(line: &Line<'_>) -> Option<Fence> {
    let (fence, _) = fence(line)?;
    let says = line.trimmed().trim_start_matches(fence.0);
    (!says.contains('`')).then_some(fence)
}

fn closes(line: &Line<'_>, open: Fence) -> bool {
    fence(line)
        .is_some_and(|((sign, length), rest)| sign == open.0 && length >= open.1 && rest == 0)
}
