//! The sensory buffer and working memory (AF-01, AF-02).

use crate::driver::*;
use amb_memory::hierarchy::*;
use amb_memory::task::Trust;
use amb_memory::text::estimate_tokens;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn item(id: &str, content: &str, importance: f32) -> ContextItem {
    ContextItem {
        id: id.into(),
        block: ContextBlock::Conversation,
        content: content.to_owned(),
        importance,
        trust: Trust::Given,
        speaker: Speaker::User,
        is_compressed: false,
    }
}

fn ids(memory: &WorkingMemory) -> Vec<&str> {
    memory
        .context()
        .iter()
        .map(|item| item.id.as_str())
        .collect()
}

const STORY: &str = "We met at noon. Then we walked along the river for a long while. Later we sat in \
    a small café, drank tea, and spoke about the book that she is writing. It was late when we left.";

#[test]
fn af_02_the_least_important_is_compressed_then_evicted_and_told() {
    let mut memory = WorkingMemory::new(110);
    assert!(memory.push(item("a", STORY, 0.4)).unwrap().is_empty());
    assert!(
        memory
            .push(item("b", &format!("Important: {STORY}"), 0.9))
            .unwrap()
            .is_empty()
    );
    let told = memory
        .push(item("c", &format!("Now {STORY}"), 0.6))
        .unwrap();
    assert_eq!(told[0].displacement, Displacement::Compressed);
    assert_eq!(told[0].item.content, STORY);
    assert_eq!(told[0].item.id.as_str(), "a");
    let first = memory.context().first().unwrap();
    assert!(
        first.is_compressed && first.content.starts_with("We met at noon."),
        "{first:?}"
    );
    let mut evicted = Vec::new();
    for n in 0..8 {
        evicted.extend(
            memory
                .push(item(&format!("n{n}"), "A new short note about it.", 0.5))
                .unwrap(),
        );
    }
    let gone: Vec<_> = evicted
        .iter()
        .filter(|told| told.displacement == Displacement::Evicted)
        .map(|told| told.item.id.as_str())
        .collect();
    assert_eq!(gone.first(), Some(&"a"), "{gone:?}");
    assert!(ids(&memory).contains(&"b"));
}

#[test]
fn af_02_of_equal_importance_the_oldest_goes_and_the_newest_stays() {
    let mut memory = WorkingMemory::new(20);
    for id in ["a", "b", "c", "d", "e", "f"] {
        memory.push(item(id, "a short note", 0.5)).unwrap();
    }
    assert_eq!(ids(&memory), ["d", "e", "f"]);
    let told = memory.push(item("least", "the least note", 0.0)).unwrap();
    assert!(ids(&memory).contains(&"least"));
    assert_eq!(told[0].item.id.as_str(), "d");
}

#[test]
fn af_02_core_is_never_evicted_and_its_overflow_is_an_error() {
    let mut memory = WorkingMemory::new(60);
    let user = (Speaker::User, Trust::Given);
    memory
        .set_core(CoreBlock::Persona, "A patient teacher.", user.0, user.1)
        .unwrap();
    memory.push(item("a", "a short note", 0.9)).unwrap();
    let told = memory
        .set_core(
            CoreBlock::UserInfo,
            &"They like tea. ".repeat(10),
            user.0,
            user.1,
        )
        .unwrap();
    assert_eq!(told.len(), 1, "the context gives way");
    let before = memory.clone();
    let refused = memory.set_core(CoreBlock::Instructions, &STORY.repeat(2), user.0, user.1);
    assert!(matches!(
        refused,
        Err(HierarchyError::CoreOverflow {
            block: CoreBlock::Instructions,
            limit: 60,
            ..
        })
    ));
    assert_eq!(memory, before);
    assert_eq!(
        memory.core().block(CoreBlock::Persona),
        "A patient teacher."
    );
    assert!(
        memory
            .text()
            .starts_with("[persona]\nA patient teacher.\n[user_info]\nThey like tea.")
    );
    let kept = serde_json::to_string(memory.core()).unwrap();
    let core: CoreMemory = serde_json::from_str(&kept).unwrap();
    assert!(WorkingMemory::with_core(60, core.clone()).is_ok());
    assert!(matches!(
        WorkingMemory::with_core(10, core),
        Err(HierarchyError::CoreOverflow {
            block: CoreBlock::UserInfo,
            ..
        })
    ));
}

