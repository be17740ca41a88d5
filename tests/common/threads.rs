//! What a test computes on several numbers of threads, in a process of its own for each.

use std::process::Command;

/// Set in the processes that a test starts.
const CHILD: &str = "LOOPFUSE_CHILD_ON_THREADS";

/// Asserts that `child` prints the same on 1, 2, 3 and 8 threads: the lines with `bits ` in them, of which there are `lines`.
///
/// `test` is the test that calls this, and is run again in each process.
pub(crate) fn same_on_any_number_of(test: &str, lines: usize, child: impl FnOnce()) {
    if std::env::var_os(CHILD).is_some() {
        child();
        println!("{} threads", rayon::current_num_threads());
        return;
    }
    let report = |threads: usize| {
        let output = Command::new(std::env::current_exe().expect("a test is a program"))
            .args(["--exact", test, "--nocapture"])
            .env(CHILD, "1")
            .env("RAYON_NUM_THREADS", threads.to_string())
            .output()
            .expect("a process starts");
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains(&format!("{threads} threads")), "{text}");
        let bits = text.lines().filter_map(|line| line.split_once("bits "));
        bits.map(|(_, bits)| bits.to_owned()).collect::<Vec<_>>()
    };
    let one = report(1);
    assert_eq!(one.len(), lines);
    for threads in [2, 3, 8] {
        assert_eq!(one, report(threads), "{threads} threads");
    }
}
