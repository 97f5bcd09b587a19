//! The fields of records for Cypher, and the start of every read. Other properties of a record serve searches alone,
//! and vectors would double the data sent.

/// A trajectory.
macro_rules! trajectory {
    ($node:literal) => {
        concat!(
            $node,
            " {.id, .instance_id, .repo, .task_type, .success, .total_steps, .total_fragments, .summary, .started_at,
                .ended_at, .trust, .embedding}"
        )
    };
}

/// A fragment.
macro_rules! fragment {
    ($node:literal) => {
        concat!(
            $node,
            " {.id, .step_range, .fragment_type, .description, .action_sequence, .resolution, .outcome, .task_type,
                .phase, .error_type, .error_keywords, .ended_at, .occurrences, .abstracted_into, .trust, .embedding}"
        )
    };
}

/// An error pattern.
macro_rules! pattern {
    ($node:literal) => {
        concat!(
            $node,
            " {.id, .error_type, .keywords, .location, .frequency, .last_seen, .trust}"
        )
    };
}

/// A methodology.
macro_rules! methodology {
    ($node:literal) => {
        concat!(
            $node,
            " {.id, .kind, .situation, .strategy, .confidence, .success_count, .failure_count, .error_type, .task_type,
                .sources, .source_count, .created, .last_used, .trust, .embedding}"
        )
    };
}

/// `RESOLVED_BY`, named `r`, from `p` to `m`.
macro_rules! resolved_by {
    () => {
        "{pattern: p.id, methodology: m.id, success_rate: r.success_rate, avg_steps: r.avg_steps, cases: r.cases}"
    };
}

/// A look at memory: it must return `memory.revision AS revision`, in one row.
macro_rules! look {
    ($($part:tt)*) => {
        $crate::graph::Look {
            locked: concat!(
                "MATCH (memory:TrajectoryMemory {id: 'trajectories'}) SET memory.lock = 0 WITH memory ",
                $($part)*
            ),
            plain: concat!(
                "MATCH (memory:TrajectoryMemory {id: 'trajectories'}) WITH memory ",
                $($part)*
            ),
        }
    };
}
