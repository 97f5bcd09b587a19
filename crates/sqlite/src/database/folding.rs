//! Terms of older databases, folded as the analyzer folds them now.

use amb_memory::text::simplified;
use rusqlite::Transaction;

/// Rows that are read at once.
const PART: usize = 512;

/// Folds traditional Chinese characters in the word indexes, which an older analyzer left unfolded.
///
/// Folding changes neither the number of terms nor their order, so BM25's figures of an entry stay right.
pub fn fold_terms(all: &Transaction<'_>) -> rusqlite::Result<()> {
    fold_memories(all)?;
    fold_table(all, "trajectory_terms")?;
    fold_table(all, "methodology_terms")
}

fn fold_memories(all: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut read = all.prepare(
        "SELECT rowid, terms FROM memory_words
            WHERE rowid > ?1 AND terms GLOB '*[一-鿿]*' ORDER BY rowid LIMIT ?2",
    )?;
    let mut write = all.prepare("UPDATE memory_words SET terms = ?2 WHERE rowid = ?1")?;
    let mut after = i64::MIN;
    loop {
        let rows = read.query_map((after, PART), |row| Ok((row.get(0)?, row.get(1)?)))?;
        let rows: Vec<(i64, String)> = rows.collect::<rusqlite::Result<_>>()?;
        let Some((last, _)) = rows.last() else {
            return Ok(());
        };
        after = *last;
        for (number, terms) in &rows {
            let folded = simplified(terms);
            if folded != *terms {
                write.execute((number, folded))?;
            }
        }
    }
}

fn fold_table(all: &Transaction<'_>, table: &str) -> rusqlite::Result<()> {
    let sql = format!("SELECT DISTINCT term FROM {table} WHERE term GLOB '*[一-鿿]*'");
    let mut read = all.prepare(&sql)?;
    let terms = read.query_map([], |row| row.get(0))?;
    let terms: Vec<String> = terms.collect::<rusqlite::Result<_>>()?;
    let sql = format!("UPDATE OR IGNORE {table} SET term = ?2 WHERE term = ?1");
    let mut write = all.prepare(&sql)?;
    // The remaining rows of a term have the folded term besides.
    let mut clear = all.prepare(&format!("DELETE FROM {table} WHERE term = ?1"))?;
    for term in &terms {
        let folded = simplified(term);
        if folded != *term {
            write.execute((term, folded))?;
            clear.execute([term])?;
        }
    }
    Ok(())
}
