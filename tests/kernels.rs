//! The kernels that the benchmarks measure compute the same in every form, at every size.

#[path = "../benches/kernels/mod.rs"]
mod kernels;

use kernels::catalogue::KERNELS;

/// The smallest size that is measured, around the block of 1,024, several blocks and a rest.
const SIZES: [usize; 5] = [64, 1000, 1024, 1025, 5000];

#[test]
fn all_forms_of_a_kernel_agree() {
    for kernel in KERNELS {
        for size in SIZES {
            if let Err(differ) = kernel.case(size) {
                panic!("{} at {size}: {differ:?} differ from plain", kernel.name);
            }
        }
    }
}

#[test]
fn no_kernel_gains_a_loop() {
    for kernel in KERNELS {
        let (written, fused) = kernel.loops();
        assert!(written > 0, "{} has no loop", kernel.name);
        assert!(fused <= written, "{}: {written} to {fused}", kernel.name);
    }
}
