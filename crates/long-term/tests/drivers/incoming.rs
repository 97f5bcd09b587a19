//! Files whose parts come one by one (AF-13).

use crate::files::{exported, filled};
use crate::observing::Mind;
use crate::world::*;
use amb_long_term::*;

fn parts(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars
        .chunks(997)
        .map(|part| part.iter().collect())
        .collect()
}

fn numbered(parts: &[String]) -> impl Iterator<Item = (u32, &str)> {
    (0..).zip(parts.iter().map(String::as_str))
}

fn is_lost<T>(done: Result<T, MemoryError>) -> bool {
    done.is_err_and(|error| error.kind() == "import_lost" && error.is_retryable())
}

#[test]
fn af_13_files_that_come_at_once_do_not_mix() {
    let mind = filled();
    let parts = parts(&exported(&mind));
    let files = IncomingFiles::<HierarchyRecord>::default();
    for (number, part) in numbered(&parts) {
        files.read(1, number, part).unwrap();
        files.read(2, number, part).unwrap();
    }
    for id in [1, 2] {
        files.check(id).unwrap();
        // To look does not change it.
        files.check(id).unwrap();
        let other = Mind::new(Temper::Plain);
        let file = files.take(id).unwrap();
        let done = wait(other.memory.import(file, &Uncontrolled)).unwrap();
        assert!(done.complete);
        assert_eq!(other.all().len(), mind.all().len());
        assert!(is_lost(files.take(id)), "it is taken once");
    }
}

#[test]
fn af_13_a_part_that_is_missing_or_late_ends_its_file_alone() {
    let parts = parts(&exported(&filled()));
    let files = IncomingFiles::<HierarchyRecord>::default();
    files.read(7, 0, &parts[0]).unwrap();
    files.read(8, 0, &parts[0]).unwrap();
    assert!(is_lost(files.read(7, 2, &parts[2])));
    assert!(is_lost(files.read(7, 1, &parts[1])), "it is gone");
    assert!(is_lost(files.read(9, 1, &parts[1])), "it never began");
    for (number, part) in numbered(&parts).skip(1) {
        files.read(8, number, part).unwrap();
    }
    files.check(8).unwrap();
    files.forget(8);
    assert!(is_lost(files.check(8)));
    // The number begins another file then.
    let (header, _) = parts[0].split_once('\n').unwrap();
    files.read(8, 0, header).unwrap();
    let cut = files.check(8).unwrap_err();
    assert!(cut.to_string().contains("cut off"), "{cut}");
    assert!(is_lost(files.check(8)), "nothing of it is kept");
}

#[test]
fn af_13_files_that_nobody_goes_on_with_give_way() {
    let parts = parts(&exported(&filled()));
    let files = IncomingFiles::<HierarchyRecord>::default();
    files.read(100, 0, &parts[0]).unwrap();
    for id in 0..20 {
        files.read(id, 0, &parts[0]).unwrap();
    }
    assert!(is_lost(files.read(100, 1, &parts[1])));
    files.read(19, 1, &parts[1]).unwrap();
    let damaged = files.read(19, 2, "{}\n{}\n").unwrap_err();
    assert_eq!(damaged.kind(), "import_malformed");
    assert!(is_lost(files.read(19, 3, &parts[3])));
}
