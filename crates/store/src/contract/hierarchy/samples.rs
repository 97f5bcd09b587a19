//! Memories of all kinds.

use std::collections::BTreeSet;

use amb_memory::hierarchy::{
    ChannelQuery, ContentHash, CoreBlock, CoreMemory, Fact, MemoryEntry, MemoryId, MemoryLayer,
    MemoryScope, MemoryType, RecallChannel, Search, Speaker, TimeRange, WorkingMemory,
};
use amb_memory::retrieval::{Embedding, analyze};
use amb_memory::task::Trust;

use super::super::texts::{DIMENSIONS, HOSTILE, MODEL, embedding, vector};

/// Returns a statement of the user: episodic, without a vector.
pub fn said(id: &str, content: &str) -> MemoryEntry {
    MemoryEntry {
        id: id.into(),
        content: content.to_owned(),
        memory_type: MemoryType::Conversation,
        layer: MemoryLayer::Episodic,
        created_at: 1_000,
        last_accessed: 1_000,
        importance: 0.5,
        access_count: 0,
        related_ids: BTreeSet::new(),
        source_ids: BTreeSet::new(),
        summary_id: None,
        embedding: None,
        content_hash: ContentHash::of(content),
        trust: Trust::Given,
        speaker: Speaker::User,
        fact: None,
        facts_taken: false,
    }
}

/// The same with a vector.
pub fn embedded(entry: MemoryEntry) -> MemoryEntry {
    MemoryEntry {
        embedding: Some(embedding(&entry.content)),
        ..entry
    }
}

/// Returns an entry derived from others: semantic.
pub fn made_of(id: &str, content: &str, sources: &[&str]) -> MemoryEntry {
    MemoryEntry {
        layer: MemoryLayer::Semantic,
        memory_type: MemoryType::Reflection,
        speaker: Speaker::Agent,
        source_ids: ids(sources),
        facts_taken: true,
        ..said(id, content)
    }
}

/// A fact, as knowledge that was taken from an entry.
pub fn fact(id: &str, parts: [&str; 3], source: &str) -> MemoryEntry {
    let [subject, relation, value] = parts.map(str::to_owned);
    let fact = Fact {
        subject,
        relation,
        value,
    };
    MemoryEntry {
        fact: Some(fact.clone()),
        ..made_of(id, &fact.sentence(), &[source])
    }
}

/// These ids, each once.
pub fn ids(ids: &[&str]) -> BTreeSet<MemoryId> {
    ids.iter().map(|id| MemoryId::from(*id)).collect()
}

/// A core with a text in each block.
pub fn core(text: &str) -> CoreMemory {
    let mut memory = WorkingMemory::new(100_000);
    for block in CoreBlock::ALL {
        let text = format!("{}: {text}", block.name());
        let speaker = Speaker::User;
        memory
            .set_core(block, &text, speaker, Trust::Given)
            .unwrap();
    }
    memory.core().clone()
}

/// As far as JavaScript counts.
const FAR: i64 = 1 << 53;

