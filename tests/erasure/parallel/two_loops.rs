//! Parallel loops that may run side by side.

use super::floats;
use crate::common::outcome;
use crate::fused::parallel::two_loops as f;
use crate::plain::parallel::two_loops as p;

/// Short ones, such as are one range each and several together, such as are several; none, and uneven ones.
const LENGTHS: [(usize, usize); 9] = [
    (0, 0),
    (0, 150),
    (20, 30),
    (120, 120),
    (199, 1),
    (150, 199),
    (199, 5000),
    (3000, 150),
    (70_000, 40_000),
];

#[track_caller]
fn near<const N: usize>(plain: [f64; N], fused: [f64; N]) {
    for (a, b) in plain.into_iter().zip(fused) {
        assert!((a - b).abs() <= 1e-9 * (1.0 + a.abs()), "{a} and {b}");
    }
}

/// On one thread, on several, and on those of a pool of one's own.
fn everywhere(check: impl Fn() + Sync) {
    check();
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads").install(&check);
    }
}

#[test]
fn near_what_is_written() {
    everywhere(|| {
        for (one, other) in LENGTHS {
            let (xs, ys) = (floats(one), floats(other));
            let (plain, fused) = (p::two(&xs, &ys), f::two(&xs, &ys));
            near([plain.0, plain.2, plain.3], [fused.0, fused.2, fused.3]);
            assert_eq!(plain.1, fused.1);
            let (plain, fused) = (p::a_path(&xs, &ys, &xs), f::a_path(&xs, &ys, &xs));
            near(
                [plain.0, plain.1, plain.2, plain.3],
                [fused.0, fused.1, fused.2, fused.3],
            );
            let plain = p::shared(&xs, ys.clone(), "name".into());
            let fused = f::shared(&xs, ys.clone(), "name".into());
            near(
                [plain.0, plain.1, plain.2, plain.3],
                [fused.0, fused.1, fused.2, fused.3],
            );
            let (plain, fused) = (p::rayons(&xs, &ys, 0.5), f::rayons(&xs, &ys, 0.5));
            near([plain.0, plain.1], [fused.0, fused.1]);
            assert_eq!(plain.2, fused.2);
            let (plain, fused) = (p::shadowed(&xs, &ys), f::shadowed(&xs, &ys));
            near([plain.0, plain.1], [fused.0, fused.1]);
        }
    });
}

#[test]
fn the_bits_do_not_depend_on_threads() {
    for (one, other) in LENGTHS {
        let (xs, ys) = (floats(one), floats(other));
        let bits = || {
            let (a, next, b, c) = f::two(&xs, &ys);
            let rayons = f::rayons(&xs, &ys, 0.5);
            let all = [a, b, c, next.iter().sum(), rayons.0, rayons.1];
            all.map(f64::to_bits)
        };
        let want = bits();
        everywhere(|| assert_eq!(bits(), want));
    }
}

#[test]
fn a_panic_in_either_stays_one() {
    everywhere(|| {
        for (one, other) in LENGTHS {
            let (mut xs, mut ys) = (floats(one), floats(other));
            for (in_one, in_other) in [(false, false), (true, false), (false, true), (true, true)] {
                if let (true, Some(x)) = (in_one, xs.last_mut()) {
                    *x = 9.0;
                }
                if let (true, Some(y)) = (in_other, ys.first_mut()) {
                    *y = -9.0;
                }
                let plain = outcome(|| p::may_panic(&xs, &ys, 5.0));
                let fused = outcome(|| f::may_panic(&xs, &ys, 5.0));
                match (plain, fused) {
                    (Ok(plain), Ok(fused)) => near([plain.0, plain.1], [fused.0, fused.1]),
                    (plain, fused) => assert!(plain.is_err() && fused.is_err()),
                }
            }
        }
    });
}

#[test]
fn inside_of_a_parallel_loop() {
    let rows: Vec<Vec<f64>> = (0..300).map(|row| floats(50 + row)).collect();
    let ys = floats(150);
    everywhere(|| {
        let (plain, fused) = (p::nested(&rows, &ys), f::nested(&rows, &ys));
        for (a, b) in plain.into_iter().zip(fused) {
            near([a], [b]);
        }
    });
}
