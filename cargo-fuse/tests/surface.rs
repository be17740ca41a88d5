//! What is missed in the functions that the erasure law is tested with: each says why, where, and what to write instead.

use cargo_fuse::analysis::{self, Analysis, Missed, Which};
use std::path::{Path, PathBuf};

#[test]
fn each_missed_fusion_says_why_where_and_what_to_write() {
    let mut files = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/erasure/functions");
    collect(&root, &mut files);
    files.sort();
    let half = files.len().div_ceil(2);
    // Spans belong to a thread.
    let missed = std::thread::scope(|scope| {
        let halves = files
            .chunks(half)
            .map(|files| scope.spawn(move || files.iter().map(|path| judge(path)).sum::<usize>()));
        let halves = halves.collect::<Vec<_>>().into_iter();
        halves
            .map(|half| half.join().expect("no complaint"))
            .sum::<usize>()
    });
    assert!(missed > 500, "{missed} missed fusions");
}

/// Judges the functions of a file that have the attribute; how many fusions are missed in them.
fn judge(path: &Path) -> usize {
    let content = std::fs::read_to_string(path).expect("a readable file");
    let shown = path.display().to_string();
    let found = analysis::of_text(&content, &shown, &[], Which::Annotated, true);
    let found = found.expect("a file that can be parsed");
    for function in &found {
        // What fuses is never passed over by `cargo fuse suggest`.
        let passed_over = function.fuses() && !analysis::may_fuse(&function.item);
        assert!(!passed_over, "{shown}: {}", function.path);
        for missed in &function.missed {
            let fault = fault(function, missed);
            assert_eq!(fault, None, "{shown}: {}: {missed:?}", function.path);
        }
    }
    found.iter().map(|function| function.missed.len()).sum()
}

/// What is wrong with what is said.
fn fault(function: &Analysis, missed: &Missed) -> Option<&'static str> {
    let inside = |span: &std::ops::Range<usize>| {
        !span.is_empty() && function.bytes.start <= span.start && span.end <= function.bytes.end
    };
    let spans = [
        Some(&missed.at),
        missed.other.as_ref(),
        missed.between.as_ref(),
    ];
    if missed.code.title().is_empty() {
        Some("no title")
    } else if missed.message.is_empty() {
        Some("no message")
    } else if !spans.into_iter().flatten().all(inside) {
        Some("a place outside of the function")
    } else if missed.way_out.as_ref().is_none_or(String::is_empty) && !missed.code.is_inherent() {
        Some("no way out")
    } else {
        None
    }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("a readable directory") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