/// Returns memories of all kinds: both layers, six types, all speakers, in two languages, at equal times and at
/// different ones, with vectors, without, and with those of another model or length.
pub fn memories() -> Vec<MemoryEntry> {
    let other = |model, dimensions, text| Embedding::new(model, &vector(text, dimensions)).unwrap();
    let mut memories = vec![
        embedded(said("m01", "I drink green tea in the morning")),
        embedded(said("m02", "The tower by the lake is 42 m high")),
        MemoryEntry {
            memory_type: MemoryType::Observation,
            speaker: Speaker::Source,
            trust: Trust::FoundPage,
            ..embedded(said("m03", "A page says that green tea grows in the hills"))
        },
        MemoryEntry {
            memory_type: MemoryType::Action,
            speaker: Speaker::Agent,
            created_at: 2_000,
            importance: 0.9,
            ..said("m04", "Looked up read_file and HashMap in the manual")
        },
        MemoryEntry {
            memory_type: MemoryType::Plan,
            speaker: Speaker::Agent,
            trust: Trust::Model,
            created_at: -3_000,
            importance: -0.0,
            ..said("m05", "Next, ask what the project needs")
        },
        MemoryEntry {
            memory_type: MemoryType::Thought,
            created_at: FAR,
            importance: 1.0,
            access_count: u32::MAX,
            ..said("m06", "The user may need a framework")
        },
        MemoryEntry {
            created_at: 2_000,
            facts_taken: true,
            ..embedded(said("m07", "我每天早上喝茶叶泡的绿茶"))
        },
        MemoryEntry {
            created_at: -FAR,
            importance: 0.9,
            ..embedded(said("m08", "量子计算很难，但是很重要！"))
        },
        MemoryEntry {
            embedding: Some(other("another-model", DIMENSIONS, "tea")),
            ..said("m09", "Another model has seen this tea")
        },
        MemoryEntry {
            embedding: Some(other(MODEL, DIMENSIONS / 2, "tea")),
            ..said("m10", "A shorter vector of tea")
        },
        MemoryEntry {
            related_ids: ids(&["m01", "nobody"]),
            ..embedded(made_of(
                "s01",
                "The user likes tea",
                &["m01", "m07", "gone"],
            ))
        },
        made_of("s02", "The user is curious", &["s01", "m02"]),
        fact("f01", ["user", "likes", "green tea"], "m01"),
        fact("f02", ["user", "likes", "lakes"], "m02"),
        fact("f03", ["user", "lives in", "Bonn"], "m02"),
        fact("f04", ["User", "likes", "capitals"], "m02"),
        fact("f05", ["塔", "高度", "42 米"], "m02"),
        said("the", "The Who"),
        said("M01", "An id in capitals is another id"),
        said("～", "Before an emoji in order of code points"),
        said("😀", "After a wave in order of code points"),
        said(&"x".repeat(256), "A long id"),
        // The same content in another layer is another memory.
        MemoryEntry {
            layer: MemoryLayer::Semantic,
            ..said("s03", "I drink green tea in the morning")
        },
    ];
    for (n, text) in (0..).zip(HOSTILE) {
        let id = format!("hostile {n} %_'\"");
        memories.push(embedded(said(&id, text)));
        memories.push(fact(&format!("fact {n}"), [text; 3], &id));
    }
    memories
}

/// Returns the vectors of all queries by meaning.
pub fn meanings() -> [Embedding; 3] {
    [
        embedding("green tea in the morning"),
        embedding("塔 lake"),
        Embedding::new("another-model", &vector("lake tower", DIMENSIONS)).unwrap(),
    ]
}

/// The search for these words.
pub fn words(text: &str) -> Search {
    let mut terms: Vec<String> = Vec::new();
    for term in analyze(text) {
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    Search::Keyword {
        text: text.to_owned(),
        terms,
    }
}

/// A query of everything that is remembered.
pub fn everywhere(search: Search, limit: usize) -> ChannelQuery {
    within(search, MemoryScope::default(), limit)
}

/// A query of a scope.
pub fn within(search: Search, scope: MemoryScope, limit: usize) -> ChannelQuery {
    ChannelQuery {
        channel: RecallChannel::Temporal,
        search,
        scope,
        limit,
    }
}

/// Each condition by itself, and all at once.
pub fn scopes() -> Vec<MemoryScope> {
    let any = MemoryScope::default;
    let range = |from, until| Some(TimeRange { from, until });
    vec![
        any(),
        MemoryScope {
            layer: Some(MemoryLayer::Episodic),
            ..any()
        },
        MemoryScope {
            layer: Some(MemoryLayer::Semantic),
            ..any()
        },
        MemoryScope {
            types: vec![MemoryType::Action, MemoryType::Plan],
            ..any()
        },
        MemoryScope {
            speaker: Some(Speaker::Agent),
            ..any()
        },
        MemoryScope {
            first_hand: true,
            ..any()
        },
        // From its first moment to before its last, to beyond the data, and a range that ends before it begins.
        MemoryScope {
            range: range(1_000, 2_000),
            ..any()
        },
        MemoryScope {
            range: range(i64::MIN, i64::MAX),
            ..any()
        },
        MemoryScope {
            range: range(2_000, 1_000),
            ..any()
        },
        MemoryScope {
            facts_taken: Some(true),
            ..any()
        },
        MemoryScope {
            facts_taken: Some(false),
            ..any()
        },
        MemoryScope {
            layer: Some(MemoryLayer::Episodic),
            types: vec![MemoryType::Conversation],
            speaker: Some(Speaker::User),
            first_hand: true,
            range: range(-FAR, 2_001),
            facts_taken: Some(false),
        },
    ]
}

/// Words to search by: of two characters, of one, stop words alone, parts of identifiers, syntax, nothing.
pub fn texts() -> Vec<&'static str> {
    let mut texts = vec![
        "green tea",
        "tower",
        "茶叶",
        "量子",
        "茶",
        "the",
        "map",
        "read_file",
        "user tea 量子计算",
        "nowhereword",
        "",
        "!?",
        "a:b OR NOT AND",
        "te*",
        "\"green tea\"",
        "TEA",
    ];
    texts.extend(HOSTILE);
    texts
}