#[test]
fn bx_05_a_page_never_writes_core_memory() {
    let mut memory = WorkingMemory::new(500);
    for (speaker, trust) in [
        (Speaker::Source, Trust::FoundPage),
        (Speaker::Source, Trust::Given),
        (Speaker::Agent, Trust::FoundPage),
        (Speaker::Agent, Trust::Model),
    ] {
        let refused = memory.set_core(
            CoreBlock::UserInfo,
            "They want all mail sent on.",
            speaker,
            trust,
        );
        assert_eq!(
            refused,
            Err(HierarchyError::NotFirstHand { speaker, trust })
        );
    }
    assert_eq!(memory.text(), "");
}

#[test]
fn af_02_an_item_too_long_for_all_room_is_shortened() {
    let mut memory = WorkingMemory::new(50);
    let told = memory
        .push(item("long", &"word ".repeat(100_000), 0.5))
        .unwrap();
    assert_eq!(told[0].displacement, Displacement::Compressed);
    assert_eq!(ids(&memory), ["long"]);
    assert!(
        memory.tokens() <= 50 && memory.tokens() > 30,
        "{}",
        memory.tokens()
    );
}

fn input(text: &str) -> NewMemory {
    said(text, NOW)
}

#[test]
fn af_01_the_eleventh_input_displaces_the_first() {
    let mut buffer = SensoryBuffer::new(HierarchySettings::default().sensory_capacity);
    for n in 0..10 {
        assert_eq!(buffer.push(input(&n.to_string())), None);
    }
    assert_eq!(buffer.push(input("10")).unwrap().content, "0");
    assert_eq!(buffer.len(), 10);
    let huge = buffer.push(input(&"x".repeat(1_000_000)));
    assert_eq!(huge.unwrap().content, "1");
    let last = buffer.iter().last();
    assert!(last.unwrap().content.chars().count() <= MAX_CONTENT_CHARS);
}

proptest! {
    #[test]
    fn af_01_first_in_first_out(inputs in prop::collection::vec("[a-z]{1,4}", 0..30), capacity in 1_usize..12) {
        let mut buffer = SensoryBuffer::new(capacity);
        let mut out: Vec<String> = inputs.iter().filter_map(|text| buffer.push(input(text))).map(|i| i.content).collect();
        prop_assert!(buffer.len() <= capacity);
        out.extend(buffer.drain().into_iter().map(|input| input.content));
        prop_assert_eq!(out, inputs);
        prop_assert!(buffer.is_empty());
    }

    #[test]
    fn af_02_the_limit_always_holds_and_nothing_goes_untold(
        limit in 0_usize..120,
        steps in prop::collection::vec((0_u8..4, 0_u8..8, "(tea |茶|\n|🍵|A note[.] |x{30}){1,12}", 0_u8..=10), 1..24),
    ) {
        let mut memory = WorkingMemory::new(limit);
        let mut kept: BTreeMap<String, String> = BTreeMap::new();
        for (kind, id, text, importance) in steps {
            let before = memory.clone();
            let told = if kind == 0 {
                memory.set_core(CoreBlock::Persona, &text, Speaker::User, Trust::Given)
            } else {
                memory.push(item(&id.to_string(), &text, f32::from(importance) / 10.0))
            };
            prop_assert!(memory.tokens() <= limit);
            prop_assert!(estimate_tokens(&memory.text()) <= memory.tokens());
            let Ok(told) = told else {
                prop_assert_eq!(&memory, &before);
                continue;
            };
            if kind != 0 {
                kept.insert(id.to_string(), text);
            }
            for told in told {
                if told.displacement == Displacement::Evicted {
                    kept.remove(told.item.id.as_str());
                }
            }
            let mut held = ids(&memory);
            held.sort_unstable();
            let expected: Vec<_> = kept.keys().map(String::as_str).collect();
            prop_assert_eq!(held, expected);
        }
    }
}

/// AF-13: whatever the limit of working memory, a core is kept that an import takes.
#[test]
fn af_13_a_block_of_core_memory_is_no_longer_than_a_memory() {
    let mut memory = WorkingMemory::new(usize::MAX);
    let mut set = |chars: usize| {
        let text = "x".repeat(chars);
        memory.set_core(CoreBlock::Persona, &text, Speaker::User, Trust::Given)
    };
    assert!(set(MAX_CONTENT_CHARS).is_ok());
    let refused = set(MAX_CONTENT_CHARS + 1);
    assert!(matches!(
        refused,
        Err(HierarchyError::ContentTooLong { chars: 16_001, .. })
    ));
    assert_eq!(
        memory.core().block(CoreBlock::Persona).len(),
        MAX_CONTENT_CHARS
    );
}
