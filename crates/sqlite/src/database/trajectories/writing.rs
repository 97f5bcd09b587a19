//! Writes nodes and relations, within a transaction.

use std::collections::BTreeSet;

use amb_memory::retrieval::{Embedding, analyze};
use amb_memory::trajectory::records::{
    CausedError, ErrorPattern, Fragment, FragmentId, HasFragment, Methodology, MethodologyId,
    Outcome, ResolvedBy, Trajectory,
};
use amb_memory::trajectory::statistics::FailurePattern;
use amb_store::StoreError;
use amb_store::long_term::LongTermError;
use rusqlite::{Connection, named_params};

use super::candidates::{FRAGMENT_VECTORS, METHODOLOGY_VECTORS};
use super::schema::STATE;
use crate::database::records::{spelt, written};
use crate::database::session::{Session, column, execute, rows, whole};
use crate::database::vectors::{self, Table, advance};

/// A write that is being made.
pub struct Writing<'c> {
    /// The transaction.
    pub all: &'c Connection,
    /// Numbers of fragments that were put or removed.
    fragments: BTreeSet<i64>,
    /// Numbers of methodologies that were put or removed.
    methodologies: BTreeSet<i64>,
    /// Fragments with a changed field that a search by task uses.
    worked: BTreeSet<FragmentId>,
}

