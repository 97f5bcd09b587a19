//! The numbers of hierarchical memory, in one place.

use super::error::HierarchyError;
use crate::retrieval::RECIPROCAL_RANK_K0;
use serde::{Deserialize, Serialize};

/// Settings of hierarchical memory. A number that the seed names is the default; decision 16 gives the reasons for the
/// others.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct HierarchySettings {
    /// Inputs that the sensory buffer holds. Seed: 10.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub sensory_capacity: usize,
    /// Tokens of working memory, core and context together. Default: 2000.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub working_memory_tokens: usize,
    /// Cosine from which two memories are reported as near-duplicates. Default: 0.95.
    pub near_duplicate_cosine: f32,
    /// The same for two that are not so by meaning, or cannot be compared by it: the share of terms that both hold, of
    /// those that either holds (Jaccard). Default: 0.8.
    pub near_duplicate_terms: f32,
    /// Settings of search and ranking.
    pub retrieval: RecallSettings,
    /// When and from what insights are made.
    pub reflection: ReflectionSettings,
    /// Settings of compression and forgetting.
    pub consolidation: ConsolidationSettings,
}

/// Settings of search and ranking (seed 004, 配置检索).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct RecallSettings {
    /// Results where nothing else is asked for. Seed: 10.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub default_limit: usize,
    /// α, the weight of recency. Seed: 1.
    pub alpha: f32,
    /// β, the weight of importance. Seed: 1.
    pub beta: f32,
    /// γ, the weight of relevance. Seed: 1.5.
    pub gamma: f32,
    /// Factor of recency in an hour. Default: 0.995 (Generative Agents, §4.1).
    pub decay: f32,
    /// The bearing below which a memory is not told to a prompt, unless the user calls it important. Default: 0.5, fitted
    /// by `benches/judgement/recall.mjs`, with all-MiniLM-L6-v2 and by words alone.
    pub least_relevance: f32,
    /// The constant of reciprocal rank fusion. Default: 60.
    pub rank_constant: f32,
    /// Entries that each channel is asked for. Default: 50.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub channel_limit: usize,
    /// Factor of the wanted number of results that passes from the fusion by ranks to the score. Default: 3.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub pool_factor: usize,
}

/// When and from what insights are made (seed 004, 反思机制).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct ReflectionSettings {
    /// Importance, summed since the last reflection, that triggers one. Seed: 10.
    pub threshold: f64,
    /// Newest memories that are looked through. Default: 100 (Generative Agents, §4.2).
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub recent: usize,
    /// The most important of them, which questions are asked about. Default: 20.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub memories: usize,
    /// Questions. Default: 3 (Generative Agents, §4.2).
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub questions: usize,
    /// Memories that an insight is made from, at most. Default: 8.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub evidence: usize,
}

/// Settings of compression and forgetting (seed 004, 配置整合).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct ConsolidationSettings {
    /// Episodic memories beyond which old ones are compressed. Seed: 100.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub compression_threshold: usize,
    /// The newest of them, which stay as they are. Default: 50.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub keep_recent: usize,
    /// Memories in one summary, at most. Default: 20.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub group: usize,
    /// Tokens of a summary. Default: 300.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub summary_tokens: usize,
    /// Rate at which an entry fades without recalls, per day. Seed: 0.1.
    pub forgetting_rate: f32,
    /// The strength below which an entry is forgotten. Default: 0.1.
    pub forgetting_threshold: f32,
    /// The importance from which first-hand memories are not forgotten by themselves. Default: 0.6, what the word
    /// "remember" gives.
    pub protected_importance: f32,
    /// Memories that facts are taken from at once; so many that none was looked for in make a consolidation due. Default: 20.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub knowledge_batch: usize,
}

impl Default for HierarchySettings {
    fn default() -> Self {
        Self {
            sensory_capacity: 10,
            working_memory_tokens: 2000,
            near_duplicate_cosine: 0.95,
            near_duplicate_terms: 0.8,
            retrieval: RecallSettings::default(),
            reflection: ReflectionSettings::default(),
            consolidation: ConsolidationSettings::default(),
        }
    }
}

impl Default for RecallSettings {
    fn default() -> Self {
        Self {
            default_limit: 10,
            alpha: 1.0,
            beta: 1.0,
            gamma: 1.5,
            decay: 0.995,
            least_relevance: 0.5,
            rank_constant: RECIPROCAL_RANK_K0,
            channel_limit: 50,
            pool_factor: 3,
        }
    }
}

impl Default for ReflectionSettings {
    fn default() -> Self {
        Self {
            threshold: 10.0,
            recent: 100,
            memories: 20,
            questions: 3,
            evidence: 8,
        }
    }
}

impl Default for ConsolidationSettings {
    fn default() -> Self {
        Self {
            compression_threshold: 100,
            keep_recent: 50,
            group: 20,
            summary_tokens: 300,
            forgetting_rate: 0.1,
            forgetting_threshold: 0.1,
            protected_importance: 0.6,
            knowledge_batch: 20,
        }
    }
}

const SHARE: &str = "a number from 0 to 1";
const WEIGHT: &str = "a number from 0 to 1,000";
const COUNT: &str = "from 1 to 1,000,000";

/// Beyond it a score is no longer told from another.
const MOST_WEIGHT: f32 = 1_000.0;

/// Far beyond what any of these is good for.
const MOST: usize = 1_000_000;

