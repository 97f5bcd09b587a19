//! Small runs, and a memory that learns from them.

use amb_memory::retrieval::Embedding;
use amb_memory::task::Trust;
use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::consolidator::{
    Answer, Consolidation, EvidenceQuery, consolidate, from_template, plan,
};
use amb_memory::trajectory::graph::TrajectoryGraph;
use amb_memory::trajectory::records::*;
use amb_memory::trajectory::retriever::{ErrorWords, RetrievalResult, fuse, queries};
use amb_memory::trajectory::writer::draft;

pub const MODEL: &str = "words";

/// A step without an error.
pub fn calm(action: &str, input: &str) -> RawStep {
    RawStep {
        action: action.to_owned(),
        input: input.to_owned(),
        output: "fine".to_owned(),
        trust: Trust::Given,
        ..RawStep::default()
    }
}

/// A step that meets an error.
pub fn failing(action: &str, input: &str, error: &str) -> RawStep {
    RawStep {
        error: Some(error.to_owned()),
        output: String::new(),
        ..calm(action, input)
    }
}

pub fn run(id: &str, success: bool, steps: Vec<RawStep>) -> RawTrajectory {
    RawTrajectory {
        id: id.into(),
        repo: "shop".to_owned(),
        task_type: "research".to_owned(),
        problem_statement: "Find the height of the tower".to_owned(),
        success,
        started_at: 1_000,
        steps,
        trust: Trust::Given,
        ..RawTrajectory::default()
    }
}

/// A search that is refused, and overcome by waiting.
pub fn recovered(id: &str) -> RawTrajectory {
    let refused = "HTTP 429: too many requests, quota exceeded";
    run(
        id,
        true,
        vec![
            failing("search", "tower", refused),
            calm("wait", "30 s"),
            calm("search", "tower"),
            calm("answer", "42 m"),
        ],
    )
}

/// A search that is refused to the end.
pub fn stuck(id: &str) -> RawTrajectory {
    let refused = "HTTP 429: too many requests, quota exceeded";
    let steps = (0..4)
        .map(|_| failing("search", "tower", refused))
        .collect();
    run(id, false, steps)
}

/// Returns the frequency of each word, in one of 64 places: texts of like words have like vectors.
pub fn vector(text: &str) -> Vec<f32> {
    let mut words = vec![0.001_f32; 64];
    for word in text.split_whitespace() {
        let hash = word.bytes().fold(7_usize, |hash, byte| {
            hash.wrapping_mul(31) ^ usize::from(byte)
        });
        words[(hash >> 3) % 64] += 1.0;
    }
    words
}

pub fn embedding(text: &str) -> Embedding {
    Embedding::new(MODEL, &vector(text)).unwrap()
}

pub struct Memory {
    pub graph: TrajectoryGraph,
    pub settings: TrajectorySettings,
    /// True if an embedder runs.
    pub embeds: bool,
}

impl Memory {
    pub fn new() -> Self {
        Self {
            graph: TrajectoryGraph::new(),
            settings: TrajectorySettings::default(),
            embeds: true,
        }
    }

    pub fn learn(&mut self, run: &RawTrajectory) {
        let mut learned = draft(run, &self.settings).unwrap();
        if self.embeds {
            let vectors = learned.texts().into_iter().map(vector).collect();
            let model = MODEL.to_owned();
            learned.embed(Embedded { model, vectors }).unwrap();
        }
        self.graph.learn(learned).unwrap();
    }

    pub fn answers(&self) -> Vec<Answer> {
        let evidence = self.graph.evidence(&EvidenceQuery::new(&self.settings));
        let requests = plan(&evidence, &self.settings).into_iter();
        let answer = |request| {
            let abstraction = from_template(&request);
            let text = format!("{}\n{}", abstraction.situation, abstraction.strategy);
            Answer {
                embedding: self.embeds.then(|| embedding(&text)),
                request,
                abstraction,
            }
        };
        requests.map(answer).collect()
    }

    pub fn consolidate(&mut self, now: i64) -> Consolidation {
        let answers = self.answers();
        let evidence = self.graph.evidence(&EvidenceQuery::new(&self.settings));
        let consolidation = consolidate(&evidence, &answers, now, &self.settings);
        self.graph.apply(consolidation.clone()).unwrap();
        consolidation
    }

    pub fn query(&self, state: &State) -> RetrievalResult {
        let queries = queries(state, "shop", &self.settings);
        let candidates = self.graph.candidates(&queries);
        fuse(candidates, &ErrorWords::of(state), 2_000, &self.settings)
    }
}