/// Runs a write in one transaction. A `work` that finds nothing to do returns `None` and changes nothing.
pub fn write<T>(
    session: &mut Session,
    work: impl FnOnce(&mut Writing<'_>) -> Result<Option<T>, LongTermError>,
) -> Result<Option<T>, LongTermError> {
    let connection = &mut session.connection;
    let (done, revisions, fragments, methodologies) = whole(connection, |all| {
        let mut writing = Writing {
            all,
            fragments: BTreeSet::new(),
            methodologies: BTreeSet::new(),
            worked: BTreeSet::new(),
        };
        let done = work(&mut writing)?;
        let before = vectors::revision(all, STATE)?;
        let mut revisions = (before, before);
        if done.is_some() {
            writing.note_what_worked()?;
            revisions = advance(all, STATE)?;
        }
        let fragments: Vec<i64> = writing.fragments.into_iter().collect();
        let methodologies: Vec<i64> = writing.methodologies.into_iter().collect();
        Ok::<_, LongTermError>((done, revisions, fragments, methodologies))
    })?;
    let held = &mut session.fragments;
    held.follow(connection, &FRAGMENT_VECTORS, revisions, &fragments);
    let held = &mut session.methodologies;
    held.follow(connection, &METHODOLOGY_VECTORS, revisions, &methodologies);
    Ok(done)
}

impl Writing<'_> {
    /// A new trajectory.
    pub fn insert_trajectory(&mut self, trajectory: &Trajectory) -> Result<(), StoreError> {
        let mut kept = trajectory.clone();
        kept.embedding = None;
        let sql = "INSERT INTO trajectories (id, task_type, repo, success, ended_at, record)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let values = (
            trajectory.id.as_str(),
            &trajectory.task_type,
            &trajectory.repo,
            trajectory.success,
            trajectory.ended_at,
            written(&kept)?,
        );
        execute(self.all, sql, values)?;
        let number = self.all.last_insert_rowid();
        let embedding = trajectory.embedding.as_ref();
        vectors::put(self.all, Table::Trajectories, number, embedding)?;
        let terms: BTreeSet<String> = analyze(&trajectory.summary).into_iter().collect();
        for term in terms {
            let sql = "INSERT INTO trajectory_terms (term, number) VALUES (?1, ?2)";
            execute(self.all, sql, (term, number))?;
        }
        Ok(())
    }

    /// A fragment, in place of any of its id.
    pub fn put_fragment(&mut self, fragment: &Fragment) -> Result<(), StoreError> {
        const ALL: &str = "INSERT INTO fragments (id, task_type, phase, error_type, fragment_type,
                outcome, ended_at, occurrences, abstracted_into, teaches, record)
            VALUES (:id, :task_type, :phase, :error_type, :fragment_type,
                :outcome, :ended_at, :occurrences, :abstracted_into, :teaches, :record)
            ON CONFLICT (id) DO UPDATE SET
                task_type = excluded.task_type, phase = excluded.phase,
                error_type = excluded.error_type, fragment_type = excluded.fragment_type,
                outcome = excluded.outcome, ended_at = excluded.ended_at,
                occurrences = excluded.occurrences, abstracted_into = excluded.abstracted_into,
                teaches = excluded.teaches, record = excluded.record
            RETURNING number";
        let mut kept = fragment.clone();
        kept.embedding = None;
        kept.abstracted_into = None;
        let into = fragment.abstracted_into.as_ref();
        let values = named_params! {
            ":id": fragment.id.as_str(),
            ":task_type": fragment.task_type,
            ":phase": fragment.phase,
            ":error_type": fragment.error_type,
            ":fragment_type": spelt(fragment.fragment_type)?,
            ":outcome": spelt(fragment.outcome)?,
            ":ended_at": fragment.ended_at,
            ":occurrences": fragment.occurrences,
            ":abstracted_into": into.map(MethodologyId::as_str),
            ":teaches": into.is_none() && fragment.outcome != Outcome::Continued,
            ":record": written(&kept)?,
        };
        let number = self.numbered(ALL, values)?;
        vectors::put(
            self.all,
            Table::Fragments,
            number,
            fragment.embedding.as_ref(),
        )?;
        self.fragments.insert(number);
        self.worked.insert(fragment.id.clone());
        Ok(())
    }

    /// Sets the vector of this number, in place of any other.
    pub fn put_vector(
        &mut self,
        table: Table,
        number: i64,
        embedding: &Embedding,
    ) -> Result<(), StoreError> {
        vectors::put(self.all, table, number, Some(embedding))?;
        match table {
            Table::Fragments => self.fragments.insert(number),
            Table::Methodologies => self.methodologies.insert(number),
            Table::Memories | Table::Trajectories => false,
        };
        Ok(())
    }

    /// A pattern, in place of any of its id.
    pub fn put_pattern(&mut self, pattern: &ErrorPattern) -> Result<(), StoreError> {
        let sql = "INSERT INTO patterns (id, error_type, frequency, record) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (id) DO UPDATE SET error_type = excluded.error_type,
                frequency = excluded.frequency, record = excluded.record
            RETURNING number";
        let (id, frequency) = (pattern.id.as_str(), pattern.frequency);
        let values = (id, &pattern.error_type, frequency, written(pattern)?);
        let number = self.numbered(sql, values)?;
        execute(
            self.all,
            "DELETE FROM pattern_keywords WHERE number = ?1",
            [number],
        )?;
        for keyword in &pattern.keywords {
            let sql = "INSERT OR IGNORE INTO pattern_keywords (number, keyword) VALUES (?1, ?2)";
            execute(self.all, sql, (number, keyword))?;
        }
        Ok(())
    }

    /// A methodology, in place of any of its id.
    pub fn put_methodology(&mut self, methodology: &Methodology) -> Result<(), StoreError> {
        const ALL: &str = "INSERT INTO methodologies
                (id, kind, error_type, task_type, confidence, last_used, record)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (id) DO UPDATE SET
                kind = excluded.kind, error_type = excluded.error_type,
                task_type = excluded.task_type, confidence = excluded.confidence,
                last_used = excluded.last_used, record = excluded.record
            RETURNING number";
        let mut kept = methodology.clone();
        kept.embedding = None;
        let values = (
            methodology.id.as_str(),
            spelt(methodology.kind)?,
            &methodology.error_type,
            &methodology.task_type,
            methodology.confidence,
            methodology.last_used,
            written(&kept)?,
        );
        let number = self.numbered(ALL, values)?;
        let embedding = methodology.embedding.as_ref();
        vectors::put(self.all, Table::Methodologies, number, embedding)?;
        execute(
            self.all,
            "DELETE FROM methodology_terms WHERE number = ?1",
            [number],
        )?;
        let terms: BTreeSet<String> = methodology.terms().into_iter().collect();
        for term in terms {
            let sql = "INSERT INTO methodology_terms (term, number) VALUES (?1, ?2)";
            execute(self.all, sql, (term, number))?;
        }
        self.methodologies.insert(number);
        Ok(())
    }

    /// Relates a trajectory to its fragment.
    pub fn put_has_fragment(&mut self, relation: &HasFragment) -> Result<(), StoreError> {
        let sql = "INSERT OR IGNORE INTO has_fragment (trajectory, place, fragment)
            VALUES (?1, ?2, ?3)";
        let fragment = relation.fragment.as_str();
        let values = (relation.trajectory.as_str(), relation.order, fragment);
        execute(self.all, sql, values)?;
        self.worked.insert(relation.fragment.clone());
        Ok(())
    }

    /// Relates a fragment to an error that it met.
    pub fn put_caused(&mut self, relation: &CausedError) -> Result<(), StoreError> {
        let sql = "INSERT OR IGNORE INTO caused (fragment, pattern) VALUES (?1, ?2)";
        let values = (relation.fragment.as_str(), relation.pattern.as_str());
        execute(self.all, sql, values).map(drop)
    }

    /// Relates an error to a methodology, in place of any relation of the pair.
    pub fn put_resolved_by(&mut self, relation: &ResolvedBy) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO resolved_by
            (pattern, methodology, success_rate, avg_steps, cases) VALUES (?1, ?2, ?3, ?4, ?5)";
        let values = (
            relation.pattern.as_str(),
            relation.methodology.as_str(),
            relation.success_rate,
            relation.avg_steps,
            relation.cases,
        );
        execute(self.all, sql, values).map(drop)
    }

    /// Replaces the stored failure patterns.
    pub fn put_failure_patterns(&mut self, patterns: &[FailurePattern]) -> Result<(), StoreError> {
        let sql = "UPDATE trajectory_state SET failure_patterns = ?1";
        execute(self.all, sql, [written(&patterns)?]).map(drop)
    }

    /// A fragment was made part of a methodology.
    pub fn abstract_into(
        &mut self,
        fragment: &FragmentId,
        methodology: &MethodologyId,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE fragments SET abstracted_into = ?2, teaches = 0 WHERE id = ?1";
        execute(self.all, sql, (fragment.as_str(), methodology.as_str())).map(drop)
    }

    /// Removes a fragment with its relations.
    pub fn remove_fragment(&mut self, id: &FragmentId) -> Result<(), StoreError> {
        let id = id.as_str();
        let sql = "DELETE FROM fragments WHERE id = ?1 RETURNING number";
        let gone: Vec<i64> = rows(self.all, sql, [id], |row| column(row, 0))?;
        self.fragments.extend(gone);
        execute(
            self.all,
            "DELETE FROM has_fragment WHERE fragment = ?1",
            [id],
        )?;
        execute(self.all, "DELETE FROM caused WHERE fragment = ?1", [id])?;
        execute(self.all, "DELETE FROM worked WHERE fragment = ?1", [id]).map(drop)
    }

    /// Removes a methodology with its relations; whether there was one.
    pub fn remove_methodology(&mut self, id: &MethodologyId) -> Result<bool, StoreError> {
        let id = id.as_str();
        let sql = "DELETE FROM methodologies WHERE id = ?1 RETURNING number";
        let gone: Vec<i64> = rows(self.all, sql, [id], |row| column(row, 0))?;
        let was_there = !gone.is_empty();
        self.methodologies.extend(gone);
        execute(
            self.all,
            "DELETE FROM resolved_by WHERE methodology = ?1",
            [id],
        )?;
        Ok(was_there)
    }

    /// Updates the rows of fragments for a search by task.
    fn note_what_worked(&mut self) -> Result<(), StoreError> {
        let sql = "INSERT OR IGNORE INTO worked (task_type, repo, ended_at, fragment)
            SELECT t.task_type, t.repo, f.ended_at, f.id
            FROM has_fragment AS h
                JOIN trajectories AS t ON t.id = h.trajectory
                JOIN fragments AS f ON f.id = h.fragment
            WHERE h.fragment = ?1 AND t.success = 1 AND f.outcome IN ('succeeded', 'recovered')";
        for fragment in std::mem::take(&mut self.worked) {
            let id = fragment.as_str();
            execute(self.all, "DELETE FROM worked WHERE fragment = ?1", [id])?;
            execute(self.all, sql, [id])?;
        }
        Ok(())
    }

    /// Has a search by task look at this fragment again.
    pub fn look_again(&mut self, fragment: FragmentId) {
        self.worked.insert(fragment);
    }

    /// Writes a row, and returns its number.
    fn numbered(&self, sql: &str, values: impl rusqlite::Params) -> Result<i64, StoreError> {
        let numbers: Vec<i64> = rows(self.all, sql, values, |row| column(row, 0))?;
        numbers.first().copied().ok_or_else(|| StoreError::Corrupt {
            detail: "a row that was written has no number".to_owned(),
        })
    }
}
