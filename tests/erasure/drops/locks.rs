//! The erasure law on arrays of lock guards: held as long as in the program as written.

use crate::fused;
use crate::fused::drops::locks::free;
use std::sync::Mutex;

/// The law for one function of a slice of locks; in the end all of them must be free.
macro_rules! guards {
    (|$locks:ident| $call:expr) => {
        for n in crate::common::SIZES {
            let locks = || -> Vec<Mutex<i64>> { (1..=n as i64).map(Mutex::new).collect() };
            let run = |form: &dyn Fn(&[Mutex<i64>]) -> _| {
                let $locks = locks();
                let result = form(&$locks);
                assert_eq!(free(&$locks), n, "a guard outlives the call");
                result
            };
            let want = {
                use crate::plain::*;
                run(&|$locks| $call)
            };
            let got = {
                use crate::fused::*;
                run(&|$locks| $call)
            };
            crate::common::assert_same(stringify!($call), n, &want, &got);
        }
    };
}

#[test]
fn held_as_long_as_written() {
    guards!(|locks| drops::locks::held_to_the_end(locks));
    guards!(|locks| drops::locks::locked_by_std(locks));
    guards!(|locks| drops::locks::given_back_by_name(locks));
    guards!(|locks| drops::locks::given_back_by_block(locks));
    guards!(|locks| drops::locks::shadowed(locks));
    guards!(|locks| drops::locks::consumed(locks));
    guards!(|locks| drops::locks::one_at_a_time(locks));
    guards!(|locks| {
        let (guards, sum) = drops::locks::returned(locks);
        (guards.len(), sum, free(locks))
    });
}

#[test]
fn no_lock_is_free_while_the_guards_are_in_scope() {
    let locks: Vec<Mutex<i64>> = (0..5).map(Mutex::new).collect();
    assert_eq!(fused::drops::locks::held_to_the_end(&locks), (10, 0));
    assert_eq!(fused::drops::locks::given_back_by_name(&locks), (10, 0, 5));
}