impl HierarchySettings {
    /// Checks that every number has a meaning.
    ///
    /// # Errors
    /// [`HierarchyError::InvalidSetting`] names the first that has none.
    pub fn validate(&self) -> Result<(), HierarchyError> {
        check_count(self.sensory_capacity, "sensoryCapacity")?;
        check_count(self.working_memory_tokens, "workingMemoryTokens")?;
        check_share(self.near_duplicate_cosine, "nearDuplicateCosine")?;
        check_share(self.near_duplicate_terms, "nearDuplicateTerms")?;
        self.retrieval.validate()?;
        self.reflection.validate()?;
        self.consolidation.validate()
    }
}

impl RecallSettings {
    fn validate(&self) -> Result<(), HierarchyError> {
        check_count(self.default_limit, "retrieval.defaultLimit")?;
        check_weight(self.alpha, "retrieval.alpha")?;
        check_weight(self.beta, "retrieval.beta")?;
        check_weight(self.gamma, "retrieval.gamma")?;
        let decays = self.decay > 0.0 && self.decay <= 1.0;
        check(decays, "retrieval.decay", "above 0 and at most 1")?;
        check_share(self.least_relevance, "retrieval.leastRelevance")?;
        check_weight(self.rank_constant, "retrieval.rankConstant")?;
        check_count(self.channel_limit, "retrieval.channelLimit")?;
        check_count(self.pool_factor, "retrieval.poolFactor")
    }
}

impl ReflectionSettings {
    fn validate(&self) -> Result<(), HierarchyError> {
        let triggers = self.threshold.is_finite() && self.threshold > 0.0;
        check(triggers, "reflection.threshold", "a number above 0")?;
        check_count(self.recent, "reflection.recent")?;
        check_count(self.memories, "reflection.memories")?;
        check_count(self.questions, "reflection.questions")?;
        check(
            (2..=MOST).contains(&self.evidence),
            "reflection.evidence",
            "from 2 to 1,000,000",
        )
    }
}

impl ConsolidationSettings {
    fn validate(&self) -> Result<(), HierarchyError> {
        check(
            self.keep_recent <= self.compression_threshold,
            "consolidation.keepRecent",
            "at most compressionThreshold",
        )?;
        check(
            (2..=MOST).contains(&self.group),
            "consolidation.group",
            "from 2 to 1,000,000",
        )?;
        check(
            self.summary_tokens >= 20,
            "consolidation.summaryTokens",
            "at least 20",
        )?;
        check_weight(self.forgetting_rate, "consolidation.forgettingRate")?;
        check(
            (0.0..=1.0).contains(&self.forgetting_threshold),
            "consolidation.forgettingThreshold",
            SHARE,
        )?;
        check_share(
            self.protected_importance,
            "consolidation.protectedImportance",
        )?;
        check_count(self.knowledge_batch, "consolidation.knowledgeBatch")
    }
}

fn check(holds: bool, name: &'static str, expected: &'static str) -> Result<(), HierarchyError> {
    if holds {
        Ok(())
    } else {
        Err(HierarchyError::InvalidSetting { name, expected })
    }
}

fn check_count(value: usize, name: &'static str) -> Result<(), HierarchyError> {
    check((1..=MOST).contains(&value), name, COUNT)
}

fn check_share(value: f32, name: &'static str) -> Result<(), HierarchyError> {
    check((0.0..=1.0).contains(&value), name, SHARE)
}

fn check_weight(value: f32, name: &'static str) -> Result<(), HierarchyError> {
    check((0.0..=MOST_WEIGHT).contains(&value), name, WEIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn af_07_af_08_af_09_the_seeds_numbers_are_the_defaults() {
        let settings = HierarchySettings::default();
        let RecallSettings {
            alpha, beta, gamma, ..
        } = settings.retrieval;
        assert_eq!((alpha, beta, gamma), (1.0, 1.0, 1.5));
        assert_eq!(settings.retrieval.default_limit, 10);
        assert_eq!(settings.sensory_capacity, 10);
        assert_eq!(settings.reflection.threshold, 10.0);
        assert_eq!(settings.consolidation.compression_threshold, 100);
        assert_eq!(settings.consolidation.forgetting_rate, 0.1);
        assert_eq!(settings.validate(), Ok(()));
    }

    #[test]
    fn a_setting_without_meaning_is_named() {
        let spoil = |change: &dyn Fn(&mut HierarchySettings)| {
            let mut settings = HierarchySettings::default();
            change(&mut settings);
            match settings.validate() {
                Err(HierarchyError::InvalidSetting { name, .. }) => name,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(spoil(&|s| s.sensory_capacity = 0), "sensoryCapacity");
        assert_eq!(spoil(&|s| s.retrieval.decay = 1.5), "retrieval.decay");
        assert_eq!(spoil(&|s| s.retrieval.decay = f32::NAN), "retrieval.decay");
        assert_eq!(spoil(&|s| s.retrieval.gamma = -1.0), "retrieval.gamma");
        assert_eq!(spoil(&|s| s.retrieval.alpha = 3e38), "retrieval.alpha");
        assert_eq!(
            spoil(&|s| s.retrieval.channel_limit = usize::MAX),
            "retrieval.channelLimit"
        );
        assert_eq!(
            spoil(&|s| s.reflection.threshold = f64::INFINITY),
            "reflection.threshold"
        );
        assert_eq!(
            spoil(&|s| s.consolidation.keep_recent = 101),
            "consolidation.keepRecent"
        );
    }

    #[test]
    fn settings_are_read_in_part_and_misspelt_ones_are_refused() {
        let settings: HierarchySettings =
            serde_json::from_str(r#"{"retrieval":{"gamma":2}}"#).unwrap();
        assert_eq!(settings.retrieval.gamma, 2.0);
        assert_eq!(settings.retrieval.alpha, 1.0);
        assert!(serde_json::from_str::<HierarchySettings>(r#"{"gama":2}"#).is_err());
    }
}
