//! Loops on two threads.
#![cfg(feature = "parallel")]

mod common;

use common::{agrees, integers};
use interpreted::counted::Counted;

#[test]
fn on_two_threads() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let pool = pool.expect("a small pool");
    for length in [0, 1, 5, 40] {
        pool.install(|| {
            let xs = integers(length);
            agrees!(threads::short_ranges(&xs));
            agrees!(threads::by_value(xs.clone()));
            agrees!(threads::filtered(&xs));
            agrees!(threads::changed(xs.clone()));
            agrees!(threads::panics(&xs));
            agrees!(threads::scanned(&xs));
        });
        // They are dropped where they were made.
        agrees!({
            let xs = integers(length).into_iter().filter(|x| *x != 77);
            threads::counted(xs.map(Counted::new).collect())
        });
    }
}
